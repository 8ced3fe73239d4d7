// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/coreservice.h"
#include "core/mcp/transport.h"

#include <QByteArray>

#include <functional>
#include <memory>

namespace lockkeeper {

/// Who an MCP session belongs to.
struct AgentIdentity
{
    std::shared_ptr<const AgentPrincipal> agent;
    QByteArray connectionToken; ///< the same again when a bridge resumes
    bool resumed = false;
};

/// Makes the object that serves one agent's MCP session over `transport`, as a child of `parent`.
/// `context` is a long-lived object of the io thread, where the core answers to. So the transports
/// need not know the MCP gateway.
using AgentSessionFactory = std::function<QObject*(
    mcp::Transport& transport, AgentIdentity identity, QObject* context, QObject* parent)>;

} // namespace lockkeeper
