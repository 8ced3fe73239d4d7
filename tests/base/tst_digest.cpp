// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"

#include <QTest>

#include <set>

using namespace lockkeeper;

class DigestTest : public QObject
{
    Q_OBJECT

private slots:
    void sha256_knownVectors_agree_data();
    void sha256_knownVectors_agree();
    void taggedDigest_layout_isLengthPrefixed();
    void taggedDigest_movedByte_changesTheDigest();
    void keyedDigest_everyInput_changesTheDigest();
    void equalConstantTime_comparesAllBytes();
};

void DigestTest::sha256_knownVectors_agree_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("hex");
    // FIPS 180-4 examples (NIST) and the empty message.
    QTest::newRow("empty")
        << QByteArray()
        << QByteArray("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    QTest::newRow("abc") << QByteArray("abc")
                         << QByteArray(
                                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    QTest::newRow("two blocks")
        << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        << QByteArray("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    QTest::newRow("a million a")
        << QByteArray(1'000'000, 'a')
        << QByteArray("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

void DigestTest::sha256_knownVectors_agree()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, hex);
    QCOMPARE(sha256(bytes).toHex(), hex);
}

void DigestTest::taggedDigest_layout_isLengthPrefixed()
{
    const QByteArray layout = QByteArray::fromHex("0000000000000003") + "tag" +
                              QByteArray::fromHex("0000000000000002") + "ab" +
                              QByteArray::fromHex("0000000000000000");
    QCOMPARE(taggedDigest("tag", {"ab", ""}).toHex(), sha256(layout).toHex());
}

void DigestTest::taggedDigest_movedByte_changesTheDigest()
{
    const std::set<QByteArray> digests = {
        taggedDigest("t", {"ab", "cd"}), taggedDigest("t", {"a", "bcd"}),
        taggedDigest("t", {"abc", "d"}), taggedDigest("t", {"abcd", ""}),
        taggedDigest("t", {"", "abcd"}), taggedDigest("t", {"abcd"}),
        taggedDigest("ta", {"b", "cd"}), taggedDigest("", {"tab", "cd"}),
        taggedDigest("t", {"cd", "ab"}), taggedDigest("T", {"ab", "cd"}),
        taggedDigest("tabcd", {})};
    QCOMPARE(digests.size(), std::size_t{11});
    QCOMPARE(taggedDigest("t", {"ab", "cd"}), taggedDigest("t", {"ab", "cd"}));
    QCOMPARE(taggedDigest("t", {}).size(), qsizetype{kDigestSize});
}

void DigestTest::keyedDigest_everyInput_changesTheDigest()
{
    const QByteArray key(32, 'k');
    const QByteArray otherKey = QByteArray(31, 'k') + 'l';
    const std::set<QByteArray> digests = {
        keyedDigest(key, "t", {"ab", "cd"}), keyedDigest(otherKey, "t", {"ab", "cd"}),
        keyedDigest(key, "u", {"ab", "cd"}), keyedDigest(key, "t", {"a", "bcd"}),
        keyedDigest(key, "ta", {"b", "cd"}), keyedDigest(key, "t", {"abcd"}),
        taggedDigest("t", {"ab", "cd"})};
    QCOMPARE(digests.size(), std::size_t{7});
    QCOMPARE(keyedDigest(key, "t", {"ab"}), keyedDigest(key, "t", {"ab"}));
    QCOMPARE(keyedDigest(key, "t", {}).size(), qsizetype{kDigestSize});
}

void DigestTest::equalConstantTime_comparesAllBytes()
{
    QVERIFY(equalConstantTime("", ""));
    QVERIFY(equalConstantTime("abc", QByteArray("abc")));
    QVERIFY(!equalConstantTime("abc", "abd"));
    QVERIFY(!equalConstantTime("abc", "xbc"));
    QVERIFY(!equalConstantTime("abc", "ab"));
    QVERIFY(!equalConstantTime("", "a"));
    const QByteArray withNul("a\0b", 3);
    QVERIFY(!equalConstantTime(withNul, QByteArray("a\0c", 3)));
}

QTEST_GUILESS_MAIN(DigestTest)
#include "tst_digest.moc"
