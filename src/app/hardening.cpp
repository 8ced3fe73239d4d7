// SPDX-License-Identifier: Apache-2.0
#include "app/hardening.h"

#include "core/base/processumask.h"

#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper {

void hardenProcess()
{
    prctl(PR_SET_DUMPABLE, 0);
    const rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    makeFilesPrivate();
    // A store opened as descriptor 2 would get our error messages.
    int descriptor = 0;
    do {
        descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (descriptor >= 0 && descriptor <= 2)
            fcntl(descriptor, F_SETFD, 0);
    } while (descriptor >= 0 && descriptor <= 2);
    if (descriptor > 2)
        close(descriptor);
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    std::signal(SIGPIPE, SIG_IGN);
    unsetenv("QT_NO_GLIB");
}

} // namespace lockkeeper
