// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/scheduler.h"
#include "core/journal/journal.h"
#include "core/keys/guardfile.h"
#include "core/store/store.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockkeeper {

/// What became of a command, as its owner learns it.
struct CommandOutcome
{
    Result<void> result;
    /// The guard knows of the wave: only then may anything be dispatched.
    bool guarded = false;
};

/// The one queue of writing commands. Commands that are queued when the core thread turns form one
/// wave; after the commit the guard is written and flushed; only then anyone is told. A store that
/// has to be opened again is opened before the next wave, and a commit that gave no clear answer is
/// looked up in it before anyone is told. Core thread only.
class WaveQueue
{
public:
    using Done = std::function<void(const CommandOutcome&)>;

    static constexpr std::size_t kMaximumWave = 256;

    WaveQueue(Store& store, Journal& journal, Scheduler& scheduler);
    ~WaveQueue();

    /// Where the wave ends are remembered; `base` gives the store and the numbers that are not the
    /// lane's. Without a guard nothing is told to be guarded. In one incarnation of a store the
    /// guard never goes back behind what it holds now: that is a failure for good.
    void setGuard(GuardFile* guard, const GuardRecord& base, const SeatKeys& keys);
    /// Called after each write of the guard with what it holds now.
    void onGuardWritten(std::function<void(const GuardRecord& record)> written)
    {
        m_guardWritten = std::move(written);
    }
    /// Called once when the store or the guard has failed for good: nothing may be claimed any
    /// more.
    void onFailure(std::function<void(const QByteArray& why)> failed)
    {
        m_failed = std::move(failed);
    }

    /// `label` (a literal) names the command's kill points: <label>.begun, .written, .committed,
    /// .guarded, .told. `command` may be run a second time. `done` is called exactly once, later:
    /// with the command's own error; with Unavailable when nothing happened; with OutcomeUnknown
    /// when it cannot be told whether the command was committed (the store is lost, or the command
    /// journaled nothing).
    void submit(const char* label, WaveCommand command, Done done);
    /// The same for what nobody waits for: it asks for no wave of its own but takes part in the
    /// next one, before what is queued, and after `withinMs` at the latest there is one.
    void submitLater(const char* label, WaveCommand command, Done done, qint64 withinMs);
    /// Runs what is queued until nothing is, without waiting for the event loop. For stop and
    /// tests.
    void flush();
    /// The lane position that the guard is known to hold; 0 before the first write.
    [[nodiscard]] qint64 guardPosition() const { return m_guardPosition; }
    [[nodiscard]] bool isEmpty() const { return m_queue.empty() && m_later.empty(); }

private:
    class Log;
    struct Item
    {
        const char* label;
        WaveCommand command;
        Done done;
    };
    using Items = std::vector<Item>;
    using Outcomes = std::vector<Result<void>>;

    void schedule();
    void run();
    [[nodiscard]] Items takeItems();
    [[nodiscard]] Outcomes runWave(const Items& items);
    [[nodiscard]] Result<void> openAgainIfNeeded();
    void settleUndecided(Outcomes& outcomes, const Log& log);
    [[nodiscard]] bool writeGuard();
    void failForGood(const QByteArray& why);

    Store& m_store;
    Journal& m_journal;
    Scheduler& m_scheduler;
    GuardFile* m_guard = nullptr;
    GuardRecord m_guardRecord; ///< as the guard holds it, or is to hold it
    std::optional<SeatKeys> m_keys;
    bool m_guardKnown = false; ///< m_guardRecord was written by this queue
    std::function<void(const GuardRecord&)> m_guardWritten;
    std::function<void(const QByteArray&)> m_failed;
    Items m_queue;
    Items m_later; ///< what waits for the next wave
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
    qint64 m_guardPosition = 0;
    bool m_scheduled = false;
    bool m_laterScheduled = false;
    bool m_broken = false;
};

} // namespace lockkeeper
