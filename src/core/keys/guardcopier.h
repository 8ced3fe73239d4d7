// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/scheduler.h"
#include "core/keys/guardfile.h"
#include "core/keys/keysource.h"

#include <functional>
#include <memory>
#include <optional>

namespace lockkeeper {

/// Keeps a copy of the guard in the keychain, which is neither in the profile nor in the state
/// directory: who puts back an older profile together with its older guard is found by it.
///
/// The copy follows the guard at most once a minute (kIntervalMs after the write before it ended),
/// so it may be behind; it is never ahead of the guard. One write at a time. A write that fails is
/// logged and tried again after the interval. Core thread only; callbacks are never called after
/// this is destroyed.
class GuardCopier
{
public:
    static constexpr qint64 kIntervalMs = 60'000;
    /// Between the tries of the first copy.
    static constexpr qint64 kFirstRetryMs = 5'000;
    /// What an orderly stop waits for the keychain at most.
    static constexpr qint64 kStopMs = 5'000;

    /// `source` and `scheduler` outlive this.
    GuardCopier(KeySource& source, Scheduler& scheduler, SeatKeys keys);
    ~GuardCopier();
    GuardCopier(const GuardCopier&) = delete;
    GuardCopier& operator=(const GuardCopier&) = delete;

    /// The guard holds this now.
    void follow(const GuardRecord& record);
    /// Writes what follow() was told last, at once, and tries until the keychain keeps it; only
    /// then `written` is called (at once when it has one from here). For a store without a copy.
    void writeFirst(std::function<void()> written);
    /// Writes what is not copied yet, at once, and calls `done` exactly once: when that is done, it
    /// failed, or after kStopMs. Nothing is written after that.
    void finish(std::function<void()> done);

private:
    void step();
    void write();
    void written(const Result<void>& result);
    void startTimer(qint64 delayMs);
    void endFinish();

    KeySource& m_source;
    Scheduler& m_scheduler;
    SeatKeys m_keys;
    std::optional<GuardRecord> m_wanted; ///< not copied yet
    GuardRecord m_writing;
    bool m_busy = false;
    bool m_copied = false; ///< a copy was written by this
    bool m_closed = false;
    std::function<void()> m_first;
    std::function<void()> m_finish;
    Scheduler::TimerId m_timer = 0; ///< runs: nothing is written before it ends
    Scheduler::TimerId m_stopTimer = 0;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

} // namespace lockkeeper
