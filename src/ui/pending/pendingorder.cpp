// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pendingorder.h"

#include <limits>

namespace lockkeeper {

namespace {

bool isSoonOver(const ActionSnapshot& snapshot, qint64 nowMs)
{
    return snapshot.decideByMs != 0 && snapshot.decideByMs - nowMs <= kDecideSoonMs;
}

} // namespace

bool isWaitingState(ActionState state)
{
    return state == ActionState::Pending || state == ActionState::Holding;
}

bool isUrgentAction(const ActionSnapshot& snapshot, qint64 nowMs)
{
    return snapshot.record.state == ActionState::Pending &&
           (snapshot.record.risk == RiskLevel::Critical || isSoonOver(snapshot, nowMs));
}

bool needsAttention(const ActionSnapshot& snapshot, qint64 nowMs)
{
    return snapshot.record.state == ActionState::Pending &&
           (snapshot.record.risk >= RiskLevel::High || isSoonOver(snapshot, nowMs));
}

PendingOrder pendingOrder(const ActionSnapshot& snapshot, qint64 nowMs)
{
    const ActionRecord& record = snapshot.record;
    enum Rank { CriticalFirst, SoonOver, HighRisk, TheRest };
    Rank rank = TheRest;
    if (record.risk == RiskLevel::Critical)
        rank = CriticalFirst;
    else if (isSoonOver(snapshot, nowMs))
        rank = SoonOver;
    else if (record.risk == RiskLevel::High)
        rank = HighRisk;
    const qint64 decideBy =
        snapshot.decideByMs == 0 ? std::numeric_limits<qint64>::max() : snapshot.decideByMs;
    return {rank, decideBy, record.createdAtMs, record.id.value()};
}

PendingOrder snoozedOrder(const ActionSnapshot& snapshot)
{
    return {0, snapshot.snooze.untilMs, snapshot.record.createdAtMs, snapshot.record.id.value()};
}

} // namespace lockkeeper
