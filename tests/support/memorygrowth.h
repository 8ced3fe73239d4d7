// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QFile>

#if defined(__SANITIZE_ADDRESS__)
#define LOCKKEEPER_TEST_SMALL_QUARANTINE
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LOCKKEEPER_TEST_SMALL_QUARANTINE
#endif
#endif

#ifdef LOCKKEEPER_TEST_SMALL_QUARANTINE
/// The address sanitizer keeps 256 MiB of what was freed, and so hides whether anything is bounded.
/// A program that measures memory keeps less, however it is started; ASAN_OPTIONS still wins. Only
/// the source of a test includes this file: this is the one definition of its program.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name is the sanitizer's
extern "C" const char* __asan_default_options()
{
    return "quarantine_size_mb=16";
}
#endif

namespace lockkeeper {

/// How much may be added by a flood of 10 MiB or more, in KiB. Begin to measure after a smaller
/// flood of the same kind: it fills what is kept for good, pools, buffers, a sanitizer's
/// quarantine.
inline constexpr qint64 kAllowedGrowthKib = 8 * 1024;

/// By how much this process grew, at its peak, since the measurement began. The kernel's mark is
/// set back first, so that what an earlier test of the same program used hides nothing. Where it
/// cannot be set back (a kernel without /proc/self/clear_refs) only growth beyond the highest peak
/// so far is seen.
class MemoryGrowth
{
public:
    MemoryGrowth()
    {
        QFile marks(QStringLiteral("/proc/self/clear_refs"));
        if (marks.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            marks.write("5"); // proc(5): sets the peak to what is in use now
        m_before = peakKib();
    }
    /// KiB; -1 if the kernel does not tell.
    [[nodiscard]] qint64 kib() const
    {
        const qint64 now = peakKib();
        return now < 0 || m_before < 0 ? -1 : now - m_before;
    }

private:
    [[nodiscard]] static qint64 peakKib()
    {
        QFile status(QStringLiteral("/proc/self/status"));
        if (!status.open(QIODevice::ReadOnly))
            return -1;
        const QList<QByteArray> lines = status.readAll().split('\n');
        for (const QByteArray& line : lines) {
            if (line.startsWith("VmHWM:"))
                return line.mid(6).simplified().split(' ').first().toLongLong();
        }
        return -1;
    }

    qint64 m_before = -1;
};

} // namespace lockkeeper
