// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace lockkeeper {

/// Makes new files of this process private (umask 077) and remembers what the user had. Call it
/// once, first thing in main.
void makeFilesPrivate();

/// The user's own umask, for programs that we start: their files are the user's, not ours.
/// Async-signal-safe. What the process has now if makeFilesPrivate() was never called.
[[nodiscard]] mode_t umaskOfUser();

} // namespace lockkeeper
