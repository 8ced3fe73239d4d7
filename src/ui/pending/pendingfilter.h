// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace lockkeeper {

/// What a person typed above the list of what waits: words that all have to be found in effect,
/// tool, agent or target (case does not matter), and `risk:high,critical`. A value.
class PendingFilter
{
public:
    PendingFilter() = default;
    [[nodiscard]] static PendingFilter fromText(const QString& text);

    [[nodiscard]] bool isEmpty() const { return m_words.isEmpty() && m_risks.isEmpty(); }
    [[nodiscard]] bool matches(const ActionSnapshot& snapshot) const;

private:
    QStringList m_words;
    QList<RiskLevel> m_risks; ///< empty = all
};

} // namespace lockkeeper
