// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/transport.h"
#include "core/mcp/transport/stdio/filedescriptor.h"

#include <QSocketNotifier>

#include <deque>
#include <memory>

namespace lockkeeper::mcp {

/// Writes lines into a pipe without blocking and knows of each how many bytes have left.
///
/// The last check of a line runs only when the pipe takes bytes, and the write follows it at once:
/// between the two lies no event loop and no buffer of ours. Io thread; owns the descriptor.
class PipeWriter final : public QObject
{
    Q_OBJECT

public:
    explicit PipeWriter(QObject* parent = nullptr);
    ~PipeWriter() override;

    /// Takes over a non-blocking write end. Ignores SIGPIPE for the whole process, as Qt does.
    void open(FileDescriptor descriptor);
    /// Drops what has not left and closes the descriptor: the peer reads the end of its input.
    void close();
    [[nodiscard]] bool isOpen() const { return m_descriptor.isOpen(); }

    /// As Transport::send and Transport::withdraw.
    [[nodiscard]] Result<Transport::LineId> send(QByteArray line, Transport::LastCheck lastCheck);
    [[nodiscard]] bool withdraw(Transport::LineId line);

signals:
    void lineAdvanced(lockkeeper::mcp::Transport::LineId line, qint64 bytesSent, bool complete);
    void lineRefused(lockkeeper::mcp::Transport::LineId line);
    /// The peer has closed its end. The writer is closed already.
    void broken();

private:
    struct Line
    {
        Transport::LineId id = 0;
        QByteArray bytes; ///< with its line end
        Transport::LastCheck lastCheck;
        qint64 sent = 0;
    };
    enum class Step { Goes, Waits, Broken };

    void writeWhilePossible();
    Step writeFront();
    Step refuseFront();
    [[nodiscard]] bool takesBytes() const;
    void dropFront();

    FileDescriptor m_descriptor;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::deque<Line> m_lines;
    qint64 m_queuedBytes = 0;
    Transport::LineId m_nextLine = 1;
};

} // namespace lockkeeper::mcp
