// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secretbytes.h"

#include <QByteArray>

namespace lockkeeper {

/// What a sealed part is; bound into the seal together with the statement digest and the attempt.
/// The numbers are stored: never change one.
enum class SealedKind : int {
    Statement = 1,    ///< the statement's own bytes; bound to the action id instead of the digest
    Arguments = 2,    ///< fingerprint salt and canonical arguments
    View = 3,         ///< what the operator is shown besides: summary, targets, reason of the agent
    Result = 4,       ///< the tool's answer, exactly
    Evidence = 5,     ///< what is known of an unknown outcome
    DecisionText = 6, ///< the operator's reason
    DeterminationText = 7,
    SnoozeText = 8, ///< why it was put aside; its attempt is the record's until_ms
};

/// The associated data of one sealed part.
struct SealContext
{
    QByteArray bound; ///< statement digest (for Statement: the action id)
    SealedKind kind = SealedKind::Arguments;
    qint64 attempt = 0; ///< 0 = not of an attempt
};

/// XChaCha20-Poly1305 with a random nonce over `plain` padded to the next of 64 B, 256 B, 1 KiB,
/// 4 KiB, then multiples of 4 KiB. `key` has 32 bytes. Layout: version, nonce, ciphertext.
[[nodiscard]] QByteArray seal(const SecretBytes& key, const SealContext& context,
                              QByteArrayView plain);

/// DataLoss when anything is different: key, context or a single byte. Never returns a part.
[[nodiscard]] Result<QByteArray> unseal(const SecretBytes& key, const SealContext& context,
                                        QByteArrayView sealed);

/// Wraps the 32 bytes of a per-action key by an epoch key, bound to action id and epoch.
[[nodiscard]] QByteArray wrapKey(const SecretBytes& epochKey, qint64 epoch, QByteArrayView actionId,
                                 const SecretBytes& actionKey);
[[nodiscard]] Result<SecretBytes> unwrapKey(const SecretBytes& epochKey, qint64 epoch,
                                            QByteArrayView actionId, QByteArrayView wrapped);

/// An epoch: its number, the key that wraps action keys, and the view key of equality keys,
/// masked-field comparison and handles.
struct KeyEpoch
{
    qint64 number = 0;
    SecretBytes epochKey;
    SecretBytes viewKey;

    [[nodiscard]] static KeyEpoch generate(qint64 number);
    /// 64 secret bytes for wrapForSeat, and back. InvalidArgument for another size.
    [[nodiscard]] SecretBytes toSecret() const;
    [[nodiscard]] static Result<KeyEpoch> fromSecret(qint64 number, const SecretBytes& secret);
};

} // namespace lockkeeper
