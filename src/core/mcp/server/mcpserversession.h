// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/jsonrpc.h"
#include "core/mcp/schema/revision.h"
#include "core/mcp/server/mcpserverhandler.h"
#include "core/mcp/transport.h"

#include <QHash>
#include <QObject>

#include <optional>

namespace lockkeeper::mcp {

/// The server's side of one connection to one agent, for the revisions with a handshake.
///
/// Each request is answered once and under exactly the id it came with; a bad line is answered
/// with an error and the connection lives. An id that is in flight already is answered with
/// -32600 under a null id, because an error under its own would end the first call for the client.
/// One thread (the transport's); transport and handler must outlive it.
class McpServerSession final : public QObject
{
    Q_OBJECT

public:
    struct Counts
    {
        quint64 damagedLines = 0;
        quint64 foreignAnswers = 0;
        quint64 unsentAnswers = 0; ///< for calls that were cancelled or are not there
    };
    /// Calls that may be in flight on one connection; a further one is answered with an error.
    static constexpr qsizetype kMaximumInFlight = 1024;

    /// `instructions` are told to the client at the handshake; may be empty.
    McpServerSession(Transport& transport, McpServerHandler& handler, QByteArray instructions,
                     QObject* parent = nullptr);

    /// nullptr before the handshake.
    [[nodiscard]] const Revision* revision() const { return m_revision; }
    [[nodiscard]] qsizetype inFlight() const { return m_inFlight.size(); }
    [[nodiscard]] const Counts& counts() const { return m_counts; }

    /// Answers a call with its raw result object. False if the call is not in flight any more
    /// (answered, cancelled, connection gone): then nothing is sent.
    bool sendResult(const QByteArray& id, QByteArrayView result);
    bool sendError(const QByteArray& id, qint64 code, QByteArrayView message,
                   QByteArrayView data = {});
    /// A result with isError and one text, which the model can read.
    bool sendToolError(const QByteArray& id, QByteArrayView text);
    /// False, and nothing is sent, if the agent gave no token, `progress` does not increase or is
    /// not finite, or the call is not in flight any more. `message` may be empty.
    bool sendProgress(const QByteArray& id, double progress, std::optional<double> total,
                      QByteArrayView message);
    /// Tells a client that is past its handshake that the list of tools is another one; false, and
    /// nothing is sent, before that.
    bool notifyToolsChanged();

private:
    struct InFlight
    {
        QByteArray progressToken;
        std::optional<double> lastProgress;
    };

    void onLine(const QByteArray& line);
    void onRequest(const JsonRpcMessage& message);
    void onNotification(const JsonRpcMessage& message);
    void onInitialize(const JsonRpcMessage& message);
    void onToolsList(const JsonRpcMessage& message);
    void onToolsCall(const JsonRpcMessage& message);
    void onCancelled(const JsonRpcMessage& message);
    bool admit(const QByteArray& id, QByteArray progressToken);
    bool answer(const QByteArray& id, QByteArray line);
    void refuse(QByteArrayView id, qint64 code, QByteArrayView text);
    void send(QByteArray line);

    Transport& m_transport;
    McpServerHandler& m_handler;
    QByteArray m_instructions;
    const Revision* m_revision = nullptr;
    bool m_clientIsReady = false;
    QHash<QByteArray, InFlight> m_inFlight; ///< by idKey
    Counts m_counts;
};

} // namespace lockkeeper::mcp
