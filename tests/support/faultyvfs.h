// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace lockkeeper {

/// SQLite's file layer with errors on demand, below everything of ours. Once installed it serves
/// every SQLite file that this process opens. Flushes are counted but not made, for speed.
/// Single-threaded use only.
class FaultyVfs
{
public:
    enum class Kind { Read, Write, Flush, Truncate, ShareMemory };
    enum class When {
        Before, ///< the call does nothing and fails
        After,  ///< the call works and fails all the same
    };

    /// Makes it SQLite's default; false if SQLite refuses. Calling again does nothing.
    [[nodiscard]] static bool install();
    /// Breaks the Nth call (from 1) of any kind but `Read`, and, if `forGood`, all after it; each
    /// with the I/O error of its kind, or with SQLITE_FULL if `full` and it writes.
    static void failAt(int nth, When when, bool forGood, bool full);
    /// Breaks the Nth read.
    static void failReadAt(int nth);
    /// Called once, at the next broken call, when that is over: the moment for a copy of the files
    /// as they would be if the machine stopped now. Set after failAt; clear() forgets it.
    static void atFirstFault(std::function<void()> look);
    static void clear();
    /// How many calls were broken since the last failAt.
    [[nodiscard]] static int hits();
};

} // namespace lockkeeper
