// SPDX-License-Identifier: Apache-2.0
// The program's own symbols come before those of the C library, for SQLite's library too.
#include "support/diskwatch.h"

#include <array>
#include <cerrno>

#include <sys/syscall.h>
#include <unistd.h>

namespace lockkeeper {
namespace {

struct Watch
{
    bool isOn = false;
    QSet<QByteArray> unflushed;
    QByteArray unwritable;
    QByteArray unflushable;
    int hits = 0;
};

Watch& watch()
{
    static Watch one;
    return one;
}

QByteArray nameOf(int descriptor)
{
    std::array<char, 4096> path{};
    const QByteArray link = "/proc/self/fd/" + QByteArray::number(descriptor);
    const ssize_t size = ::readlink(link.constData(), path.data(), path.size());
    const QByteArray target(path.data(), qMax<ssize_t>(size, 0));
    return target.mid(target.lastIndexOf('/') + 1);
}

ssize_t writeAt(int descriptor, const void* bytes, size_t size, off_t offset)
{
    if (watch().isOn) {
        const QByteArray name = nameOf(descriptor);
        if (name == watch().unwritable) {
            ++watch().hits;
            errno = ENOSPC;
            return -1;
        }
        watch().unflushed.insert(name);
    }
    return syscall(SYS_pwrite64, descriptor, bytes, size, offset);
}

int flush(long number, int descriptor)
{
    if (watch().isOn) {
        const QByteArray name = nameOf(descriptor);
        if (name == watch().unflushable) {
            ++watch().hits;
            errno = EIO;
            return -1;
        }
        watch().unflushed.remove(name);
    }
    return static_cast<int>(syscall(number, descriptor));
}

} // namespace

void DiskWatch::start()
{
    watch() = Watch{true, {}, {}, {}, 0};
}

void DiskWatch::stop()
{
    watch() = Watch();
}

QSet<QByteArray> DiskWatch::unflushed()
{
    return watch().unflushed;
}

void DiskWatch::failWritesOf(const QByteArray& name)
{
    watch().unwritable = name;
}

void DiskWatch::failFlushesOf(const QByteArray& name)
{
    watch().unflushable = name;
}

void DiskWatch::failNothing()
{
    watch().unwritable.clear();
    watch().unflushable.clear();
}

int DiskWatch::hits()
{
    return watch().hits;
}

} // namespace lockkeeper

extern "C" {

ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset)
{
    return lockkeeper::writeAt(descriptor, bytes, size, offset);
}
ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off_t offset)
{
    return lockkeeper::writeAt(descriptor, bytes, size, offset);
}
int fsync(int descriptor)
{
    return lockkeeper::flush(SYS_fsync, descriptor);
}
int fdatasync(int descriptor)
{
    return lockkeeper::flush(SYS_fdatasync, descriptor);
}
}
