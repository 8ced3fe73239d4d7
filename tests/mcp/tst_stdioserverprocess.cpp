// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/transport/stdio/stdioserverprocess.h"

#include "core/base/canonicaljson.h"
#include "support/memorygrowth.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QtTest>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace lockkeeper;
using namespace lockkeeper::mcp;

namespace {

constexpr int kLimitMs = 30'000;
const QByteArray kInitialize = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})";

QByteArray call(int id, const QByteArray& arguments = "{}")
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) +
           R"(,"method":"tools/call","params":{"name":"t","arguments":)" + arguments +
           R"(,"_meta":{"progressToken":)" + QByteArray::number(id) + "}}}";
}

StdioServerSpec fake(const QString& scenario)
{
    StdioServerSpec spec;
    spec.command = QStringLiteral("/usr/bin/python3");
    spec.arguments = {QStringLiteral("-SE"), QStringLiteral(FAKE_SERVER), scenario};
    return spec;
}

/// Process ids whose group is `group`, zombies left out.
QList<qint64> membersOfGroup(qint64 group)
{
    QList<qint64> members;
    const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& entry : entries) {
        QFile stat("/proc/" + entry + "/stat");
        if (!stat.open(QIODevice::ReadOnly))
            continue;
        const QByteArray line = stat.readAll();
        const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
        if (fields.size() > 3 && fields[0] != "Z" && fields[2].toLongLong() == group)
            members.append(entry.toLongLong());
    }
    return members;
}

} // namespace

class StdioServerProcessTest : public QObject
{
    Q_OBJECT

private slots:
    void exchange_lines_areDeliveredWhole();
    void environment_child_isAllowListed();
    void child_start_hasOwnGroupAndNoOtherDescriptors();
    void start_failures_areToldWithoutBlocking_data();
    void start_failures_areToldWithoutBlocking();
    void exit_early_deliversLastWordsAndReason();
    void exit_grandchildHoldsThePipe_endsAllTheSame();
    void stop_ignoringEofAndTerm_isKilledInStages_B98();
    void stop_endsOnTerm_isNotKilled_B98();
    void stop_endsOnEof_isImmediate_B98();
    void stop_manyTimes_leavesNoProcess_B95();
    void destroyed_running_leavesNoProcess();
    void parent_killed_takesTheServerWithIt_B95();
    void stderr_flood100MiB_isDrainedAndBounded_B76();
    void lines_over16MiB_areDiscardedAndTheConnectionLives_B72();
    void lines_of8MiB_passBothWays_B72();
    void send_peerDoesNotRead_isBoundedAndWithdrawable();
    void send_lastCheck_isAskedDirectlyBeforeTheFirstByte();
    void diagnostics_text_isSanitisedAndBounded();
};

void StdioServerProcessTest::exchange_lines_areDeliveredWhole()
{
    StdioServerProcess server(fake("echo"));
    QSignalSpy lines(&server, &Transport::lineReceived);
    QSignalSpy advanced(&server, &Transport::lineAdvanced);
    server.start();
    const QByteArray arguments = R"({"a":"x\ny\u2028\u00e9","n":1})";
    QVERIFY(server.send(kInitialize, {}));
    QVERIFY(server.send(call(2, arguments), {}));
    QVERIFY2(advanced.isEmpty(), "nothing leaves before the event loop turns");
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 2, kLimitMs);
    QVERIFY(JsonView(lines[1][0].toByteArray()).at("/result/structuredContent/a").string() ==
            QByteArray("x\ny\xe2\x80\xa8\xc3\xa9"));
    QVERIFY(!server.send("two\nlines", {}));
    QVERIFY(!server.send(QByteArray(kMaximumLineBytes + 1, 'x'), {}));
}

void StdioServerProcessTest::environment_child_isAllowListed()
{
    for (const char* name : {"DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "XAUTHORITY",
                             "SECRET_TOKEN", "WAYLAND_DISPLAY", "LD_PRELOAD_X"})
        qputenv(name, "must-not-leak");
    qputenv("LC_TIME", "C");
    StdioServerSpec spec = fake("environment");
    spec.environment = {{"CONFIGURED", "given \xc3\xa9"}, {"DISPLAY", ":7"}};
    StdioServerProcess server(spec);
    QSignalSpy lines(&server, &Transport::lineReceived);
    server.start();
    QVERIFY(server.send(call(2), {}));
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 1, kLimitMs);
    const QByteArray line = lines[0][0].toByteArray();
    const QByteArray environment = JsonView(line).at("/result/content/0/text").string().value();
    QVERIFY2(!environment.contains("must-not-leak"), environment.constData());
    const JsonView view(environment);
    QVERIFY(view.member("CONFIGURED").string() == QByteArray("given \xc3\xa9"));
    QVERIFY2(view.member("DISPLAY").string() == QByteArray(":7"), "configured: allowed");
    QVERIFY(view.member("LC_TIME").string() == QByteArray("C"));
    QVERIFY(view.member("PATH").isString());
}

void StdioServerProcessTest::child_start_hasOwnGroupAndNoOtherDescriptors()
{
    const QByteArray name = QDir::tempPath().toUtf8() + "/lockkeeper-fd-test";
    QFile open(QString::fromUtf8(name));
    QVERIFY(open.open(QIODevice::WriteOnly | QIODevice::Truncate));
    const int inheritable = dup(open.handle()); // not closed on exec by itself
    StdioServerProcess server(fake("descriptors"));
    QSignalSpy lines(&server, &Transport::lineReceived);
    server.start();
    QVERIFY(server.send(call(2), {}));
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 1, kLimitMs);
    ::close(inheritable);
    open.remove();
    const QByteArray line = lines[0][0].toByteArray();
    const QByteArray text = JsonView(line).at("/result/content/0/text").string().value();
    const JsonView view(text);
    QCOMPARE(view.member("fds").raw().toByteArray(), QByteArray("[0, 1, 2]"));
    QCOMPARE(view.member("pgid").integer().value(), view.member("pid").integer().value());
    QCOMPARE(view.member("pid").integer().value(), server.processId());
    QCOMPARE(view.member("umask").integer().value() & 022, qint64(022));
}

void StdioServerProcessTest::start_failures_areToldWithoutBlocking_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("directory");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("no name") << QString() << QString() << QByteArray("empty");
    QTest::newRow("not in path") << QStringLiteral("no-such-program-x") << QString()
                                 << QByteArray("PATH");
    QTest::newRow("no file") << QStringLiteral("/no/such/file") << QString()
                             << QByteArray("started");
    QTest::newRow("a folder") << QStringLiteral("/tmp") << QString() << QByteArray("started");
    QTest::newRow("directory") << QStringLiteral("cat") << QStringLiteral("/no/such")
                               << QByteArray("directory");
}

void StdioServerProcessTest::start_failures_areToldWithoutBlocking()
{
    QFETCH(const QString, command);
    QFETCH(const QString, directory);
    QFETCH(const QByteArray, reason);
    StdioServerSpec spec;
    spec.command = command;
    spec.workingDirectory = directory;
    StdioServerProcess server(spec);
    QSignalSpy closed(&server, &Transport::closed);
    QSignalSpy stopped(&server, &StdioServerProcess::stopped);
    server.start();
    QVERIFY2(closed.isEmpty(), "nothing is told before start() returns");
    QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), 1, kLimitMs);
    QCOMPARE(closed.size(), 1);
    QVERIFY2(closed[0][0].toByteArray().contains(reason), closed[0][0].toByteArray().constData());
    QVERIFY(!server.isAlive());
    QVERIFY(!server.send("{}", {}));
}

void StdioServerProcessTest::exit_early_deliversLastWordsAndReason()
{
    StdioServerProcess server(fake("answer_then_exit"));
    QList<QByteArray> order;
    connect(&server, &Transport::lineReceived, this,
            [&order](const QByteArray&) { order.append("line"); });
    connect(&server, &Transport::closed, this,
            [&order](const QByteArray& reason) { order.append(reason); });
    connect(&server, &StdioServerProcess::stopped, this, [&order]() { order.append("stopped"); });
    server.start();
    QVERIFY(server.send(call(2), {}));
    QTRY_COMPARE_WITH_TIMEOUT(order.size(), 3, kLimitMs);
    QCOMPARE(order, (QList<QByteArray>{"line", "the server exited with code 3", "stopped"}));
}

void StdioServerProcessTest::exit_grandchildHoldsThePipe_endsAllTheSame()
{
    StdioServerProcess server(fake("grandchild"));
    QSignalSpy lines(&server, &Transport::lineReceived);
    QSignalSpy stopped(&server, &StdioServerProcess::stopped);
    server.start();
    const qint64 group = server.processId();
    QVERIFY(server.send(call(2), {}));
    QElapsedTimer timer;
    timer.start();
    QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), 1, kLimitMs);
    QCOMPARE(lines.size(), 1);
    QVERIFY2(timer.elapsed() < 10'000, "the grandchild sleeps for ten minutes");
    QTRY_VERIFY_WITH_TIMEOUT(membersOfGroup(group).isEmpty(), kLimitMs);
}

void StdioServerProcessTest::stop_ignoringEofAndTerm_isKilledInStages_B98()
{
    StdioServerProcess server(fake("stubborn"));
    QSignalSpy lines(&server, &Transport::lineReceived);
    QSignalSpy closed(&server, &Transport::closed);
    QSignalSpy stopped(&server, &StdioServerProcess::stopped);
    server.start();
    QVERIFY(server.send(call(2), {}));
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 1, kLimitMs);
    const qint64 group = server.processId();
    QElapsedTimer timer;
    timer.start();
    server.stop();
    server.stop();
    QVERIFY2(timer.elapsed() < 1000, "stop() must not block");
    QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), 1, kLimitMs);
    QVERIFY2(timer.elapsed() >= 3900, "EOF and TERM have two seconds each");
    QVERIFY(closed[0][0].toByteArray().endsWith("signal 9"));
    QVERIFY(membersOfGroup(group).isEmpty());
}

void StdioServerProcessTest::stop_endsOnTerm_isNotKilled_B98()
{
    StdioServerSpec spec = fake("ends_on_term");
    spec.closeGraceMs = 100;
    spec.terminateGraceMs = 60'000;
    StdioServerProcess server(spec);
    QSignalSpy lines(&server, &Transport::lineReceived);
    QSignalSpy closed(&server, &Transport::closed);
    server.start();
    QVERIFY(server.send(call(2), {}));
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 1, kLimitMs);
    server.stop();
    QTRY_COMPARE_WITH_TIMEOUT(closed.size(), 1, kLimitMs);
    QVERIFY(closed[0][0].toByteArray().endsWith("signal 15"));
}

void StdioServerProcessTest::stop_endsOnEof_isImmediate_B98()
{
    StdioServerSpec spec = fake("echo");
    spec.closeGraceMs = 60'000;
    StdioServerProcess server(spec);
    QSignalSpy lines(&server, &Transport::lineReceived);
    QSignalSpy closed(&server, &Transport::closed);
    server.start();
    QVERIFY(server.send(call(2), {}));
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 1, kLimitMs);
    server.stop();
    QTRY_COMPARE_WITH_TIMEOUT(closed.size(), 1, kLimitMs);
    QCOMPARE(closed[0][0].toByteArray(), QByteArray("the server exited with code 0"));
}

void StdioServerProcessTest::stop_manyTimes_leavesNoProcess_B95()
{
    const int times = qEnvironmentVariableIntValue("LOCKKEEPER_START_STOP_TIMES");
    for (int i = 0; i < (times > 0 ? times : 40); ++i) {
        StdioServerSpec spec = fake(i % 2 ? "grandchild" : "echo");
        if (i % 4 == 2)
            spec.command = QStringLiteral("cat"), spec.arguments.clear();
        StdioServerProcess server(spec);
        QSignalSpy stopped(&server, &StdioServerProcess::stopped);
        QSignalSpy started(&server, &StdioServerProcess::started);
        server.start();
        if (i % 3)
            QTRY_COMPARE_WITH_TIMEOUT(started.size(), 1, kLimitMs);
        const qint64 group = server.processId();
        server.stop();
        QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), 1, kLimitMs);
        QTRY_VERIFY_WITH_TIMEOUT(membersOfGroup(group).isEmpty(), kLimitMs);
        QVERIFY2(!QFile::exists(QStringLiteral("/proc/%1").arg(group)), "the child is not reaped");
    }
}

void StdioServerProcessTest::destroyed_running_leavesNoProcess()
{
    qint64 group = 0;
    {
        StdioServerProcess server(fake("stubborn"));
        QSignalSpy lines(&server, &Transport::lineReceived);
        server.start();
        QVERIFY(server.send(call(2), {}));
        QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 1, kLimitMs);
        group = server.processId();
    }
    QVERIFY(group > 1);
    QVERIFY(membersOfGroup(group).isEmpty());
}

void StdioServerProcessTest::parent_killed_takesTheServerWithIt_B95()
{
    int ends[2];
    QCOMPARE(pipe(ends), 0);
    const pid_t console = fork();
    if (console == 0) {
        // Stands in for the console: starts a server that ignores EOF and TERM, and is killed.
        StdioServerProcess server(fake("stubborn"));
        server.start();
        const qint64 started = server.processId();
        if (write(ends[1], &started, sizeof started) == sizeof started)
            pause();
        _exit(1);
    }
    qint64 group = 0;
    QCOMPARE(read(ends[0], &group, sizeof group), ssize_t(sizeof group));
    QVERIFY(group > 1);
    QTRY_VERIFY_WITH_TIMEOUT(membersOfGroup(group).size() == 1, kLimitMs);
    QCOMPARE(kill(console, SIGKILL), 0);
    QCOMPARE(waitpid(console, nullptr, 0), console);
    QTRY_VERIFY_WITH_TIMEOUT(membersOfGroup(group).isEmpty(), kLimitMs);
    ::close(ends[0]);
    ::close(ends[1]);
}

void StdioServerProcessTest::stderr_flood100MiB_isDrainedAndBounded_B76()
{
    StdioServerProcess server(fake("stderr_flood"));
    QSignalSpy lines(&server, &Transport::lineReceived);
    server.start();
    QVERIFY(server.send(call(2), {})); // fills what is kept for good
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 1, 60'000);
    constexpr quint64 kFlood = quint64(100) * 1024 * 1024;
    QTRY_VERIFY_WITH_TIMEOUT(server.diagnostics().totalBytes() > kFlood, kLimitMs);
    const MemoryGrowth growth;
    QVERIFY(server.send(call(3), {}));
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 2, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(server.diagnostics().totalBytes() > 2 * kFlood, kLimitMs);
    const qint64 grown = growth.kib();
    QVERIFY(server.diagnostics().size() <= DiagnosticRing::kCapacity);
    QCOMPARE(server.diagnostics().lastLines(1), QList<QByteArray>{"last\\x1b[2Kline"});
    QVERIFY2(grown >= 0 && grown < kAllowedGrowthKib,
             ("memory follows the flood, KiB: " + QByteArray::number(grown)).constData());
}

void StdioServerProcessTest::lines_over16MiB_areDiscardedAndTheConnectionLives_B72()
{
    StdioServerProcess server(fake("oversized"));
    QSignalSpy lines(&server, &Transport::lineReceived);
    QSignalSpy oversized(&server, &Transport::oversizedLineDiscarded);
    server.start();
    QVERIFY(server.send(call(2), {}));
    QTRY_COMPARE_WITH_TIMEOUT(oversized.size(), 1, kLimitMs);
    QVERIFY(server.send(R"({"jsonrpc":"2.0","id":3,"method":"ping"})", {}));
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 1, kLimitMs);
    QCOMPARE(oversized.size(), 1);
}

void StdioServerProcessTest::lines_of8MiB_passBothWays_B72()
{
    StdioServerProcess server(fake("echo"));
    QList<QByteArray> lines;
    connect(&server, &Transport::lineReceived, this,
            [&lines](const QByteArray& line) { lines.append(line); });
    QSignalSpy advanced(&server, &Transport::lineAdvanced);
    server.start();
    const QByteArray arguments = R"({"a":")" + QByteArray(8 * 1024 * 1024, 'a') + "\"}";
    const QByteArray sent = call(2, arguments);
    QVERIFY(server.send(sent, {}));
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 1, 60'000);
    QCOMPARE(JsonView(lines[0]).at("/result/structuredContent/a").raw().size(),
             8 * 1024 * 1024 + 2);
    QVERIFY2(advanced.size() > 1, "8 MiB do not fit into a pipe at once");
    QCOMPARE(advanced.last()[1].toLongLong(), sent.size() + 1);
    QCOMPARE(advanced.last()[2].toBool(), true);
}

void StdioServerProcessTest::send_peerDoesNotRead_isBoundedAndWithdrawable()
{
    StdioServerSpec spec;
    spec.command = QStringLiteral("sleep");
    spec.arguments = {QStringLiteral("600")};
    StdioServerProcess server(spec);
    QSignalSpy advanced(&server, &Transport::lineAdvanced);
    server.start();
    const QByteArray line(8 * 1024 * 1024 - 1, 'x');
    const Result<Transport::LineId> first = server.send(line, {});
    QVERIFY(first);
    QTRY_VERIFY_WITH_TIMEOUT(!advanced.isEmpty(), kLimitMs);
    int asked = 0;
    const Result<Transport::LineId> second = server.send(line, [&asked]() { return ++asked > 0; });
    QVERIFY(second);
    for (int i = 0; i < 6; ++i)
        QVERIFY(server.send(line, {}));
    const Result<Transport::LineId> over = server.send(line, {});
    QVERIFY2(!over && over.error().code() == ErrorCode::ResourceExhausted, "the queue is bounded");
    QVERIFY2(!server.withdraw(*first), "some of it has left");
    QVERIFY(server.withdraw(*second));
    QVERIFY(!server.withdraw(*second));
    QCOMPARE(asked, 0);
    QVERIFY(server.send(line, {}));
}

void StdioServerProcessTest::send_lastCheck_isAskedDirectlyBeforeTheFirstByte()
{
    StdioServerProcess server(fake("echo"));
    QList<QByteArray> order;
    connect(&server, &Transport::lineAdvanced, this, [&order]() { order.append("advanced"); });
    connect(&server, &Transport::lineRefused, this, [&order]() { order.append("refused"); });
    QSignalSpy lines(&server, &Transport::lineReceived);
    server.start();
    const auto check = [&order](bool answer) {
        return [&order, answer]() {
            order.append(answer ? "yes" : "no");
            return answer;
        };
    };
    QVERIFY(server.send(call(2), check(true)));
    QVERIFY(server.send(call(3), check(false)));
    QVERIFY(server.send(call(4), check(true)));
    QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 2, kLimitMs);
    QCOMPARE(order, (QList<QByteArray>{"yes", "advanced", "no", "refused", "yes", "advanced"}));
    QVERIFY(lines[1][0].toByteArray().contains("\"id\":4"));
}

void StdioServerProcessTest::diagnostics_text_isSanitisedAndBounded()
{
    DiagnosticRing ring;
    ring.append("one\ntwo\xff\n\n \nthree\x1b[2K\r\nfour");
    QCOMPARE(ring.lastLines(10),
             (QList<QByteArray>{"one", "two\xef\xbf\xbd", "three\\x1b[2K", "four"}));
    QCOMPARE(ring.lastLines(2), (QList<QByteArray>{"three\\x1b[2K", "four"}));
    for (int i = 0; i < 100'000; ++i)
        ring.appendNoise("noise");
    QCOMPARE(ring.noiseLines(), quint64(100'000));
    QVERIFY2(ring.size() < DiagnosticRing::kShownNoiseBytes + 100, "noise is shown up to a bound");
    ring.append(QByteArray(3 * 1024 * 1024, 'z'));
    QCOMPARE(ring.size(), DiagnosticRing::kCapacity);
    const QByteArray cut = ring.lastLines(1).first();
    QCOMPARE(QString::fromUtf8(cut).size(), DiagnosticRing::kShownLineCharacters + 1);
}

QTEST_GUILESS_MAIN(StdioServerProcessTest)
#include "tst_stdioserverprocess.moc"
