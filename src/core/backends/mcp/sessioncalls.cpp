// SPDX-License-Identifier: Apache-2.0
#include "core/backends/mcp/sessioncalls.h"

#include "core/base/canonicaljson.h"
#include "core/mcp/sanitisedtext.h"

#include <algorithm>
#include <limits>

namespace lockkeeper {

namespace {

constexpr qsizetype kRememberedFinished = 4096;
constexpr char kIdempotencyMember[] = "lockkeeper/idempotencyKey";
/// Our words to the server; nothing of ours that it need not know.
constexpr char kDeadlineReason[] = "deadline passed";
constexpr char kCancelReason[] = "cancelled";

BackendOutcome notStarted(QByteArray proof)
{
    BackendOutcome outcome;
    outcome.kind = BackendOutcome::Kind::NotStarted;
    outcome.detail = std::move(proof);
    return outcome;
}

BackendOutcome contactLost(ContactLostCause cause, QByteArray detail)
{
    BackendOutcome outcome;
    outcome.kind = BackendOutcome::Kind::ContactLost;
    outcome.cause = cause;
    outcome.detail = std::move(detail);
    return outcome;
}

QByteArray callMeta(const QByteArray& externalKey)
{
    if (externalKey.isEmpty())
        return {};
    JsonWriter writer;
    writer.beginObject();
    writer.member(kIdempotencyMember, externalKey);
    writer.endObject();
    return writer.take();
}

} // namespace

SessionCalls::SessionCalls(mcp::McpClientSession& session, Scheduler& scheduler, const Clock& clock,
                           QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_scheduler(scheduler)
    , m_clock(clock)
{
    using mcp::McpClientSession;
    connect(&session, &McpClientSession::callStarted, this, &SessionCalls::onStarted);
    connect(&session, &McpClientSession::callProgressed, this, &SessionCalls::onProgress);
    connect(&session, &McpClientSession::callFinished, this,
            [this](mcp::RequestNumber number, const mcp::CallOutcome& outcome) {
                finish(number, translate(outcome));
            });
    connect(&session, &McpClientSession::lateAnswer, this, &SessionCalls::onLateAnswer);
    connect(&session, &McpClientSession::closed, this, &SessionCalls::onClosed);
}

SessionCalls::~SessionCalls()
{
    // The owner goes away without having stopped the server: nobody can know.
    const QList<mcp::RequestNumber> numbers = m_calls.keys();
    for (const mcp::RequestNumber number : numbers)
        finish(number, contactLost(ContactLostCause::WorkerLost, "the backend ended"));
}

void SessionCalls::start(DispatchPermit permit, ToolCall call, std::shared_ptr<BackendSink> sink)
{
    mcp::ToolCallRequest request;
    request.name = call.tool.tool;
    request.arguments = call.arguments;
    request.meta = callMeta(call.externalKey);
    auto shared = std::make_shared<DispatchPermit>(std::move(permit));
    request.lastCheck = [shared, dispatch = call.dispatch, clock = &m_clock]() {
        return shared->dispatch() == dispatch && shared->redeem(clock->bootMs());
    };
    const Result<mcp::RequestNumber> number = m_session.callTool(std::move(request));
    if (!number) {
        sink->finished(call.dispatch, notStarted(number.error().message()));
        return;
    }
    const qint64 now = m_clock.bootMs();
    Call entry;
    entry.dispatch = call.dispatch;
    entry.sink = std::move(sink);
    entry.idleTimeoutMs = call.idleTimeoutMs;
    entry.idleDueMs = now + call.idleTimeoutMs;
    entry.absoluteDueMs = now + call.absoluteTimeoutMs;
    entry.permitDueMs = now + DispatchPermit::kLifetimeMs;
    m_numbers.insert(call.dispatch, *number);
    m_calls.insert(*number, std::move(entry));
    arm(*number);
}

bool SessionCalls::cancel(const DispatchId& dispatch)
{
    const mcp::RequestNumber number = m_numbers.value(dispatch, 0);
    const auto found = m_calls.find(number);
    if (found == m_calls.end())
        return false;
    if (found->graceDueMs)
        return true;
    switch (m_session.cancel(number, kCancelReason)) {
    case mcp::McpClientSession::Cancelled::Withdrawn:
        finish(number, notStarted("cancelled before the first byte"));
        break;
    case mcp::McpClientSession::Cancelled::Requested:
    case mcp::McpClientSession::Cancelled::NotOutstanding:
        found->graceDueMs = m_clock.bootMs() + kCancelGraceMs;
        arm(number);
        break;
    }
    return true;
}

qint64 SessionCalls::dueMs(const Call& call)
{
    qint64 due = std::min(call.idleDueMs, call.absoluteDueMs);
    if (!call.started)
        due = std::min(due, call.permitDueMs);
    if (call.graceDueMs)
        due = std::min(due, *call.graceDueMs);
    return due;
}

void SessionCalls::arm(mcp::RequestNumber number)
{
    Call& call = m_calls[number];
    m_scheduler.cancel(call.dueTimer);
    const qint64 delay = std::max<qint64>(0, dueMs(call) - m_clock.bootMs());
    call.dueTimer = m_scheduler.after(delay, [this, number]() { onDue(number); });
}

void SessionCalls::onDue(mcp::RequestNumber number)
{
    const auto found = m_calls.constFind(number);
    if (found == m_calls.constEnd())
        return;
    if (m_clock.bootMs() < dueMs(*found)) {
        arm(number); // progress has moved the idle limit meanwhile
        return;
    }
    if (found->graceDueMs) {
        finish(number, contactLost(ContactLostCause::StopRequested,
                                   "no answer after the cancel; the server may still be working"));
        return;
    }
    const bool damaged = m_session.sawDamageSince(number);
    if (m_session.cancel(number, kDeadlineReason) == mcp::McpClientSession::Cancelled::Withdrawn) {
        finish(number, notStarted("the server took no byte in time"));
        return;
    }
    finish(number, damaged ? contactLost(ContactLostCause::ReplyNotUnderstood,
                                         "a damaged line came and no answer in time")
                           : contactLost(ContactLostCause::NoReplyInTime,
                                         "no answer in time; the server may still be working"));
}

void SessionCalls::onStarted(mcp::RequestNumber number)
{
    const auto found = m_calls.find(number);
    if (found == m_calls.end())
        return;
    found->started = true;
    found->sink->started(found->dispatch);
}

void SessionCalls::onProgress(mcp::RequestNumber number, const mcp::CallProgress& progress)
{
    const auto found = m_calls.find(number);
    if (found == m_calls.end())
        return;
    const qint64 now = m_clock.bootMs();
    found->idleDueMs = now + found->idleTimeoutMs;
    BackendProgress report;
    report.text = progress.message.left(kProgressTextBytes);
    report.current = progress.progress;
    report.total = progress.total;
    found->unreported = std::move(report);
    if (!found->lastReportMs || now - *found->lastReportMs >= kProgressGapMs) {
        reportProgress(number);
    } else if (found->progressTimer == 0) {
        const qint64 delay = *found->lastReportMs + kProgressGapMs - now;
        found->progressTimer =
            m_scheduler.after(delay, [this, number]() { reportProgress(number); });
    }
}

void SessionCalls::reportProgress(mcp::RequestNumber number)
{
    const auto found = m_calls.find(number);
    if (found == m_calls.end() || !found->unreported)
        return;
    m_scheduler.cancel(std::exchange(found->progressTimer, 0));
    found->lastReportMs = m_clock.bootMs();
    const BackendProgress report = *std::exchange(found->unreported, std::nullopt);
    const DispatchId dispatch = found->dispatch;
    const std::shared_ptr<BackendSink> sink = found->sink;
    sink->progressed(dispatch, report);
}

void SessionCalls::onLateAnswer(mcp::RequestNumber number, const mcp::CallOutcome& outcome)
{
    if (m_calls.contains(number)) {
        finish(number, translate(outcome)); // within the grace after a cancel
        return;
    }
    const auto found = m_finished.constFind(number);
    if (found == m_finished.constEnd())
        return;
    const Finished finished = *found;
    m_finished.remove(number);
    finished.sink->lateAnswer(finished.dispatch, translate(outcome));
}

/// What the session still had in flight it has finished itself; here are the cancelled ones.
void SessionCalls::onClosed()
{
    const QList<mcp::RequestNumber> numbers = m_calls.keys();
    for (const mcp::RequestNumber number : numbers)
        finish(number, contactLost(ContactLostCause::StopRequested,
                                   "the connection ended after the cancel"));
}

void SessionCalls::finish(mcp::RequestNumber number, const BackendOutcome& outcome)
{
    reportProgress(number);
    const auto found = m_calls.find(number);
    if (found == m_calls.end())
        return;
    const Call call = *found;
    m_calls.erase(found);
    m_numbers.remove(call.dispatch);
    m_scheduler.cancel(call.dueTimer);
    m_scheduler.cancel(call.progressTimer);
    if (outcome.kind == BackendOutcome::Kind::ContactLost) {
        m_finished.insert(number, {call.dispatch, call.sink});
        if (m_finished.size() > kRememberedFinished)
            m_finished.erase(m_finished.begin());
    }
    call.sink->finished(call.dispatch, outcome);
}

BackendOutcome SessionCalls::translate(const mcp::CallOutcome& outcome) const
{
    BackendOutcome translated;
    translated.detail = outcome.detail;
    translated.bytesSent = outcome.bytesSent;
    translated.bytesReceived = outcome.bytesReceived;
    switch (outcome.kind) {
    case mcp::CallOutcome::Kind::NotSent:
        translated.kind = BackendOutcome::Kind::NotStarted;
        break;
    case mcp::CallOutcome::Kind::Answered:
        translated.kind = BackendOutcome::Kind::Answered;
        translated.result = outcome.result;
        translated.isError = outcome.isError;
        break;
    case mcp::CallOutcome::Kind::Error:
        translated.kind = BackendOutcome::Kind::ProtocolError;
        translated.errorCode = static_cast<int>(std::clamp<qint64>(
            outcome.errorCode, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
        break;
    case mcp::CallOutcome::Kind::NotUnderstood:
        translated.kind = BackendOutcome::Kind::ContactLost;
        translated.cause = ContactLostCause::ReplyNotUnderstood;
        break;
    case mcp::CallOutcome::Kind::Lost:
        translated.kind = BackendOutcome::Kind::ContactLost;
        translated.cause =
            m_stopRequested ? ContactLostCause::StopRequested : ContactLostCause::ConnectionBroken;
        break;
    }
    return translated;
}

} // namespace lockkeeper
