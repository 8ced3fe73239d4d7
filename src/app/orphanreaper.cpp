// SPDX-License-Identifier: Apache-2.0
#include "app/orphanreaper.h"

#include <QDir>
#include <QFile>

#include <sys/prctl.h>
#include <sys/wait.h>

namespace lockkeeper {

namespace {

/// The children of all threads, as the kernel lists them; empty where it does not.
QList<qint64> childProcesses()
{
    QList<qint64> found;
    const QStringList threads =
        QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString& thread : threads) {
        QFile file(QStringLiteral("/proc/self/task/%1/children").arg(thread));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        for (const QByteArray& pid : file.readAll().simplified().split(' ')) {
            if (const qint64 number = pid.toLongLong(); number > 0)
                found.append(number);
        }
    }
    return found;
}

bool isDead(qint64 pid)
{
    siginfo_t state = {};
    return ::waitid(P_PID, static_cast<id_t>(pid), &state, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           state.si_pid == static_cast<pid_t>(pid);
}

} // namespace

OrphanReaper::OrphanReaper(std::chrono::milliseconds interval, QObject* parent)
    : QObject(parent)
    , m_active(::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
{
#ifdef LOCKKEEPER_FAULT_CHILDREN_ESCAPE
    ::prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
#endif
    connect(&m_timer, &QTimer::timeout, this, &OrphanReaper::collect);
    m_timer.start(interval);
}

void OrphanReaper::collect()
{
    QSet<qint64> dead;
    for (const qint64 pid : childProcesses()) {
        if (!isDead(pid))
            continue;
        if (m_dead.contains(pid))
            ::waitpid(static_cast<pid_t>(pid), nullptr, WNOHANG);
        else
            dead.insert(pid);
    }
    m_dead = std::move(dead);
}

} // namespace lockkeeper
