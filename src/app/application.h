// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo/demoagent.h"
#include "app/profilepaths.h"
#include "app/threads.h"
#include "core/domain/toolsettings.h"
#include "core/keys/qtkeychainvault.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace lockkeeper {

class CoreService;
class Gateway;
class GatewayCore;

/// The composition root: the only place that knows every concrete type, and the order in which
/// things start and stop (io, core, gateways; and the other way round).
///
/// Lives on the main thread, which has the keychain, and waits for other threads only at the very
/// end. The caller holds the profile's lock.
class Application final : public QObject
{
    Q_OBJECT

public:
    /// How long calls in flight may take at an orderly stop.
    static constexpr qint64 kStopGraceMs = 5000;
    /// When the orderly stop takes longer than this, the process ends without it.
    static constexpr int kStopLimitMs = 30'000;

    Application(ProfilePaths paths, CoreSettings settings, QObject* parent = nullptr);
    ~Application() override;

    /// Starts all; ready() or finished() follows.
    void start();
    /// Orderly stop; finished() follows. May be called at any time, also before ready(), and again.
    void stop();
    /// The demo's agent is started as soon as the console is ready.
    void useDemoAgent() { m_hasDemoAgent = true; }
    /// The core, between ready() and finished().
    [[nodiscard]] CoreService& service() { return *m_service; }

signals:
    /// The socket listens.
    void ready(const QString& socketPath);
    /// The orderly stop has begun: the core takes commands for a little while, then none.
    void stopping();
    /// Everything has stopped. `failure` says why it could not start; empty after an orderly stop.
    void finished(const QByteArray& failure);

private:
    enum class Stage { New, Starting, Running, Stopping, Stopped };

    void startCore();
    void startGateway();
    void gatewayStarted(const Result<void>& result, const QString& socketPath);
    void beginStop();
    void stopCore();
    void coreStopped();
    void finish();

    ProfilePaths m_paths;
    CoreSettings m_settings;
    bool m_hasDemoAgent = false;
    Stage m_stage = Stage::New;
    bool m_stopRequested = false;
    QByteArray m_failure;
    QTimer m_stopLimit;
    QtKeychainVault m_vault;
    EventThread m_io;
    EventThread m_core;
    std::unique_ptr<CoreService> m_service; ///< made, used and deleted on the core thread
    std::unique_ptr<GatewayCore> m_gatewayCore;
    std::unique_ptr<Gateway> m_gateway; ///< made, used and deleted on the io thread
    std::unique_ptr<DemoAgent> m_demoAgent;
};

} // namespace lockkeeper
