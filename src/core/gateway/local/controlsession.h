// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/gatewaysettings.h"
#include "core/gateway/local/eventqueue.h"
#include "core/gateway/local/linechannel.h"
#include "core/gateway/local/methodcall.h"
#include "core/gateway/local/peerprocess.h"
#include "core/mcp/jsonrpc.h"

#include <QObject>

namespace lockkeeper {

/// One connection of kind "control" after its hello: JSON-RPC 2.0 calls in, answers and events out.
///
/// Lives on the io thread and belongs to its LocalConnection. Each call first goes through
/// authorise(). At most kMaximumInFlight calls wait for the core; then no further line is read.
class ControlSession : public QObject
{
    Q_OBJECT

public:
    static constexpr int kMaximumInFlight = 64;

    /// What every session of one server shares; all of it outlives the session.
    struct Surroundings
    {
        GatewayCore& core;
        const GatewaySettings& settings;
        QObject* context; ///< long-lived, on the io thread: where the core answers to
    };

    /// `caller` as it was found at hello; `nonce` is what the hello answered.
    ControlSession(const Surroundings& around, LineChannel& channel, Caller caller,
                   PeerCredentials peer, QByteArray nonce, QObject* parent);
    ~ControlSession() override;

    void handle(const mcp::Frame& frame);
    /// The peer takes bytes again.
    void pumpEvents();

private:
    void call(mcp::JsonRpcMessage& message);
    [[nodiscard]] Result<void> dispatch(const mcp::JsonRpcMessage& message, const Answerer& answer);
    [[nodiscard]] Answerer answererFor(const QByteArray& id);
    void finish(const QByteArray& id, const Result<QByteArray>& answer);
    [[nodiscard]] Result<void> prove(const JsonView& params, const Answerer& answer);
    [[nodiscard]] Result<void> subscribe(const MethodCall& call);
    void unsubscribe();
    /// The caller with its standing as it is now.
    [[nodiscard]] Caller freshCaller() const;

    Surroundings m_around;
    LineChannel& m_channel;
    Caller m_caller;
    PeerCredentials m_peer;
    QByteArray m_nonce;
    int m_failedProofs = 0;
    int m_inFlight = 0;
    quint64 m_subscriber = 0; ///< 0 = not subscribed
    EventQueue m_events;
};

/// The error code of JSON-RPC that goes with an Error.
[[nodiscard]] qint64 rpcCodeOf(ErrorCode code);

} // namespace lockkeeper
