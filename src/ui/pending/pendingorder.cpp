// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pendingorder.h"

#include <limits>

namespace lockkeeper {

namespace {

bool isSoonOver(const ActionRecord& record, qint64 nowMs)
{
    return record.decideByMs != 0 && record.decideByMs - nowMs <= kDecideSoonMs;
}

} // namespace

bool isWaitingState(ActionState state)
{
    return state == ActionState::Pending || state == ActionState::Holding;
}

bool isUrgentAction(const ActionRecord& record, qint64 nowMs)
{
    return record.state == ActionState::Pending &&
           (record.risk == RiskLevel::Critical || isSoonOver(record, nowMs));
}

bool needsAttention(const ActionRecord& record, qint64 nowMs)
{
    return record.state == ActionState::Pending &&
           (record.risk >= RiskLevel::High || isSoonOver(record, nowMs));
}

PendingOrder pendingOrder(const ActionRecord& record, qint64 nowMs)
{
    enum Rank { CriticalFirst, SoonOver, HighRisk, TheRest };
    Rank rank = TheRest;
    if (record.risk == RiskLevel::Critical)
        rank = CriticalFirst;
    else if (isSoonOver(record, nowMs))
        rank = SoonOver;
    else if (record.risk == RiskLevel::High)
        rank = HighRisk;
    const qint64 decideBy =
        record.decideByMs == 0 ? std::numeric_limits<qint64>::max() : record.decideByMs;
    return {rank, decideBy, record.createdAtMs, record.id.value()};
}

} // namespace lockkeeper
