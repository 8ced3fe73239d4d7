// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/plaintext.h"

#include <QTest>

using namespace lockkeeper;

class TestPlainText : public QObject
{
    Q_OBJECT

private slots:
    void hiddenCharacters_areShownAsCodes_B60_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("plain") << QByteArray("a b/ü-漢 “x”") << QByteArray("a b/ü-漢 “x”");
        QTest::newRow("bidi") << QByteArray("\u202Eevil") << QByteArray("<U+202E>evil");
        QTest::newRow("escape") << QByteArray("\x1b[2Jx") << QByteArray("<U+001B>[2Jx");
        QTest::newRow("newline") << QByteArray("a\nb\r\tc")
                                 << QByteArray("a<U+000A>b<U+000D><U+0009>c");
        QTest::newRow("c1") << QByteArray("\u009b31m") << QByteArray("<U+009B>31m");
        QTest::newRow("zero width")
            << QByteArray("a\u200bb\u2060") << QByteArray("a<U+200B>b<U+2060>");
        QTest::newRow("no-break space") << QByteArray("a\u00a0b") << QByteArray("a<U+00A0>b");
        QTest::newRow("tag") << QByteArray("\U000E0041") << QByteArray("<U+E0041>");
        QTest::newRow("variation selector") << QByteArray("\U000E0101") << QByteArray("<U+E0101>");
        QTest::newRow("musical") << QByteArray("\U0001D173") << QByteArray("<U+1D173>");
        QTest::newRow("shorthand") << QByteArray("\U0001BCA0") << QByteArray("<U+1BCA0>");
        QTest::newRow("hangul filler") << QByteArray("\u3164") << QByteArray("<U+3164>");
        QTest::newRow("line separator") << QByteArray("\u2028") << QByteArray("<U+2028>");
        QTest::newRow("private use") << QByteArray("\ue000") << QByteArray("<U+E000>");
        QTest::newRow("bad utf-8") << QByteArray("a\xff") << QByteArray("a\ufffd");
    }
    void hiddenCharacters_areShownAsCodes_B60()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(ctl::plainText(text), shown);
    }

    void table_isAligned()
    {
        QCOMPARE(ctl::alignedTable({{"A", "BB"}, {"ccc", "d"}, {"ü", "e"}}),
                 QByteArray("A    BB\nccc  d\nü    e\n"));
        QCOMPARE(ctl::alignedTable({}), QByteArray());
    }
};

QTEST_GUILESS_MAIN(TestPlainText)
#include "tst_plaintext.moc"
