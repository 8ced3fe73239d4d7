// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QtGlobal>

#include <array>
#include <optional>

namespace lockkeeper {

/// For how long a pending call can be put aside. What the window offers: the core has the last
/// word. All times are wall times.
enum class SnoozeChoice { FiveMinutes, FifteenMinutes, SixtyMinutes, BeforeExpiry };
inline constexpr std::array kAllSnoozeChoices = {
    SnoozeChoice::FiveMinutes, SnoozeChoice::FifteenMinutes, SnoozeChoice::SixtyMinutes,
    SnoozeChoice::BeforeExpiry};

/// Why a pending call cannot be put aside.
enum class SnoozeHindrance {
    None,
    Critical, ///< nobody puts that aside alone
    NoTime,   ///< it would come back too late to be decided
};

inline constexpr qint64 kSnoozeMostMs = 60LL * 60 * 1000;
/// It has to be back so long before it cannot be decided any more.
inline constexpr qint64 kSnoozeMarginMs = 2LL * 60 * 1000;
inline constexpr qint64 kSnoozeBeforeExpiryMs = 10LL * 60 * 1000;
/// Shorter than this is no time.
inline constexpr qint64 kSnoozeLeastMs = 60LL * 1000;

/// It is put aside at this time: pending, and its time of return has not come. What does not agree
/// with the record is never aside.
[[nodiscard]] bool isSnoozed(const ActionSnapshot& snapshot, qint64 nowMs);
/// When it would come back; nothing if the rules do not allow that choice.
[[nodiscard]] std::optional<qint64> snoozeUntil(SnoozeChoice choice, const ActionSnapshot& snapshot,
                                                qint64 nowMs);
[[nodiscard]] SnoozeHindrance snoozeHindrance(const ActionSnapshot& snapshot, qint64 nowMs);

} // namespace lockkeeper
