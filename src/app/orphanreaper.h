// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSet>
#include <QTimer>

#include <chrono>

namespace lockkeeper {

/// Makes this process the parent of every process below it whose own parent has ended, so that what
/// a tool server leaves behind never looks as if the console had not started it (who is below the
/// console may not decide). Of these adopted processes it collects the dead ones.
///
/// The children that somebody here waits for are left alone: a dead one is only collected when it
/// was dead already a whole interval before. Main thread; one in a process.
class OrphanReaper : public QObject
{
    Q_OBJECT

public:
    explicit OrphanReaper(std::chrono::milliseconds interval = std::chrono::seconds(10),
                          QObject* parent = nullptr);

    /// False where the kernel does not know the setting.
    [[nodiscard]] bool isActive() const { return m_active; }

private:
    void collect();

    QTimer m_timer;
    QSet<qint64> m_dead; ///< dead children at the last look
    bool m_active = false;
};

} // namespace lockkeeper
