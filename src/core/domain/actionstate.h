// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace lockkeeper {

/// States of an action. The numbers are stored: never change one.
enum class ActionState : int {
    Proposed = 1, ///< only inside the admitting transaction: a stored row is never proposed
    Pending = 2,
    Holding = 3,
    Approved = 4,
    Running = 5,
    Succeeded = 6,
    Failed = 7,
    Denied = 8,
    Invalid = 9,
    Expired = 10,
    Cancelled = 11,
    Skipped = 12,
    Unknown = 13,
    Determined = 14, ///< settled, not final: contradicting evidence reopens it
};

inline constexpr std::array kAllActionStates = {
    ActionState::Proposed, ActionState::Pending,   ActionState::Holding,   ActionState::Approved,
    ActionState::Running,  ActionState::Succeeded, ActionState::Failed,    ActionState::Denied,
    ActionState::Invalid,  ActionState::Expired,   ActionState::Cancelled, ActionState::Skipped,
    ActionState::Unknown,  ActionState::Determined};

/// What may happen to an action; one event per target state, so that next() is a lookup.
/// The numbers are journaled: never change one.
enum class ActionEvent : int {
    Admitted = 1,
    PolicyAllowed = 2,
    PolicyAsked = 3,
    PolicyDenied = 4,
    RejectedInvalid = 5,
    AnsweredByHook = 6,
    ApprovalCounted = 7,
    ApprovalWithdrawn = 8,
    OperatorApproved = 9,
    OperatorDenied = 10,
    Undone = 11,
    SeatLost = 12,
    HoldElapsed = 13,
    DeadlinePassed = 14,
    InvalidatedAsk = 15,
    InvalidatedDeny = 16,
    CancelRequested = 17,
    BatchConverged = 18,
    BatchStopped = 19,
    Claimed = 20,
    NotStarted = 21,
    NoEffectRetry = 22,
    NotStartedFinal = 23,
    FailedNoEffect = 24,
    FailedConfirmed = 25,
    Succeeded = 26,
    ContactLost = 27,
    LateResult = 28,
    SettledByEvidence = 29,
    Determined = 30,
    Contradicted = 31,
};

inline constexpr int kActionEventCount = 31;

/// The name that people and the wire use, e.g. "pending"; also what the wire and the database view
/// say.
[[nodiscard]] std::string_view actionStateName(ActionState state);
[[nodiscard]] std::string_view actionEventName(ActionEvent event);
[[nodiscard]] std::optional<ActionState> actionStateFromName(std::string_view name);
/// nullopt for a number that is no state (a damaged row).
[[nodiscard]] std::optional<ActionState> actionStateFromCode(int code);
[[nodiscard]] std::optional<ActionEvent> actionEventFromCode(int code);

/// One of the seven states without a way out. `determined` is settled, not final.
[[nodiscard]] bool isFinal(ActionState state);

} // namespace lockkeeper
