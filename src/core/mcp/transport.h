// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QObject>

#include <functional>

namespace lockkeeper::mcp {

/// A way to exchange lines (one JSON-RPC message each) with one peer.
///
/// Lives on the io thread, as all that is connected to it. Nothing blocks: send() only queues, and
/// no signal is emitted before send() returns. Whoever made a transport owns it; a slot of one of
/// its signals must use deleteLater().
class Transport : public QObject
{
    Q_OBJECT

public:
    using LineId = quint64;
    /// Evaluated on the io thread directly before the first byte is handed to the system.
    using LastCheck = std::function<bool()>;
    /// Bytes that may wait to be sent; a further line is refused.
    static constexpr qint64 kMaximumQueuedBytes = 64LL * 1024 * 1024;

    using QObject::QObject;
    ~Transport() override;

    /// Queues `line`, which holds no line end. `lastCheck` is called at most once, when the line's
    /// turn has come and the peer's end takes bytes; if it says false nothing of the line leaves
    /// and lineRefused is emitted. Unavailable when closed, ResourceExhausted when the queue is
    /// full, InvalidArgument for a line over 16 MiB or with a line end; then nothing is sent.
    [[nodiscard]] virtual Result<LineId> send(QByteArray line, LastCheck lastCheck = {}) = 0;
    /// Takes a line back. True if no byte of it has left, and then none ever will.
    [[nodiscard]] virtual bool withdraw(LineId line) = 0;
    [[nodiscard]] virtual bool isOpen() const = 0;
    /// The reader found that a received line is no message. Kept for the operator up to a bound.
    virtual void noteNoise(QByteArrayView line) = 0;

signals:
    void lineReceived(const QByteArray& line);
    /// A line over 16 MiB came and is being discarded; the connection lives.
    void oversizedLineDiscarded();
    /// The peer frames its messages with Content-Length headers, which MCP does not.
    void contentLengthPeerDetected();
    /// `bytesSent` bytes of the line, its line end included, have been handed to the system.
    void lineAdvanced(lockkeeper::mcp::Transport::LineId line, qint64 bytesSent, bool complete);
    /// The last check said no: nothing of the line has left.
    void lineRefused(lockkeeper::mcp::Transport::LineId line);
    /// Once, after all that was received: nothing can be sent or received any more. What has not
    /// left by now never will. `reason` is a developer's text without content.
    void closed(const QByteArray& reason);
};

} // namespace lockkeeper::mcp
