// SPDX-License-Identifier: Apache-2.0
// What a screen has to show is told: each change of an action by an event that is kept and names
// it, and each change of the status by its signal; clocks moved by hand.
#include "core/gateway/authorisation.h"
#include "support/enginetestcase.h"

#include <QtTest>

#include <algorithm>

using namespace lockkeeper;

namespace {

OperatorPrincipal window()
{
    return windowOperator("ann", {});
}

} // namespace

class WindowFeedTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void init()
    {
        EngineTestCase::init();
        told.clear();
        agentTold.clear();
        fixture->engine->subscribe(1, {}, {},
                                   [this](const FeedBatch& batch) { told += batch.events; });
        fixture->engine->subscribe(2, {}, fixture->agent,
                                   [this](const FeedBatch& batch) { agentTold += batch.events; });
    }

    void admission_isTold();
    void approvalHoldAndUndo_areTold();
    void claimAndEnd_areTold();
    void denial_isTold();
    void cancelAndExpiry_areTold();
    void skippedCalls_areTold();
    void lateAnswer_isTold();
    void determinationsHoldItsUndoAndItsEffect_areTold();
    void determination_thatDoesNotTakeEffect_isToldAsRemoved();
    void reveal_isToldToOperatorsOnly();
    void progress_isToldLiveOnly();
    void tampering_isToldWithItsAction();

    void status_whenKeysBecomeReady_isToldAsChanged();
    void status_whenTheConsoleBecomesReadOnly_isToldAsChanged();
    void status_whenTamperingIsFound_isToldAsChanged();
    void status_whenAServerChanges_isToldAsChanged();
    void status_whenTheConsoleStops_isToldAsChanged();

private:
    /// Until what was done is through the feed.
    void pass()
    {
        fixture->settle();
        fixture->advance(100);
    }
    /// True if an event that is kept has named the action since this was asked last.
    bool isTold(const ActionId& action)
    {
        pass();
        const QList<CoreEvent> since = std::exchange(told, {});
        return std::any_of(since.begin(), since.end(), [&action](const CoreEvent& event) {
            return event.seq > 0 && event.actionId == action.value();
        });
    }
    /// The types of the kept events that name it.
    QList<QByteArray> typesOf(const QList<CoreEvent>& events, const ActionId& action)
    {
        QList<QByteArray> types;
        for (const CoreEvent& event : events) {
            if (event.seq > 0 && event.actionId == action.value())
                types.append(event.type);
        }
        return types;
    }
    int changesSinceAsked() { return std::exchange(fixture->statusChanges, 0); }
    SubmittedAction makeUnknown()
    {
        fixture->backend->answerAtOnce = false;
        const SubmittedAction write = fixture->submitOne("write", "{}");
        if (!fixture->approve(write))
            qFatal("not approved");
        fixture->backend->loseContact(fixture->backend->started.first().call.dispatch,
                                      ContactLostCause::ConnectionBroken);
        pass();
        told.clear();
        agentTold.clear();
        return write;
    }
    Result<ActionRecord> determine(const ActionId& action)
    {
        Result<ActionRecord> result = Error(ErrorCode::Internal, "not answered");
        fixture->engine->determine(window(),
                                   {action, DeterminationKind::Happened, "seen", {}, false},
                                   [&result](auto done) { result = done; });
        fixture->settle();
        return result;
    }

    QList<CoreEvent> told;
    QList<CoreEvent> agentTold;
};

void WindowFeedTest::admission_isTold()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY2(isTold(write.action), "a new action must be told");
}

void WindowFeedTest::approvalHoldAndUndo_areTold()
{
    const auto remove = fixture->submitOne("remove", "{}");
    QVERIFY(isTold(remove.action));
    QVERIFY(fixture->approve(remove).has_value());
    QCOMPARE(fixture->state(remove.action), ActionState::Holding);
    QVERIFY2(isTold(remove.action), "an approval and its hold must be told");
    fixture->engine->undo(window(), remove.action, [](auto) {});
    QVERIFY2(isTold(remove.action), "an undo must be told");
    QCOMPARE(fixture->state(remove.action), ActionState::Pending);
}

void WindowFeedTest::claimAndEnd_areTold()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    pass();
    const QList<QByteArray> before = typesOf(told, write.action);
    QVERIFY2(before.contains("tool_started"), "a claim must be told");
    told.clear();
    fixture->backend->answer(fixture->backend->started.first().call.dispatch, "{}");
    pass();
    QCOMPARE(typesOf(told, write.action), QList<QByteArray>{"tool_completed"});
}

void WindowFeedTest::denial_isTold()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(isTold(write.action));
    QVERIFY(fixture->deny(write.action, "no").has_value());
    QVERIFY2(isTold(write.action), "a denial must be told");
}

void WindowFeedTest::cancelAndExpiry_areTold()
{
    const auto first = fixture->submitOne("write", R"({"n":1})");
    const auto second = fixture->submitOne("write", R"({"n":2})");
    QVERIFY(isTold(second.action));
    fixture->engine->cancelAsOperator(window(), first.action, [](auto) {});
    QVERIFY2(isTold(first.action), "a cancel must be told");
    fixture->clock.advance(24LL * 3600 * 1000);
    fixture->advance(2'000);
    QCOMPARE(fixture->state(second.action), ActionState::Expired);
    QVERIFY2(isTold(second.action), "an expiry must be told");
}

void WindowFeedTest::skippedCalls_areTold()
{
    const auto answer = fixture->submit(
        R"({"mode":"ordered","calls":[{"call_id":"a","tool":"files/write","arguments":{}},)"
        R"({"call_id":"b","tool":"files/write","arguments":{"n":1}}]})");
    QVERIFY(answer.has_value());
    const ActionId second = answer->actions[1].action;
    QVERIFY(isTold(second));
    QVERIFY(fixture->deny(answer->actions[0].action, "no").has_value());
    QCOMPARE(fixture->state(second), ActionState::Skipped);
    QVERIFY2(isTold(second), "what is skipped because of another call must be told");
}

void WindowFeedTest::lateAnswer_isTold()
{
    const auto write = makeUnknown();
    const ScriptedBackend::Started& call = fixture->backend->started.first();
    BackendOutcome outcome;
    outcome.kind = BackendOutcome::Kind::Answered;
    outcome.result = "{}";
    call.sink->lateAnswer(call.call.dispatch, outcome);
    fixture->settle();
    QVERIFY2(isTold(write.action), "evidence that comes late must be told");
}

void WindowFeedTest::determinationsHoldItsUndoAndItsEffect_areTold()
{
    const auto write = makeUnknown();
    QVERIFY(determine(write.action).has_value());
    pass();
    QCOMPARE(typesOf(told, write.action), QList<QByteArray>{"determination_held"});
    QVERIFY2(typesOf(agentTold, write.action).isEmpty(), "to the agent nothing is determined yet");
    auto brief = fixture->engine->briefsOf({write.action});
    QVERIFY(brief.has_value());
    QVERIFY2(brief->first().record.holdUntilMs > fixture->clock.wallMs(),
             "a list shows until when it can be undone");
    told.clear();

    fixture->engine->undo(window(), write.action, [](auto) {});
    pass();
    QCOMPARE(typesOf(told, write.action), QList<QByteArray>{"determination_removed"});
    brief = fixture->engine->briefsOf({write.action});
    QVERIFY(brief.has_value() && brief->first().record.holdUntilMs == 0);
    fixture->advance(11'000);
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    told.clear();

    QVERIFY(determine(write.action).has_value());
    fixture->advance(11'000);
    QCOMPARE(fixture->state(write.action), ActionState::Determined);
    QCOMPARE(typesOf(told, write.action),
             (QList<QByteArray>{"determination_held", "determination_recorded"}));
    QCOMPARE(typesOf(agentTold, write.action), QList<QByteArray>{"determination_recorded"});
}

void WindowFeedTest::determination_thatDoesNotTakeEffect_isToldAsRemoved()
{
    const auto write = makeUnknown();
    QVERIFY(determine(write.action).has_value());
    const ScriptedBackend::Started& call = fixture->backend->started.first();
    BackendOutcome outcome;
    outcome.kind = BackendOutcome::Kind::Answered;
    outcome.result = "{}";
    call.sink->lateAnswer(call.call.dispatch, outcome); // what was signed is another evidence
    fixture->advance(11'000);
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    QVERIFY2(typesOf(told, write.action).contains("determination_removed"),
             "a determination that fails must not stay on screen");
}

void WindowFeedTest::reveal_isToldToOperatorsOnly()
{
    const auto write = fixture->submitOne("write", R"({"token":"x"})");
    pass();
    told.clear();
    agentTold.clear();
    Result<QByteArray> value = Error(ErrorCode::Internal, "not answered");
    fixture->engine->reveal(window(), write.action, 9, [&value](auto done) { value = done; });
    pass();
    QVERIFY(value.has_value());
    QCOMPARE(typesOf(told, write.action), QList<QByteArray>{"value_revealed"});
    QVERIFY2(agentTold.isEmpty(), "an agent does not learn what operators look at");
}

void WindowFeedTest::progress_isToldLiveOnly()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    const ScriptedBackend::Started& call = fixture->backend->started.first();
    pass();
    told.clear();
    BackendProgress progress;
    progress.text = "half way";
    call.sink->progressed(call.call.dispatch, progress);
    fixture->settle();
    QCOMPARE(told.size(), qsizetype(1));
    QCOMPARE(told.first().type, QByteArray("tool_progress"));
    QCOMPARE(told.first().actionId, write.action.value());
    QCOMPARE(told.first().seq, qint64(0));
    told.clear();
    fixture->advance(2'000);
    QVERIFY2(!told.isEmpty() && told.last().details.contains(R"("heartbeat":true)"),
             "a quiet call's heartbeat must be told");
}

void WindowFeedTest::tampering_isToldWithItsAction()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(isTold(write.action));
    fixture->editWhileRunning("UPDATE action SET decide_by_ms = 1");
    QVERIFY(!fixture->approve(write));
    QVERIFY2(isTold(write.action), "an action that was tampered with must be drawn anew");
    const auto brief = fixture->engine->briefsOf({write.action});
    QVERIFY(brief.has_value());
    QVERIFY2(!brief->first().tamperedWith.isEmpty(), "a list must show it as tampered with");
}

void WindowFeedTest::status_whenKeysBecomeReady_isToldAsChanged()
{
    fixture->firstKeyringState = KeyringState::Locked;
    fixture->restart();
    QVERIFY(fixture->engine->status().readOnly);
    (void)changesSinceAsked();
    fixture->keySource->tell(KeyringState::Ready);
    fixture->settle();
    QVERIFY(!fixture->engine->status().readOnly);
    QVERIFY2(changesSinceAsked() > 0, "keys that are there must be told");
    // The last change that was told is the one after which it is writable.
    QVERIFY2(fixture->engine->writable().has_value(), "it decides again");
}

void WindowFeedTest::status_whenTheConsoleBecomesReadOnly_isToldAsChanged()
{
    (void)changesSinceAsked();
    fixture->clock.stepWall(10LL * 60 * 1000);
    fixture->advance(2'000);
    QVERIFY(fixture->engine->status().readOnly);
    QVERIFY2(changesSinceAsked() > 0, "a reason for read-only must be told");
}

void WindowFeedTest::status_whenTamperingIsFound_isToldAsChanged()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->editWhileRunning("UPDATE action SET decide_by_ms = 1");
    (void)changesSinceAsked();
    QVERIFY(!fixture->approve(write));
    QVERIFY2(changesSinceAsked() > 0, "tampering must be told");
}

void WindowFeedTest::status_whenAServerChanges_isToldAsChanged()
{
    (void)changesSinceAsked();
    fixture->backend->ready = false;
    fixture->backend->announce();
    QVERIFY2(changesSinceAsked() > 0, "a server's state must be told");
    fixture->settle();
    (void)changesSinceAsked();
    fixture->backend->tools.removeLast();
    fixture->engine->toolsDiscovered("files", fixture->backend->tools);
    fixture->settle();
    QCOMPARE(fixture->engine->status().servers.first().tools, 2);
    QVERIFY2(changesSinceAsked() > 0, "how many tools a server has must be told");
}

void WindowFeedTest::status_whenTheConsoleStops_isToldAsChanged()
{
    (void)changesSinceAsked();
    fixture->engine->stop(0, [] {});
    QVERIFY(fixture->engine->status().readOnly);
    QVERIFY2(changesSinceAsked() > 0, "a console that stops decides nothing: that must be told");
    fixture->settle();
}

QTEST_GUILESS_MAIN(WindowFeedTest)
#include "tst_windowfeed.moc"
