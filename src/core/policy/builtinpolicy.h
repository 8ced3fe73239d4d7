// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/policygate.h"

#include <QString>
#include <QStringList>

namespace lockkeeper {

/// The policy without a policy file, in this order:
/// - "builtin.protect-own-files" denies any argument that resolves inside Lockkeeper's own
///   directories; no policy can lift it;
/// - "builtin.allow-trusted-reads" allows read-only calls of trusted servers with an accepted
///   definition;
/// - "builtin.ask" asks about everything else.
/// Whatever it asks about can be decided for 7 days at most, however often it is extended.
class BuiltinPolicy final : public PolicyGate
{
public:
    static constexpr const char* kProtectRule = "builtin.protect-own-files";
    static constexpr const char* kReadRule = "builtin.allow-trusted-reads";
    static constexpr const char* kAskRule = "builtin.ask";
    static constexpr qint64 kLongestDecisionMs = 7LL * 24 * 3600 * 1000;

    /// `protectedDirectories`: profile, state and runtime directories, absolute.
    BuiltinPolicy(QStringList protectedDirectories, QString home)
        : m_directories(std::move(protectedDirectories))
        , m_home(std::move(home))
    {
    }

    [[nodiscard]] PolicyVerdict evaluate(const PolicyInput& input) const override;
    [[nodiscard]] qint64 latestDecideByMs(qint64 createdAtMs) const override
    {
        return createdAtMs + kLongestDecisionMs;
    }

private:
    QStringList m_directories;
    QString m_home;
};

} // namespace lockkeeper
