// SPDX-License-Identifier: Apache-2.0
#include "app/demo/standardstreams.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace lockkeeper {

using mcp::Frame;

StandardStreams::StandardStreams(QObject* parent)
    : mcp::Transport(parent)
    , m_input(STDIN_FILENO, QSocketNotifier::Read)
{
    mcp::FileDescriptor output(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    if (output.isOpen() && mcp::setNonBlocking(output))
        m_writer.open(std::move(output));
    connect(&m_writer, &mcp::PipeWriter::lineAdvanced, this, &Transport::lineAdvanced);
    connect(&m_writer, &mcp::PipeWriter::lineRefused, this, &Transport::lineRefused);
    connect(&m_writer, &mcp::PipeWriter::broken, this, [this]() { close("nobody reads stdout"); });
    connect(&m_input, &QSocketNotifier::activated, this, &StandardStreams::read);
}

Result<mcp::Transport::LineId> StandardStreams::send(QByteArray line, LastCheck lastCheck)
{
    if (m_closed)
        return Error(ErrorCode::Unavailable, "the connection is closed");
    return m_writer.send(std::move(line), std::move(lastCheck));
}

void StandardStreams::read()
{
    std::array<char, 64 * 1024> buffer;
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        close("stdin has ended");
        return;
    }
    for (const Frame& frame : m_framer.feed(QByteArrayView(buffer.data(), got))) {
        switch (frame.kind) {
        case Frame::Kind::Line:
            emit lineReceived(frame.bytes);
            break;
        case Frame::Kind::Oversized:
            emit oversizedLineDiscarded();
            break;
        case Frame::Kind::ContentLengthHeader:
            emit contentLengthPeerDetected();
            break;
        }
    }
}

void StandardStreams::close(const QByteArray& reason)
{
    if (m_closed)
        return;
    m_closed = true;
    m_input.setEnabled(false);
    emit closed(reason);
}

} // namespace lockkeeper
