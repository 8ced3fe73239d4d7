// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/actionstate.h"

#include <array>
#include <optional>

namespace lockkeeper {

/// Who may cause a transition (a set of flags).
enum ActorFlag : unsigned {
    ByGateway = 1U << 0,
    ByPolicy = 1U << 1,
    ByHook = 1U << 2,
    ByOperator = 1U << 3,
    ByRecovery = 1U << 4,
    ByDecidingProcess = 1U << 5,
    ByClock = 1U << 6,
    ByPrincipal = 1U << 7,
    ByPlanner = 1U << 8,
    ByExecutor = 1U << 9,
    ByEvidence = 1U << 10,
};

/// One row of THE table. `from` empty = the action does not exist yet.
struct ActionTransition
{
    std::optional<ActionState> from;
    ActionEvent event;
    ActionState to;
    unsigned actors;
};

/// the transition table. There is no other switch over states in core.
inline constexpr std::array kActionTransitions = {
    ActionTransition{std::nullopt, ActionEvent::Admitted, ActionState::Proposed, ByGateway},

    ActionTransition{ActionState::Proposed, ActionEvent::PolicyAllowed, ActionState::Approved,
                     ByPolicy},
    ActionTransition{ActionState::Proposed, ActionEvent::PolicyAsked, ActionState::Pending,
                     ByPolicy},
    ActionTransition{ActionState::Proposed, ActionEvent::PolicyDenied, ActionState::Denied,
                     ByPolicy},
    ActionTransition{ActionState::Proposed, ActionEvent::RejectedInvalid, ActionState::Invalid,
                     ByGateway},
    ActionTransition{ActionState::Proposed, ActionEvent::AnsweredByHook, ActionState::Skipped,
                     ByHook},

    ActionTransition{ActionState::Pending, ActionEvent::ApprovalCounted, ActionState::Pending,
                     ByOperator},
    ActionTransition{ActionState::Pending, ActionEvent::ApprovalWithdrawn, ActionState::Pending,
                     ByOperator},
    ActionTransition{ActionState::Pending, ActionEvent::OperatorApproved, ActionState::Holding,
                     ByOperator},
    ActionTransition{ActionState::Pending, ActionEvent::OperatorDenied, ActionState::Denied,
                     ByOperator},

    ActionTransition{ActionState::Holding, ActionEvent::Undone, ActionState::Pending, ByOperator},
    ActionTransition{ActionState::Holding, ActionEvent::SeatLost, ActionState::Pending, ByRecovery},
    ActionTransition{ActionState::Holding, ActionEvent::HoldElapsed, ActionState::Approved,
                     ByDecidingProcess},

    ActionTransition{ActionState::Pending, ActionEvent::DeadlinePassed, ActionState::Expired,
                     ByClock},
    ActionTransition{ActionState::Holding, ActionEvent::DeadlinePassed, ActionState::Expired,
                     ByClock},
    ActionTransition{ActionState::Approved, ActionEvent::DeadlinePassed, ActionState::Expired,
                     ByClock},

    ActionTransition{ActionState::Pending, ActionEvent::InvalidatedAsk, ActionState::Pending,
                     ByPolicy},
    ActionTransition{ActionState::Holding, ActionEvent::InvalidatedAsk, ActionState::Pending,
                     ByPolicy},
    ActionTransition{ActionState::Approved, ActionEvent::InvalidatedAsk, ActionState::Pending,
                     ByPolicy | ByRecovery},
    ActionTransition{ActionState::Pending, ActionEvent::InvalidatedDeny, ActionState::Denied,
                     ByPolicy},
    ActionTransition{ActionState::Holding, ActionEvent::InvalidatedDeny, ActionState::Denied,
                     ByPolicy},
    ActionTransition{ActionState::Approved, ActionEvent::InvalidatedDeny, ActionState::Denied,
                     ByPolicy},

    ActionTransition{ActionState::Pending, ActionEvent::CancelRequested, ActionState::Cancelled,
                     ByPrincipal | ByOperator},
    ActionTransition{ActionState::Holding, ActionEvent::CancelRequested, ActionState::Cancelled,
                     ByPrincipal | ByOperator},
    ActionTransition{ActionState::Approved, ActionEvent::CancelRequested, ActionState::Cancelled,
                     ByPrincipal | ByOperator},

    ActionTransition{ActionState::Pending, ActionEvent::BatchConverged, ActionState::Skipped,
                     ByPlanner},
    ActionTransition{ActionState::Holding, ActionEvent::BatchConverged, ActionState::Skipped,
                     ByPlanner},
    ActionTransition{ActionState::Approved, ActionEvent::BatchConverged, ActionState::Skipped,
                     ByPlanner},
    ActionTransition{ActionState::Pending, ActionEvent::BatchStopped, ActionState::Skipped,
                     ByPlanner},
    ActionTransition{ActionState::Holding, ActionEvent::BatchStopped, ActionState::Skipped,
                     ByPlanner},
    ActionTransition{ActionState::Approved, ActionEvent::BatchStopped, ActionState::Skipped,
                     ByPlanner},

    ActionTransition{ActionState::Approved, ActionEvent::Claimed, ActionState::Running, ByExecutor},

    ActionTransition{ActionState::Running, ActionEvent::NotStarted, ActionState::Approved,
                     ByExecutor},
    ActionTransition{ActionState::Running, ActionEvent::NoEffectRetry, ActionState::Approved,
                     ByExecutor},
    ActionTransition{ActionState::Running, ActionEvent::NotStartedFinal, ActionState::Failed,
                     ByExecutor},
    ActionTransition{ActionState::Running, ActionEvent::FailedNoEffect, ActionState::Failed,
                     ByExecutor},
    ActionTransition{ActionState::Running, ActionEvent::FailedConfirmed, ActionState::Failed,
                     ByExecutor},
    ActionTransition{ActionState::Running, ActionEvent::Succeeded, ActionState::Succeeded,
                     ByExecutor},
    ActionTransition{ActionState::Running, ActionEvent::ContactLost, ActionState::Unknown,
                     ByExecutor | ByClock | ByRecovery},

    ActionTransition{ActionState::Unknown, ActionEvent::LateResult, ActionState::Unknown,
                     ByEvidence},
    ActionTransition{ActionState::Unknown, ActionEvent::SettledByEvidence, ActionState::Determined,
                     ByPolicy},
    ActionTransition{ActionState::Unknown, ActionEvent::Determined, ActionState::Determined,
                     ByOperator},
    ActionTransition{ActionState::Determined, ActionEvent::Contradicted, ActionState::Unknown,
                     ByEvidence},
};

/// The state after `event`, or nullopt if the table has no such row.
[[nodiscard]] constexpr std::optional<ActionState> next(std::optional<ActionState> from,
                                                        ActionEvent event)
{
    for (const ActionTransition& row : kActionTransitions) {
        if (row.from == from && row.event == event)
            return row.to;
    }
    return std::nullopt;
}

// The compile-time checks live in actiontransitions.cpp: each pair once, every state reachable,
// the seven final states without a way out, `running` entered only from `approved`, and one
// target state for each event.

} // namespace lockkeeper
