// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/controlsession.h"

#include "core/base/logging.h"
#include "core/gateway/subscriber.h"
#include "core/gateway/wirejson.h"
#include "core/keys/seatkeys.h"

#include <QPointer>

namespace lockkeeper {

namespace {

constexpr int kMaximumFailedProofs = 3;
constexpr qint64 kEventHighWater = 256 * 1024;
/// Errors of ours that no standard code fits; the name in data.code says which.
constexpr qint64 kCoreError = -32000;

} // namespace

qint64 rpcCodeOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidArgument:
        return mcp::rpc::kInvalidParams;
    case ErrorCode::Internal:
        return mcp::rpc::kInternalError;
    case ErrorCode::NotFound:
    case ErrorCode::AlreadyExists:
    case ErrorCode::FailedPrecondition:
    case ErrorCode::Conflict:
    case ErrorCode::Unavailable:
    case ErrorCode::DeadlineExceeded:
    case ErrorCode::Cancelled:
    case ErrorCode::PermissionDenied:
    case ErrorCode::ResourceExhausted:
    case ErrorCode::DataLoss:
    case ErrorCode::Unimplemented:
    case ErrorCode::OutcomeUnknown:
        return kCoreError;
    }
    return mcp::rpc::kInternalError;
}

ControlSession::ControlSession(const Surroundings& around, LineChannel& channel, Caller caller,
                               PeerCredentials peer, QByteArray nonce, QObject* parent)
    : QObject(parent)
    , m_around(around)
    , m_channel(channel)
    , m_caller(std::move(caller))
    , m_peer(peer)
    , m_nonce(std::move(nonce))
{
}

ControlSession::~ControlSession()
{
    unsubscribe();
}

void ControlSession::handle(const mcp::Frame& frame)
{
    switch (frame.kind) {
    case mcp::Frame::Kind::Oversized:
        m_channel.send(mcp::jsonRpcError({}, mcp::rpc::kInvalidRequest,
                                         "the line is longer than 16 MiB and was discarded"));
        return;
    case mcp::Frame::Kind::ContentLengthHeader:
        m_channel.send(
            mcp::jsonRpcError({}, mcp::rpc::kInvalidRequest,
                              "one message a line: Content-Length headers are not read"));
        return;
    case mcp::Frame::Kind::Line:
        break;
    }
    mcp::JsonRpcMessage message = mcp::parseJsonRpc(frame.bytes);
    if (message.kind == mcp::JsonRpcMessage::Kind::Invalid) {
        m_channel.send(mcp::jsonRpcError(message.id, message.faultCode, message.fault));
        return;
    }
    if (message.kind == mcp::JsonRpcMessage::Kind::Request)
        call(message);
    // Notifications and answers mean nothing here: nobody waits for them.
}

void ControlSession::call(mcp::JsonRpcMessage& message)
{
    if (methodRule(message.method) == nullptr) {
        const Error unknown(ErrorCode::NotFound, "there is no such method");
        m_channel.send(mcp::jsonRpcError(message.id, mcp::rpc::kMethodNotFound, unknown.message(),
                                         wire::errorData(unknown)));
        return;
    }
    if (++m_inFlight == kMaximumInFlight)
        m_channel.hold();
    const Answerer answer = answererFor(message.id);
    if (Result<void> started = dispatch(message, answer); !started)
        answer(std::move(started).error());
    wipe(message.params); // it may have held the PIN
}

Result<void> ControlSession::dispatch(const mcp::JsonRpcMessage& message, const Answerer& answer)
{
    const MethodRule* rule = methodRule(message.method);
    if (rule == nullptr)
        return Error(ErrorCode::NotFound, "there is no such method");
    const JsonView params(message.params.isEmpty() ? QByteArrayView("{}")
                                                   : QByteArrayView(message.params));
    LK_TRY(Authorised right,
           authorise(*rule, params, freshCaller(), m_around.settings.operatorUnprotected));
    if (!rule->built)
        return Error(ErrorCode::Unimplemented, "this version does not have " + message.method);
    if (message.method == "operator.prove")
        return prove(params, answer);
    if (message.method == "events.unsubscribe") {
        unsubscribe();
        answer(QByteArray("{\"subscribed\":false}"));
        return {};
    }
    MethodCall call{m_around.core, m_caller.agent, std::move(right), params, answer};
    if (message.method == "events.subscribe")
        return subscribe(call);
    const MethodHandler forAgents = agentMethod(message.method);
    const MethodHandler handler = forAgents ? forAgents : operatorMethod(message.method);
    if (!handler)
        return Error(ErrorCode::Unimplemented, "this version does not have " + message.method);
    return handler(call);
}

Answerer ControlSession::answererFor(const QByteArray& id)
{
    return Answerer(m_around.context,
                    [self = QPointer<ControlSession>(this), id](const Result<QByteArray>& answer) {
                        if (self)
                            self->finish(id, answer);
                    });
}

void ControlSession::finish(const QByteArray& id, const Result<QByteArray>& answer)
{
    if (m_inFlight-- == kMaximumInFlight)
        m_channel.release();
    if (answer) {
        m_channel.send(mcp::jsonRpcResult(id, *answer));
        return;
    }
    const Error& error = answer.error();
    m_channel.send(
        mcp::jsonRpcError(id, rpcCodeOf(error.code()), error.message(), wire::errorData(error)));
}

Caller ControlSession::freshCaller() const
{
    Caller now = m_caller;
    if (now.standing == PeerStanding::Independent)
        now.standing = standingOf(m_peer.pid, m_around.settings.consolePid);
    return now;
}

Result<void> ControlSession::prove(const JsonView& params, const Answerer& answer)
{
    if (m_failedProofs >= kMaximumFailedProofs)
        return Error(ErrorCode::PermissionDenied, "too many wrong answers on this connection");
    LK_TRY(const QByteArray text, requiredText(params, "signature"));
    const QByteArray signature = QByteArray::fromBase64(text);
    m_around.core.decisionKey(
        Reply<QByteArray>(m_around.context, [self = QPointer<ControlSession>(this), signature,
                                             answer](Result<QByteArray> key) {
            if (!self)
                return;
            if (!key)
                return answer(std::move(key).error());
            if (key->isEmpty())
                return answer(Error(ErrorCode::Unavailable,
                                    "the seat's keys are not there: nothing can be proven"));
            SeatPublicKeys keys;
            keys.decisionKey = *key;
            if (!verifySignature(keys, SignaturePurpose::OperatorProof, self->m_nonce, signature)) {
                ++self->m_failedProofs;
                log::warning("gateway", "operator proof refused",
                             {{"pid", QByteArray::number(self->m_peer.pid)}});
                return answer(
                    Error(ErrorCode::PermissionDenied, "the nonce's signature is not the seat's"));
            }
            self->m_caller.nonceAnswered = true;
            answer(QByteArray("{\"proven\":true}"));
        }));
    return {};
}

Result<void> ControlSession::subscribe(const MethodCall& call)
{
    LK_TRY(const QByteArray from, optionalText(call.params, "from"));
    unsubscribe();
    m_subscriber = nextSubscriber();
    // The answer goes first: notifications follow it.
    call.answer(QByteArray("{\"subscribed\":true}"));
    m_around.core.subscribe(
        m_subscriber, from, call.asOperator() ? nullptr : m_caller.agent, m_around.context,
        [self = QPointer<ControlSession>(this), subscriber = m_subscriber](const FeedBatch& batch) {
            if (!self || self->m_subscriber != subscriber)
                return;
            self->m_events.push(batch);
            self->pumpEvents();
        });
    return {};
}

void ControlSession::unsubscribe()
{
    if (m_subscriber == 0)
        return;
    m_around.core.unsubscribe(m_subscriber);
    m_subscriber = 0;
    m_events.clear();
}

void ControlSession::pumpEvents()
{
    while (m_channel.isOpen() && m_channel.bytesWaiting() < kEventHighWater) {
        const std::optional<QByteArray> event = m_events.take();
        if (!event)
            return;
        m_channel.send(mcp::jsonRpcNotification("event", *event));
    }
}

} // namespace lockkeeper
