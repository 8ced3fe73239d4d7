// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/bridge/bridge.h"

#include "app/ctl/exitcode.h"
#include "core/base/canonicaljson.h"
#include "core/gateway/local/consolefile.h"

#include <algorithm>
#include <cstdio>

namespace lockkeeper::ctl {

namespace {

constexpr qint64 kSocketBuffer = 256 * 1024;
constexpr qint64 kSocketChunk = 64 * 1024;
constexpr int kTickMs = 100;
constexpr int kLastWordsMs = 1000;
constexpr qint64 kKeepCancelledMs = 5'000;
constexpr qint64 kStartPauseMs = 15'000;
constexpr int kMaximumStarts = 3;
constexpr QByteArrayView kHelloId = "\"lockkeeper-hello\"";

void toStderr(QByteArrayView text)
{
    std::fprintf(stderr, "lockkeeperctl mcp: %.*s\n", static_cast<int>(text.size()), text.data());
}

QByteArray errorResult(const QByteArray& id, QByteArrayView text, QByteArrayView state)
{
    JsonWriter writer;
    writer.beginObject().key("content").beginArray();
    writer.beginObject().member("type", "text").member("text", text).endObject();
    writer.endArray().memberBool("isError", true);
    writer.key("_meta").beginObject().member("io.lockkeeper/state", state).endObject();
    return mcp::jsonRpcResult(id, writer.endObject().take());
}

} // namespace

Bridge::Bridge(StdioEnd& agent, BridgeSettings settings, QObject* parent)
    : QObject(parent)
    , m_agent(agent)
    , m_settings(std::move(settings))
    , m_retryMs(m_settings.firstRetryMs)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &Bridge::tryConnect);
    connect(&m_tick, &QTimer::timeout, this, &Bridge::onTick);
    m_socket.setReadBufferSize(kSocketBuffer);
    connect(&m_socket, &QLocalSocket::connected, this, &Bridge::onConnected);
    connect(&m_socket, &QLocalSocket::readyRead, this, &Bridge::readConsole);
    connect(&m_socket, &QLocalSocket::bytesWritten, this, &Bridge::watchPressure);
    connect(&m_socket, &QLocalSocket::disconnected, this, &Bridge::onConsoleLost);
    connect(&m_socket, &QLocalSocket::errorOccurred, this, &Bridge::onConsoleLost,
            Qt::QueuedConnection);
    m_agent.onFrame = [this](mcp::Frame& frame) { onAgentFrame(frame); };
    m_agent.onEnd = [this] { onAgentEnd(); };
    m_agent.onDrained = [this] {
        readConsole();
        watchPressure();
    };
}

Bridge::~Bridge()
{
    // A socket that is destroyed says so, and we are half gone by then.
    QObject::disconnect(&m_socket, nullptr, this, nullptr);
    m_agent.onFrame = nullptr;
    m_agent.onEnd = nullptr;
    m_agent.onDrained = nullptr;
}

void Bridge::start()
{
    m_lostAtMs = m_clock.bootMs();
    m_tick.start(kTickMs);
    tryConnect();
}

// -- the agent's side ----------------------------------------------------------------------------

void Bridge::onAgentFrame(mcp::Frame& frame)
{
    if (m_ending)
        return;
    if (frame.kind == mcp::Frame::Kind::Oversized) {
        m_agent.write(mcp::jsonRpcError({}, mcp::rpc::kInvalidRequest,
                                        "The line has more than 16 MiB and was discarded"));
        return;
    }
    if (frame.kind == mcp::Frame::Kind::ContentLengthHeader) {
        m_agent.write(mcp::jsonRpcError(
            {}, mcp::rpc::kParseError,
            "Content-Length headers are not part of MCP: send one JSON message a line"));
        return;
    }
    const mcp::JsonRpcMessage message = mcp::parseJsonRpc(frame.bytes);
    switch (message.kind) {
    case mcp::JsonRpcMessage::Kind::Request:
        onAgentRequest(message, frame.bytes);
        break;
    case mcp::JsonRpcMessage::Kind::Notification:
        onAgentNotification(message, frame.bytes);
        break;
    case mcp::JsonRpcMessage::Kind::Response:
    case mcp::JsonRpcMessage::Kind::Error:
        if (m_stage == Stage::Ready)
            toConsole(frame.bytes);
        break; // the console that asked is gone
    case mcp::JsonRpcMessage::Kind::Invalid:
        if (m_stage == Stage::Ready)
            toConsole(frame.bytes);
        else
            m_agent.write(mcp::jsonRpcError(message.id, message.faultCode, message.fault));
        break;
    }
    watchPressure();
}

void Bridge::onAgentRequest(const mcp::JsonRpcMessage& message, const QByteArray& line)
{
    BridgeRequest request;
    request.line = line;
    request.id = message.id;
    request.method = message.method;
    request.receivedAtMs = m_clock.bootMs();
    if (message.method == "initialize")
        m_initialize = line;
    if (m_requests.add(std::move(request)) == 0) {
        // The id is in flight already: only the console's words about it, once.
        m_agent.write(mcp::jsonRpcError({}, mcp::rpc::kInvalidRequest,
                                        "A request with this id is in flight already"));
        return;
    }
    if (m_stage == Stage::Ready)
        sendRequest(*m_requests.find(message.id));
}

void Bridge::onAgentNotification(const mcp::JsonRpcMessage& message, const QByteArray& line)
{
    if (message.method == "notifications/initialized")
        m_initialized = line;
    if (message.method == "notifications/cancelled") {
        const QByteArray id = JsonView(message.params).member("requestId").raw().toByteArray();
        BridgeRequest* request = id.isEmpty() ? nullptr : m_requests.find(id);
        if (request && !request->wasSent) {
            m_requests.remove(id); // no console ever saw it
            return;
        }
        if (request) {
            request->cancelLine = line;
            request->cancelledAtMs = m_clock.bootMs();
        }
    }
    if (m_stage == Stage::Ready)
        toConsole(line);
}

void Bridge::onAgentEnd()
{
    if (m_ending)
        return;
    m_ending = true;
    m_tick.stop();
    m_retry.stop();
    // What the agent said last still goes out; then the console sees a lost connection: detached.
    // (disconnectFromServer() of Qt 6.4 drops what is not written yet.)
    m_socket.flush();
    if (m_socket.bytesToWrite() == 0)
        return emit finished(static_cast<int>(ExitCode::Done));
    QTimer::singleShot(kLastWordsMs, this,
                       [this] { emit finished(static_cast<int>(ExitCode::Done)); });
    connect(&m_socket, &QLocalSocket::bytesWritten, this, [this] {
        if (m_socket.bytesToWrite() == 0)
            emit finished(static_cast<int>(ExitCode::Done));
    });
}

// -- the console's side --------------------------------------------------------------------------

void Bridge::tryConnect()
{
    if (m_ending || m_stage != Stage::Apart)
        return;
    const Result<ConsoleFile> file = readConsoleFile(m_settings.profile);
    if (!file)
        return retryLater();
    m_socket.abort(); // whatever the connection before has left unread
    m_socket.connectToServer(file->socketPath);
}

void Bridge::retryLater()
{
    if (m_ending)
        return;
    const qint64 now = m_clock.bootMs();
    // A console that somebody stopped stays stopped until the agent wants something of it, and one
    // that is started anew has the time to be there before us.
    const bool mayComeBack = !m_token.isEmpty() && now - m_lostAtMs < m_settings.comeBackMs;
    const bool isWanted = m_requests.count() > 0 && !mayComeBack;
    const bool mayStart = m_settings.startConsole && isWanted && m_starts < kMaximumStarts &&
                          (m_starts == 0 || now - m_startedAtMs > kStartPauseMs);
    if (mayStart) {
        ++m_starts;
        m_startedAtMs = now;
        if (const Result<void> started = m_settings.startConsole(); !started)
            toStderr(started.error().message());
    }
    m_retry.start(m_retryMs);
    m_retryMs = std::min(m_retryMs * 2, m_settings.lastRetryMs);
}

void Bridge::onConnected()
{
    m_stage = Stage::Greeting;
    m_framer = mcp::LineFramer(mcp::kMaximumLineBytes + 1024 * 1024);
    m_consoleFrames.clear();
    JsonWriter params;
    params.beginObject().member("protocol", 1).member("kind", "mcp");
    if (!m_settings.credential.isEmpty())
        params.member("credential", m_settings.credential);
    if (!m_token.isEmpty())
        params.member("resume", m_token);
    params.endObject();
    toConsole(mcp::jsonRpcRequest(kHelloId, "hello", params.take()));
}

void Bridge::onConsoleLost()
{
    if (m_ending || m_socket.state() != QLocalSocket::UnconnectedState || m_retry.isActive())
        return;
    if (m_stage == Stage::Ready) {
        m_lostAtMs = m_clock.bootMs();
        m_retryMs = m_settings.firstRetryMs;
        m_starts = 0;
    }
    m_stage = Stage::Apart;
    m_consoleFrames.clear();
    retryLater();
    watchPressure();
}

void Bridge::readConsole()
{
    while (!m_ending && m_agent.bytesWaiting() <= kSlowBytes) {
        if (m_consoleFrames.empty()) {
            if (!m_socket.isOpen())
                return;
            const QByteArray chunk = m_socket.read(kSocketChunk);
            if (chunk.isEmpty())
                return;
            for (mcp::Frame& frame : m_framer.feed(chunk))
                m_consoleFrames.push_back(std::move(frame));
            continue;
        }
        const mcp::Frame frame = std::move(m_consoleFrames.front());
        m_consoleFrames.pop_front();
        if (frame.kind == mcp::Frame::Kind::Line)
            onConsoleLine(mcp::parseJsonRpc(frame.bytes), frame.bytes);
        else
            toStderr("the console sent a line that is too long; it was left out");
    }
}

void Bridge::onConsoleLine(const mcp::JsonRpcMessage& message, const QByteArray& line)
{
    const bool isAnswer = message.kind == mcp::JsonRpcMessage::Kind::Response ||
                          message.kind == mcp::JsonRpcMessage::Kind::Error;
    if (m_stage == Stage::Greeting)
        return onGreeting(message);
    if (m_stage == Stage::Repeating)
        return onRepeated(message);
    // What we cannot read may still be an answer: its id says so.
    const bool isDamaged = message.kind == mcp::JsonRpcMessage::Kind::Invalid;
    const BridgeRequest* request =
        message.id.isEmpty() || message.id == "null" ? nullptr : m_requests.find(message.id);
    if (!isAnswer && !(isDamaged && request)) {
        m_agent.write(line);
        return;
    }
    if (!request) {
        if (message.id == "null")
            m_agent.write(line);
        return; // answered before, or taken back
    }
    if (request->method == "initialize" && message.kind == mcp::JsonRpcMessage::Kind::Response)
        m_initializeId = message.id;
    const bool wasCancelled = !request->cancelLine.isEmpty();
    m_requests.remove(message.id);
    if (!wasCancelled)
        m_agent.write(line);
    watchPressure();
}

void Bridge::onGreeting(const mcp::JsonRpcMessage& message)
{
    if (message.kind == mcp::JsonRpcMessage::Kind::Error) {
        const QByteArray why =
            message.errorData.isEmpty()
                ? QByteArray()
                : JsonView(message.errorData).member("code").string().value_or(QByteArray());
        if (why == "PermissionDenied")
            return refuseForGood(message.errorMessage);
        toStderr(message.errorMessage);
        m_socket.abort();
        return;
    }
    if (message.kind != mcp::JsonRpcMessage::Kind::Response)
        return;
    const JsonView welcome(message.result);
    m_token = welcome.member("connection").string().value_or(m_token);
    if (m_initializeId.isEmpty())
        return becomeReady();
    m_stage = Stage::Repeating;
    toConsole(m_initialize);
}

void Bridge::onRepeated(const mcp::JsonRpcMessage& message)
{
    const bool isAnswer = (message.kind == mcp::JsonRpcMessage::Kind::Response ||
                           message.kind == mcp::JsonRpcMessage::Kind::Error) &&
                          message.id == m_initializeId;
    if (!isAnswer)
        return;
    if (message.kind == mcp::JsonRpcMessage::Kind::Error) {
        toStderr("the console refused the repeated handshake");
        m_socket.abort();
        return;
    }
    if (!m_initialized.isEmpty())
        toConsole(m_initialized);
    becomeReady();
}

void Bridge::becomeReady()
{
    m_stage = Stage::Ready;
    m_retryMs = m_settings.firstRetryMs;
    for (const QByteArray& id : m_requests.ids())
        sendRequest(*m_requests.find(id));
    watchPressure();
}

void Bridge::sendRequest(BridgeRequest& request)
{
    request.wasSent = true;
    toConsole(request.line);
    if (!request.cancelLine.isEmpty()) {
        request.cancelledAtMs = m_clock.bootMs();
        toConsole(request.cancelLine);
    }
}

void Bridge::toConsole(QByteArrayView line)
{
    m_socket.write(line.data(), line.size());
    m_socket.write("\n", 1);
}

// -- limits --------------------------------------------------------------------------------------

void Bridge::watchPressure()
{
    const bool slow = m_socket.bytesToWrite() > kSlowBytes ||
                      m_requests.bytes() > kMaximumRequestBytes ||
                      m_requests.count() >= kMaximumRequests || m_agent.bytesWaiting() > kSlowBytes;
    m_agent.setReading(!slow && !m_ending);
}

void Bridge::onTick()
{
    const qint64 now = m_clock.bootMs();
    for (const QByteArray& id : m_requests.ids()) {
        const BridgeRequest& request = *m_requests.find(id);
        if (!request.cancelLine.isEmpty()) {
            // The agent wants no answer; what matters is that a console has read the cancel.
            if (m_stage == Stage::Ready && now - request.cancelledAtMs > kKeepCancelledMs)
                m_requests.remove(id);
            continue;
        }
        if (m_stage == Stage::Ready)
            continue;
        const bool wasSent = request.wasSent;
        qint64 limit = m_settings.unsentCallMs;
        if (request.method == "initialize")
            limit = m_settings.initializeMs;
        else if (wasSent && request.method == "tools/call")
            limit = m_settings.sentCallMs;
        const qint64 since =
            wasSent ? std::max(m_lostAtMs + m_settings.unsentCallMs - limit, request.receivedAtMs)
                    : request.receivedAtMs;
        if (now - since >= limit)
            giveUp(id, wasSent);
    }
}

void Bridge::giveUp(const QByteArray& id, bool wasSent)
{
    const QByteArray method = m_requests.find(id)->method;
    m_requests.remove(id);
    if (method != "tools/call") {
        m_agent.write(mcp::jsonRpcError(id, mcp::rpc::kInternalError,
                                        "Lockkeeper is not running: start the console, then try "
                                        "again"));
    } else if (wasSent) {
        m_agent.write(errorResult(
            id,
            "Lockkeeper is not running any more. It had taken this call on, and its outcome is "
            "unknown here: it may or may not have happened, or still be held. Do not repeat it; "
            "ask the operator.",
            "unknown"));
    } else {
        m_agent.write(errorResult(id,
                                  "Lockkeeper is not running. The call was not handed over and "
                                  "nothing was run. Ask the user to start Lockkeeper, then try "
                                  "again.",
                                  "refused"));
    }
    watchPressure();
}

void Bridge::refuseForGood(const QByteArray& why)
{
    toStderr("the console refuses this agent: " + why);
    for (const QByteArray& id : m_requests.ids())
        m_agent.write(mcp::jsonRpcError(id, mcp::rpc::kInvalidRequest,
                                        "Lockkeeper refuses this agent: " + why));
    m_ending = true;
    m_tick.stop();
    m_agent.flush();
    m_socket.abort();
    emit finished(static_cast<int>(ExitCode::Failed));
}

} // namespace lockkeeper::ctl
