// SPDX-License-Identifier: Apache-2.0
#include "core/domain/planner.h"

#include "core/domain/actiontransitions.h"

#include <QSet>

#include <algorithm>

namespace lockkeeper {

namespace {

bool hasSucceeded(const PlannedCall& call)
{
    return call.state == ActionState::Succeeded ||
           (call.state == ActionState::Determined &&
            call.determination == DeterminationKind::Happened);
}

/// Came to an end, and not to the one that the others build on.
bool hasBroken(const PlannedCall& call)
{
    return (isFinal(call.state) || call.state == ActionState::Determined) && !hasSucceeded(call);
}

/// A person (or policy) still has to say yes.
bool awaitsApproval(const PlannedCall& call)
{
    return call.state == ActionState::Proposed || call.state == ActionState::Pending ||
           call.state == ActionState::Holding;
}

bool canBeSkipped(const PlannedCall& call)
{
    return next(call.state, ActionEvent::BatchStopped).has_value();
}

bool canStart(const PlannedCall& call)
{
    return next(call.state, ActionEvent::Claimed).has_value() && !call.hasWaitReason;
}

/// An attempt was made, whatever became of it.
bool hasRun(const PlannedCall& call)
{
    return call.state == ActionState::Running || call.state == ActionState::Succeeded ||
           call.state == ActionState::Failed || call.state == ActionState::Unknown ||
           call.state == ActionState::Determined;
}

bool hasEnded(const PlannedCall& call)
{
    return isFinal(call.state) || call.state == ActionState::Unknown ||
           call.state == ActionState::Determined;
}

/// The calls by batch; the indexes point into the planner's input.
QList<QList<int>> batchIndexes(const QList<PlannedCall>& calls)
{
    QList<QList<int>> batches;
    for (int i = 0; i < calls.size(); ++i) {
        const bool joins = i > 0 && calls[i].isConcurrencySafe && calls[i - 1].isConcurrencySafe;
        if (!joins)
            batches.append(QList<int>());
        batches.last().append(i);
    }
    return batches;
}

QList<PlannedSkip> plannedSkips(SubmissionMode mode, const QList<PlannedCall>& calls)
{
    QList<PlannedSkip> skips;
    if (mode == SubmissionMode::Independent)
        return skips;
    const auto broken = std::find_if(calls.begin(), calls.end(), hasBroken);
    if (broken == calls.end())
        return skips;
    const auto from = mode == SubmissionMode::Ordered ? broken : calls.begin();
    for (auto call = from; call != calls.end(); ++call) {
        if (canBeSkipped(*call))
            skips.append({call->ordinal, broken->ordinal});
    }
    return skips;
}

/// Adds what may start of one batch, and tells whether the batch is busy: a call of it runs or
/// may be claimed.
bool startBatch(const QList<int>& batch, const QList<PlannedCall>& calls, const QSet<int>& skipped,
                QList<int>& start)
{
    auto running = std::count_if(batch.begin(), batch.end(), [&calls](int i) {
        return calls[i].state == ActionState::Running;
    });
    bool isBusy = running > 0;
    for (const int i : batch) {
        if (!canStart(calls[i]) || skipped.contains(calls[i].ordinal))
            continue;
        isBusy = true;
        if (running++ < kParallelLimit)
            start.append(calls[i].ordinal);
    }
    return isBusy;
}

QList<int> plannedStarts(SubmissionMode mode, const QList<PlannedCall>& calls,
                         const QList<PlannedSkip>& skips)
{
    QList<int> start;
    if (mode == SubmissionMode::AllOrNothing &&
        (!skips.isEmpty() || std::any_of(calls.begin(), calls.end(), awaitsApproval)))
        return start;
    QSet<int> skipped;
    for (const PlannedSkip& skip : skips)
        skipped.insert(skip.ordinal);
    const QList<QList<int>> batches = batchIndexes(calls);
    for (const QList<int>& batch : batches) {
        const bool isBusy = startBatch(batch, calls, skipped, start);
        const bool mayPass = mode == SubmissionMode::Independent
                                 ? !isBusy
                                 : std::all_of(batch.begin(), batch.end(),
                                               [&calls](int i) { return hasSucceeded(calls[i]); });
        if (!mayPass)
            break;
    }
    return start;
}

} // namespace

QList<PlannedBatch> planBatches(const QList<PlannedCall>& calls)
{
    QList<PlannedBatch> batches;
    const QList<QList<int>> indexes = batchIndexes(calls);
    for (const QList<int>& batch : indexes) {
        PlannedBatch ordinals;
        for (const int i : batch)
            ordinals.append(calls[i].ordinal);
        batches.append(ordinals);
    }
    return batches;
}

Plan planNext(SubmissionMode mode, const QList<PlannedCall>& calls)
{
    Plan plan;
    plan.skip = plannedSkips(mode, calls);
    plan.start = plannedStarts(mode, calls, plan.skip);
    const QList<QList<int>> batches = batchIndexes(calls);
    for (int number = 0; number < batches.size(); ++number) {
        const QList<int>& batch = batches[number];
        const auto run = [&calls](int i) { return hasRun(calls[i]); };
        const auto ended = [&calls](int i) { return hasEnded(calls[i]); };
        if (!std::any_of(batch.begin(), batch.end(), run))
            continue;
        plan.batchesStarted.append(number);
        if (std::all_of(batch.begin(), batch.end(), ended))
            plan.batchesCompleted.append(number);
    }
    return plan;
}

} // namespace lockkeeper
