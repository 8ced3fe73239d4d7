// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/transport/stdio/stdioserverprocess.h"

#include "core/base/processumask.h"

#include <QFileInfo>
#include <QSocketNotifier>
#include <QStandardPaths>

#include <array>
#include <cerrno>
#include <csignal>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper::mcp {

namespace {

/// Bytes read in one turn of the event loop from one pipe, so that a flood holds up nobody else.
constexpr int kChunkBytes = 64 * 1024;
constexpr int kChunksPerTurn = 4;
/// What is still read when the server is gone; a grandchild may go on writing for ever.
constexpr qsizetype kDrainBytes = 2 * kMaximumLineBytes;
constexpr int kLingerMs = 500;
/// A killed process is given back at once unless the kernel itself holds it.
constexpr int kReapLimitMs = 5000;

/// Reads at most kChunkBytes. Empty and `ended` at the end of the stream, empty and not `ended`
/// when nothing is there now.
struct Chunk
{
    QByteArray bytes;
    bool ended = false;
};

Chunk readChunk(const FileDescriptor& descriptor)
{
    Chunk chunk;
    if (!descriptor.isOpen()) {
        chunk.ended = true;
        return chunk;
    }
    std::array<char, kChunkBytes> buffer;
    ssize_t got = -1;
    do {
        got = ::read(descriptor.get(), buffer.data(), buffer.size());
    } while (got < 0 && errno == EINTR);
    if (got > 0)
        chunk.bytes = QByteArray(buffer.data(), got);
    else
        chunk.ended = got == 0 || errno != EAGAIN;
    return chunk;
}

/// Runs in the child between fork and exec: only calls that are safe there.
void prepareChild(pid_t parent, int standardInput, int standardOutput, int standardError)
{
    if (setpgid(0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(127);
    if (dup2(standardInput, STDIN_FILENO) < 0 || dup2(standardOutput, STDOUT_FILENO) < 0 ||
        dup2(standardError, STDERR_FILENO) < 0)
        _exit(127);
#ifndef LOCKKEEPER_FAULT_DESCRIPTORS_INHERITED
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
#endif
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    // The user's own, not the console's: what a tool writes is the user's file. Never writable by
    // group or others.
    umask(umaskOfUser() | S_IWGRP | S_IWOTH);
}

QByteArray exitReason(int exitCode, QProcess::ExitStatus status)
{
    if (status == QProcess::CrashExit)
        return "the server was ended by signal " + QByteArray::number(exitCode);
    return "the server exited with code " + QByteArray::number(exitCode);
}

} // namespace

StdioServerProcess::StdioServerProcess(StdioServerSpec spec, QObject* parent)
    : Transport(parent)
    , m_spec(std::move(spec))
{
    m_stopTimer.setSingleShot(true);
    m_stopTimer.setTimerType(Qt::PreciseTimer); // a coarse one may cut a grace short
    connect(&m_stopTimer, &QTimer::timeout, this, &StdioServerProcess::escalate);
    connect(&m_writer, &PipeWriter::lineAdvanced, this, &Transport::lineAdvanced);
    connect(&m_writer, &PipeWriter::lineRefused, this, &Transport::lineRefused);
    connect(&m_writer, &PipeWriter::broken, this, [this]() {
        // An answer that came before the server closed its input is an answer.
        drain();
        linger("the server closed its input");
    });
    m_lingerTimer.setSingleShot(true);
    connect(&m_lingerTimer, &QTimer::timeout, this, [this]() {
        announceClosed(m_lingerReason);
        stop();
    });
    connect(&m_process, &QProcess::started, this, &StdioServerProcess::started);
    connect(&m_process, &QProcess::finished, this, &StdioServerProcess::onProcessFinished);
    connect(
        &m_process, &QProcess::errorOccurred, this,
        [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart)
                finish("the server could not be started: " + m_process.errorString().toUtf8());
        },
        Qt::QueuedConnection);
}

StdioServerProcess::~StdioServerProcess()
{
    disconnect(&m_process, nullptr, this, nullptr);
    closeReader(m_messages);
    closeReader(m_stderr);
    if (m_process.state() == QProcess::NotRunning)
        return;
    signalGroup(SIGKILL);
    m_process.kill(); // in case that it has not made its group yet
    m_process.waitForFinished(kReapLimitMs);
}

void StdioServerProcess::start()
{
    if (m_stage != Stage::New)
        return;
    m_stage = Stage::Running;
    if (Result<void> spawned = spawn(); !spawned) {
        const QByteArray reason = spawned.error().message();
        QMetaObject::invokeMethod(
            this, [this, reason]() { finish(reason); }, Qt::QueuedConnection);
    }
}

Result<QString> StdioServerProcess::findProgram(const QProcessEnvironment& environment) const
{
    if (m_spec.command.isEmpty())
        return Error(ErrorCode::InvalidArgument, "the server's command is empty");
    if (m_spec.command.contains(QLatin1Char('/')))
        return m_spec.command;
    const QStringList paths =
        environment.value(QStringLiteral("PATH")).split(QLatin1Char(':'), Qt::SkipEmptyParts);
    QString found = QStandardPaths::findExecutable(m_spec.command, paths);
    if (paths.isEmpty() || found.isEmpty())
        return Error(ErrorCode::NotFound, "the server's command is not in its PATH");
    return found;
}

Result<void> StdioServerProcess::spawn()
{
    const QProcessEnvironment environment =
        serverEnvironment(QProcessEnvironment::systemEnvironment(), m_spec.environment);
    LK_TRY(const QString program, findProgram(environment));
    if (!m_spec.workingDirectory.isEmpty() && !QFileInfo(m_spec.workingDirectory).isDir())
        return Error(ErrorCode::NotFound, "the server's working directory does not exist");
    LK_TRY(Pipe input, Pipe::create());
    LK_TRY(Pipe output, Pipe::create());
    LK_TRY(Pipe errors, Pipe::create());
    LK_CHECK(setNonBlocking(input.writeEnd));
    LK_CHECK(setNonBlocking(output.readEnd));
    LK_CHECK(setNonBlocking(errors.readEnd));

    m_process.setProgram(program);
    m_process.setArguments(m_spec.arguments);
    m_process.setProcessEnvironment(environment);
    m_process.setWorkingDirectory(m_spec.workingDirectory);
    // QProcess forks, execs and reaps; the pipes are ours, because only then the permit can be
    // checked directly before the byte, and a grandchild cannot keep the streams open.
    m_process.setInputChannelMode(QProcess::ForwardedInputChannel);
    m_process.setProcessChannelMode(QProcess::ForwardedChannels);
    m_process.setChildProcessModifier(
        [parent = getpid(), in = input.readEnd.get(), out = output.writeEnd.get(),
         err = errors.writeEnd.get()]() { prepareChild(parent, in, out, err); });
    m_writer.open(std::move(input.writeEnd));
    openReader(m_messages, std::move(output.readEnd), &StdioServerProcess::readMessages);
    openReader(m_stderr, std::move(errors.readEnd), &StdioServerProcess::readDiagnostics);
    m_process.start(QIODevice::ReadOnly);
    m_group = m_process.processId();
    return {};
}

void StdioServerProcess::openReader(Reader& reader, FileDescriptor descriptor,
                                    void (StdioServerProcess::*slot)())
{
    reader.descriptor = std::move(descriptor);
    reader.notifier =
        std::make_unique<QSocketNotifier>(reader.descriptor.get(), QSocketNotifier::Read);
    connect(reader.notifier.get(), &QSocketNotifier::activated, this, slot);
}

void StdioServerProcess::closeReader(Reader& reader)
{
    if (QSocketNotifier* notifier = reader.notifier.release()) {
        notifier->setEnabled(false);
        notifier->deleteLater();
    }
    reader.descriptor.close();
}

Result<Transport::LineId> StdioServerProcess::send(QByteArray line, LastCheck lastCheck)
{
    if (!isOpen())
        return Error(ErrorCode::Unavailable, "the connection is closed");
    return m_writer.send(std::move(line), std::move(lastCheck));
}

void StdioServerProcess::readMessages()
{
    for (int turn = 0; turn < kChunksPerTurn; ++turn) {
        if (!readMessagesOnce())
            return;
    }
}

bool StdioServerProcess::readMessagesOnce()
{
    const Chunk chunk = readChunk(m_messages.descriptor);
    if (chunk.ended) {
        closeReader(m_messages);
        linger("the server closed its output");
        return false;
    }
    deliver(chunk.bytes);
    return !chunk.bytes.isEmpty();
}

void StdioServerProcess::deliver(const QByteArray& chunk)
{
    if (chunk.isEmpty())
        return;
    for (const Frame& frame : m_framer.feed(chunk)) {
        switch (frame.kind) {
        case Frame::Kind::Line:
            emit lineReceived(frame.bytes);
            break;
        case Frame::Kind::Oversized:
            emit oversizedLineDiscarded();
            break;
        case Frame::Kind::ContentLengthHeader:
            m_diagnostics.appendNoise(frame.bytes);
            emit contentLengthPeerDetected();
            break;
        }
    }
}

void StdioServerProcess::readDiagnostics()
{
    for (int turn = 0; turn < kChunksPerTurn; ++turn) {
        const Chunk chunk = readChunk(m_stderr.descriptor);
        if (chunk.ended)
            closeReader(m_stderr);
        if (chunk.bytes.isEmpty())
            return;
        m_diagnostics.append(chunk.bytes);
    }
}

void StdioServerProcess::drain()
{
    qsizetype total = 0;
    for (Chunk chunk = readChunk(m_messages.descriptor);
         !chunk.bytes.isEmpty() && total < kDrainBytes; chunk = readChunk(m_messages.descriptor)) {
        total += chunk.bytes.size();
        deliver(chunk.bytes);
    }
    total = 0;
    for (Chunk chunk = readChunk(m_stderr.descriptor);
         !chunk.bytes.isEmpty() && total < kDrainBytes; chunk = readChunk(m_stderr.descriptor)) {
        total += chunk.bytes.size();
        m_diagnostics.append(chunk.bytes);
    }
}

void StdioServerProcess::stop()
{
    if (m_stage != Stage::Running)
        return;
    m_stage = Stage::StdinClosed;
    m_writer.close();
    m_stopTimer.start(m_spec.closeGraceMs);
}

void StdioServerProcess::escalate()
{
    if (m_stage == Stage::StdinClosed) {
        m_stage = Stage::Terminated;
        signalGroup(SIGTERM);
        m_stopTimer.start(m_spec.terminateGraceMs);
    } else if (m_stage == Stage::Terminated) {
        m_stage = Stage::Killed;
        signalGroup(SIGKILL);
    }
}

void StdioServerProcess::signalGroup(int signal) const
{
    if (m_group > 1)
        ::kill(static_cast<pid_t>(-m_group), signal);
}

/// A pipe's end is mostly the first sign of an exit, whose code says more: waits a moment for it.
void StdioServerProcess::linger(const QByteArray& reason)
{
    if (m_closed || m_lingerTimer.isActive())
        return;
    m_lingerReason = reason;
    m_lingerTimer.start(kLingerMs);
}

void StdioServerProcess::announceClosed(const QByteArray& reason)
{
    if (m_closed)
        return;
    m_closed = true;
    emit closed(reason);
}

void StdioServerProcess::onProcessFinished(int exitCode, QProcess::ExitStatus status)
{
    drain();
    // The leader is gone; whatever it left in its group would otherwise outlive the server.
    signalGroup(SIGKILL);
    finish(exitReason(exitCode, status));
}

void StdioServerProcess::finish(const QByteArray& reason)
{
    if (m_stage == Stage::Gone)
        return;
    m_stage = Stage::Gone;
    m_stopTimer.stop();
    m_lingerTimer.stop();
    m_writer.close();
    closeReader(m_messages);
    closeReader(m_stderr);
    announceClosed(reason);
    emit stopped();
}

} // namespace lockkeeper::mcp
