// SPDX-License-Identifier: Apache-2.0
#include "support/journalworld.h"

#include <QTest>

#include <algorithm>

namespace lockkeeper {

namespace {

using Effect = StoreFaults::Effect;

// Native codes of SQLite.
constexpr int kInputOutput = 10;
constexpr int kFull = 13;

ErrorCode codeOf(const CommandOutcome& outcome)
{
    return outcome.result ? ErrorCode::Internal : outcome.result.error().code();
}

QByteArray told(const CommandOutcome& outcome)
{
    return outcome.result ? QByteArray("success") : outcome.result.error().describe();
}

} // namespace

class WaveQueueTest : public QObject
{
    Q_OBJECT

private slots:
    void commands_queuedTogether_areOneWave();
    void commands_runWhenTheThreadTurns_notAtOnce();
    void later_takesPartInTheNextWave_beforeWhatIsQueued();
    void later_withoutAnotherWave_getsItsOwnInTime();
    void later_isRunByAFlush();
    void moreThanAWave_runsInSeveral();
    void commandsQueuedByAnAnswer_runInTheNextWave();
    void wave_of32_withFailuresBetween_keepsTheChain();
    void everyWave_endsSigned_andGuarded();
    void waveThatJournalsNothing_leavesTheGuardAlone();
    void failedGuard_meansNotGuarded_andNothingMore();
    void withoutGuard_nothingIsGuarded();
    void guard_neverGoesBack();
    void destroyedQueue_callsNobody();
    void droppedTransaction_runsEachAlone_withTheRightChain();
    void undecidedCommit_thatIsThere_isToldAsSuccess();
    void undecidedCommit_thatIsNot_isToldAsNothingHappened();
    void undecidedCommit_amongCommandsRunAlone_keepsWhatWasCommittedBefore();
    void undecidedCommit_withoutATrace_isToldAsUnknown();
    void undecidedCommit_ofALostStore_isUnknown_andNothingMore();
    void brokenStore_isOpenedAgain_beforeTheNextWave();
    void storeThatChangedUnderneath_isNotWritten();
};

void WaveQueueTest::commands_queuedTogether_areOneWave()
{
    JournalWorld world;
    world.faults.clear();
    const auto outcomes = world.runWave({world.admission(1), world.admission(2)});
    QVERIFY(outcomes[0].result && outcomes[1].result);
    QCOMPARE(world.faults.statements().count("commit"), qsizetype(1));
    QCOMPARE(world.faults.statements().count("journal_append_signature"), qsizetype(1));
}

void WaveQueueTest::commands_runWhenTheThreadTurns_notAtOnce()
{
    JournalWorld world;
    int runs = 0;
    int told = 0;
    for (int i = 0; i < 3; ++i) {
        world.waves->submit(
            "test",
            [&](UnitOfWork&) -> Result<void> {
                ++runs;
                return {};
            },
            [&](const CommandOutcome&) { ++told; });
    }
    QCOMPARE(runs, 0);
    QVERIFY(!world.waves->isEmpty());
    world.scheduler.advance(0);
    QCOMPARE(runs, 3);
    QCOMPARE(told, 3);
    QVERIFY(world.waves->isEmpty());
    QVERIFY2(!world.scheduler.hasTimers(), "an empty queue must not wake anybody");
}

void WaveQueueTest::later_takesPartInTheNextWave_beforeWhatIsQueued()
{
    JournalWorld world;
    world.faults.clear();
    QList<int> order;
    const auto note = [&order](int which) {
        return [&order, which](UnitOfWork&) -> Result<void> {
            order.append(which);
            return {};
        };
    };
    int told = 0;
    const auto done = [&told](const CommandOutcome& outcome) { told += outcome.result ? 1 : 0; };
    world.waves->submit("test", note(1), done);
    world.waves->submitLater("test", note(2), done, 1000);
    world.waves->submitLater("test", note(3), done, 1000);
    QVERIFY(!world.waves->isEmpty());
    world.scheduler.advance(0);
    QCOMPARE(order, (QList<int>{2, 3, 1}));
    QCOMPARE(told, 3);
    QCOMPARE(world.faults.statements().count("commit"), qsizetype(1));
    world.scheduler.advance(2000);
    QCOMPARE(world.faults.statements().count("commit"), qsizetype(1));
    QVERIFY(world.waves->isEmpty());
}

void WaveQueueTest::later_withoutAnotherWave_getsItsOwnInTime()
{
    JournalWorld world;
    bool guarded = false;
    world.waves->submitLater(
        "test", world.admission(1),
        [&guarded](const CommandOutcome& outcome) { guarded = outcome.guarded; }, 1000);
    world.scheduler.advance(999);
    QVERIFY2(!guarded, "it asks for no wave of its own before its time");
    world.scheduler.advance(1);
    QVERIFY2(guarded, "but it does not wait for ever");
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
}

void WaveQueueTest::later_isRunByAFlush()
{
    JournalWorld world;
    bool told = false;
    world.waves->submitLater(
        "test", world.admission(1),
        [&told](const CommandOutcome& outcome) { told = outcome.result.has_value(); }, 1000);
    world.waves->flush();
    QVERIFY2(told, "an orderly stop loses nothing");
}

void WaveQueueTest::moreThanAWave_runsInSeveral()
{
    JournalWorld world;
    world.faults.clear();
    QList<int> order;
    const int count = static_cast<int>(WaveQueue::kMaximumWave) + 10;
    for (int i = 0; i < count; ++i)
        world.waves->submit("test", world.admission(i), [&order, i](const CommandOutcome& outcome) {
            QVERIFY2(outcome.result && outcome.guarded, told(outcome).constData());
            order.append(i);
        });
    world.scheduler.advance(0);
    QCOMPARE(order.size(), qsizetype(count));
    QVERIFY(std::is_sorted(order.cbegin(), order.cend()));
    QCOMPARE(world.faults.statements().count("commit"), qsizetype(2));
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
}

void WaveQueueTest::commandsQueuedByAnAnswer_runInTheNextWave()
{
    JournalWorld world;
    world.faults.clear();
    bool second = false;
    world.waves->submit("test", world.admission(1), [&](const CommandOutcome&) {
        world.waves->submit("test", world.admission(2), [&](const CommandOutcome& outcome) {
            second = outcome.result && outcome.guarded;
        });
    });
    world.scheduler.advance(0);
    QVERIFY(second);
    QCOMPARE(world.faults.statements().count("commit"), qsizetype(2));
}

void WaveQueueTest::wave_of32_withFailuresBetween_keepsTheChain()
{
    JournalWorld world;
    for (int round = 0; round < 3; ++round) {
        std::vector<WaveCommand> commands;
        for (int i = 0; i < 32; ++i) {
            const int number = round * 32 + i;
            if (i % 3 != 1) {
                commands.push_back(world.admission(number));
                continue;
            }
            // Writes an action, its journal entry and its event, and then fails.
            commands.emplace_back([&world, number](UnitOfWork& unit) -> Result<void> {
                LK_CHECK(world.admission(number)(unit));
                return Error(ErrorCode::Cancelled, "the command takes it back");
            });
        }
        const auto outcomes = world.runWave(std::move(commands));
        for (int i = 0; i < 32; ++i) {
            QCOMPARE(outcomes[i].result.has_value(), i % 3 != 1);
            QCOMPARE(outcomes[i].guarded, i % 3 != 1);
            QCOMPARE(world.journal->ledger().find(JournalWorld::idOf(round * 32 + i)) != nullptr,
                     i % 3 != 1);
        }
    }
    QCOMPARE(world.counts().entries, qint64(3 * 21));
    QCOMPARE(world.counts().rows, qint64(3 * 21));
    QCOMPARE(world.journal->position(), qint64(3 * 21));
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
    QCOMPARE(world.outboxPositions().size(), qsizetype(3 * 21));
}

void WaveQueueTest::everyWave_endsSigned_andGuarded()
{
    JournalWorld world;
    QVERIFY(!world.guardRecord());
    for (int number = 1; number <= 4; ++number) {
        bool checked = false;
        world.waves->submit("test", world.admission(number), {});
        world.waves->submit(
            "test", world.admission(100 + number), [&](const CommandOutcome& outcome) {
                // Whoever is told finds the guard written already.
                const auto guard = world.guardRecord();
                checked = outcome.guarded && guard && guard->lanePosition == 2 * number &&
                          guard->laneHead == world.journal->head() &&
                          guard->lanePosition == world.journal->position();
            });
        world.waves->flush();
        QVERIFY(checked);
        QList<bool> isSigned;
        QVERIFY(world.store->session().query(
            "journal_entries_from", {world.lane, qint64(2 * number - 1), qint64(2)},
            [&](const StoreRow& row) -> Result<void> {
                isSigned.append(verifySignature(world.keys.publicKeys(), SignaturePurpose::WaveEnd,
                                                row.bytes(7), row.bytes(8)));
                return {};
            }));
        QCOMPARE(isSigned, (QList<bool>{false, true}));
    }
}

void WaveQueueTest::waveThatJournalsNothing_leavesTheGuardAlone()
{
    JournalWorld world;
    QVERIFY(world.run(world.admission(1)).guarded);
    const GuardRecord before = *world.guardRecord();
    const auto outcome = world.run([](UnitOfWork& unit) -> Result<void> {
        LK_TRY(const qint64 rows,
               unit.execute("meta_set", {QByteArray("test"), QByteArray("value")}));
        Q_UNUSED(rows);
        return {};
    });
    QVERIFY2(outcome.result && outcome.guarded, told(outcome).constData());
    QVERIFY(*world.guardRecord() == before);
}

void WaveQueueTest::failedGuard_meansNotGuarded_andNothingMore()
{
    JournalWorld world;
    QVERIFY(world.run(world.admission(1)).guarded);
    {
        // The descriptor under the guard goes away, as with a disk that is pulled.
        const GuardFile gone = std::move(*world.guard);
    }
    bool failedFirst = false;
    std::optional<CommandOutcome> outcome;
    world.waves->submit("test", world.admission(2), [&](const CommandOutcome& known) {
        outcome = known;
        failedFirst = !world.failures.isEmpty();
    });
    world.waves->flush();
    QVERIFY2(outcome && outcome->result, "it is committed");
    QVERIFY2(!outcome->guarded, "but nothing may be dispatched");
    QVERIFY2(failedFirst, "claiming must stop before anybody is told");
    const auto later = world.run(world.admission(3));
    QVERIFY2(codeOf(later) == ErrorCode::Unavailable && !later.guarded, told(later).constData());
    QCOMPARE(world.failures.size(), qsizetype(1));
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
    QCOMPARE(world.guardRecord()->lanePosition, qint64(1));
    QCOMPARE(world.journal->position(), qint64(2));
}

void WaveQueueTest::withoutGuard_nothingIsGuarded()
{
    JournalWorld world;
    WaveQueue waves(*world.store, *world.journal, world.scheduler);
    std::optional<CommandOutcome> outcome;
    waves.submit("test", world.admission(1), [&](const CommandOutcome& known) { outcome = known; });
    waves.flush();
    QVERIFY(outcome && outcome->result && !outcome->guarded);
    QVERIFY(!world.guardRecord());
}

void WaveQueueTest::guard_neverGoesBack()
{
    JournalWorld world;
    QVERIFY(world.run(world.admission(1)).guarded);
    GuardRecord ahead = *world.guardRecord();
    ahead.lanePosition = 50;
    QVERIFY(world.guard->write(ahead, world.keys));
    GuardRecord base;
    base.storeId = ahead.storeId;
    world.waves->setGuard(&*world.guard, base, world.keys);
    const auto outcome = world.run(world.admission(2));
    QVERIFY2(outcome.result && !outcome.guarded, told(outcome).constData());
    QCOMPARE(world.failures.size(), qsizetype(1));
    QVERIFY(*world.guardRecord() == ahead);
}

void WaveQueueTest::destroyedQueue_callsNobody()
{
    JournalWorld world;
    bool called = false;
    world.waves->submit(
        "test",
        [&](UnitOfWork&) -> Result<void> {
            called = true;
            return {};
        },
        [&](const CommandOutcome&) { called = true; });
    world.waves.reset();
    world.scheduler.advance(0);
    QVERIFY(!called);
}

void WaveQueueTest::droppedTransaction_runsEachAlone_withTheRightChain()
{
    // The whole transaction goes at each statement of the second of three commands.
    for (const char* at : {"journal_append", "action_write_insert", "outbox_append"}) {
        JournalWorld world;
        QVERIFY(world.run(world.admission(9)).guarded);
        world.faults.failAt(2, {Effect::DropTransaction, kFull}, at);
        const auto outcomes =
            world.runWave({world.admission(1), world.admission(2), world.admission(3)});
        QCOMPARE(world.faults.hits(), 1);
        for (const auto& outcome : outcomes)
            QVERIFY2(outcome.result && outcome.guarded, told(outcome).constData());
        QCOMPARE(world.faults.statements().count("commit"), qsizetype(3));
        QCOMPARE(world.journal->position(), qint64(4));
        QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
        QCOMPARE(world.counts().rows, qint64(4));
    }
}

void WaveQueueTest::undecidedCommit_thatIsThere_isToldAsSuccess()
{
    JournalWorld world;
    QVERIFY(world.run(world.admission(1)).guarded);
    world.faults.failAt(1, {Effect::FailAfterwards, kInputOutput}, "commit");
    const auto outcomes = world.runWave(
        {world.admission(2), world.change(JournalWorld::idOf(1), {ActionEvent::Claimed}),
         world.admission(3)});
    QCOMPARE(world.faults.hits(), 1);
    QVERIFY2(outcomes[0].result && outcomes[0].guarded, told(outcomes[0]).constData());
    QVERIFY2(codeOf(outcomes[1]) == ErrorCode::FailedPrecondition, told(outcomes[1]).constData());
    QVERIFY2(outcomes[2].result && outcomes[2].guarded, told(outcomes[2]).constData());
    QCOMPARE(world.guardRecord()->lanePosition, qint64(3));
    QVERIFY(world.failures.isEmpty());
    QVERIFY(world.run(world.admission(4)).guarded);
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
    QCOMPARE(world.counts().rows, qint64(4));
}

void WaveQueueTest::undecidedCommit_thatIsNot_isToldAsNothingHappened()
{
    JournalWorld world;
    QVERIFY(world.run(world.admission(1)).guarded);
    world.faults.failAt(1, {Effect::Fail, kInputOutput}, "commit");
    const auto outcomes = world.runWave(
        {world.admission(2), world.change(JournalWorld::idOf(1), {ActionEvent::Claimed})});
    QCOMPARE(world.faults.hits(), 1);
    QVERIFY2(codeOf(outcomes[0]) == ErrorCode::Unavailable, told(outcomes[0]).constData());
    QVERIFY2(codeOf(outcomes[1]) == ErrorCode::FailedPrecondition, told(outcomes[1]).constData());
    QVERIFY(!world.journal->ledger().find(JournalWorld::idOf(2)));
    QCOMPARE(world.journal->position(), qint64(1));
    QVERIFY(world.failures.isEmpty());
    QVERIFY(world.run(world.admission(2)).guarded);
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
    QCOMPARE(world.counts().rows, qint64(2));
}

void WaveQueueTest::undecidedCommit_amongCommandsRunAlone_keepsWhatWasCommittedBefore()
{
    // The common transaction is dropped at its end; alone, the second command's commit gives no
    // clear answer. The first is committed, the second is there, the third was not run.
    struct Script final : StoreFaults
    {
        int commits = 0;
        Fault beforeStatement(QByteArrayView name) override
        {
            if (name != "commit")
                return {};
            ++commits;
            if (commits == 1)
                return {Effect::DropTransaction, kFull};
            return commits == 3 ? Fault{Effect::FailAfterwards, kInputOutput} : Fault{};
        }
    } script;
    JournalWorld world;
    world.useFaults(&script);
    const auto outcomes =
        world.runWave({world.admission(1), world.admission(2), world.admission(3)});
    QCOMPARE(script.commits, 3);
    QVERIFY2(outcomes[0].result && outcomes[0].guarded, told(outcomes[0]).constData());
    QVERIFY2(outcomes[1].result && outcomes[1].guarded, told(outcomes[1]).constData());
    QVERIFY2(codeOf(outcomes[2]) == ErrorCode::Unavailable, told(outcomes[2]).constData());
    world.useFaults(nullptr);
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
    QCOMPARE(world.counts().rows, qint64(2));
}

void WaveQueueTest::undecidedCommit_withoutATrace_isToldAsUnknown()
{
    JournalWorld world;
    QVERIFY(world.run(world.admission(1)).guarded);
    world.faults.failAt(1, {Effect::FailAfterwards, kInputOutput}, "commit");
    const auto outcome = world.run([](UnitOfWork& unit) -> Result<void> {
        LK_TRY(const qint64 rows,
               unit.execute("meta_set", {QByteArray("test"), QByteArray("value")}));
        Q_UNUSED(rows);
        return {};
    });
    QVERIFY2(codeOf(outcome) == ErrorCode::OutcomeUnknown, told(outcome).constData());
    QVERIFY2(world.run(world.admission(2)).guarded, "the queue must go on");
}

void WaveQueueTest::undecidedCommit_ofALostStore_isUnknown_andNothingMore()
{
    JournalWorld world;
    QVERIFY(world.run(world.admission(1)).guarded);
    // From the commit on every statement fails, reading after opening again included.
    struct Script final : StoreFaults
    {
        bool lost = false;
        Fault beforeStatement(QByteArrayView name) override
        {
            if (lost)
                return {Effect::Fail, kInputOutput};
            lost = name == "commit";
            return lost ? Fault{Effect::FailAfterwards, kInputOutput} : Fault{};
        }
    } script;
    world.useFaults(&script);
    const auto outcome = world.run(world.admission(2));
    QVERIFY2(codeOf(outcome) == ErrorCode::OutcomeUnknown && !outcome.guarded,
             told(outcome).constData());
    QCOMPARE(world.failures.size(), qsizetype(1));
    QVERIFY2(codeOf(world.run(world.admission(3))) == ErrorCode::Unavailable,
             "nothing may be written any more");
    world.useFaults(nullptr);
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
    QCOMPARE(world.counts().rows, qint64(2));
}

void WaveQueueTest::brokenStore_isOpenedAgain_beforeTheNextWave()
{
    JournalWorld world;
    QVERIFY(world.run(world.admission(1)).guarded);
    world.faults.failAt(1, {Effect::Fail, kInputOutput}, "journal_append");
    QVERIFY(!world.run(world.admission(2)).result);
    QVERIFY(world.store->needsReopening());
    const auto next = world.run(world.admission(2));
    QVERIFY2(next.result && next.guarded, told(next).constData());
    QVERIFY(world.failures.isEmpty());
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
}

void WaveQueueTest::storeThatChangedUnderneath_isNotWritten()
{
    JournalWorld world;
    QVERIFY(world.run(world.admission(1)).guarded);
    QVERIFY(world.run(world.admission(2)).guarded);
    world.faults.failAt(1, {Effect::Fail, kInputOutput}, "journal_append");
    QVERIFY(!world.run(world.admission(3)).result);
    world.tamperLive("DELETE FROM journal WHERE number = 2");
    const auto next = world.run(world.admission(3));
    QVERIFY2(codeOf(next) == ErrorCode::Unavailable, told(next).constData());
    QCOMPARE(world.failures.size(), qsizetype(1));
    QCOMPARE(world.counts().entries, qint64(1));
}

} // namespace lockkeeper

QTEST_GUILESS_MAIN(lockkeeper::WaveQueueTest)
#include "tst_wavequeue.moc"
