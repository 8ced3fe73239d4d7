// SPDX-License-Identifier: Apache-2.0
#include "core/backends/mcp/mcpbackendhub.h"

#include "core/base/assert.h"

namespace lockkeeper {

namespace {

QList<McpServerConfig> configsOf(const QList<ServerSettings>& servers)
{
    QList<McpServerConfig> configs;
    for (const ServerSettings& server : servers) {
        if (!server.skippedBecause.isEmpty())
            continue;
        McpServerConfig config;
        config.name = server.name;
        config.command = server.command;
        config.arguments = server.arguments;
        config.environment = server.environment;
        config.workingDirectory = server.workingDirectory;
        configs.append(config);
    }
    return configs;
}

QList<DiscoveredTool> describe(const QList<mcp::ToolDefinition>& tools)
{
    QList<DiscoveredTool> described;
    for (const mcp::ToolDefinition& tool : tools)
        described.append({tool.name, tool.definition});
    return described;
}

} // namespace

McpBackendHub::Worker::Worker(const QList<McpServerConfig>& servers)
    : scheduler(this)
    , backend(servers, scheduler, clock, this)
{
}

McpBackendHub::McpBackendHub(const QList<ServerSettings>& servers, QThread* ioThread)
    : m_servers(configsOf(servers))
    , m_ioThread(ioThread)
{
    for (const ServerSettings& server : servers) {
        if (!server.skippedBecause.isEmpty())
            m_skipped.append({server.name, server.skippedBecause});
    }
}

McpBackendHub::~McpBackendHub()
{
    m_core.reset();
    if (m_worker)
        m_worker->deleteLater();
}

void McpBackendHub::open(ServerListener* listener)
{
    LK_ASSERT(!m_worker);
    m_listener = listener;
    m_core = std::make_unique<QObject>();
    m_worker = new Worker(m_servers);
    m_worker->moveToThread(m_ioThread);
    QObject::connect(
        &m_worker->backend, &McpBackend::serverStateChanged, m_core.get(),
        [this](const McpServerStatus& status) {
            if (status.state == McpServerState::Ready)
                m_ready.insert(status.name);
            else
                m_ready.remove(status.name);
            if (m_listener)
                m_listener->serverChanged(status.name, mcpServerStateName(status.state),
                                          status.reason, status.lastStderr);
        },
        Qt::QueuedConnection);
    QObject::connect(
        &m_worker->backend, &McpBackend::toolsDiscovered, m_core.get(),
        [this](const QByteArray& server, const QList<mcp::ToolDefinition>& tools) {
            if (m_listener)
                m_listener->toolsDiscovered(server, describe(tools));
        },
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(
        m_core.get(),
        [this]() {
            for (const auto& [name, reason] : m_skipped) {
                if (m_listener)
                    m_listener->serverChanged(name, mcpServerStateName(McpServerState::Failed),
                                              reason, {});
            }
        },
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(&m_worker->backend, &McpBackend::startServers, Qt::QueuedConnection);
}

bool McpBackendHub::isReady(const QByteArray& server) const
{
    return m_ready.contains(server);
}

void McpBackendHub::post(const QByteArray& server, std::function<void(ToolBackend&)> task)
{
    Q_UNUSED(server) // the one backend knows all servers
    LK_ASSERT(m_worker);
    McpBackend* const backend = &m_worker->backend;
    QMetaObject::invokeMethod(
        backend, [backend, task = std::move(task)]() { task(*backend); }, Qt::QueuedConnection);
}

void McpBackendHub::close(std::function<void()> stopped)
{
    if (!m_worker) { // never opened: there is nothing to stop
        m_core = std::make_unique<QObject>();
        QMetaObject::invokeMethod(m_core.get(), std::move(stopped), Qt::QueuedConnection);
        return;
    }
    QObject::connect(
        &m_worker->backend, &McpBackend::serversStopped, m_core.get(),
        [this, stopped = std::move(stopped)]() {
            m_listener = nullptr;
            m_ready.clear();
            stopped();
        },
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(&m_worker->backend, &McpBackend::stopServers, Qt::QueuedConnection);
}

} // namespace lockkeeper
