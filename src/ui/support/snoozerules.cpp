// SPDX-License-Identifier: Apache-2.0
#include "ui/support/snoozerules.h"

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qint64 kMinuteMs = 60LL * 1000;

qint64 wantedUntil(SnoozeChoice choice, qint64 decideByMs, qint64 nowMs)
{
    switch (choice) {
    case SnoozeChoice::FiveMinutes:
        return nowMs + 5 * kMinuteMs;
    case SnoozeChoice::FifteenMinutes:
        return nowMs + 15 * kMinuteMs;
    case SnoozeChoice::SixtyMinutes:
        return nowMs + kSnoozeMostMs;
    case SnoozeChoice::BeforeExpiry:
        return decideByMs - kSnoozeBeforeExpiryMs;
    }
    return 0;
}

bool isCritical(const ActionSnapshot& snapshot)
{
#ifdef LOCKKEEPER_FAULT_CRITICAL_SNOOZE_OFFERED
    Q_UNUSED(snapshot);
    return false;
#else
    return snapshot.record.risk >= RiskLevel::Critical;
#endif
}

} // namespace

bool isSnoozed(const ActionSnapshot& snapshot, qint64 nowMs)
{
    return snapshot.record.state == ActionState::Pending && snapshot.tamperedWith.isEmpty() &&
           snapshot.snooze.untilMs > nowMs;
}

std::optional<qint64> snoozeUntil(SnoozeChoice choice, const ActionSnapshot& snapshot, qint64 nowMs)
{
    if (isCritical(snapshot))
        return std::nullopt;
    const qint64 decideBy = snapshot.decideByMs;
    if (choice == SnoozeChoice::BeforeExpiry && decideBy == 0)
        return std::nullopt;
    const qint64 until = wantedUntil(choice, decideBy, nowMs);
    const bool isInTime = decideBy == 0 || until <= decideBy - kSnoozeMarginMs;
    if (!isInTime || until < nowMs + kSnoozeLeastMs || until > nowMs + kSnoozeMostMs)
        return std::nullopt;
    return until;
}

SnoozeHindrance snoozeHindrance(const ActionSnapshot& snapshot, qint64 nowMs)
{
    if (isCritical(snapshot))
        return SnoozeHindrance::Critical;
    const bool fits =
        std::any_of(kAllSnoozeChoices.cbegin(), kAllSnoozeChoices.cend(), [&](SnoozeChoice one) {
            return snoozeUntil(one, snapshot, nowMs).has_value();
        });
    return fits ? SnoozeHindrance::None : SnoozeHindrance::NoTime;
}

} // namespace lockkeeper
