// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/bridge/stdioend.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

#include <sys/socket.h>
#include <unistd.h>

namespace lockkeeper::ctl {

namespace {

constexpr std::size_t kReadChunk = 65'536;
constexpr qsizetype kCompactAfter = 1024 * 1024;

} // namespace

StdioEnd::StdioEnd(int input, int output, QObject* parent)
    : QObject(parent)
    , m_input(input)
    , m_output(output)
    , m_readable(input, QSocketNotifier::Read)
    , m_writable(output, QSocketNotifier::Write)
{
    m_writable.setEnabled(false);
    connect(&m_readable, &QSocketNotifier::activated, this, &StdioEnd::readSome);
    connect(&m_writable, &QSocketNotifier::activated, this, &StdioEnd::writeSome);
}

void StdioEnd::setReading(bool on)
{
    m_readable.setEnabled(on && !m_ended);
}

void StdioEnd::readSome()
{
    std::array<char, kReadChunk> buffer;
    const ssize_t count = ::read(m_input, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0)
        return end();
    for (mcp::Frame& frame : m_framer.feed(QByteArrayView(buffer.data(), count))) {
        if (onFrame && !m_ended)
            onFrame(frame);
    }
}

void StdioEnd::write(QByteArrayView line)
{
    if (m_ended)
        return;
    m_out.append(line);
    m_out.append('\n');
    m_writable.setEnabled(true);
}

void StdioEnd::writeSome()
{
    const qsizetype left = bytesWaiting();
    if (left == 0) {
        m_writable.setEnabled(false);
        return;
    }
    // A socket takes what it can; a pipe that is writable takes PIPE_BUF bytes without blocking.
    ssize_t count = ::send(m_output, m_out.constData() + m_written, static_cast<std::size_t>(left),
                           MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == ENOTSOCK)
        count = ::write(m_output, m_out.constData() + m_written,
                        static_cast<std::size_t>(std::min<qsizetype>(left, PIPE_BUF)));
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0)
        return end();
    m_written += count;
    if (bytesWaiting() == 0) {
        m_out.clear();
        m_written = 0;
        m_writable.setEnabled(false);
        if (onDrained)
            onDrained();
    } else if (m_written > kCompactAfter) {
        m_out.remove(0, m_written);
        m_written = 0;
    }
}

void StdioEnd::flush()
{
    while (bytesWaiting() > 0) {
        const ssize_t count = ::write(m_output, m_out.constData() + m_written,
                                      static_cast<std::size_t>(bytesWaiting()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        m_written += count;
    }
    m_out.clear();
    m_written = 0;
}

void StdioEnd::end()
{
    if (m_ended)
        return;
    m_ended = true;
    m_readable.setEnabled(false);
    m_writable.setEnabled(false);
    if (onEnd)
        onEnd();
}

} // namespace lockkeeper::ctl
