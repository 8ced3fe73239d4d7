// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/mcp/mcpserver.h"
#include "core/backends/mcp/mcpserverconfig.h"
#include "core/backends/toolbackend.h"

#include <QObject>

#include <map>

namespace lockkeeper {

/// All configured MCP tool servers as one backend. A server that is bad disturbs no other.
///
/// Io thread; scheduler and clock must outlive it. Sinks are called on the io thread, also from
/// within start() and cancel(). Destroying it kills what still runs; stopServers() is the orderly
/// way.
class McpBackend final : public QObject, public ToolBackend
{
    Q_OBJECT

public:
    /// Of two servers with one name the second is left out (the configuration refuses that).
    McpBackend(const QList<McpServerConfig>& servers, Scheduler& scheduler, const Clock& clock,
               QObject* parent = nullptr);
    ~McpBackend() override;

    void startServers();
    /// Refuses new calls and stops all servers; serversStopped follows, at the earliest when the
    /// event loop turns.
    void stopServers();
    /// Starts a failed server again. NotFound for an unknown name.
    Result<void> restartServer(const QByteArray& name);

    void start(DispatchPermit permit, ToolCall call, std::shared_ptr<BackendSink> sink) override;
    void cancel(const DispatchId& dispatch) override;

    [[nodiscard]] bool isReady(const QByteArray& server) const;
    [[nodiscard]] QList<McpServerStatus> statuses() const;
    /// nullptr for an unknown name.
    [[nodiscard]] const McpServer* server(const QByteArray& name) const;

signals:
    void serverStateChanged(const lockkeeper::McpServerStatus& status);
    void toolsDiscovered(const QByteArray& server,
                         const QList<lockkeeper::mcp::ToolDefinition>& tools);
    void serversStopped();

private:
    void onStateChanged(const McpServer& server);
    [[nodiscard]] bool allStopped() const;
    [[nodiscard]] bool isRunning(const DispatchId& dispatch) const;

    std::map<QByteArray, McpServer*> m_servers; ///< children of this object
    bool m_stopping = false;
    bool m_stoppedTold = false;
};

} // namespace lockkeeper
