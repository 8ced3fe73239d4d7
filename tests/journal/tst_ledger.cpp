// SPDX-License-Identifier: Apache-2.0
#include "core/base/canonicaljson.h"
#include "core/journal/ledger.h"

#include <QTest>

namespace lockkeeper {

namespace {

const ActionId kAction("act_1");

/// An entry as the journal writes it, for an action whose newest entry is `before`.
JournalEntry entry(const std::optional<LedgerEntry>& before, const QList<ActionEvent>& events,
                   ActionState state, const QByteArray& data = "{}")
{
    static qint64 number = 0;
    JsonWriter body;
    body.beginObject().member("actor", "test").memberRaw("data", data);
    body.key("events").beginArray();
    for (const ActionEvent event : events)
        body.integer(static_cast<int>(event));
    body.endArray().member("row", QByteArray(32, 'r').toHex());
    body.member("state", static_cast<qint64>(state));
    if (!before) {
        body.member("statement", QByteArray(32, 's').toHex());
        body.member("submission", "sub_1");
    }
    body.member("version", before ? before->version + 1 : 1).endObject();
    JournalEntry result;
    result.lane = "sea_1";
    result.number = ++number;
    result.action = kAction;
    result.body = body.take();
    result.previousHash = laneStartHash();
    result.actionPreviousHash = before ? before->lastHash : QByteArray();
    result.hash = result.computeHash();
    return result;
}

/// Replays steps one after another; fails the test when one does not fit.
LedgerEntry after(const std::optional<LedgerEntry>& before, const QList<ActionEvent>& events,
                  ActionState state, const QByteArray& data = "{}")
{
    const auto replayed = replayEntry(before, entry(before, events, state, data));
    if (!replayed)
        qFatal("replay: %s", replayed.error().describe().constData());
    return *replayed;
}

/// An entry of another kind about the action.
JournalEntry note(JournalKind kind, const QByteArray& body)
{
    JournalEntry result;
    result.kind = kind;
    result.action = kAction;
    result.body = body;
    return result;
}

LedgerEntry pending()
{
    return after(std::nullopt, {ActionEvent::Admitted, ActionEvent::PolicyAsked},
                 ActionState::Pending);
}

LedgerEntry approved()
{
    const LedgerEntry holding =
        after(pending(), {ActionEvent::OperatorApproved}, ActionState::Holding);
    return after(holding, {ActionEvent::HoldElapsed}, ActionState::Approved,
                 R"({"decision":"dec_1","decision_digest":"6464"})");
}

LedgerEntry running()
{
    return after(approved(), {ActionEvent::Claimed}, ActionState::Running,
                 R"({"attempt":1,"dispatch":"dsp_1"})");
}

} // namespace

class LedgerTest : public QObject
{
    Q_OBJECT

private slots:
    void firstEntry_setsWhatNeverChanges();
    void decision_countsOnlyWhenItsHoldEnds();
    void decision_isSpentByItsDispatch_andFreedByProofOnly();
    void decision_isGone_whenTheActionWaitsForOneAgain();
    void dispatch_countsOnlyInAClaim();
    void entry_thatDoesNotFit_isDataLoss_data();
    void entry_thatDoesNotFit_isDataLoss();
    void extension_isTakenWhilePending_andKept();
    void firstShown_isTakenOnce_whileOpen();
    void recordOfAnotherKind_changesNothing();
    void recordThatSaysNothingGood_isDataLoss_data();
    void recordThatSaysNothingGood_isDataLoss();
    void extensionOfAFinalAction_isRemembered();
    void overlay_showsTheNewest_andForgetsWhatIsRolledBack();
    void overlay_dropsTheWholeWave();
    void finalActions_areForgottenAtTheCommit_notBefore();
    void tamperedMark_staysThroughCommits();
};

void LedgerTest::firstEntry_setsWhatNeverChanges()
{
    const LedgerEntry first = pending();
    QCOMPARE(first.state, ActionState::Pending);
    QCOMPARE(first.version, qint64(1));
    QCOMPARE(first.rowDigest, QByteArray(32, 'r'));
    QCOMPARE(first.statementDigest, QByteArray(32, 's'));
    QCOMPARE(first.submission, SubmissionId("sub_1"));
    QCOMPARE(approved().statementDigest, first.statementDigest);
}

void LedgerTest::decision_countsOnlyWhenItsHoldEnds()
{
    const QByteArray data = R"({"decision":"dec_9","decision_digest":"39"})";
    const LedgerEntry holding =
        after(pending(), {ActionEvent::OperatorApproved}, ActionState::Holding, data);
    QVERIFY2(holding.decision.isEmpty(), "a decision whose hold runs must not count");
    const LedgerEntry undone = after(holding, {ActionEvent::Undone}, ActionState::Pending, data);
    QVERIFY2(undone.decision.isEmpty(), "an undone decision must not count");
    const LedgerEntry straight =
        after(pending(), {ActionEvent::OperatorApproved, ActionEvent::HoldElapsed},
              ActionState::Approved, data);
    QCOMPARE(straight.decision, DecisionId("dec_9"));
    QCOMPARE(straight.decisionDigest, QByteArray("9"));
}

void LedgerTest::decision_isSpentByItsDispatch_andFreedByProofOnly()
{
    QVERIFY(!approved().decisionSpent);
    const LedgerEntry claimed = running();
    QVERIFY(claimed.decisionSpent);
    QCOMPARE(claimed.decision, DecisionId("dec_1"));
    const QByteArray ended = R"({"dispatch":"dsp_1"})";
    for (const ActionEvent proof : {ActionEvent::NotStarted, ActionEvent::NoEffectRetry}) {
        const LedgerEntry freed = after(claimed, {proof}, ActionState::Approved, ended);
        QVERIFY2(!freed.decisionSpent, "proof that nothing happened frees the decision");
        QCOMPARE(freed.decision, DecisionId("dec_1"));
    }
    const LedgerEntry lost = after(claimed, {ActionEvent::ContactLost}, ActionState::Unknown);
    QVERIFY2(lost.decisionSpent, "an unknown outcome frees nothing");
    const LedgerEntry settled = after(lost, {ActionEvent::Determined}, ActionState::Determined);
    QVERIFY2(settled.decisionSpent, "a determination frees nothing");
}

void LedgerTest::decision_isGone_whenTheActionWaitsForOneAgain()
{
    const LedgerEntry asked =
        after(approved(), {ActionEvent::InvalidatedAsk}, ActionState::Pending);
    QVERIFY(asked.decision.isEmpty());
    QVERIFY(asked.decisionDigest.isEmpty());
}

void LedgerTest::dispatch_countsOnlyInAClaim()
{
    const LedgerEntry claimed = running();
    QCOMPARE(claimed.dispatch, DispatchId("dsp_1"));
    QCOMPARE(claimed.attempts, 1);
    const LedgerEntry ended = after(claimed, {ActionEvent::ContactLost}, ActionState::Unknown,
                                    R"({"attempt":7,"dispatch":"dsp_other"})");
    QCOMPARE(ended.dispatch, DispatchId("dsp_1"));
    QCOMPARE(ended.attempts, 1);
}

void LedgerTest::entry_thatDoesNotFit_isDataLoss_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("no JSON") << QByteArray("}") << QByteArray("");
    QTest::newRow("no events") << QByteArray("[9]") << QByteArray("[]");
    QTest::newRow("event not in the table") << QByteArray("[9]") << QByteArray("[20]");
    QTest::newRow("no event at all") << QByteArray("[9]") << QByteArray("[99]");
    QTest::newRow("event beyond int") << QByteArray("[9]") << QByteArray("[4294967305]");
    QTest::newRow("event as text") << QByteArray("[9]") << QByteArray("[\"9\"]");
    QTest::newRow("second event impossible") << QByteArray("[9]") << QByteArray("[9,9]");
    QTest::newRow("another state") << QByteArray("\"state\":3") << QByteArray("\"state\":4");
    QTest::newRow("version skipped") << QByteArray("\"version\":2") << QByteArray("\"version\":3");
    QTest::newRow("version again") << QByteArray("\"version\":2") << QByteArray("\"version\":1");
}

void LedgerTest::entry_thatDoesNotFit_isDataLoss()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    const LedgerEntry before = pending();
    JournalEntry good = entry(before, {ActionEvent::OperatorApproved}, ActionState::Holding);
    QVERIFY(replayEntry(before, good));
    JournalEntry bad = good;
    QVERIFY2(bad.body.contains(from), bad.body.constData());
    bad.body.replace(from, to);
    const auto replayed = replayEntry(before, bad);
    QVERIFY2(!replayed, "it must not be taken");
    JournalEntry unlinked = good;
    unlinked.actionPreviousHash = QByteArray(32, 'x');
    const auto other = replayEntry(before, unlinked);
    QVERIFY2(!other && other.error().code() == ErrorCode::DataLoss,
             "an entry that does not follow the action's entry before it must not be taken");
}

void LedgerTest::extension_isTakenWhilePending_andKept()
{
    LedgerEntry open = pending();
    const LedgerEntry before = open;
    QVERIFY(replayRecord(&open, note(JournalKind::DecideByExtended, R"({"decide_by_ms":500})")));
    QCOMPARE(open.decideByMs, qint64(500));
    QCOMPARE(open.version, before.version);
    QCOMPARE(open.rowDigest, before.rowDigest);
    QVERIFY(replayRecord(&open, note(JournalKind::DecideByExtended, R"({"decide_by_ms":501})")));
    const LedgerEntry holding = after(open, {ActionEvent::OperatorApproved}, ActionState::Holding);
    QCOMPARE(holding.decideByMs, qint64(501));
    const LedgerEntry undone = after(holding, {ActionEvent::Undone}, ActionState::Pending);
    QCOMPARE(undone.decideByMs, qint64(501));
}

void LedgerTest::firstShown_isTakenOnce_whileOpen()
{
    for (LedgerEntry open : {pending(), approved(), running()}) {
        const JournalEntry shown = note(JournalKind::FirstShown, R"({"at_ms":77})");
        QVERIFY(replayRecord(&open, shown));
        QCOMPARE(open.firstShownAtMs, qint64(77));
        QVERIFY2(!replayRecord(&open, shown), "it is first shown once");
        QCOMPARE(open.firstShownAtMs, qint64(77));
    }
}

void LedgerTest::recordOfAnotherKind_changesNothing()
{
    LedgerEntry open = pending();
    for (const JournalKind kind : {JournalKind::EvidenceAdded, JournalKind::ValueRevealed,
                                   JournalKind::Snoozed, JournalKind::Tampering}) {
        QVERIFY(replayRecord(&open, note(kind, R"({"at_ms":77,"decide_by_ms":500})")));
        QVERIFY(replayRecord(nullptr, note(kind, "{}")));
    }
    QCOMPARE(open.decideByMs, qint64(0));
    QCOMPARE(open.firstShownAtMs, qint64(0));
}

void LedgerTest::recordThatSaysNothingGood_isDataLoss_data()
{
    QTest::addColumn<JournalKind>("kind");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("about");
    const QByteArray later = R"({"decide_by_ms":500})";
    const QByteArray shown = R"({"at_ms":77})";
    const auto extended = JournalKind::DecideByExtended;
    const auto firstShown = JournalKind::FirstShown;
    enum { Nothing, Pending, Holding, Approved };
    QTest::newRow("extends nothing") << extended << later << int(Nothing);
    QTest::newRow("extends what is held") << extended << later << int(Holding);
    QTest::newRow("extends what is approved") << extended << later << int(Approved);
    QTest::newRow("no time") << extended << QByteArray("{}") << int(Pending);
    QTest::newRow("no number") << extended << QByteArray(R"({"decide_by_ms":"500"})")
                               << int(Pending);
    QTest::newRow("not later") << extended << QByteArray(R"({"decide_by_ms":0})") << int(Pending);
    QTest::newRow("before all time")
        << extended << QByteArray(R"({"decide_by_ms":-5})") << int(Pending);
    QTest::newRow("no JSON") << extended << QByteArray("{") << int(Pending);
    QTest::newRow("shown, but nothing") << firstShown << shown << int(Nothing);
    QTest::newRow("shown at no time") << firstShown << QByteArray("{}") << int(Pending);
    QTest::newRow("shown before all time")
        << firstShown << QByteArray(R"({"at_ms":-1})") << int(Pending);
}

void LedgerTest::recordThatSaysNothingGood_isDataLoss()
{
    QFETCH(JournalKind, kind);
    QFETCH(QByteArray, body);
    QFETCH(int, about);
    LedgerEntry open = pending();
    if (about == 2)
        open = after(pending(), {ActionEvent::OperatorApproved}, ActionState::Holding);
    else if (about == 3)
        open = approved();
    const auto taken = replayRecord(about == 0 ? nullptr : &open, note(kind, body));
    QVERIFY2(!taken, "it must not be taken");
    QCOMPARE(open.decideByMs, qint64(0));
    QCOMPARE(open.firstShownAtMs, qint64(0));
}

void LedgerTest::extensionOfAFinalAction_isRemembered()
{
    LedgerEntry open = pending();
    open.decideByMs = 500;
    const LedgerEntry over = after(open, {ActionEvent::DeadlinePassed}, ActionState::Expired);
    Ledger ledger;
    ledger.load({{kAction, open}});
    QCOMPARE(ledger.decideByMs(kAction), qint64(500));
    ledger.set(kAction, over);
    ledger.dropCommand();
    ledger.set(kAction, over);
    ledger.commit();
    QVERIFY(!ledger.find(kAction));
    QCOMPARE(ledger.decideByMs(kAction), qint64(500));
    QCOMPARE(ledger.decideByMs(ActionId("act_other")), qint64(0));
    Ledger again;
    again.load({{kAction, over}});
    QVERIFY2(!again.find(kAction), "a final action is not kept");
    QCOMPARE(again.decideByMs(kAction), qint64(500));
}

void LedgerTest::overlay_showsTheNewest_andForgetsWhatIsRolledBack()
{
    Ledger ledger;
    ledger.load({{kAction, pending()}});
    LedgerEntry changed = *ledger.find(kAction);
    ledger.beginCommand();
    changed.version = 2;
    ledger.set(kAction, changed);
    ledger.beginCommand(); // the first command of the wave stands
    changed.version = 3;
    ledger.set(kAction, changed);
    QCOMPARE(ledger.find(kAction)->version, qint64(3));
    ledger.dropCommand();
    QCOMPARE(ledger.find(kAction)->version, qint64(2));
    QCOMPARE(ledger.committed()[kAction].version, qint64(1));
    ledger.commit();
    QCOMPARE(ledger.committed()[kAction].version, qint64(2));
}

void LedgerTest::overlay_dropsTheWholeWave()
{
    Ledger ledger;
    ledger.load({{kAction, pending()}});
    LedgerEntry changed = *ledger.find(kAction);
    changed.version = 2;
    ledger.set(kAction, changed);
    ledger.beginCommand();
    ledger.set(ActionId("act_2"), changed);
    ledger.dropWave();
    QCOMPARE(ledger.find(kAction)->version, qint64(1));
    QVERIFY(!ledger.find(ActionId("act_2")));
}

void LedgerTest::finalActions_areForgottenAtTheCommit_notBefore()
{
    Ledger ledger;
    ledger.load({{kAction, pending()}});
    ledger.set(kAction, after(pending(), {ActionEvent::OperatorDenied}, ActionState::Denied));
    ledger.beginCommand();
    QVERIFY2(ledger.find(kAction), "later commands of the wave must see that it is denied");
    QCOMPARE(ledger.find(kAction)->state, ActionState::Denied);
    ledger.commit();
    QVERIFY(!ledger.find(kAction));
}

void LedgerTest::tamperedMark_staysThroughCommits()
{
    Ledger ledger;
    ledger.load({{kAction, pending()}});
    ledger.markTampered(kAction, "first");
    ledger.markTampered(kAction, "second");
    ledger.dropCommand();
    ledger.dropWave();
    ledger.commit();
    QCOMPARE(ledger.find(kAction)->tampered, QByteArray("first"));
}

} // namespace lockkeeper

QTEST_GUILESS_MAIN(lockkeeper::LedgerTest)
#include "tst_ledger.moc"
