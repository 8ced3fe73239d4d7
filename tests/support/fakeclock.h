// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/scheduler.h"

#include <map>
#include <utility>

namespace lockkeeper {

/// A clock that is moved by hand. Wall and boot time move together unless stepWall is called.
class FakeClock final : public Clock
{
public:
    [[nodiscard]] qint64 wallMs() const override { return m_wallMs; }
    [[nodiscard]] qint64 bootMs() const override { return m_bootMs; }
    [[nodiscard]] qint64 awakeMs() const override { return m_awakeMs; }
    void advance(qint64 ms)
    {
        m_wallMs += ms;
        m_bootMs += ms;
        m_awakeMs += ms;
    }
    /// The machine slept: wall and boot time went on.
    void suspend(qint64 ms)
    {
        m_wallMs += ms;
        m_bootMs += ms;
    }
    /// Somebody set the wall clock.
    void stepWall(qint64 ms) { m_wallMs += ms; }

private:
    qint64 m_wallMs = 1'800'000'000'000;
    qint64 m_bootMs = 1'000'000;
    qint64 m_awakeMs = 900'000;
};

/// Timers that fire only when the test says so.
class FakeScheduler final : public Scheduler
{
public:
    explicit FakeScheduler(FakeClock& clock)
        : m_clock(clock)
    {
    }

    TimerId after(qint64 delayMs, std::function<void()> callback) override
    {
        const TimerId id = m_next++;
        m_timers.emplace(std::pair(m_clock.bootMs() + delayMs, id), std::move(callback));
        return id;
    }
    void cancel(TimerId timer) override
    {
        for (auto it = m_timers.begin(); it != m_timers.end(); ++it) {
            if (it->first.second == timer) {
                m_timers.erase(it);
                return;
            }
        }
    }
    /// Moves the clock forward by `ms`, firing what becomes due in order of its time.
    void advance(qint64 ms)
    {
        const qint64 end = m_clock.bootMs() + ms;
        while (!m_timers.empty() && m_timers.begin()->first.first <= end) {
            auto node = m_timers.extract(m_timers.begin());
            if (node.key().first > m_clock.bootMs())
                m_clock.advance(node.key().first - m_clock.bootMs());
            node.mapped()();
        }
        m_clock.advance(end - m_clock.bootMs());
    }
    [[nodiscard]] bool hasTimers() const { return !m_timers.empty(); }

private:
    FakeClock& m_clock;
    std::map<std::pair<qint64, TimerId>, std::function<void()>> m_timers;
    TimerId m_next = 1;
};

} // namespace lockkeeper
