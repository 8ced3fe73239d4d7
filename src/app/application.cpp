// SPDX-License-Identifier: Apache-2.0
#include "app/application.h"

#include "app/commandline.h"
#include "core/backends/mcp/mcpbackendhub.h"
#include "core/base/clock.h"
#include "core/base/logging.h"
#include "core/base/qtscheduler.h"
#include "core/coreparts.h"
#include "core/coreservice.h"
#include "core/gateway/coreservicegatewaycore.h"
#include "core/gateway/gatewayfactory.h"
#include "core/keys/mainthreadkeysource.h"

#include <unistd.h>

namespace lockkeeper {

namespace {

GatewaySettings gatewaySettings(const ProfilePaths& paths, const CoreSettings& settings)
{
    GatewaySettings gateway;
    gateway.profileDirectory = paths.profile;
    gateway.runtimeDirectory = qEnvironmentVariable("XDG_RUNTIME_DIR");
    gateway.version = LOCKKEEPER_VERSION;
    gateway.consolePid = getpid();
    gateway.operatorUnprotected = settings.operatorUnprotected;
    gateway.localPrincipals = settings.localPrincipals;
    for (const ServerSettings& server : settings.servers) {
        if (server.plainNames)
            gateway.plainServers.insert(server.name);
    }
    return gateway;
}

} // namespace

Application::Application(ProfilePaths paths, CoreSettings settings, QObject* parent)
    : QObject(parent)
    , m_paths(std::move(paths))
    , m_settings(std::move(settings))
    , m_io("io")
    , m_core("core")
{
    m_settings.profileDirectory = m_paths.profile;
    m_settings.storePath = m_paths.store;
    m_settings.guardRoot = m_paths.guardRoot;
    m_stopLimit.setSingleShot(true);
    connect(&m_stopLimit, &QTimer::timeout, this, []() {
        log::error("app", "the orderly stop took too long; ending without it");
        _exit(static_cast<int>(ExitCode::Failed));
    });
}

Application::~Application() = default;

void Application::start()
{
    m_stage = Stage::Starting;
    m_io.start();
    m_core.start();
    m_core.post([this]() { startCore(); });
}

/// Core thread.
void Application::startCore()
{
    auto parts = std::make_unique<CoreParts>();
    parts->settings = m_settings;
    parts->clock = std::make_unique<SystemClock>();
    parts->scheduler = std::make_unique<QtScheduler>();
    parts->backends = std::make_unique<McpBackendHub>(m_settings.servers, m_io.thread());
    parts->keys = std::make_unique<MainThreadKeySource>(m_vault, *this);
    m_service = std::make_unique<CoreService>(std::move(parts));
    m_service->start();
    m_gatewayCore = std::make_unique<CoreServiceGatewayCore>(*m_service);
    m_io.post([this]() { startGateway(); });
}

/// Io thread.
void Application::startGateway()
{
    m_gateway = makeGateway(*m_gatewayCore, gatewaySettings(m_paths, m_settings));
    const Result<void> result = m_gateway->start();
    QMetaObject::invokeMethod(
        this, [this, result, path = m_gateway->socketPath()]() { gatewayStarted(result, path); },
        Qt::QueuedConnection);
}

void Application::gatewayStarted(const Result<void>& result, const QString& socketPath)
{
    m_stage = Stage::Running;
    if (!result)
        m_failure = result.error().message();
    if (!result || m_stopRequested) {
        beginStop();
        return;
    }
    if (m_hasDemoAgent) {
        m_demoAgent = std::make_unique<DemoAgent>(*m_service, m_paths.profile, m_settings);
        m_demoAgent->start();
    }
    emit ready(socketPath);
}

void Application::stop()
{
    m_stopRequested = true;
    if (m_stage == Stage::Running)
        beginStop();
}

void Application::beginStop()
{
    m_stage = Stage::Stopping;
    log::info("app", "stopping");
    emit stopping();
    m_stopLimit.start(kStopLimitMs);
    if (m_demoAgent)
        m_demoAgent->stop();
    m_io.post([this]() {
        m_gateway->stop();
        m_core.post([this]() { stopCore(); });
    });
}

/// Core thread. The core ends the backends itself, between its calls in flight and its store.
void Application::stopCore()
{
    m_service->stop(kStopGraceMs, [this]() {
        // Connections that ended by themselves are deleted late and still know the core.
        m_io.post([this]() { m_core.post([this]() { coreStopped(); }); });
    });
}

/// Core thread.
void Application::coreStopped()
{
    m_service.reset();
    m_io.post([this]() {
        m_gateway.reset();
        QMetaObject::invokeMethod(
            this, [this]() { finish(); }, Qt::QueuedConnection);
    });
}

void Application::finish()
{
    // Of the io thread the core's hub asks once more to delete what lives there.
    m_core.stop();
    m_io.stop();
    m_demoAgent.reset();
    m_gatewayCore.reset();
    m_stopLimit.stop();
    m_stage = Stage::Stopped;
    log::info("app", "stopped");
    emit finished(m_failure);
}

} // namespace lockkeeper
