// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/base/secretbytes.h"

#include <QTest>

using namespace lockkeeper;

class SecretBytesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(initialiseCrypto()); }
    void defaultMade_isEmpty();
    void copied_bytes_areKept();
    void copies_shareTheBytes();
    void random_isNeverTheSame();
    void wipe_anyBytes_becomeEmpty();
    void wipe_sharedBuffer_leavesTheOtherCopy();
};

void SecretBytesTest::defaultMade_isEmpty()
{
    for (const SecretBytes& secret : {SecretBytes(), SecretBytes(QByteArrayView())}) {
        QVERIFY(secret.isEmpty());
        QCOMPARE(secret.size(), qsizetype{0});
        QVERIFY(secret.view().isEmpty());
    }
}

void SecretBytesTest::copied_bytes_areKept()
{
    QByteArray source("a\0secret", 8);
    const SecretBytes secret(source);
    wipe(source);
    QVERIFY(source.isEmpty());
    QVERIFY(!secret.isEmpty());
    QVERIFY(secret.view() == QByteArrayView("a\0secret", 8));
}

void SecretBytesTest::copies_shareTheBytes()
{
    SecretBytes copy;
    {
        SecretBytes secret(QByteArrayView("secret"));
        copy = secret;
        QCOMPARE(copy.data(), secret.data());
        secret.mutableData()[0] = 'S';
    }
    QVERIFY(copy.view() == QByteArrayView("Secret"));
}

void SecretBytesTest::random_isNeverTheSame()
{
    const SecretBytes a = SecretBytes::random(32);
    const SecretBytes b = SecretBytes::random(32);
    QCOMPARE(a.size(), qsizetype{32});
    QVERIFY(a.view() != b.view());
    QVERIFY(a.view() != QByteArrayView(QByteArray(32, '\0')));
}

void SecretBytesTest::wipe_anyBytes_becomeEmpty()
{
    QByteArray empty;
    wipe(empty);
    QVERIFY(empty.isEmpty());
    QByteArray bytes("secret");
    wipe(bytes);
    QVERIFY(bytes.isEmpty());
}

void SecretBytesTest::wipe_sharedBuffer_leavesTheOtherCopy()
{
    QByteArray bytes("secret");
    const QByteArray other = bytes;
    wipe(bytes);
    QVERIFY(bytes.isEmpty());
    QCOMPARE(other, QByteArray("secret"));
}

QTEST_GUILESS_MAIN(SecretBytesTest)
#include "tst_secretbytes.moc"
