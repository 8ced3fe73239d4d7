// SPDX-License-Identifier: Apache-2.0
#include "core/base/killpoint.h"

#include <csignal>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace lockkeeper {

namespace detail {
std::atomic<bool> killPointsArmed = false;
}

namespace {

constexpr const char* kVariable = "LOCKKEEPER_KILL_AT";
constexpr std::size_t kMaximumName = 63;
constexpr long kMaximumPassage = 1'000'000'000;

// Written once before any thread exists, read-only afterwards; a plain buffer needs no destructor
// that a passage during exit could meet.
char armedName[kMaximumName + 1] = {};
std::atomic<long> passagesLeft = 0;

} // namespace

void initialiseKillPoints()
{
    const char* value = std::getenv(kVariable);
    if (!value)
        return;
    const char* colon = std::strchr(value, ':');
    const std::size_t length = colon ? static_cast<std::size_t>(colon - value) : std::strlen(value);
    long passage = 1;
    bool usable = length > 0 && length <= kMaximumName;
    if (colon) {
        char* end = nullptr;
        passage = std::strtol(colon + 1, &end, 10);
        usable = usable && end != colon + 1 && *end == '\0' && passage >= 1 &&
                 passage <= kMaximumPassage;
    }
    if (usable) {
        std::memcpy(armedName, value, length);
        armedName[length] = '\0';
        passagesLeft.store(passage);
        detail::killPointsArmed.store(true);
    }
    unsetenv(kVariable);
}

void detail::passKillPoint(const char* name)
{
    if (std::strcmp(name, armedName) != 0 || passagesLeft.fetch_sub(1) != 1)
        return;
    kill(getpid(), SIGKILL);
    // The signal may be delivered to another thread first: this one must not go past the point.
    for (;;)
        pause();
}

} // namespace lockkeeper
