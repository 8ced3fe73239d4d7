// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <functional>

namespace lockkeeper {

/// One-shot timers of one thread. A timer only wakes: what is due is always read again from rows
/// and clocks. Not thread-safe: belongs to the thread that made it, callbacks run there.
class Scheduler
{
public:
    using TimerId = quint64;

    virtual ~Scheduler() = default;
    /// Calls `callback` once, `delayMs` (>= 0) of boot time from now or a little later.
    virtual TimerId after(qint64 delayMs, std::function<void()> callback) = 0;
    /// After it returns the callback will not be called; an unknown or spent id is ignored.
    virtual void cancel(TimerId timer) = 0;
};

} // namespace lockkeeper
