// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gateway/local/linechannel.h"
#include "core/mcp/transport.h"

namespace lockkeeper {

/// The MCP transport over a local connection that has said hello. The channel outlives it and does
/// the queueing; frames and the end come from the LocalConnection. Io thread.
class LocalTransport final : public mcp::Transport
{
    Q_OBJECT

public:
    LocalTransport(LineChannel& channel, QObject* parent)
        : Transport(parent)
        , m_channel(channel)
    {
    }

    [[nodiscard]] Result<LineId> send(QByteArray line, LastCheck lastCheck) override;
    [[nodiscard]] bool withdraw(LineId line) override;
    [[nodiscard]] bool isOpen() const override { return m_channel.isOpen(); }
    void noteNoise(QByteArrayView line) override;

    void handle(const mcp::Frame& frame);
    void end();

private:
    LineChannel& m_channel;
    LineId m_last = 0;
};

} // namespace lockkeeper
