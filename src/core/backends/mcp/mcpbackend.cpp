// SPDX-License-Identifier: Apache-2.0
#include "core/backends/mcp/mcpbackend.h"

#include "core/base/logging.h"

#include <algorithm>

namespace lockkeeper {

namespace {

BackendOutcome notStarted(QByteArray proof)
{
    BackendOutcome outcome;
    outcome.kind = BackendOutcome::Kind::NotStarted;
    outcome.detail = std::move(proof);
    return outcome;
}

} // namespace

McpBackend::McpBackend(const QList<McpServerConfig>& servers, Scheduler& scheduler,
                       const Clock& clock, QObject* parent)
    : QObject(parent)
{
    for (const McpServerConfig& config : servers) {
        if (m_servers.contains(config.name))
            continue;
        auto* const server = new McpServer(config, scheduler, clock, this);
        m_servers.emplace(config.name, server);
        connect(server, &McpServer::stateChanged, this,
                [this, server]() { onStateChanged(*server); });
        connect(server, &McpServer::toolsDiscovered, this,
                [this, server](const QList<mcp::ToolDefinition>& tools) {
                    emit toolsDiscovered(server->name(), tools);
                });
    }
}

McpBackend::~McpBackend() = default;

void McpBackend::startServers()
{
    for (const auto& [name, server] : m_servers)
        server->start();
}

void McpBackend::stopServers()
{
    if (m_stopping)
        return;
    m_stopping = true;
    for (const auto& [name, server] : m_servers)
        server->stop();
    QMetaObject::invokeMethod(
        this,
        [this]() {
            if (allStopped() && !std::exchange(m_stoppedTold, true))
                emit serversStopped();
        },
        Qt::QueuedConnection);
}

Result<void> McpBackend::restartServer(const QByteArray& name)
{
    const auto found = m_servers.find(name);
    if (found == m_servers.end())
        return Error(ErrorCode::NotFound, "no tool server has that name");
    if (m_stopping)
        return Error(ErrorCode::FailedPrecondition, "the backend is stopping");
    found->second->restart();
    return {};
}

void McpBackend::start(DispatchPermit permit, ToolCall call, std::shared_ptr<BackendSink> sink)
{
    bool isSecond = isRunning(call.dispatch);
#ifdef LOCKKEEPER_FAULT_DISPATCHED_TWICE
    isSecond = false;
#endif
    if (isSecond) {
        // Saying "not started" here would be believed of the attempt that runs.
        log::error("backends", "a dispatch was started twice; the second start is ignored",
                   {{"dispatch", call.dispatch.value()}});
        return;
    }
    const auto found = m_servers.find(call.tool.server);
    SessionCalls* calls = nullptr;
    if (found != m_servers.end() && !m_stopping)
        calls = found->second->readyCalls();
    if (!calls) {
        sink->finished(call.dispatch, notStarted("the tool server is not ready"));
        return;
    }
    calls->start(std::move(permit), std::move(call), std::move(sink));
}

void McpBackend::cancel(const DispatchId& dispatch)
{
    for (const auto& [name, server] : m_servers) {
        if (server->calls() && server->calls()->cancel(dispatch))
            return;
    }
}

bool McpBackend::isRunning(const DispatchId& dispatch) const
{
    return std::any_of(m_servers.begin(), m_servers.end(), [&dispatch](const auto& entry) {
        const SessionCalls* calls = entry.second->calls();
        return calls && calls->contains(dispatch);
    });
}

bool McpBackend::isReady(const QByteArray& server) const
{
    const auto found = m_servers.find(server);
    return found != m_servers.end() && !m_stopping && found->second->readyCalls() != nullptr;
}

QList<McpServerStatus> McpBackend::statuses() const
{
    QList<McpServerStatus> all;
    for (const auto& [name, server] : m_servers)
        all.append(server->status());
    return all;
}

const McpServer* McpBackend::server(const QByteArray& name) const
{
    const auto found = m_servers.find(name);
    return found == m_servers.end() ? nullptr : found->second;
}

void McpBackend::onStateChanged(const McpServer& server)
{
    emit serverStateChanged(server.status());
    if (m_stopping && allStopped() && !m_stoppedTold) {
        m_stoppedTold = true;
        QMetaObject::invokeMethod(
            this, [this]() { emit serversStopped(); }, Qt::QueuedConnection);
    }
}

bool McpBackend::allStopped() const
{
    return std::all_of(m_servers.begin(), m_servers.end(), [](const auto& entry) {
        return entry.second->state() == McpServerState::Stopped;
    });
}

} // namespace lockkeeper
