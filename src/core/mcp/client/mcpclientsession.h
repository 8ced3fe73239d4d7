// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/scheduler.h"
#include "core/mcp/client/clientvalues.h"
#include "core/mcp/client/tooldefinition.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/transport.h"

#include <QHash>
#include <QMap>
#include <QObject>
#include <QSet>

namespace lockkeeper::mcp {

/// The client's side of one connection to one tool server.
///
/// It mints its own ids and progress tokens, and sends each tools/call at most once: it keeps no
/// call that it could send again. Handshake and list have a limit of 30 s each; limits of calls are
/// the caller's. Requests of the server are answered by the protocol (ping), declined
/// (elicitation) or refused. Io thread; transport and scheduler must outlive it; no signal is
/// emitted before the function that leads to it has returned.
class McpClientSession final : public QObject
{
    Q_OBJECT

public:
    enum class State { New, Initializing, Ready, Closed };
    /// What became of cancel().
    enum class Cancelled {
        Withdrawn,      ///< no byte had left and none will; no callFinished follows
        Requested,      ///< the server was asked; an answer comes as lateAnswer
        NotOutstanding, ///< there is no such call any more
    };
    struct Counts
    {
        quint64 strayAnswers = 0;
        quint64 unknownProgressTokens = 0;
        quint64 refusedProgress = 0; ///< did not increase, or was no progress at all
        quint64 damagedLines = 0;
        quint64 unusableTools = 0;
    };
    static constexpr qint64 kHandshakeLimitMs = 30'000;

    McpClientSession(Transport& transport, Scheduler& scheduler, QObject* parent = nullptr);
    ~McpClientSession() override;

    [[nodiscard]] State state() const { return m_state; }
    /// Sends initialize and, when it is answered, notifications/initialized. Once.
    void initialize();
    /// Asks for all pages of tools; toolsListed or listFailed follows. While a listing runs, one
    /// more is done behind it.
    void listTools();
    /// Queues one tools/call. Exactly one callFinished follows unless cancel() ends it first.
    /// Unavailable when not Ready, ResourceExhausted when too much waits to be sent: nothing left.
    [[nodiscard]] Result<RequestNumber> callTool(ToolCallRequest call);
    /// Takes the call back if no byte of it has left, else sends notifications/cancelled. From
    /// then on its answer is late. `reason` is our own text, sent to the server.
    Cancelled cancel(RequestNumber request, QByteArrayView reason);
    /// True if a line came since the call was sent that may have been its answer but was damaged.
    [[nodiscard]] bool sawDamageSince(RequestNumber request) const;
    [[nodiscard]] const Counts& counts() const { return m_counts; }

signals:
    void ready(const lockkeeper::mcp::PeerInfo& peer);
    /// The session can do nothing (more). After every callFinished that the end leads to.
    void closed(const QByteArray& reason);
    void toolsListed(const QList<lockkeeper::mcp::ToolDefinition>& tools);
    void listFailed(const QByteArray& reason);
    void toolListChanged();
    /// The first byte of the call has been handed to the system.
    void callStarted(quint64 request);
    void callProgressed(quint64 request, const lockkeeper::mcp::CallProgress& progress);
    void callFinished(quint64 request, const lockkeeper::mcp::CallOutcome& outcome);
    /// The answer to a call that was cancelled before: evidence, never a result.
    void lateAnswer(quint64 request, const lockkeeper::mcp::CallOutcome& outcome);
    void strayAnswer(lockkeeper::mcp::StrayAnswer kind, const QByteArray& id);

private:
    enum class Kind { Initialize, List, Call };
    struct Pending
    {
        Kind kind = Kind::Call;
        Transport::LineId line = 0;
        qint64 bytesSent = 0;
        bool complete = false;
        std::optional<double> lastProgress;
        Scheduler::TimerId limit = 0;
        quint64 damageBefore = 0;
    };

    Result<RequestNumber> request(Kind kind, QByteArrayView method, QByteArrayView params,
                                  Transport::LastCheck lastCheck);
    void limitRequest(RequestNumber number);
    std::optional<Pending> take(RequestNumber number);
    void abandon(RequestNumber number, Kind kind);
    void notify(QByteArrayView method, QByteArrayView params);

    void onLine(const QByteArray& line);
    void onAdvanced(Transport::LineId line, qint64 bytesSent, bool complete);
    void onRefused(Transport::LineId line);
    void onOversized();
    void onClosed(const QByteArray& reason);
    void onRequest(const JsonRpcMessage& message);
    void onNotification(const JsonRpcMessage& message);
    void onProgress(const JsonRpcMessage& message);
    void onAnswer(const JsonRpcMessage& message, qint64 bytes);
    void onDamaged(const JsonRpcMessage& message, const QByteArray& line);
    [[nodiscard]] QByteArray refusal(const JsonRpcMessage& message);
    void onInitialized(const JsonRpcMessage& message);
    void onToolPage(const JsonRpcMessage& message);
    void requestToolPage();
    void endListing(const QByteArray& failure);
    void reportStray(StrayAnswer kind, const QByteArray& id);
    void finishNotUnderstood(RequestNumber number, const QByteArray& detail, qint64 bytes);
    void close(const QByteArray& reason);

    Transport& m_transport;
    Scheduler& m_scheduler;
    State m_state = State::New;
    const Revision* m_revision = nullptr;
    bool m_serverHasTools = false;
    RequestNumber m_next = 1;
    QHash<RequestNumber, Pending> m_pending;
    QHash<Transport::LineId, RequestNumber> m_lines;
    QMap<RequestNumber, Kind> m_abandoned; ///< bounded: the oldest are forgotten
    Counts m_counts;

    bool m_listing = false;
    bool m_listAgain = false;
    QByteArray m_cursor;
    QSet<QByteArray> m_seenCursors;
    QList<ToolDefinition> m_tools;
    qint64 m_listedBytes = 0;
};

} // namespace lockkeeper::mcp
