// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace lockkeeper {

/// What a call may do to the world. Undeclared, or claimed only by an untrusted hint, counts as
/// Irreversible. The numbers are stored: never change one.
enum class EffectClass : int { ReadOnly = 1, Idempotent = 2, Compensatable = 3, Irreversible = 4 };

/// How carefully a person should look. The numbers are stored and ordered.
enum class RiskLevel : int { Low = 1, Medium = 2, High = 3, Critical = 4 };

/// How the calls of a submission depend on each other.
enum class SubmissionMode : int { Independent = 1, Ordered = 2, AllOrNothing = 3 };

/// What became of an attempt. The numbers are stored.
enum class Outcome : int {
    NotStarted = 1,
    Succeeded = 2,
    FailedNoEffect = 3,
    FailedConfirmed = 4,
    Unknown = 5,
};

/// What a person recorded about an unknown.
enum class DeterminationKind : int { Happened = 1, DidNotHappen = 2, InPart = 3, Undetermined = 4 };

/// Why an approved action has not been claimed yet; uses no attempt.
enum class WaitReason : int {
    None = 0,
    TargetLease = 1,
    TargetReconciliation = 2,
    ServerNotReady = 3,
    BreakerOpen = 4,
    Capacity = 5,
    ClockDoubt = 6,
    Tampered = 7,
};

/// Names as the wire spells them, e.g. "read_only", "all_or_nothing".
[[nodiscard]] std::string_view effectClassName(EffectClass value);
[[nodiscard]] std::string_view riskLevelName(RiskLevel value);
[[nodiscard]] std::string_view submissionModeName(SubmissionMode value);
[[nodiscard]] std::string_view outcomeName(Outcome value);
[[nodiscard]] std::string_view determinationKindName(DeterminationKind value);
[[nodiscard]] std::string_view waitReasonName(WaitReason value);
[[nodiscard]] std::optional<EffectClass> effectClassFromName(std::string_view name);
[[nodiscard]] std::optional<RiskLevel> riskLevelFromName(std::string_view name);
[[nodiscard]] std::optional<SubmissionMode> submissionModeFromName(std::string_view name);
[[nodiscard]] std::optional<Outcome> outcomeFromName(std::string_view name);
[[nodiscard]] std::optional<DeterminationKind> determinationKindFromName(std::string_view name);

} // namespace lockkeeper
