// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gateway.h"

#include "core/gateway/local/localserver.h"
#include "core/gateway/mcp/mcpgateway.h"

namespace lockkeeper {

Gateway::Gateway(GatewayCore& core, GatewaySettings settings, QObject* parent)
    : QObject(parent)
    , m_core(core)
    , m_settings(std::move(settings))
{
}

Gateway::~Gateway() = default;

Result<void> Gateway::start()
{
    if (!m_local) {
        m_local = std::make_unique<LocalServer>(
            m_core, m_settings,
            [this](mcp::Transport& transport, AgentIdentity identity, QObject* context,
                   QObject* parent) -> QObject* {
                return new McpGateway(m_core, m_settings, context, transport, std::move(identity),
                                      parent);
            });
    }
    return m_local->start();
}

void Gateway::stop()
{
    if (m_local)
        m_local->stop();
}

QString Gateway::socketPath() const
{
    return m_local ? m_local->socketPath() : QString();
}

} // namespace lockkeeper
