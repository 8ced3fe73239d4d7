// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/keys/guardcopier.h"
#include "support/fakeclock.h"

#include <QTest>

#include <memory>

using namespace lockkeeper;

namespace {

/// Keeps what it is asked to write until the test answers.
class HeldSource final : public KeySource
{
public:
    void open(const QByteArray&, const std::optional<SeatPublicKeys>&, Changed) override {}
    void writeGuardCopy(const QByteArray& copy, Written written) override
    {
        copies.append(copy);
        waiting.append(std::move(written));
    }
    void answer(const Result<void>& result)
    {
        QVERIFY2(!waiting.isEmpty(), "a write was expected");
        waiting.takeFirst()(result);
    }

    QByteArrayList copies;
    QList<Written> waiting;
};

GuardRecord recordAt(qint64 position)
{
    GuardRecord record;
    record.storeId = "sto_1";
    record.lanePosition = position;
    record.laneHead = QByteArray(32, char('a' + position));
    return record;
}

SeatKeys keysAfterSetup()
{
    (void)initialiseCrypto();
    return SeatKeys::generate();
}

Result<void> refusal()
{
    return Error(ErrorCode::Unavailable, "the test refuses");
}

} // namespace

class GuardCopierTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(initialiseCrypto()); }
    void init();

    void follow_manyTimes_writesOnceAMinuteAndTheNewest();
    void follow_refused_isTriedAgainAfterTheInterval();
    void copy_ofOtherKeysOrCutOff_isRefused();
    void writeFirst_untilTheKeychainKeepsIt_isNotDone();
    void writeFirst_afterTheCopyIsWritten_isDoneAtOnce();
    void finish_writesTheRestAtOnce();
    void finish_withNothingNew_isDoneAtOnce();
    void finish_withASilentKeychain_endsAfterItsLimit();
    void finish_refused_endsAtOnce();
    void destroyed_withAWriteUnderWay_isHarmless();

private:
    [[nodiscard]] qint64 positionOfCopy(qsizetype index) const
    {
        const auto record = decodeGuardCopy(m_source.copies.at(index), m_keys.publicKeys());
        return record ? record->lanePosition : -1;
    }

    const SeatKeys m_keys = keysAfterSetup();
    HeldSource m_source;
    FakeClock m_clock;
    std::unique_ptr<FakeScheduler> m_scheduler;
    std::unique_ptr<GuardCopier> m_copier;
};

void GuardCopierTest::init()
{
    m_copier.reset();
    m_source.copies.clear();
    m_source.waiting.clear();
    m_scheduler = std::make_unique<FakeScheduler>(m_clock);
    m_copier = std::make_unique<GuardCopier>(m_source, *m_scheduler, m_keys);
}

void GuardCopierTest::follow_manyTimes_writesOnceAMinuteAndTheNewest()
{
    m_copier->follow(recordAt(1));
    m_copier->follow(recordAt(2));
    QCOMPARE(m_source.copies.size(), qsizetype(1)); // one write at a time
    m_source.answer({});
    m_copier->follow(recordAt(3));
    m_scheduler->advance(GuardCopier::kIntervalMs - 1);
    QCOMPARE(m_source.copies.size(), qsizetype(1));
    m_scheduler->advance(1);
    QCOMPARE(m_source.copies.size(), qsizetype(2));
    QCOMPARE(positionOfCopy(0), qint64(1));
    QCOMPARE(positionOfCopy(1), qint64(3));
    m_source.answer({});
    m_scheduler->advance(10 * GuardCopier::kIntervalMs);
    QCOMPARE(m_source.copies.size(), qsizetype(2)); // nothing new, nothing written
}

void GuardCopierTest::follow_refused_isTriedAgainAfterTheInterval()
{
    m_copier->follow(recordAt(1));
    m_source.answer(refusal());
    m_scheduler->advance(GuardCopier::kIntervalMs - 1);
    QCOMPARE(m_source.copies.size(), qsizetype(1));
    m_scheduler->advance(1);
    QCOMPARE(m_source.copies.size(), qsizetype(2));
    QCOMPARE(positionOfCopy(1), qint64(1));
}

void GuardCopierTest::copy_ofOtherKeysOrCutOff_isRefused()
{
    const auto copy = encodeGuardCopy(recordAt(7), m_keys);
    QVERIFY(copy);
    const auto read = decodeGuardCopy(*copy, m_keys.publicKeys());
    QVERIFY(read);
    QVERIFY(*read == recordAt(7));
    QVERIFY(!decodeGuardCopy(*copy, SeatKeys::generate().publicKeys()));
    QVERIFY(!decodeGuardCopy({}, m_keys.publicKeys()));
    for (qsizetype i = 0; i < copy->size(); ++i) {
        QVERIFY2(!decodeGuardCopy(QByteArrayView(*copy).first(i), m_keys.publicKeys()),
                 "a copy that is cut off must be refused");
        QByteArray changed = *copy;
        changed[i] = char(changed[i] ^ 1);
        QVERIFY2(!decodeGuardCopy(changed, m_keys.publicKeys()),
                 "a copy with a changed bit must be refused");
    }
}

void GuardCopierTest::writeFirst_untilTheKeychainKeepsIt_isNotDone()
{
    int done = 0;
    m_copier->follow(recordAt(1));
    m_copier->writeFirst([&done]() { ++done; });
    m_source.answer(refusal());
    QCOMPARE(done, 0);
    m_scheduler->advance(GuardCopier::kFirstRetryMs);
    QCOMPARE(m_source.copies.size(), qsizetype(2));
    m_source.answer({});
    QCOMPARE(done, 1);
}

void GuardCopierTest::writeFirst_afterTheCopyIsWritten_isDoneAtOnce()
{
    int done = 0;
    m_copier->follow(recordAt(1));
    m_source.answer({});
    m_copier->writeFirst([&done]() { ++done; });
    QCOMPARE(done, 1);
    QCOMPARE(m_source.copies.size(), qsizetype(1));
}

void GuardCopierTest::finish_writesTheRestAtOnce()
{
    int done = 0;
    m_copier->follow(recordAt(1));
    m_source.answer({});
    m_copier->follow(recordAt(2)); // waits for its minute
    m_copier->finish([&done]() { ++done; });
    QCOMPARE(m_source.copies.size(), qsizetype(2));
    QCOMPARE(positionOfCopy(1), qint64(2));
    QCOMPARE(done, 0);
    m_source.answer({});
    QCOMPARE(done, 1);
    m_scheduler->advance(10 * GuardCopier::kIntervalMs);
    QCOMPARE(done, 1);
}

void GuardCopierTest::finish_withNothingNew_isDoneAtOnce()
{
    int done = 0;
    m_copier->finish([&done]() { ++done; });
    QCOMPARE(done, 1);
    m_copier->follow(recordAt(1));
    QVERIFY2(m_source.copies.isEmpty(), "nothing is written after the end");
}

void GuardCopierTest::finish_withASilentKeychain_endsAfterItsLimit()
{
    int done = 0;
    m_copier->follow(recordAt(1));
    m_copier->finish([&done]() { ++done; });
    m_scheduler->advance(GuardCopier::kStopMs - 1);
    QCOMPARE(done, 0);
    m_scheduler->advance(1);
    QCOMPARE(done, 1);
    m_source.answer({});
    QCOMPARE(done, 1);
}

void GuardCopierTest::finish_refused_endsAtOnce()
{
    int done = 0;
    m_copier->follow(recordAt(1));
    m_copier->finish([&done]() { ++done; });
    m_source.answer(refusal());
    QCOMPARE(done, 1);
}

void GuardCopierTest::destroyed_withAWriteUnderWay_isHarmless()
{
    int done = 0;
    m_copier->follow(recordAt(1));
    m_copier->writeFirst([&done]() { ++done; });
    m_copier.reset();
    m_source.answer({});
    m_scheduler->advance(GuardCopier::kIntervalMs);
    QCOMPARE(done, 0);
}

QTEST_GUILESS_MAIN(GuardCopierTest)
#include "tst_guardcopier.moc"
