// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace lockkeeper {

/// The clocks of the house.
///
/// Wall time is only for what people read and for decide-by and execute-by; boot time, which goes
/// on while the machine sleeps, is for leases, permits and holds. Thread-safe.
class Clock
{
public:
    virtual ~Clock() = default;
    /// Milliseconds since 1970-01-01T00:00:00Z (CLOCK_REALTIME); may jump.
    [[nodiscard]] virtual qint64 wallMs() const = 0;
    /// Milliseconds since boot, suspend included (CLOCK_BOOTTIME); never goes back.
    [[nodiscard]] virtual qint64 bootMs() const = 0;
    /// Milliseconds since boot without the time asleep (CLOCK_MONOTONIC); the difference to
    /// bootMs() grows exactly when the machine was suspended.
    [[nodiscard]] virtual qint64 awakeMs() const = 0;
};

/// The machine's own clocks.
class SystemClock final : public Clock
{
public:
    [[nodiscard]] qint64 wallMs() const override;
    [[nodiscard]] qint64 bootMs() const override;
    [[nodiscard]] qint64 awakeMs() const override;
};

} // namespace lockkeeper
