// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/keys/sealing.h"

#include <QSet>
#include <QTest>

using namespace lockkeeper;

namespace {

const SealContext kContext{QByteArray(32, 's'), SealedKind::Arguments, 1};

QByteArray flipped(QByteArray bytes, qsizetype at)
{
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    return bytes;
}

} // namespace

class SealingTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(initialiseCrypto()); }

    void seal_anySize_opensAgain();
    void seal_twice_isNeverTheSame();
    void seal_sameClass_hasTheSameLength();
    void unseal_everyChangedByte_isDataLoss();
    void unseal_everyShorterOrLonger_isDataLoss();
    void unseal_otherContextOrKey_isDataLoss();
    void wrapKey_opensOnlyForItsActionAndEpoch();
    void unwrapKey_everyChangedByte_isDataLoss();
    void keyEpoch_toSecretAndBack_isTheSame();
    void keyEpoch_wrongSize_isInvalidArgument();
};

void SealingTest::seal_anySize_opensAgain()
{
    const SecretBytes key = SecretBytes::random(32);
    for (const int size : {0, 1, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025, 4095, 4096, 4097,
                           8192, 100'000, 8 * 1024 * 1024}) {
        const QByteArray plain = randomBytes(size);
        const QByteArray sealed = seal(key, kContext, plain);
        const auto opened = unseal(key, kContext, sealed);
        QVERIFY2(opened, QByteArray::number(size).constData());
        QVERIFY(*opened == plain);
        QVERIFY(size < 32 || !sealed.contains(plain.first(32)));
    }
}

void SealingTest::seal_twice_isNeverTheSame()
{
    const SecretBytes key = SecretBytes::random(32);
    QSet<QByteArray> seen;
    for (int i = 0; i < 100; ++i)
        seen.insert(seal(key, kContext, "same"));
    QCOMPARE(seen.size(), 100);
}

void SealingTest::seal_sameClass_hasTheSameLength()
{
    const SecretBytes key = SecretBytes::random(32);
    const auto sealedSize = [&key](int size) {
        return seal(key, kContext, QByteArray(size, 'x')).size();
    };
    const qsizetype overhead = sealedSize(0) - 64;
    const QList<std::pair<int, int>> cases = {
        {0, 64},      {1, 64},       {64, 64},       {65, 256},     {256, 256},
        {257, 1024},  {1024, 1024},  {1025, 4096},   {4096, 4096},  {4097, 8192},
        {8192, 8192}, {8193, 12288}, {12288, 12288}, {12289, 16384}};
    for (const auto& [size, padded] : cases)
        QCOMPARE(sealedSize(size) - overhead, padded);
}

void SealingTest::unseal_everyChangedByte_isDataLoss()
{
    const SecretBytes key = SecretBytes::random(32);
    const QByteArray sealed = seal(key, kContext, "to be kept");
    for (qsizetype i = 0; i < sealed.size(); ++i) {
        const auto refused = unseal(key, kContext, flipped(sealed, i));
        QVERIFY2(!refused, QByteArray::number(i).constData());
        QCOMPARE(refused.error().code(), ErrorCode::DataLoss);
    }
}

void SealingTest::unseal_everyShorterOrLonger_isDataLoss()
{
    const SecretBytes key = SecretBytes::random(32);
    const QByteArray sealed = seal(key, kContext, "to be kept");
    for (qsizetype size = 0; size < sealed.size(); ++size) {
        const auto refused = unseal(key, kContext, sealed.first(size));
        QVERIFY2(!refused, QByteArray::number(size).constData());
        QCOMPARE(refused.error().code(), ErrorCode::DataLoss);
    }
    QVERIFY(!unseal(key, kContext, sealed + '\0'));
}

void SealingTest::unseal_otherContextOrKey_isDataLoss()
{
    const SecretBytes key = SecretBytes::random(32);
    const QByteArray sealed = seal(key, kContext, "to be kept");
    QList<SealContext> others;
    for (int kind = 1; kind <= 7; ++kind) {
        if (kind != static_cast<int>(kContext.kind))
            others.append({kContext.bound, static_cast<SealedKind>(kind), kContext.attempt});
    }
    for (const qint64 attempt : {qint64(0), qint64(2), qint64(-1), qint64(1) << 32})
        others.append({kContext.bound, kContext.kind, attempt});
    for (const QByteArray& bound : {QByteArray(), kContext.bound.chopped(1), kContext.bound + 's',
                                    flipped(kContext.bound, 0)})
        others.append({bound, kContext.kind, kContext.attempt});
    for (const SealContext& other : others) {
        const auto refused = unseal(key, other, sealed);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::DataLoss);
    }
    SecretBytes otherKey(key.view());
    otherKey.mutableData()[31] ^= 1;
    QVERIFY(!unseal(otherKey, kContext, sealed));
    QVERIFY(unseal(SecretBytes(key.view()), kContext, sealed));
}

void SealingTest::wrapKey_opensOnlyForItsActionAndEpoch()
{
    const SecretBytes epochKey = SecretBytes::random(32);
    const SecretBytes actionKey = SecretBytes::random(32);
    const QByteArray wrapped = wrapKey(epochKey, 3, "action-1", actionKey);
    const auto opened = unwrapKey(epochKey, 3, "action-1", wrapped);
    QVERIFY(opened);
    QVERIFY(opened->view() == actionKey.view());
    for (const auto& refused :
         {unwrapKey(epochKey, 4, "action-1", wrapped), unwrapKey(epochKey, 3, "action-2", wrapped),
          unwrapKey(epochKey, 3, "action-", wrapped),
          unwrapKey(SecretBytes::random(32), 3, "action-1", wrapped)}) {
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::DataLoss);
    }
}

void SealingTest::unwrapKey_everyChangedByte_isDataLoss()
{
    const SecretBytes epochKey = SecretBytes::random(32);
    const QByteArray wrapped = wrapKey(epochKey, 1, "a", SecretBytes::random(32));
    for (qsizetype i = 0; i < wrapped.size(); ++i) {
        QVERIFY2(!unwrapKey(epochKey, 1, "a", flipped(wrapped, i)),
                 QByteArray::number(i).constData());
        QVERIFY(!unwrapKey(epochKey, 1, "a", wrapped.first(i)));
    }
}

void SealingTest::keyEpoch_toSecretAndBack_isTheSame()
{
    const KeyEpoch epoch = KeyEpoch::generate(7);
    QVERIFY(epoch.epochKey.view() != epoch.viewKey.view());
    const auto again = KeyEpoch::fromSecret(7, epoch.toSecret());
    QVERIFY(again);
    QCOMPARE(again->number, 7);
    QVERIFY(again->epochKey.view() == epoch.epochKey.view());
    QVERIFY(again->viewKey.view() == epoch.viewKey.view());
}

void SealingTest::keyEpoch_wrongSize_isInvalidArgument()
{
    for (const int size : {0, 32, 63, 65}) {
        const auto refused = KeyEpoch::fromSecret(1, SecretBytes(QByteArray(size, 'x')));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code(), ErrorCode::InvalidArgument);
    }
}

QTEST_GUILESS_MAIN(SealingTest)
#include "tst_sealing.moc"
