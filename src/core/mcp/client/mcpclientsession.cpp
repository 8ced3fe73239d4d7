// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/client/mcpclientsession.h"

#include "core/base/canonicaljson.h"
#include "core/mcp/client/answer.h"
#include "core/mcp/framing.h"
#include "core/mcp/sanitisedtext.h"
#include "core/mcp/schema/methods.h"
#include "core/mcp/schema/revisions.h"

#include <algorithm>

namespace lockkeeper::mcp {

namespace {

constexpr qsizetype kRememberedAbandoned = 4096;

QByteArray initializeParams()
{
    const std::string_view version = newestRevision().version;
    JsonWriter writer;
    writer.beginObject();
    writer.member("protocolVersion",
                  QByteArrayView(version.data(), static_cast<qsizetype>(version.size())));
    writer.key("capabilities").beginObject().endObject();
    writer.key("clientInfo").beginObject();
    writer.member("name", "lockkeeper");
    writer.member("title", "Lockkeeper");
    writer.member("version", LOCKKEEPER_VERSION);
    writer.endObject().endObject();
    return writer.take();
}

/// `meta` with our token in place of any other.
QByteArray metaWithToken(QByteArrayView meta, RequestNumber token)
{
    JsonWriter writer;
    writer.beginObject();
    JsonView(meta).forEachMember([&writer](const QByteArray& name, const JsonView& value) {
        if (name != "progressToken")
            writer.memberRaw(name, value.raw());
        return true;
    });
    writer.member("progressToken", static_cast<qint64>(token));
    writer.endObject();
    return writer.take();
}

} // namespace

McpClientSession::McpClientSession(Transport& transport, Scheduler& scheduler, QObject* parent)
    : QObject(parent)
    , m_transport(transport)
    , m_scheduler(scheduler)
{
    connect(&transport, &Transport::lineReceived, this, &McpClientSession::onLine);
    connect(&transport, &Transport::lineAdvanced, this, &McpClientSession::onAdvanced);
    connect(&transport, &Transport::lineRefused, this, &McpClientSession::onRefused);
    connect(&transport, &Transport::oversizedLineDiscarded, this, &McpClientSession::onOversized);
    connect(&transport, &Transport::closed, this, &McpClientSession::onClosed);
    connect(&transport, &Transport::contentLengthPeerDetected, this, [this]() {
        ++m_counts.damagedLines;
        if (m_state == State::Initializing)
            close("the server frames messages with Content-Length headers; MCP over stdio is one "
                  "JSON message a line");
    });
}

McpClientSession::~McpClientSession()
{
    for (const Pending& pending : std::as_const(m_pending))
        m_scheduler.cancel(pending.limit);
}

void McpClientSession::initialize()
{
    if (m_state != State::New)
        return;
    m_state = State::Initializing;
    const Result<RequestNumber> number =
        request(Kind::Initialize, method::kInitialize, initializeParams(), {});
    if (number)
        limitRequest(*number);
    else
        QMetaObject::invokeMethod(
            this, [this]() { close("the connection is closed"); }, Qt::QueuedConnection);
}

/// The only place that makes a tools/call.
Result<RequestNumber> McpClientSession::callTool(ToolCallRequest call)
{
    if (m_state != State::Ready)
        return Error(ErrorCode::Unavailable, "the server is not ready");
    QByteArray params;
    params.reserve(call.arguments.size() + call.meta.size() + call.name.size() + 128);
    params.append("{\"name\":").append(jsonString(call.name));
    params.append(",\"arguments\":").append(call.arguments);
    params.append(",\"_meta\":").append(metaWithToken(call.meta, m_next)).append('}');
    return request(Kind::Call, method::kToolsCall, params, std::move(call.lastCheck));
}

Result<RequestNumber> McpClientSession::request(Kind kind, QByteArrayView method,
                                                QByteArrayView params,
                                                Transport::LastCheck lastCheck)
{
    const RequestNumber number = m_next++;
    LK_TRY(const Transport::LineId line,
           m_transport.send(jsonRpcRequest(QByteArray::number(number), method, params),
                            std::move(lastCheck)));
    Pending pending;
    pending.kind = kind;
    pending.line = line;
    pending.damageBefore = m_counts.damagedLines;
    m_pending.insert(number, pending);
    m_lines.insert(line, number);
    return number;
}

void McpClientSession::limitRequest(RequestNumber number)
{
    m_pending[number].limit = m_scheduler.after(kHandshakeLimitMs, [this, number]() {
        const std::optional<Pending> pending = take(number);
        if (!pending)
            return;
        abandon(number, pending->kind);
        if (pending->kind == Kind::Initialize)
            close("the server did not answer initialize within 30 s");
        else
            endListing("the server did not answer tools/list within 30 s");
    });
}

std::optional<McpClientSession::Pending> McpClientSession::take(RequestNumber number)
{
    const auto found = m_pending.find(number);
    if (found == m_pending.end())
        return std::nullopt;
    const Pending pending = found.value();
    m_pending.erase(found);
    m_lines.remove(pending.line);
    if (pending.limit != 0)
        m_scheduler.cancel(pending.limit);
    return pending;
}

void McpClientSession::abandon(RequestNumber number, Kind kind)
{
    m_abandoned.insert(number, kind);
    if (m_abandoned.size() > kRememberedAbandoned)
        m_abandoned.erase(m_abandoned.begin());
}

McpClientSession::Cancelled McpClientSession::cancel(RequestNumber number, QByteArrayView reason)
{
    const auto found = m_pending.constFind(number);
    if (found == m_pending.constEnd() || found->kind != Kind::Call)
        return Cancelled::NotOutstanding;
    // What a closed transport has not sent by now it never will.
    const bool withdrawn =
        m_transport.withdraw(found->line) || (found->bytesSent == 0 && !m_transport.isOpen());
    take(number);
    if (withdrawn)
        return Cancelled::Withdrawn;
    abandon(number, Kind::Call);
    JsonWriter writer;
    writer.beginObject();
    writer.member("requestId", static_cast<qint64>(number));
    writer.member("reason", reason);
    writer.endObject();
    notify(method::kCancelled, writer.take());
    return Cancelled::Requested;
}

bool McpClientSession::sawDamageSince(RequestNumber number) const
{
    const auto found = m_pending.constFind(number);
    return found != m_pending.constEnd() && m_counts.damagedLines > found->damageBefore;
}

/// Notifications and answers are not vital: a full queue or a closed connection drops them.
void McpClientSession::notify(QByteArrayView method, QByteArrayView params)
{
    static_cast<void>(m_transport.send(jsonRpcNotification(method, params)));
}

void McpClientSession::onLine(const QByteArray& line)
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
        onAnswer(message, line.size() + 1);
        break;
    case JsonRpcMessage::Kind::Invalid:
        onDamaged(message, line);
        break;
    }
}

void McpClientSession::onAdvanced(Transport::LineId line, qint64 bytesSent, bool complete)
{
    const auto number = m_lines.constFind(line);
    if (number == m_lines.constEnd())
        return;
    Pending& pending = m_pending[*number];
    const bool first = pending.bytesSent == 0;
    pending.bytesSent = bytesSent;
    pending.complete = complete;
    if (first && pending.kind == Kind::Call)
        emit callStarted(*number);
}

void McpClientSession::onRefused(Transport::LineId line)
{
    const RequestNumber number = m_lines.value(line, 0);
    if (!take(number))
        return;
    CallOutcome outcome;
    outcome.kind = CallOutcome::Kind::NotSent;
    outcome.detail = "the last check before the first byte refused the call";
    emit callFinished(number, outcome);
}

void McpClientSession::onOversized()
{
    ++m_counts.damagedLines;
    // With one call in flight nothing else can have been so long; with several, each one waits
    // for its own answer.
    RequestNumber only = 0;
    int inFlight = 0;
    for (auto it = m_pending.cbegin(); it != m_pending.cend(); ++it) {
        if (it->complete) {
            ++inFlight;
            only = it->kind == Kind::Call ? it.key() : 0;
        }
    }
    if (inFlight == 1 && only != 0)
        finishNotUnderstood(only, "the answer has more than 16 MiB", kMaximumLineBytes);
}

void McpClientSession::finishNotUnderstood(RequestNumber number, const QByteArray& detail,
                                           qint64 bytes)
{
    const std::optional<Pending> pending = take(number);
    if (!pending)
        return;
    CallOutcome outcome;
    outcome.kind = CallOutcome::Kind::NotUnderstood;
    outcome.detail = sanitisedText(detail);
    outcome.bytesSent = pending->bytesSent;
    outcome.bytesReceived = bytes;
    emit callFinished(number, outcome);
}

void McpClientSession::onClosed(const QByteArray& reason)
{
    close(reason);
}

void McpClientSession::close(const QByteArray& reason)
{
    if (m_state == State::Closed)
        return;
    m_state = State::Closed;
    QList<RequestNumber> numbers = m_pending.keys();
    std::sort(numbers.begin(), numbers.end());
    for (const RequestNumber number : std::as_const(numbers)) {
        const Transport::LineId line = m_pending.value(number).line;
        const bool withdrawn = m_transport.withdraw(line);
        const std::optional<Pending> pending = take(number);
        if (!pending || pending->kind != Kind::Call)
            continue;
        CallOutcome outcome;
        const bool nothingLeft = withdrawn || pending->bytesSent == 0;
        outcome.kind = nothingLeft ? CallOutcome::Kind::NotSent : CallOutcome::Kind::Lost;
        outcome.detail = sanitisedText(reason);
        outcome.bytesSent = pending->bytesSent;
        if (!nothingLeft)
            abandon(number, Kind::Call);
        emit callFinished(number, outcome);
    }
    emit closed(reason);
}

void McpClientSession::onRequest(const JsonRpcMessage& message)
{
    QByteArray answer;
    if (message.method == method::kPing)
        answer = jsonRpcResult(message.id, "{}");
    else if (message.method == method::kElicitationCreate)
        answer = jsonRpcResult(message.id, "{\"action\":\"decline\"}");
    else
        answer =
            jsonRpcError(message.id, rpc::kMethodNotFound, "Method not offered by this client");
    static_cast<void>(m_transport.send(std::move(answer)));
}

void McpClientSession::onNotification(const JsonRpcMessage& message)
{
    if (message.method == method::kProgress)
        onProgress(message);
    else if (message.method == method::kToolsListChanged)
        emit toolListChanged();
}

void McpClientSession::onProgress(const JsonRpcMessage& message)
{
    const JsonView params(message.params);
    const std::optional<qint64> token = params.member("progressToken").integer();
    const auto found = token ? m_pending.find(static_cast<RequestNumber>(*token)) : m_pending.end();
    if (found == m_pending.end() || found->kind != Kind::Call || !found->complete) {
        ++m_counts.unknownProgressTokens;
        return;
    }
    const std::optional<double> value = readProgressNumber(params.member("progress"));
    if (!value || (found->lastProgress && *value <= *found->lastProgress)) {
        ++m_counts.refusedProgress;
        return;
    }
    found->lastProgress = value;
    CallProgress progress;
    progress.progress = *value;
    progress.total = readProgressNumber(params.member("total"));
    progress.message = params.member("message").string().value_or(QByteArray());
    emit callProgressed(found.key(), progress);
}

void McpClientSession::onAnswer(const JsonRpcMessage& message, qint64 bytes)
{
    const RequestNumber number = readOwnNumber(message.id).value_or(0);
    const auto found = m_pending.constFind(number);
    if (found == m_pending.constEnd() || !found->complete) {
        const auto abandoned = m_abandoned.constFind(number);
        if (abandoned == m_abandoned.constEnd()) {
            const bool answeredBefore =
                number != 0 && number < m_next && found == m_pending.constEnd();
            reportStray(answeredBefore ? StrayAnswer::Duplicate : StrayAnswer::Foreign, message.id);
            return;
        }
        const Kind kind = abandoned.value();
        m_abandoned.remove(number);
        reportStray(StrayAnswer::Late, message.id);
        if (kind == Kind::Call)
            emit lateAnswer(number, readCallAnswer(message, 0, bytes));
        return;
    }
    const std::optional<Pending> pending = take(number);
    switch (pending->kind) {
    case Kind::Initialize:
        onInitialized(message);
        break;
    case Kind::List:
        onToolPage(message);
        break;
    case Kind::Call:
        emit callFinished(number, readCallAnswer(message, pending->bytesSent, bytes));
        break;
    }
}

void McpClientSession::reportStray(StrayAnswer kind, const QByteArray& id)
{
    ++m_counts.strayAnswers;
    emit strayAnswer(kind, id);
}

void McpClientSession::onDamaged(const JsonRpcMessage& message, const QByteArray& line)
{
    const RequestNumber number = readOwnNumber(message.id).value_or(0);
    const auto found = m_pending.constFind(number);
    m_transport.noteNoise(line);
    if (line.startsWith('{'))
        ++m_counts.damagedLines;
    if (found == m_pending.constEnd() || !found->complete)
        return;
    if (found->kind == Kind::Call) {
        finishNotUnderstood(number, message.fault, line.size() + 1);
        return;
    }
    const std::optional<Pending> pending = take(number);
    if (pending->kind == Kind::Initialize)
        close("the answer to initialize cannot be used: " + message.fault);
    else
        endListing("the answer to tools/list cannot be used: " + message.fault);
}

/// The error's number. Its message are the server's own words, which may hold a secret: they go
/// where its stderr goes, which only operators see, and not into a reason that everybody is told.
QByteArray McpClientSession::refusal(const JsonRpcMessage& message)
{
    m_transport.noteNoise(message.errorMessage);
    return " (error " + QByteArray::number(message.errorCode) + ')';
}

void McpClientSession::onInitialized(const JsonRpcMessage& message)
{
    if (message.kind == JsonRpcMessage::Kind::Error) {
        close("the server refused initialize" + refusal(message));
        return;
    }
    const JsonView result(message.result);
    PeerInfo peer;
    peer.protocolVersion = result.member("protocolVersion").string().value_or(QByteArray());
    m_revision = findRevision(peer.protocolVersion);
    if (!m_revision) {
        close("the server speaks a protocol revision that is not supported: " +
              sanitisedText(peer.protocolVersion, 40));
        return;
    }
    peer.protocolVersion = sanitisedText(peer.protocolVersion, 40);
    const JsonView info = result.member("serverInfo");
    peer.name = sanitisedText(info.member("name").string().value_or(QByteArray()), 200);
    peer.version = sanitisedText(info.member("version").string().value_or(QByteArray()), 200);
    m_serverHasTools = result.member("capabilities").member("tools").isObject();
    m_state = State::Ready;
    notify(method::kInitialized, {});
    emit ready(peer);
}

void McpClientSession::listTools()
{
    if (m_listing) {
        m_listAgain = true;
        return;
    }
    m_listing = true;
    m_listAgain = false;
    m_cursor.clear();
    m_seenCursors.clear();
    m_tools.clear();
    m_listedBytes = 0;
    requestToolPage();
}

void McpClientSession::requestToolPage()
{
    const auto endLater = [this](const QByteArray& failure) {
        QMetaObject::invokeMethod(
            this, [this, failure]() { endListing(failure); }, Qt::QueuedConnection);
    };
    if (m_state != State::Ready) {
        endLater("the server is not ready");
        return;
    }
    if (!m_serverHasTools) {
        endLater({});
        return;
    }
    QByteArray params;
    if (!m_cursor.isEmpty())
        params = "{\"cursor\":" + m_cursor + '}';
    const Result<RequestNumber> number = request(Kind::List, method::kToolsList, params, {});
    if (number)
        limitRequest(*number);
    else
        endLater(number.error().message());
}

void McpClientSession::onToolPage(const JsonRpcMessage& message)
{
    if (message.kind == JsonRpcMessage::Kind::Error) {
        endListing("the server refused tools/list" + refusal(message));
        return;
    }
    Result<ToolPage> page = readToolPage(message.result, *m_revision);
    if (!page) {
        endListing(page.error().message());
        return;
    }
    m_counts.unusableTools += static_cast<quint64>(page->unusable);
    m_listedBytes += message.result.size();
    m_tools.append(page->tools);
    if (m_tools.size() > kMaximumTools || m_listedBytes > kMaximumListBytes) {
        endListing("the server lists more tools than 10 000 or 64 MiB");
        return;
    }
    m_cursor = page->nextCursor;
    if (m_cursor.isEmpty()) {
        endListing({});
    } else if (m_seenCursors.contains(m_cursor) || m_seenCursors.size() >= kMaximumPages) {
        endListing("the pages of tools/list do not end");
    } else {
        m_seenCursors.insert(m_cursor);
        requestToolPage();
    }
}

void McpClientSession::endListing(const QByteArray& failure)
{
    if (!m_listing)
        return;
    m_listing = false;
    QList<ToolDefinition> tools;
    tools.swap(m_tools);
    const bool again = std::exchange(m_listAgain, false);
    if (again && m_state == State::Ready)
        listTools();
    if (failure.isEmpty())
        emit toolsListed(withoutAmbiguousNames(std::move(tools), m_counts.unusableTools));
    else
        emit listFailed(failure);
}

} // namespace lockkeeper::mcp
