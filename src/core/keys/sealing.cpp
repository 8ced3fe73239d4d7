// SPDX-License-Identifier: Apache-2.0
#include "core/keys/sealing.h"

#include "core/base/assert.h"

#include <QtEndian>

#include <sodium.h>

#include <cstring>
#include <limits>

namespace lockkeeper {

namespace {

constexpr char kVersion = 1;
constexpr int kKeySize = 32;
constexpr int kLengthSize = 8;
constexpr qsizetype kNonceSize = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr qsizetype kTagSize = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr qsizetype kHeaderSize = 1 + kNonceSize;
constexpr qsizetype kBlock = 4096;
static_assert(crypto_aead_xchacha20poly1305_ietf_KEYBYTES == kKeySize);

/// The size class of `size` bytes: all that a sealed part's length tells.
qsizetype paddedSize(qsizetype size)
{
    for (const qsizetype step : {qsizetype(64), qsizetype(256), qsizetype(1024)}) {
        if (size <= step)
            return step;
    }
    LK_ASSERT(size <= std::numeric_limits<qsizetype>::max() - 2 * kBlock);
    return (size + kBlock - 1) / kBlock * kBlock;
}

void appendNumber(QByteArray& to, qint64 number)
{
    char bytes[8];
    qToBigEndian<qint64>(number, bytes);
    to.append(bytes, sizeof bytes);
}

void appendPart(QByteArray& to, QByteArrayView part)
{
    appendNumber(to, part.size());
    to.append(part);
}

QByteArray associatedData(const SealContext& context)
{
    QByteArray data;
    appendPart(data, "lockkeeper/seal/1");
#ifdef LOCKKEEPER_FAULT_SEAL_UNBOUND
    Q_UNUSED(context);
#else
    appendNumber(data, static_cast<qint64>(context.kind));
    appendNumber(data, context.attempt);
    appendPart(data, context.bound);
#endif
    return data;
}

QByteArray associatedData(qint64 epoch, QByteArrayView actionId)
{
    QByteArray data;
    appendPart(data, "lockkeeper/wrapped-key/1");
    appendNumber(data, epoch);
    appendPart(data, actionId);
    return data;
}

const unsigned char* raw(QByteArrayView bytes)
{
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

/// Encrypts in place: `box` holds header space, the plain bytes and space for the tag.
void encryptInPlace(QByteArray& box, const SecretBytes& key, QByteArrayView associated)
{
    LK_ASSERT(key.size() == kKeySize);
    auto* bytes = reinterpret_cast<unsigned char*>(box.data());
    bytes[0] = static_cast<unsigned char>(kVersion);
    randombytes_buf(bytes + 1, static_cast<size_t>(kNonceSize));
    const qsizetype plainSize = box.size() - kHeaderSize - kTagSize;
#ifdef LOCKKEEPER_FAULT_SEALING_OFF
    Q_UNUSED(plainSize);
    Q_UNUSED(associated);
    return;
#endif
    crypto_aead_xchacha20poly1305_ietf_encrypt(
        bytes + kHeaderSize, nullptr, bytes + kHeaderSize,
        static_cast<unsigned long long>(plainSize), raw(associated),
        static_cast<unsigned long long>(associated.size()), nullptr, bytes + 1, key.data());
}

/// Decrypts a box into `plain`, which must have box.size() - header - tag bytes.
bool decrypt(QByteArrayView box, const SecretBytes& key, QByteArrayView associated,
             unsigned char* plain)
{
    LK_ASSERT(key.size() == kKeySize);
    if (box.front() != kVersion)
        return false;
    const QByteArrayView cipher = box.sliced(kHeaderSize);
#ifdef LOCKKEEPER_FAULT_SEALING_OFF
    Q_UNUSED(associated);
    std::memcpy(plain, cipher.data(), static_cast<size_t>(cipher.size() - kTagSize));
    return true;
#endif
    return crypto_aead_xchacha20poly1305_ietf_decrypt(
               plain, nullptr, nullptr, raw(cipher), static_cast<unsigned long long>(cipher.size()),
               raw(associated), static_cast<unsigned long long>(associated.size()),
               raw(box.sliced(1)), key.data()) == 0;
}

} // namespace

QByteArray seal(const SecretBytes& key, const SealContext& context, QByteArrayView plain)
{
    const qsizetype frameSize = kLengthSize + paddedSize(plain.size());
    QByteArray box(kHeaderSize + frameSize + kTagSize, '\0');
    qToBigEndian<qint64>(plain.size(), box.data() + kHeaderSize);
    if (!plain.isEmpty())
        std::memcpy(box.data() + kHeaderSize + kLengthSize, plain.data(),
                    static_cast<size_t>(plain.size()));
    encryptInPlace(box, key, associatedData(context));
    return box;
}

Result<QByteArray> unseal(const SecretBytes& key, const SealContext& context, QByteArrayView sealed)
{
    const qsizetype frameSize = sealed.size() - kHeaderSize - kTagSize;
    if (frameSize < kLengthSize)
        return Error(ErrorCode::DataLoss, "a sealed part is too short");
    QByteArray frame(frameSize, Qt::Uninitialized);
    if (!decrypt(sealed, key, associatedData(context),
                 reinterpret_cast<unsigned char*>(frame.data())))
        return Error(ErrorCode::DataLoss, "a sealed part does not open with its key and context");
    const qint64 size = qFromBigEndian<qint64>(frame.constData());
    if (size < 0 || size > frameSize || kLengthSize + paddedSize(size) != frameSize) {
        wipe(frame);
        return Error(ErrorCode::DataLoss, "a sealed part has an impossible length inside");
    }
    QByteArray plain = frame.mid(kLengthSize, size);
    wipe(frame);
    return plain;
}

QByteArray wrapKey(const SecretBytes& epochKey, qint64 epoch, QByteArrayView actionId,
                   const SecretBytes& actionKey)
{
    LK_ASSERT(actionKey.size() == kKeySize);
    QByteArray box(kHeaderSize + kKeySize + kTagSize, '\0');
    std::memcpy(box.data() + kHeaderSize, actionKey.data(), kKeySize);
    encryptInPlace(box, epochKey, associatedData(epoch, actionId));
    return box;
}

Result<SecretBytes> unwrapKey(const SecretBytes& epochKey, qint64 epoch, QByteArrayView actionId,
                              QByteArrayView wrapped)
{
    if (wrapped.size() != kHeaderSize + kKeySize + kTagSize)
        return Error(ErrorCode::DataLoss, "a wrapped action key has the wrong size");
    SecretBytes actionKey = SecretBytes::random(kKeySize);
    if (!decrypt(wrapped, epochKey, associatedData(epoch, actionId), actionKey.mutableData()))
        return Error(ErrorCode::DataLoss,
                     "a wrapped action key does not open with its epoch and action");
    return actionKey;
}

KeyEpoch KeyEpoch::generate(qint64 number)
{
    return {number, SecretBytes::random(kKeySize), SecretBytes::random(kKeySize)};
}

SecretBytes KeyEpoch::toSecret() const
{
    LK_ASSERT(epochKey.size() == kKeySize && viewKey.size() == kKeySize);
    SecretBytes both = SecretBytes::random(2 * kKeySize);
    std::memcpy(both.mutableData(), epochKey.data(), kKeySize);
    std::memcpy(both.mutableData() + kKeySize, viewKey.data(), kKeySize);
    return both;
}

Result<KeyEpoch> KeyEpoch::fromSecret(qint64 number, const SecretBytes& secret)
{
    if (secret.size() != 2 * kKeySize)
        return Error(ErrorCode::InvalidArgument, "an epoch secret does not have 64 bytes");
    return KeyEpoch{number, SecretBytes(secret.view().first(kKeySize)),
                    SecretBytes(secret.view().sliced(kKeySize))};
}

} // namespace lockkeeper
