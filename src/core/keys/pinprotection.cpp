// SPDX-License-Identifier: Apache-2.0
#include "core/keys/pinprotection.h"

#include "core/base/digest.h"
#include "core/base/random.h"

#include <sodium.h>

#include <algorithm>

namespace lockkeeper {

namespace {

// Layout: version, salt, public key, nonce, secretbox of the seed. The version also fixes the cost
// of Argon2id (opslimit and memlimit "moderate" of libsodium 1.0: 3 passes, 256 MiB).
constexpr char kVersion = 1;
constexpr qsizetype kSecretSize = 32;
constexpr qsizetype kSaltSize = crypto_pwhash_SALTBYTES;
constexpr qsizetype kPublicSize = crypto_sign_PUBLICKEYBYTES;
constexpr qsizetype kNonceSize = crypto_secretbox_NONCEBYTES;
constexpr qsizetype kBoxSize = kSecretSize + crypto_secretbox_MACBYTES;
constexpr qsizetype kSaltAt = 1;
constexpr qsizetype kPublicAt = kSaltAt + kSaltSize;
constexpr qsizetype kNonceAt = kPublicAt + kPublicSize;
constexpr qsizetype kBoxAt = kNonceAt + kNonceSize;
constexpr qsizetype kWrappedSize = kBoxAt + kBoxSize;
constexpr unsigned long long kPasses = 3;
constexpr size_t kMemoryBytes = 256ULL * 1024 * 1024;

const unsigned char* raw(QByteArrayView bytes)
{
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

unsigned char* raw(QByteArray& bytes)
{
    return reinterpret_cast<unsigned char*>(bytes.data());
}

Result<SecretBytes> keyFromPin(QByteArrayView pin, QByteArrayView salt)
{
    SecretBytes key = SecretBytes::random(crypto_secretbox_KEYBYTES);
    if (crypto_pwhash(key.mutableData(), static_cast<unsigned long long>(key.size()), pin.data(),
                      static_cast<unsigned long long>(pin.size()), raw(salt), kPasses, kMemoryBytes,
                      crypto_pwhash_ALG_ARGON2ID13) != 0)
        return Error(ErrorCode::ResourceExhausted, "no memory for Argon2id");
    return key;
}

QByteArray publicKeyOf(const SecretBytes& seed)
{
    QByteArray publicKey(kPublicSize, Qt::Uninitialized);
    SecretBytes signingKey = SecretBytes::random(crypto_sign_SECRETKEYBYTES);
    crypto_sign_seed_keypair(raw(publicKey), signingKey.mutableData(), seed.data());
    return publicKey;
}

/// Counts code points without making a copy of the PIN outside guarded memory.
qsizetype characterCount(QByteArrayView utf8)
{
    return std::count_if(utf8.begin(), utf8.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    });
}

} // namespace

Result<QByteArray> wrapDecisionKey(const SecretBytes& secret, QByteArrayView pin)
{
    if (secret.size() != kSecretSize)
        return Error(ErrorCode::InvalidArgument, "a decision secret does not have 32 bytes");
    if (!pin.isValidUtf8() || characterCount(pin) < kMinimumPinCharacters)
        return Error(ErrorCode::InvalidArgument, "a PIN has at least 8 characters of UTF-8");
    const QByteArray salt = randomBytes(static_cast<int>(kSaltSize));
    const QByteArray nonce = randomBytes(static_cast<int>(kNonceSize));
    LK_TRY(const SecretBytes key, keyFromPin(pin, salt));
    QByteArray box(kBoxSize, Qt::Uninitialized);
    crypto_secretbox_easy(raw(box), secret.data(), static_cast<unsigned long long>(kSecretSize),
                          raw(QByteArrayView(nonce)), key.data());
    QByteArray wrapped(1, kVersion);
    wrapped += salt + publicKeyOf(secret) + nonce + box;
    return wrapped;
}

Result<SecretBytes> unwrapDecisionKey(QByteArrayView wrapped, QByteArrayView pin)
{
    LK_TRY(const QByteArray publicKey, wrappedDecisionPublicKey(wrapped));
    LK_TRY(const SecretBytes key, keyFromPin(pin, wrapped.sliced(kSaltAt, kSaltSize)));
    SecretBytes secret = SecretBytes::random(static_cast<int>(kSecretSize));
    if (crypto_secretbox_open_easy(secret.mutableData(), raw(wrapped.sliced(kBoxAt)),
                                   static_cast<unsigned long long>(kBoxSize),
                                   raw(wrapped.sliced(kNonceAt)), key.data()) != 0)
        return Error(ErrorCode::PermissionDenied, "the PIN does not open the decision key");
    if (!equalConstantTime(publicKeyOf(secret), publicKey))
        return Error(ErrorCode::DataLoss, "the public key beside the decision key was changed");
    return secret;
}

bool isWrappedDecisionKey(QByteArrayView item)
{
    return item.size() == kWrappedSize && item.front() == kVersion;
}

Result<QByteArray> wrappedDecisionPublicKey(QByteArrayView wrapped)
{
    if (!isWrappedDecisionKey(wrapped))
        return Error(ErrorCode::DataLoss, "this is not a wrapped decision key");
    return wrapped.sliced(kPublicAt, kPublicSize).toByteArray();
}

} // namespace lockkeeper
