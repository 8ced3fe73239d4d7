// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/actionstate.h"
#include "core/domain/effectclass.h"

#include <QList>

#include <optional>

namespace lockkeeper {

/// The pure planner of a submission: which calls may be claimed now, and
/// which will never run. No state of its own, no clock, no I/O; any thread.

/// How many calls of one parallel batch may run at once.
inline constexpr int kParallelLimit = 6;

/// One call of a submission as the planner sees it.
struct PlannedCall
{
    int ordinal = 0;                ///< place in the submission; calls are given in this order
    bool isConcurrencySafe = false; ///< a read-only call of a known tool
    ActionState state = ActionState::Pending;
    bool hasWaitReason = false; ///< approved, but something else has to happen first
    /// Only for `determined`: what a person recorded.
    std::optional<DeterminationKind> determination;
};

/// The ordinals of the calls that may run together: neighbouring concurrency-safe calls, or one
/// other call. Batches keep the input order and hold every call exactly once.
using PlannedBatch = QList<int>;

[[nodiscard]] QList<PlannedBatch> planBatches(const QList<PlannedCall>& calls);

/// A call that will never run, and the call because of which.
struct PlannedSkip
{
    int ordinal = 0;
    int causedBy = 0;

    friend bool operator==(const PlannedSkip&, const PlannedSkip&) = default;
};

/// What to do now. Calling again with unchanged calls gives the same answer.
struct Plan
{
    /// May be claimed now, in input order; already bounded by the parallel limit.
    QList<int> start;
    /// To be skipped with BatchStopped; each of them is pending, holding or approved.
    QList<PlannedSkip> skip;
    /// Indexes into planBatches: batches of which a call runs or has run …
    QList<int> batchesStarted;
    /// … and those of them all of whose calls have come to an end, unknown included.
    QList<int> batchesCompleted;
};

/// independent: a batch starts when no earlier one has a call that runs or may be claimed; calls
/// that wait for a person or for something else, and unknown ones, hold up nobody.
/// ordered: a batch starts when every earlier call has succeeded (or was determined as happened);
/// a call that came to another end skips all later ones that have not been claimed.
/// all_or_nothing: nothing starts while a call is still to be approved; then batch after batch. A
/// call that came to another end skips all that have not been claimed; nothing is rolled back.
[[nodiscard]] Plan planNext(SubmissionMode mode, const QList<PlannedCall>& calls);

} // namespace lockkeeper
