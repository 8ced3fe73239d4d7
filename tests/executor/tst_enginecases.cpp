// SPDX-License-Identifier: Apache-2.0
// How others failed, played against the whole core. The names end with the case; tests/CASES.md has
// the list of all cases and where each is tested.
#include "support/enginetestcase.h"

#include <QtTest>

using namespace lockkeeper;

class EngineCasesTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void lostContact_onAWrite_isOneAttemptAndNeverARetry_B02_B14();
    void failedCall_submittedAgainWithItsKey_givesTheSameFailure_B07();
    void sameKey_whileTheFirstRuns_givesTheFirstCallsId_B09();
    void fiftyDecisions_ofOneAction_oneTakesEffect_B15();
    void deniedCall_afterAnotherToolWasApproved_neverRuns_B16();
    void expiredDecidedAndUnknownIds_areThreeAnswers_B24();
    void expiry_isOneEventForEverySubscriber_B25();
    void storedApproval_isNotAskedAgainAtTheClaim_B38();
    void flagOfTheAgent_approvesNothing_B44();
    void failedCall_leavesItsSiblingsTheirOwnTruth_B108();
    void call_beforeItsServerSaidItsTools_isNotCalledInvalid();
};

void EngineCasesTest::lostContact_onAWrite_isOneAttemptAndNeverARetry_B02_B14()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(effects(), 1);
    fixture->backend->loseContact(fixture->backend->started.first().call.dispatch,
                                  ContactLostCause::ConnectionBroken);
    fixture->advance(10LL * 60 * 1000);
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    QCOMPARE(effects(), 1);
    fixture->restart();
    fixture->advance(10LL * 60 * 1000);
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    QCOMPARE(effects(), 0); // of the new engine
}

void EngineCasesTest::failedCall_submittedAgainWithItsKey_givesTheSameFailure_B07()
{
    fixture->backend->answerAtOnce = false;
    const QByteArray json =
        R"({"idempotency_key":"k","calls":[{"call_id":"c","tool":"files/read","arguments":{}}]})";
    const auto first = fixture->submit(json);
    QVERIFY(first.has_value());
    fixture->backend->answer(
        fixture->backend->started.first().call.dispatch,
        R"({"content":[{"type":"text","text":"no such file"}],"isError":true})", true);
    fixture->settle();
    QCOMPARE(fixture->state(first->actions.first().action), ActionState::Failed);
    for (int i = 0; i < 2; ++i) {
        const auto again = fixture->submit(json);
        QVERIFY(again && again->existing);
        QCOMPARE(again->actions.first().action, first->actions.first().action);
        QCOMPARE(again->actions.first().state, ActionState::Failed);
    }
    QCOMPARE(effects(), 1);
}

void EngineCasesTest::sameKey_whileTheFirstRuns_givesTheFirstCallsId_B09()
{
    fixture->backend->answerAtOnce = false;
    const QByteArray json =
        R"({"idempotency_key":"k","calls":[{"call_id":"c","tool":"files/read","arguments":{}}]})";
    auto request = parseSubmission(json);
    QVERIFY(request.has_value());
    // Both are in one wave, and a third one comes while it runs.
    QList<Result<SubmissionAnswer>> answers;
    for (int i = 0; i < 2; ++i)
        fixture->engine->submit(fixture->agent, *request,
                                [&answers](auto done) { answers.append(std::move(done)); });
    fixture->settle();
    answers.append(fixture->submit(json));
    QCOMPARE(answers.size(), qsizetype(3));
    for (const auto& answer : answers) {
        QVERIFY2(answer.has_value(), "each of them must be answered");
        QCOMPARE(answer->actions.first().action, answers.first()->actions.first().action);
    }
    QCOMPARE(effects(), 1);
}

void EngineCasesTest::fiftyDecisions_ofOneAction_oneTakesEffect_B15()
{
    const auto write = fixture->submitOne("write", "{}");
    int approvals = 0;
    int denials = 0;
    int refused = 0;
    for (int i = 0; i < 50; ++i) {
        if (i % 2 == 0)
            fixture->engine->approve({"tester", "unprotected", {}},
                                     {write.action, write.fingerprint, true, "test"},
                                     [&](auto done) { ++(done ? approvals : refused); });
        else
            fixture->engine->deny({"tester", "unprotected", {}}, write.action, "no",
                                  [&](auto done) { ++(done ? denials : refused); });
    }
    fixture->settle();
    fixture->advance(5'000);
    QCOMPARE(approvals + denials, 1);
    QCOMPARE(refused, 49);
    QCOMPARE(effects(), qsizetype(approvals));
    const ActionState state = fixture->state(write.action);
    QCOMPARE(state, approvals == 1 ? ActionState::Succeeded : ActionState::Denied);
    fixture->kill();
    QCOMPARE(fixture->readByHand("SELECT count(*) FROM decision").first(), QByteArray("1"));
}

void EngineCasesTest::deniedCall_afterAnotherToolWasApproved_neverRuns_B16()
{
    const auto denied = fixture->submitOne("write", R"({"a":1})", "c1");
    const auto approved = fixture->submitOne("remove", R"({"a":1})", "c2");
    QVERIFY(fixture->deny(denied.action, "not this one").has_value());
    QVERIFY(fixture->approve(approved).has_value());
    fixture->advance(30'000); // its risk is above Medium, so that its hold cannot be dropped
    QCOMPARE(effects(), 1);
    QCOMPARE(fixture->backend->started.first().call.tool.tool, QByteArray("remove"));
    QCOMPARE(fixture->state(denied.action), ActionState::Denied);
    // The approval of the one call opens neither its tool nor its server.
    QCOMPARE(fixture->submitOne("remove", R"({"a":2})", "c3").state, ActionState::Pending);
    QCOMPARE(fixture->submitOne("write", R"({"a":2})", "c4").state, ActionState::Pending);
}

void EngineCasesTest::expiredDecidedAndUnknownIds_areThreeAnswers_B24()
{
    const auto denied = fixture->submitOne("write", R"({"a":1})", "c1");
    QVERIFY(fixture->deny(denied.action, "no").has_value());
    const auto expired = fixture->submitOne("write", R"({"a":2})", "c2");
    fixture->clock.advance(24LL * 3600 * 1000);
    fixture->advance(3'000);
    const auto ofExpired = fixture->approve(expired);
    const auto ofDenied = fixture->approve(denied);
    SubmittedAction random;
    random.action = ActionId("act_01m8ksw5fwds3g9b08bmyqqbq8");
    random.fingerprint = "00";
    const auto ofRandom = fixture->approve(random);
    QVERIFY(!ofExpired && !ofDenied && !ofRandom);
    QCOMPARE(ofExpired.error().code(), ErrorCode::FailedPrecondition);
    QVERIFY2(ofExpired.error().message().contains("expired"),
             ofExpired.error().message().constData());
    QCOMPARE(ofDenied.error().code(), ErrorCode::FailedPrecondition);
    QVERIFY2(ofDenied.error().message().contains("denied"), ofDenied.error().message().constData());
    QCOMPARE(ofRandom.error().code(), ErrorCode::NotFound);
    QCOMPARE(effects(), 0);
}

void EngineCasesTest::expiry_isOneEventForEverySubscriber_B25()
{
    const auto write = fixture->submitOne("write", "{}");
    QList<CoreEvent> first;
    QList<CoreEvent> second;
    fixture->engine->subscribe(1, {}, {}, [&](const FeedBatch& batch) { first += batch.events; });
    fixture->engine->subscribe(2, {}, {}, [&](const FeedBatch& batch) { second += batch.events; });
    fixture->settle();
    fixture->clock.advance(24LL * 3600 * 1000);
    fixture->advance(3'000);
    QCOMPARE(fixture->state(write.action), ActionState::Expired);
    for (const QList<CoreEvent>* events : {&first, &second}) {
        const auto expiries =
            std::count_if(events->begin(), events->end(), [&write](const CoreEvent& event) {
                return event.actionId == write.action.value() && event.details.contains("expired");
            });
        QCOMPARE(int(expiries), 1);
    }
}

void EngineCasesTest::storedApproval_isNotAskedAgainAtTheClaim_B38()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->backend->ready = false;
    QVERIFY(fixture->approve(write).has_value());
    fixture->advance(3'000);
    QCOMPARE(fixture->state(write.action), ActionState::Approved);
    // Whatever is admitted meanwhile, and however often it is looked at: the decision stands.
    for (int i = 0; i < 5; ++i) {
        fixture->submitOne("write", R"({"n":)" + QByteArray::number(i) + "}",
                           "n" + QByteArray::number(i));
        fixture->advance(2'000);
        QCOMPARE(fixture->state(write.action), ActionState::Approved);
    }
    fixture->backend->ready = true;
    fixture->advance(3'000);
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
    QCOMPARE(fixture->record(write.action).invalidations, 0);
    QCOMPARE(effects(), 1);
}

void EngineCasesTest::flagOfTheAgent_approvesNothing_B44()
{
    const auto answer = fixture->submit(
        R"({"calls":[{"call_id":"c","tool":"files/write","arguments":{"approved":true,"_meta":{"approved":true}}}]})");
    QVERIFY(answer.has_value());
    QCOMPARE(answer->actions.first().state, ActionState::Pending);
    fixture->advance(5'000);
    QCOMPARE(effects(), 0);
}

void EngineCasesTest::failedCall_leavesItsSiblingsTheirOwnTruth_B108()
{
    fixture->backend->answerAtOnce = false;
    const auto answer = fixture->submit(
        R"({"calls":[{"call_id":"a","tool":"files/read","arguments":{"n":1}},{"call_id":"b","tool":"files/read","arguments":{"n":2}}]})");
    QVERIFY(answer.has_value());
    QCOMPARE(effects(), 2);
    fixture->backend->answer(fixture->backend->started.at(1).call.dispatch,
                             R"({"content":[],"isError":true})", true);
    fixture->settle();
    QCOMPARE(fixture->state(answer->actions.at(1).action), ActionState::Failed);
    QCOMPARE(fixture->state(answer->actions.at(0).action), ActionState::Running);
    fixture->backend->answer(fixture->backend->started.at(0).call.dispatch, R"({"content":[]})");
    fixture->settle();
    QCOMPARE(fixture->state(answer->actions.at(0).action), ActionState::Succeeded);
}

/// That there is no such tool is more than is known then.
void EngineCasesTest::call_beforeItsServerSaidItsTools_isNotCalledInvalid()
{
    const QByteArray json =
        R"({"idempotency_key":"k","calls":[{"call_id":"c","tool":"files/read","arguments":{}}]})";
    const auto first = fixture->submit(json);
    QVERIFY(first.has_value());
    fixture->kill();
    fixture->announcesTools = false;
    fixture->start();
    const QByteArray other =
        R"({"calls":[{"call_id":"c","tool":"files/read","arguments":{"a":1}}]})";
    const auto refused = fixture->submit(other);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code(), ErrorCode::Unavailable);
    // What is known already is still told.
    const auto known = fixture->submit(json);
    QVERIFY(known.has_value() && known->existing);
    fixture->backend->announce();
    fixture->settle();
    const auto taken = fixture->submit(other);
    QVERIFY(taken.has_value());
    QCOMPARE(fixture->state(taken->actions.first().action), ActionState::Succeeded);
    const auto wrong =
        fixture->submit(R"({"calls":[{"call_id":"c","tool":"files/none","arguments":{}}]})");
    QVERIFY(wrong.has_value());
    QCOMPARE(wrong->actions.first().state, ActionState::Invalid);
}

QTEST_GUILESS_MAIN(EngineCasesTest)
#include "tst_enginecases.moc"
