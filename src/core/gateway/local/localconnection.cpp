// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/localconnection.h"

#include "core/base/digest.h"
#include "core/base/logging.h"
#include "core/base/random.h"
#include "core/gateway/accountname.h"
#include "core/gateway/wirejson.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kTokenBytes = 16;
constexpr int kNonceBytes = 32;
constexpr qsizetype kLocalDigits = 24;

bool isToken(const QByteArray& text)
{
    return text.size() == 2 * kTokenBytes && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

/// The principal of a connection without a credential. It hangs on the connection's unguessable
/// token, so that a bridge that resumes after a restart of the console is the same principal.
std::shared_ptr<const AgentPrincipal> localPrincipal(const QByteArray& token)
{
    AgentPrincipal agent;
    agent.name = "local/" + taggedDigest("lockkeeper.local", {token}).toHex().left(kLocalDigits);
    agent.credential = CredentialId(agent.name);
    return std::make_shared<const AgentPrincipal>(std::move(agent));
}

} // namespace

LocalConnection::LocalConnection(const ControlSession::Surroundings& around,
                                 const AgentSessionFactory& factory, QLocalSocket* socket,
                                 PeerCredentials peer, QObject* parent)
    : QObject(parent)
    , m_around(around)
    , m_factory(factory)
    , m_peer(peer)
    , m_channel(socket, nullptr)
    , m_standing(standingOf(peer.pid, around.settings.consolePid))
{
    m_channel.onFrame = [this](mcp::Frame& frame) {
        onFrame(frame);
        wipe(frame.bytes); // it may have held a token or the PIN
    };
    m_channel.onClosed = [this] { onClosed(); };
    m_channel.onDrained = [this] {
        if (m_control)
            m_control->pumpEvents();
    };
    QTimer::singleShot(static_cast<int>(around.settings.helloMs), this, [this] {
        if (!m_control && !m_transport)
            turnAway({}, Error(ErrorCode::DeadlineExceeded, "no hello came in time"));
    });
}

bool LocalConnection::isOf(const QByteArray& token, const CredentialId& credential) const
{
    return m_agent && m_hello.token == token && m_agent->credential == credential &&
           (m_control || m_transport);
}

void LocalConnection::onFrame(const mcp::Frame& frame)
{
    if (m_control)
        m_control->handle(frame);
    else if (m_transport)
        m_transport->handle(frame);
    else
        onHello(frame);
}

void LocalConnection::onClosed()
{
    if (m_transport)
        m_transport->end();
    emit finished();
}

void LocalConnection::onHello(const mcp::Frame& frame)
{
    if (frame.kind != mcp::Frame::Kind::Line)
        return turnAway({}, Error(ErrorCode::InvalidArgument, "the first line must be hello"));
    mcp::JsonRpcMessage message = mcp::parseJsonRpc(frame.bytes);
    if (message.kind == mcp::JsonRpcMessage::Kind::Invalid) {
        m_channel.send(mcp::jsonRpcError(message.id, message.faultCode, message.fault));
        return; // a damaged line is no reason to hang up (B70)
    }
    if (message.kind != mcp::JsonRpcMessage::Kind::Request)
        return;
    if (m_helloSeen)
        return;
    if (Result<void> read = readHello(message); !read) {
        const bool wrongMethod = read.error().code() == ErrorCode::FailedPrecondition;
        m_channel.send(mcp::jsonRpcError(
            message.id, wrongMethod ? mcp::rpc::kInvalidRequest : rpcCodeOf(read.error().code()),
            read.error().message(), wire::errorData(read.error())));
    }
    wipe(message.params);
}

Result<void> LocalConnection::readHello(const mcp::JsonRpcMessage& message)
{
    if (message.method != "hello")
        return Error(ErrorCode::FailedPrecondition, "the first call must be hello");
    const JsonView params(message.params.isEmpty() ? QByteArrayView("{}")
                                                   : QByteArrayView(message.params));
    LK_TRY(const qint64 protocol, optionalInteger(params, "protocol", 0, 0, 1000));
    if (protocol != 1)
        return Error(ErrorCode::InvalidArgument, "protocol must be 1");
    LK_TRY(const QByteArray kind, requiredText(params, "kind"));
    if (kind != "control" && kind != "mcp")
        return Error(ErrorCode::InvalidArgument, "kind must be control or mcp");
    LK_TRY(const QByteArray resume, optionalText(params, "resume"));
    if (!resume.isEmpty() && !isToken(resume))
        return Error(ErrorCode::InvalidArgument, "resume is no connection token");
    LK_TRY(QByteArray credential, optionalText(params, "credential"));

    m_helloSeen = true;
    m_hello.id = message.id;
    m_hello.isMcp = kind == "mcp";
    m_hello.resumed = !resume.isEmpty();
    m_hello.token = m_hello.resumed ? resume : randomBytes(kTokenBytes).toHex();
    if (credential.isEmpty()) {
        welcome(m_around.settings.localPrincipals ? localPrincipal(m_hello.token) : nullptr, false);
        return {};
    }
    m_channel.hold();
    m_around.core.authenticate(
        credential,
        Reply<AgentPrincipal>(m_around.context, [self = QPointer<LocalConnection>(this)](
                                                    Result<AgentPrincipal> agent) {
            if (!self)
                return;
            self->m_channel.release();
            if (agent)
                self->welcome(std::make_shared<const AgentPrincipal>(std::move(*agent)), true);
            else
                self->turnAway(self->m_hello.id, agent.error());
        }));
    wipe(credential);
    return {};
}

void LocalConnection::welcome(std::shared_ptr<const AgentPrincipal> agent, bool hasCredential)
{
    if (m_hello.isMcp && !agent)
        return turnAway(m_hello.id,
                        Error(ErrorCode::PermissionDenied,
                              "an agent's credential is needed: the configuration allows no local "
                              "principals"));
    m_agent = agent;
    if (agent)
        emit tookOver(m_hello.token, agent->credential);
    const QByteArray nonce = randomBytes(kNonceBytes);
    m_channel.send(mcp::jsonRpcResult(m_hello.id, welcomeJson(nonce)));
    if (m_hello.isMcp) {
        m_transport = new LocalTransport(m_channel, this);
        AgentIdentity identity{std::move(agent), m_hello.token, m_hello.resumed};
        m_factory(*m_transport, std::move(identity), m_around.context, m_transport);
        return;
    }
    Caller caller;
    caller.agent = std::move(agent);
    caller.hasCredential = hasCredential;
    caller.standing = m_standing;
    caller.accountName = accountName(m_peer.uid);
    m_control = new ControlSession(m_around, m_channel, std::move(caller), m_peer, nonce, this);
}

QByteArray LocalConnection::welcomeJson(const QByteArray& nonce) const
{
    JsonWriter writer;
    writer.beginObject().member("protocol", 1).member("server", "lockkeeper");
    writer.member("version", m_around.settings.version);
    writer.member("pid", m_around.settings.consolePid);
    writer.member("connection", m_hello.token);
    if (m_agent) {
        writer.member("principal", m_agent->credential.value());
        writer.member("name", m_agent->name);
    }
    if (!m_hello.isMcp) {
        writer.member("nonce", nonce.toBase64());
        writer.member("operator_proof",
                      m_around.settings.operatorUnprotected ? "unprotected" : "pin");
    }
    return writer.endObject().take();
}

void LocalConnection::turnAway(const QByteArray& id, const Error& error)
{
    log::warning("gateway", "connection refused",
                 {{"pid", QByteArray::number(m_peer.pid)}, {"why", error.message()}});
    m_channel.send(
        mcp::jsonRpcError(id, rpcCodeOf(error.code()), error.message(), wire::errorData(error)));
    m_channel.closeAfterSending();
}

} // namespace lockkeeper
