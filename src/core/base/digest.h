// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <initializer_list>

class QIODevice;

namespace lockkeeper {

/// Size of every digest here, in bytes.
inline constexpr int kDigestSize = 32;

/// SHA-256 (OpenSSL) of `bytes`; 32 raw bytes.
[[nodiscard]] QByteArray sha256(QByteArrayView bytes);

/// SHA-256 of everything that is left to read in `device`, read in pieces; empty after a read
/// error.
[[nodiscard]] QByteArray sha256OfDevice(QIODevice& device);

/// SHA-256 over an unambiguous concatenation: a type tag and each part, all length-prefixed
/// (8 bytes, big endian), so that moving a byte between parts changes the digest.
[[nodiscard]] QByteArray taggedDigest(QByteArrayView tag,
                                      std::initializer_list<QByteArrayView> parts);

/// Keyed BLAKE2b-256 over the same unambiguous concatenation. `key` has 32 bytes.
/// The only kind of digest allowed over low-entropy values.
[[nodiscard]] QByteArray keyedDigest(QByteArrayView key, QByteArrayView tag,
                                     std::initializer_list<QByteArrayView> parts);

/// Compares without leaking the place of the first difference; false for unequal sizes.
[[nodiscard]] bool equalConstantTime(QByteArrayView a, QByteArrayView b);

} // namespace lockkeeper
