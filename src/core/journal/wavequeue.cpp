// SPDX-License-Identifier: Apache-2.0
#include "core/journal/wavequeue.h"

#include "core/base/killpoint.h"
#include "core/base/logging.h"

#include <algorithm>
#include <iterator>

namespace lockkeeper {

namespace {

void passLabelled(const char* label, const char* moment)
{
    if (detail::killPointsArmed.load(std::memory_order_relaxed)) [[unlikely]]
        detail::passKillPoint((QByteArray(label) + '.' + moment).constData());
}

bool isUnknown(const Result<void>& result)
{
    return !result && result.error().code() == ErrorCode::OutcomeUnknown;
}

} // namespace

/// Hands everything on to the journal and notes which commands of the newest transaction stand, so
/// that each command of an undecided commit can be told its own result.
class WaveQueue::Log final : public WaveParticipant
{
public:
    Log(WaveParticipant& journal, std::size_t count)
        : m_journal(journal)
        , m_own(count, Result<void>(Error(ErrorCode::Unavailable, "a statement of it failed")))
        , m_stands(count, false)
    {
    }

    void ran(std::size_t index, const Result<void>& own)
    {
        m_running = index;
        m_own[index] = own;
        m_stands[index] = own.has_value();
    }
    /// What a command that was part of the newest transaction is to be told.
    [[nodiscard]] Result<void> told(std::size_t index, Journal::WaveFate fate) const
    {
        if (!m_stands[index] && !m_own[index])
            return m_own[index];
        if (!m_stands[index] || fate == Journal::WaveFate::Gone)
            return Error(ErrorCode::Unavailable, "the store failed; nothing happened");
        if (fate == Journal::WaveFate::CannotBeTold)
            return Error(ErrorCode::OutcomeUnknown, "the store failed at the commit");
        return {};
    }

    void waveBegins() override
    {
        m_stands.assign(m_stands.size(), false);
        m_running.reset();
        m_journal.waveBegins();
    }
    void commandBegins() override
    {
        m_running.reset();
        m_journal.commandBegins();
    }
    void commandRolledBack() override
    {
        if (m_running)
            m_stands[*m_running] = false;
        m_journal.commandRolledBack();
    }
    Result<void> beforeCommit(UnitOfWork& unit) override { return m_journal.beforeCommit(unit); }
    void committed() override { m_journal.committed(); }
    void waveRolledBack() override { m_journal.waveRolledBack(); }

private:
    WaveParticipant& m_journal;
    std::vector<Result<void>> m_own;
    std::vector<bool> m_stands;
    std::optional<std::size_t> m_running;
};

WaveQueue::WaveQueue(Store& store, Journal& journal, Scheduler& scheduler)
    : m_store(store)
    , m_journal(journal)
    , m_scheduler(scheduler)
{
}

WaveQueue::~WaveQueue()
{
    *m_alive = false;
}

void WaveQueue::setGuard(GuardFile* guard, const GuardRecord& base, const SeatKeys& keys)
{
    m_guard = guard;
    m_guardRecord = base;
    m_guardKnown = false;
    const auto held =
        guard ? guard->read(keys.publicKeys()) : Result<std::optional<GuardRecord>>(std::nullopt);
    if (held && *held && (*held)->storeId == base.storeId &&
        (*held)->incarnation == base.incarnation)
        m_guardRecord.lanePosition = std::max(base.lanePosition, (*held)->lanePosition);
    m_keys = keys;
}

void WaveQueue::submit(const char* label, WaveCommand command, Done done)
{
    m_queue.push_back({label, std::move(command), std::move(done)});
    schedule();
}

void WaveQueue::submitLater(const char* label, WaveCommand command, Done done, qint64 withinMs)
{
    m_later.push_back({label, std::move(command), std::move(done)});
    if (m_laterScheduled)
        return;
    m_laterScheduled = true;
    m_scheduler.after(withinMs, [this, alive = m_alive]() {
        if (!*alive)
            return;
        m_laterScheduled = false;
        run();
    });
}

void WaveQueue::schedule()
{
    if (m_scheduled)
        return;
    m_scheduled = true;
    m_scheduler.after(0, [this, alive = m_alive]() {
        if (!*alive)
            return;
        m_scheduled = false;
        run();
    });
}

void WaveQueue::flush()
{
    while (!isEmpty())
        run();
}

void WaveQueue::failForGood(const QByteArray& why)
{
    if (std::exchange(m_broken, true))
        return;
    log::error("journal", "nothing is written any more", {{"why", why}});
    if (m_failed)
        m_failed(why);
}

Result<void> WaveQueue::openAgainIfNeeded()
{
    if (!m_store.needsReopening())
        return {};
    LK_CHECK(m_store.reopen());
    if (const auto fits = m_journal.checkEnd(m_store.session()); !fits) {
        if (!m_store.needsReopening())
            failForGood(fits.error().message());
        return fits;
    }
    return {};
}

/// An I/O error at commit proves nothing: whether the wave is there is read after opening again.
void WaveQueue::settleUndecided(Outcomes& outcomes, const Log& log)
{
    const auto fate = [this]() -> Result<Journal::WaveFate> {
        LK_CHECK(m_store.reopen());
        return m_journal.fateOfWave(m_store.session());
    }();
    if (!fate) {
        failForGood("the store failed at a commit, and what became of it cannot be read: " +
                    fate.error().message());
        return;
    }
    if (*fate == Journal::WaveFate::Committed)
        m_journal.committed();
    else
        m_journal.waveRolledBack();
    // Commands that were committed alone before it, or not run after it, know their results.
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (isUnknown(outcomes[i]))
            outcomes[i] = log.told(i, *fate);
    }
}

bool WaveQueue::writeGuard()
{
    if (!m_guard || !m_keys)
        return false;
    GuardRecord record = m_guardRecord;
    record.lanePosition = m_journal.position();
    record.laneHead = m_journal.head();
    if (m_guardKnown && record == m_guardRecord)
        return true; // the wave journaled nothing
    bool isBehind = record.lanePosition < m_guardRecord.lanePosition;
#ifdef LOCKKEEPER_FAULT_GUARD_GOES_BACK
    isBehind = false;
#endif
    if (isBehind) {
        failForGood("the guard has seen more of the journal than there is");
        return false;
    }
    if (const auto written = m_guard->write(record, *m_keys); !written) {
        failForGood("the guard file cannot be written: " + written.error().message());
        return false;
    }
    m_guardRecord = record;
    m_guardKnown = true;
    m_guardPosition = record.lanePosition;
    if (m_guardWritten)
        m_guardWritten(record);
    return true;
}

WaveQueue::Items WaveQueue::takeItems()
{
    Items items;
    m_queue.insert(m_queue.begin(), std::make_move_iterator(m_later.begin()),
                   std::make_move_iterator(m_later.end()));
    m_later.clear();
    if (m_queue.size() <= kMaximumWave) {
        items.swap(m_queue);
        return items;
    }
    const auto end = m_queue.begin() + static_cast<Items::difference_type>(kMaximumWave);
    items.assign(std::make_move_iterator(m_queue.begin()), std::make_move_iterator(end));
    m_queue.erase(m_queue.begin(), end);
    schedule();
    return items;
}

WaveQueue::Outcomes WaveQueue::runWave(const Items& items)
{
    if (m_broken)
        return Outcomes(items.size(),
                        Result<void>(Error(ErrorCode::Unavailable, "the store is read-only")));
    if (const auto open = openAgainIfNeeded(); !open)
        return Outcomes(items.size(),
                        Result<void>(Error(ErrorCode::Unavailable, "the store cannot be opened: " +
                                                                       open.error().message())));
    Log log(m_journal, items.size());
    std::vector<WaveCommand> commands;
    commands.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Item& item = items[i];
        passLabelled(item.label, "begun");
        commands.emplace_back([&item, &log, i](UnitOfWork& unit) {
            Result<void> done = item.command(unit);
#ifdef LOCKKEEPER_FAULT_DISPATCH_BEFORE_COMMIT
            if (item.done)
                item.done({done, done.has_value()});
#endif
            log.ran(i, done);
            passLabelled(item.label, "written");
            return done;
        });
    }
    WaveResult result = m_store.runWave(commands, &log);
#ifdef LOCKKEEPER_FAULT_UNDECIDED_BELIEVED
    if (!result.decided) {
        m_journal.committed();
        result = {Outcomes(items.size(), Result<void>()), true};
    }
#endif
    if (!result.decided)
        settleUndecided(result.commands, log);
    return std::move(result.commands);
}

void WaveQueue::run()
{
    if (isEmpty())
        return;
    const Items items = takeItems();
    const Outcomes outcomes = runWave(items);
    const auto pass = [&items](const char* moment) {
        for (const Item& item : items)
            passLabelled(item.label, moment);
    };
    bool guarded = false;
    if (std::any_of(outcomes.begin(), outcomes.end(),
                    [](const Result<void>& outcome) { return outcome.has_value(); })) {
        pass("committed");
#ifdef LOCKKEEPER_FAULT_DISPATCH_BEFORE_GUARD
        guarded = true;
#else
        guarded = writeGuard();
#endif
        pass("guarded");
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
#ifdef LOCKKEEPER_FAULT_DISPATCH_BEFORE_COMMIT
        Q_UNUSED(guarded);
#else
        if (items[i].done)
            items[i].done({outcomes[i], guarded && outcomes[i].has_value()});
#endif
        passLabelled(items[i].label, "told");
    }
#ifdef LOCKKEEPER_FAULT_DISPATCH_BEFORE_GUARD
    if (guarded)
        (void)writeGuard();
#endif
}

} // namespace lockkeeper
