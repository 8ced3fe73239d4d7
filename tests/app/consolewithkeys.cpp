// SPDX-License-Identifier: Apache-2.0
#include "app/consoleprocess.h"

#include <QTest>

using namespace lockkeeper;

/// The shipped program with a real Secret Service (run by tests/support/with-secret-service).
class TestConsoleWithKeys : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(qEnvironmentVariableIsSet("LOCKKEEPER_TEST_KEYRING_PID")); }
    void stop_serverRuns_isEndedWithTheConsole();
    void stop_secondSignal_endsAtOnce();
    void demo_throwAway_isRemoved();
    void demo_agent_proposesItsCalls();
};

void TestConsoleWithKeys::stop_serverRuns_isEndedWithTheConsole()
{
    const PrivateHome home;
    const QString pidFile = home.path("server.pid");
    QVERIFY(writeFile(home.path("profile/config.jsonc"),
                      R"({"mcpServers": {"plain": {"command": "/bin/sh", "args": ["-c",
                          "echo $$ > \"$0\"; exec sleep 300", ")" +
                          pidFile.toUtf8() + "\"]}}}"));
    ConsoleProcess console(home, headless(home.path("profile")));
    console.start();
    QVERIFY2(console.waitFor("Lockkeeper is ready ("), console.take().constData());
    QByteArray pid;
    const auto hasPid = [&pidFile, &pid]() {
        QFile file(pidFile);
        if (file.open(QIODevice::ReadOnly))
            pid = file.readAll().trimmed();
        return !pid.isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasPid(), ConsoleProcess::kLimitMs);
    QCOMPARE(::kill(pid.toInt(), 0), 0);
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 0);
    QCOMPARE(::kill(pid.toInt(), 0), -1);
}

void TestConsoleWithKeys::stop_secondSignal_endsAtOnce()
{
    const PrivateHome home;
    // A server that neither reads nor minds SIGTERM: stopping it takes four seconds.
    QVERIFY(writeFile(home.path("profile/config.jsonc"),
                      R"({"mcpServers": {"stubborn": {"command": "/bin/sh",
                          "args": ["-c", "trap '' TERM; while :; do sleep 1; done"]}}})"));
    ConsoleProcess console(home, headless(home.path("profile")));
    console.start();
    QVERIFY2(console.waitFor("Lockkeeper is ready ("), console.take().constData());
    QVERIFY2(console.waitFor("state=starting"), console.take().constData());
    console.signal(SIGTERM);
    QVERIFY2(console.waitFor("[app] stopping"), console.take().constData());
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 1);
    QVERIFY2(!console.take().contains("[app] stopped"), console.take().constData());
}

void TestConsoleWithKeys::demo_throwAway_isRemoved()
{
    const PrivateHome home;
    QProcessEnvironment environment = home.environment();
    environment.insert(QStringLiteral("TMPDIR"), home.path("run"));
    ConsoleProcess console(environment, {QStringLiteral("--headless"), QStringLiteral("--demo")});
    console.start();
    QVERIFY2(console.waitFor("Lockkeeper is ready ("), console.take().constData());
    const QString profile = partOfReadyLine(console.take(), "profile ");
    QVERIFY2(profile.startsWith(home.path("run/lockkeeper-demo.")), qPrintable(profile));
    QVERIFY(QFileInfo::exists(profile + QStringLiteral("/config.jsonc")));
    QVERIFY2(console.waitFor("state=ready"), console.take().constData());
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 0);
    QVERIFY2(!QFileInfo::exists(QFileInfo(profile).path()), qPrintable(profile));
    QVERIFY2(!QFileInfo::exists(home.path(".local/state/lockkeeper")),
             "the demo's guard should have been in its own directory");
}

void TestConsoleWithKeys::demo_agent_proposesItsCalls()
{
    const PrivateHome home;
    QStringList arguments = headless(home.path("profile"));
    arguments.append(QStringLiteral("--demo"));
    ConsoleProcess console(home, arguments);
    console.start();
    QVERIFY2(console.waitFor("Lockkeeper is ready ("), console.take().constData());
    QByteArray said;
    const auto hasProposed = [&home, &said]() {
        QFile file(home.path("profile/practice/agent.log"));
        if (file.open(QIODevice::ReadOnly))
            said = file.readAll();
        return said.contains("look around: done: 2 notes: old-list.txt welcome.txt") &&
               said.count(": proposed\n") == 4;
    };
    QTRY_VERIFY2_WITH_TIMEOUT(hasProposed(), said.constData(), ConsoleProcess::kLimitMs);
    // Nothing that needs a person's yes has happened.
    QVERIFY(!QFileInfo::exists(home.path("profile/practice/effects.log")));
    console.signal(SIGTERM);
    QCOMPARE(console.waitForExit(), 0);
}

QTEST_GUILESS_MAIN(TestConsoleWithKeys)
#include "consolewithkeys.moc"
