// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"
#include "core/mcp/framing.h"

#include <QLocalSocket>
#include <QTest>

#include <deque>

namespace lockkeeper {

/// A test's end of the local socket: lines out, lines in, every wait with a limit.
class LocalClient
{
public:
    static constexpr int kLimitMs = 10'000;

    explicit LocalClient(const QString& path) { socket.connectToServer(path); }
    /// On one end of a connected pair.
    explicit LocalClient(int descriptor) { socket.setSocketDescriptor(descriptor); }

    void send(const QByteArray& line) { socket.write(line + '\n'); }
    /// The next line, or empty when the limit passed or the peer closed.
    [[nodiscard]] QByteArray line(int limitMs = kLimitMs)
    {
        (void)QTest::qWaitFor(
            [this] {
                collect();
                return !m_lines.empty() || socket.state() == QLocalSocket::UnconnectedState;
            },
            limitMs);
        collect();
        if (m_lines.empty())
            return {};
        QByteArray next = std::move(m_lines.front());
        m_lines.pop_front();
        return next;
    }
    /// Sends a request and returns the answer to it; other lines on the way are dropped.
    [[nodiscard]] QByteArray call(const QByteArray& method, const QByteArray& params = "{}")
    {
        const QByteArray id = QByteArray::number(++m_lastId);
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method +
             "\",\"params\":" + params + '}');
        for (;;) {
            QByteArray answer = line();
            if (answer.isEmpty() || JsonView(answer).member("id").raw() == id)
                return answer;
        }
    }
    [[nodiscard]] QByteArray hello(const QByteArray& kind, const QByteArray& more = {})
    {
        return call("hello", "{\"protocol\":1,\"kind\":\"" + kind + '"' + more + '}');
    }
    [[nodiscard]] bool isClosed(int limitMs = kLimitMs)
    {
        return QTest::qWaitFor([this] { return socket.state() == QLocalSocket::UnconnectedState; },
                               limitMs);
    }

    QLocalSocket socket;

private:
    void collect()
    {
        for (mcp::Frame& frame : m_framer.feed(socket.readAll()))
            m_lines.push_back(std::move(frame.bytes));
    }

    mcp::LineFramer m_framer{mcp::kMaximumLineBytes + 1024 * 1024};
    std::deque<QByteArray> m_lines;
    int m_lastId = 1000;
};

/// The text at a JSON Pointer of an answer, decoded; raw for other types; empty if there is none.
[[nodiscard]] inline QByteArray at(const QByteArray& json, const QByteArray& pointer)
{
    if (!checkJson(json, {.maximumBytes = json.size() + 1, .maximumDepth = 128}))
        return {};
    const JsonView value = JsonView(json).at(pointer);
    return value.string().value_or(value.raw().toByteArray());
}

} // namespace lockkeeper
