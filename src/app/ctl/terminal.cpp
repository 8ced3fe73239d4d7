// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/terminal.h"

#include "core/mcp/framing.h"

#include <QFile>

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace lockkeeper::ctl {

namespace {

constexpr std::size_t kMaximumPin = 1024;

/// Switches the echo off for as long as it lives; signals that would end us wait meanwhile, so
/// that nobody is left with a silent terminal.
class SilentTerminal
{
public:
    explicit SilentTerminal(int descriptor)
        : m_descriptor(descriptor)
    {
        sigset_t block;
        sigemptyset(&block);
        for (const int signal : {SIGINT, SIGTERM, SIGQUIT, SIGTSTP, SIGHUP})
            sigaddset(&block, signal);
        ::pthread_sigmask(SIG_BLOCK, &block, &m_signals);
        m_isTerminal = ::tcgetattr(m_descriptor, &m_before) == 0;
        termios silent = m_before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        m_isTerminal = m_isTerminal && ::tcsetattr(m_descriptor, TCSAFLUSH, &silent) == 0;
    }
    ~SilentTerminal()
    {
        if (m_isTerminal)
            ::tcsetattr(m_descriptor, TCSAFLUSH, &m_before);
        ::pthread_sigmask(SIG_SETMASK, &m_signals, nullptr);
    }
    SilentTerminal(const SilentTerminal&) = delete;
    SilentTerminal& operator=(const SilentTerminal&) = delete;
    [[nodiscard]] bool isTerminal() const { return m_isTerminal; }

private:
    int m_descriptor;
    termios m_before{};
    sigset_t m_signals{};
    bool m_isTerminal = false;
};

Result<SecretBytes> readPin(int descriptor)
{
    const SilentTerminal silent(descriptor);
    if (!silent.isTerminal())
        return Error(ErrorCode::PermissionDenied, "the PIN is typed on a terminal only");
    writeAll(descriptor, "Operator's PIN: ");
    QByteArray typed;
    typed.reserve(kMaximumPin);
    char c = 0;
    bool isTooLong = false;
    for (;;) {
        const ssize_t count = ::read(descriptor, &c, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || c == '\n' || c == '\r')
            break;
        // Never more than was reserved: no copy is left behind by growing.
        isTooLong = static_cast<std::size_t>(typed.size()) == kMaximumPin;
        if (isTooLong)
            break;
        typed.append(c);
    }
    writeAll(descriptor, "\n");
    SecretBytes pin(typed);
    wipe(typed);
    if (isTooLong)
        return Error(ErrorCode::InvalidArgument, "a PIN has at most 1024 bytes");
    return pin;
}

} // namespace

Result<SecretBytes> askPinOnTerminal()
{
    const int descriptor = ::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0)
        return Error(ErrorCode::PermissionDenied,
                     "the operator's PIN is needed, and there is no terminal to type it on");
    Result<SecretBytes> pin = readPin(descriptor);
    ::close(descriptor);
    return pin;
}

Result<QByteArray> readInputFile(const QString& name)
{
    QFile file(name);
    const bool opened = name == QLatin1String("-") ? file.open(STDIN_FILENO, QIODevice::ReadOnly)
                                                   : file.open(QIODevice::ReadOnly);
    if (!opened)
        return Error(name == QLatin1String("-") ? ErrorCode::Unavailable : ErrorCode::NotFound,
                     name.toUtf8() + " cannot be read: " + file.errorString().toUtf8());
    QByteArray text = file.read(mcp::kMaximumLineBytes + 1);
    while (text.size() <= mcp::kMaximumLineBytes) {
        const QByteArray more = file.read(mcp::kMaximumLineBytes + 1 - text.size());
        if (more.isEmpty())
            break;
        text += more;
    }
    if (text.size() > mcp::kMaximumLineBytes)
        return Error(ErrorCode::ResourceExhausted, "the submission has more than 16 MiB");
    return text;
}

void writeAll(int descriptor, QByteArrayView text)
{
    while (!text.isEmpty()) {
        const ssize_t count =
            ::write(descriptor, text.data(), static_cast<std::size_t>(text.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return;
        text = text.sliced(count);
    }
}

} // namespace lockkeeper::ctl
