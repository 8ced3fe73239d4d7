// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QSet>
#include <QString>

namespace lockkeeper {

/// What the composition root tells the gateways. Read once, when the server is made.
struct GatewaySettings
{
    QString profileDirectory;
    QString runtimeDirectory; ///< $XDG_RUNTIME_DIR, or empty
    QByteArray version;
    qint64 consolePid = 0;            ///< whose descendants are never operators
    bool operatorUnprotected = false; ///< operatorCli "unprotected"
    bool localPrincipals = true;      ///< a connection without a credential is local/<n>
    QSet<QByteArray> plainServers;    ///< servers whose tools keep their own names

    qint64 pendingAnswerMs = 50'000; ///< a held MCP call is answered "pending, handle H" after this
    qint64 beatMs = 5'000;           ///< distance of progress beats while a call is held
    qint64 helloMs = 10'000;         ///< a connection says hello within this or is closed
};

} // namespace lockkeeper
