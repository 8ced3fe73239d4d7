// SPDX-License-Identifier: Apache-2.0
#include "app/profilelock.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

QByteArray holderPid(int descriptor)
{
    char text[32] = {};
    const ssize_t size = pread(descriptor, text, sizeof text - 1, 0);
    bool isNumber = false;
    const qint64 pid = size > 0 ? QByteArray(text, size).trimmed().toLongLong(&isNumber) : 0;
    return isNumber && pid > 0 ? "pid " + QByteArray::number(pid) : QByteArray("pid not known");
}

Error unavailable(const QString& path, int native)
{
    return Error(ErrorCode::Unavailable,
                 path.toUtf8() + " cannot be locked: " + std::strerror(native), native);
}

} // namespace

Result<ProfileLock> ProfileLock::acquire(const QString& profile)
{
    const QString path = profile + QStringLiteral("/console.lock");
    const int descriptor = ::open(QFile::encodeName(path).constData(),
                                  O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (descriptor < 0)
        return unavailable(path, errno);
    ProfileLock lock(descriptor);
    int how = LOCK_EX | LOCK_NB;
#ifdef LOCKKEEPER_FAULT_PROFILE_SHARED
    how = LOCK_SH | LOCK_NB;
#endif
    if (flock(descriptor, how) != 0) {
        const int native = errno;
        if (native != EWOULDBLOCK)
            return unavailable(path, native);
        return Error(ErrorCode::AlreadyExists, "another console already runs on the profile " +
                                                   profile.toUtf8() + " (" + holderPid(descriptor) +
                                                   ")");
    }
    const QByteArray pid = QByteArray::number(qint64(getpid())) + '\n';
    if (ftruncate(descriptor, 0) != 0 ||
        pwrite(descriptor, pid.constData(), size_t(pid.size()), 0) != pid.size())
        return unavailable(path, errno);
    return lock;
}

ProfileLock::ProfileLock(ProfileLock&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
{
}

ProfileLock& ProfileLock::operator=(ProfileLock&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

ProfileLock::~ProfileLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace lockkeeper
