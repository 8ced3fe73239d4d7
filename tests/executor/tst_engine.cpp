// SPDX-License-Identifier: Apache-2.0
// The whole core on real SQLite, guard and journal, with clocks moved by hand and a backend that
// counts effects.
#include "support/enginetestcase.h"

#include <QtTest>

using namespace lockkeeper;

class EngineTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void trustedRead_withoutDecision_runsAtOnce();
    void write_untilApproved_isHeldAndThenRunsExactlyOnce_B20();
    void denied_call_neverRunsAndTellsTheReason_B33_B34();
    void denied_repeat_isAnsweredWithTheSameReason_B33();
    void hold_untilItEnds_startsNothing();
    void hold_undone_leavesNothingDecided();
    void hold_acrossARestart_goesBackToPending();
    void hold_acrossASuspend_goesBackToPending();
    void permit_thatIsLate_isNotStarted();
    void running_acrossARestart_isUnknownAndNeverApprovedAgain_B01_B03();
    void approved_waitingAcrossARestart_runsOnceAndIsNotAskedAgain();
    void changedDefinition_comingWithTheServer_isSeenBeforeTheClaim_B47();
    void contactLost_onAWrite_isUnknownAndWithheld();
    void unknown_ofAWaitedCall_isToldAtOnce();
    void stop_withACallInFlight_leavesItUnknown();
    void errorOnARead_isFailed();
    void determined_afterItsHold_settles();
    void determination_withoutAReason_isRefused();
    void didNotHappen_whileTheWorkerMayWork_needsTheExplicitWord();
    void pending_pastDecideBy_expiresAndSaysNeverShown_B27();
    void approve_withAnotherFingerprint_isRefused_B23();
    void idempotencyKey_usedAgain_givesTheSameActionAndNoSecondEffect_B10();
    void duplicateCallIds_makeEveryCallInvalid();
    void invalidArguments_spoilOnlyTheirCall_B93();
    void fiveCalls_decidedInReverse_keepTheirOwnDecisions_B39();
    void readBesideAPendingWrite_isNotHeldUp_B57();
    void orderedMode_afterADenial_skipsTheRest_B58();
    void allOrNothing_startsOnlyWhenAllAreApproved();
    void allOrNothing_whenSomebodyChangedAnotherRow_startsNothing();
    void allOrNothing_whenSomebodyChangedTheMode_startsNothing();
    void approved_whileTheServerIsAway_runsWhenItIsThere();
    void approved_acrossARestart_runsOnceItsToolIsKnown();
    void cancel_beforeTheClaim_isCertain();
    void anotherCredential_seesNothing();
    void handle_ofAnAction_opensItsResult_B35();
    void foreignKeys_decideNothing_B106();
    void slowKeychain_decidesNothingAndRecovers_B107();
    void changedEnvironment_invalidatesPending_B42();
    void changedDefinition_cannotBeApproved_B47();
    void tokenOfAnAgent_authenticatesUntilRevoked();
    void feed_withAResumeToken_missesNothing();
};

void EngineTest::trustedRead_withoutDecision_runsAtOnce()
{
    const auto read = fixture->submitOne("read", R"({"path":"a"})");
    QCOMPARE(fixture->state(read.action), ActionState::Succeeded);
    QCOMPARE(effects(), 1);
    QCOMPARE(fixture->backend->started.first().call.arguments, QByteArray(R"({"path":"a"})"));
}

void EngineTest::write_untilApproved_isHeldAndThenRunsExactlyOnce_B20()
{
    const auto write = fixture->submitOne("write", "{ \"n\" : 9007199254740993, \"e\": 1e400 }");
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    fixture->restart();
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QCOMPARE(effects(), 0);
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
    QCOMPARE(effects(), 1);
    QCOMPARE(fixture->backend->started.first().call.arguments,
             QByteArray(R"({"n":9007199254740993,"e":1e400})"));
    fixture->restart();
    fixture->advance(3000);
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
}

void EngineTest::denied_call_neverRunsAndTellsTheReason_B33_B34()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->deny(write.action, "wrong account").has_value());
    fixture->advance(20'000);
    QCOMPARE(effects(), 0);
    Result<CallResult> result = Error(ErrorCode::Internal, "");
    fixture->engine->result(fixture->agent, {write.action, {}, 0},
                            [&](auto done) { result = done; });
    QVERIFY(result.has_value());
    QCOMPARE(result->state, ActionState::Denied);
    QCOMPARE(result->reason, QByteArray("wrong account"));
}

void EngineTest::denied_repeat_isAnsweredWithTheSameReason_B33()
{
    const auto write = fixture->submitOne("write", R"({"a":1,"b":2})");
    QVERIFY(fixture->deny(write.action, "wrong account").has_value());
    const auto again = fixture->submitOne("write", R"({"b":2,"a":1})");
    QCOMPARE(again.state, ActionState::Denied);
    QCOMPARE(again.reason, QByteArray("wrong account"));
    fixture->advance(11LL * 60 * 1000);
    const auto later = fixture->submitOne("write", R"({"a":1,"b":2})");
    QCOMPARE(later.state, ActionState::Pending);
}

void EngineTest::hold_untilItEnds_startsNothing()
{
    const auto remove = fixture->submitOne("remove", "{}");
    QVERIFY(fixture->approve(remove, true).has_value()); // --now never drops the hold of High
    QCOMPARE(fixture->state(remove.action), ActionState::Holding);
    fixture->advance(9'000);
    QCOMPARE(fixture->state(remove.action), ActionState::Holding);
    QCOMPARE(effects(), 0);
    fixture->advance(2'000);
    QCOMPARE(fixture->state(remove.action), ActionState::Succeeded);
    QCOMPARE(effects(), 1);
}

void EngineTest::hold_undone_leavesNothingDecided()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write, false).has_value());
    fixture->advance(1'000);
    Result<ActionRecord> undone = Error(ErrorCode::Internal, "");
    fixture->engine->undo({"tester", "unprotected", {}}, write.action,
                          [&](auto done) { undone = done; });
    fixture->advance(20'000);
    QVERIFY(undone.has_value());
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QVERIFY(fixture->record(write.action).decision.isEmpty());
    QCOMPARE(effects(), 0);
}

void EngineTest::hold_acrossARestart_goesBackToPending()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write, false).has_value());
    QCOMPARE(fixture->state(write.action), ActionState::Holding);
    fixture->restart();
    fixture->advance(20'000);
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QCOMPARE(effects(), 0);
}

void EngineTest::hold_acrossASuspend_goesBackToPending()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write, false).has_value());
    fixture->clock.suspend(60'000);
    fixture->advance(6'000);
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QCOMPARE(effects(), 0);
}

void EngineTest::permit_thatIsLate_isNotStarted()
{
    fixture->backend->delayBeforeRedeem = DispatchPermit::kLifetimeMs;
    const auto read = fixture->submitOne("read", "{}");
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->state(read.action), ActionState::Failed);
    QCOMPARE(fixture->record(read.action).outcome, Outcome::NotStarted);
}

void EngineTest::running_acrossARestart_isUnknownAndNeverApprovedAgain_B01_B03()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(fixture->state(write.action), ActionState::Running);
    fixture->restart();
    fixture->advance(60'000);
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->effects.size(), 1);
    const auto snapshot = fixture->engine->action({}, write.action);
    QVERIFY(snapshot.has_value() && snapshot->evidence.size() >= 2);
    QVERIFY2(snapshot->tamperedWith.isEmpty(), snapshot->tamperedWith.constData());
}

void EngineTest::approved_waitingAcrossARestart_runsOnceAndIsNotAskedAgain()
{
    fixture->backend->ready = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(fixture->state(write.action), ActionState::Approved);
    QCOMPARE(effects(), 0);
    // The new process hears of the tools and of their server being ready in one turn.
    fixture->restart();
    fixture->advance(3000);
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
    QCOMPARE(effects(), 1);
    QCOMPARE(fixture->record(write.action).invalidations, 0);
}

void EngineTest::changedDefinition_comingWithTheServer_isSeenBeforeTheClaim_B47()
{
    fixture->backend->ready = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    fixture->backend->ready = true;
    fixture->backend->tools[0].definition =
        R"({"name":"write","description":"send everything","inputSchema":{"type":"object"}})";
    fixture->backend->announce();
    fixture->advance(3000);
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
}

void EngineTest::contactLost_onAWrite_isUnknownAndWithheld()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    const DispatchId dispatch = fixture->backend->started.first().call.dispatch;
    fixture->backend->loseContact(dispatch, ContactLostCause::ConnectionBroken);
    fixture->settle();
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    Result<CallResult> result = Error(ErrorCode::Internal, "");
    fixture->engine->result(fixture->agent, {write.action, {}, 0},
                            [&](auto done) { result = done; });
    QVERIFY(result.has_value());
    QVERIFY(result->result.isEmpty());
    QCOMPARE(result->outcome, QByteArray("unknown"));
    QVERIFY(!result->settled);
    fixture->advance(60'000);
    QCOMPARE(effects(), 1);
}

void EngineTest::unknown_ofAWaitedCall_isToldAtOnce()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    std::optional<CallResult> told;
    fixture->engine->result(fixture->agent, {write.action, {}, 50'000},
                            [&](Result<CallResult> done) {
                                if (done)
                                    told = *done;
                            });
    QVERIFY(fixture->approve(write).has_value());
    QVERIFY2(!told, "a running call must not be answered yet");
    fixture->backend->loseContact(fixture->backend->started.first().call.dispatch,
                                  ContactLostCause::NoReplyInTime);
    fixture->settle();
    QVERIFY2(told.has_value(), "an unknown must be told without waiting for the limit");
    QCOMPARE(told->state, ActionState::Unknown);
}

void EngineTest::stop_withACallInFlight_leavesItUnknown()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    bool stopped = false;
    fixture->engine->stop(1'000, [&stopped]() { stopped = true; });
    fixture->advance(500);
    QVERIFY2(!stopped, "a call in flight is given its time");
    fixture->advance(1'500);
    QVERIFY2(stopped, "the stop must come to an end");
    fixture->restart();
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    QCOMPARE(effects(), 0);
}

void EngineTest::errorOnARead_isFailed()
{
    fixture->backend->answerAtOnce = false;
    const auto read = fixture->submitOne("read", "{}");
    fixture->backend->answer(
        fixture->backend->started.first().call.dispatch,
        R"({"content":[{"type":"text","text":"no such file"}],"isError":true})", true);
    fixture->settle();
    QCOMPARE(fixture->state(read.action), ActionState::Failed);
}

void EngineTest::determined_afterItsHold_settles()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    fixture->restart();
    Result<ActionRecord> done = Error(ErrorCode::Internal, "");
    fixture->engine->determine(
        {"tester", "unprotected", {}},
        {write.action, DeterminationKind::Happened, "seen in the file", "", false},
        [&](auto answer) { done = answer; });
    QVERIFY2(done.has_value(), "the determination must be taken");
    fixture->advance(9'000);
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    fixture->advance(2'000);
    QCOMPARE(fixture->state(write.action), ActionState::Determined);
    fixture->restart();
    QCOMPARE(fixture->state(write.action), ActionState::Determined);
}

void EngineTest::determination_withoutAReason_isRefused()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    fixture->restart();
    Result<ActionRecord> done = Error(ErrorCode::Internal, "");
    fixture->engine->determine({"tester", "unprotected", {}},
                               {write.action, DeterminationKind::Happened, " ", "", false},
                               [&](auto answer) { done = answer; });
    QVERIFY(!done && done.error().code() == ErrorCode::InvalidArgument);
}

void EngineTest::didNotHappen_whileTheWorkerMayWork_needsTheExplicitWord()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    fixture->backend->loseContact(fixture->backend->started.first().call.dispatch,
                                  ContactLostCause::NoReplyInTime);
    fixture->settle();
    DetermineRequest request{write.action, DeterminationKind::DidNotHappen, "not in the log", "",
                             false};
    Result<ActionRecord> done = Error(ErrorCode::Internal, "");
    fixture->engine->determine({"tester", "unprotected", {}}, request,
                               [&](auto answer) { done = answer; });
    QVERIFY(!done && done.error().code() == ErrorCode::FailedPrecondition);
    request.effectHasStopped = true;
    fixture->engine->determine({"tester", "unprotected", {}}, request,
                               [&](auto answer) { done = answer; });
    QVERIFY(done.has_value());
}

void EngineTest::pending_pastDecideBy_expiresAndSaysNeverShown_B27()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->clock.advance(24LL * 3600 * 1000);
    fixture->advance(3'000);
    QCOMPARE(fixture->state(write.action), ActionState::Expired);
    QCOMPARE(fixture->record(write.action).firstShownAtMs, 0);
}

void EngineTest::approve_withAnotherFingerprint_isRefused_B23()
{
    auto write = fixture->submitOne("write", "{}");
    write.fingerprint = QByteArray(64, '0');
    const auto approved = fixture->approve(write);
    QVERIFY(!approved && approved.error().code() == ErrorCode::Conflict);
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
}

void EngineTest::idempotencyKey_usedAgain_givesTheSameActionAndNoSecondEffect_B10()
{
    const QByteArray first =
        R"({"idempotency_key":"k","calls":[{"call_id":"c","tool":"files/read","arguments":{"a":1}}]})";
    const auto one = fixture->submit(first);
    const auto two = fixture->submit(first);
    QVERIFY(one && two);
    QVERIFY(two->existing);
    QCOMPARE(two->actions.first().action, one->actions.first().action);
    QCOMPARE(effects(), 1);
    const auto other = fixture->submit(
        R"({"idempotency_key":"k","calls":[{"call_id":"c","tool":"files/read","arguments":{"a":2}}]})");
    QVERIFY(!other && other.error().code() == ErrorCode::Conflict);
    QCOMPARE(effects(), 1);
}

void EngineTest::duplicateCallIds_makeEveryCallInvalid()
{
    const auto answer = fixture->submit(
        R"({"calls":[{"call_id":"c","tool":"files/read","arguments":{}},{"call_id":"c","tool":"files/read","arguments":{}}]})");
    QVERIFY(answer.has_value());
    for (const SubmittedAction& action : answer->actions)
        QCOMPARE(action.state, ActionState::Invalid);
    QCOMPARE(effects(), 0);
}

void EngineTest::invalidArguments_spoilOnlyTheirCall_B93()
{
    const auto answer = fixture->submit(
        R"({"calls":[{"call_id":"a","tool":"files/read","arguments":"{}"},{"call_id":"b","tool":"files/read","arguments":{}}]})");
    QVERIFY(answer.has_value());
    QCOMPARE(answer->actions[0].state, ActionState::Invalid);
    QVERIFY(!answer->actions[0].reason.isEmpty());
    QCOMPARE(fixture->state(answer->actions[1].action), ActionState::Succeeded);
    QCOMPARE(effects(), 1);
}

void EngineTest::fiveCalls_decidedInReverse_keepTheirOwnDecisions_B39()
{
    QByteArray calls;
    for (int i = 0; i < 5; ++i)
        calls += (i ? "," : "") + QByteArray(R"({"call_id":"c)") + QByteArray::number(i) +
                 R"(","tool":"files/write","arguments":{"n":)" + QByteArray::number(i) + "}}";
    const auto answer = fixture->submit("{\"calls\":[" + calls + "]}");
    QVERIFY(answer.has_value());
    for (int i = 4; i >= 0; --i) {
        if (i % 2 == 0)
            QVERIFY(fixture->approve(answer->actions[i]).has_value());
        else
            QVERIFY(fixture->deny(answer->actions[i].action, "no").has_value());
    }
    fixture->settle();
    for (int i = 0; i < 5; ++i)
        QCOMPARE(fixture->state(answer->actions[i].action),
                 i % 2 == 0 ? ActionState::Succeeded : ActionState::Denied);
    QCOMPARE(effects(), 3);
}

void EngineTest::readBesideAPendingWrite_isNotHeldUp_B57()
{
    const auto answer = fixture->submit(
        R"({"calls":[{"call_id":"w","tool":"files/write","arguments":{}},{"call_id":"r","tool":"files/read","arguments":{}}]})");
    QVERIFY(answer.has_value());
    QCOMPARE(fixture->state(answer->actions[0].action), ActionState::Pending);
    QCOMPARE(fixture->state(answer->actions[1].action), ActionState::Succeeded);
}

void EngineTest::orderedMode_afterADenial_skipsTheRest_B58()
{
    const auto answer = fixture->submit(
        R"({"mode":"ordered","calls":[{"call_id":"1","tool":"files/write","arguments":{"n":1}},{"call_id":"2","tool":"files/write","arguments":{"n":2}},{"call_id":"3","tool":"files/read","arguments":{}}]})");
    QVERIFY(answer.has_value());
    QCOMPARE(fixture->state(answer->actions[2].action), ActionState::Approved);
    QVERIFY(fixture->approve(answer->actions[0]).has_value());
    QVERIFY(fixture->deny(answer->actions[1].action, "no").has_value());
    fixture->settle();
    QCOMPARE(fixture->state(answer->actions[0].action), ActionState::Succeeded);
    QCOMPARE(fixture->state(answer->actions[2].action), ActionState::Skipped);
    QCOMPARE(effects(), 1);
}

void EngineTest::allOrNothing_startsOnlyWhenAllAreApproved()
{
    const auto answer = fixture->submit(
        R"({"mode":"all_or_nothing","calls":[{"call_id":"1","tool":"files/read","arguments":{}},{"call_id":"2","tool":"files/write","arguments":{}}]})");
    QVERIFY(answer.has_value());
    fixture->advance(2'000);
    QCOMPARE(effects(), 0);
    QVERIFY(fixture->approve(answer->actions[1]).has_value());
    fixture->advance(2'000);
    QCOMPARE(effects(), 2);
}

void EngineTest::allOrNothing_whenSomebodyChangedAnotherRow_startsNothing()
{
    const auto answer = fixture->submit(R"({"mode":"all_or_nothing","calls":[
        {"call_id":"c1","tool":"files/write","arguments":{"n":1}},
        {"call_id":"c2","tool":"files/write","arguments":{"n":2}}]})");
    QVERIFY(answer.has_value());
    QVERIFY(fixture->approve(answer->actions[0]).has_value());
    QCOMPARE(fixture->state(answer->actions[0].action), ActionState::Approved);
    stopAndEdit("UPDATE action SET state = 4, version = version + 1 WHERE id = '" +
                answer->actions[1].action.value() + "'");
    QCOMPARE(effects(), 0);
    verifyShown("the changed row");
}

void EngineTest::allOrNothing_whenSomebodyChangedTheMode_startsNothing()
{
    const auto answer = fixture->submit(R"({"mode":"all_or_nothing","calls":[
        {"call_id":"c1","tool":"files/write","arguments":{"n":1}},
        {"call_id":"c2","tool":"files/write","arguments":{"n":2}}]})");
    QVERIFY(answer.has_value());
    QVERIFY(fixture->approve(answer->actions[0]).has_value());
    stopAndEdit("UPDATE submission SET mode = 1");
    QCOMPARE(effects(), 0);
    verifyShown("the changed mode");
}

void EngineTest::approved_whileTheServerIsAway_runsWhenItIsThere()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->backend->ready = false;
    QVERIFY(fixture->approve(write).has_value());
    fixture->advance(3000);
    QCOMPARE(fixture->state(write.action), ActionState::Approved);
    QCOMPARE(effects(), 0);
    fixture->backend->ready = true;
    fixture->advance(3000);
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
    QCOMPARE(effects(), 1);
}

void EngineTest::approved_acrossARestart_runsOnceItsToolIsKnown()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->backend->ready = false;
    QVERIFY(fixture->approve(write).has_value());
    fixture->restart();
    fixture->advance(3000);
    QCOMPARE(fixture->record(write.action).invalidations, 0);
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
    QCOMPARE(effects(), 1);
}

void EngineTest::cancel_beforeTheClaim_isCertain()
{
    const auto write = fixture->submitOne("write", "{}");
    Result<ActionRecord> cancelled = Error(ErrorCode::Internal, "");
    fixture->engine->cancel(fixture->agent, write.action, {}, [&](auto done) { cancelled = done; });
    fixture->settle();
    QVERIFY(cancelled.has_value());
    QCOMPARE(fixture->state(write.action), ActionState::Cancelled);
    QVERIFY(!fixture->approve(write).has_value());
    QCOMPARE(effects(), 0);
}

void EngineTest::anotherCredential_seesNothing()
{
    const auto write = fixture->submitOne("write", "{}");
    const CredentialId other("crd_other");
    const auto seen = fixture->engine->action(other, write.action);
    QVERIFY(!seen && seen.error().code() == ErrorCode::NotFound);
    QVERIFY(fixture->engine->actions(other, {})->isEmpty());
    Result<ActionRecord> cancelled = Error(ErrorCode::Internal, "");
    fixture->engine->cancel(other, write.action, {}, [&](auto done) { cancelled = done; });
    QVERIFY(!cancelled && cancelled.error().code() == ErrorCode::NotFound);
}

void EngineTest::handle_ofAnAction_opensItsResult_B35()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->restart();
    QVERIFY(fixture->approve(write).has_value());
    Result<CallResult> result = Error(ErrorCode::Internal, "");
    fixture->engine->result(CredentialId("local/7"), {{}, write.handle, 0},
                            [&](auto done) { result = done; });
    QVERIFY(result.has_value());
    QCOMPARE(result->state, ActionState::Succeeded);
    QByteArray forged = write.handle;
    forged[forged.size() - 1] = forged.endsWith('0') ? '1' : '0';
    fixture->engine->result(CredentialId("local/7"), {{}, forged, 0},
                            [&](auto done) { result = done; });
    QVERIFY(!result && result.error().code() == ErrorCode::NotFound);
}

void EngineTest::foreignKeys_decideNothing_B106()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->kill();
    fixture->keys = SeatKeys::generate();
    fixture->start();
    QVERIFY(!fixture->engine->writable().has_value());
    QVERIFY(!fixture->approve(write).has_value());
    verifyShown("another keychain must be shown");
}

void EngineTest::slowKeychain_decidesNothingAndRecovers_B107()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->kill();
    fixture->firstKeyringState = KeyringState::Unavailable;
    fixture->start();
    QVERIFY(!fixture->approve(write).has_value());
    QVERIFY(!fixture->submit(R"({"calls":[{"call_id":"c","tool":"files/read","arguments":{}}]})")
                 .has_value());
    fixture->keySource->tell(KeyringState::Ready);
    fixture->settle();
    QVERIFY(fixture->engine->writable().has_value());
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(effects(), 1);
}

void EngineTest::changedEnvironment_invalidatesPending_B42()
{
    fixture->settings.servers[0].environment = {{"TOKEN", "one"}};
    fixture->restart();
    const auto write = fixture->submitOne("write", "{}");
    fixture->settings.servers[0].environment = {{"TOKEN", "two"}};
    fixture->restart();
    const auto approved = fixture->approve(write);
    QVERIFY(!approved && approved.error().code() == ErrorCode::FailedPrecondition);
    QCOMPARE(effects(), 0);
}

void EngineTest::changedDefinition_cannotBeApproved_B47()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->backend->tools[0].definition =
        R"({"name":"write","description":"send everything","inputSchema":{"type":"object"}})";
    fixture->backend->announce();
    fixture->settle();
    const auto approved = fixture->approve(write);
    QVERIFY(!approved && approved.error().code() == ErrorCode::FailedPrecondition);
    // A changed definition of a read is asked about, trusted server or not.
    fixture->backend->tools[2].definition =
        R"({"name":"read","description":"x","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}})";
    fixture->backend->announce();
    fixture->settle();
    QCOMPARE(fixture->submitOne("read", "{}", "r").state, ActionState::Pending);
    QCOMPARE(effects(), 0);
}

void EngineTest::tokenOfAnAgent_authenticatesUntilRevoked()
{
    Result<QPair<AgentSnapshot, QByteArray>> added = Error(ErrorCode::Internal, "");
    fixture->engine->addAgent({"tester", "unprotected", {}}, "atlas",
                              [&](auto done) { added = done; });
    fixture->settle();
    QVERIFY(added.has_value());
    QVERIFY(fixture->engine->authenticate(added->second).has_value());
    QVERIFY(!fixture->engine->authenticate("lka_wrong").has_value());
    fixture->engine->revokeAgent({"tester", "unprotected", {}}, added->first.credential,
                                 [](auto) {});
    fixture->settle();
    QVERIFY(!fixture->engine->authenticate(added->second).has_value());
}

void EngineTest::feed_withAResumeToken_missesNothing()
{
    QList<CoreEvent> live;
    QByteArray token;
    fixture->engine->subscribe(1, {}, {}, [&](const FeedBatch& batch) {
        live += batch.events;
        token = batch.resumeToken;
    });
    fixture->submitOne("read", "{}");
    fixture->advance(200);
    QVERIFY(!live.isEmpty());
    fixture->engine->unsubscribe(1);
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    QList<CoreEvent> resumed;
    fixture->engine->subscribe(2, token, {},
                               [&](const FeedBatch& batch) { resumed += batch.events; });
    fixture->advance(200);
    QVERIFY(!resumed.isEmpty());
    QCOMPARE(resumed.first().seq, live.last().seq + 1);
    QList<CoreEvent> gap;
    qint64 gapTo = 0;
    fixture->engine->subscribe(3, "another:1:5", {},
                               [&](const FeedBatch& batch) { gapTo = batch.gapTo; });
    fixture->advance(200);
    QCOMPARE(gapTo, resumed.last().seq);
}

QTEST_GUILESS_MAIN(EngineTest)
#include "tst_engine.moc"
