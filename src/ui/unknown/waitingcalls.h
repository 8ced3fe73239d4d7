// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QHash>
#include <QList>
#include <QSet>

namespace lockkeeper {

/// The single target keys of a row, in its order.
[[nodiscard]] QList<QByteArray> targetKeysOf(const ActionRecord& record);

/// Which calls wait because of which unknown outcome.
struct WaitingCalls
{
    /// For each unknown that holds something up: approved calls that wait for the reconciliation of
    /// a target it touches, oldest first.
    QHash<ActionId, QList<ActionId>> byUnknown;
    /// For each unknown: those of them that no other unknown holds up as well.
    QHash<ActionId, int> freed;
    /// Approved calls on such a target that say they wait for something else, or for nothing: their
    /// snapshots may be older than the unknown.
    QList<ActionId> doubtful;
};

/// `newer` are snapshots that were read later than those in `open`; the higher version counts, and
/// of equal ones the one in `newer`. Pure; linear in `open`.
[[nodiscard]] WaitingCalls waitingCalls(const QHash<ActionId, ActionSnapshot>& open,
                                        const QHash<ActionId, ActionSnapshot>& newer);

} // namespace lockkeeper
