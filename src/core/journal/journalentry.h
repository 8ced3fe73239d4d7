// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/ids.h"

#include <QByteArray>

namespace lockkeeper {

/// What a journal entry records. The numbers are stored: never change one.
enum class JournalKind : int {
    ActionEvent = 1, ///< one or more transitions of one action in one commit
    StoreCreated = 2,
    SeatEnrolled = 3,
    EpochCreated = 4,
    AgentAdded = 5,
    AgentRevoked = 6,
    ToolPinned = 7,
    Tampering = 8,
    ProcessStarted = 9,
    ProcessStopped = 10,
    EvidenceAdded = 11,
    ValueRevealed = 12,    ///< an operator looked at a masked value of an action's arguments
    DecideByExtended = 13, ///< an operator gave a pending action more time to be decided
    Snoozed = 14,          ///< an operator put a pending action aside, or brought it back
    FirstShown = 15, ///< a pending action's card was drawn for an operator, for the first time
};

/// "action_event", "store_created" …
[[nodiscard]] QByteArray journalKindName(JournalKind kind);

/// One entry of a lane. Its hash covers everything but hash and signature.
struct JournalEntry
{
    QByteArray lane;
    qint64 number = 0; ///< from 1, without gaps
    qint64 atMs = 0;
    JournalKind kind = JournalKind::ActionEvent;
    ActionId action;         ///< empty for entries that concern no action
    QByteArray body;         ///< JSON with sorted members; never a value
    QByteArray previousHash; ///< of the entry before it in the lane; 32 zero bytes for the first
    QByteArray actionPreviousHash; ///< of the action's entry before it; empty for its first
    QByteArray hash;
    QByteArray signature; ///< by the record key, only on the last entry of a wave

    /// The hash that this entry must have.
    [[nodiscard]] QByteArray computeHash() const;
};

/// 32 zero bytes: what the first entry of a lane points to.
[[nodiscard]] QByteArray laneStartHash();

} // namespace lockkeeper
