// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockkeeper {

/// Writes the broken invariant to stderr and ends the process; the journal makes that safe.
[[noreturn]] void invariantFailed(const char* expression, const char* file, int line);

} // namespace lockkeeper

/// An invariant of core: stays on in release builds and ends the process when it is broken.
#define LK_ASSERT(expression)                                                                      \
    do {                                                                                           \
        if (!(expression))                                                                         \
            ::lockkeeper::invariantFailed(#expression, __FILE__, __LINE__);                        \
    } while (false)
