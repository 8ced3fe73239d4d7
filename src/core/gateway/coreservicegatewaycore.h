// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/gatewaycore.h"

namespace lockkeeper {

/// GatewayCore on the real CoreService, which it does not own and which outlives it.
class CoreServiceGatewayCore final : public GatewayCore
{
public:
    explicit CoreServiceGatewayCore(CoreService& core)
        : m_core(core)
    {
    }

    void submit(const AgentPrincipal& agent, SubmissionRequest request,
                Reply<SubmissionAnswer> reply) override;
    void submission(const AgentPrincipal& agent, const SubmissionId& id,
                    Reply<SubmissionAnswer> reply) override;
    void submissionOfKey(const AgentPrincipal& agent, const QByteArray& keyNamespace,
                         const QByteArray& key, Reply<SubmissionAnswer> reply) override;
    void result(const AgentPrincipal& agent, const ResultQuery& query,
                Reply<CallResult> reply) override;
    void cancel(const AgentPrincipal& agent, const ActionId& action, const QByteArray& handle,
                Reply<CallResult> reply) override;
    void callerDetached(const AgentPrincipal& agent, const ActionId& action) override;
    void agentAction(const AgentPrincipal& agent, const ActionId& action,
                     Reply<ActionSnapshot> reply) override;
    void agentActions(const AgentPrincipal& agent, const ActionsQuery& query,
                      Reply<QList<ActionSnapshot>> reply) override;
    void authenticate(const QByteArray& token, Reply<AgentPrincipal> reply) override;
    void tools(Reply<QList<ToolSnapshot>> reply) override;
    void status(Reply<StatusSnapshot> reply) override;
    void action(const ActionId& action, Reply<ActionSnapshot> reply) override;
    void actions(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply) override;
    void operatorResult(const ResultQuery& query, Reply<CallResult> reply) override;
    void approve(const OperatorPrincipal& by, const ApproveRequest& request,
                 Reply<ActionSnapshot> reply) override;
    void deny(const OperatorPrincipal& by, const ActionId& action, const QByteArray& reason,
              Reply<ActionSnapshot> reply) override;
    void undo(const OperatorPrincipal& by, const ActionId& action,
              Reply<ActionSnapshot> reply) override;
    void cancelAsOperator(const OperatorPrincipal& by, const ActionId& action,
                          Reply<ActionSnapshot> reply) override;
    void snooze(const OperatorPrincipal& by, const SnoozeRequest& request,
                Reply<ActionSnapshot> reply) override;
    void extend(const OperatorPrincipal& by, const ActionId& action, qint64 decideByMs,
                Reply<ActionSnapshot> reply) override;
    void unknowns(Reply<QList<ActionSnapshot>> reply) override;
    void determine(const OperatorPrincipal& by, const DetermineRequest& request,
                   Reply<ActionSnapshot> reply) override;
    void addAgent(const OperatorPrincipal& by, const QByteArray& name,
                  Reply<QPair<AgentSnapshot, QByteArray>> reply) override;
    void revokeAgent(const OperatorPrincipal& by, const CredentialId& credential,
                     Reply<AgentSnapshot> reply) override;
    void agents(Reply<QList<AgentSnapshot>> reply) override;
    void decisionKey(Reply<QByteArray> reply) override;
    void subscribe(quint64 subscriber, const QByteArray& from,
                   std::shared_ptr<const AgentPrincipal> agent, QObject* context,
                   FeedSink sink) override;
    void unsubscribe(quint64 subscriber) override;
    void onToolsChanged(QObject* context, std::function<void()> changed) override;

private:
    CoreService& m_core;
};

} // namespace lockkeeper
