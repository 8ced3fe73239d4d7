// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/transport.h"

#include <QList>

#include <deque>

namespace lockkeeper::mcp {

/// A transport without a peer: the test says when lines leave and what comes in.
class FakeTransport final : public Transport
{
public:
    [[nodiscard]] Result<LineId> send(QByteArray line, LastCheck lastCheck = {}) override
    {
        if (!open)
            return Error(ErrorCode::Unavailable, "closed");
        m_queue.push_back({m_next, std::move(line), std::move(lastCheck)});
        return m_next++;
    }
    [[nodiscard]] bool withdraw(LineId line) override
    {
        const auto before = m_queue.size();
        std::erase_if(m_queue, [line](const Queued& queued) { return queued.id == line; });
        return m_queue.size() < before;
    }
    [[nodiscard]] bool isOpen() const override { return open; }
    void noteNoise(QByteArrayView line) override { noise.append(line.toByteArray()); }

    /// Lets everything that waits leave, and returns it.
    QList<QByteArray> flush()
    {
        QList<QByteArray> left;
        while (!m_queue.empty()) {
            const Queued line = m_queue.front();
            m_queue.pop_front();
            if (line.lastCheck && !line.lastCheck()) {
                emit lineRefused(line.id);
                continue;
            }
            left.append(line.bytes);
            emit lineAdvanced(line.id, line.bytes.size() + 1, true);
        }
        return left;
    }
    /// Lets `bytes` of the first waiting line leave; it never becomes complete.
    void flushPart(qint64 bytes)
    {
        const Queued line = m_queue.front();
        m_queue.pop_front();
        emit lineAdvanced(line.id, bytes, false);
    }
    void receive(const QByteArray& line) { emit lineReceived(line); }
    void close(const QByteArray& reason)
    {
        open = false;
        m_queue.clear();
        emit closed(reason);
    }

    bool open = true;
    QList<QByteArray> noise;

private:
    struct Queued
    {
        LineId id;
        QByteArray bytes;
        LastCheck lastCheck;
    };
    std::deque<Queued> m_queue;
    LineId m_next = 1;
};

} // namespace lockkeeper::mcp
