// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/bridge/requests.h"
#include "app/ctl/bridge/stdioend.h"
#include "core/base/clock.h"
#include "core/base/result.h"

#include <QLocalSocket>
#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>

namespace lockkeeper::ctl {

/// What a bridge is told at the start. The times are limits that its tests shorten.
struct BridgeSettings
{
    QString profile;       ///< where console.json is looked for
    QByteArray credential; ///< the agent's token, or empty
    /// Starts a console when the agent wants something and none is there; empty = none is started.
    std::function<Result<void>()> startConsole;
    qint64 unsentCallMs = 10'000; ///< a call that no console took is answered after this
    qint64 initializeMs = 20'000; ///< initialize is held this long
    qint64 sentCallMs = 50'000;   ///< a call that a console had taken, and no console came back
    qint64 comeBackMs = 5'000;    ///< a console that went away may come back by itself so long
    int firstRetryMs = 100;
    int lastRetryMs = 2'000;
};

/// `lockkeeperctl mcp`: carries MCP lines between an agent's stdio and a console's local socket,
/// unchanged. When the console goes away it connects again, repeats the agent's own handshake and
/// sends what is not answered yet under the same ids and with the same connection token, so that
/// calls attach to their actions and nothing runs twice. Main thread of its own program.
class Bridge : public QObject
{
    Q_OBJECT

public:
    /// Bytes that may wait for a slow side before the other is not read any more.
    static constexpr qint64 kSlowBytes = 1024 * 1024;
    /// Unanswered requests that are kept for sending again.
    static constexpr qint64 kMaximumRequestBytes = 64 * 1024 * 1024;
    static constexpr qsizetype kMaximumRequests = 1024;

    Bridge(StdioEnd& agent, BridgeSettings settings, QObject* parent = nullptr);
    ~Bridge() override;

    void start();

signals:
    /// The agent is gone (0) or the console refuses us for good (1).
    void finished(int exitCode);

private:
    enum class Stage { Apart, Greeting, Repeating, Ready };

    void onAgentFrame(mcp::Frame& frame);
    void onAgentRequest(const mcp::JsonRpcMessage& message, const QByteArray& line);
    void onAgentNotification(const mcp::JsonRpcMessage& message, const QByteArray& line);
    void onAgentEnd();
    void tryConnect();
    void retryLater();
    void onConnected();
    void onConsoleLost();
    void readConsole();
    void onConsoleLine(const mcp::JsonRpcMessage& message, const QByteArray& line);
    void onGreeting(const mcp::JsonRpcMessage& message);
    void onRepeated(const mcp::JsonRpcMessage& message);
    void becomeReady();
    void toConsole(QByteArrayView line);
    void sendRequest(BridgeRequest& request);
    void watchPressure();
    void onTick();
    void giveUp(const QByteArray& id, bool wasSent);
    void refuseForGood(const QByteArray& why);

    StdioEnd& m_agent;
    BridgeSettings m_settings;
    SystemClock m_clock;
    QLocalSocket m_socket;
    mcp::LineFramer m_framer{mcp::kMaximumLineBytes + 1024 * 1024};
    std::deque<mcp::Frame> m_consoleFrames; ///< read, not yet handed on: the rest of one chunk
    Stage m_stage = Stage::Apart;
    QByteArray m_token;
    BridgeRequests m_requests;
    QByteArray m_initialize;   ///< the agent's own line
    QByteArray m_initializeId; ///< raw; empty until it was answered well
    QByteArray m_initialized;
    QTimer m_retry;
    QTimer m_tick;
    int m_retryMs;
    qint64 m_lostAtMs = 0;
    qint64 m_startedAtMs = 0; ///< when we last started a console
    int m_starts = 0;
    bool m_ending = false;
};

} // namespace lockkeeper::ctl
