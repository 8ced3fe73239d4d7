// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/agentsession.h"
#include "core/gateway/gatewaycore.h"
#include "core/gateway/gatewaysettings.h"
#include "core/gateway/local/localconnection.h"

#include <QLocalServer>
#include <QObject>
#include <QSet>

namespace lockkeeper {

/// The console's local socket: user-only, in a folder of its own, peers of other users refused.
///
/// Made, started, stopped and deleted on the io thread; must live until the core has stopped,
/// because it is the context of the core's answers. Core, settings and factory outlive it.
class LocalServer : public QObject
{
    Q_OBJECT

public:
    /// Connections that may be open at once; a further one is closed.
    static constexpr qsizetype kMaximumConnections = 256;

    LocalServer(GatewayCore& core, const GatewaySettings& settings, AgentSessionFactory factory,
                QObject* parent = nullptr);
    ~LocalServer() override;

    /// Listens and writes console.json. The caller holds the profile's lock: a socket that an ended
    /// console left is removed. Errors as in socketpath.h; nothing is left behind then.
    [[nodiscard]] Result<void> start();
    /// Removes console.json and socket, ends all connections. May be called twice.
    void stop();
    /// Empty before start().
    [[nodiscard]] QString socketPath() const { return m_path; }

private:
    void accept();
    void accept(QLocalSocket* socket);
    void endOlder(const LocalConnection* newer, const QByteArray& token,
                  const CredentialId& credential);

    GatewayCore& m_core;
    const GatewaySettings& m_settings;
    AgentSessionFactory m_factory;
    QLocalServer m_server;
    QString m_path;
    QSet<LocalConnection*> m_connections;
};

} // namespace lockkeeper
