// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/journal.h"

namespace lockkeeper {

/// Reads a lane from its first entry and checks that numbers have no gaps, that every hash is the
/// entry's own and follows the one before it, that signatures are by the record key in `keys`, and
/// that the last entry is signed. Replays every action's entries through the table into `actions`
/// (final ones too). Stops at the first entry that does not fit; what is wrong goes to
/// JournalReport::problems; so does a remembered entry that is missing or another one. Other lanes
/// are not looked at. An Error only if the store cannot be read.
[[nodiscard]] Result<JournalReport> readLane(StoreSession& session, const QByteArray& lane,
                                             const SeatPublicKeys& keys,
                                             const QList<RememberedEntry>& remembered,
                                             QHash<ActionId, LedgerEntry>& actions);

/// Compares every action row with what the journal says, both ways; differences go to
/// JournalReport::tamperedActions. Rows and `actions` must be of the same moment.
[[nodiscard]] Result<void> compareRows(StoreSession& session,
                                       const QHash<ActionId, LedgerEntry>& actions,
                                       JournalReport& report);

} // namespace lockkeeper
