// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/backendhub.h"
#include "core/backends/mcp/mcpbackend.h"
#include "core/base/qtscheduler.h"

#include <QObject>
#include <QSet>
#include <QThread>

#include <memory>

namespace lockkeeper {

/// The core's handle on the MCP tool servers: crosses from the core thread to the io thread and
/// back, with values only.
///
/// Made anywhere, used on the core thread from open() on and destroyed there or after that thread
/// has ended. The io thread must run until the hub has been destroyed; what lives on it is deleted
/// there, at the latest when that thread finishes.
class McpBackendHub final : public BackendHub
{
public:
    McpBackendHub(const QList<ServerSettings>& servers, QThread* ioThread);
    ~McpBackendHub() override;

    void open(ServerListener* listener) override;
    /// As the core thread has last heard; a call to a server that is gone meanwhile is NotStarted.
    [[nodiscard]] bool isReady(const QByteArray& server) const override;
    void post(const QByteArray& server, std::function<void(ToolBackend&)> task) override;
    void close(std::function<void()> stopped) override;

private:
    /// What lives on the io thread.
    struct Worker : QObject
    {
        explicit Worker(const QList<McpServerConfig>& servers);
        SystemClock clock;
        QtScheduler scheduler;
        McpBackend backend;
    };

    QList<McpServerConfig> m_servers;
    QList<QPair<QByteArray, QByteArray>> m_skipped; ///< name and reason: told as failed
    QThread* m_ioThread;
    std::unique_ptr<QObject> m_core; ///< receives on the core thread
    Worker* m_worker = nullptr;      ///< deleted on the io thread
    ServerListener* m_listener = nullptr;
    QSet<QByteArray> m_ready;
};

} // namespace lockkeeper
