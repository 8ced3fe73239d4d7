// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <csignal>

namespace lockkeeper {

/// The arguments of a console without a window.
inline QStringList headless(const QString& profile)
{
    return {QStringLiteral("--headless"), QStringLiteral("--profile"), profile};
}

/// Makes the directories and writes the file.
inline bool writeFile(const QString& path, const QByteArray& text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

/// The path behind `mark` in the line that says that the console is ready.
inline QString partOfReadyLine(const QByteArray& written, const QByteArray& mark)
{
    const qsizetype at = written.indexOf(mark, written.indexOf("Lockkeeper is ready"));
    if (at < 0)
        return {};
    const qsizetype begin = at + mark.size();
    qsizetype end = begin;
    while (end < written.size() && written[end] != ',' && written[end] != ')')
        ++end;
    return QString::fromUtf8(written.sliced(begin, end - begin));
}

/// A home of its own for one test: no bus, no display, nothing of the user's.
class PrivateHome
{
public:
    PrivateHome()
    {
        QDir(m_root.path()).mkpath(QStringLiteral("run"));
        QFile::setPermissions(path("run"), QFileDevice::ReadOwner | QFileDevice::WriteOwner |
                                               QFileDevice::ExeOwner);
    }
    [[nodiscard]] QString path(const char* part) const
    {
        return m_root.filePath(QLatin1String(part));
    }
    [[nodiscard]] QProcessEnvironment environment() const
    {
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("PATH"), qEnvironmentVariable("PATH"));
        environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        environment.insert(QStringLiteral("HOME"), m_root.path());
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), path("run"));
        // Only where the test runs with a bus and a Secret Service of its own.
        if (qEnvironmentVariableIsSet("LOCKKEEPER_TEST_KEYRING_PID"))
            environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"),
                               qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS"));
        return environment;
    }

private:
    QTemporaryDir m_root;
};

/// The shipped console as a child. What it writes is kept; waits have a limit.
class ConsoleProcess
{
public:
    static constexpr int kLimitMs = 60'000;

    ConsoleProcess(const PrivateHome& home, const QStringList& arguments)
        : ConsoleProcess(home.environment(), arguments)
    {
    }
    ConsoleProcess(const QProcessEnvironment& environment, const QStringList& arguments)
    {
        m_process.setProgram(QStringLiteral(LOCKKEEPER_PROGRAM));
        m_process.setArguments(arguments);
        m_process.setProcessEnvironment(environment);
    }
    ~ConsoleProcess()
    {
        if (m_process.state() != QProcess::NotRunning) {
            m_process.kill();
            m_process.waitForFinished(kLimitMs);
        }
    }
    QProcess& process() { return m_process; }
    void start() { m_process.start(); }
    /// True once `text` was written to stdout or stderr; false if it ends before or says nothing.
    bool waitFor(const QByteArray& text)
    {
        const QDeadlineTimer limit(kLimitMs);
        while (!take().contains(text)) {
            if (m_process.state() == QProcess::NotRunning || limit.hasExpired())
                return take().contains(text);
            m_process.waitForReadyRead(50);
        }
        return true;
    }
    void signal(int number) const
    {
        // 0 would be our own process group.
        if (const auto pid = static_cast<pid_t>(m_process.processId()); pid > 0)
            ::kill(pid, number);
    }
    /// The exit code, or -1 if it crashed, -2 if it does not end.
    int waitForExit()
    {
        if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(kLimitMs))
            return -2;
        take();
        return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }
    /// All it has written so far.
    const QByteArray& take()
    {
        m_written += m_process.readAllStandardOutput();
        m_written += m_process.readAllStandardError();
        return m_written;
    }

private:
    QProcess m_process;
    QByteArray m_written;
};

} // namespace lockkeeper
