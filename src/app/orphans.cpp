// SPDX-License-Identifier: Apache-2.0
#include "app/orphans.h"

#include "core/base/consolemark.h"
#include "core/base/digest.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <csignal>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

constexpr int kLimitMs = 5'000;
constexpr qsizetype kMarkDigits = 32;

/// A process that cannot become another one while it is looked at.
class Process
{
public:
    explicit Process(pid_t pid)
        : m_pid(pid)
        , m_descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)))
    {
    }
    ~Process()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    Q_DISABLE_COPY_MOVE(Process)

    [[nodiscard]] pid_t pid() const { return m_pid; }
    [[nodiscard]] bool carries(const QByteArray& mark) const
    {
        QFile file(QStringLiteral("/proc/%1/environ").arg(m_pid));
        return m_descriptor >= 0 && file.open(QIODevice::ReadOnly) &&
               file.readAll().split('\0').contains(mark);
    }
    /// False if it is still there when the time is over.
    [[nodiscard]] bool end(const QDeadlineTimer& limit) const
    {
        syscall(SYS_pidfd_send_signal, m_descriptor, SIGKILL, nullptr, 0);
        pollfd watched{m_descriptor, POLLIN, 0};
        return poll(&watched, 1, static_cast<int>(limit.remainingTime())) == 1;
    }

private:
    pid_t m_pid;
    int m_descriptor;
};

/// Ends every process that carries the mark now; how many there were.
Result<int> endMarked(const QByteArray& mark, const QDeadlineTimer& limit)
{
    int ended = 0;
    const QStringList names = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& name : names) {
        const pid_t pid = name.toInt();
        if (pid <= 0 || pid == getpid())
            continue;
        const Process process(pid);
#ifdef LOCKKEEPER_FAULT_ORPHANS_LEFT
        break;
#endif
        if (!process.carries(mark))
            continue;
        if (!process.end(limit))
            return Error(ErrorCode::Unavailable,
                         "a process that an earlier console on this profile left running cannot be "
                         "ended (pid " +
                             QByteArray::number(qint64(pid)) + ")");
        ++ended;
    }
    return ended;
}

} // namespace

Result<int> endOrphans(const QString& profile)
{
    const QByteArray path = QFile::encodeName(QFileInfo(profile).canonicalFilePath());
    const QByteArray value = sha256(path).toHex().left(kMarkDigits);
    const QByteArray mark = kConsoleMark + QByteArray("=") + value;
    const QDeadlineTimer limit(kLimitMs);
    int total = 0;
    // One that was ended may have started another meanwhile: until a pass finds none.
    for (;;) {
        LK_TRY(const int ended, endMarked(mark, limit));
        if (ended == 0)
            break;
        total += ended;
    }
    qputenv(kConsoleMark, value);
    return total;
}

} // namespace lockkeeper
