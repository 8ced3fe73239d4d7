// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/server/mcpserversession.h"

#include "core/base/canonicaljson.h"
#include "core/base/logging.h"
#include "core/mcp/sanitisedtext.h"
#include "core/mcp/schema/methods.h"
#include "core/mcp/schema/revisions.h"

#include <QPointer>

#include <cmath>

namespace lockkeeper::mcp {

namespace {

QByteArrayView viewOf(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// A progress token is a string or a whole number, as an id is; anything else is no token.
QByteArray readProgressToken(const JsonView& meta)
{
    const JsonView token = meta.member("progressToken");
    if (token.isString() || token.integer())
        return token.raw().toByteArray();
    return {};
}

/// Nothing in _meta can approve a call; somebody who tries is worth a line in the log.
void warnOfApprovalClaims(const JsonView& meta)
{
    meta.forEachMember([](const QByteArray& name, const JsonView&) {
        if (name.toLower().contains("approv")) {
            log::warning("mcp", "an agent's _meta claims an approval; ignored",
                         {{"member", sanitisedText(name, 100)}});
        }
        return true;
    });
}

QByteArray numberText(double value)
{
    return QByteArray::number(value, 'g', 17);
}

} // namespace

McpServerSession::McpServerSession(Transport& transport, McpServerHandler& handler,
                                   QByteArray instructions, QObject* parent)
    : QObject(parent)
    , m_transport(transport)
    , m_handler(handler)
    , m_instructions(std::move(instructions))
{
    connect(&transport, &Transport::lineReceived, this, &McpServerSession::onLine);
    connect(&transport, &Transport::oversizedLineDiscarded, this, [this]() {
        ++m_counts.damagedLines;
        refuse({}, rpc::kInvalidRequest, "The line has more than 16 MiB and was discarded");
    });
    connect(&transport, &Transport::contentLengthPeerDetected, this, [this]() {
        ++m_counts.damagedLines;
        refuse({}, rpc::kParseError,
               "Content-Length headers are not part of MCP: send one JSON message a line");
    });
    connect(&transport, &Transport::closed, this, [this]() {
        m_inFlight.clear();
        m_handler.connectionClosed();
    });
}

void McpServerSession::onLine(const QByteArray& line)
{
    const JsonRpcMessage message = parseJsonRpc(line);
    switch (message.kind) {
    case JsonRpcMessage::Kind::Request:
        onRequest(message);
        break;
    case JsonRpcMessage::Kind::Notification:
        onNotification(message);
        break;
    case JsonRpcMessage::Kind::Response:
    case JsonRpcMessage::Kind::Error:
        ++m_counts.foreignAnswers; // this server asks nothing
        break;
    case JsonRpcMessage::Kind::Invalid:
        ++m_counts.damagedLines;
        m_transport.noteNoise(line);
        // An id in flight must not be answered with an error about another message.
        refuse(m_inFlight.contains(idKey(message.id)) ? QByteArrayView() : message.id,
               message.faultCode, message.fault);
        break;
    }
}

void McpServerSession::onRequest(const JsonRpcMessage& message)
{
    if (m_inFlight.contains(idKey(message.id))) {
        refuse({}, rpc::kInvalidRequest, "A request with this id is in flight already");
        return;
    }
    if (message.method == method::kInitialize) {
        onInitialize(message);
    } else if (message.method == method::kPing) {
        send(jsonRpcResult(message.id, "{}"));
    } else if (message.method == method::kToolsList || message.method == method::kToolsCall) {
        if (!m_revision)
            refuse(message.id, rpc::kInvalidRequest, "Send initialize first");
        else if (message.method == method::kToolsList)
            onToolsList(message);
        else
            onToolsCall(message);
    } else {
        refuse(message.id, rpc::kMethodNotFound,
               methodNotServedText(m_revision ? *m_revision : newestRevision(), message.method));
    }
}

void McpServerSession::onInitialize(const JsonRpcMessage& message)
{
    const JsonView params(message.params);
    const std::optional<QByteArray> version = params.member("protocolVersion").string();
    if (m_revision) {
        refuse(message.id, rpc::kInvalidRequest, "This connection is initialized already");
        return;
    }
    if (!version) {
        refuse(message.id, rpc::kInvalidParams, "protocolVersion must be a string");
        return;
    }
    const Revision* found = findRevision(*version);
    m_revision = found ? found : &newestRevision();

    JsonWriter writer;
    writer.beginObject();
    writer.member("protocolVersion", viewOf(m_revision->version));
    writer.key("capabilities").beginObject();
    writer.key("tools").beginObject().memberBool("listChanged", true).endObject();
    writer.endObject();
    writer.key("serverInfo").beginObject();
    writer.member("name", "lockkeeper");
    writer.member("title", "Lockkeeper");
    writer.member("version", LOCKKEEPER_VERSION);
    writer.endObject();
    if (!m_instructions.isEmpty())
        writer.member("instructions", m_instructions);
    writer.endObject();
    send(jsonRpcResult(message.id, writer.take()));

    const JsonView info = params.member("clientInfo");
    m_handler.initialized(
        sanitisedText(info.member("name").string().value_or(QByteArray()), 200),
        sanitisedText(info.member("version").string().value_or(QByteArray()), 200));
}

void McpServerSession::onToolsList(const JsonRpcMessage& message)
{
    const JsonView cursor = JsonView(message.params).member("cursor");
    if (cursor.isValid() && !cursor.isNull()) {
        refuse(message.id, rpc::kInvalidParams, "The list has one page: no cursor was given out");
        return;
    }
    if (!admit(message.id, {}))
        return;
    m_handler.listTools([session = QPointer(this), id = message.id](const QByteArray& tools) {
        if (session)
            session->sendResult(id, "{\"tools\":" + tools + '}');
    });
}

void McpServerSession::onToolsCall(const JsonRpcMessage& message)
{
    const JsonView params(message.params);
    const JsonView arguments = params.member("arguments");
    const JsonView meta = params.member("_meta");
    const std::optional<QByteArray> name = params.member("name").string();
    if (!name || name->isEmpty()) {
        refuse(message.id, rpc::kInvalidParams, "name must be a string that is not empty");
        return;
    }
    if (meta.isValid() && !meta.isObject()) {
        refuse(message.id, rpc::kInvalidParams, "_meta must be an object");
        return;
    }
    if (!admit(message.id, readProgressToken(meta)))
        return;
    warnOfApprovalClaims(meta);
    if (arguments.isValid() && !arguments.isObject()) {
        const QByteArray fault = QByteArray("arguments must be a JSON object, not ") +
                                 jsonTypeName(arguments.type()) + "; nothing was called";
        if (m_revision->inputFaultsAreToolErrors)
            sendToolError(message.id, fault);
        else
            sendError(message.id, rpc::kInvalidParams, fault);
        return;
    }
    McpCall call;
    call.id = message.id;
    call.name = *name;
    call.arguments = arguments.isValid() ? arguments.raw().toByteArray() : QByteArray("{}");
    call.meta = meta.raw().toByteArray();
    call.progressToken = m_inFlight.value(idKey(message.id)).progressToken;
    m_handler.callTool(call);
}

bool McpServerSession::admit(const QByteArray& id, QByteArray progressToken)
{
    if (m_inFlight.size() >= kMaximumInFlight) {
        refuse(id, rpc::kInternalError, "Too many requests are in flight on this connection");
        return false;
    }
    m_inFlight.insert(idKey(id), {std::move(progressToken), std::nullopt});
    return true;
}

void McpServerSession::onNotification(const JsonRpcMessage& message)
{
    if (message.method == method::kInitialized)
        m_clientIsReady = m_revision != nullptr;
    else if (message.method == method::kCancelled)
        onCancelled(message);
}

void McpServerSession::onCancelled(const JsonRpcMessage& message)
{
    const JsonView id = JsonView(message.params).member("requestId");
    if (!id.isValid() || m_inFlight.remove(idKey(id.raw())) == 0)
        return; // answered before, or never asked: the protocol says to ignore it
    m_handler.cancelRequested(id.raw().toByteArray());
}

bool McpServerSession::answer(const QByteArray& id, QByteArray line)
{
    if (m_inFlight.remove(idKey(id)) == 0) {
        ++m_counts.unsentAnswers;
        return false;
    }
    send(std::move(line));
    return true;
}

bool McpServerSession::sendResult(const QByteArray& id, QByteArrayView result)
{
    return answer(id, jsonRpcResult(id, result));
}

bool McpServerSession::sendError(const QByteArray& id, qint64 code, QByteArrayView message,
                                 QByteArrayView data)
{
    return answer(id, jsonRpcError(id, code, message, data));
}

bool McpServerSession::sendToolError(const QByteArray& id, QByteArrayView text)
{
    return sendResult(id, "{\"content\":[{\"type\":\"text\",\"text\":" + jsonString(text) +
                              "}],\"isError\":true}");
}

bool McpServerSession::sendProgress(const QByteArray& id, double progress,
                                    std::optional<double> total, QByteArrayView message)
{
    const auto found = m_inFlight.find(idKey(id));
    if (found == m_inFlight.end() || found->progressToken.isEmpty() || !std::isfinite(progress))
        return false;
    if (found->lastProgress && progress <= *found->lastProgress)
        return false;
    found->lastProgress = progress;
    QByteArray params = "{\"progressToken\":" + found->progressToken;
    params += ",\"progress\":" + numberText(progress);
    if (total && std::isfinite(*total))
        params += ",\"total\":" + numberText(*total);
    if (!message.isEmpty())
        params += ",\"message\":" + jsonString(message);
    send(jsonRpcNotification(method::kProgress, params + '}'));
    return true;
}

bool McpServerSession::notifyToolsChanged()
{
    if (m_clientIsReady)
        send(jsonRpcNotification(method::kToolsListChanged, {}));
    return m_clientIsReady;
}

void McpServerSession::refuse(QByteArrayView id, qint64 code, QByteArrayView text)
{
    send(jsonRpcError(id, code, text));
}

/// A client that does not read loses answers once 64 MiB wait for it; it has no claim to more.
void McpServerSession::send(QByteArray line)
{
    if (Result<Transport::LineId> sent = m_transport.send(std::move(line)); !sent)
        log::warning("mcp", "an answer could not be sent",
                     {{"reason", errorCodeName(sent.error().code())}});
}

} // namespace lockkeeper::mcp
