// SPDX-License-Identifier: Apache-2.0
#include "core/domain/effectclass.h"

#include <algorithm>
#include <array>

namespace lockkeeper {

namespace {

/// The names of an enumeration whose numbers start at First, in order.
template<class Enum, std::size_t Count, int First>
struct NameTable
{
    std::array<std::string_view, Count> names;

    [[nodiscard]] std::string_view name(Enum value) const
    {
        return names[static_cast<std::size_t>(static_cast<int>(value) - First)];
    }
    [[nodiscard]] std::optional<Enum> value(std::string_view name) const
    {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end())
            return std::nullopt;
        return static_cast<Enum>(static_cast<int>(found - names.begin()) + First);
    }
};

constexpr NameTable<EffectClass, 4, 1> kEffectClassNames{
    {{"read_only", "idempotent", "compensatable", "irreversible"}}};
constexpr NameTable<RiskLevel, 4, 1> kRiskLevelNames{{{"low", "medium", "high", "critical"}}};
constexpr NameTable<SubmissionMode, 3, 1> kSubmissionModeNames{
    {{"independent", "ordered", "all_or_nothing"}}};
constexpr NameTable<Outcome, 5, 1> kOutcomeNames{
    {{"not_started", "succeeded", "failed_no_effect", "failed_confirmed", "unknown"}}};
constexpr NameTable<DeterminationKind, 4, 1> kDeterminationKindNames{
    {{"happened", "did_not_happen", "in_part", "undetermined"}}};
constexpr NameTable<WaitReason, 8, 0> kWaitReasonNames{
    {{"none", "target_lease", "target_reconciliation", "server_not_ready", "breaker_open",
      "capacity", "clock_doubt", "tampered"}}};

} // namespace

std::string_view effectClassName(EffectClass value)
{
    return kEffectClassNames.name(value);
}

std::string_view riskLevelName(RiskLevel value)
{
    return kRiskLevelNames.name(value);
}

std::string_view submissionModeName(SubmissionMode value)
{
    return kSubmissionModeNames.name(value);
}

std::string_view outcomeName(Outcome value)
{
    return kOutcomeNames.name(value);
}

std::string_view determinationKindName(DeterminationKind value)
{
    return kDeterminationKindNames.name(value);
}

std::string_view waitReasonName(WaitReason value)
{
    return kWaitReasonNames.name(value);
}

std::optional<EffectClass> effectClassFromName(std::string_view name)
{
    return kEffectClassNames.value(name);
}

std::optional<RiskLevel> riskLevelFromName(std::string_view name)
{
    return kRiskLevelNames.value(name);
}

std::optional<SubmissionMode> submissionModeFromName(std::string_view name)
{
    return kSubmissionModeNames.value(name);
}

std::optional<Outcome> outcomeFromName(std::string_view name)
{
    return kOutcomeNames.value(name);
}

std::optional<DeterminationKind> determinationKindFromName(std::string_view name)
{
    return kDeterminationKindNames.value(name);
}

} // namespace lockkeeper
