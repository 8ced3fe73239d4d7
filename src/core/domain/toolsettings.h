// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/effectclass.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

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
    /// Not empty: this version cannot run the server, for this reason; it is shown as failed.
    QByteArray skippedBecause;
};

/// A tool as its server announced it.
struct DiscoveredTool
{
    QByteArray name;
    QByteArray definition; ///< the whole object, canonical bytes
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

} // namespace lockkeeper
