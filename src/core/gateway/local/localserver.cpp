// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/localserver.h"

#include "core/base/logging.h"
#include "core/gateway/local/consolefile.h"
#include "core/gateway/local/socketpath.h"

#include <QFile>
#include <QLocalSocket>

#include <unistd.h>

namespace lockkeeper {

LocalServer::LocalServer(GatewayCore& core, const GatewaySettings& settings,
                         AgentSessionFactory factory, QObject* parent)
    : QObject(parent)
    , m_core(core)
    , m_settings(settings)
    , m_factory(std::move(factory))
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, qOverload<>(&LocalServer::accept));
}

LocalServer::~LocalServer()
{
    stop();
}

Result<void> LocalServer::start()
{
    LK_TRY(const QString path,
           socketPathFor(m_settings.profileDirectory, m_settings.runtimeDirectory));
    LK_CHECK(prepareSocketFolder(path));
    LK_CHECK(removeStaleSocket(path));
    if (!m_server.listen(path))
        return Error(ErrorCode::Unavailable,
                     "the local socket cannot be opened: " + m_server.errorString().toUtf8());
    m_path = path;
    ConsoleFile file;
    file.socketPath = path;
    file.pid = m_settings.consolePid;
    file.version = m_settings.version;
    if (Result<void> written = writeConsoleFile(m_settings.profileDirectory, file); !written) {
        stop();
        return written;
    }
    log::info("gateway", "listening", {{"socket", QFile::encodeName(path)}});
    return {};
}

void LocalServer::stop()
{
    if (m_path.isEmpty())
        return;
    removeConsoleFile(m_settings.profileDirectory, m_settings.consolePid);
    m_server.close();
    m_path.clear();
    const QSet<LocalConnection*> connections = std::exchange(m_connections, {});
    qDeleteAll(connections);
}

void LocalServer::accept()
{
    while (QLocalSocket* socket = m_server.nextPendingConnection())
        accept(socket);
}

void LocalServer::accept(QLocalSocket* socket)
{
    const Result<PeerCredentials> peer = peerCredentials(socket->socketDescriptor());
    if (!peer || peer->uid != ::geteuid()) {
        log::warning("gateway", "connection refused",
                     {{"why", peer ? "another user" : "no peer credentials"}});
        delete socket;
        return;
    }
    if (m_connections.size() >= kMaximumConnections) {
        log::warning("gateway", "connection refused", {{"why", "too many are open"}});
        delete socket;
        return;
    }
    const ControlSession::Surroundings around{m_core, m_settings, this};
    auto* connection = new LocalConnection(around, m_factory, socket, *peer, this);
    m_connections.insert(connection);
    connect(connection, &LocalConnection::finished, this, [this, connection] {
        m_connections.remove(connection);
        connection->deleteLater();
    });
    connect(connection, &LocalConnection::tookOver, this,
            [this, connection](const QByteArray& token, const CredentialId& credential) {
                endOlder(connection, token, credential);
            });
}

void LocalServer::endOlder(const LocalConnection* newer, const QByteArray& token,
                           const CredentialId& credential)
{
    for (LocalConnection* connection : std::as_const(m_connections)) {
        if (connection != newer && connection->isOf(token, credential))
            connection->abort();
    }
}

} // namespace lockkeeper
