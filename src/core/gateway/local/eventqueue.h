// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/coreevents.h"

#include <QByteArray>

#include <deque>
#include <optional>

namespace lockkeeper {

/// Events on their way to one subscriber, in bounded memory: at most kMaximumEvents and
/// kMaximumBytes. When a batch does not fit, everything that waits is dropped and the subscriber
/// gets a gap that names the positions it lost. A plain value of the io thread.
class EventQueue
{
public:
    static constexpr std::size_t kMaximumEvents = 1000;
    static constexpr qsizetype kMaximumBytes = 4 * 1024 * 1024;

    /// Adds a batch. The last event of it carries the batch's token as member "resume_token".
    void push(const FeedBatch& batch);
    /// The parameters of the next notification `event`, or nullopt if none waits.
    [[nodiscard]] std::optional<QByteArray> take();
    void clear();

    [[nodiscard]] bool isEmpty() const { return m_lines.empty() && m_gapTo == 0; }
    [[nodiscard]] qsizetype bytes() const { return m_bytes; }

private:
    struct Line
    {
        qint64 seq = 0;
        QByteArray json;
    };
    void append(qint64 seq, QByteArray json);
    void addGap(qint64 from, qint64 to);
    void dropAll();

    std::deque<Line> m_lines;
    qsizetype m_bytes = 0;
    qint64 m_gapFrom = 0; ///< the gap stands before all lines
    qint64 m_gapTo = 0;
};

} // namespace lockkeeper
