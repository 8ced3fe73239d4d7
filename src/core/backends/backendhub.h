// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/toolbackend.h"
#include "core/domain/toolsettings.h"

#include <functional>

namespace lockkeeper {

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
    /// Stops all servers, then calls `stopped` on the core thread; also when it was never opened.
    virtual void close(std::function<void()> stopped) = 0;
};

} // namespace lockkeeper
