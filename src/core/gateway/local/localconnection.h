// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/agentsession.h"
#include "core/gateway/local/controlsession.h"
#include "core/gateway/local/localtransport.h"

#include <QLocalSocket>
#include <QObject>

namespace lockkeeper {

/// One accepted connection: says who calls (hello), then hands the lines to a ControlSession or to
/// an agent's MCP session. Io thread; belongs to the LocalServer.
class LocalConnection : public QObject
{
    Q_OBJECT

public:
    LocalConnection(const ControlSession::Surroundings& around, const AgentSessionFactory& factory,
                    QLocalSocket* socket, PeerCredentials peer, QObject* parent);

    /// Whether this is the connection of that token (after hello).
    [[nodiscard]] bool isOf(const QByteArray& token, const CredentialId& credential) const;
    /// Ends it now; finished() follows.
    void abort() { m_channel.abort(); }

signals:
    /// Hello was accepted for `token`: an older connection of the same token and principal is dead.
    void tookOver(const QByteArray& token, const lockkeeper::CredentialId& credential);
    /// The connection has ended; delete it later.
    void finished();

private:
    struct Hello
    {
        QByteArray id;
        bool isMcp = false;
        QByteArray token;
        bool resumed = false;
    };
    void onFrame(const mcp::Frame& frame);
    void onClosed();
    void onHello(const mcp::Frame& frame);
    [[nodiscard]] Result<void> readHello(const mcp::JsonRpcMessage& message);
    void welcome(std::shared_ptr<const AgentPrincipal> agent, bool hasCredential);
    void turnAway(const QByteArray& id, const Error& error);
    [[nodiscard]] QByteArray welcomeJson(const QByteArray& nonce) const;

    ControlSession::Surroundings m_around;
    const AgentSessionFactory& m_factory;
    PeerCredentials m_peer;
    LineChannel m_channel;
    PeerStanding m_standing;
    Hello m_hello;
    std::shared_ptr<const AgentPrincipal> m_agent;
    bool m_helloSeen = false;
    ControlSession* m_control = nullptr;
    LocalTransport* m_transport = nullptr;
};

} // namespace lockkeeper
