// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/gateway/agentsession.h"
#include "core/gateway/gatewaycore.h"
#include "core/gateway/gatewaysettings.h"
#include "core/gateway/mcp/agenttools.h"
#include "core/gateway/mcp/callanswers.h"
#include "core/gateway/mcp/heldcall.h"
#include "core/mcp/server/mcpserversession.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>

namespace lockkeeper {

/// One agent's MCP session: its calls become submissions, the core's answers become results.
///
/// A call is submitted under the key "<connection token>:<its JSON-RPC id>", so that a bridge that
/// sends it again after a lost connection attaches to the same action. It is answered when the core
/// knows the outcome, or after pendingAnswerMs with "pending, handle H"; until then progress beats
/// go to agents that sent a token. A lost connection only detaches its calls; an explicit cancel
/// cancels what is not yet claimed. Lives on the io thread, belongs to its LocalConnection; core,
/// settings, context and transport outlive it.
class McpGateway final : public QObject, public mcp::McpServerHandler
{
    Q_OBJECT

public:
    /// Handles whose last poll is remembered (for the hint to poll more slowly).
    static constexpr qsizetype kMaximumPolls = 1024;

    /// `context` is a long-lived object of the io thread, where the core answers to.
    McpGateway(GatewayCore& core, const GatewaySettings& settings, QObject* context,
               mcp::Transport& transport, AgentIdentity identity, QObject* parent);
    ~McpGateway() override;

    void initialized(const QByteArray& clientName, const QByteArray& clientVersion) override;
    void listTools(std::function<void(const QByteArray& tools)> answer) override;
    void callTool(const mcp::McpCall& call) override;
    void cancelRequested(const QByteArray& id) override;
    void connectionClosed() override;

private:
    using HeldPointer = std::shared_ptr<HeldCall>;

    /// Loads the tools; waits for servers that are still starting, up to a limit.
    void refreshTools(qint64 waitUntilMs, std::function<void()> then);
    /// Tells the agent, once no server is starting any more, if its list is another one now.
    void onToolsChanged();
    [[nodiscard]] HeldPointer hold(const mcp::McpCall& call);
    /// Submits the call as soon as its tool is known; servers that are still starting are waited
    /// for.
    void submitWhenKnown(const mcp::McpCall& call, const HeldPointer& held);
    /// The connection before this one may have submitted the call: then it is held on, whether or
    /// not its tool is there again. `otherwise` is called if it was not.
    void attach(const HeldPointer& held, const QByteArray& toolName,
                std::function<void()> otherwise);
    [[nodiscard]] bool isHeld(const HeldPointer& held) const;
    void refuse(const HeldPointer& held, const Error& error);
    void submit(const mcp::McpCall& call, const AgentTools::Entry& tool, const HeldPointer& held);
    void submitted(const HeldPointer& held, const Result<SubmissionAnswer>& answer);
    void collect(const mcp::McpCall& call);
    void cancelByHandle(const mcp::McpCall& call);
    void poll(const HeldPointer& held, qint64 waitMs);
    void polled(const HeldPointer& held, const Result<CallResult>& result);
    void answerPending(const HeldPointer& held, const CallResult& result);
    void drop(const HeldPointer& held);
    void feed(const FeedBatch& batch);
    void onBeat();
    void onCoalesced();
    void beat(HeldCall& held);
    /// The handle asked for too soon after its last answer: how many seconds to wait, else 0.
    [[nodiscard]] qint64 tooSoon(const QByteArray& handle);
    [[nodiscard]] mcpanswer::Shape shapeOf(const HeldCall& held) const;
    [[nodiscard]] QByteArray idempotencyKey(const QByteArray& rawId) const;
    template<class T, class Then>
    [[nodiscard]] Reply<T> reply(Then then);

    GatewayCore& m_core;
    const GatewaySettings& m_settings;
    QObject* m_context;
    AgentIdentity m_identity;
    SystemClock m_clock;
    mcp::McpServerSession m_session;
    AgentTools m_tools;
    bool m_toolsLoaded = false;
    bool m_comparing = false;
    QByteArray m_announced; ///< the list that the agent knows, or was told to ask for
    QByteArray m_clientName;
    QHash<QByteArray, HeldPointer> m_held; ///< by idKey
    QHash<QByteArray, qint64> m_polls;     ///< handle → boot time of its last unsettled answer
    quint64 m_subscriber = 0;
    QTimer m_beat;
    QTimer m_coalesce;
};

template<class T, class Then>
Reply<T> McpGateway::reply(Then then)
{
    return Reply<T>(m_context, [self = QPointer<McpGateway>(this), then](Result<T> result) {
        if (self)
            then(*self, std::move(result));
    });
}

} // namespace lockkeeper
