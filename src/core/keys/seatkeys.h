// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secretbytes.h"

#include <QByteArray>

#include <optional>

namespace lockkeeper {

/// What a signature is for. Each purpose is accepted from one key only.
enum class SignaturePurpose {
    WaveEnd,          ///< record key: last journal entry of a wave
    Guard,            ///< record key
    Receipt,          ///< record key
    Decision,         ///< decision key
    Determination,    ///< decision key
    AcceptedRevision, ///< decision key: policy, trust, tool pins, restored stores, determinations
    OperatorProof,    ///< decision key: answers to the console's nonce
};

/// The public halves of one seat's keys (raw 32 bytes each); safe to store and to show.
struct SeatPublicKeys
{
    QByteArray recordKey;   ///< Ed25519
    QByteArray decisionKey; ///< Ed25519
    QByteArray sealKey;     ///< X25519

    friend bool operator==(const SeatPublicKeys&, const SeatPublicKeys&) = default;
};

/// True if `signature` (64 bytes) over the purpose's type tag and `bytes` was made by the key in
/// `keys` that the purpose belongs to. False for anything else, keys of a wrong size included.
[[nodiscard]] bool verifySignature(const SeatPublicKeys& keys, SignaturePurpose purpose,
                                   QByteArrayView bytes, QByteArrayView signature);

/// The secret halves, in guarded memory. Copyable value; thread-safe after construction.
class SeatKeys
{
public:
    /// New random keys.
    [[nodiscard]] static SeatKeys generate();
    /// From the secrets as the vault keeps them (32 bytes each: two Ed25519 seeds and an X25519
    /// secret). InvalidArgument for other sizes. `decision` may be absent (the PIN protects it and
    /// it is not unwrapped): then `decisionPublicKey` must be given. When both are given and do
    /// not belong together: InvalidArgument.
    [[nodiscard]] static Result<SeatKeys> fromSecrets(const SecretBytes& record,
                                                      const std::optional<SecretBytes>& decision,
                                                      const SecretBytes& seal,
                                                      const QByteArray& decisionPublicKey = {});
    /// These keys with the unwrapped decision secret. InvalidArgument when it is another key's.
    [[nodiscard]] Result<SeatKeys> withDecisionSecret(const SecretBytes& decision) const;

    [[nodiscard]] const SeatPublicKeys& publicKeys() const { return m_public; }
    [[nodiscard]] const SecretBytes& recordSecret() const { return m_record; }
    [[nodiscard]] const std::optional<SecretBytes>& decisionSecret() const { return m_decision; }
    [[nodiscard]] const SecretBytes& sealSecret() const { return m_seal; }

    /// 64 bytes over the purpose's type tag and `bytes`. FailedPrecondition when the decision key
    /// is not unwrapped.
    [[nodiscard]] Result<QByteArray> sign(SignaturePurpose purpose, QByteArrayView bytes) const;
    /// Opens what was sealed to this seat's seal key (crypto_box_seal). DataLoss if it is not ours.
    [[nodiscard]] Result<SecretBytes> openWrapped(QByteArrayView wrapped) const;

private:
    SeatKeys() = default;

    SeatPublicKeys m_public;
    SecretBytes m_record;
    SecretBytes m_recordSigning; ///< expanded from m_record once, 64 bytes
    std::optional<SecretBytes> m_decision;
    SecretBytes m_decisionSigning; ///< empty while the decision key is not unwrapped
    SecretBytes m_seal;
};

/// Seals `secret` (not empty) so that only the seat with the public seal key can open it.
/// `seat.sealKey` must be a public key that was accepted before; a wrong one ends the process.
[[nodiscard]] QByteArray wrapForSeat(const SecretBytes& secret, const SeatPublicKeys& seat);

} // namespace lockkeeper
