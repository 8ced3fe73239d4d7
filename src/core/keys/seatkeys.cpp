// SPDX-License-Identifier: Apache-2.0
#include "core/keys/seatkeys.h"

#include "core/base/assert.h"
#include "core/base/digest.h"

#include <QtEndian>

#include <sodium.h>

namespace lockkeeper {

namespace {

constexpr int kSecretSize = 32;
static_assert(crypto_sign_SEEDBYTES == kSecretSize);
static_assert(crypto_box_SECRETKEYBYTES == kSecretSize);

const unsigned char* raw(QByteArrayView bytes)
{
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

unsigned char* raw(QByteArray& bytes)
{
    return reinterpret_cast<unsigned char*>(bytes.data());
}

enum class SigningKey { Record, Decision };

struct PurposeRule
{
    const char* tag;
    SigningKey key;
};

PurposeRule ruleOf(SignaturePurpose purpose)
{
    switch (purpose) {
    case SignaturePurpose::WaveEnd:
        return {"lockkeeper/wave-end/1", SigningKey::Record};
    case SignaturePurpose::Guard:
        return {"lockkeeper/guard/1", SigningKey::Record};
    case SignaturePurpose::Receipt:
        return {"lockkeeper/receipt/1", SigningKey::Record};
    case SignaturePurpose::Decision:
        return {"lockkeeper/decision/1", SigningKey::Decision};
    case SignaturePurpose::Determination:
        return {"lockkeeper/determination/1", SigningKey::Decision};
    case SignaturePurpose::AcceptedRevision:
        return {"lockkeeper/accepted-revision/1", SigningKey::Decision};
    case SignaturePurpose::OperatorProof:
        return {"lockkeeper/operator-proof/1", SigningKey::Decision};
    }
    invariantFailed("a known signature purpose", __FILE__, __LINE__);
}

/// What is really signed: the tag's length (8 bytes, big endian), the tag, the bytes.
QByteArray signedMessage(const PurposeRule& rule, QByteArrayView bytes)
{
    const QByteArrayView tag(rule.tag);
    QByteArray message;
    message.reserve(8 + tag.size() + bytes.size());
    message.resize(8);
    qToBigEndian<quint64>(static_cast<quint64>(tag.size()), message.data());
#ifndef LOCKKEEPER_FAULT_PURPOSE_IGNORED
    message.append(tag);
#endif
    message.append(bytes);
    return message;
}

struct SigningPair
{
    QByteArray publicKey;
    SecretBytes signingKey;
};

SigningPair expandSeed(const SecretBytes& seed)
{
    SigningPair pair;
    pair.publicKey.resize(crypto_sign_PUBLICKEYBYTES);
    pair.signingKey = SecretBytes::random(crypto_sign_SECRETKEYBYTES);
    crypto_sign_seed_keypair(raw(pair.publicKey), pair.signingKey.mutableData(), seed.data());
    return pair;
}

} // namespace

bool verifySignature(const SeatPublicKeys& keys, SignaturePurpose purpose, QByteArrayView bytes,
                     QByteArrayView signature)
{
    const PurposeRule rule = ruleOf(purpose);
    const QByteArray& key = rule.key == SigningKey::Record ? keys.recordKey : keys.decisionKey;
    if (key.size() != crypto_sign_PUBLICKEYBYTES || signature.size() != crypto_sign_BYTES)
        return false;
    const QByteArray message = signedMessage(rule, bytes);
    return crypto_sign_verify_detached(raw(signature), raw(QByteArrayView(message)),
                                       static_cast<unsigned long long>(message.size()),
                                       raw(QByteArrayView(key))) == 0;
}

SeatKeys SeatKeys::generate()
{
    auto keys = fromSecrets(SecretBytes::random(kSecretSize), SecretBytes::random(kSecretSize),
                            SecretBytes::random(kSecretSize));
    LK_ASSERT(keys.has_value());
    return *keys;
}

Result<SeatKeys> SeatKeys::fromSecrets(const SecretBytes& record,
                                       const std::optional<SecretBytes>& decision,
                                       const SecretBytes& seal, const QByteArray& decisionPublicKey)
{
    if (record.size() != kSecretSize || seal.size() != kSecretSize ||
        (decision && decision->size() != kSecretSize))
        return Error(ErrorCode::InvalidArgument, "a seat secret does not have 32 bytes");
    if (!decision && decisionPublicKey.size() != crypto_sign_PUBLICKEYBYTES)
        return Error(ErrorCode::InvalidArgument,
                     "without the decision secret its public key (32 bytes) must be given");

    SeatKeys keys;
    SigningPair recordPair = expandSeed(record);
    keys.m_record = record;
    keys.m_recordSigning = std::move(recordPair.signingKey);
    keys.m_public.recordKey = std::move(recordPair.publicKey);
    keys.m_seal = seal;
    keys.m_public.sealKey.resize(crypto_box_PUBLICKEYBYTES);
    if (crypto_scalarmult_base(raw(keys.m_public.sealKey), seal.data()) != 0)
        return Error(ErrorCode::InvalidArgument, "the seal secret has no public key");
    keys.m_public.decisionKey = decisionPublicKey;
    if (decision) {
        SigningPair pair = expandSeed(*decision);
        if (!decisionPublicKey.isEmpty() && decisionPublicKey != pair.publicKey)
            return Error(ErrorCode::InvalidArgument,
                         "the decision secret does not belong to the given public key");
        keys.m_decision = decision;
        keys.m_decisionSigning = std::move(pair.signingKey);
        keys.m_public.decisionKey = std::move(pair.publicKey);
    }
    return keys;
}

Result<SeatKeys> SeatKeys::withDecisionSecret(const SecretBytes& decision) const
{
    return fromSecrets(m_record, decision, m_seal, m_public.decisionKey);
}

Result<QByteArray> SeatKeys::sign(SignaturePurpose purpose, QByteArrayView bytes) const
{
    const PurposeRule rule = ruleOf(purpose);
    const SecretBytes& key = rule.key == SigningKey::Record ? m_recordSigning : m_decisionSigning;
    if (key.isEmpty())
        return Error(ErrorCode::FailedPrecondition, "the decision key is not unwrapped");
    const QByteArray message = signedMessage(rule, bytes);
    QByteArray signature(crypto_sign_BYTES, Qt::Uninitialized);
    crypto_sign_detached(raw(signature), nullptr, raw(QByteArrayView(message)),
                         static_cast<unsigned long long>(message.size()), key.data());
    return signature;
}

Result<SecretBytes> SeatKeys::openWrapped(QByteArrayView wrapped) const
{
    const qsizetype size = wrapped.size() - static_cast<qsizetype>(crypto_box_SEALBYTES);
    if (size <= 0)
        return Error(ErrorCode::DataLoss, "a wrapped secret is too short");
    SecretBytes secret = SecretBytes::random(static_cast<int>(size));
    if (crypto_box_seal_open(secret.mutableData(), raw(wrapped),
                             static_cast<unsigned long long>(wrapped.size()),
                             raw(QByteArrayView(m_public.sealKey)), m_seal.data()) != 0)
        return Error(ErrorCode::DataLoss, "a wrapped secret is damaged or not for this seat");
    return secret;
}

QByteArray wrapForSeat(const SecretBytes& secret, const SeatPublicKeys& seat)
{
    LK_ASSERT(seat.sealKey.size() == crypto_box_PUBLICKEYBYTES && !secret.isEmpty());
    QByteArray wrapped(secret.size() + static_cast<qsizetype>(crypto_box_SEALBYTES),
                       Qt::Uninitialized);
    const int code =
        crypto_box_seal(raw(wrapped), secret.data(), static_cast<unsigned long long>(secret.size()),
                        raw(QByteArrayView(seat.sealKey)));
    LK_ASSERT(code == 0);
    return wrapped;
}

} // namespace lockkeeper
