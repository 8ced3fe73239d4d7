// SPDX-License-Identifier: Apache-2.0
#include "core/domain/actiontransitions.h"

namespace lockkeeper {

namespace {

constexpr bool everyPairIsUnique()
{
    for (std::size_t i = 0; i < kActionTransitions.size(); ++i) {
        for (std::size_t j = i + 1; j < kActionTransitions.size(); ++j) {
            if (kActionTransitions[i].from == kActionTransitions[j].from &&
                kActionTransitions[i].event == kActionTransitions[j].event)
                return false;
        }
    }
    return true;
}

constexpr bool everyEventHasOneTarget()
{
    for (const ActionTransition& a : kActionTransitions) {
        for (const ActionTransition& b : kActionTransitions) {
            if (a.event == b.event && a.to != b.to)
                return false;
        }
    }
    return true;
}

constexpr bool everyEventIsUsed()
{
    for (int code = 1; code <= kActionEventCount; ++code) {
        bool used = false;
        for (const ActionTransition& row : kActionTransitions)
            used = used || static_cast<int>(row.event) == code;
        if (!used)
            return false;
    }
    return true;
}

constexpr bool everyStateIsReachable()
{
    std::array<bool, kAllActionStates.size() + 1> reached{};
    for (std::size_t round = 0; round <= kAllActionStates.size(); ++round) {
        for (const ActionTransition& row : kActionTransitions) {
            if (!row.from || reached[static_cast<std::size_t>(*row.from)])
                reached[static_cast<std::size_t>(row.to)] = true;
        }
    }
    for (const ActionState state : kAllActionStates) {
        if (!reached[static_cast<std::size_t>(state)])
            return false;
    }
    return true;
}

constexpr bool isOneOfTheSevenFinals(ActionState state)
{
    return state == ActionState::Succeeded || state == ActionState::Failed ||
           state == ActionState::Denied || state == ActionState::Invalid ||
           state == ActionState::Expired || state == ActionState::Cancelled ||
           state == ActionState::Skipped;
}

constexpr bool finalStatesHaveNoWayOutAndOthersHaveOne()
{
    for (const ActionState state : kAllActionStates) {
        bool wayOut = false;
        for (const ActionTransition& row : kActionTransitions)
            wayOut = wayOut || row.from == state;
        if (wayOut == isOneOfTheSevenFinals(state))
            return false;
    }
    return true;
}

constexpr bool runningIsEnteredOnlyFromApproved()
{
    for (const ActionTransition& row : kActionTransitions) {
        if (row.to == ActionState::Running && row.from != ActionState::Approved)
            return false;
    }
    return true;
}

static_assert(everyPairIsUnique());
static_assert(everyEventHasOneTarget());
static_assert(everyEventIsUsed());
static_assert(everyStateIsReachable());
static_assert(finalStatesHaveNoWayOutAndOthersHaveOne());
static_assert(runningIsEnteredOnlyFromApproved());

} // namespace

} // namespace lockkeeper
