// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/toolbackend.h"
#include "core/base/clock.h"
#include "core/base/scheduler.h"
#include "core/domain/effectclass.h"
#include "core/keys/seatkeyring.h"
#include "core/keys/seatkeys.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace lockkeeper {

/// The operator's settings for one tool (config.jsonc, lockkeeper.tools.<name>).
struct ToolSettings
{
    std::optional<EffectClass> effect;
    QList<QByteArray> targets; ///< templates such as repo:{owner}/{name}; "none" = none
    qint64 timeoutMs = 600'000;
    qint64 idleTimeoutMs = 60'000;
    QByteArray idempotencyArgument;
    bool errorsMeanNoEffect = false;
    QByteArray summary; ///< template
    QList<QByteArray> publicPointers;
    QList<QByteArray> secretPointers;
};

/// One tool server (config.jsonc, mcpServers.<name>).
struct ServerSettings
{
    QByteArray name;
    QString command;
    QStringList arguments;
    QList<QPair<QByteArray, QByteArray>> environment; ///< values may be secret: never logged
    QString workingDirectory;
    bool trusted = false;
    bool plainNames = false;
    QHash<QByteArray, ToolSettings> tools;
    /// Digest of the whole server block (product.md, section 3.3, "connection generation").
    QByteArray connectionGeneration;
};

/// Everything config.jsonc says that the core needs.
struct CoreSettings
{
    QList<ServerSettings> servers;
    QString profileDirectory;
    QString storePath;
    QString guardRoot; ///< $XDG_STATE_HOME/lockkeeper
    bool operatorUnprotected = false;
    bool localPrincipals = true;     ///< connections without a credential are local/<n>
    QByteArray configurationProblem; ///< not empty: file, line, key: read-only with this reason
    bool createStore = true;
    int maximumPending = 100;
    int maximumOpen = 500;
};

/// A tool as its server announced it.
struct DiscoveredTool
{
    QByteArray name;
    QByteArray definition; ///< the whole object, canonical bytes
};

/// What the core hears from a tool server; called on the core thread.
class ServerListener
{
public:
    virtual ~ServerListener() = default;
    virtual void serverChanged(const QByteArray& server, const QByteArray& state,
                               const QByteArray& reason, const QList<QByteArray>& lastStderr) = 0;
    virtual void toolsDiscovered(const QByteArray& server, const QList<DiscoveredTool>& tools) = 0;
};

/// The core thread's handle on the backends of the io thread. Implemented in core/backends.
class BackendHub
{
public:
    virtual ~BackendHub() = default;
    /// Starts all servers; `listener` hears of them on the core thread until stop().
    virtual void open(ServerListener* listener) = 0;
    [[nodiscard]] virtual bool isReady(const QByteArray& server) const = 0;
    /// Runs `task` with the tool's backend on the io thread. The executor's dispatch is the only
    /// caller that starts a call in it.
    virtual void post(const QByteArray& server, std::function<void(ToolBackend&)> task) = 0;
    /// Stops all servers, then calls `stopped` on the core thread.
    virtual void close(std::function<void()> stopped) = 0;
};

/// How the core reaches the seat's keys, which live on the main thread.
class KeySource
{
public:
    virtual ~KeySource() = default;
    /// Opens the keyring for this store: `expected` as in SeatKeyring::open. `changed` is called on
    /// the core thread now and whenever the state is another one.
    using Changed = std::function<void(KeyringState, std::optional<SeatKeys>, QByteArray detail,
                                       QByteArray wrappedDecisionKey)>;
    virtual void open(const QByteArray& storeId, const std::optional<SeatPublicKeys>& expected,
                      Changed changed) = 0;
};

/// What the composition root hands to the core.
struct CoreParts
{
    CoreSettings settings;
    std::unique_ptr<Clock> clock;
    std::unique_ptr<Scheduler> scheduler; ///< made and used on the core thread
    std::unique_ptr<BackendHub> backends;
    std::unique_ptr<KeySource> keys;
};

} // namespace lockkeeper
