// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/controlclient.h"

#include "app/ctl/exitcode.h"
#include "core/base/canonicaljson.h"
#include "core/base/clock.h"
#include "core/base/secretbytes.h"
#include "core/gateway/local/consolefile.h"
#include "core/gateway/local/socketpath.h"
#include "core/mcp/jsonrpc.h"

#include <QFile>

#include <array>
#include <cerrno>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockkeeper::ctl {

namespace {

constexpr int kHelloLimitMs = 10'000;
constexpr int kNoLimit = -1;

Error notReachable(const QByteArray& why)
{
    return Error(ErrorCode::Unavailable, "no console answers: " + why, kNotReachable);
}

Result<int> openSocket(const QString& path)
{
    const QByteArray name = QFile::encodeName(path);
    if (name.isEmpty() || name.size() > kMaximumSocketPath)
        return notReachable("console.json names no usable socket");
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return notReachable(std::strerror(errno));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.constData(), static_cast<std::size_t>(name.size()));
    if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
        const QByteArray why = std::strerror(errno);
        ::close(descriptor);
        return notReachable(name + ": " + why);
    }
    return descriptor;
}

/// An error answer as the Error it was.
Error errorOf(const mcp::JsonRpcMessage& message)
{
    ErrorCode code = ErrorCode::Internal;
    QByteArray reason = message.errorMessage;
    if (!message.errorData.isEmpty()) {
        const JsonView data(message.errorData);
        if (const std::optional<QByteArray> name = data.member("code").string())
            code = errorCodeNamed(*name);
        reason = data.member("reason").string().value_or(reason);
    } else if (message.errorCode == mcp::rpc::kMethodNotFound) {
        code = ErrorCode::Unimplemented;
    }
    return Error(code, reason);
}

} // namespace

Result<std::unique_ptr<ControlClient>> ControlClient::connect(const QString& profile)
{
    Result<ConsoleFile> file = readConsoleFile(profile);
    if (!file)
        return notReachable(file.error().message());
    LK_TRY(const int descriptor, openSocket(file->socketPath));
    std::unique_ptr<ControlClient> client(new ControlClient(descriptor));
    LK_CHECK(client->sayHello());
    return client;
}

ControlClient::~ControlClient()
{
    ::close(m_descriptor);
}

Result<void> ControlClient::sayHello()
{
    LK_TRY(const QByteArray answer,
           call("hello", R"({"protocol":1,"kind":"control"})", kHelloLimitMs));
    const JsonView welcome(answer);
    m_welcome.nonce =
        QByteArray::fromBase64(welcome.member("nonce").string().value_or(QByteArray()));
    m_welcome.unprotected =
        welcome.member("operator_proof").string().value_or(QByteArray()) == "unprotected";
    m_welcome.version = welcome.member("version").string().value_or(QByteArray());
    return {};
}

Result<QByteArray> ControlClient::call(QByteArrayView method, QByteArrayView params, int limitMs)
{
    const QByteArray id = QByteArray::number(++m_lastId);
    LK_CHECK(sendLine(mcp::jsonRpcRequest(id, method, params)));
    for (;;) {
        LK_TRY(const QByteArray line, readLine(limitMs));
        mcp::JsonRpcMessage message = mcp::parseJsonRpc(line);
        switch (message.kind) {
        case mcp::JsonRpcMessage::Kind::Response:
            if (message.id == id)
                return message.result;
            break;
        case mcp::JsonRpcMessage::Kind::Error:
            if (message.id == id || message.id == "null")
                return errorOf(message);
            break;
        case mcp::JsonRpcMessage::Kind::Notification:
            m_events.push_back(std::move(message.params));
            break;
        case mcp::JsonRpcMessage::Kind::Request:
        case mcp::JsonRpcMessage::Kind::Invalid:
            return Error(ErrorCode::Internal, "the console's answer was not understood");
        }
    }
}

Result<QByteArray> ControlClient::nextEvent()
{
    while (m_events.empty()) {
        LK_TRY(const QByteArray line, readLine(kNoLimit));
        mcp::JsonRpcMessage message = mcp::parseJsonRpc(line);
        if (message.kind == mcp::JsonRpcMessage::Kind::Notification)
            m_events.push_back(std::move(message.params));
    }
    QByteArray next = std::move(m_events.front());
    m_events.pop_front();
    return next;
}

Result<void> ControlClient::sendLine(QByteArray line)
{
    line += '\n';
    qsizetype sent = 0;
    while (sent < line.size()) {
        const ssize_t count = ::send(m_descriptor, line.constData() + sent,
                                     static_cast<std::size_t>(line.size() - sent), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            wipe(line);
            return notReachable("the connection broke");
        }
        sent += count;
    }
    wipe(line); // it may hold the PIN
    return {};
}

Result<QByteArray> ControlClient::readLine(int limitMs)
{
    const SystemClock clock;
    const qint64 end = clock.bootMs() + limitMs;
    std::array<char, 65'536> buffer;
    while (m_lines.empty()) {
        const qint64 left = limitMs < 0 ? -1 : qMax<qint64>(0, end - clock.bootMs());
        pollfd waiting{m_descriptor, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(left));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0)
            return notReachable("it did not answer in time");
        const ssize_t count = ::recv(m_descriptor, buffer.data(), buffer.size(), 0);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return notReachable("it closed the connection");
        for (mcp::Frame& frame : m_framer.feed(QByteArrayView(buffer.data(), count)))
            m_lines.push_back(std::move(frame));
    }
    mcp::Frame frame = std::move(m_lines.front());
    m_lines.pop_front();
    if (frame.kind != mcp::Frame::Kind::Line)
        return Error(ErrorCode::ResourceExhausted, "the console's answer is too long");
    return frame.bytes;
}

} // namespace lockkeeper::ctl
