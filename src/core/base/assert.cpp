// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace lockkeeper {

void invariantFailed(const char* expression, const char* file, int line)
{
    std::fprintf(stderr, "lockkeeper: broken invariant: %s (%s:%d)\n", expression, file, line);
    std::abort();
}

} // namespace lockkeeper
