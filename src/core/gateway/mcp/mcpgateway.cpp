// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/mcp/mcpgateway.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/base/logging.h"
#include "core/gateway/mcp/toolnames.h"
#include "core/gateway/subscriber.h"
#include "core/gateway/wirejson.h"

#include <algorithm>
#include <utility>

namespace lockkeeper {

namespace {

constexpr int kCoalesceMs = 100; // at most ten progress messages a second and call
constexpr qint64 kServerStartMs = 30'000;
constexpr int kServerCheckMs = 200;
constexpr int kLookAgainMs = 500;
constexpr qsizetype kMaximumKeyedId = 128;
constexpr QByteArrayView kKeyNamespace = "mcp";

constexpr QByteArrayView kInstructions =
    "Tool calls go through Lockkeeper: a person may have to approve them first. A call that is "
    "still held after a while is answered \"pending, handle H\": collect its result with "
    "lockkeeper_result and do not send the call again. A denied call tells the operator's reason. "
    "An answer that begins with \"unknown\" means that the effect may or may not have happened: "
    "never repeat that call.";

/// Tools may still come by themselves: servers start, or will as soon as the keychain has answered.
bool isStarting(const StatusSnapshot& status)
{
    if (status.keyring == "opening")
        return true;
    return std::any_of(status.servers.cbegin(), status.servers.cend(),
                       [&status](const ServerSnapshot& server) {
                           const bool isNext = server.state == "stopped" && server.reason.isEmpty();
                           return server.state == "starting" || (isNext && !status.readOnly);
                       });
}

/// A cancel that changes nothing is no fault: the call was faster.
Reply<CallResult> cancelNoted(QObject* context)
{
    return Reply<CallResult>(context, [](const Result<CallResult>& result) {
        if (!result)
            log::info("gateway", "an agent's cancel changed nothing",
                      {{"why", errorCodeName(result.error().code())}});
    });
}

/// The core took a call on whose caller is gone or has taken it back meanwhile.
void settleOrphan(GatewayCore& core, const AgentPrincipal& agent, QObject* context,
                  const HeldCall& held, const SubmittedAction& action)
{
    if (held.cancelled)
        core.cancel(agent, action.action, action.handle, cancelNoted(context));
    else
        core.callerDetached(agent, action.action);
}

} // namespace

McpGateway::McpGateway(GatewayCore& core, const GatewaySettings& settings, QObject* context,
                       mcp::Transport& transport, AgentIdentity identity, QObject* parent)
    : QObject(parent)
    , m_core(core)
    , m_settings(settings)
    , m_context(context)
    , m_identity(std::move(identity))
    , m_session(transport, *this, kInstructions.toByteArray())
{
    m_beat.setInterval(static_cast<int>(settings.beatMs));
    m_coalesce.setInterval(kCoalesceMs);
    m_coalesce.setSingleShot(true);
    connect(&m_beat, &QTimer::timeout, this, &McpGateway::onBeat);
    connect(&m_coalesce, &QTimer::timeout, this, &McpGateway::onCoalesced);
    m_core.onToolsChanged(this, [this] { onToolsChanged(); });
}

McpGateway::~McpGateway()
{
    if (m_subscriber != 0)
        m_core.unsubscribe(m_subscriber);
}

void McpGateway::initialized(const QByteArray& clientName, const QByteArray& clientVersion)
{
    m_clientName = clientName;
    log::info("gateway", "agent connected",
              {{"credential", m_identity.agent->credential.value()},
               {"client", clientName},
               {"version", clientVersion},
               {"resumed", m_identity.resumed ? "yes" : "no"}});
    m_subscriber = nextSubscriber();
    m_core.subscribe(m_subscriber, {}, m_identity.agent, m_context,
                     [self = QPointer<McpGateway>(this)](const FeedBatch& batch) {
                         if (self)
                             self->feed(batch);
                     });
}

void McpGateway::refreshTools(qint64 waitUntilMs, std::function<void()> then)
{
    m_core.status(
        reply<StatusSnapshot>([waitUntilMs, then](McpGateway& self, Result<StatusSnapshot> status) {
            if (status && isStarting(*status) && self.m_clock.bootMs() < waitUntilMs) {
                QTimer::singleShot(kServerCheckMs, &self, [&self, waitUntilMs, then] {
                    self.refreshTools(waitUntilMs, then);
                });
                return;
            }
            self.m_core.tools(self.reply<QList<ToolSnapshot>>(
                [then](McpGateway& inner, Result<QList<ToolSnapshot>> tools) {
                    if (tools) {
                        inner.m_tools = AgentTools(*tools, inner.m_settings.plainServers);
                        inner.m_toolsLoaded = true;
                    }
                    then();
                }));
        }));
}

void McpGateway::listTools(std::function<void(const QByteArray& tools)> answer)
{
    refreshTools(m_clock.bootMs() + kServerStartMs, [this, answer] {
        m_announced = m_tools.list();
        answer(m_announced);
    });
}

void McpGateway::onToolsChanged()
{
    m_toolsLoaded = false;
    // Whoever has not asked for the list has nothing to forget; a resumed agent asked before.
    if (m_announced.isEmpty() && !m_identity.resumed)
        return;
    // Servers that start change the list several times: told once, when it is another one.
    if (std::exchange(m_comparing, true))
        return;
    refreshTools(m_clock.bootMs() + kServerStartMs, [this] {
        m_comparing = false;
        if (m_tools.list() != m_announced && m_session.notifyToolsChanged())
            m_announced = m_tools.list();
    });
}

void McpGateway::callTool(const mcp::McpCall& call)
{
    if (call.name == kResultTool)
        return collect(call);
    if (call.name == kCancelTool)
        return cancelByHandle(call);
    const HeldPointer held = hold(call);
    held->message = "waiting for an operator";
    held->answerByMs = m_clock.bootMs() + m_settings.pendingAnswerMs;
    if (m_toolsLoaded) {
        if (const std::optional<AgentTools::Entry> tool = m_tools.find(call.name))
            return submit(call, *tool, held);
    }
    if (!m_identity.resumed)
        return submitWhenKnown(call, held);
    // A call that the connection before this one made is attached to, be its tool there or not. The
    // core compares the two where it can; one that is taken back already is only looked for.
    refreshTools(0, [this, call, held] {
        if (const std::optional<AgentTools::Entry> tool = m_tools.find(call.name);
            tool && isHeld(held))
            return submit(call, *tool, held);
        attach(held, call.name, [this, call, held] { submitWhenKnown(call, held); });
    });
}

void McpGateway::submitWhenKnown(const mcp::McpCall& call, const HeldPointer& held)
{
    // Unlike the list, a call has the time of a held call: servers may be slow to start.
    refreshTools(held->answerByMs, [this, call, held] {
        if (!isHeld(held))
            return; // taken back, or the caller is gone: nothing was submitted
        if (const std::optional<AgentTools::Entry> tool = m_tools.find(call.name))
            return submit(call, *tool, held);
        m_session.sendError(call.id, mcp::rpc::kInvalidParams,
                            "Unknown tool: tools/list names the tools that there are; nothing "
                            "was called");
        drop(held);
    });
}

void McpGateway::attach(const HeldPointer& held, const QByteArray& toolName,
                        std::function<void()> otherwise)
{
    const auto found = [held, toolName, otherwise](McpGateway& self,
                                                   const Result<SubmissionAnswer>& answer) {
        if (!self.isHeld(held) && !held->cancelled)
            return; // the caller is gone: detached as it is
        if (answer) {
            held->hasOutputSchema = true; // until the tool is known: no client refuses that unread
            self.refreshTools(self.m_clock.bootMs() + kServerStartMs, [&self, held, toolName] {
                if (const std::optional<AgentTools::Entry> tool = self.m_tools.find(toolName))
                    held->hasOutputSchema = tool->hasOutputSchema;
            });
            return self.submitted(held, answer);
        }
        if (answer.error().code() == ErrorCode::NotFound)
            return self.isHeld(held) ? otherwise() : void();
        if (self.m_clock.bootMs() < held->answerByMs) {
            QTimer::singleShot(kLookAgainMs, &self, [&self, held, toolName, otherwise] {
                self.attach(held, toolName, otherwise);
            });
            return;
        }
        if (self.isHeld(held))
            self.m_session.sendResult(held->id, mcpanswer::cannotTell(answer.error()));
        self.drop(held);
    };
    m_core.submissionOfKey(*m_identity.agent, kKeyNamespace.toByteArray(), idempotencyKey(held->id),
                           reply<SubmissionAnswer>(found));
}

bool McpGateway::isHeld(const HeldPointer& held) const
{
    return m_held.value(mcp::idKey(held->id)) == held;
}

McpGateway::HeldPointer McpGateway::hold(const mcp::McpCall& call)
{
    auto held = std::make_shared<HeldCall>();
    held->id = call.id;
    held->wantsBeats = !call.progressToken.isEmpty();
    // The beats of the connection before this one must not seem to go back.
    if (m_identity.resumed) {
        const qint64 beats = m_clock.bootMs() / kCoalesceMs;
        held->progress = static_cast<double>(beats);
    }
    m_held.insert(mcp::idKey(call.id), held);
    if (!m_beat.isActive())
        m_beat.start();
    return held;
}

QByteArray McpGateway::idempotencyKey(const QByteArray& rawId) const
{
#ifdef LOCKKEEPER_FAULT_NEW_CONNECTION_RESUBMITS
    if (m_identity.resumed)
        return m_identity.connectionToken + ":again:" + rawId;
#endif
    if (rawId.size() <= kMaximumKeyedId)
        return m_identity.connectionToken + ':' + rawId;
    return m_identity.connectionToken + ":#" + taggedDigest("lockkeeper.mcp.id", {rawId}).toHex();
}

void McpGateway::submit(const mcp::McpCall& call, const AgentTools::Entry& tool,
                        const HeldPointer& held)
{
    held->hasOutputSchema = tool.hasOutputSchema;
    SubmissionRequest request;
    request.labels.agentId = m_clientName;
    request.idempotencyNamespace = kKeyNamespace.toByteArray();
    request.idempotencyKey = idempotencyKey(call.id);
    CallRequest one;
    one.callId = JsonView(call.id).string().value_or(call.id);
    if (one.callId.isEmpty())
        one.callId = call.id;
    one.tool = tool.tool;
    one.arguments = call.arguments;
    request.calls.append(one);
    m_core.submit(
        *m_identity.agent, std::move(request),
        Reply<SubmissionAnswer>(m_context, [self = QPointer<McpGateway>(this), &core = m_core,
                                            agent = m_identity.agent, context = m_context,
                                            held](const Result<SubmissionAnswer>& answer) {
            if (self)
                self->submitted(held, answer);
            else if (answer && !answer->actions.isEmpty())
                settleOrphan(core, *agent, context, *held, answer->actions.first());
        }));
}

void McpGateway::submitted(const HeldPointer& held, const Result<SubmissionAnswer>& answer)
{
    if (!answer || answer->actions.isEmpty()) {
        const Error error =
            answer ? Error(ErrorCode::Internal, "no action was made") : answer.error();
        if (error.code() == ErrorCode::Conflict)
            m_session.sendError(held->id, mcp::rpc::kInvalidRequest,
                                "This request id was used for another call before; nothing was "
                                "called",
                                wire::errorData(error));
        else if (m_identity.resumed)
            return attach(held, {}, [this, held, error] { refuse(held, error); });
        else
            return refuse(held, error);
        return drop(held);
    }
    if (answer->existing && !m_identity.resumed) {
        m_session.sendError(held->id, mcp::rpc::kInvalidRequest,
                            "This request id was used before on this connection; nothing was "
                            "called");
        return drop(held);
    }
    const SubmittedAction& action = answer->actions.first();
    held->action = action.action;
    held->handle = action.handle;
    if (answer->existing) {
        // The agent's own limit runs since it sent the call, not since the console came back.
        const qint64 age = std::max<qint64>(0, m_clock.wallMs() - action.createdAtMs);
        const qint64 left = std::max<qint64>(0, m_settings.pendingAnswerMs - age);
        held->answerByMs = std::min(held->answerByMs, m_clock.bootMs() + left);
    }
    if (action.state == ActionState::Approved || action.state == ActionState::Running)
        held->message = "running";
    if (!isHeld(held))
        return settleOrphan(m_core, *m_identity.agent, m_context, *held, action);
    // An action that is attached to may be unknown already, which ends no wait of the core.
    const qint64 left = std::max<qint64>(0, held->answerByMs - m_clock.bootMs());
    poll(held, answer->existing ? 0 : left);
}

void McpGateway::refuse(const HeldPointer& held, const Error& error)
{
    m_session.sendResult(held->id, mcpanswer::refused(error));
    drop(held);
}

void McpGateway::drop(const HeldPointer& held)
{
    const QByteArray key = mcp::idKey(held->id);
    if (m_held.value(key) == held)
        m_held.remove(key);
    if (m_held.isEmpty())
        m_beat.stop();
}

void McpGateway::cancelRequested(const QByteArray& id)
{
    const HeldPointer held = m_held.value(mcp::idKey(id));
    if (!held)
        return;
    held->cancelled = true;
    // With the handle: this caller is attached, whatever an earlier connection was answered.
    if (!held->collecting && !held->action.isEmpty())
        m_core.cancel(*m_identity.agent, held->action, held->handle, cancelNoted(m_context));
    drop(held);
}

void McpGateway::connectionClosed()
{
    for (const HeldPointer& held : std::as_const(m_held)) {
        if (!held->collecting && !held->action.isEmpty())
            m_core.callerDetached(*m_identity.agent, held->action);
    }
    m_held.clear();
    m_beat.stop();
    m_coalesce.stop();
}

} // namespace lockkeeper
