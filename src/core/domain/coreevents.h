// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>

namespace lockkeeper {

/// One event of the feed: the envelope, and the event's own
/// members as canonical JSON. Values of arguments and results are never in it.
struct CoreEvent
{
    qint64 seq = 0; ///< place in the outbox; 0 for live-only events (tool_progress)
    qint64 atMs = 0;
    QByteArray type;
    QByteArray actionId;
    QByteArray submissionId;
    QByteArray batchId;
    QByteArray callId;
    QByteArray tool;    ///< "server/tool"
    QByteArray details; ///< a JSON object or empty

    /// One JSON object without line breaks, members of `details` beside the envelope's.
    [[nodiscard]] QByteArray toJson() const;
};

/// What a subscriber gets: events in order, or the statement that some are gone.
struct FeedBatch
{
    QList<CoreEvent> events;
    QByteArray resumeToken; ///< presents everything up to and including this batch
    qint64 gapFrom = 0;     ///< not 0: positions gapFrom … gapTo are no longer kept
    qint64 gapTo = 0;
};

} // namespace lockkeeper
