// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/framing.h"
#include "core/mcp/transport.h"
#include "core/mcp/transport/stdio/diagnosticring.h"
#include "core/mcp/transport/stdio/filedescriptor.h"
#include "core/mcp/transport/stdio/pipewriter.h"
#include "core/mcp/transport/stdio/stdioserverspec.h"

#include <QProcess>
#include <QTimer>

#include <memory>

class QSocketNotifier;

namespace lockkeeper::mcp {

/// A tool server as a child process that speaks over its stdin and stdout.
///
/// The child leads its own process group, dies with the thread that started it, has no descriptors
/// but 0 to 2 and the environment of serverEnvironment(). Its stderr is drained always, into a
/// ring. When the child exits, what it had written is still delivered, its group is killed and the
/// pipes are closed, whoever else holds them. Io thread; nothing blocks but the destructor, which
/// kills a child that still runs and waits for the kernel to give it back.
class StdioServerProcess final : public Transport
{
    Q_OBJECT

public:
    explicit StdioServerProcess(StdioServerSpec spec, QObject* parent = nullptr);
    ~StdioServerProcess() override;

    /// Starts the process; once. What goes wrong is told by closed() and stopped().
    void start();
    /// Closes stdin, after closeGraceMs sends SIGTERM to the group, after terminateGraceMs more
    /// SIGKILL. Until the end what the server writes is still delivered. May be called often.
    void stop();
    /// True from start() until stopped().
    [[nodiscard]] bool isAlive() const { return m_stage != Stage::New && m_stage != Stage::Gone; }
    /// 0 if there is none.
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    [[nodiscard]] const DiagnosticRing& diagnostics() const { return m_diagnostics; }
    /// Wrote something to stdout that is no message.
    [[nodiscard]] bool isNoisy() const { return m_diagnostics.noiseLines() > 0; }

    [[nodiscard]] Result<LineId> send(QByteArray line, LastCheck lastCheck) override;
    [[nodiscard]] bool withdraw(LineId line) override { return m_writer.withdraw(line); }
    [[nodiscard]] bool isOpen() const override { return m_writer.isOpen() && !m_closed; }
    void noteNoise(QByteArrayView line) override { m_diagnostics.appendNoise(line); }

signals:
    /// The program runs (exec succeeded).
    void started();
    /// Once after start(), after closed(): the process is gone and reaped, or never ran.
    void stopped();

private:
    enum class Stage { New, Running, StdinClosed, Terminated, Killed, Gone };
    struct Reader
    {
        FileDescriptor descriptor;
        std::unique_ptr<QSocketNotifier> notifier;
    };

    Result<void> spawn();
    Result<QString> findProgram(const QProcessEnvironment& environment) const;
    void openReader(Reader& reader, FileDescriptor descriptor, void (StdioServerProcess::*slot)());
    static void closeReader(Reader& reader);
    void readMessages();
    void readDiagnostics();
    bool readMessagesOnce();
    void deliver(const QByteArray& chunk);
    void drain();
    void escalate();
    void signalGroup(int signal) const;
    void linger(const QByteArray& reason);
    void announceClosed(const QByteArray& reason);
    void finish(const QByteArray& reason);
    void onProcessFinished(int exitCode, QProcess::ExitStatus status);

    StdioServerSpec m_spec;
    QProcess m_process;
    PipeWriter m_writer;
    Reader m_messages;
    Reader m_stderr;
    LineFramer m_framer;
    DiagnosticRing m_diagnostics;
    QTimer m_stopTimer;
    QTimer m_lingerTimer;
    QByteArray m_lingerReason;
    Stage m_stage = Stage::New;
    qint64 m_group = 0;
    bool m_closed = false;
};

} // namespace lockkeeper::mcp
