// SPDX-License-Identifier: Apache-2.0
// More time to decide, and whether the card of a call was ever drawn; on the real store.
#include "core/gateway/wirejson.h"
#include "support/diskwatch.h"
#include "support/termstestcase.h"

#include <QtTest>

#include <algorithm>

using namespace lockkeeper;

class TermsTest : public TermsTestCase
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup()
    {
        DiskWatch::stop();
        EngineTestCase::cleanup();
    }

    void extend_givesTimeBeyondTheSignedOne_thatIsLeftAsItIs();
    void extend_acrossARestart_stillCounts();
    void extend_whoseTimeIsOver_expires_andSaysUntilWhenItCould();
    void extend_beyondPolicy_saysUntilWhen();
    void extend_thatIsNone_isRefusedAndLeavesNothing();
    void extend_ofWhatIsNotPending_isRefused();
    void extend_whoseRecordCannotBeStored_doesNotCount();
    void extend_whileTheGuardCannotBeWritten_isNotSaidToCount();
    void extend_thatComesTooLateInItsWave_isRefused();
    void extend_givesAHoldItsTime();
    void extend_isToldToOperatorsAndItsAgent();
    void extendedBody_editedByHand_lengthensNothing();
    void extendedRow_editedByHand_lengthensNothing();
    void manyExtendedCalls_holdUpNoExpiry();
    void expiry_ofACallWhoseCardWasDrawn_saysSo();
    void expiry_ofACallThatWasOnlyListed_saysNever_B27();
    void expiry_ofAnApprovedCall_saysThatItCouldNotBeStarted();
    void firstShown_isJournaledOnce_withTheNextWave();
    void firstShown_acrossARestart_isKept();
    void firstShown_thatCannotBeStored_isNotedAgain();
    void firstShown_rightBeforeTheEnd_isInTime();
};

void TermsTest::extend_givesTimeBeyondTheSignedOne_thatIsLeftAsItIs()
{
    const auto write = fixture->submitOne("write", R"({"path":"a"})");
    const ActionRecord before = fixture->record(write.action);
    const qint64 later = before.decideByMs + 2 * kDay;
    QVERIFY2(extend(write.action, later).has_value(), "expected the time to be given");
    QVERIFY2(fixture->record(write.action) == before, "expected the row as it was");
    QCOMPARE(brief(write.action).decideByMs, later);
    const auto seen = fixture->engine->action(fixture->agent, write.action);
    QVERIFY(seen.has_value());
    QCOMPARE(seen->decideByMs, later);
    const QByteArray json = wire::toJson(brief(write.action), wire::Detail::Line);
    QVERIFY2(json.contains("\"decide_by_ms\":" + QByteArray::number(later)) &&
                 json.contains("\"signed_decide_by_ms\":" + QByteArray::number(before.decideByMs)),
             json.constData());

    wait(before.decideByMs + kDay - now());
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QVERIFY2(fixture->approve(write).has_value(), "expected an approval behind the signed time");
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
    QCOMPARE(effects(), qsizetype(1));
    fixture->restart();
    verifyRecord();
    const auto bodies = bodiesOf(JournalKind::DecideByExtended);
    QCOMPARE(bodies.size(), qsizetype(1));
    QCOMPARE(bodies.first(), R"({"by":"ann","decide_by_ms":)" + QByteArray::number(later) +
                                 R"(,"proof":"window","state":2})");
}

void TermsTest::extend_acrossARestart_stillCounts()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 first = fixture->record(write.action).decideByMs;
    QVERIFY(extend(write.action, first + kDay).has_value());
    QVERIFY2(extend(write.action, first + 2 * kDay).has_value(), "expected it to be given twice");
    fixture->restart();
    verifyRecord();
    QCOMPARE(brief(write.action).decideByMs, first + 2 * kDay);
    fixture->kill();
    fixture->clock.advance(first + kDay + kMinute - now());
    fixture->start();
    fixture->advance(3'000);
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(effects(), qsizetype(1));
}

void TermsTest::extend_whoseTimeIsOver_expires_andSaysUntilWhenItCould()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 later = fixture->record(write.action).decideByMs + kDay;
    QVERIFY(extend(write.action, later).has_value());
    wait(later - now() - 5'000);
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    fixture->advance(5'000);
    QCOMPARE(fixture->state(write.action), ActionState::Expired);
    QCOMPARE(brief(write.action).decideByMs, later);
    fixture->restart();
    verifyRecord();
    QCOMPARE(brief(write.action).decideByMs, later);
    QCOMPARE(effects(), qsizetype(0));
}

void TermsTest::extend_beyondPolicy_saysUntilWhen()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 latest = fixture->record(write.action).createdAtMs + 7 * kDay;
    const auto refused = extend(write.action, latest + 1);
    QVERIFY2(!refused, "expected no more than policy gives");
    QCOMPARE(refused.error().code(), ErrorCode::InvalidArgument);
    const QByteArray until = QDateTime::fromMSecsSinceEpoch(latest, Qt::UTC)
                                 .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
                                 .toLatin1();
    QVERIFY2(refused.error().message().contains(until), refused.error().message().constData());
    wait(kDay - kMinute); // what policy gives counts from the admission
    QVERIFY(!extend(write.action, latest + 1));
    QVERIFY2(extend(write.action, latest).has_value(), "expected all that policy gives");
    QVERIFY(!extend(write.action, latest + 1));
}

void TermsTest::extend_thatIsNone_isRefusedAndLeavesNothing()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 current = fixture->record(write.action).decideByMs;
    const qint64 position = lanePosition();
    for (const qint64 other : {current, current - 1, qint64(0), qint64(-1), now()}) {
        const auto refused = extend(write.action, other);
        QVERIFY2(!refused && refused.error().code() == ErrorCode::InvalidArgument,
                 QByteArray::number(other).constData());
    }
    const auto absent = extend(ActionId("act_none"), current + 1);
    QVERIFY(!absent && absent.error().code() == ErrorCode::NotFound);
    QCOMPARE(lanePosition(), position);
    QCOMPARE(brief(write.action).decideByMs, current);
}

void TermsTest::extend_ofWhatIsNotPending_isRefused()
{
    const auto remove = fixture->submitOne("remove", "{}");
    const qint64 later = fixture->record(remove.action).decideByMs + kDay;
    QVERIFY(fixture->approve(remove).has_value());
    QCOMPARE(fixture->state(remove.action), ActionState::Holding);
    const auto holding = extend(remove.action, later);
    QVERIFY2(!holding && holding.error().code() == ErrorCode::FailedPrecondition,
             "a held action needs no more time");
    const auto denied = fixture->submitOne("write", "{}", "c2");
    QVERIFY(fixture->deny(denied.action, "no").has_value());
    const auto over = extend(denied.action, later);
    QVERIFY2(!over && over.error().code() == ErrorCode::FailedPrecondition, "it is denied");
    const auto late = fixture->submitOne("write", R"({"n":3})", "c3");
    const qint64 decideBy = fixture->record(late.action).decideByMs;
    fixture->clock.advance(decideBy - now()); // the sweep has not seen it yet
    const auto passed = extend(late.action, decideBy + kDay);
    QVERIFY2(!passed && passed.error().code() == ErrorCode::FailedPrecondition,
             "what is over stays over");
    fixture->advance(2'000);
    QCOMPARE(fixture->state(late.action), ActionState::Expired);
}

void TermsTest::extend_whoseRecordCannotBeStored_doesNotCount()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 signedMs = fixture->record(write.action).decideByMs;
    refuseEntries();
    QVERIFY2(!extend(write.action, signedMs + kDay), "without its entry it must be refused");
    QCOMPARE(brief(write.action).decideByMs, signedMs);
    fixture->clock.advance(signedMs - now());
    const auto approved = fixture->approve(write);
    QVERIFY2(!approved && approved.error().message().contains("decide-by"),
             "the time that is signed must count");
    QCOMPARE(effects(), qsizetype(0));
}

void TermsTest::extend_whileTheGuardCannotBeWritten_isNotSaidToCount()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 later = fixture->record(write.action).decideByMs + kDay;
    DiskWatch::start();
    DiskWatch::failWritesOf("guard");
    const auto extended = extend(write.action, later);
    QVERIFY2(DiskWatch::hits() > 0, "the guard must have been written in vain");
    QVERIFY2(!extended && extended.error().code() == ErrorCode::Unavailable,
             "what could be taken back unseen must not be said to count");
    QVERIFY2(!fixture->engine->writable(), "nothing is decided on it either");
}

void TermsTest::extend_thatComesTooLateInItsWave_isRefused()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 later = fixture->record(write.action).decideByMs + kDay;
    Result<ActionRecord> extended = Error(ErrorCode::Internal, "not answered");
    Result<ActionRecord> twice = Error(ErrorCode::Internal, "not answered");
    // All of it in one wave: the one extension stands, the other finds the action changed.
    fixture->engine->extend(window(), write.action, later,
                            [&extended](auto done) { extended = done; });
    fixture->engine->extend(window(), write.action, later, [&twice](auto done) { twice = done; });
    fixture->settle();
    QVERIFY(extended.has_value());
    QVERIFY2(!twice && twice.error().code() == ErrorCode::Conflict, "expected one of two");
    fixture->engine->deny(window(), write.action, "no", [](auto) {});
    fixture->engine->extend(window(), write.action, later + kDay,
                            [&twice](auto done) { twice = done; });
    fixture->settle();
    QVERIFY2(!twice && twice.error().code() == ErrorCode::Conflict, "it was denied before");
    fixture->restart();
    verifyRecord();
}

void TermsTest::extend_givesAHoldItsTime()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 signedMs = fixture->record(write.action).decideByMs;
    QVERIFY(extend(write.action, signedMs + kDay).has_value());
    fixture->clock.advance(signedMs - now() - 1'000);
    QVERIFY(fixture->approve(write, false).has_value());
    fixture->advance(3'000); // the signed time passes while it is held
    QCOMPARE(fixture->state(write.action), ActionState::Holding);
    fixture->advance(3'000);
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
    QCOMPARE(effects(), qsizetype(1));
}

void TermsTest::extend_isToldToOperatorsAndItsAgent()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 later = fixture->record(write.action).decideByMs + kDay;
    pass();
    told.clear();
    agentTold.clear();
    QVERIFY(extend(write.action, later).has_value());
    pass();
    QCOMPARE(countOf(told, "decide_by_extended"), qsizetype(1));
    QCOMPARE(told.first().actionId, write.action.value());
    QVERIFY2(told.first().seq > 0, "expected an event that is kept");
    QVERIFY(told.first().details.contains(QByteArray::number(later)));
    QCOMPARE(countOf(agentTold, "decide_by_extended"), qsizetype(1));
}

void TermsTest::extendedBody_editedByHand_lengthensNothing()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 given = fixture->record(write.action).decideByMs + kDay;
    QVERIFY(extend(write.action, given).has_value());
    stopAndEdit("UPDATE journal SET body = CAST(replace(CAST(body AS TEXT), '" +
                QByteArray::number(given) + "', '" + QByteArray::number(given + kDay) +
                "') AS BLOB) WHERE kind = 13");
    verifyShown("an edited extension must be shown");
    QVERIFY2(!fixture->engine->writable(), "nothing is decided on an edited journal");
    QVERIFY(!fixture->approve(write));
    QCOMPARE(effects(), qsizetype(0));
}

void TermsTest::extendedRow_editedByHand_lengthensNothing()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 later = fixture->record(write.action).decideByMs + kDay;
    stopAndEdit("UPDATE action SET decide_by_ms = " + QByteArray::number(later));
    verifyShown("an edited row must be shown");
    QVERIFY(!fixture->approve(write));
    const auto refused = extend(write.action, later + kDay);
    QVERIFY2(!refused && refused.error().code() == ErrorCode::DataLoss,
             "what was tampered with is given no time");
    QCOMPARE(effects(), qsizetype(0));
}

/// The store lists what was extended before what was not: more of it than is read at once.
void TermsTest::manyExtendedCalls_holdUpNoExpiry()
{
    fixture->kill();
    fixture->settings.maximumPending = 1000;
    fixture->settings.maximumOpen = 1000;
    fixture->start();
    constexpr int kMany = 210;
    QByteArray calls;
    for (int i = 0; i < kMany; ++i)
        calls += (i > 0 ? "," : "") + QByteArray(R"({"call_id":"c)") + QByteArray::number(i) +
                 R"(","tool":"files/write","arguments":{"n":)" + QByteArray::number(i) + "}}";
    const auto answer = fixture->submit(R"({"calls":[)" + calls + "]}");
    QVERIFY(answer.has_value());
    const qint64 signedMs = fixture->record(answer->actions.first().action).decideByMs;
    int given = 0;
    for (const SubmittedAction& one : answer->actions)
        fixture->engine->extend(window(), one.action, signedMs + kDay,
                                [&given](auto done) { given += done ? 1 : 0; });
    fixture->settle();
    QCOMPARE(given, kMany);
    const auto last = fixture->submitOne("write", R"({"n":-1})", "last");
    QVERIFY2(answer->actions.last().action < last.action, "expected it to be listed last");
    const qint64 position = lanePosition();
    wait(signedMs + kMinute - now());
    QCOMPARE(fixture->state(last.action), ActionState::Expired);
    QCOMPARE(fixture->state(answer->actions.first().action), ActionState::Pending);
    QCOMPARE(lanePosition(), position + 1);
}

void TermsTest::expiry_ofACallWhoseCardWasDrawn_saysSo()
{
    const auto byCard = fixture->submitOne("write", R"({"n":1})", "c1");
    const auto byShow = fixture->submitOne("write", R"({"n":2})", "c2");
    QVERIFY(fixture->engine->card(byCard.action).has_value());
    QVERIFY(fixture->engine->action({}, byShow.action).has_value());
    const qint64 shown = now();
    wait(kDay);
    for (const auto& one : {byCard, byShow}) {
        QCOMPARE(fixture->state(one.action), ActionState::Expired);
        QCOMPARE(fixture->record(one.action).firstShownAtMs, shown);
        const CallResult result = resultOf(one.action);
        QVERIFY2(result.reason.contains("had been shown"), result.reason.constData());
    }
    fixture->restart();
    verifyRecord();
    QCOMPARE(fixture->record(byCard.action).firstShownAtMs, shown);
    QVERIFY(resultOf(byCard.action).reason.contains("had been shown"));
}

void TermsTest::expiry_ofACallThatWasOnlyListed_saysNever_B27()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->engine->briefs({"open", {}, 10}).has_value());
    QVERIFY(fixture->engine->actions({}, {"pending", {}, 10}).has_value());
    QVERIFY(fixture->engine->action(fixture->agent, write.action).has_value());
    (void)resultOf(write.action);
    wait(kDay);
    QCOMPARE(fixture->state(write.action), ActionState::Expired);
    QCOMPARE(fixture->record(write.action).firstShownAtMs, qint64(0));
    const CallResult result = resultOf(write.action);
    QVERIFY2(result.reason.contains("never shown"), result.reason.constData());
    (void)fixture->engine->card(write.action); // too late
    fixture->restart();
    verifyRecord();
    QCOMPARE(fixture->record(write.action).firstShownAtMs, qint64(0));
    QVERIFY(resultOf(write.action).reason.contains("never shown"));
}

void TermsTest::expiry_ofAnApprovedCall_saysThatItCouldNotBeStarted()
{
    fixture->backend->ready = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(fixture->state(write.action), ActionState::Approved);
    wait(2LL * 3600 * 1000);
    QCOMPARE(fixture->state(write.action), ActionState::Expired);
    const CallResult result = resultOf(write.action);
    QVERIFY2(result.reason.contains("was approved") && !result.reason.contains("decided"),
             result.reason.constData());
}

void TermsTest::firstShown_isJournaledOnce_withTheNextWave()
{
    const auto write = fixture->submitOne("write", "{}");
    pass();
    told.clear();
    const qint64 position = lanePosition();
    const qint64 shown = now();
    for (int i = 0; i < 3; ++i)
        QVERIFY(fixture->engine->card(write.action).has_value());
    fixture->settle();
    QCOMPARE(lanePosition(), position); // no wave of its own
    fixture->submitOne("write", R"({"n":2})", "c2");
    QCOMPARE(lanePosition(), position + 2);
    QCOMPARE(brief(write.action).record.firstShownAtMs, shown);
    QVERIFY(fixture->engine->card(write.action).has_value());
    fixture->advance(3'000);
    QCOMPARE(lanePosition(), position + 2);

    const auto other = fixture->submitOne("write", R"({"n":3})", "c3");
    QVERIFY(fixture->engine->card(other.action).has_value());
    fixture->advance(1'500);
    QCOMPARE(lanePosition(), position + 4); // by itself, if nothing else is stored
    QCOMPARE(fixture->engine->history(0, 1)->first().kind, QByteArray("first_shown"));
    const auto seen = fixture->engine->action(fixture->agent, write.action);
    QVERIFY(seen.has_value());
    QVERIFY2(seen->record.firstShownAtMs == 0, "an agent does not see who looks just now");
    QVERIFY(std::none_of(told.begin(), told.end(),
                         [](const CoreEvent& event) { return event.type == "first_shown"; }));
}

void TermsTest::firstShown_acrossARestart_isKept()
{
    const auto write = fixture->submitOne("write", "{}");
    const qint64 shown = now();
    QVERIFY(fixture->engine->card(write.action).has_value());
    fixture->advance(1'500);
    fixture->restart();
    verifyRecord();
    QCOMPARE(brief(write.action).record.firstShownAtMs, shown);
    const qint64 position = lanePosition();
    QVERIFY(fixture->engine->card(write.action).has_value());
    fixture->advance(1'500);
    QCOMPARE(lanePosition(), position);
    wait(kDay);
    QCOMPARE(fixture->record(write.action).firstShownAtMs, shown);
    fixture->restart();
    verifyRecord();
    QCOMPARE(fixture->record(write.action).firstShownAtMs, shown);
}

void TermsTest::firstShown_thatCannotBeStored_isNotedAgain()
{
    const auto write = fixture->submitOne("write", "{}");
    refuseEntries();
    QVERIFY(fixture->engine->card(write.action).has_value());
    fixture->advance(1'500);
    QCOMPARE(brief(write.action).record.firstShownAtMs, qint64(0));
    fixture->editWhileRunning("SELECT 1"); // drops the trigger
    QVERIFY(fixture->engine->card(write.action).has_value());
    fixture->advance(1'500);
    QVERIFY2(brief(write.action).record.firstShownAtMs > 0, "expected it to be noted again");
}

void TermsTest::firstShown_rightBeforeTheEnd_isInTime()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->clock.advance(fixture->record(write.action).decideByMs - now() - 1);
    QVERIFY(fixture->engine->card(write.action).has_value());
    fixture->advance(2'000);
    QCOMPARE(fixture->state(write.action), ActionState::Expired);
    QVERIFY2(fixture->record(write.action).firstShownAtMs > 0, "it was shown before its end");
    fixture->restart();
    verifyRecord();
}

QTEST_GUILESS_MAIN(TermsTest)
#include "tst_terms.moc"
