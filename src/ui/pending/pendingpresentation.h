// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QString>

namespace lockkeeper {

/// One line of the list of what waits, with what is not part of the action.
struct PendingRow
{
    ActionSnapshot snapshot;
    bool isGone = false;  ///< waits no longer; leaves at the next merge
    bool isSeen = false;  ///< its card was open in this window
    bool isAside = false; ///< put aside, and its time of return has not come
};

/// The texts of the Pending area. All of them are safe to draw as plain text: what agents and
/// servers wrote has gone through the renderer of untrusted text. `nowMs` is wall time. GUI thread.

/// "0:41", "4:12", "31 m", "5 h", "3 d"; nothing negative.
[[nodiscard]] QString durationText(qint64 milliseconds);
/// The same for reading aloud: "4 minutes".
[[nodiscard]] QString spokenDuration(qint64 milliseconds);
/// How long there is to decide: a duration, "no limit", or that time is up.
[[nodiscard]] QString expiresText(const ActionSnapshot& snapshot, qint64 nowMs);
[[nodiscard]] QString effectText(const ActionSnapshot& snapshot);
/// "a.txt", or the first one and how many there are besides.
[[nodiscard]] QString targetText(const ActionSnapshot& snapshot);
[[nodiscard]] QString toolText(const ToolName& tool);
/// What the agent calls itself; its credential if it does not.
[[nodiscard]] QString agentText(const ActionSnapshot& snapshot);
/// How long it has been waiting.
[[nodiscard]] QString waitingText(const ActionRecord& record, qint64 nowMs);
/// The time of the day at which it is back.
[[nodiscard]] QString returnText(const ActionSnapshot& snapshot);
/// When it comes back and when it expires, as a sentence.
[[nodiscard]] QString snoozedSentence(const ActionSnapshot& snapshot);
/// "New", "Holding 0:04", "Back at 14:20", "Denied by bea" …; empty for one that just waits.
[[nodiscard]] QString pendingStateText(const PendingRow& row, qint64 nowMs);
/// The whole row as one sentence, for screen readers.
[[nodiscard]] QString pendingSentence(const PendingRow& row, qint64 nowMs);

} // namespace lockkeeper
