// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secretbytes.h"

#include <QByteArray>

namespace lockkeeper {

/// Fewest characters (Unicode code points) of an operator's PIN.
inline constexpr int kMinimumPinCharacters = 8;

/// Wraps the 32 bytes of a decision secret under a PIN (UTF-8, used byte for byte): Argon2id at
/// libsodium's "moderate" cost with a random salt, then secretbox. The public key stands beside it
/// in the clear, so that the seat can be recognised while the secret is wrapped.
/// Takes about half a second and 256 MiB: call it off the GUI thread. Thread-safe.
/// InvalidArgument: PIN too short or not UTF-8, or a secret of another size; ResourceExhausted: no
/// memory for Argon2id.
[[nodiscard]] Result<QByteArray> wrapDecisionKey(const SecretBytes& secret, QByteArrayView pin);

/// The decision secret again. As slow as wrapping. PermissionDenied: wrong PIN (or the secret part
/// is damaged, which looks the same); DataLoss: not a wrapped decision key, or the public key
/// beside it is not the secret's; ResourceExhausted: no memory for Argon2id.
[[nodiscard]] Result<SecretBytes> unwrapDecisionKey(QByteArrayView wrapped, QByteArrayView pin);

/// True if `item` has the size and version of a wrapped decision key.
[[nodiscard]] bool isWrappedDecisionKey(QByteArrayView item);

/// The public key that stands beside the wrapped secret; it is only proven when it is unwrapped.
/// DataLoss when `wrapped` is not a wrapped decision key.
[[nodiscard]] Result<QByteArray> wrappedDecisionPublicKey(QByteArrayView wrapped);

} // namespace lockkeeper
