// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/linechannel.h"

#include "core/base/assert.h"
#include "core/base/logging.h"

#include <utility>

namespace lockkeeper {

namespace {

constexpr qint64 kReadBuffer = 256 * 1024;
constexpr qint64 kReadChunk = 64 * 1024;
constexpr qint64 kDrained = 256 * 1024;

} // namespace

LineChannel::LineChannel(QLocalSocket* socket, QObject* parent)
    : QObject(parent)
    , m_socket(socket)
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(kReadBuffer);
    connect(m_socket, &QLocalSocket::readyRead, this, &LineChannel::readMore);
    connect(m_socket, &QLocalSocket::bytesWritten, this, &LineChannel::written);
    connect(m_socket, &QLocalSocket::disconnected, this, &LineChannel::closed);
    // What came before we listened, and a peer that is gone already.
    QMetaObject::invokeMethod(
        this,
        [this] {
            readMore();
            if (m_socket->state() == QLocalSocket::UnconnectedState)
                closed();
        },
        Qt::QueuedConnection);
}

bool LineChannel::mayHandOut() const
{
    return !m_closed && !m_closing && m_holds == 0 && bytesWaiting() <= kSlowReaderBytes;
}

void LineChannel::readMore()
{
    while (mayHandOut() && !m_handingOut) {
        if (!m_frames.empty()) {
            handOut();
            continue;
        }
        const QByteArray chunk = m_socket->read(kReadChunk);
        if (chunk.isEmpty())
            return;
        for (mcp::Frame& frame : m_framer.feed(chunk))
            m_frames.push_back(std::move(frame));
    }
}

void LineChannel::handOut()
{
    mcp::Frame frame = std::move(m_frames.front());
    m_frames.pop_front();
    m_handingOut = true;
    if (onFrame)
        onFrame(frame);
    m_handingOut = false;
}

void LineChannel::handOutLater()
{
    QMetaObject::invokeMethod(this, &LineChannel::readMore, Qt::QueuedConnection);
}

void LineChannel::send(QByteArrayView line)
{
    if (m_closed || m_closing)
        return;
    if (bytesWaiting() + line.size() > kLostReaderBytes) {
        log::warning("gateway", "connection cut: it takes no answers");
        abort();
        return;
    }
    m_socket->write(line.data(), line.size());
    m_socket->write("\n", 1);
}

void LineChannel::hold()
{
    ++m_holds;
}

void LineChannel::release()
{
    LK_ASSERT(m_holds > 0);
    --m_holds;
    if (m_holds == 0)
        handOutLater();
}

void LineChannel::closeAfterSending()
{
    if (m_closed || m_closing)
        return;
    m_closing = true;
    m_frames.clear();
    m_socket->flush(); // Qt 6.4 drops what is not written yet
    m_socket->disconnectFromServer();
}

void LineChannel::abort()
{
    if (m_closed)
        return;
    m_closing = true;
    m_frames.clear();
    m_socket->abort();
}

qint64 LineChannel::bytesWaiting() const
{
    return m_socket->bytesToWrite();
}

void LineChannel::written()
{
    if (m_closed)
        return;
    if (mayHandOut())
        handOutLater();
    if (bytesWaiting() <= kDrained && onDrained)
        onDrained();
}

void LineChannel::closed()
{
    if (m_closed)
        return;
    m_closed = true;
    // Later: the caller may stand inside send().
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (onClosed)
                onClosed();
        },
        Qt::QueuedConnection);
}

} // namespace lockkeeper
