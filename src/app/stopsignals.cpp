// SPDX-License-Identifier: Apache-2.0
#include "app/stopsignals.h"

#include "app/commandline.h"

#include <atomic>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

std::atomic<int> wakeDescriptor = -1;
std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free, "the handler uses them");

extern "C" void onStopSignal(int)
{
    const int before = errno;
    if (received.fetch_add(1) > 0)
        _exit(static_cast<int>(ExitCode::Failed));
    const char byte = 1;
    // The pipe is empty and does not block: one byte always fits.
    [[maybe_unused]] const ssize_t written = write(wakeDescriptor.load(), &byte, 1);
    errno = before;
}

} // namespace

StopSignals::StopSignals(QObject* parent)
    : QObject(parent)
{
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // the signals keep their own meaning: they end the process
    wakeDescriptor.store(ends[1]);
    m_notifier = std::make_unique<QSocketNotifier>(ends[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this]() {
        m_notifier->setEnabled(false);
        emit requested();
    });
    struct sigaction action = {};
    action.sa_handler = onStopSignal;
    action.sa_flags = SA_RESTART;
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        struct sigaction current = {};
        if (signal != SIGTERM && sigaction(signal, nullptr, &current) == 0 &&
            current.sa_handler == SIG_IGN)
            continue;
        sigaction(signal, &action, nullptr);
    }
}

} // namespace lockkeeper
