// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/framing.h"

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

#include <functional>

namespace lockkeeper::ctl {

/// The agent's end of the bridge: lines from one descriptor, lines to another, in bounded memory as
/// long as the user stops reading the other side above bytesWaiting(). Never blocks, and does not
/// make the descriptors non-blocking, because others may share them. Does not own them.
class StdioEnd : public QObject
{
    Q_OBJECT

public:
    StdioEnd(int input, int output, QObject* parent = nullptr);

    std::function<void(mcp::Frame&)> onFrame;
    std::function<void()> onDrained; ///< everything written was taken
    /// Input ended or output is gone: nothing more will come or can be said.
    std::function<void()> onEnd;

    /// Queues one line; `line` has no line end.
    void write(QByteArrayView line);
    [[nodiscard]] qsizetype bytesWaiting() const { return m_out.size() - m_written; }
    /// While false nothing is read. Frames of a chunk that was read already still come.
    void setReading(bool on);
    /// Writes what waits, blocking; for the last words before the end.
    void flush();

private:
    void readSome();
    void writeSome();
    void end();

    int m_input;
    int m_output;
    QSocketNotifier m_readable;
    QSocketNotifier m_writable;
    mcp::LineFramer m_framer;
    QByteArray m_out;
    qsizetype m_written = 0;
    bool m_ended = false;
};

} // namespace lockkeeper::ctl
