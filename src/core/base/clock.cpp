// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"

#include <ctime>

namespace lockkeeper {

namespace {

qint64 readMs(clockid_t id)
{
    timespec now{};
    clock_gettime(id, &now);
    return static_cast<qint64>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

} // namespace

qint64 SystemClock::wallMs() const
{
    return readMs(CLOCK_REALTIME);
}

qint64 SystemClock::bootMs() const
{
    return readMs(CLOCK_BOOTTIME);
}

qint64 SystemClock::awakeMs() const
{
    return readMs(CLOCK_MONOTONIC);
}

} // namespace lockkeeper
