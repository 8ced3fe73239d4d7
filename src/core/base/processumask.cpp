// SPDX-License-Identifier: Apache-2.0
#include "core/base/processumask.h"

#include <sys/stat.h>

namespace lockkeeper {

namespace {

bool remembered = false;
mode_t ofUser = 0;

} // namespace

void makeFilesPrivate()
{
    ofUser = umask(S_IRWXG | S_IRWXO);
    remembered = true;
}

mode_t umaskOfUser()
{
    if (remembered)
        return ofUser;
    const mode_t now = umask(S_IRWXG | S_IRWXO);
    umask(now);
    return now;
}

} // namespace lockkeeper
