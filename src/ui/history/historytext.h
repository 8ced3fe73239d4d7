// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QCoreApplication>
#include <QString>

namespace lockkeeper {

/// The words of the area History, translated. Any thread; keeps nothing.
class HistoryText
{
    Q_DECLARE_TR_FUNCTIONS(HistoryText)

public:
    /// What an entry records, from its kind's name in the core.
    [[nodiscard]] static QString kind(const QByteArray& kind);
    /// An action's state from its name in the core; "" for entries about no action.
    [[nodiscard]] static QString state(const QByteArray& state);
    /// Server and tool, made visible; empty if there is none.
    [[nodiscard]] static QString tool(const ToolName& tool);
    /// What became of an attempt.
    [[nodiscard]] static QString outcome(Outcome outcome);
    /// The whole fingerprint in groups that can be read aloud and that wrap.
    [[nodiscard]] static QString fingerprint(const QByteArray& hex);
    /// Its first eight digits in two groups.
    [[nodiscard]] static QString shortFingerprint(const QByteArray& hex);
    /// "Ran exactly what you approved (…)." or its like; empty unless the action ran and what is
    /// stored of it fits the record.
    [[nodiscard]] static QString ranAsApproved(const ActionSnapshot& snapshot);
    /// "Records 1–9 are chained; …"
    [[nodiscard]] static QString chain(const StatusSnapshot& status);
};

} // namespace lockkeeper
