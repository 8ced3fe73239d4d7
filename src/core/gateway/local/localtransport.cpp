// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/localtransport.h"

namespace lockkeeper {

Result<mcp::Transport::LineId> LocalTransport::send(QByteArray line, LastCheck lastCheck)
{
    if (!m_channel.isOpen())
        return Error(ErrorCode::Unavailable, "the connection is closed");
    if (line.contains('\n'))
        return Error(ErrorCode::InvalidArgument, "a line holds no line end");
    const LineId id = ++m_last;
    if (lastCheck && !lastCheck()) {
        QMetaObject::invokeMethod(
            this, [this, id] { emit lineRefused(id); }, Qt::QueuedConnection);
        return id;
    }
    m_channel.send(line);
    return id;
}

bool LocalTransport::withdraw(LineId)
{
    return false; // the channel may have handed it to the system already
}

void LocalTransport::noteNoise(QByteArrayView)
{
    // An agent's damaged line is answered; there is no operator's list of them.
}

void LocalTransport::handle(const mcp::Frame& frame)
{
    switch (frame.kind) {
    case mcp::Frame::Kind::Line:
        emit lineReceived(frame.bytes);
        return;
    case mcp::Frame::Kind::Oversized:
        emit oversizedLineDiscarded();
        return;
    case mcp::Frame::Kind::ContentLengthHeader:
        emit contentLengthPeerDetected();
        return;
    }
}

void LocalTransport::end()
{
    emit closed("the local connection ended");
}

} // namespace lockkeeper
