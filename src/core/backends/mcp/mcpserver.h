// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/mcp/mcpserverconfig.h"
#include "core/backends/mcp/sessioncalls.h"
#include "core/mcp/client/mcpclientsession.h"
#include "core/mcp/transport/stdio/stdioserverprocess.h"

#include <QObject>

namespace lockkeeper {

/// Keeps one configured tool server running.
///
/// A server that ends is started again after 1 s, doubling to 60 s; after five ends in a row,
/// none of which followed a minute of readiness, it stays failed until restart(). Starting a
/// server again repeats the handshake and the list of tools, never a call. Io thread.
class McpServer final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kMaximumEndsInARow = 5;
    static constexpr qint64 kFirstBackOffMs = 1'000;
    static constexpr qint64 kLongestBackOffMs = 60'000;
    static constexpr qint64 kStableMs = 60'000;

    McpServer(McpServerConfig config, Scheduler& scheduler, const Clock& clock,
              QObject* parent = nullptr);
    ~McpServer() override;

    void start();
    /// Stops the process; calls in flight end as ContactLost(StopRequested) or NotStarted.
    /// stateChanged to Stopped follows, at once if nothing runs.
    void stop();
    /// Asks for a start now, with a fresh count of ends. Nothing if it is starting or ready.
    void restart();

    [[nodiscard]] const QByteArray& name() const { return m_config.name; }
    [[nodiscard]] McpServerState state() const { return m_state; }
    [[nodiscard]] McpServerStatus status() const;
    /// The calls of the connection; nullptr unless Ready.
    [[nodiscard]] SessionCalls* readyCalls() const;
    /// The calls of the connection that is there, whatever its state; may be nullptr.
    [[nodiscard]] SessionCalls* calls() const { return m_calls; }
    /// Of the running process; 0 if there is none.
    [[nodiscard]] qint64 processId() const { return m_process ? m_process->processId() : 0; }

signals:
    void stateChanged();
    /// A complete list; empty as well when the list of a ready server could not be read again.
    void toolsDiscovered(const QList<lockkeeper::mcp::ToolDefinition>& tools);

private:
    void launch();
    void setState(McpServerState state, const QByteArray& reason = {});
    void onReady(const mcp::PeerInfo& peer);
    void onToolsListed(const QList<mcp::ToolDefinition>& tools);
    void onListFailed(const QByteArray& reason);
    void onToolListChanged();
    void onProcessStopped();
    void retryOrGiveUp();

    McpServerConfig m_config;
    Scheduler& m_scheduler;
    const Clock& m_clock;
    McpServerState m_state = McpServerState::Stopped;
    QByteArray m_reason;
    QByteArray m_endReason;
    QList<QByteArray> m_lastStderr;
    bool m_noisy = false;
    mcp::PeerInfo m_peer;
    bool m_wanted = false;
    int m_endsInARow = 0;
    qint64 m_readySinceMs = 0;
    qint64 m_lastListMs = 0;
    Scheduler::TimerId m_retryTimer = 0;
    Scheduler::TimerId m_listTimer = 0;
    // Children of this object, made and dropped together.
    mcp::StdioServerProcess* m_process = nullptr;
    mcp::McpClientSession* m_session = nullptr;
    SessionCalls* m_calls = nullptr;
};

} // namespace lockkeeper
