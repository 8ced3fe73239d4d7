// SPDX-License-Identifier: Apache-2.0
#include "core/keys/guardcopier.h"

#include "core/base/logging.h"

#include <utility>

namespace lockkeeper {

GuardCopier::GuardCopier(KeySource& source, Scheduler& scheduler, SeatKeys keys)
    : m_source(source)
    , m_scheduler(scheduler)
    , m_keys(std::move(keys))
{
}

GuardCopier::~GuardCopier()
{
    *m_alive = false;
    m_scheduler.cancel(m_timer);
    m_scheduler.cancel(m_stopTimer);
}

void GuardCopier::follow(const GuardRecord& record)
{
    m_wanted = record;
    step();
}

void GuardCopier::writeFirst(std::function<void()> written)
{
    if (m_copied)
        return written();
    m_first = std::move(written);
    m_scheduler.cancel(std::exchange(m_timer, 0));
    step();
}

void GuardCopier::finish(std::function<void()> done)
{
    m_finish = std::move(done);
    m_scheduler.cancel(std::exchange(m_timer, 0));
    m_stopTimer = m_scheduler.after(kStopMs, [this]() {
        log::warning("keys", "the keychain did not take the guard's copy in time");
        endFinish();
    });
    step();
}

void GuardCopier::step()
{
    if (m_busy || m_closed)
        return;
    if (m_wanted && m_timer == 0)
        write();
    else if (!m_wanted && m_finish)
        endFinish();
}

void GuardCopier::write()
{
    const auto copy = encodeGuardCopy(*m_wanted, m_keys);
    if (!copy) {
        m_busy = true;
        return written(copy.error());
    }
    m_busy = true;
    m_writing = *m_wanted;
    m_source.writeGuardCopy(*copy, [this, alive = m_alive](const Result<void>& result) {
        if (*alive)
            written(result);
    });
}

void GuardCopier::written(const Result<void>& result)
{
    m_busy = false;
    if (m_closed)
        return;
    if (!result)
        log::warning("keys", "the guard's copy is not in the keychain",
                     {{"why", result.error().describe()}});
    else if (m_wanted == m_writing)
        m_wanted.reset();
    m_copied = m_copied || result.has_value();
    if (m_finish) {
        if (!result || !m_wanted)
            return endFinish();
        return step();
    }
    startTimer(!result && m_first ? kFirstRetryMs : kIntervalMs);
    if (result && m_first)
        std::exchange(m_first, nullptr)();
}

void GuardCopier::startTimer(qint64 delayMs)
{
    m_timer = m_scheduler.after(delayMs, [this]() {
        m_timer = 0;
        step();
    });
}

void GuardCopier::endFinish()
{
    m_closed = true;
    m_scheduler.cancel(std::exchange(m_stopTimer, 0));
    std::exchange(m_finish, nullptr)();
}

} // namespace lockkeeper
