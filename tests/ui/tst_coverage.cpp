// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/coverage.h"

#include <QTest>

#include <random>

using lockkeeper::ByteRange;
using lockkeeper::Coverage;

class TestCoverage final : public QObject
{
    Q_OBJECT

private slots:
    void nothingSeen_isZero();
    void noBytes_areNeverWhole();
    void lastByte_doesNotCountTheMiddle();
    void oneMissingByte_isNotAHundred();
    void overlap_countsOnce();
    void outside_isLeftOut();
    void ranges_inAnyOrder_agreeWithAMap();
};

void TestCoverage::nothingSeen_isZero()
{
    const Coverage coverage(100);
    QCOMPARE(coverage.percent(), 0);
    QVERIFY2(!coverage.isWhole(), "nothing was painted");
    QCOMPARE(coverage.missing(), QList<ByteRange>({{0, 100}}));
}

void TestCoverage::noBytes_areNeverWhole()
{
    Coverage coverage(0);
    QVERIFY2(!coverage.add({0, 1}), "there is no such byte");
    QVERIFY2(!coverage.isWhole(), "an empty card has shown nothing");
    QCOMPARE(coverage.percent(), 0);
    QCOMPARE(Coverage(-5).total(), qsizetype(0));
}

void TestCoverage::lastByte_doesNotCountTheMiddle()
{
    Coverage coverage(1000);
    coverage.add({0, 100});
    coverage.add({900, 1000});
    QCOMPARE(coverage.percent(), 20);
    QVERIFY2(!coverage.isWhole(), "the bytes from 100 to 900 have not been on screen");
    QCOMPARE(coverage.missing(), QList<ByteRange>({{100, 900}}));
    coverage.add({100, 900});
    QVERIFY2(coverage.isWhole(), "every byte has been on screen");
    QCOMPARE(coverage.percent(), 100);
}

void TestCoverage::oneMissingByte_isNotAHundred()
{
    constexpr qsizetype kSize = 10 * 1024 * 1024;
    Coverage coverage(kSize);
    coverage.add({0, kSize / 2});
    coverage.add({kSize / 2 + 1, kSize});
    QCOMPARE(coverage.percent(), 99);
    QVERIFY2(!coverage.isWhole(), "one byte has not been on screen");
    QCOMPARE(coverage.seen(), kSize - 1);
}

void TestCoverage::overlap_countsOnce()
{
    Coverage coverage(100);
    QVERIFY2(coverage.add({10, 20}), "ten new bytes");
    QVERIFY2(!coverage.add({12, 18}), "they were known");
    QVERIFY2(coverage.add({15, 30}), "ten of them are new");
    QVERIFY2(coverage.add({5, 10}), "they touch the known ones");
    QCOMPARE(coverage.seen(), qsizetype(25));
    QCOMPARE(coverage.missing(), QList<ByteRange>({{0, 5}, {30, 100}}));
}

void TestCoverage::outside_isLeftOut()
{
    Coverage coverage(10);
    QVERIFY2(!coverage.add({5, 5}), "an empty range");
    QVERIFY2(!coverage.add({7, 3}), "a range that ends before it begins");
    QVERIFY2(!coverage.add({10, 20}), "behind the end");
    QVERIFY2(coverage.add({-5, 3}), "three bytes of it are there");
    QVERIFY2(coverage.add({8, 50}), "two bytes of it are there");
    QCOMPARE(coverage.seen(), qsizetype(5));
}

void TestCoverage::ranges_inAnyOrder_agreeWithAMap()
{
    constexpr int kSize = 200;
    constexpr unsigned kSeed = 7;
    std::mt19937 random(kSeed);
    std::uniform_int_distribution<int> place(-3, kSize + 3);
    for (int round = 0; round < 200; ++round) {
        Coverage coverage(kSize);
        QList<bool> map(kSize, false);
        for (int step = 0; step < 40; ++step) {
            const int from = place(random);
            const int to = from + place(random) / 8;
            bool isNew = false;
            for (int i = std::max(from, 0); i < std::min(to, kSize); ++i) {
                isNew = isNew || !map[i];
                map[i] = true;
            }
            const bool told = coverage.add({from, to});
            QVERIFY2(told == isNew, "add() says whether a byte is new");
            QCOMPARE(coverage.seen(), qsizetype(map.count(true)));
        }
        QList<bool> holes(kSize, true);
        for (const ByteRange& range : coverage.missing()) {
            for (qsizetype i = range.from; i < range.to; ++i)
                holes[i] = false;
        }
        QVERIFY2(holes == map, "missing() is what the map has not");
    }
}

QTEST_APPLESS_MAIN(TestCoverage)
#include "tst_coverage.moc"
