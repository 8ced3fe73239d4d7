// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QColor>
#include <QPalette>
#include <QString>

namespace lockkeeper {

/// How a cell of the tables of this area is drawn beside its words; see RunCellDelegate.
enum class RunTone {
    Plain,
    Faint,   ///< not there yet, or of no weight
    Waiting, ///< somebody has to do something
    Unknown, ///< nobody knows; never drawn as fine
    Failed,
    Tampered,
};

[[nodiscard]] QColor runToneColor(const QPalette& palette, RunTone tone);
[[nodiscard]] RunTone actionTone(ActionState state, bool isTamperedWith);

/// "Run 5521" as the agent claims it, or the submission if it claims none; safe to draw.
[[nodiscard]] QString runTitle(const RunSnapshot& run);
[[nodiscard]] QString runAgent(const RunSnapshot& run);
/// "12 done · 3 running · 1 waiting": every state that has any, always with its word.
[[nodiscard]] QString runProgressText(const StateCounts& counts);
/// What the run is doing or came to, worded so that an open end is never read as success.
[[nodiscard]] QString runStateText(const RunSnapshot& run, qint64 nowMs);
[[nodiscard]] RunTone runStateTone(const StateCounts& counts);
/// Calls that are not over: a person, the clock or the executor still has them.
[[nodiscard]] qint64 runInFlight(const StateCounts& counts);
/// The submission mode in words, "" for the usual one.
[[nodiscard]] QString runModeText(SubmissionMode mode);

/// "0.4 s", "12.0 s", "3:05", "1:02:10": for what took so long.
[[nodiscard]] QString runDurationText(qint64 ms);

/// The state of one call, with what it waits for.
[[nodiscard]] QString callStateText(ActionState state, WaitReason wait, bool isTamperedWith);

} // namespace lockkeeper
