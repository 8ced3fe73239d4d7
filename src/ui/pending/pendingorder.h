// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <tuple>

namespace lockkeeper {

/// Decide-by within this time makes an action urgent.
inline constexpr qint64 kDecideSoonMs = 5LL * 60 * 1000;

/// Pending or holding: what the Pending area shows.
[[nodiscard]] bool isWaitingState(ActionState state);
/// Pending, and critical or soon over: nobody may overlook it.
[[nodiscard]] bool isUrgentAction(const ActionSnapshot& snapshot, qint64 nowMs);
/// Pending, and critical, soon over or high: what N goes to.
[[nodiscard]] bool needsAttention(const ActionSnapshot& snapshot, qint64 nowMs);

/// The place in the list, ascending: critical ones, those that are soon over, high ones, the rest;
/// among them by decide-by, then by arrival. Total: no two actions have the same.
using PendingOrder = std::tuple<int, qint64, qint64, QByteArray>;
[[nodiscard]] PendingOrder pendingOrder(const ActionSnapshot& snapshot, qint64 nowMs);
/// The same for what is put aside: what comes back first is first.
[[nodiscard]] PendingOrder snoozedOrder(const ActionSnapshot& snapshot);

} // namespace lockkeeper
