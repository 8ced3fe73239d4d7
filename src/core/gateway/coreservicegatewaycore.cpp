// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/coreservicegatewaycore.h"

namespace lockkeeper {

void CoreServiceGatewayCore::submit(const AgentPrincipal& agent, SubmissionRequest request,
                                    Reply<SubmissionAnswer> reply)
{
    m_core.submit(agent, std::move(request), std::move(reply));
}

void CoreServiceGatewayCore::submission(const AgentPrincipal& agent, const SubmissionId& id,
                                        Reply<SubmissionAnswer> reply)
{
    m_core.submission(agent, id, std::move(reply));
}

void CoreServiceGatewayCore::submissionOfKey(const AgentPrincipal& agent,
                                             const QByteArray& keyNamespace, const QByteArray& key,
                                             Reply<SubmissionAnswer> reply)
{
    m_core.submissionOfKey(agent, keyNamespace, key, std::move(reply));
}

void CoreServiceGatewayCore::result(const AgentPrincipal& agent, const ResultQuery& query,
                                    Reply<CallResult> reply)
{
    m_core.result(agent, query, std::move(reply));
}

void CoreServiceGatewayCore::cancel(const AgentPrincipal& agent, const ActionId& action,
                                    const QByteArray& handle, Reply<CallResult> reply)
{
    m_core.cancel(agent, action, handle, std::move(reply));
}

void CoreServiceGatewayCore::callerDetached(const AgentPrincipal& agent, const ActionId& action)
{
    m_core.callerDetached(agent, action);
}

void CoreServiceGatewayCore::agentAction(const AgentPrincipal& agent, const ActionId& action,
                                         Reply<ActionSnapshot> reply)
{
    m_core.agentAction(agent, action, std::move(reply));
}

void CoreServiceGatewayCore::agentActions(const AgentPrincipal& agent, const ActionsQuery& query,
                                          Reply<QList<ActionSnapshot>> reply)
{
    m_core.agentActions(agent, query, std::move(reply));
}

void CoreServiceGatewayCore::authenticate(const QByteArray& token, Reply<AgentPrincipal> reply)
{
    m_core.authenticate(token, std::move(reply));
}

void CoreServiceGatewayCore::tools(Reply<QList<ToolSnapshot>> reply)
{
    m_core.tools(std::move(reply));
}

void CoreServiceGatewayCore::status(Reply<StatusSnapshot> reply)
{
    m_core.status(std::move(reply));
}

void CoreServiceGatewayCore::action(const ActionId& action, Reply<ActionSnapshot> reply)
{
    m_core.action(action, std::move(reply));
}

void CoreServiceGatewayCore::actions(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply)
{
    m_core.actions(query, std::move(reply));
}

void CoreServiceGatewayCore::operatorResult(const ResultQuery& query, Reply<CallResult> reply)
{
    m_core.operatorResult(query, std::move(reply));
}

void CoreServiceGatewayCore::approve(const OperatorPrincipal& by, const ApproveRequest& request,
                                     Reply<ActionSnapshot> reply)
{
    m_core.approve(by, request, std::move(reply));
}

void CoreServiceGatewayCore::deny(const OperatorPrincipal& by, const ActionId& action,
                                  const QByteArray& reason, Reply<ActionSnapshot> reply)
{
    m_core.deny(by, action, reason, std::move(reply));
}

void CoreServiceGatewayCore::undo(const OperatorPrincipal& by, const ActionId& action,
                                  Reply<ActionSnapshot> reply)
{
    m_core.undo(by, action, std::move(reply));
}

void CoreServiceGatewayCore::cancelAsOperator(const OperatorPrincipal& by, const ActionId& action,
                                              Reply<ActionSnapshot> reply)
{
    m_core.cancelAsOperator(by, action, std::move(reply));
}

void CoreServiceGatewayCore::snooze(const OperatorPrincipal& by, const SnoozeRequest& request,
                                    Reply<ActionSnapshot> reply)
{
    m_core.snooze(by, request, std::move(reply));
}

void CoreServiceGatewayCore::extend(const OperatorPrincipal& by, const ActionId& action,
                                    qint64 decideByMs, Reply<ActionSnapshot> reply)
{
    m_core.extend(by, action, decideByMs, std::move(reply));
}

void CoreServiceGatewayCore::unknowns(Reply<QList<ActionSnapshot>> reply)
{
    m_core.unknowns(std::move(reply));
}

void CoreServiceGatewayCore::determine(const OperatorPrincipal& by, const DetermineRequest& request,
                                       Reply<ActionSnapshot> reply)
{
    m_core.determine(by, request, std::move(reply));
}

void CoreServiceGatewayCore::addAgent(const OperatorPrincipal& by, const QByteArray& name,
                                      Reply<QPair<AgentSnapshot, QByteArray>> reply)
{
    m_core.addAgent(by, name, std::move(reply));
}

void CoreServiceGatewayCore::revokeAgent(const OperatorPrincipal& by,
                                         const CredentialId& credential, Reply<AgentSnapshot> reply)
{
    m_core.revokeAgent(by, credential, std::move(reply));
}

void CoreServiceGatewayCore::agents(Reply<QList<AgentSnapshot>> reply)
{
    m_core.agents(std::move(reply));
}

void CoreServiceGatewayCore::decisionKey(Reply<QByteArray> reply)
{
    m_core.decisionKey(std::move(reply));
}

void CoreServiceGatewayCore::subscribe(quint64 subscriber, const QByteArray& from,
                                       std::shared_ptr<const AgentPrincipal> agent,
                                       QObject* context, FeedSink sink)
{
    m_core.subscribe(subscriber, from, std::move(agent), context, std::move(sink));
}

void CoreServiceGatewayCore::unsubscribe(quint64 subscriber)
{
    m_core.unsubscribe(subscriber);
}

void CoreServiceGatewayCore::onToolsChanged(QObject* context, std::function<void()> changed)
{
    QObject::connect(&m_core, &CoreService::toolsChanged, context, std::move(changed),
                     Qt::QueuedConnection);
}

} // namespace lockkeeper
