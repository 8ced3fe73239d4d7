// SPDX-License-Identifier: Apache-2.0
#include "core/domain/planner.h"

#include "core/domain/actiontransitions.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

using namespace lockkeeper;

namespace {

/// "r:approved w:pending w:approved+wait w:determined=happened" – r is a read-only tool.
QList<PlannedCall> parse(const QByteArray& text)
{
    QList<PlannedCall> calls;
    const QList<QByteArray> words = text.split(' ');
    for (QByteArray word : words) {
        PlannedCall call;
        call.ordinal = int(calls.size());
        call.isConcurrencySafe = word.startsWith("r:");
        word = word.mid(2);
        if (word.endsWith("+wait")) {
            call.hasWaitReason = true;
            word.chop(5);
        }
        if (const qsizetype equals = word.indexOf('='); equals >= 0) {
            call.determination = determinationKindFromName(word.mid(equals + 1).toStdString());
            word.truncate(equals);
        }
        const auto state = actionStateFromName(word.toStdString());
        if (!state)
            qFatal("no such state: %s", word.constData());
        call.state = *state;
        calls.append(call);
    }
    return calls;
}

QByteArray show(const QList<int>& numbers)
{
    QList<QByteArray> words;
    for (const int number : numbers)
        words.append(QByteArray::number(number));
    return words.isEmpty() ? QByteArray("-") : words.join(',');
}

/// "start 0,1 skip 2<1 started 0 completed -".
QByteArray show(const Plan& plan)
{
    QList<QByteArray> skips;
    for (const PlannedSkip& skip : plan.skip)
        skips.append(QByteArray::number(skip.ordinal) + "<" + QByteArray::number(skip.causedBy));
    return "start " + show(plan.start) + " skip " +
           (skips.isEmpty() ? QByteArray("-") : skips.join(',')) + " started " +
           show(plan.batchesStarted) + " completed " + show(plan.batchesCompleted);
}

void row(const QByteArray& name, const char* mode, const QByteArray& calls, const char* plan)
{
    QTest::newRow((QByteArray(mode) + ": " + name).constData())
        << QByteArray(mode) << calls << QByteArray(plan);
}

} // namespace

class TestPlanner : public QObject
{
    Q_OBJECT

private slots:
    void batches_areFormed_holdNeighbouringReads_data();
    void batches_areFormed_holdNeighbouringReads();
    void next_isPlanned_followsTheMode_data();
    void next_isPlanned_followsTheMode();
    void b57_readBesideAPendingWrite_runsAtOnce();
    void b40_oneOfTwoEqualCallsDenied_onlyTheOtherStarts();
    void b39_fiveCallsDecidedInReverse_keepTheirOwnAnswers();
    void randomLives_arePlayed_keepTheRules();

private:
    void addIndependentRows();
    void addOrderedRows();
    void addAllOrNothingRows();
    void addB58AndB108Rows();
};

void TestPlanner::batches_areFormed_holdNeighbouringReads_data()
{
    QTest::addColumn<QByteArray>("calls");
    QTest::addColumn<QByteArray>("batches");
    QTest::newRow("one") << QByteArray("w:pending") << QByteArray("0");
    QTest::newRow("reads") << QByteArray("r:pending r:pending") << QByteArray("0,1");
    QTest::newRow("writes") << QByteArray("w:pending w:pending") << QByteArray("0 1");
    QTest::newRow("mixed") << QByteArray("r:pending r:denied w:pending r:pending w:pending "
                                         "w:pending r:pending r:pending")
                           << QByteArray("0,1 2 3 4 5 6,7");
}

void TestPlanner::batches_areFormed_holdNeighbouringReads()
{
    QFETCH(QByteArray, calls);
    QFETCH(QByteArray, batches);
    QList<QByteArray> shown;
    const auto planned = planBatches(parse(calls));
    for (const PlannedBatch& batch : planned)
        shown.append(show(batch));
    QCOMPARE(shown.join(' '), batches);
    QVERIFY(planBatches({}).isEmpty());
}

void TestPlanner::addIndependentRows()
{
    const char* mode = "independent";
    row("one approved write", mode, "w:approved", "start 0 skip - started - completed -");
    row("writes go one after the other", mode, "w:approved w:approved",
        "start 0 skip - started - completed -");
    row("a running write holds the next", mode, "w:running w:approved",
        "start - skip - started 0 completed -");
    row("done, then the next", mode, "w:succeeded w:approved",
        "start 1 skip - started 0 completed 0");
    row("a pending write holds nobody", mode, "w:pending w:approved",
        "start 1 skip - started - completed -");
    row("a holding write holds nobody", mode, "w:holding r:approved",
        "start 1 skip - started - completed -");
    row("one that waits holds nobody", mode, "w:approved+wait w:approved r:approved",
        "start 1 skip - started - completed -");
    row("an unknown holds nobody", mode, "w:unknown w:approved",
        "start 1 skip - started 0 completed 0");
    row("at most six reads", mode,
        "r:approved r:approved r:approved r:approved r:approved r:approved r:approved r:approved "
        "w:approved",
        "start 0,1,2,3,4,5 skip - started - completed -");
    row("two run, four more may", mode,
        "r:running r:approved r:running r:approved r:approved r:approved r:approved w:approved",
        "start 1,3,4,5 skip - started 0 completed -");
    row("six run, the seventh waits", mode,
        "r:running r:running r:running r:running r:running r:running r:approved",
        "start - skip - started 0 completed -");
    row("a read of a batch is still pending", mode, "r:succeeded r:pending w:running",
        "start - skip - started 0,1 completed -");
    row("approved late, goes beside a later batch", mode, "w:approved r:running w:approved",
        "start 0 skip - started 1 completed -");
    row("denied siblings change nothing", mode, "r:denied r:approved w:approved",
        "start 1 skip - started - completed -");
}

void TestPlanner::addOrderedRows()
{
    const char* mode = "ordered";
    row("starts the first", mode, "w:approved w:approved", "start 0 skip - started - completed -");
    row("a pending first one holds all", mode, "w:pending w:approved r:approved",
        "start - skip - started - completed -");
    row("waits for a reason", mode, "w:approved+wait w:approved",
        "start - skip - started - completed -");
    row("running holds", mode, "w:running w:approved", "start - skip - started 0 completed -");
    row("unknown holds and skips nobody", mode, "w:unknown w:approved w:pending",
        "start - skip - started 0 completed 0");
    row("happened counts as success", mode, "w:determined=happened w:approved",
        "start 1 skip - started 0 completed 0");
    for (const char* other : {"did_not_happen", "in_part", "undetermined"})
        row(QByteArray(other) + " skips", mode, QByteArray("w:determined=") + other + " w:approved",
            "start - skip 1<0 started 0 completed 0");
    for (const char* end : {"denied", "invalid", "expired", "cancelled", "skipped"})
        row(QByteArray(end) + " skips the rest", mode,
            QByteArray("w:succeeded w:") + end + " w:approved w:pending w:holding",
            "start - skip 2<1,3<1,4<1 started 0 completed 0");
    row("failed skips the rest", mode, "w:failed r:approved w:pending",
        "start - skip 1<0,2<0 started 0 completed 0");
    row("an earlier call still runs", mode, "w:approved w:denied w:approved",
        "start 0 skip 2<1 started - completed -");
    row("reads run together", mode, "r:approved r:approved w:approved",
        "start 0,1 skip - started - completed -");
    row("a read failed beside running ones", mode,
        "r:running r:failed r:running r:approved w:approved",
        "start - skip 3<1,4<1 started 0 completed -");
    row("skipping is not repeated", mode, "w:failed w:skipped w:skipped",
        "start - skip - started 0 completed 0");
}

void TestPlanner::addAllOrNothingRows()
{
    const char* mode = "all_or_nothing";
    row("waits for the last approval", mode, "r:approved w:approved w:pending",
        "start - skip - started - completed -");
    row("waits while one is held", mode, "w:approved w:holding",
        "start - skip - started - completed -");
    row("all approved, the first batch", mode, "r:approved r:approved w:approved",
        "start 0,1 skip - started - completed -");
    row("then the next batch", mode, "r:succeeded r:succeeded w:approved",
        "start 2 skip - started 0 completed 0");
    row("the first waits, so do the others", mode, "w:approved+wait w:approved",
        "start - skip - started - completed -");
    row("unknown holds", mode, "w:unknown w:approved", "start - skip - started 0 completed 0");
    row("one is asked again while another runs", mode, "r:running r:pending r:approved",
        "start - skip - started 0 completed -");
    for (const char* end : {"denied", "invalid", "expired", "cancelled"})
        row(QByteArray(end) + " before the start skips all", mode,
            QByteArray("w:approved w:pending w:") + end + " w:holding",
            "start - skip 0<2,1<2,3<2 started - completed -");
    row("a failure skips what has not begun, nothing is rolled back", mode,
        "w:succeeded r:failed r:running r:approved w:approved",
        "start - skip 3<1,4<1 started 0,1 completed 0");
}

void TestPlanner::addB58AndB108Rows()
{
    row("B58 second denied", "independent", "w:succeeded w:denied w:approved",
        "start 2 skip - started 0 completed 0");
    row("B58 second failed", "independent", "w:succeeded w:failed w:approved",
        "start 2 skip - started 0,1 completed 0,1");
    row("B58 second denied", "ordered", "w:succeeded w:denied w:approved",
        "start - skip 2<1 started 0 completed 0");
    row("B58 second failed", "ordered", "w:succeeded w:failed w:approved",
        "start - skip 2<1 started 0,1 completed 0,1");
    row("B58 second denied", "all_or_nothing", "w:approved w:denied w:approved",
        "start - skip 0<1,2<1 started - completed -");
    row("B58 second failed", "all_or_nothing", "w:succeeded w:failed w:approved",
        "start - skip 2<1 started 0,1 completed 0,1");
}

void TestPlanner::next_isPlanned_followsTheMode_data()
{
    QTest::addColumn<QByteArray>("mode");
    QTest::addColumn<QByteArray>("calls");
    QTest::addColumn<QByteArray>("plan");
    addIndependentRows();
    addOrderedRows();
    addAllOrNothingRows();
    addB58AndB108Rows();
}

void TestPlanner::next_isPlanned_followsTheMode()
{
    QFETCH(QByteArray, mode);
    QFETCH(QByteArray, calls);
    QFETCH(QByteArray, plan);
    const auto value = submissionModeFromName(mode.toStdString());
    QVERIFY(value);
    QCOMPARE(show(planNext(*value, parse(calls))), plan);
}

void TestPlanner::b57_readBesideAPendingWrite_runsAtOnce()
{
    auto calls = parse("r:approved w:pending");
    QCOMPARE(planNext(SubmissionMode::Independent, calls).start, QList<int>({0}));
    calls = parse("w:pending r:approved");
    QCOMPARE(planNext(SubmissionMode::Independent, calls).start, QList<int>({1}));
    calls[1].state = ActionState::Succeeded;
    const Plan plan = planNext(SubmissionMode::Independent, calls);
    QVERIFY(plan.start.isEmpty() && plan.skip.isEmpty());
    QCOMPARE(plan.batchesCompleted, QList<int>({1}));
}

void TestPlanner::b40_oneOfTwoEqualCallsDenied_onlyTheOtherStarts()
{
    QCOMPARE(planNext(SubmissionMode::Independent, parse("w:approved w:denied")).start,
             QList<int>({0}));
    QCOMPARE(planNext(SubmissionMode::Independent, parse("w:denied w:approved")).start,
             QList<int>({1}));
}

void TestPlanner::b39_fiveCallsDecidedInReverse_keepTheirOwnAnswers()
{
    auto calls = parse("w:pending w:pending w:pending w:pending w:pending");
    QSet<int> started;
    for (int ordinal = 4; ordinal >= 0; --ordinal) {
        const bool denied = ordinal % 2 == 1;
        calls[ordinal].state = denied ? ActionState::Denied : ActionState::Approved;
        const Plan plan = planNext(SubmissionMode::Independent, calls);
        QCOMPARE(plan.start, denied ? QList<int>() : QList<int>({ordinal}));
        for (const int start : plan.start) {
            started.insert(start);
            calls[start].state = ActionState::Succeeded;
        }
    }
    QCOMPARE(started, QSet<int>({0, 2, 4}));
}

namespace {

/// Carries the plan out and returns what it did against the rules, "" if nothing.
QByteArray carryOut(SubmissionMode mode, QList<PlannedCall>& calls)
{
    const Plan plan = planNext(mode, calls);
    for (const int ordinal : plan.start) {
        if (calls[ordinal].state != ActionState::Approved)
            return "a call that is not approved was started";
        for (int earlier = 0; mode != SubmissionMode::Independent && earlier < ordinal; ++earlier) {
            const bool together =
                std::all_of(calls.begin() + earlier, calls.begin() + ordinal + 1,
                            [](const PlannedCall& call) { return call.isConcurrencySafe; });
            if (!together && calls[earlier].state != ActionState::Succeeded)
                return "a call was started before an earlier batch had succeeded";
        }
    }
    for (const int ordinal : plan.start)
        calls[ordinal].state = ActionState::Running;
    for (const PlannedSkip& skip : plan.skip) {
        if (mode == SubmissionMode::Independent)
            return "a call of an independent submission was skipped";
        if (!next(calls[skip.ordinal].state, ActionEvent::BatchStopped))
            return "a call was skipped that the table does not let be skipped";
        if (!isFinal(calls[skip.causedBy].state))
            return "a call was skipped because of one that has not ended";
        calls[skip.ordinal].state = ActionState::Skipped;
    }
    const auto running = std::count_if(calls.begin(), calls.end(), [](const PlannedCall& call) {
        return call.state == ActionState::Running;
    });
    if (mode != SubmissionMode::Independent && running > kParallelLimit)
        return "more calls run than may";
    return {};
}

} // namespace

void TestPlanner::randomLives_arePlayed_keepTheRules()
{
    const quint32 seed = 20240917;
    QRandomGenerator random(seed);
    for (int life = 0; life < 400; ++life) {
        const auto mode = static_cast<SubmissionMode>(random.bounded(1, 4));
        const QByteArray place = "seed 20240917, life " + QByteArray::number(life) + ": ";
        QList<PlannedCall> calls;
        for (int i = random.bounded(1, 12); i > 0; --i)
            calls.append({int(calls.size()), random.bounded(2) == 0, ActionState::Pending, false,
                          std::nullopt});
        for (int step = 0; step < 60; ++step) {
            const QByteArray broken = carryOut(mode, calls);
            QVERIFY2(broken.isEmpty(), (place + broken).constData());
            PlannedCall& call = calls[random.bounded(int(calls.size()))];
            if (call.state == ActionState::Pending)
                call.state = random.bounded(4) ? ActionState::Approved : ActionState::Denied;
            else if (call.state == ActionState::Running)
                call.state = random.bounded(5) ? ActionState::Succeeded : ActionState::Failed;
        }
        // Nobody is forgotten: once all is decided and done, every call has come to an end.
        for (int round = 0; round < 40; ++round) {
            for (PlannedCall& call : calls) {
                if (call.state == ActionState::Pending)
                    call.state = ActionState::Approved;
                else if (call.state == ActionState::Running)
                    call.state = ActionState::Succeeded;
            }
            const QByteArray broken = carryOut(mode, calls);
            QVERIFY2(broken.isEmpty(), (place + broken).constData());
        }
        for (const PlannedCall& call : qAsConst(calls))
            QVERIFY2(isFinal(call.state), (place + "a call never came to an end").constData());
    }
}

QTEST_GUILESS_MAIN(TestPlanner)
#include "tst_planner.moc"
