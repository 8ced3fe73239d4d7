// SPDX-License-Identifier: Apache-2.0
#include "core/coreservice.h"

#include "core/base/assert.h"
#include "core/coreengine.h"

namespace lockkeeper {

namespace {

/// An agent's credential; an empty one would mean an operator, so that it must never come from
/// here.
CredentialId credentialOf(const AgentPrincipal& agent)
{
    LK_ASSERT(!agent.credential.isEmpty());
    return agent.credential;
}

/// Answers a reply with the snapshot of the action as it stands after the command's wave: the same
/// wave may have changed it further (an approval that is claimed at once), and a row that is not
/// the newest one would be shown as tampered with.
Decisions::Done snapshotInto(CoreEngine& engine, Reply<ActionSnapshot> reply)
{
    return [&engine, reply](Result<ActionRecord> record) {
        if (!record)
            return reply.deliver(record.error());
        Result<ActionSnapshot> now = engine.action({}, record->id);
        reply.deliver(now ? std::move(now) : engine.snapshot(*record));
    };
}

} // namespace

CoreService::CoreService(std::unique_ptr<CoreParts> parts)
    : m_engine(std::make_unique<CoreEngine>(
          std::move(parts), [this]() { emit statusChanged(); }, [this]() { emit toolsChanged(); }))
{
}

CoreService::~CoreService() = default;

void CoreService::start()
{
    m_engine->start();
}

void CoreService::stop(qint64 graceMs, std::function<void()> stopped)
{
    m_engine->stop(graceMs, std::move(stopped));
}

template<class Task>
void CoreService::post(Task task)
{
    QMetaObject::invokeMethod(
        this, [this, task = std::move(task)]() mutable { task(*m_engine); }, Qt::QueuedConnection);
}

void CoreService::submit(const AgentPrincipal& agent, SubmissionRequest request,
                         Reply<SubmissionAnswer> reply)
{
    post([agent, request = std::move(request), reply](CoreEngine& engine) mutable {
        engine.submit(
            agent.credential, std::move(request),
            [reply](Result<SubmissionAnswer> answer) { reply.deliver(std::move(answer)); });
    });
}

void CoreService::submission(const AgentPrincipal& agent, const SubmissionId& id,
                             Reply<SubmissionAnswer> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.submission(credentialOf(agent), id)); });
}

void CoreService::submissionOfKey(const AgentPrincipal& agent, const QByteArray& keyNamespace,
                                  const QByteArray& key, Reply<SubmissionAnswer> reply)
{
    post([=](CoreEngine& engine) {
        reply.deliver(engine.submissionOfKey(credentialOf(agent), keyNamespace, key));
    });
}

void CoreService::result(const AgentPrincipal& agent, const ResultQuery& query,
                         Reply<CallResult> reply)
{
    post([=](CoreEngine& engine) {
        engine.result(credentialOf(agent), query,
                      [reply](Result<CallResult> answer) { reply.deliver(std::move(answer)); });
    });
}

void CoreService::cancel(const AgentPrincipal& agent, const ActionId& action,
                         const QByteArray& handle, Reply<CallResult> reply)
{
    post([=](CoreEngine& engine) {
        engine.cancel(credentialOf(agent), action, handle,
                      [&engine, agent, handle, reply](Result<ActionRecord> record) {
                          if (!record)
                              return reply.deliver(record.error());
                          engine.result(credentialOf(agent), {record->id, handle, 0},
                                        [reply](Result<CallResult> answer) {
                                            reply.deliver(std::move(answer));
                                        });
                      });
    });
}

void CoreService::callerDetached(const AgentPrincipal& agent, const ActionId& action)
{
    post([=](CoreEngine& engine) { engine.callerDetached(credentialOf(agent), action); });
}

void CoreService::agentAction(const AgentPrincipal& agent, const ActionId& action,
                              Reply<ActionSnapshot> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.action(credentialOf(agent), action)); });
}

void CoreService::agentActions(const AgentPrincipal& agent, const ActionsQuery& query,
                               Reply<QList<ActionSnapshot>> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.actions(credentialOf(agent), query)); });
}

void CoreService::authenticate(const QByteArray& token, Reply<AgentPrincipal> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.authenticate(token)); });
}

void CoreService::tools(Reply<QList<ToolSnapshot>> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.tools()); });
}

void CoreService::status(Reply<StatusSnapshot> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.status()); });
}

void CoreService::action(const ActionId& action, Reply<ActionSnapshot> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.action({}, action)); });
}

void CoreService::actions(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.actions({}, query)); });
}

void CoreService::operatorResult(const ResultQuery& query, Reply<CallResult> reply)
{
    post([=](CoreEngine& engine) {
        engine.result({}, query,
                      [reply](Result<CallResult> answer) { reply.deliver(std::move(answer)); });
    });
}

void CoreService::runs(const RunCursor& after, int limit, Reply<QList<RunSnapshot>> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.runs(after, limit)); });
}

void CoreService::runsOf(const QList<ActionId>& actions, Reply<QList<RunSnapshot>> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.runsOf(actions)); });
}

void CoreService::runActions(const RunActionsQuery& query, Reply<RunPage> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.runActions(query)); });
}

void CoreService::approve(const OperatorPrincipal& by, const ApproveRequest& request,
                          Reply<ActionSnapshot> reply)
{
    post([=](CoreEngine& engine) { engine.approve(by, request, snapshotInto(engine, reply)); });
}

void CoreService::deny(const OperatorPrincipal& by, const ActionId& action,
                       const QByteArray& reason, Reply<ActionSnapshot> reply)
{
    post([=](CoreEngine& engine) { engine.deny(by, action, reason, snapshotInto(engine, reply)); });
}

void CoreService::undo(const OperatorPrincipal& by, const ActionId& action,
                       Reply<ActionSnapshot> reply)
{
    post([=](CoreEngine& engine) { engine.undo(by, action, snapshotInto(engine, reply)); });
}

void CoreService::cancelAsOperator(const OperatorPrincipal& by, const ActionId& action,
                                   Reply<ActionSnapshot> reply)
{
    post([=](CoreEngine& engine) {
        engine.cancelAsOperator(by, action, snapshotInto(engine, reply));
    });
}

void CoreService::unknowns(Reply<QList<ActionSnapshot>> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.actions({}, {"unknown", {}, 1000})); });
}

void CoreService::determine(const OperatorPrincipal& by, const DetermineRequest& request,
                            Reply<ActionSnapshot> reply)
{
    post([=](CoreEngine& engine) { engine.determine(by, request, snapshotInto(engine, reply)); });
}

void CoreService::briefs(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.briefs(query)); });
}

void CoreService::briefsOf(const QList<ActionId>& actions, Reply<QList<ActionSnapshot>> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.briefsOf(actions)); });
}

void CoreService::card(const ActionId& action, Reply<ActionCard> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.card(action)); });
}

void CoreService::history(qint64 before, int limit, Reply<QList<HistoryEntry>> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.history(before, limit)); });
}

void CoreService::snooze(const OperatorPrincipal& by, const SnoozeRequest& request,
                         Reply<ActionSnapshot> reply)
{
    post([=](CoreEngine& engine) { engine.snooze(by, request, snapshotInto(engine, reply)); });
}

void CoreService::extend(const OperatorPrincipal& by, const ActionId& action, qint64 decideByMs,
                         Reply<ActionSnapshot> reply)
{
    post([=](CoreEngine& engine) {
        engine.extend(by, action, decideByMs, snapshotInto(engine, reply));
    });
}

void CoreService::reveal(const OperatorPrincipal& by, const ActionId& action, qsizetype offset,
                         Reply<QByteArray> reply)
{
    post([=](CoreEngine& engine) {
        engine.reveal(by, action, offset,
                      [reply](Result<QByteArray> value) { reply.deliver(std::move(value)); });
    });
}

void CoreService::addAgent(const OperatorPrincipal& by, const QByteArray& name,
                           Reply<QPair<AgentSnapshot, QByteArray>> reply)
{
    post([=](CoreEngine& engine) {
        engine.addAgent(by, name, [reply](auto added) { reply.deliver(std::move(added)); });
    });
}

void CoreService::revokeAgent(const OperatorPrincipal& by, const CredentialId& credential,
                              Reply<AgentSnapshot> reply)
{
    post([=](CoreEngine& engine) {
        engine.revokeAgent(by, credential,
                           [reply](auto revoked) { reply.deliver(std::move(revoked)); });
    });
}

void CoreService::agents(Reply<QList<AgentSnapshot>> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.agents()); });
}

void CoreService::decisionKey(Reply<QByteArray> reply)
{
    post([=](CoreEngine& engine) { reply.deliver(engine.decisionKey()); });
}

void CoreService::subscribe(quint64 subscriber, const QByteArray& from,
                            std::shared_ptr<const AgentPrincipal> agent, QObject* context,
                            FeedSink sink)
{
    post([=](CoreEngine& engine) {
        engine.subscribe(subscriber, from, agent ? credentialOf(*agent) : CredentialId(),
                         [context, sink](const FeedBatch& batch) {
                             QMetaObject::invokeMethod(
                                 context, [sink, batch]() { sink(batch); }, Qt::QueuedConnection);
                         });
    });
}

void CoreService::unsubscribe(quint64 subscriber)
{
    post([=](CoreEngine& engine) { engine.unsubscribe(subscriber); });
}

} // namespace lockkeeper
