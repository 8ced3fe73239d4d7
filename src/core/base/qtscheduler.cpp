// SPDX-License-Identifier: Apache-2.0
#include "core/base/qtscheduler.h"

#include <QTimer>

namespace lockkeeper {

QtScheduler::QtScheduler(QObject* parent)
    : QObject(parent)
{
}

QtScheduler::~QtScheduler() = default;

Scheduler::TimerId QtScheduler::after(qint64 delayMs, std::function<void()> callback)
{
    const TimerId id = m_next++;
    auto* timer = new QTimer(this);
    timer->setSingleShot(true);
    timer->setTimerType(Qt::PreciseTimer);
    m_timers.insert(id, timer);
    connect(timer, &QTimer::timeout, this, [this, id, callback = std::move(callback)]() {
        if (QTimer* fired = m_timers.take(id))
            fired->deleteLater();
        callback();
    });
    timer->start(static_cast<int>(qBound<qint64>(0, delayMs, 24LL * 3600 * 1000)));
    return id;
}

void QtScheduler::cancel(TimerId timer)
{
    if (QTimer* found = m_timers.take(timer)) {
        found->stop();
        found->deleteLater();
    }
}

} // namespace lockkeeper
