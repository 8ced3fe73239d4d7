// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/authorisation.h"
#include "support/enginetestcase.h"

#include <QtTest>

#include <algorithm>

namespace lockkeeper {

/// What the test classes about the time that operators have for a call share: an operator at the
/// window, what the feed tells, and clocks moved by hand.
class TermsTestCase : public EngineTestCase
{
protected:
    static constexpr qint64 kMinute = 60'000;
    static constexpr qint64 kDay = 24 * 60 * kMinute;

    static OperatorPrincipal window() { return windowOperator("ann", {}); }
    void begin()
    {
        EngineTestCase::init();
        told.clear();
        agentTold.clear();
        listen();
    }
    void listen()
    {
        fixture->engine->subscribe(1, {}, {},
                                   [this](const FeedBatch& batch) { told += batch.events; });
        fixture->engine->subscribe(2, {}, fixture->agent,
                                   [this](const FeedBatch& batch) { agentTold += batch.events; });
    }
    void pass()
    {
        fixture->settle();
        fixture->advance(100);
    }
    static qsizetype countOf(const QList<CoreEvent>& events, const QByteArray& type)
    {
        return std::count_if(events.begin(), events.end(),
                             [&type](const CoreEvent& event) { return event.type == type; });
    }
    Result<ActionRecord> extend(const ActionId& action, qint64 decideByMs)
    {
        Result<ActionRecord> result = Error(ErrorCode::Internal, "extend was not answered");
        fixture->engine->extend(window(), action, decideByMs,
                                [&result](auto done) { result = std::move(done); });
        fixture->settle();
        return result;
    }
    Result<ActionRecord> snooze(const ActionId& action, qint64 untilMs,
                                const QByteArray& reason = "waits for Tom")
    {
        Result<ActionRecord> result = Error(ErrorCode::Internal, "snooze was not answered");
        fixture->engine->snooze(window(), {action, untilMs, reason},
                                [&result](auto done) { result = std::move(done); });
        fixture->settle();
        return result;
    }
    qint64 now() const { return fixture->clock.wallMs(); }
    /// Moves the clocks without looking at every half second on the way.
    void wait(qint64 ms)
    {
        fixture->clock.advance(ms);
        fixture->advance(2'000);
    }
    ActionSnapshot brief(const ActionId& action)
    {
        const auto found = fixture->engine->briefsOf({action});
        if (!found || found->size() != 1)
            qFatal("no brief");
        return found->first();
    }
    bool isSnoozed(const ActionId& action) { return brief(action).snooze.untilMs != 0; }
    CallResult resultOf(const ActionId& action)
    {
        Result<CallResult> result = Error(ErrorCode::Internal, "not answered");
        fixture->engine->result(fixture->agent, {action, {}, 0},
                                [&result](auto done) { result = std::move(done); });
        fixture->settle();
        if (!result)
            qFatal("no result: %s", result.error().describe().constData());
        return *result;
    }
    qint64 lanePosition() { return fixture->engine->status().journalPosition; }
    void refuseEntries()
    {
        fixture->editWhileRunning("CREATE TRIGGER no_room BEFORE INSERT ON journal BEGIN "
                                  "SELECT RAISE(ABORT, 'no room'); END;");
    }
    QList<QByteArray> bodiesOf(JournalKind kind)
    {
        fixture->kill();
        const auto bodies =
            fixture->readByHand("SELECT CAST(body AS TEXT) FROM journal WHERE kind = " +
                                QByteArray::number(static_cast<int>(kind)) + " ORDER BY number");
        fixture->start();
        return bodies;
    }
    void verifyRecord()
    {
        const auto reasons = fixture->engine->status().reasons;
        QVERIFY2(reasons.isEmpty(), reasons.join("; ").constData());
    }

    QList<CoreEvent> told;      ///< to operators
    QList<CoreEvent> agentTold; ///< to the agent
};

} // namespace lockkeeper
