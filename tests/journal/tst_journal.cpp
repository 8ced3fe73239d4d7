// SPDX-License-Identifier: Apache-2.0
#include "core/domain/actiontransitions.h"
#include "core/journal/actionrows.h"
#include "support/journalworld.h"

#include <QTest>

namespace lockkeeper {

namespace {

ErrorCode codeOf(const CommandOutcome& outcome)
{
    return outcome.result ? ErrorCode::Internal : outcome.result.error().code();
}

/// As "Conflict: text" or "success", for messages.
QByteArray told(const CommandOutcome& outcome)
{
    return outcome.result ? QByteArray("success") : outcome.result.error().describe();
}

} // namespace

class JournalTest : public QObject
{
    Q_OBJECT

private slots:
    void everyListedTransition_landsInItsState();
    void everyUnlistedTransition_leavesNothingBehind();
    void everyUnlistedAdmission_leavesNothingBehind();
    void apply_ofTwoEvents_isOneVersionAndOneEntry();
    void apply_writesTheJournalFirst_andCommitsLast();
    void apply_withAStaleVersion_isConflict();
    void apply_afterTheRowMovedUnderneath_isConflict();
    void apply_ofAnUnknownId_isNotFound();
    void manyDecisionsInOneWave_exactlyOneWins();
    void oneDecision_isClaimedOnce();
    void failedOutboxWrite_leavesTheStatusUnchanged();
    void handEditedRow_isRefused_data();
    void handEditedRow_isRefused();
    void record_isLinkedToTheActionsOtherEntries();
    void damagedJournal_refusesEveryWrite();
    void withoutKeys_nothingIsJournaled();
    void announce_takesTheNextPosition();
    void trimmedOutbox_usesNoPositionTwice();
};

void JournalTest::everyListedTransition_landsInItsState()
{
    JournalWorld world;
    int number = 0;
    for (const ActionTransition& row : kActionTransitions) {
        if (!row.from || row.from == ActionState::Proposed)
            continue; // those are admissions: actionIn() takes them
        const ActionId id = world.actionIn(*row.from, ++number);
        const auto before = world.counts();
        const auto outcome = world.apply(id, {row.event});
        QVERIFY2(outcome.result, told(outcome).constData());
        const ActionRecord now = world.row(id);
        QCOMPARE(now.state, row.to);
        QCOMPARE(now.finishedAtMs > 0, isFinal(row.to));
        QCOMPARE(world.counts().entries, before.entries + 1);
        QCOMPARE(world.counts().events, before.events + 1);
    }
    for (const ActionState state : kAllActionStates) {
        if (state != ActionState::Proposed)
            world.actionIn(state, ++number);
    }
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
}

void JournalTest::everyUnlistedTransition_leavesNothingBehind()
{
    JournalWorld world;
    int tried = 0;
    for (const ActionState state : kAllActionStates) {
        if (state == ActionState::Proposed)
            continue; // no stored row is ever proposed
        const ActionId id = world.actionIn(state, static_cast<int>(state));
        const auto counts = world.counts();
        const auto digests = world.rowDigests();
        const QByteArray head = world.journal->head();
        for (int code = 1; code <= kActionEventCount; ++code) {
            const auto event = *actionEventFromCode(code);
            if (next(state, event))
                continue;
            ++tried;
            const auto outcome = world.apply(id, {event});
            QVERIFY2(!outcome.result && codeOf(outcome) == ErrorCode::FailedPrecondition,
                     told(outcome).constData());
            QCOMPARE(world.journal->head(), head);
        }
        QVERIFY2(world.counts() == counts, "an entry, a row or an event is new");
        QCOMPARE(world.rowDigests(), digests);
    }
    qsizetype listed = 0;
    for (const ActionTransition& row : kActionTransitions)
        listed += row.from && row.from != ActionState::Proposed ? 1 : 0;
    QCOMPARE(tried, 13 * kActionEventCount - static_cast<int>(listed));
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
}

void JournalTest::everyUnlistedAdmission_leavesNothingBehind()
{
    JournalWorld world;
    for (int code = 1; code <= kActionEventCount; ++code) {
        const auto event = *actionEventFromCode(code);
        const bool listed = next(ActionState::Proposed, event).has_value();
        const auto before = world.counts();
        const auto outcome = world.run(world.admission(code, event));
        QCOMPARE(outcome.result.has_value(), listed);
        if (listed)
            continue;
        QVERIFY2(codeOf(outcome) == ErrorCode::FailedPrecondition, told(outcome).constData());
        QVERIFY(world.counts() == before);
    }
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
}

void JournalTest::apply_ofTwoEvents_isOneVersionAndOneEntry()
{
    JournalWorld world;
    const ActionId id = world.actionIn(ActionState::Pending, 1);
    const auto before = world.counts();
    QVERIFY(world.apply(id, {ActionEvent::OperatorApproved, ActionEvent::HoldElapsed}).result);
    QCOMPARE(world.row(id).state, ActionState::Approved);
    QCOMPARE(world.row(id).version, qint64(2));
    QCOMPARE(world.counts().entries, before.entries + 1);
    // The first of two events is possible, the second is not: neither happens.
    const auto half = world.apply(id, {ActionEvent::Claimed, ActionEvent::OperatorApproved});
    QVERIFY2(codeOf(half) == ErrorCode::FailedPrecondition, told(half).constData());
    QCOMPARE(world.row(id).state, ActionState::Approved);
}

void JournalTest::apply_writesTheJournalFirst_andCommitsLast()
{
    JournalWorld world;
    const ActionId id = world.actionIn(ActionState::Approved, 1);
    world.faults.clear();
    qint64 guardWhenTold = 0;
    world.waves->submit("test", world.change(id, {ActionEvent::Claimed}),
                        [&](const CommandOutcome& outcome) {
                            QVERIFY(outcome.result && outcome.guarded);
                            guardWhenTold = world.guardRecord()->lanePosition;
                        });
    world.waves->flush();
    const QList<QByteArray> order = world.faults.statements();
    const qsizetype append = order.indexOf("journal_append");
    const qsizetype update = order.indexOf("action_write_state");
    const qsizetype event = order.indexOf("outbox_append");
    const qsizetype sign = order.indexOf("journal_append_signature");
    QVERIFY2(0 < append && append < update && update < event && event < sign,
             order.join(' ').constData());
    QCOMPARE(order.indexOf("commit"), sign + 1);
    QCOMPARE(guardWhenTold, world.journal->position());
}

void JournalTest::apply_withAStaleVersion_isConflict()
{
    JournalWorld world;
    const ActionId id = world.actionIn(ActionState::Pending, 1);
    const auto before = world.counts();
    const auto outcome = world.run([&](UnitOfWork& unit) -> Result<void> {
        ActionChange change;
        change.events = {ActionEvent::OperatorDenied};
        LK_TRY(const ActionRecord record, world.journal->apply(unit, id, change, 7));
        Q_UNUSED(record);
        return {};
    });
    QVERIFY2(codeOf(outcome) == ErrorCode::Conflict, told(outcome).constData());
    QVERIFY(world.counts() == before);
}

void JournalTest::apply_afterTheRowMovedUnderneath_isConflict()
{
    // The condition on state and version is a fence of its own: here the trigger that would also
    // notice is gone, and the row moves between the journal's reading and its update.
    JournalWorld world;
    const ActionId id = world.actionIn(ActionState::Pending, 1);
    world.close();
    world.tamper("SELECT 1");
    QVERIFY(world.open().problems.isEmpty());
    const auto before = world.counts();
    const auto outcome = world.run([&](UnitOfWork& unit) -> Result<void> {
        ActionChange change;
        change.events = {ActionEvent::OperatorApproved};
        change.edit = [&](ActionRecord& edited) {
            const auto moved =
                unit.execute("action_write_state",
                             {static_cast<qint64>(ActionState::Cancelled), edited.version + 1,
                              qint64(0), qint64(0), qint64(0), qint64(0), qint64(1), qint64(1),
                              qint64(0), qint64(0), QByteArray(""), qint64(0), id.value(),
                              static_cast<qint64>(edited.state), edited.version});
            QVERIFY(moved && *moved == 1);
        };
        LK_TRY(const ActionRecord record, world.journal->apply(unit, id, change));
        Q_UNUSED(record);
        return {};
    });
    QVERIFY2(codeOf(outcome) == ErrorCode::Conflict, told(outcome).constData());
    QVERIFY(world.counts() == before);
    QCOMPARE(world.row(id).state, ActionState::Pending);
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
}

void JournalTest::apply_ofAnUnknownId_isNotFound()
{
    JournalWorld world;
    const auto outcome = world.apply(ActionId("act_nobody"), {ActionEvent::OperatorApproved});
    QVERIFY2(codeOf(outcome) == ErrorCode::NotFound, told(outcome).constData());
}

void JournalTest::manyDecisionsInOneWave_exactlyOneWins()
{
    JournalWorld world;
    const ActionId id = world.actionIn(ActionState::Pending, 1);
    const auto before = world.counts();
    constexpr int kDecisions = 50;
    std::vector<WaveCommand> commands;
    commands.reserve(kDecisions);
    for (int i = 0; i < kDecisions; ++i) {
        commands.emplace_back([&world, id, i](UnitOfWork& unit) -> Result<void> {
            ActionChange change;
            change.events = {i % 2 == 0 ? ActionEvent::OperatorDenied
                                        : ActionEvent::OperatorApproved};
            LK_TRY(const ActionRecord record,
                   world.journal->apply(unit, id, change, i % 3 == 0 ? 1 : -1));
            Q_UNUSED(record);
            return {};
        });
    }
    int won = 0;
    for (const CommandOutcome& outcome : world.runWave(commands)) {
        won += outcome.result ? 1 : 0;
        const ErrorCode code = codeOf(outcome);
        QVERIFY2(outcome.result || code == ErrorCode::Conflict ||
                     code == ErrorCode::FailedPrecondition,
                 told(outcome).constData());
    }
    QCOMPARE(won, 1);
    QCOMPARE(world.row(id).state, ActionState::Denied);
    QCOMPARE(world.counts().entries, before.entries + 1);
    QCOMPARE(world.counts().events, before.events + 1);
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
}

void JournalTest::oneDecision_isClaimedOnce()
{
    JournalWorld world;
    const ActionId id = world.actionIn(ActionState::Pending, 1);
    QVERIFY(world
                .apply(id, {ActionEvent::OperatorApproved, ActionEvent::HoldElapsed},
                       R"({"decision":"dec_1","decision_digest":"64"})")
                .result);
    QCOMPARE(world.journal->ledger().find(id)->decision, DecisionId("dec_1"));
    const auto claim = [&](const QByteArray& dispatch) {
        return world.change(id, {ActionEvent::Claimed},
                            R"({"attempt":1,"dispatch":")" + dispatch + R"("})");
    };
    const auto outcomes = world.runWave({claim("dsp_1"), claim("dsp_2")});
    QVERIFY2(outcomes[0].result, told(outcomes[0]).constData());
    QVERIFY2(codeOf(outcomes[1]) == ErrorCode::FailedPrecondition, told(outcomes[1]).constData());
    const LedgerEntry& entry = *world.journal->ledger().find(id);
    QCOMPARE(entry.dispatch, DispatchId("dsp_1"));
    QVERIFY(entry.decisionSpent);
    // What was replayed after a restart says the same.
    QVERIFY(world.reopen().problems.isEmpty());
    QVERIFY(world.journal->ledger().find(id)->decisionSpent);
    QCOMPARE(world.journal->ledger().find(id)->dispatch, DispatchId("dsp_1"));
}

void JournalTest::failedOutboxWrite_leavesTheStatusUnchanged()
{
    JournalWorld world;
    const ActionId id = world.actionIn(ActionState::Pending, 1);
    const auto before = world.counts();
    const auto digests = world.rowDigests();
    constexpr int kFull = 13;
    world.faults.failAt(1, {StoreFaults::Effect::Fail, kFull}, "outbox_append");
    const auto outcome = world.apply(id, {ActionEvent::OperatorDenied});
    QCOMPARE(world.faults.hits(), 1);
    QVERIFY2(codeOf(outcome) == ErrorCode::ResourceExhausted, told(outcome).constData());
    QVERIFY(world.counts() == before);
    QCOMPARE(world.rowDigests(), digests);
    QCOMPARE(world.journal->ledger().find(id)->state, ActionState::Pending);
    // The next one succeeds as if nothing had been.
    QVERIFY(world.apply(id, {ActionEvent::OperatorDenied}).result);
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
}

void JournalTest::handEditedRow_isRefused_data()
{
    QTest::addColumn<QByteArray>("set");
    QTest::newRow("state approved") << QByteArray("state = 4");
    QTest::newRow("state running") << QByteArray("state = 5");
    QTest::newRow("state that is none") << QByteArray("state = 99");
    QTest::newRow("state succeeded") << QByteArray("state = 6, finished_at_ms = 1");
    QTest::newRow("execute_by") << QByteArray("execute_by_ms = 99999999999999");
    QTest::newRow("effect") << QByteArray("effect = 1");
    QTest::newRow("effect that is none") << QByteArray("effect = 77");
    QTest::newRow("target") << QByteArray("target_keys = zeroblob(32)");
    QTest::newRow("tool") << QByteArray("tool_name = 'read_file'");
    QTest::newRow("version") << QByteArray("version = 9");
    QTest::newRow("decision") << QByteArray("decision_id = 'dec_forged'");
    QTest::newRow("statement") << QByteArray("statement_digest = zeroblob(32)");
    QTest::newRow("attempts beyond int") << QByteArray("attempts = 4294967296");
    QTest::newRow("credential") << QByteArray("credential = 'crd_2'");
}

void JournalTest::handEditedRow_isRefused()
{
    QFETCH(QByteArray, set);
    JournalWorld world;
    const ActionId id = world.actionIn(ActionState::Pending, 1);
    const ActionId other = world.actionIn(ActionState::Pending, 2);
    world.tamperLive("UPDATE action SET " + set + " WHERE id = '" + id.value() + "'");
    const auto before = world.counts();
    for (const ActionEvent event : {ActionEvent::OperatorApproved, ActionEvent::Claimed,
                                    ActionEvent::CancelRequested, ActionEvent::ContactLost}) {
        const auto outcome = world.apply(id, {event});
        QVERIFY2(codeOf(outcome) == ErrorCode::DataLoss, told(outcome).constData());
    }
    QVERIFY(world.counts() == before);
    QVERIFY2(world.apply(other, {ActionEvent::OperatorDenied}).result,
             "another action must go on as if nothing had been");
}

void JournalTest::record_isLinkedToTheActionsOtherEntries()
{
    JournalWorld world;
    const ActionId id = world.actionIn(ActionState::Unknown, 1);
    const QByteArray before = world.journal->ledger().find(id)->lastHash;
    const auto note = [&world](const ActionId& about) {
        return [&world, about](UnitOfWork& unit) {
            return world.journal->record(unit, JournalKind::EvidenceAdded, "{}", about);
        };
    };
    QVERIFY(world.run(note(id)).result);
    QCOMPARE(world.journal->ledger().find(id)->lastHash, world.journal->head());
    QVERIFY(world.journal->head() != before);
    QVERIFY(world.apply(id, {ActionEvent::Determined}).result);
    const ActionId done = world.actionIn(ActionState::Denied, 2);
    QVERIFY(world.run(note(done)).result);
    QVERIFY(world.run(note(ActionId())).result);
    QCOMPARE(whatDoesNotFit(world), QList<QByteArray>());
}

void JournalTest::damagedJournal_refusesEveryWrite()
{
    JournalWorld world;
    const ActionId id = world.actionIn(ActionState::Pending, 1);
    world.actionIn(ActionState::Pending, 2);
    const qint64 guardBefore = world.guardRecord()->lanePosition;
    world.close();
    world.tamper("DELETE FROM journal WHERE number = 2");
    QVERIFY(!world.open().problems.isEmpty());
    for (const auto& outcome : {world.apply(id, {ActionEvent::OperatorApproved}),
                                world.run(world.admission(3)), world.run([&](UnitOfWork& unit) {
                                    return world.journal->record(unit, JournalKind::ProcessStarted,
                                                                 "{}");
                                })})
        QVERIFY2(codeOf(outcome) == ErrorCode::FailedPrecondition, told(outcome).constData());
    QVERIFY2(world.guardRecord()->lanePosition == guardBefore,
             "the guard must go on remembering what is missing");
}

void JournalTest::withoutKeys_nothingIsJournaled()
{
    JournalWorld world;
    Journal locked(world.clock);
    QVERIFY(locked.open(world.store->session(), world.lane, world.keys.publicKeys(), {}));
    WaveQueue waves(*world.store, locked, world.scheduler);
    std::optional<CommandOutcome> told;
    waves.submit(
        "test",
        [&](UnitOfWork& unit) { return locked.record(unit, JournalKind::ProcessStarted, "{}"); },
        [&](const CommandOutcome& outcome) { told = outcome; });
    waves.flush();
    QVERIFY(told && codeOf(*told) == ErrorCode::FailedPrecondition);
    QCOMPARE(world.counts().entries, qint64(0));
}

void JournalTest::announce_takesTheNextPosition()
{
    JournalWorld world;
    world.actionIn(ActionState::Pending, 1);
    const auto outcome = world.run([&](UnitOfWork& unit) {
        CoreEvent event;
        event.type = "tool_batch_started";
        return world.journal->announce(unit, event, CredentialId("crd_1"));
    });
    QVERIFY2(outcome.result && outcome.guarded, told(outcome).constData());
    QCOMPARE(world.outboxPositions(), (QList<qint64>{1, 2}));
    QCOMPARE(world.journal->outboxPosition(), qint64(2));
    QCOMPARE(world.counts().entries, qint64(1));
}

void JournalTest::trimmedOutbox_usesNoPositionTwice()
{
    JournalWorld world;
    world.actionIn(ActionState::Running, 1);
    const qint64 last = world.journal->outboxPosition();
    QVERIFY(last > 1);
    QVERIFY(world
                .run([&](UnitOfWork& unit) -> Result<void> {
                    LK_TRY(const qint64 rows, unit.execute("outbox_trim", {last}));
                    Q_UNUSED(rows);
                    return {};
                })
                .result);
    QVERIFY(world.reopen().problems.isEmpty());
    QCOMPARE(world.outboxPositions(), QList<qint64>{last});
    QCOMPARE(world.journal->outboxPosition(), last);
}

} // namespace lockkeeper

QTEST_GUILESS_MAIN(lockkeeper::JournalTest)
#include "tst_journal.moc"
