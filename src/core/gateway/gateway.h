// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/gatewaycore.h"
#include "core/gateway/gatewaysettings.h"

#include <memory>

#include <QObject>

namespace lockkeeper {

class LocalServer;

/// All ways in besides the window: the local socket for lockkeeperctl and for the agents' bridges.
///
/// Made by the composition root, moved to or made on the io thread and used only there; must live
/// until the core has stopped. Does not own the core.
class Gateway : public QObject
{
    Q_OBJECT

public:
    Gateway(GatewayCore& core, GatewaySettings settings, QObject* parent = nullptr);
    ~Gateway() override;

    /// Io thread, under the profile's lock. Fails with the reason why the socket cannot be opened.
    [[nodiscard]] Result<void> start();
    /// Io thread: ends all connections. Calls that they waited for are detached, not cancelled.
    void stop();
    /// Where the console listens; empty while it does not.
    [[nodiscard]] QString socketPath() const;

private:
    GatewayCore& m_core;
    GatewaySettings m_settings;
    std::unique_ptr<LocalServer> m_local; ///< made by start(), so that it lives on the io thread
};

} // namespace lockkeeper
