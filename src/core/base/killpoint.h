// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace lockkeeper {

/// Reads LOCKKEEPER_KILL_AT=name[:n] (n from 1, default 1) once; call it from main before any
/// thread is started. Afterwards the n-th passage of the kill point `name`, counted over all
/// threads, ends this process with SIGKILL, as a power cut would. Without the variable, or with an
/// unusable one, nothing is armed. It is removed from the environment, so children do not inherit
/// it. Only the process's own user can set its environment, and only this process is ended.
void initialiseKillPoints();

namespace detail {
extern std::atomic<bool> killPointsArmed;
void passKillPoint(const char* name);
} // namespace detail

} // namespace lockkeeper

/// A place at which crash tests end the shipped program, e.g. LK_KILL_POINT("claim.committed").
/// Costs one relaxed load unless initialiseKillPoints() has armed a point. Any thread.
#define LK_KILL_POINT(name)                                                                        \
    do {                                                                                           \
        if (::lockkeeper::detail::killPointsArmed.load(std::memory_order_relaxed)) [[unlikely]]    \
            ::lockkeeper::detail::passKillPoint(name);                                             \
    } while (false)
