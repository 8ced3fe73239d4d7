// SPDX-License-Identifier: Apache-2.0
// How a McpGateway waits for what the core knows: polls, answers, our own two tools, beats.
#include "core/gateway/mcp/mcpgateway.h"

#include "core/base/canonicaljson.h"

#include <algorithm>
#include <utility>

namespace lockkeeper {

namespace {

constexpr qint64 kPollDistanceMs = 1000;
constexpr qint64 kMaximumWaitSeconds = 60;
constexpr qint64 kDefaultWaitSeconds = 45;
constexpr qint64 kLateCoreMs = 1000;

} // namespace

void McpGateway::poll(const HeldPointer& held, qint64 waitMs)
{
    ResultQuery query;
    if (held->collecting)
        query.handle = held->handle;
    else
        query.action = held->action;
    query.waitMs = std::min(waitMs, kMaximumWaitSeconds * 1000);
    m_core.result(*m_identity.agent, query,
                  reply<CallResult>([held](McpGateway& self, Result<CallResult> result) {
                      self.polled(held, result);
                  }));
}

void McpGateway::polled(const HeldPointer& held, const Result<CallResult>& result)
{
    if (!isHeld(held))
        return; // answered or taken back meanwhile
    if (!result) {
        if (held->collecting && result.error().code() == ErrorCode::NotFound) {
            m_session.sendResult(held->id,
                                 mcpanswer::refused(Error(ErrorCode::NotFound,
                                                          "there is no call with this handle")));
        } else if (held->collecting) {
            m_session.sendResult(held->id, mcpanswer::refused(result.error()));
        } else {
            // The call is on its way: never say that nothing was run.
            CallResult open;
            open.action = held->action;
            open.handle = held->handle;
            m_core.callerDetached(*m_identity.agent, held->action);
            m_session.sendResult(held->id, mcpanswer::pending(open, shapeOf(*held)));
        }
        return drop(held);
    }
    if (mcpanswer::isConclusive(*result)) {
        m_polls.remove(held->handle);
        m_session.sendResult(held->id, mcpanswer::conclusive(*result, shapeOf(*held)));
        return drop(held);
    }
    const qint64 left = held->answerByMs - m_clock.bootMs();
    if (left > 0)
        return poll(held, left);
    answerPending(held, *result);
}

void McpGateway::answerPending(const HeldPointer& held, const CallResult& result)
{
    CallResult open = result;
    if (open.handle.isEmpty())
        open.handle = held->handle;
    // First the core: a cancel that the client sends at its own time limit must find it detached.
    if (!held->collecting)
        m_core.callerDetached(*m_identity.agent, held->action);
    if (m_polls.size() >= kMaximumPolls)
        m_polls.clear();
    if (held->collecting)
        m_polls.insert(held->handle, m_clock.bootMs());
    m_session.sendResult(held->id, mcpanswer::pending(open, shapeOf(*held)));
    drop(held);
}

qint64 McpGateway::tooSoon(const QByteArray& handle)
{
    const auto last = m_polls.constFind(handle);
    if (last == m_polls.cend())
        return 0;
    const qint64 passed = m_clock.bootMs() - *last;
    return passed < kPollDistanceMs ? 1 : 0;
}

void McpGateway::collect(const mcp::McpCall& call)
{
    const JsonView arguments(call.arguments);
    const std::optional<QByteArray> handle = arguments.member("handle").string();
    const JsonView wait = arguments.member("wait_seconds");
    const std::optional<qint64> seconds =
        wait.isValid() ? wait.integer() : std::optional<qint64>(kDefaultWaitSeconds);
    if (!handle || handle->isEmpty() || !seconds || *seconds < 0 ||
        *seconds > kMaximumWaitSeconds) {
        m_session.sendResult(
            call.id, mcpanswer::refused(Error(ErrorCode::InvalidArgument,
                                              "handle must be a string, wait_seconds a whole "
                                              "number from 0 to 60")));
        return;
    }
    if (const qint64 pause = tooSoon(*handle); pause > 0) {
        m_session.sendResult(call.id, mcpanswer::retryAfter(*handle, pause));
        return;
    }
    const HeldPointer held = hold(call);
    held->handle = *handle;
    held->collecting = true;
    held->message = "waiting for the result";
    // Our own limit, too, must come before the client's.
    const qint64 waitMs = std::min(*seconds * 1000, m_settings.pendingAnswerMs);
    held->answerByMs = m_clock.bootMs() + waitMs;
    poll(held, 0); // what is unknown already is said at once; then it is waited
}

void McpGateway::cancelByHandle(const mcp::McpCall& call)
{
    const std::optional<QByteArray> handle = JsonView(call.arguments).member("handle").string();
    if (!handle || handle->isEmpty()) {
        m_session.sendResult(call.id, mcpanswer::refused(Error(ErrorCode::InvalidArgument,
                                                               "handle must be a string")));
        return;
    }
    m_core.cancel(*m_identity.agent, {}, *handle,
                  reply<CallResult>([id = call.id](McpGateway& self, Result<CallResult> result) {
                      self.m_session.sendResult(id, result ? mcpanswer::cancelled(*result)
                                                           : mcpanswer::refused(result.error()));
                  }));
}

mcpanswer::Shape McpGateway::shapeOf(const HeldCall& held) const
{
    mcpanswer::Shape shape;
    shape.hasOutputSchema = held.hasOutputSchema;
    shape.suggestedWaitSeconds = kDefaultWaitSeconds;
    return shape;
}

void McpGateway::feed(const FeedBatch& batch)
{
    for (const CoreEvent& event : batch.events) {
        for (const HeldPointer& held : std::as_const(m_held)) {
            if (held->action.value() != event.actionId || event.actionId.isEmpty())
                continue;
            if (event.type == "outcome_unknown") {
                poll(held, 0);
            } else if (event.type == "tool_started") {
                held->message = "running";
                held->progressDetails.clear();
                held->messageIsNew = true;
            } else if (event.type == "tool_progress") {
                held->progressDetails = event.details; // the last one wins, and only it is read
                held->messageIsNew = true;
            }
        }
    }
    if (!m_coalesce.isActive())
        onCoalesced();
}

void McpGateway::onCoalesced()
{
    bool sent = false;
    for (const HeldPointer& held : std::as_const(m_held)) {
        if (held->messageIsNew && held->wantsBeats) {
            beat(*held);
            sent = true;
        }
    }
    if (sent)
        m_coalesce.start();
}

void McpGateway::onBeat()
{
    const qint64 now = m_clock.bootMs();
    const QList<HeldPointer> all = m_held.values();
    for (const HeldPointer& held : all) {
        if (held->wantsBeats && now - held->sentAtMs >= m_settings.beatMs / 2)
            beat(*held);
        if (now < held->answerByMs + kLateCoreMs || held->handle.isEmpty())
            continue;
        // The core is late with its answer; the client's own limit is near.
        CallResult open;
        open.action = held->action;
        answerPending(held, open);
    }
}

void McpGateway::beat(HeldCall& held)
{
    if (const QByteArray text = progressText(std::exchange(held.progressDetails, {}));
        !text.isEmpty())
        held.message = text;
    held.progress += 1;
    held.messageIsNew = false;
    held.sentAtMs = m_clock.bootMs();
    m_session.sendProgress(held.id, held.progress, std::nullopt, held.message);
}

} // namespace lockkeeper
