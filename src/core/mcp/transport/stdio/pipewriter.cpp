// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/transport/stdio/pipewriter.h"

#include "core/base/killpoint.h"
#include "core/mcp/framing.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <poll.h>
#include <unistd.h>

namespace lockkeeper::mcp {

namespace {

void ignoreBrokenPipeSignal()
{
    static std::once_flag once;
    std::call_once(once, []() { std::signal(SIGPIPE, SIG_IGN); });
}

/// A notifier may be the sender of the slot that drops it.
void dropNotifier(std::unique_ptr<QSocketNotifier>& notifier)
{
    if (QSocketNotifier* dropped = notifier.release()) {
        dropped->setEnabled(false);
        dropped->deleteLater();
    }
}

} // namespace

PipeWriter::PipeWriter(QObject* parent)
    : QObject(parent)
{
}

PipeWriter::~PipeWriter()
{
    m_notifier.reset();
}

void PipeWriter::open(FileDescriptor descriptor)
{
    ignoreBrokenPipeSignal();
    m_descriptor = std::move(descriptor);
    m_notifier = std::make_unique<QSocketNotifier>(m_descriptor.get(), QSocketNotifier::Write);
    m_notifier->setEnabled(!m_lines.empty());
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &PipeWriter::writeWhilePossible);
}

void PipeWriter::close()
{
    dropNotifier(m_notifier);
    m_descriptor.close();
    m_lines.clear();
    m_queuedBytes = 0;
}

Result<Transport::LineId> PipeWriter::send(QByteArray line, Transport::LastCheck lastCheck)
{
    if (!isOpen())
        return Error(ErrorCode::Unavailable, "the connection is closed");
    if (line.size() > kMaximumLineBytes)
        return Error(ErrorCode::InvalidArgument, "a line has more than 16 MiB");
    if (line.contains('\n'))
        return Error(ErrorCode::InvalidArgument, "a line must not hold a line end");
    if (m_queuedBytes + line.size() + 1 > Transport::kMaximumQueuedBytes)
        return Error(ErrorCode::ResourceExhausted, "64 MiB wait to be sent already");
#ifdef LOCKKEEPER_FAULT_PERMIT_CHECKED_EARLY
    if (lastCheck && !lastCheck())
        return Error(ErrorCode::FailedPrecondition, "the check failed");
    lastCheck = nullptr;
#endif
    line.append('\n');
    m_queuedBytes += line.size();
    const Transport::LineId id = m_nextLine++;
    m_lines.push_back({id, std::move(line), std::move(lastCheck), 0});
    m_notifier->setEnabled(true);
    return id;
}

bool PipeWriter::withdraw(Transport::LineId line)
{
    const auto found = std::find_if(m_lines.begin(), m_lines.end(),
                                    [line](const Line& queued) { return queued.id == line; });
    if (found == m_lines.end() || found->sent > 0)
        return false;
    m_queuedBytes -= found->bytes.size();
    m_lines.erase(found);
    return true;
}

void PipeWriter::writeWhilePossible()
{
    // A bound on one turn of the event loop, so that one quick reader does not hold up the others.
    constexpr int kMaximumSteps = 64;
    for (int steps = 0; steps < kMaximumSteps && !m_lines.empty(); ++steps) {
        const Step step = writeFront();
        if (step == Step::Waits)
            return;
        if (step == Step::Broken) {
            close();
            emit broken();
            return;
        }
    }
    if (m_notifier)
        m_notifier->setEnabled(!m_lines.empty());
}

PipeWriter::Step PipeWriter::writeFront()
{
    if (!takesBytes())
        return Step::Waits;
    Line& line = m_lines.front();
    // From here to write() nothing may be added but the kill point of the crash tests: this is the
    // last look at the permit.
    const Transport::LastCheck check = std::exchange(line.lastCheck, nullptr);
    if (check && !check())
        return refuseFront();
    if (check)
        LK_KILL_POINT("dispatch.before_first_byte");
    const auto left = static_cast<size_t>(line.bytes.size() - line.sent);
    const ssize_t written = ::write(m_descriptor.get(), line.bytes.constData() + line.sent, left);
    if (written <= 0) {
        if (written < 0 && errno != EAGAIN && errno != EINTR)
            return Step::Broken;
        // The check was good for this one try.
        return check ? refuseFront() : Step::Waits;
    }
    if (check)
        LK_KILL_POINT("dispatch.after_first_byte");
    line.sent += written;
    const Transport::LineId id = line.id;
    const qint64 sent = line.sent;
    const bool complete = line.sent == line.bytes.size();
    if (complete)
        dropFront();
    emit lineAdvanced(id, sent, complete);
    return Step::Goes;
}

PipeWriter::Step PipeWriter::refuseFront()
{
    const Transport::LineId refused = m_lines.front().id;
    dropFront();
    emit lineRefused(refused);
    return Step::Goes;
}

/// A pipe with one writer that polls as writable takes at least one byte.
bool PipeWriter::takesBytes() const
{
    pollfd entry{m_descriptor.get(), POLLOUT, 0};
    return m_descriptor.isOpen() && ::poll(&entry, 1, 0) > 0;
}

void PipeWriter::dropFront()
{
    m_queuedBytes -= m_lines.front().bytes.size();
    m_lines.pop_front();
}

} // namespace lockkeeper::mcp
