// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QSet>

namespace lockkeeper {

/// Stands between this test program and the kernel: sees what our own code and SQLite write to
/// files and what they flush, and breaks either on demand. A file is named by its last part. Does
/// nothing until start() is called. Single-threaded use only.
class DiskWatch
{
public:
    /// Forgets what was seen and breaks nothing.
    static void start();
    static void stop();
    /// Files that were written since start() and not flushed after their last write.
    [[nodiscard]] static QSet<QByteArray> unflushed();
    /// From now on each write to this file fails as on a full disk.
    static void failWritesOf(const QByteArray& name);
    /// From now on each flush of this file fails with an I/O error.
    static void failFlushesOf(const QByteArray& name);
    static void failNothing();
    /// How many calls were broken since start().
    [[nodiscard]] static int hits();
};

} // namespace lockkeeper
