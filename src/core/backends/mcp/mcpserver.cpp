// SPDX-License-Identifier: Apache-2.0
#include "core/backends/mcp/mcpserver.h"

#include "core/base/logging.h"
#include "core/mcp/sanitisedtext.h"

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kShownStderrLines = 20;
/// A server that announces changes all the time is asked once in this time.
constexpr qint64 kListGapMs = 1'000;

} // namespace

const char* mcpServerStateName(McpServerState state)
{
    switch (state) {
    case McpServerState::Stopped:
        return "stopped";
    case McpServerState::Starting:
        return "starting";
    case McpServerState::Ready:
        return "ready";
    case McpServerState::Failed:
        return "failed";
    }
    return "";
}

McpServer::McpServer(McpServerConfig config, Scheduler& scheduler, const Clock& clock,
                     QObject* parent)
    : QObject(parent)
    , m_config(std::move(config))
    , m_scheduler(scheduler)
    , m_clock(clock)
{
}

McpServer::~McpServer()
{
    m_scheduler.cancel(m_retryTimer);
    m_scheduler.cancel(m_listTimer);
    // In this order: calls report their end, the session lets go of the process, which is killed.
    delete m_calls;
    delete m_session;
    delete m_process;
}

void McpServer::start()
{
    if (m_wanted)
        return;
    m_wanted = true;
    m_endsInARow = 0;
    launch();
}

void McpServer::restart()
{
    m_wanted = true;
    m_endsInARow = 0;
    if (m_process)
        return;
    m_scheduler.cancel(std::exchange(m_retryTimer, 0));
    launch();
}

void McpServer::stop()
{
    m_wanted = false;
    m_scheduler.cancel(std::exchange(m_retryTimer, 0));
    if (!m_process) {
        setState(McpServerState::Stopped);
        return;
    }
    m_calls->stopRequested();
    m_process->stop();
}

void McpServer::launch()
{
    if (!m_config.url.isEmpty()) {
        m_wanted = false;
        setState(McpServerState::Failed, "servers by url are not supported by this version");
        return;
    }
    mcp::StdioServerSpec spec;
    spec.command = m_config.command;
    spec.arguments = m_config.arguments;
    spec.environment = m_config.environment;
    spec.workingDirectory = m_config.workingDirectory;
    m_endReason.clear();
    m_process = new mcp::StdioServerProcess(std::move(spec), this);
    m_session = new mcp::McpClientSession(*m_process, m_scheduler, this);
    m_calls = new SessionCalls(*m_session, m_scheduler, m_clock, this);

    using mcp::McpClientSession;
    using mcp::StdioServerProcess;
    connect(m_process, &StdioServerProcess::started, m_session, &McpClientSession::initialize);
    connect(m_process, &StdioServerProcess::stopped, this, &McpServer::onProcessStopped);
    connect(m_session, &McpClientSession::ready, this, &McpServer::onReady);
    connect(m_session, &McpClientSession::toolsListed, this, &McpServer::onToolsListed);
    connect(m_session, &McpClientSession::listFailed, this, &McpServer::onListFailed);
    connect(m_session, &McpClientSession::toolListChanged, this, &McpServer::onToolListChanged);
    connect(m_session, &McpClientSession::closed, this, [this](const QByteArray& reason) {
        if (m_endReason.isEmpty())
            m_endReason = mcp::sanitisedText(reason);
        m_process->stop();
    });
    setState(McpServerState::Starting);
    m_process->start();
}

McpServerStatus McpServer::status() const
{
    McpServerStatus status;
    status.name = m_config.name;
    status.state = m_state;
    status.reason = m_reason;
    status.willRetry = m_state == McpServerState::Failed && m_retryTimer != 0;
    if (m_process)
        status.lastStderr = m_process->diagnostics().lastLines(kShownStderrLines);
    // A server that is started again and again is shown with why it ended, not with nothing.
    if (status.lastStderr.isEmpty() && m_state != McpServerState::Ready)
        status.lastStderr = m_lastStderr;
    status.noisy = m_process ? m_process->isNoisy() : m_noisy;
    status.peerName = m_peer.name;
    status.peerVersion = m_peer.version;
    return status;
}

SessionCalls* McpServer::readyCalls() const
{
    const bool ready = m_state == McpServerState::Ready && m_session &&
                       m_session->state() == mcp::McpClientSession::State::Ready && m_wanted;
    return ready ? m_calls : nullptr;
}

void McpServer::setState(McpServerState state, const QByteArray& reason)
{
    if (m_state == state && m_reason == reason)
        return;
    m_state = state;
    m_reason = reason;
    log::info("backends", "tool server",
              {{"server", m_config.name}, {"state", mcpServerStateName(state)}});
    emit stateChanged();
}

void McpServer::onReady(const mcp::PeerInfo& peer)
{
    m_peer = peer;
    m_lastListMs = m_clock.bootMs();
    m_session->listTools();
}

void McpServer::onToolsListed(const QList<mcp::ToolDefinition>& tools)
{
    emit toolsDiscovered(tools);
    if (m_state == McpServerState::Starting && m_wanted) {
        m_readySinceMs = m_clock.bootMs();
        setState(McpServerState::Ready);
    }
}

void McpServer::onListFailed(const QByteArray& reason)
{
    log::warning("backends", "a tool server's list could not be read", {{"server", m_config.name}});
    if (m_state == McpServerState::Starting) {
        m_endReason = mcp::sanitisedText(reason);
        m_process->stop();
        return;
    }
    emit toolsDiscovered({}); // a definition that cannot be read again is a changed one
}

void McpServer::onToolListChanged()
{
    if (m_listTimer != 0 || m_session->state() != mcp::McpClientSession::State::Ready)
        return;
    const qint64 wait = std::max<qint64>(0, m_lastListMs + kListGapMs - m_clock.bootMs());
    m_listTimer = m_scheduler.after(wait, [this]() {
        m_listTimer = 0;
        m_lastListMs = m_clock.bootMs();
        m_session->listTools();
    });
}

void McpServer::onProcessStopped()
{
    m_lastStderr = m_process->diagnostics().lastLines(kShownStderrLines);
    m_noisy = m_process->isNoisy();
    m_scheduler.cancel(std::exchange(m_listTimer, 0));
    std::exchange(m_calls, nullptr)->deleteLater();
    std::exchange(m_session, nullptr)->deleteLater();
    std::exchange(m_process, nullptr)->deleteLater();
    if (m_wanted)
        retryOrGiveUp();
    else
        setState(McpServerState::Stopped);
}

void McpServer::retryOrGiveUp()
{
    if (m_state == McpServerState::Ready && m_clock.bootMs() - m_readySinceMs >= kStableMs)
        m_endsInARow = 0;
    ++m_endsInARow;
    if (m_endsInARow < kMaximumEndsInARow) {
        const qint64 delay =
            std::min(kFirstBackOffMs << std::min(m_endsInARow - 1, 16), kLongestBackOffMs);
        m_retryTimer = m_scheduler.after(delay, [this]() {
            m_retryTimer = 0;
            launch();
        });
    }
    setState(McpServerState::Failed, m_endReason);
}

} // namespace lockkeeper
