// SPDX-License-Identifier: Apache-2.0
#include "core/domain/actionstate.h"

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr std::array<std::string_view, kAllActionStates.size()> kStateNames = {
    "proposed", "pending", "holding", "approved",  "running", "succeeded", "failed",
    "denied",   "invalid", "expired", "cancelled", "skipped", "unknown",   "determined"};

constexpr std::array<std::string_view, kActionEventCount> kEventNames = {"admitted",
                                                                         "policy_allowed",
                                                                         "policy_asked",
                                                                         "policy_denied",
                                                                         "rejected_invalid",
                                                                         "answered_by_hook",
                                                                         "approval_counted",
                                                                         "approval_withdrawn",
                                                                         "operator_approved",
                                                                         "operator_denied",
                                                                         "undone",
                                                                         "seat_lost",
                                                                         "hold_elapsed",
                                                                         "deadline_passed",
                                                                         "invalidated_ask",
                                                                         "invalidated_deny",
                                                                         "cancel_requested",
                                                                         "batch_converged",
                                                                         "batch_stopped",
                                                                         "claimed",
                                                                         "not_started",
                                                                         "no_effect_retry",
                                                                         "not_started_final",
                                                                         "failed_no_effect",
                                                                         "failed_confirmed",
                                                                         "succeeded",
                                                                         "contact_lost",
                                                                         "late_result",
                                                                         "settled_by_evidence",
                                                                         "determined",
                                                                         "contradicted"};

} // namespace

std::string_view actionStateName(ActionState state)
{
    return kStateNames[static_cast<std::size_t>(state) - 1];
}

std::string_view actionEventName(ActionEvent event)
{
    return kEventNames[static_cast<std::size_t>(event) - 1];
}

std::optional<ActionState> actionStateFromName(std::string_view name)
{
    const auto found = std::find(kStateNames.begin(), kStateNames.end(), name);
    if (found == kStateNames.end())
        return std::nullopt;
    return kAllActionStates[static_cast<std::size_t>(found - kStateNames.begin())];
}

std::optional<ActionState> actionStateFromCode(int code)
{
    if (code < 1 || code > static_cast<int>(kAllActionStates.size()))
        return std::nullopt;
    return static_cast<ActionState>(code);
}

std::optional<ActionEvent> actionEventFromCode(int code)
{
    if (code < 1 || code > kActionEventCount)
        return std::nullopt;
    return static_cast<ActionEvent>(code);
}

bool isFinal(ActionState state)
{
    constexpr std::array kFinal = {
        ActionState::Succeeded, ActionState::Failed,    ActionState::Denied, ActionState::Invalid,
        ActionState::Expired,   ActionState::Cancelled, ActionState::Skipped};
    return std::find(kFinal.begin(), kFinal.end(), state) != kFinal.end();
}

} // namespace lockkeeper
