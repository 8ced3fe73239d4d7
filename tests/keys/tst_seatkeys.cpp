// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/keys/pinprotection.h"
#include "core/keys/seatkeys.h"

#include <QTest>

using namespace lockkeeper;

namespace {

constexpr std::array kPurposes = {
    SignaturePurpose::WaveEnd,       SignaturePurpose::Guard,
    SignaturePurpose::Receipt,       SignaturePurpose::Decision,
    SignaturePurpose::Determination, SignaturePurpose::AcceptedRevision,
    SignaturePurpose::OperatorProof,
};

SecretBytes filled(char byte)
{
    return SecretBytes(QByteArray(32, byte));
}

} // namespace

class SeatKeysTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(initialiseCrypto()); }

    void sign_eachPurpose_verifiesAsThatPurposeOnly();
    void sign_everyChangedByte_doesNotVerify();
    void verify_wrongSizes_areFalse();
    void verify_keysOfAnotherSeat_isFalse();
    void fromSecrets_sameSecrets_givesSameKeys();
    void fromSecrets_wrongSize_isInvalidArgument();
    void fromSecrets_withoutDecisionSecret_cannotDecide();
    void withDecisionSecret_ofAnotherKey_isInvalidArgument();
    void wrapForSeat_opensForThatSeatOnly();
    void openWrapped_everyChangedByte_isDataLoss();
    void pin_wrapped_opensWithThatPinOnly();
    void pin_tooShort_isInvalidArgument();
    void pin_changedItem_neverGivesASecret();
};

void SeatKeysTest::sign_eachPurpose_verifiesAsThatPurposeOnly()
{
    // One secret for both signing keys: only the type tag keeps the purposes apart then.
    const auto same = SeatKeys::fromSecrets(filled('a'), filled('a'), filled('s'));
    const SeatKeys different = SeatKeys::generate();
    QVERIFY(same);
    for (const SeatKeys& keys : {*same, different}) {
        for (const SignaturePurpose made : kPurposes) {
            const auto signature = keys.sign(made, "bytes");
            QVERIFY(signature);
            for (const SignaturePurpose asked : kPurposes)
                QCOMPARE(verifySignature(keys.publicKeys(), asked, "bytes", *signature),
                         made == asked);
        }
    }
    // The key of the other type is refused even when everything else is right.
    SeatPublicKeys swapped = different.publicKeys();
    std::swap(swapped.recordKey, swapped.decisionKey);
    for (const SignaturePurpose purpose : kPurposes)
        QVERIFY(!verifySignature(swapped, purpose, "bytes", *different.sign(purpose, "bytes")));
}

void SeatKeysTest::sign_everyChangedByte_doesNotVerify()
{
    const SeatKeys keys = SeatKeys::generate();
    const QByteArray bytes("\0one decision\xff", 14);
    const QByteArray signature = *keys.sign(SignaturePurpose::Decision, bytes);
    QVERIFY(verifySignature(keys.publicKeys(), SignaturePurpose::Decision, bytes, signature));
    for (qsizetype i = 0; i < signature.size(); ++i) {
        QByteArray changed = signature;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        QVERIFY(!verifySignature(keys.publicKeys(), SignaturePurpose::Decision, bytes, changed));
    }
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        QByteArray changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        QVERIFY(
            !verifySignature(keys.publicKeys(), SignaturePurpose::Decision, changed, signature));
    }
    QVERIFY(!verifySignature(keys.publicKeys(), SignaturePurpose::Decision, bytes.chopped(1),
                             signature));
    QVERIFY(
        !verifySignature(keys.publicKeys(), SignaturePurpose::Decision, bytes + '\0', signature));
}

void SeatKeysTest::verify_wrongSizes_areFalse()
{
    const SeatKeys keys = SeatKeys::generate();
    const QByteArray signature = *keys.sign(SignaturePurpose::Guard, "x");
    for (const QByteArray& wrong : {QByteArray(), signature.chopped(1), signature + 'x'})
        QVERIFY(!verifySignature(keys.publicKeys(), SignaturePurpose::Guard, "x", wrong));
    SeatPublicKeys damaged = keys.publicKeys();
    for (const QByteArray& wrong : {QByteArray(), damaged.recordKey.chopped(1)}) {
        damaged.recordKey = wrong;
        QVERIFY(!verifySignature(damaged, SignaturePurpose::Guard, "x", signature));
    }
}

void SeatKeysTest::verify_keysOfAnotherSeat_isFalse()
{
    const SeatKeys keys = SeatKeys::generate();
    const SeatKeys other = SeatKeys::generate();
    for (const SignaturePurpose purpose : kPurposes)
        QVERIFY(!verifySignature(other.publicKeys(), purpose, "x", *keys.sign(purpose, "x")));
}

void SeatKeysTest::fromSecrets_sameSecrets_givesSameKeys()
{
    const SeatKeys keys = SeatKeys::generate();
    const auto again =
        SeatKeys::fromSecrets(keys.recordSecret(), keys.decisionSecret(), keys.sealSecret());
    QVERIFY(again);
    QCOMPARE(again->publicKeys(), keys.publicKeys());
    QVERIFY(keys.publicKeys().recordKey != keys.publicKeys().decisionKey);
    QVERIFY(keys.publicKeys() != SeatKeys::generate().publicKeys());
}

void SeatKeysTest::fromSecrets_wrongSize_isInvalidArgument()
{
    for (const int size : {0, 1, 31, 33, 64}) {
        const SecretBytes wrong(QByteArray(size, 'x'));
        const SecretBytes good = filled('g');
        for (const auto& result :
             {SeatKeys::fromSecrets(wrong, good, good), SeatKeys::fromSecrets(good, wrong, good),
              SeatKeys::fromSecrets(good, good, wrong)}) {
            QVERIFY(!result);
            QCOMPARE(result.error().code(), ErrorCode::InvalidArgument);
        }
    }
    QVERIFY(!SeatKeys::fromSecrets(filled('r'), std::nullopt, filled('s')));
}

void SeatKeysTest::fromSecrets_withoutDecisionSecret_cannotDecide()
{
    const SeatKeys keys = SeatKeys::generate();
    const auto locked = SeatKeys::fromSecrets(keys.recordSecret(), std::nullopt, keys.sealSecret(),
                                              keys.publicKeys().decisionKey);
    QVERIFY(locked);
    QCOMPARE(locked->publicKeys(), keys.publicKeys());
    QVERIFY(locked->sign(SignaturePurpose::WaveEnd, "x"));
    for (const auto purpose : {SignaturePurpose::Decision, SignaturePurpose::OperatorProof}) {
        const auto refused = locked->sign(purpose, "x");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::FailedPrecondition);
    }
    const auto open = locked->withDecisionSecret(*keys.decisionSecret());
    QVERIFY(open);
    const auto signature = open->sign(SignaturePurpose::Decision, "x");
    QVERIFY(signature);
    QVERIFY(verifySignature(keys.publicKeys(), SignaturePurpose::Decision, "x", *signature));
}

void SeatKeysTest::withDecisionSecret_ofAnotherKey_isInvalidArgument()
{
    const auto refused = SeatKeys::generate().withDecisionSecret(filled('d'));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code(), ErrorCode::InvalidArgument);
}

void SeatKeysTest::wrapForSeat_opensForThatSeatOnly()
{
    const SeatKeys keys = SeatKeys::generate();
    const SecretBytes secret = SecretBytes::random(64);
    const QByteArray wrapped = wrapForSeat(secret, keys.publicKeys());
    QVERIFY(wrapped != wrapForSeat(secret, keys.publicKeys()));
    const auto opened = keys.openWrapped(wrapped);
    QVERIFY(opened);
    QVERIFY(opened->view() == secret.view());
    const auto refused = SeatKeys::generate().openWrapped(wrapped);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code(), ErrorCode::DataLoss);
}

void SeatKeysTest::openWrapped_everyChangedByte_isDataLoss()
{
    const SeatKeys keys = SeatKeys::generate();
    const QByteArray wrapped = wrapForSeat(filled('e'), keys.publicKeys());
    for (qsizetype i = 0; i < wrapped.size(); ++i) {
        QByteArray changed = wrapped;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        const auto refused = keys.openWrapped(changed);
        QVERIFY2(!refused, QByteArray::number(i).constData());
        QCOMPARE(refused.error().code(), ErrorCode::DataLoss);
    }
    for (const qsizetype size : {qsizetype(0), qsizetype(47), qsizetype(48), wrapped.size() - 1})
        QVERIFY(!keys.openWrapped(wrapped.first(size)));
}

void SeatKeysTest::pin_wrapped_opensWithThatPinOnly()
{
    const SeatKeys keys = SeatKeys::generate();
    const auto wrapped = wrapDecisionKey(*keys.decisionSecret(), "correct horse");
    QVERIFY(wrapped);
    QVERIFY(isWrappedDecisionKey(*wrapped));
    QVERIFY(!isWrappedDecisionKey(keys.decisionSecret()->view()));
    QVERIFY(!wrapped->contains(keys.decisionSecret()->view().toByteArray()));
    QCOMPARE(*wrappedDecisionPublicKey(*wrapped), keys.publicKeys().decisionKey);
    const auto secret = unwrapDecisionKey(*wrapped, "correct horse");
    QVERIFY(secret);
    QVERIFY(secret->view() == keys.decisionSecret()->view());
    const auto refused = unwrapDecisionKey(*wrapped, "correct horsf");
    QVERIFY(!refused);
    QCOMPARE(refused.error().code(), ErrorCode::PermissionDenied);
}

void SeatKeysTest::pin_tooShort_isInvalidArgument()
{
    for (const QByteArray& pin : {QByteArray(), QByteArray("1234567"),
                                  QByteArray("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"), // 4 characters
                                  QByteArray("12345678\xff")}) {
        const auto refused = wrapDecisionKey(filled('d'), pin);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::InvalidArgument);
    }
    QVERIFY(!wrapDecisionKey(SecretBytes(QByteArray(31, 'd')), "12345678"));
}

void SeatKeysTest::pin_changedItem_neverGivesASecret()
{
    const QByteArray wrapped = *wrapDecisionKey(filled('d'), "12345678");
    // Version, public key, box: the salt and the nonce act like another PIN.
    const QList<std::pair<qsizetype, ErrorCode>> cases = {
        {0, ErrorCode::DataLoss},
        {17, ErrorCode::DataLoss},
        {wrapped.size() - 1, ErrorCode::PermissionDenied},
    };
    for (const auto& [at, code] : cases) {
        QByteArray changed = wrapped;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        const auto refused = unwrapDecisionKey(changed, "12345678");
        QVERIFY2(!refused, QByteArray::number(at).constData());
        QCOMPARE(refused.error().code(), code);
    }
    QVERIFY(!unwrapDecisionKey(wrapped.chopped(1), "12345678"));
    QVERIFY(!unwrapDecisionKey({}, "12345678"));
}

QTEST_GUILESS_MAIN(SeatKeysTest)
#include "tst_seatkeys.moc"
