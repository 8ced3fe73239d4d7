// SPDX-License-Identifier: Apache-2.0
// Runs as the core reads them from its store: which submissions belong together, how many of their
// actions are in which state, and their actions by place.
#include "support/enginetestcase.h"

#include "core/base/canonicaljson.h"

#include <QtTest>

using namespace lockkeeper;

class RunQueriesTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void submissions_ofOneRunId_areOneRun();
    void submissions_withoutARunId_areRunsByThemselves();
    void runId_ofAnotherCredential_isAnotherRun();
    void runId_isNotInThePlainColumns();
    void counts_afterEachChange_equalTheStore();
    void counts_acrossARestart_stay();
    void list_putsWhatWaitsFirst_andPagesWithoutGaps();
    void oldestPending_isOfTheOldestThatWaits();
    void actions_byPlace_comeInOrderFromAnywhere();
    void actions_ofSomeStates_areThoseOnly();
    void actions_ofFinalStates_goOnBehindWhatWasLookedAt();
    void actions_aroundOne_areItsPage();
    void actions_haveTheTimesOfTheirAttempt();
    void submission_movedToAnotherRunByHand_isShownAsTampered();
    void unknownActions_belongToNoRun();
    void olderStore_givesEachSubmissionItsRun();
    void status_countsTheActionsOfAllRuns();

private:
    QList<SubmittedAction> submit(const QByteArray& run, int calls,
                                  const QByteArray& tool = "write")
    {
        JsonWriter json;
        json.beginObject();
        if (!run.isEmpty())
            json.member("run_id", run);
        json.key("calls").beginArray();
        for (int call = 0; call < calls; ++call) {
            json.beginObject()
                .member("call_id", "c" + QByteArray::number(call))
                .member("tool", "files/" + tool)
                .key("arguments")
                .beginObject()
                .member("path", "p" + QByteArray::number(++m_number))
                .endObject()
                .endObject();
        }
        const auto answer = fixture->submit(json.endArray().endObject().take());
        if (!answer)
            qFatal("submit failed: %s", answer.error().describe().constData());
        return answer->actions;
    }
    QList<RunSnapshot> runs()
    {
        auto found = fixture->engine->runs({}, 1000);
        if (!found)
            qFatal("runs failed: %s", found.error().describe().constData());
        return *found;
    }
    RunSnapshot runOf(const SubmittedAction& action)
    {
        const auto found = fixture->engine->runsOf({action.action});
        if (!found || found->size() != 1)
            qFatal("runsOf() did not give the one run");
        return found->constFirst();
    }
    RunPage page(const RunActionsQuery& query)
    {
        auto found = fixture->engine->runActions(query);
        if (!found)
            qFatal("runActions failed: %s", found.error().describe().constData());
        return *found;
    }

    int m_number = 0;
};

void RunQueriesTest::submissions_ofOneRunId_areOneRun()
{
    submit("run-1", 2);
    const auto second = submit("run-1", 3);
    const QList<RunSnapshot> found = runs();
    QCOMPARE(found.size(), 1);
    const RunSnapshot& run = found.constFirst();
    QCOMPARE(run.labels.runId, QByteArray("run-1"));
    QCOMPARE(run.submissions, 2);
    QCOMPARE(run.counts.total(), 5);
    QCOMPARE(run.counts.of(ActionState::Pending), 5);
    QCOMPARE(run.newest, fixture->record(second.first().action).submission);
    QCOMPARE(run.tamperedWith, QByteArray());
    QCOMPARE(runOf(second.first()).key, run.key);
}

void RunQueriesTest::submissions_withoutARunId_areRunsByThemselves()
{
    submit({}, 1);
    submit({}, 1);
    const QList<RunSnapshot> found = runs();
    QCOMPARE(found.size(), 2);
    QCOMPARE(found[0].labels.runId, QByteArray());
    QVERIFY2(found[0].newest.value() > found[1].newest.value(), "the newest comes first");
    QCOMPARE(found[0].tamperedWith + found[1].tamperedWith, QByteArray());
}

void RunQueriesTest::runId_ofAnotherCredential_isAnotherRun()
{
    submit("run-1", 1);
    fixture->agent = CredentialId("crd_other");
    submit("run-1", 1);
    const QList<RunSnapshot> found = runs();
    QCOMPARE(found.size(), 2);
    QVERIFY2(found[0].key != found[1].key, "a claimed run id joins no other credential's run");
    QCOMPARE(found[0].credential, CredentialId("crd_other"));
}

void RunQueriesTest::runId_isNotInThePlainColumns()
{
    submit("sentinel-run-id", 1);
    fixture->kill();
    for (const char* suffix : {"", "-wal"}) {
        QFile file(fixture->storePath() + QLatin1String(suffix));
        if (!file.open(QIODevice::ReadOnly))
            continue; // a store that was closed has no log
        QVERIFY2(!file.readAll().contains("sentinel-run-id"),
                 "what an agent calls its run is sealed or keyed at rest");
    }
    const auto keys = fixture->readByHand("SELECT run_key FROM submission");
    QCOMPARE(keys.size(), 1);
    QVERIFY2(keys.first().startsWith("run_") && keys.first().size() == 4 + 64,
             keys.first().constData());
}

void RunQueriesTest::counts_afterEachChange_equalTheStore()
{
    const auto actions = submit("run-1", 4);
    const auto approved = fixture->approve(actions[0]);
    QVERIFY(approved.has_value());
    QVERIFY(fixture->deny(actions[1].action, "no").has_value());
    fixture->settle();
    StateCounts expected;
    for (const SubmittedAction& action : actions)
        ++expected.byCode.at(size_t(fixture->state(action.action)));
    QCOMPARE(expected.of(ActionState::Denied), 1);
    QCOMPARE(expected.of(ActionState::Pending), 2);
    QVERIFY2(runs().constFirst().counts == expected,
             "the counters say what the rows of the actions say");
}

void RunQueriesTest::counts_acrossARestart_stay()
{
    submit("run-1", 3);
    const StateCounts before = runs().constFirst().counts;
    fixture->restart();
    submit("run-1", 1);
    QCOMPARE(runs().size(), 1);
    QCOMPARE(runs().constFirst().counts.total(), before.total() + 1);
}

void RunQueriesTest::list_putsWhatWaitsFirst_andPagesWithoutGaps()
{
    QList<SubmittedAction> waiting = submit({}, 1);
    for (int i = 0; i < 5; ++i)
        submit({}, 1, "read");
    waiting += submit({}, 1);
    const QList<RunSnapshot> all = runs();
    QCOMPARE(all.size(), 7);
    QCOMPARE(all[0].key, runOf(waiting[1]).key);
    QCOMPARE(all[1].key, runOf(waiting[0]).key);
    QVERIFY2(all[2].counts.of(ActionState::Pending) == 0, "the rest waits for nobody");
    QList<QByteArray> paged;
    RunCursor after;
    for (;;) {
        const auto next = fixture->engine->runs(after, 2);
        QVERIFY(next.has_value());
        for (const RunSnapshot& run : *next)
            paged.append(run.key);
        if (next->size() < 2)
            break;
        after = cursorAt(next->constLast());
    }
    QList<QByteArray> expected;
    for (const RunSnapshot& run : all)
        expected.append(run.key);
    QCOMPARE(paged, expected);
}

void RunQueriesTest::oldestPending_isOfTheOldestThatWaits()
{
    const auto first = submit("run-1", 1);
    fixture->advance(5000);
    const auto second = submit("run-1", 1);
    QCOMPARE(runs().constFirst().oldestPendingAtMs, fixture->record(first[0].action).createdAtMs);
    QVERIFY(fixture->deny(first[0].action, "no").has_value());
    QCOMPARE(runs().constFirst().oldestPendingAtMs, fixture->record(second[0].action).createdAtMs);
    QVERIFY(fixture->deny(second[0].action, "no").has_value());
    QCOMPARE(runs().constFirst().oldestPendingAtMs, 0);
}

void RunQueriesTest::actions_byPlace_comeInOrderFromAnywhere()
{
    QList<ActionId> expected;
    const QList<int> sizes = {3, 1, 7, 2, 5};
    for (const int size : sizes) {
        const auto made = submit("run-1", size);
        for (const SubmittedAction& action : made)
            expected.append(action.action);
        submit("run-2", 2); // between them
    }
    const QByteArray run = runOf({expected.first(), {}, {}, {}, {}, {}, {}}).key;
    for (int from = 0; from <= expected.size(); ++from) {
        const RunPage found = page({run, {}, {}, from, 4});
        QCOMPARE(found.actions.size(), qMin<qsizetype>(4, expected.size() - from));
        for (int i = 0; i < found.actions.size(); ++i) {
            QCOMPARE(found.actions[i].place, from + i);
            QCOMPARE(found.actions[i].snapshot.record.id, expected[from + i]);
            QCOMPARE(found.actions[i].snapshot.arguments, QByteArray());
        }
        QCOMPARE(found.next, from + found.actions.size());
        QCOMPARE(found.isLast, expected.size() - from < 4);
    }
}

void RunQueriesTest::actions_ofSomeStates_areThoseOnly()
{
    const auto actions = submit("run-1", 6);
    QVERIFY(fixture->deny(actions[1].action, "no").has_value());
    QVERIFY(fixture->deny(actions[4].action, "no").has_value());
    const QByteArray run = runOf(actions[0]).key;
    const RunPage denied = page({run, {}, {ActionState::Denied}, 0, 100});
    QCOMPARE(denied.actions.size(), 2);
    QCOMPARE(denied.actions[0].place, 1);
    QCOMPARE(denied.actions[1].place, 4);
    QVERIFY2(denied.isLast, "nothing is behind the whole run");
    const RunPage pending = page({run, {}, {ActionState::Pending}, 1, 2});
    QCOMPARE(pending.actions.size(), 2);
    QCOMPARE(pending.actions[0].place, 2);
    QVERIFY2(!pending.isLast, "the page is full: more may follow");
    QCOMPARE(page({run, {}, {ActionState::Pending}, pending.next, 2}).actions[0].place, 5);
}

void RunQueriesTest::actions_ofFinalStates_goOnBehindWhatWasLookedAt()
{
    const auto actions = submit("run-1", 2);
    const QByteArray run = runOf(actions[0]).key;
    QVERIFY(fixture->deny(actions[1].action, "no").has_value());
    // As if the run were longer than what is looked at for one answer.
    fixture->editWhileRunning("UPDATE submission SET first_place = first_place + 30000");
    fixture->editWhileRunning("UPDATE run SET actions = 30002");
    qint64 from = 0;
    int answers = 0;
    RunPage found;
    do {
        found = page({run, {}, {ActionState::Denied}, from, 10});
        QVERIFY2(found.next > from || found.isLast, "each answer comes further");
        from = found.next;
        ++answers;
    } while (!found.isLast && answers < 100);
    QCOMPARE(answers, 4);
    QCOMPARE(found.actions.size(), 1);
    QCOMPARE(found.actions[0].place, 30001);
}

void RunQueriesTest::actions_aroundOne_areItsPage()
{
    QList<SubmittedAction> actions;
    for (int i = 0; i < 5; ++i)
        actions += submit("run-1", 3);
    const RunPage found = page({{}, actions[7].action, {}, 0, 5});
    QCOMPARE(found.run, runOf(actions[0]).key);
    QCOMPARE(found.actions.size(), 5);
    QCOMPARE(found.actions[0].place, 5);
    QCOMPARE(found.actions[2].snapshot.record.id, actions[7].action);
    QVERIFY2(!fixture->engine->runActions({{}, ActionId("act_none"), {}, 0, 5}),
             "an action that does not exist is in no run");
}

void RunQueriesTest::actions_haveTheTimesOfTheirAttempt()
{
    fixture->backend->answerAtOnce = false;
    const auto actions = submit("run-1", 1, "read");
    const qint64 startedAt = fixture->clock.wallMs();
    const QByteArray run = runOf(actions[0]).key;
    RunAction shown = page({run, {}, {}, 0, 1}).actions.first();
    QCOMPARE(shown.snapshot.record.state, ActionState::Running);
    QCOMPARE(shown.startedAtMs, startedAt);
    QCOMPARE(shown.endedAtMs, 0);
    fixture->advance(3000);
    fixture->backend->answer(fixture->backend->started.last().call.dispatch, R"({"content":[]})");
    fixture->settle();
    shown = page({run, {}, {}, 0, 1}).actions.first();
    QCOMPARE(shown.snapshot.record.state, ActionState::Succeeded);
    QVERIFY2(shown.endedAtMs >= startedAt + 3000, "it took the three seconds that passed");
}

void RunQueriesTest::submission_movedToAnotherRunByHand_isShownAsTampered()
{
    const auto first = submit("run-1", 1);
    const auto second = submit("run-2", 1);
    const QByteArray run = runOf(first[0]).key;
    fixture->editWhileRunning("UPDATE submission SET first_place = 1, run_key = '" + run +
                              "' WHERE id = '" +
                              fixture->record(second[0].action).submission.value() + "'");
    const RunPage found = page({run, {}, {}, 0, 10});
    QCOMPARE(found.actions.size(), 2);
    QCOMPARE(found.actions[0].snapshot.tamperedWith, QByteArray());
    QVERIFY2(!found.actions[1].snapshot.tamperedWith.isEmpty(),
             "an action in a run that its statement does not name is shown as tampered with");
}

void RunQueriesTest::unknownActions_belongToNoRun()
{
    const auto found = fixture->engine->runsOf({ActionId("act_none"), ActionId()});
    QVERIFY(found.has_value());
    QVERIFY2(found->isEmpty(), "what does not exist is left out");
    QVERIFY2(page({"run_none", {}, {}, 0, 10}).actions.isEmpty(), "an unknown run is empty");
}

void RunQueriesTest::olderStore_givesEachSubmissionItsRun()
{
    const auto actions = submit("run-1", 3);
    submit("run-1", 2);
    QVERIFY(fixture->deny(actions[0].action, "no").has_value());
    // Back to what a store looked like before there were runs.
    stopAndEdit("DROP TABLE run; DROP INDEX submission_by_run;"
                "ALTER TABLE submission DROP COLUMN run_key;"
                "ALTER TABLE submission DROP COLUMN first_place;"
                "DROP INDEX action_equal_denied;"
                "DELETE FROM schema_migration WHERE number >= 2");
    const QList<RunSnapshot> found = runs();
    QCOMPARE(found.size(), 2);
    QCOMPARE(found[0].tamperedWith + found[1].tamperedWith, QByteArray());
    QCOMPARE(found[1].key, fixture->record(actions[0].action).submission.value());
    QCOMPARE(found[1].counts.of(ActionState::Denied), 1);
    QCOMPARE(found[1].counts.of(ActionState::Pending), 2);
    QCOMPARE(page({found[1].key, {}, {}, 0, 10}).actions.size(), 3);
    QVERIFY(fixture->deny(actions[1].action, "no").has_value());
    QCOMPARE(runOf(actions[0]).counts.of(ActionState::Denied), 2);
}

void RunQueriesTest::status_countsTheActionsOfAllRuns()
{
    using Counts = QList<QPair<QByteArray, qint64>>;
    QCOMPARE(fixture->engine->status().counts, Counts());
    const auto actions = submit("run-1", 3);
    submit({}, 2);
    QVERIFY(fixture->approve(actions[0]).has_value());
    QVERIFY(fixture->deny(actions[1].action, "no").has_value());
    fixture->settle();
    QCOMPARE(fixture->engine->status().counts,
             Counts({{"pending", 3}, {"succeeded", 1}, {"denied", 1}}));
}

QTEST_GUILESS_MAIN(RunQueriesTest)
#include "tst_runqueries.moc"
