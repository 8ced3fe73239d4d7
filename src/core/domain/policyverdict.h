// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/effectclass.h"
#include "core/domain/ids.h"
#include "core/domain/toolname.h"

#include <QByteArray>
#include <QList>

namespace lockkeeper {

/// What the policy gate is asked about; values only, taken before the call.
struct PolicyInput
{
    CredentialId credential;
    ToolName tool;
    EffectClass effect = EffectClass::Irreversible;
    RiskLevel risk = RiskLevel::High;
    bool serverTrusted = false;
    bool definitionAccepted = false; ///< pinned, unchanged
    bool equalCallOpen = false;      ///< an equal effect call is pending … unknown
    QByteArray arguments;            ///< canonical
};

/// The gate's answer. Every verdict names its rule.
struct PolicyVerdict
{
    enum class Kind { Allow, Ask, Deny };
    Kind kind = Kind::Ask;
    QByteArray rule;
    QByteArray reason; ///< a sentence; never an argument value
    qint64 revision = 0;
    qint64 decideWithinMs = 24LL * 3600 * 1000;
    qint64 executeWithinMs = 3600LL * 1000;
    qint64 holdMs = -1; ///< -1 = the default for the risk; otherwise set by policy
};

/// The default hold before dispatch, in milliseconds: 5 s, High 10 s, Critical 15 s.
[[nodiscard]] constexpr qint64 defaultHoldMs(RiskLevel risk)
{
    if (risk == RiskLevel::Critical)
        return 15'000;
    return risk == RiskLevel::High ? 10'000 : 5'000;
}

} // namespace lockkeeper
