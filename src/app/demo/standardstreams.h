// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/framing.h"
#include "core/mcp/transport.h"
#include "core/mcp/transport/stdio/pipewriter.h"

#include <QSocketNotifier>

namespace lockkeeper {

/// The other side of a stdio server's pipes: this process's own stdin and stdout as an MCP
/// transport. Lives on the thread that made it. Takes stdout over: nothing else may write to it.
class StandardStreams final : public mcp::Transport
{
    Q_OBJECT

public:
    explicit StandardStreams(QObject* parent = nullptr);

    [[nodiscard]] Result<LineId> send(QByteArray line, LastCheck lastCheck) override;
    [[nodiscard]] bool withdraw(LineId line) override { return m_writer.withdraw(line); }
    [[nodiscard]] bool isOpen() const override { return !m_closed; }
    void noteNoise(QByteArrayView) override {}

private:
    void read();
    void close(const QByteArray& reason);

    mcp::LineFramer m_framer;
    mcp::PipeWriter m_writer;
    QSocketNotifier m_input;
    bool m_closed = false;
};

} // namespace lockkeeper
