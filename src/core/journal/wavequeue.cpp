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

} // namespace

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
    m_guardBase = base;
    m_keys = keys;
}

void WaveQueue::submit(const char* label, WaveCommand command, Done done)
{
    m_queue.push_back({label, std::move(command), std::move(done)});
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
    while (!m_queue.empty())
        run();
}

bool WaveQueue::settleUndecided(WaveResult& result)
{
    // An I/O error at commit proves nothing: read after reopening whether the wave's last entry is
    // there. The wave is one transaction, so that it is there whole or not at all.
    const qint64 number = m_journal.wavePosition();
    const QByteArray head = m_journal.waveHead();
    if (!m_store.reopen())
        return false;
    bool present = false;
    const auto read =
        m_store.session().query("journal_entries_from", {m_journal.lane(), number, qint64(1)},
                                [&](const StoreRow& row) -> Result<void> {
                                    present = row.integer(0) == number && row.bytes(7) == head;
                                    return {};
                                });
    if (!read)
        return false;
    if (present) {
        m_journal.committed();
    } else {
        m_journal.waveRolledBack();
        for (Result<void>& command : result.commands) {
            if (command)
                command =
                    Error(ErrorCode::Unavailable, "the store could not commit; nothing happened");
        }
    }
    result.decided = true;
    return true;
}

bool WaveQueue::writeGuard()
{
    if (!m_guard || !m_keys)
        return false;
    GuardRecord record = m_guardBase;
    record.lanePosition = m_journal.position();
    record.laneHead = m_journal.head();
    const auto written = m_guard->write(record, *m_keys);
    if (written) {
        m_guardPosition = record.lanePosition;
        return true;
    }
    log::error("journal", "the guard could not be written", {{"why", written.error().message()}});
    m_broken = true;
    if (m_failed)
        m_failed("the guard file cannot be written: " + written.error().message());
    return false;
}

void WaveQueue::run()
{
    if (m_queue.empty())
        return;
    std::vector<Item> items;
    if (m_queue.size() <= kMaximumWave) {
        items.swap(m_queue);
    } else {
        const auto end = m_queue.begin() + kMaximumWave;
        std::move(m_queue.begin(), end, std::back_inserter(items));
        m_queue.erase(m_queue.begin(), end);
        m_scheduled = true;
        m_scheduler.after(0, [this, alive = m_alive]() {
            if (*alive) {
                m_scheduled = false;
                run();
            }
        });
    }
    WaveResult result;
    if (m_broken) {
        for (std::size_t i = 0; i < items.size(); ++i)
            result.commands.emplace_back(Error(ErrorCode::Unavailable, "the store is read-only"));
    } else {
        std::vector<WaveCommand> commands;
        commands.reserve(items.size());
        for (const Item& item : items) {
            passLabelled(item.label, "begun");
            commands.push_back([&item](UnitOfWork& unit) {
                auto done = item.command(unit);
                passLabelled(item.label, "written");
                return done;
            });
        }
        result = m_store.runWave(commands, &m_journal);
        if (!result.decided && !settleUndecided(result)) {
            m_broken = true;
            for (Result<void>& command : result.commands)
                command = Error(ErrorCode::OutcomeUnknown,
                                "the store failed at the commit and cannot be opened again");
            if (m_failed)
                m_failed("the store failed at a commit and cannot be opened again");
        }
    }
    const bool anyCommitted =
        std::any_of(result.commands.begin(), result.commands.end(),
                    [](const Result<void>& command) { return command.has_value(); });
    bool guarded = false;
    if (anyCommitted) {
        for (const Item& item : items)
            passLabelled(item.label, "committed");
        guarded = writeGuard();
        for (const Item& item : items)
            passLabelled(item.label, "guarded");
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].done)
            items[i].done({result.commands[i], guarded && result.commands[i].has_value()});
        passLabelled(items[i].label, "told");
    }
}

} // namespace lockkeeper
