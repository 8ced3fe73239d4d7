// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/framing.h"

#include <QByteArray>
#include <QLocalSocket>
#include <QObject>

#include <deque>
#include <functional>

namespace lockkeeper {

/// Lines over one connected local socket, in both directions, in bounded memory.
///
/// Reads only while nobody holds it back and while the peer takes its answers: above
/// kSlowReaderBytes that are not taken, no further line is handed out. Above kLostReaderBytes the
/// connection is cut: a peer that asks for so much and takes nothing is broken.
/// Lives on the io thread; owns the socket. `onFrame` is called for one frame at a time, never from
/// inside send(); `onClosed` once, later, after which nothing is called any more.
class LineChannel : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 kSlowReaderBytes = 4 * 1024 * 1024;
    static constexpr qint64 kLostReaderBytes = 64 * 1024 * 1024;

    LineChannel(QLocalSocket* socket, QObject* parent);

    std::function<void(mcp::Frame&)> onFrame;
    std::function<void()> onDrained; ///< the peer took what was waiting; events may go on
    std::function<void()> onClosed;

    /// Sends one message and its line end. `line` has no line break. Ignored once closed.
    void send(QByteArrayView line);
    /// No further frame until release(), after the one that is being handled. Calls nest.
    void hold();
    void release();
    /// Sends what is waiting, then closes.
    void closeAfterSending();
    /// Closes now.
    void abort();

    [[nodiscard]] qint64 bytesWaiting() const;
    [[nodiscard]] bool isOpen() const { return !m_closed; }

private:
    void readMore();
    void handOut();
    void written();
    void closed();
    [[nodiscard]] bool mayHandOut() const;
    void handOutLater();

    QLocalSocket* m_socket;
    mcp::LineFramer m_framer;
    std::deque<mcp::Frame> m_frames;
    int m_holds = 0;
    bool m_handingOut = false;
    bool m_closed = false;
    bool m_closing = false;
};

} // namespace lockkeeper
