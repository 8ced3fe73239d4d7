// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

namespace lockkeeper {

/// All ways in besides the window. Made by gatewayfactory.h; start, stop and destruction on the io
/// thread. Must live until the core has stopped, because it is the context of the core's answers.
class Gateway
{
public:
    virtual ~Gateway() = default;
    /// Listens and writes console.json. The caller holds the profile's lock. Fails with the reason
    /// why the socket cannot be opened; nothing is left behind then.
    [[nodiscard]] virtual Result<void> start() = 0;
    /// Ends all connections and removes console.json. Calls that agents wait for stay as they are.
    virtual void stop() = 0;
    /// Where the console listens; empty while it does not.
    [[nodiscard]] virtual QString socketPath() const = 0;
};

} // namespace lockkeeper
