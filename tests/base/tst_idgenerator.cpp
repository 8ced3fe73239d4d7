// SPDX-License-Identifier: Apache-2.0
#include "core/base/idgenerator.h"

#include "support/fakeclock.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

using namespace lockkeeper;

class IdGeneratorTest : public QObject
{
    Q_OBJECT

private slots:
    void next_form_isPrefixAnd26Characters();
    void next_time_isTheFirstTenCharacters();
    void next_sameMillisecond_sortsInOrder();
    void next_clockForwardAndBack_sortsInOrder();
    void next_severalThreads_areAllDifferent();
    void next_severalGenerators_areAllDifferent();
    void nextBatchId_form_isRandomHexadecimal();
};

void IdGeneratorTest::next_form_isPrefixAnd26Characters()
{
    const FakeClock clock;
    IdGenerator generator(clock);
    const QByteArray id = generator.next("act_");
    QCOMPARE(id.size(), qsizetype{30});
    QVERIFY(id.startsWith("act_"));
    for (const char letter : id.mid(4))
        QVERIFY2(QByteArrayView("0123456789abcdefghjkmnpqrstvwxyz").contains(letter),
                 id.constData());
}

void IdGeneratorTest::next_time_isTheFirstTenCharacters()
{
    // 1 800 000 000 000 ms in Crockford base 32, ten digits of five bits.
    const FakeClock clock;
    IdGenerator generator(clock);
    QByteArray expected;
    for (qint64 left = clock.wallMs(); expected.size() < 10; left /= 32)
        expected.prepend("0123456789abcdefghjkmnpqrstvwxyz"[left % 32]);
    QCOMPARE(generator.next("").first(10), expected);
}

void IdGeneratorTest::next_sameMillisecond_sortsInOrder()
{
    const FakeClock clock;
    IdGenerator generator(clock);
    constexpr int kIds = 20'000;
    std::vector<QByteArray> ids;
    ids.reserve(kIds);
    for (int i = 0; i < kIds; ++i)
        ids.push_back(generator.next("x_"));
    QVERIFY(std::is_sorted(ids.begin(), ids.end(), std::less_equal<>())); // strictly
    // The steps are not all the same, or the next id could be guessed.
    std::set<QByteArray> tails;
    for (const QByteArray& id : ids)
        tails.insert(id.last(4));
    QVERIFY(tails.size() > 10'000);
}

void IdGeneratorTest::next_clockForwardAndBack_sortsInOrder()
{
    FakeClock clock;
    IdGenerator generator(clock);
    std::vector<QByteArray> ids;
    for (const qint64 step : {0, 1, -1, -3'600'000, 5, -86'400'000, 90'000'000, 0, 1, -1}) {
        clock.stepWall(step);
        for (int i = 0; i < 100; ++i)
            ids.push_back(generator.next("x_"));
    }
    QVERIFY(std::is_sorted(ids.begin(), ids.end(), std::less_equal<>()));
}

void IdGeneratorTest::next_severalThreads_areAllDifferent()
{
    const FakeClock clock;
    IdGenerator generator(clock);
    std::vector<std::vector<QByteArray>> made(4);
    {
        std::vector<std::jthread> threads;
        threads.reserve(made.size());
        for (std::vector<QByteArray>& ids : made)
            threads.emplace_back([&generator, &ids] {
                for (int i = 0; i < 1000; ++i)
                    ids.push_back(generator.next("x_"));
            });
    }
    std::set<QByteArray> all;
    for (const std::vector<QByteArray>& ids : made) {
        QVERIFY(std::is_sorted(ids.begin(), ids.end(), std::less_equal<>()));
        all.insert(ids.begin(), ids.end());
    }
    QCOMPARE(all.size(), std::size_t{4000});
}

void IdGeneratorTest::next_severalGenerators_areAllDifferent()
{
    const FakeClock clock;
    std::set<QByteArray> all;
    for (int i = 0; i < 1000; ++i)
        all.insert(IdGenerator(clock).next("x_"));
    QCOMPARE(all.size(), std::size_t{1000});
}

void IdGeneratorTest::nextBatchId_form_isRandomHexadecimal()
{
    std::set<QByteArray> all;
    for (int i = 0; i < 1000; ++i) {
        const QByteArray id = IdGenerator::nextBatchId();
        QVERIFY2(id.startsWith("tb_") && id.size() == 15, id.constData());
        QCOMPARE(QByteArray::fromHex(id.mid(3)).toHex(), id.mid(3));
        all.insert(id);
    }
    QCOMPARE(all.size(), std::size_t{1000});
}

QTEST_GUILESS_MAIN(IdGeneratorTest)
#include "tst_idgenerator.moc"
