// SPDX-License-Identifier: Apache-2.0
#include "app/consoleprocess.h"
#include "app/hardening.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QTest>

#include <array>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lockkeeper;

namespace {

constexpr auto kOnlyRootSees = "only root sees what a process that must not be dumped has open";

} // namespace

/// The shipped program, without a Secret Service: everything here holds without keys, too.
class TestConsole : public QObject
{
    Q_OBJECT

private slots:
    void start_emptyProfile_listensAndStopsInOrder();
    void start_emptyProfile_writesFilesForTheUserOnly();
    void start_secondConsole_isRefusedAndNamesThePid();
    void start_afterKill_listensAgain();
    void start_brokenConfiguration_listensAndSaysWhy();
    void start_guardInsideProfile_isRefused();
    void start_socketPathTooLong_failsInOrder();
    void hardening_ofAProcess_closesAndReplacesDescriptors();
    void start_descriptorsInherited_areClosedAtExec();
    void start_closedStandardDescriptors_areReplaced();
    void process_running_makesNoCoreFile();
    void stop_signalDuringStart_stopsInOrder();
    void demo_foreignConfiguration_isLeftAlone();
    void commandLine_wrong_isUsage();
    void commandLine_helpAndVersion_arePrinted();
};

void TestConsole::start_emptyProfile_listensAndStopsInOrder()
{
    const PrivateHome home;
    ConsoleProcess console(home, headless(home.path("profile")));
    console.start();
    QVERIFY2(console.waitFor("Lockkeeper is ready ("), console.take().constData());
    QCOMPARE(partOfReadyLine(console.take(), "profile "), home.path("profile"));
    const QString socket = partOfReadyLine(console.take(), "socket ");
    QVERIFY2(QFileInfo::exists(socket), qPrintable(socket));
    QVERIFY(QFileInfo::exists(home.path("profile/console.json")));
    QVERIFY(QFileInfo::exists(home.path(".local/state/lockkeeper")));
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 0);
    QVERIFY2(!QFileInfo::exists(socket), "the socket is still there");
    QVERIFY2(!QFileInfo::exists(home.path("profile/console.json")), "console.json is still there");
}

void TestConsole::start_emptyProfile_writesFilesForTheUserOnly()
{
    const PrivateHome home;
    ConsoleProcess console(home, headless(home.path("profile")));
    console.start();
    QVERIFY2(console.waitFor("Lockkeeper is ready ("), console.take().constData());
    int seen = 0;
    for (const char* root : {"profile", ".local", "run/lockkeeper"}) {
        QDirIterator files(home.path(root),
                           QDir::AllEntries | QDir::NoDotAndDotDot | QDir::System | QDir::Hidden,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            struct stat status = {};
            QCOMPARE(lstat(QFile::encodeName(path).constData(), &status), 0);
            QVERIFY2((status.st_mode & 077) == 0, qPrintable(path));
            ++seen;
        }
    }
    QVERIFY2(seen >= 4, "lock, log, console.json and socket should be there");
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 0);
}

void TestConsole::start_secondConsole_isRefusedAndNamesThePid()
{
    const PrivateHome home;
    ConsoleProcess first(home, headless(home.path("profile")));
    first.start();
    QVERIFY2(first.waitFor("Lockkeeper is ready ("), first.take().constData());
    ConsoleProcess second(home, headless(home.path("profile")));
    second.start();
    QCOMPARE(second.waitForExit(), 1);
    const QByteArray sentence = "lockkeeper: another console already runs on the profile " +
                                home.path("profile").toUtf8() + " (pid " +
                                QByteArray::number(first.process().processId()) + ")\n";
    QCOMPARE(second.take(), sentence);
    QVERIFY(QFileInfo::exists(home.path("profile/console.json")));
    first.signal(SIGTERM);
    QCOMPARE(first.waitForExit(), 0);
}

void TestConsole::start_afterKill_listensAgain()
{
    const PrivateHome home;
    ConsoleProcess first(home, headless(home.path("profile")));
    first.start();
    QVERIFY2(first.waitFor("Lockkeeper is ready ("), first.take().constData());
    first.signal(SIGKILL);
    QCOMPARE(first.waitForExit(), -1);
    ConsoleProcess second(home, headless(home.path("profile")));
    second.start();
    QVERIFY2(second.waitFor("Lockkeeper is ready ("), second.take().constData());
    second.signal(SIGINT);
    QCOMPARE(second.waitForExit(), 0);
}

void TestConsole::start_brokenConfiguration_listensAndSaysWhy()
{
    const PrivateHome home;
    QVERIFY(writeFile(home.path("profile/config.jsonc"),
                      "{\n\"mcpServers\": {\"a\": {\"command\": 7}}}"));
    ConsoleProcess console(home, headless(home.path("profile")));
    console.start();
    QVERIFY2(console.waitFor("Lockkeeper is ready ("), console.take().constData());
    QVERIFY2(console.waitFor("config.jsonc:2: key mcpServers.a.command: must be a string"),
             console.take().constData());
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 0);
}

void TestConsole::start_guardInsideProfile_isRefused()
{
    const PrivateHome home;
    QProcessEnvironment environment = home.environment();
    environment.insert(QStringLiteral("XDG_STATE_HOME"), home.path("profile/state"));
    ConsoleProcess console(environment, headless(home.path("profile")));
    console.start();
    QCOMPARE(console.waitForExit(), 1);
    QVERIFY2(console.take().contains("lies inside the profile"), console.take().constData());
}

void TestConsole::start_socketPathTooLong_failsInOrder()
{
    const PrivateHome home;
    QProcessEnvironment environment = home.environment();
    environment.remove(QStringLiteral("XDG_RUNTIME_DIR"));
    const QString profile = home.path("profile-") + QString(110, QLatin1Char('x'));
    ConsoleProcess console(environment, headless(profile));
    console.start();
    QCOMPARE(console.waitForExit(), 1);
    QVERIFY2(console.take().contains("lockkeeper: "), console.take().constData());
    QVERIFY2(!console.take().contains("Lockkeeper is ready"), console.take().constData());
}

/// The same as the two after it, in a process that looks at itself: only root sees from outside
/// what a process that must not be dumped has open.
void TestConsole::hardening_ofAProcess_closesAndReplacesDescriptors()
{
    const pid_t child = fork();
    QVERIFY2(child >= 0, "a process should have been made");
    if (child == 0) {
        const int null = open("/dev/null", O_RDONLY);
        dup2(null, 77);
        close(STDIN_FILENO);
        close(STDERR_FILENO);
        hardenProcess();
        const auto isNull = [](const char* link) {
            std::array<char, 32> target{};
            return readlink(link, target.data(), target.size() - 1) > 0 &&
                   qstrcmp(target.data(), "/dev/null") == 0;
        };
        int wrong = (fcntl(77, F_GETFD) & FD_CLOEXEC) != 0 ? 0 : 1;
        wrong |= isNull("/proc/self/fd/0") ? 0 : 2;
        wrong |= isNull("/proc/self/fd/2") ? 0 : 4;
        wrong |= (fcntl(STDIN_FILENO, F_GETFD) & FD_CLOEXEC) == 0 ? 0 : 8;
        _exit(wrong);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY2(WIFEXITED(status), "the process should have ended by itself");
    QCOMPARE(WEXITSTATUS(status), 0); // 1: 77 goes to children, 2 and 4: 0 and 2 not replaced
}

void TestConsole::start_descriptorsInherited_areClosedAtExec()
{
    if (geteuid() != 0)
        QSKIP(kOnlyRootSees);
    const PrivateHome home;
    ConsoleProcess console(home, headless(home.path("profile")));
    console.process().setChildProcessModifier([]() {
        const int null = open("/dev/null", O_RDONLY);
        dup2(null, 77);
    });
    console.start();
    QVERIFY2(console.waitFor("Lockkeeper is ready ("), console.take().constData());
    QFile info(QStringLiteral("/proc/%1/fdinfo/77").arg(console.process().processId()));
    QVERIFY2(info.open(QIODevice::ReadOnly), "descriptor 77 should be open in the console");
    const QByteArray text = info.readAll();
    const qsizetype flags = text.indexOf("flags:");
    QVERIFY(flags >= 0);
    const QByteArray octal =
        text.sliced(flags + 6, text.indexOf('\n', flags) - flags - 6).trimmed();
    QVERIFY2((octal.toLongLong(nullptr, 8) & O_CLOEXEC) != 0, text.constData());
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 0);
}

void TestConsole::start_closedStandardDescriptors_areReplaced()
{
    if (geteuid() != 0)
        QSKIP(kOnlyRootSees);
    const PrivateHome home;
    ConsoleProcess console(home, headless(home.path("profile")));
    console.process().setChildProcessModifier([]() {
        close(STDIN_FILENO);
        close(STDERR_FILENO);
    });
    console.start();
    QVERIFY2(console.waitFor("Lockkeeper is ready ("), console.take().constData());
    for (const int descriptor : {STDIN_FILENO, STDERR_FILENO}) {
        const QString link =
            QStringLiteral("/proc/%1/fd/%2").arg(console.process().processId()).arg(descriptor);
        QCOMPARE(QFileInfo(link).symLinkTarget(), QStringLiteral("/dev/null"));
    }
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 0);
}

void TestConsole::process_running_makesNoCoreFile()
{
    const PrivateHome home;
    ConsoleProcess console(home, headless(home.path("profile")));
    console.start();
    QVERIFY2(console.waitFor("Lockkeeper is ready ("), console.take().constData());
    QFile limits(QStringLiteral("/proc/%1/limits").arg(console.process().processId()));
    QVERIFY(limits.open(QIODevice::ReadOnly));
    const QByteArray text = limits.readAll();
    const qsizetype line = text.indexOf("Max core file size");
    QVERIFY(line >= 0);
    QCOMPARE(text.sliced(line, text.indexOf('\n', line) - line).simplified(),
             QByteArray("Max core file size 0 0 bytes"));
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 0);
}

void TestConsole::stop_signalDuringStart_stopsInOrder()
{
    const PrivateHome home;
    ConsoleProcess console(home, headless(home.path("profile")));
    console.start();
    QVERIFY(console.process().waitForStarted(ConsoleProcess::kLimitMs));
    const QDeadlineTimer limit(ConsoleProcess::kLimitMs);
    while (!QFileInfo::exists(home.path("profile/console.lock")) && !limit.hasExpired())
        console.process().waitForReadyRead(1);
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 0);
    QVERIFY2(!QFileInfo::exists(home.path("profile/console.json")), "console.json is left");
}

void TestConsole::demo_foreignConfiguration_isLeftAlone()
{
    const PrivateHome home;
    const QString config = home.path("profile/config.jsonc");
    QVERIFY(writeFile(config, "{}\n"));
    QStringList arguments = headless(home.path("profile"));
    arguments.append(QStringLiteral("--demo"));
    ConsoleProcess console(home, arguments);
    console.start();
    QCOMPARE(console.waitForExit(), 1);
    QVERIFY2(console.take().contains("was not written by a demo"), console.take().constData());
    QFile file(config);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("{}\n"));
}

void TestConsole::commandLine_wrong_isUsage()
{
    const PrivateHome home;
    ConsoleProcess console(home, {QStringLiteral("--headles")});
    console.start();
    QCOMPARE(console.waitForExit(), 2);
    QCOMPARE(console.take(),
             QByteArray("lockkeeper: “--headles” is not an option of lockkeeper; try --help\n"));
}

void TestConsole::commandLine_helpAndVersion_arePrinted()
{
    const PrivateHome home;
    ConsoleProcess help(home, {QStringLiteral("--help")});
    help.start();
    QCOMPARE(help.waitForExit(), 0);
    QVERIFY(help.take().startsWith("Usage: lockkeeper "));
    ConsoleProcess version(home, {QStringLiteral("--version")});
    version.start();
    QCOMPARE(version.waitForExit(), 0);
    QVERIFY(version.take().startsWith("lockkeeper "));
}

QTEST_GUILESS_MAIN(TestConsole)
#include "tst_console.moc"
