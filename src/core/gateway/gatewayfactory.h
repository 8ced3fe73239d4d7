// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/gateway.h"
#include "core/gateway/gatewaycore.h"
#include "core/gateway/gatewaysettings.h"

#include <memory>

namespace lockkeeper {

/// The local socket with the MCP sessions of the agents' bridges behind it. Call it on the io
/// thread. Does not own the core, which outlives the gateway's last use of it.
[[nodiscard]] std::unique_ptr<Gateway> makeGateway(GatewayCore& core, GatewaySettings settings);

} // namespace lockkeeper
