// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalentry.h"

#include "core/base/digest.h"

namespace lockkeeper {

QByteArray journalKindName(JournalKind kind)
{
    switch (kind) {
    case JournalKind::ActionEvent:
        return "action_event";
    case JournalKind::StoreCreated:
        return "store_created";
    case JournalKind::SeatEnrolled:
        return "seat_enrolled";
    case JournalKind::EpochCreated:
        return "epoch_created";
    case JournalKind::AgentAdded:
        return "agent_added";
    case JournalKind::AgentRevoked:
        return "agent_revoked";
    case JournalKind::ToolPinned:
        return "tool_pinned";
    case JournalKind::Tampering:
        return "tampering";
    case JournalKind::ProcessStarted:
        return "process_started";
    case JournalKind::ProcessStopped:
        return "process_stopped";
    case JournalKind::EvidenceAdded:
        return "evidence_added";
    case JournalKind::ValueRevealed:
        return "value_revealed";
    case JournalKind::DecideByExtended:
        return "decide_by_extended";
    case JournalKind::Snoozed:
        return "snoozed";
    case JournalKind::FirstShown:
        return "first_shown";
    }
    return {}; // a number of somebody else's making
}

QByteArray JournalEntry::computeHash() const
{
    return taggedDigest("lockkeeper/journal-entry/1",
                        {lane, QByteArray::number(number), QByteArray::number(atMs),
                         QByteArray::number(static_cast<int>(kind)), action.value(), body,
                         previousHash, actionPreviousHash});
}

QByteArray laneStartHash()
{
    return QByteArray(kDigestSize, '\0');
}

} // namespace lockkeeper
