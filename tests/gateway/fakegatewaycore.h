// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/gateway/gatewaycore.h"

#include <QHash>
#include <QList>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace lockkeeper {

/// Stands in for the core: keeps submissions by their idempotency key and lets the test say what
/// becomes of each action. Used on one thread. Everything that was asked is recorded.
class FakeGatewayCore : public GatewayCore
{
public:
    struct Action
    {
        AgentPrincipal agent;
        SubmissionRequest request;
        SubmissionId submission;
        CallResult result;
        bool detached = false;
    };

    // -- what the test prepares ------------------------------------------------------------------
    QHash<QByteArray, AgentPrincipal> tokens;
    QList<ToolSnapshot> toolList;
    StatusSnapshot statusNow;
    QByteArray publicDecisionKey;
    ActionState firstState = ActionState::Pending;
    qint64 ageMs = 0; ///< of each action that is asked for again
    std::optional<Error> submitError;
    std::optional<Error> keyQueryError;
    QList<ActionSnapshot> snapshots;

    // -- what was asked --------------------------------------------------------------------------
    QList<Action> taken;         ///< in order of admission
    QList<QByteArray> decisions; ///< "approve act_1 unprotected"
    QList<QByteArray> cancels;   ///< "act_1" or "act_1 byHandle"
    QList<QByteArray> agentReads;
    QList<QByteArray> operatorReads;
    int submits = 0;
    int keyQueries = 0;
    int resultQueries = 0;

    void addTool(const QByteArray& server, const QByteArray& tool, const QByteArray& definition,
                 bool available = true)
    {
        ToolSnapshot snapshot;
        snapshot.name = {server, tool};
        snapshot.definition = definition;
        snapshot.available = available;
        toolList.append(snapshot);
    }
    /// The outcome is known: everybody who waits for it is told.
    void settle(qsizetype index, ActionState state, const QByteArray& result = {},
                const QByteArray& reason = {})
    {
        CallResult& known = taken[index].result;
        known.state = state;
        known.result = result;
        known.reason = reason;
        known.settled = isFinal(state) || state == ActionState::Determined;
        wake(known.action);
    }
    void emitEvent(const CoreEvent& event)
    {
        FeedBatch batch;
        batch.events.append(event);
        batch.resumeToken = "t" + QByteArray::number(event.seq);
        emitBatch(batch);
    }
    void emitBatch(const FeedBatch& batch)
    {
        for (const Subscription& subscription : std::as_const(m_subscriptions))
            QMetaObject::invokeMethod(
                subscription.context, [sink = subscription.sink, batch] { sink(batch); },
                Qt::QueuedConnection);
    }
    void emitToolsChanged()
    {
        for (const auto& [context, changed] : std::as_const(m_toolListeners)) {
            if (context)
                QMetaObject::invokeMethod(context, changed, Qt::QueuedConnection);
        }
    }
    [[nodiscard]] qsizetype subscribers() const { return m_subscriptions.size(); }

    // -- the interface ---------------------------------------------------------------------------
    void submit(const AgentPrincipal& agent, SubmissionRequest request,
                Reply<SubmissionAnswer> reply) override
    {
        ++submits;
        if (submitError)
            return reply.deliver(*submitError);
        const QByteArray key = agent.credential.value() + '\n' + request.idempotencyNamespace +
                               '\n' + request.idempotencyKey;
        if (!request.idempotencyKey.isEmpty() && m_byKey.contains(key)) {
            const SubmissionId known = m_byKey.value(key);
            for (const Action& action : std::as_const(taken)) {
                if (action.submission == known &&
                    action.request.calls.first().arguments != request.calls.first().arguments)
                    return reply.deliver(Error(ErrorCode::Conflict, "another request"));
            }
            SubmissionAnswer answer = answerOf(known);
            answer.existing = true;
            return reply.deliver(answer);
        }
        const SubmissionId id("sub_" + QByteArray::number(++m_lastSubmission));
        if (!request.idempotencyKey.isEmpty())
            m_byKey.insert(key, id);
        for (const CallRequest& call : std::as_const(request.calls)) {
            Action action;
            action.agent = agent;
            action.request = request;
            action.submission = id;
            action.result.action = ActionId("act_" + QByteArray::number(taken.size() + 1));
            action.result.callId = call.callId;
            action.result.state = firstState;
            action.result.handle = "hnd_" + QByteArray::number(taken.size() + 1);
            taken.append(action);
        }
        reply.deliver(answerOf(id));
    }
    void submission(const AgentPrincipal& agent, const SubmissionId& id,
                    Reply<SubmissionAnswer> reply) override
    {
        agentReads.append("submission " + id.value());
        const SubmissionAnswer answer = answerOf(id, &agent);
        if (answer.actions.isEmpty())
            return reply.deliver(Error(ErrorCode::NotFound, "no such submission"));
        reply.deliver(answer);
    }
    void submissionOfKey(const AgentPrincipal& agent, const QByteArray& keyNamespace,
                         const QByteArray& key, Reply<SubmissionAnswer> reply) override
    {
        ++keyQueries;
        if (keyQueryError)
            return reply.deliver(*keyQueryError);
        const auto known =
            m_byKey.constFind(agent.credential.value() + '\n' + keyNamespace + '\n' + key);
        if (known == m_byKey.cend())
            return reply.deliver(Error(ErrorCode::NotFound, "nothing under this key"));
        SubmissionAnswer answer = answerOf(*known);
        answer.existing = true;
        reply.deliver(answer);
    }
    void result(const AgentPrincipal& agent, const ResultQuery& query,
                Reply<CallResult> reply) override
    {
        ++resultQueries;
        waitFor(query, &agent, std::move(reply));
    }
    void cancel(const AgentPrincipal& agent, const ActionId& action, const QByteArray& handle,
                Reply<CallResult> reply) override
    {
        Action* found = find(action, handle, &agent);
        if (!found)
            return reply.deliver(Error(ErrorCode::NotFound, "no such action"));
        cancels.append(found->result.action.value() + (handle.isEmpty() ? "" : " byHandle"));
        if (isFinal(found->result.state))
            return reply.deliver(Error(ErrorCode::FailedPrecondition, "it is over"));
        found->result.state = ActionState::Cancelled;
        found->result.settled = true;
        reply.deliver(found->result);
        wake(found->result.action);
    }
    void callerDetached(const AgentPrincipal&, const ActionId& action) override
    {
        if (Action* found = find(action, {}, nullptr))
            found->detached = true;
    }
    void agentAction(const AgentPrincipal& agent, const ActionId& action,
                     Reply<ActionSnapshot> reply) override
    {
        agentReads.append("action " + agent.credential.value());
        deliverSnapshot(action, reply);
    }
    void agentActions(const AgentPrincipal& agent, const ActionsQuery&,
                      Reply<QList<ActionSnapshot>> reply) override
    {
        agentReads.append("actions " + agent.credential.value());
        reply.deliver(QList<ActionSnapshot>());
    }
    void authenticate(const QByteArray& token, Reply<AgentPrincipal> reply) override
    {
        if (!tokens.contains(token))
            return reply.deliver(Error(ErrorCode::PermissionDenied, "no such credential"));
        reply.deliver(tokens.value(token));
    }
    void tools(Reply<QList<ToolSnapshot>> reply) override { reply.deliver(toolList); }
    void status(Reply<StatusSnapshot> reply) override { reply.deliver(statusNow); }
    void action(const ActionId& action, Reply<ActionSnapshot> reply) override
    {
        operatorReads.append("action");
        deliverSnapshot(action, reply);
    }
    void actions(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply) override
    {
        operatorReads.append("actions " + query.state);
        reply.deliver(snapshots);
    }
    void operatorResult(const ResultQuery& query, Reply<CallResult> reply) override
    {
        operatorReads.append("result");
        waitFor(query, nullptr, std::move(reply));
    }
    void approve(const OperatorPrincipal& by, const ApproveRequest& request,
                 Reply<ActionSnapshot> reply) override
    {
        for (const ActionSnapshot& snapshot : std::as_const(snapshots)) {
            if (snapshot.record.id == request.action && snapshot.fingerprint != request.fingerprint)
                return reply.deliver(Error(ErrorCode::Conflict, "another fingerprint"));
        }
        decide("approve", by, request.action, reply);
    }
    void deny(const OperatorPrincipal& by, const ActionId& action, const QByteArray& reason,
              Reply<ActionSnapshot> reply) override
    {
        lastReason = reason;
        decide("deny", by, action, reply);
    }
    void undo(const OperatorPrincipal& by, const ActionId& action,
              Reply<ActionSnapshot> reply) override
    {
        decide("undo", by, action, reply);
    }
    void snooze(const OperatorPrincipal& by, const SnoozeRequest& request,
                Reply<ActionSnapshot> reply) override
    {
        lastSnooze = request;
        for (ActionSnapshot& snapshot : snapshots) {
            if (snapshot.record.id == request.action)
                snapshot.snooze = {request.untilMs, by.name, request.reason};
        }
        decide("snooze", by, request.action, reply);
    }
    void extend(const OperatorPrincipal& by, const ActionId& action, qint64 decideByMs,
                Reply<ActionSnapshot> reply) override
    {
        for (ActionSnapshot& snapshot : snapshots) {
            if (snapshot.record.id == action)
                snapshot.decideByMs = decideByMs;
        }
        decide("extend", by, action, reply);
    }
    void cancelAsOperator(const OperatorPrincipal& by, const ActionId& action,
                          Reply<ActionSnapshot> reply) override
    {
        decide("cancel", by, action, reply);
    }
    void unknowns(Reply<QList<ActionSnapshot>> reply) override
    {
        operatorReads.append("unknowns");
        reply.deliver(snapshots);
    }
    void determine(const OperatorPrincipal& by, const DetermineRequest& request,
                   Reply<ActionSnapshot> reply) override
    {
        lastDetermination = request;
        decide("determine", by, request.action, reply);
    }
    void addAgent(const OperatorPrincipal& by, const QByteArray& name,
                  Reply<QPair<AgentSnapshot, QByteArray>> reply) override
    {
        decisions.append("addAgent " + name + ' ' + by.proof);
        AgentSnapshot agent;
        agent.credential = CredentialId("crd_new");
        agent.name = name;
        reply.deliver(QPair<AgentSnapshot, QByteArray>(agent, "lkt_secret-token"));
    }
    void revokeAgent(const OperatorPrincipal& by, const CredentialId& credential,
                     Reply<AgentSnapshot> reply) override
    {
        decisions.append("revokeAgent " + credential.value() + ' ' + by.proof);
        AgentSnapshot agent;
        agent.credential = credential;
        agent.revokedAtMs = 1;
        reply.deliver(agent);
    }
    void agents(Reply<QList<AgentSnapshot>> reply) override
    {
        operatorReads.append("agents");
        reply.deliver(QList<AgentSnapshot>());
    }
    void decisionKey(Reply<QByteArray> reply) override { reply.deliver(publicDecisionKey); }
    void subscribe(quint64 subscriber, const QByteArray& from,
                   std::shared_ptr<const AgentPrincipal> agent, QObject* context,
                   FeedSink sink) override
    {
        m_subscriptions.insert(subscriber, {from, std::move(agent), context, std::move(sink)});
        lastFrom = from;
        lastSubscriber = m_subscriptions.value(subscriber).agent;
    }
    void unsubscribe(quint64 subscriber) override { m_subscriptions.remove(subscriber); }
    void onToolsChanged(QObject* context, std::function<void()> changed) override
    {
        m_toolListeners.append({QPointer<QObject>(context), std::move(changed)});
    }

    QByteArray lastReason;
    QByteArray lastFrom;
    std::shared_ptr<const AgentPrincipal> lastSubscriber;
    DetermineRequest lastDetermination;
    SnoozeRequest lastSnooze;
    QByteArray lastPin; ///< of the last decision

private:
    struct Subscription
    {
        QByteArray from;
        std::shared_ptr<const AgentPrincipal> agent;
        QObject* context = nullptr;
        FeedSink sink;
    };
    struct Waiter
    {
        ActionId action;
        std::function<void()> answer;
    };

    Action* find(const ActionId& id, const QByteArray& handle, const AgentPrincipal* agent)
    {
        for (Action& action : taken) {
            const bool named =
                !handle.isEmpty() ? action.result.handle == handle : action.result.action == id;
            if (named &&
                (!handle.isEmpty() || !agent || action.agent.credential == agent->credential))
                return &action;
        }
        return nullptr;
    }
    [[nodiscard]] SubmissionAnswer answerOf(const SubmissionId& id,
                                            const AgentPrincipal* agent = nullptr) const
    {
        SubmissionAnswer answer;
        answer.submission = id;
        for (const Action& action : taken) {
            if (action.submission != id || (agent && action.agent.credential != agent->credential))
                continue;
            SubmittedAction line;
            line.action = action.result.action;
            line.callId = action.result.callId;
            line.state = action.result.state;
            line.handle = action.result.handle;
            line.fingerprint = "f00d";
            line.createdAtMs = SystemClock().wallMs() - ageMs;
            answer.actions.append(line);
        }
        return answer;
    }
    void waitFor(const ResultQuery& query, const AgentPrincipal* agent, Reply<CallResult> reply)
    {
        const Action* found = find(query.action, query.handle, agent);
        if (!found)
            return reply.deliver(Error(ErrorCode::NotFound, "no such action"));
        if (found->result.settled || query.waitMs == 0)
            return reply.deliver(found->result);
        const ActionId id = found->result.action;
        auto done = std::make_shared<bool>(false);
        auto answer = [this, id, reply, done] {
            if (!std::exchange(*done, true))
                reply.deliver(find(id, {}, nullptr)->result);
        };
        m_waiters.append({id, answer});
        QTimer::singleShot(static_cast<int>(query.waitMs), &m_timers, answer);
    }
    void wake(const ActionId& id)
    {
        const QList<Waiter> waiters = m_waiters;
        for (const Waiter& waiter : waiters) {
            if (waiter.action == id)
                waiter.answer();
        }
    }
    void decide(const QByteArray& what, const OperatorPrincipal& by, const ActionId& action,
                const Reply<ActionSnapshot>& reply)
    {
        decisions.append(what + ' ' + action.value() + ' ' + by.proof);
        lastPin = by.pin.view().toByteArray();
        deliverSnapshot(action, reply);
    }
    void deliverSnapshot(const ActionId& id, const Reply<ActionSnapshot>& reply) const
    {
        for (const ActionSnapshot& snapshot : snapshots) {
            if (snapshot.record.id == id)
                return reply.deliver(snapshot);
        }
        reply.deliver(Error(ErrorCode::NotFound, "no such action"));
    }

    QHash<QByteArray, SubmissionId> m_byKey;
    QHash<quint64, Subscription> m_subscriptions;
    QList<QPair<QPointer<QObject>, std::function<void()>>> m_toolListeners;
    QList<Waiter> m_waiters;
    QObject m_timers;
    int m_lastSubmission = 0;
};

} // namespace lockkeeper
