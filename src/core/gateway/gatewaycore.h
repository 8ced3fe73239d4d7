// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/coreservice.h"

#include <functional>
#include <memory>

namespace lockkeeper {

/// The part of CoreService that the gateways use, method for method, so that a test can stand in
/// for the core. CoreServiceGatewayCore is the real one.
///
/// Every function may be called from any thread and returns at once; CoreService says what each
/// does. The contexts that are handed over outlive the core.
class GatewayCore
{
public:
    using FeedSink = CoreService::FeedSink;

    virtual ~GatewayCore() = default;

    virtual void submit(const AgentPrincipal& agent, SubmissionRequest request,
                        Reply<SubmissionAnswer> reply) = 0;
    virtual void submission(const AgentPrincipal& agent, const SubmissionId& id,
                            Reply<SubmissionAnswer> reply) = 0;
    virtual void submissionOfKey(const AgentPrincipal& agent, const QByteArray& keyNamespace,
                                 const QByteArray& key, Reply<SubmissionAnswer> reply) = 0;
    virtual void result(const AgentPrincipal& agent, const ResultQuery& query,
                        Reply<CallResult> reply) = 0;
    virtual void cancel(const AgentPrincipal& agent, const ActionId& action,
                        const QByteArray& handle, Reply<CallResult> reply) = 0;
    virtual void callerDetached(const AgentPrincipal& agent, const ActionId& action) = 0;
    virtual void agentAction(const AgentPrincipal& agent, const ActionId& action,
                             Reply<ActionSnapshot> reply) = 0;
    virtual void agentActions(const AgentPrincipal& agent, const ActionsQuery& query,
                              Reply<QList<ActionSnapshot>> reply) = 0;
    virtual void authenticate(const QByteArray& token, Reply<AgentPrincipal> reply) = 0;

    virtual void tools(Reply<QList<ToolSnapshot>> reply) = 0;
    virtual void status(Reply<StatusSnapshot> reply) = 0;

    virtual void action(const ActionId& action, Reply<ActionSnapshot> reply) = 0;
    virtual void actions(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply) = 0;
    virtual void operatorResult(const ResultQuery& query, Reply<CallResult> reply) = 0;
    virtual void approve(const OperatorPrincipal& by, const ApproveRequest& request,
                         Reply<ActionSnapshot> reply) = 0;
    virtual void deny(const OperatorPrincipal& by, const ActionId& action, const QByteArray& reason,
                      Reply<ActionSnapshot> reply) = 0;
    virtual void undo(const OperatorPrincipal& by, const ActionId& action,
                      Reply<ActionSnapshot> reply) = 0;
    virtual void cancelAsOperator(const OperatorPrincipal& by, const ActionId& action,
                                  Reply<ActionSnapshot> reply) = 0;
    virtual void snooze(const OperatorPrincipal& by, const SnoozeRequest& request,
                        Reply<ActionSnapshot> reply) = 0;
    virtual void extend(const OperatorPrincipal& by, const ActionId& action, qint64 decideByMs,
                        Reply<ActionSnapshot> reply) = 0;
    virtual void unknowns(Reply<QList<ActionSnapshot>> reply) = 0;
    virtual void determine(const OperatorPrincipal& by, const DetermineRequest& request,
                           Reply<ActionSnapshot> reply) = 0;
    virtual void addAgent(const OperatorPrincipal& by, const QByteArray& name,
                          Reply<QPair<AgentSnapshot, QByteArray>> reply) = 0;
    virtual void revokeAgent(const OperatorPrincipal& by, const CredentialId& credential,
                             Reply<AgentSnapshot> reply) = 0;
    virtual void agents(Reply<QList<AgentSnapshot>> reply) = 0;
    virtual void decisionKey(Reply<QByteArray> reply) = 0;

    virtual void subscribe(quint64 subscriber, const QByteArray& from,
                           std::shared_ptr<const AgentPrincipal> agent, QObject* context,
                           FeedSink sink) = 0;
    virtual void unsubscribe(quint64 subscriber) = 0;

    /// Calls `changed` on the context's thread whenever the tools offered to agents changed.
    virtual void onToolsChanged(QObject* context, std::function<void()> changed) = 0;
};

} // namespace lockkeeper
