// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/scheduler.h"

#include <QHash>
#include <QObject>

class QTimer;

namespace lockkeeper {

/// A Scheduler on QTimer. Create and use it on one thread that runs an event loop.
class QtScheduler final : public QObject, public Scheduler
{
    Q_OBJECT

public:
    explicit QtScheduler(QObject* parent = nullptr);
    ~QtScheduler() override;

    TimerId after(qint64 delayMs, std::function<void()> callback) override;
    void cancel(TimerId timer) override;

private:
    QHash<TimerId, QTimer*> m_timers;
    TimerId m_next = 1;
};

} // namespace lockkeeper
