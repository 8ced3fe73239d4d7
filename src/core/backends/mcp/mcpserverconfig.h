// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QPair>
#include <QString>
#include <QStringList>

namespace lockkeeper {

/// One configured MCP tool server (an entry of mcpServers).
struct McpServerConfig
{
    QByteArray name;
    QString command;
    QStringList arguments;
    QList<QPair<QByteArray, QByteArray>> environment; ///< values may be secret: never logged
    QString workingDirectory;                         ///< empty: the console's own
    QByteArray url; ///< not empty: a server by HTTP, which this version refuses with a clear reason
};

enum class McpServerState { Stopped, Starting, Ready, Failed };

/// How one server stands. Texts come from the server or the system and are untrusted.
struct McpServerStatus
{
    QByteArray name;
    McpServerState state = McpServerState::Stopped;
    QByteArray reason;            ///< why it failed; sanitised, empty otherwise
    bool willRetry = false;       ///< Failed, and a new start is due by itself
    QList<QByteArray> lastStderr; ///< at most 20 sanitised lines; may hold secrets: never logged
    bool noisy = false;           ///< it writes to stdout what is no message
    QByteArray peerName;          ///< as the server names itself; empty before it was ready
    QByteArray peerVersion;
};

/// "stopped", "starting", "ready" or "failed".
[[nodiscard]] const char* mcpServerStateName(McpServerState state);

} // namespace lockkeeper
