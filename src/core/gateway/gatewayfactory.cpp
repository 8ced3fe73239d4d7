// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewayfactory.h"

#include "core/gateway/local/localserver.h"
#include "core/gateway/mcp/mcpgateway.h"

namespace lockkeeper {

namespace {

class LocalGateway final : public Gateway
{
public:
    LocalGateway(GatewayCore& core, GatewaySettings settings)
        : m_settings(std::move(settings))
        , m_server(core, m_settings,
                   [this, &core](mcp::Transport& transport, AgentIdentity identity,
                                 QObject* context, QObject* parent) -> QObject* {
                       return new McpGateway(core, m_settings, context, transport,
                                             std::move(identity), parent);
                   })
    {
    }

    Result<void> start() override { return m_server.start(); }
    void stop() override { m_server.stop(); }
    [[nodiscard]] QString socketPath() const override { return m_server.socketPath(); }

private:
    GatewaySettings m_settings;
    LocalServer m_server;
};

} // namespace

std::unique_ptr<Gateway> makeGateway(GatewayCore& core, GatewaySettings settings)
{
    return std::make_unique<LocalGateway>(core, std::move(settings));
}

} // namespace lockkeeper
