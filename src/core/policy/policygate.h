// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/policyverdict.h"

namespace lockkeeper {

/// Decides what runs at once, what never runs and what a person must see.
///
/// Asked at admission, at the decision and again at the claim; a pure question that changes
/// nothing. Core thread. Whatever a gate cannot judge it asks about.
class PolicyGate
{
public:
    virtual ~PolicyGate() = default;
    /// Always answers, and names the rule. Deny wins over everything, then ask over allow.
    [[nodiscard]] virtual PolicyVerdict evaluate(const PolicyInput& input) const = 0;
    /// Until when (wall ms) operators may extend the decide-by time of a call that was admitted at
    /// `createdAtMs`. The same for the same time, so that extending again does not move it.
    [[nodiscard]] virtual qint64 latestDecideByMs(qint64 createdAtMs) const = 0;
};

} // namespace lockkeeper
