// SPDX-License-Identifier: Apache-2.0
// Calls that operators put aside: how that begins, what it hides and how it ends; on the real
// store.
#include "core/executor/snoozes.h"
#include "core/gateway/wirejson.h"
#include "support/diskwatch.h"
#include "support/termstestcase.h"

#include <QtTest>

using namespace lockkeeper;

class SnoozesTest : public TermsTestCase
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup()
    {
        DiskWatch::stop();
        EngineTestCase::cleanup();
    }

    void snooze_hidesNothingFromADecision_andEndsByItself();
    void snooze_withAReason_isJournaledWithoutItAndSealed();
    void snooze_againstTheRules_isRefused_data();
    void snooze_againstTheRules_isRefused();
    void snooze_ofACriticalCall_isRefused();
    void snooze_untilTooNearItsEnd_isRefused();
    void snooze_isEndedByHand();
    void snooze_isEndedByEachChange_data();
    void snooze_isEndedByEachChange();
    void snooze_isGoneAfterARestart();
    void snooze_underAWallClockThatWasSet_endsEarlyRatherThanLate();
    void snooze_whoseRecordCannotBeStored_hidesNothing();
    void snooze_whileTheGuardCannotBeWritten_hidesNothing();
    void snooze_isNotShownToAgents();
    void snoozes_endOneAfterAnother();
};

void SnoozesTest::snooze_hidesNothingFromADecision_andEndsByItself()
{
    const auto write = fixture->submitOne("write", "{}");
    const auto other = fixture->submitOne("write", R"({"n":2})", "c2");
    const qint64 until = now() + 5 * kMinute;
    pass();
    told.clear();
    for (const auto& one : {write, other})
        QVERIFY2(snooze(one.action, until).has_value(), "expected it to be put aside");
    const ActionSnapshot aside = brief(write.action);
    QCOMPARE(aside.snooze.untilMs, until);
    QCOMPARE(aside.snooze.by, QByteArray("ann"));
    QCOMPARE(aside.snooze.reason, QByteArray("waits for Tom"));
    QCOMPARE(aside.record.state, ActionState::Pending);
    const auto whole = fixture->engine->action({}, write.action);
    QVERIFY(whole.has_value() && whole->snooze.untilMs == until);
    QVERIFY(wire::toJson(*whole, wire::Detail::Line).contains(R"("reason":"waits for Tom")"));
    const auto card = fixture->engine->card(write.action);
    QVERIFY(card.has_value() && card->snapshot.snooze.untilMs == until);
    pass();
    QCOMPARE(countOf(told, "snoozed"), qsizetype(2));

    QVERIFY2(fixture->approve(other).has_value(), "expected a decision by its id");
    QCOMPARE(fixture->state(other.action), ActionState::Succeeded);

    fixture->advance(until - now() - 1'000);
    QVERIFY2(isSnoozed(write.action), "expected it aside until its time");
    QCOMPARE(countOf(told, "snooze_ended"), qsizetype(0));
    fixture->advance(1'500);
    QVERIFY2(!isSnoozed(write.action), "expected it back by itself");
    QCOMPARE(countOf(told, "snooze_ended"), qsizetype(1));
    QVERIFY2(told.last().seq > 0 && told.last().actionId == write.action.value(),
             "expected an event that is kept and names it");
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
}

void SnoozesTest::snooze_withAReason_isJournaledWithoutItAndSealed()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 until = now() + 5 * kMinute;
    QVERIFY(snooze(write.action, until, "the sentinel reason").has_value());
    QVERIFY(snooze(write.action, 0).has_value());
    const auto page = fixture->engine->history(0, 2);
    QVERIFY(page.has_value());
    QCOMPARE(page->at(0).kind, QByteArray("snooze_ended"));
    QCOMPARE(page->at(1).kind, QByteArray("snoozed"));
    QCOMPARE(page->at(1).by, QByteArray("ann"));
    QCOMPARE(page->at(1).state, QByteArray("pending"));
    const auto bodies = bodiesOf(JournalKind::Snoozed);
    QCOMPARE(bodies,
             (QList<QByteArray>{R"({"by":"ann","proof":"window","state":2,"until_ms":)" +
                                    QByteArray::number(until) + '}',
                                R"({"by":"ann","proof":"window","state":2,"until_ms":0})"}));
    verifyRecord();
    fixture->kill();
    QCOMPARE(fixture->readByHand("SELECT attempt FROM sealed_part WHERE kind = 8"),
             QList<QByteArray>{QByteArray::number(until)});
    for (const QByteArray& text :
         fixture->readByHand("SELECT CAST(body AS TEXT) FROM journal UNION ALL "
                             "SELECT details FROM outbox UNION ALL "
                             "SELECT CAST(sealed AS TEXT) FROM sealed_part"))
        QVERIFY2(!text.contains("sentinel"), "expected the reason nowhere in plain text");
    fixture->start();
    QVERIFY2(fixture->approve(write).has_value(), "expected the chain to go on behind it");
}

void SnoozesTest::snooze_againstTheRules_isRefused_data()
{
    QTest::addColumn<qint64>("inMs");
    QTest::addColumn<QByteArray>("reason");
    QTest::addColumn<bool>("isGood");
    const QByteArray good = "later";
    QTest::newRow("the longest") << 60 * kMinute << good << true;
    QTest::newRow("too long") << 60 * kMinute + 1 << good << false;
    QTest::newRow("now") << qint64(0) << good << false;
    QTest::newRow("in the past") << -kMinute << good << false;
    QTest::newRow("no reason") << kMinute << QByteArray() << false;
    QTest::newRow("blanks") << kMinute << QByteArray("  \n") << false;
    QTest::newRow("the longest reason") << kMinute << QByteArray(500, 'x') << true;
    QTest::newRow("a reason that is too long") << kMinute << QByteArray(501, 'x') << false;
    QTest::newRow("no UTF-8") << kMinute << QByteArray("\xff\xfe") << false;
}

void SnoozesTest::snooze_againstTheRules_isRefused()
{
    QFETCH(qint64, inMs);
    QFETCH(QByteArray, reason);
    QFETCH(bool, isGood);
    const auto write = fixture->submitOne("write", "{}");
    const qint64 position = lanePosition();
    const auto done = snooze(write.action, now() + inMs, reason);
    QCOMPARE(done.has_value(), isGood);
    QCOMPARE(isSnoozed(write.action), isGood);
    if (isGood)
        return;
    QCOMPARE(done.error().code(), ErrorCode::InvalidArgument);
    QCOMPARE(lanePosition(), position);
}

/// No call of this version is critical yet, so that the rule is asked itself.
void SnoozesTest::snooze_ofACriticalCall_isRefused()
{
    const auto write = fixture->submitOne("write", "{}");
    ActionRecord record = fixture->record(write.action);
    for (const RiskLevel risk :
         {RiskLevel::Low, RiskLevel::Medium, RiskLevel::High, RiskLevel::Critical}) {
        record.risk = risk;
        const auto allowed =
            Snoozes::checkRules(record, record.decideByMs, now() + kMinute, "later", now());
        QCOMPARE(allowed.has_value(), risk != RiskLevel::Critical);
        if (!allowed)
            QCOMPARE(allowed.error().code(), ErrorCode::FailedPrecondition);
        QVERIFY2(Snoozes::checkRules(record, record.decideByMs, 0, {}, now()).has_value(),
                 "whatever is aside may come back");
    }
}

void SnoozesTest::snooze_untilTooNearItsEnd_isRefused()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 signedMs = fixture->record(write.action).decideByMs;
    wait(signedMs - 10 * kMinute - now());
    const qint64 latest = signedMs - 2 * kMinute;
    const auto refused = snooze(write.action, latest + 1);
    QVERIFY2(!refused && refused.error().code() == ErrorCode::InvalidArgument,
             "it must be back in time to be decided");
    QVERIFY(snooze(write.action, latest).has_value());
    QVERIFY(extend(write.action, signedMs + 10 * kMinute).has_value());
    QVERIFY2(snooze(write.action, latest + kMinute).has_value(),
             "expected the time that it has now to count");
}

void SnoozesTest::snooze_isEndedByHand()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 position = lanePosition();
    QVERIFY2(snooze(write.action, 0).has_value(), "expected nothing to bring back to be no error");
    QCOMPARE(lanePosition(), position);
    QVERIFY(snooze(write.action, now() + 5 * kMinute).has_value());
    pass();
    told.clear();
    QVERIFY(snooze(write.action, 0, {}).has_value());
    QVERIFY2(!isSnoozed(write.action), "expected it back");
    pass();
    QCOMPARE(countOf(told, "snooze_ended"), qsizetype(1));
    QCOMPARE(lanePosition(), position + 2);
    fixture->advance(6 * kMinute);
    QCOMPARE(countOf(told, "snooze_ended"), qsizetype(1));
    const auto absent = snooze(ActionId("act_none"), 0);
    QVERIFY(!absent && absent.error().code() == ErrorCode::NotFound);
}

void SnoozesTest::snooze_isEndedByEachChange_data()
{
    QTest::addColumn<QByteArray>("what");
    for (const char* what : {"undone approval", "extension", "tampering", "invalidation"})
        QTest::newRow(what) << QByteArray(what);
}

void SnoozesTest::snooze_isEndedByEachChange()
{
    QFETCH(QByteArray, what);
    const auto write = fixture->submitOne("write", "{}");
    const qint64 signedMs = fixture->record(write.action).decideByMs;
    QVERIFY(snooze(write.action, now() + 30 * kMinute).has_value());
    pass();
    told.clear();
    if (what == "extension") {
        QVERIFY(extend(write.action, signedMs + kDay).has_value());
    } else if (what == "tampering") {
        fixture->editWhileRunning("UPDATE action SET decide_by_ms = decide_by_ms + 1");
        QVERIFY(!fixture->approve(write));
    } else if (what == "invalidation") {
        fixture->backend->ready = false;
        QVERIFY(fixture->approve(write).has_value());
        fixture->backend->tools[0].definition = R"({"name":"write","inputSchema":{}})";
        fixture->backend->ready = true;
        fixture->backend->announce();
        fixture->advance(2'000);
    } else {
        QVERIFY(fixture->approve(write, false).has_value());
        fixture->engine->undo(window(), write.action, [](auto) {});
        fixture->settle();
    }
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QVERIFY2(!isSnoozed(write.action), "a call that has changed must be seen");
    pass();
    QVERIFY2(!told.isEmpty(), "expected the change to be told");
    fixture->advance(2'000);
    QVERIFY(!isSnoozed(write.action));
}

void SnoozesTest::snooze_isGoneAfterARestart()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(snooze(write.action, now() + 30 * kMinute).has_value());
    QVERIFY(isSnoozed(write.action));
    fixture->restart();
    verifyRecord();
    QVERIFY2(!isSnoozed(write.action), "nothing that is stored may hide a call");
}

void SnoozesTest::snooze_underAWallClockThatWasSet_endsEarlyRatherThanLate()
{
    const auto forward = fixture->submitOne("write", "{}");
    QVERIFY(snooze(forward.action, now() + 3 * kMinute).has_value());
    fixture->clock.stepWall(4 * kMinute);
    QVERIFY2(!isSnoozed(forward.action), "by the wall its time is over");
    fixture->advance(1'500);
    pass();
    QCOMPARE(countOf(told, "snooze_ended"), qsizetype(1));

    fixture->clock.stepWall(-4 * kMinute);
    QVERIFY(snooze(forward.action, now() + 3 * kMinute).has_value());
    fixture->clock.stepWall(-4 * kMinute);
    fixture->advance(3 * kMinute + 200);
    QVERIFY2(!isSnoozed(forward.action), "three minutes have gone by");
    QCOMPARE(countOf(told, "snooze_ended"), qsizetype(2));

    QVERIFY(snooze(forward.action, now() + 3 * kMinute).has_value());
    fixture->clock.stepWall(60 * kMinute); // the console is read-only from here
    fixture->advance(1'500);
    QVERIFY(!fixture->engine->writable());
    QVERIFY(!isSnoozed(forward.action));
    QCOMPARE(countOf(told, "snooze_ended"), qsizetype(3));
}

void SnoozesTest::snooze_whoseRecordCannotBeStored_hidesNothing()
{
    const auto write = fixture->submitOne("write", "{}");
    refuseEntries();
    QVERIFY2(!snooze(write.action, now() + 5 * kMinute), "without its entry it must be refused");
    QVERIFY(!isSnoozed(write.action));
}

void SnoozesTest::snooze_whileTheGuardCannotBeWritten_hidesNothing()
{
    const auto write = fixture->submitOne("write", "{}");
    DiskWatch::start();
    DiskWatch::failWritesOf("guard");
    const auto done = snooze(write.action, now() + 5 * kMinute);
    QVERIFY2(DiskWatch::hits() > 0, "the guard must have been written in vain");
    QVERIFY2(!done && done.error().code() == ErrorCode::Unavailable, "expected it to be refused");
    QVERIFY(!isSnoozed(write.action));
}

void SnoozesTest::snooze_isNotShownToAgents()
{
    const auto write = fixture->submitOne("write", "{}");
    pass();
    agentTold.clear();
    QVERIFY(snooze(write.action, now() + 5 * kMinute).has_value());
    fixture->advance(6 * kMinute);
    QVERIFY(snooze(write.action, now() + 5 * kMinute).has_value());
    pass();
    const auto seen = fixture->engine->action(fixture->agent, write.action);
    QVERIFY(seen.has_value());
    QCOMPARE(seen->snooze.untilMs, qint64(0));
    QVERIFY(seen->snooze.reason.isEmpty() && seen->snooze.by.isEmpty());
    QVERIFY2(agentTold.isEmpty(), "an agent is not told that its call is put aside");
}

void SnoozesTest::snoozes_endOneAfterAnother()
{
    const auto late = fixture->submitOne("write", R"({"n":1})", "c1");
    const auto early = fixture->submitOne("write", R"({"n":2})", "c2");
    QVERIFY(snooze(late.action, now() + 20 * kMinute).has_value());
    QVERIFY(snooze(early.action, now() + 5 * kMinute).has_value());
    fixture->advance(5 * kMinute + 200);
    QVERIFY(!isSnoozed(early.action) && isSnoozed(late.action));
    QCOMPARE(countOf(told, "snooze_ended"), qsizetype(1));
    QVERIFY2(snooze(late.action, now() + kMinute).has_value(), "expected another time to count");
    fixture->advance(kMinute + 200);
    QVERIFY(!isSnoozed(late.action));
    QCOMPARE(countOf(told, "snooze_ended"), qsizetype(2));
}

QTEST_GUILESS_MAIN(SnoozesTest)
#include "tst_snoozes.moc"
