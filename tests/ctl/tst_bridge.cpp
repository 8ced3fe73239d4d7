// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/bridge/bridge.h"
#include "app/ctl/bridge/consolestarter.h"

#include "core/base/logging.h"
#include "core/base/random.h"
#include "core/gateway/gatewayfactory.h"
#include "core/gateway/local/consolefile.h"
#include "gateway/fakegatewaycore.h"
#include "gateway/localclient.h"

#include <QLocalServer>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <vector>

#include <sys/socket.h>
#include <unistd.h>

using namespace lockkeeper;
using namespace lockkeeper::ctl;

/// The bridge between an agent (the test) and the real gateway with a stand-in for the core.
class TestBridge : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_logs;
    std::unique_ptr<QTemporaryDir> m_profile;
    std::unique_ptr<FakeGatewayCore> m_core;
    std::unique_ptr<Gateway> m_gateway;
    std::vector<std::unique_ptr<Gateway>> m_stopped; ///< contexts of the core's answers live on
    BridgeSettings m_settings;
    int m_bridgeEnd = -1;
    std::unique_ptr<LocalClient> m_agent;
    std::unique_ptr<StdioEnd> m_stdio;
    std::unique_ptr<Bridge> m_bridge;
    std::unique_ptr<QSignalSpy> m_finished;

    void stopConsole()
    {
        m_gateway->stop();
        m_stopped.push_back(std::move(m_gateway));
    }
    void startConsole()
    {
        GatewaySettings settings;
        settings.profileDirectory = m_profile->path();
        settings.consolePid = 999'999'999;
        settings.pendingAnswerMs = 30'000;
        settings.beatMs = 50;
        m_gateway = makeGateway(*m_core, settings);
        QVERIFY(m_gateway->start());
    }
    void startBridge()
    {
        std::array<int, 2> ends{};
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
        m_agent = std::make_unique<LocalClient>(ends[0]);
        m_bridgeEnd = ends[1];
        m_stdio = std::make_unique<StdioEnd>(m_bridgeEnd, m_bridgeEnd);
        m_bridge = std::make_unique<Bridge>(*m_stdio, m_settings);
        m_finished = std::make_unique<QSignalSpy>(m_bridge.get(), &Bridge::finished);
        m_bridge->start();
    }
    QByteArray initialize()
    {
        const QByteArray answer =
            m_agent->call("initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                        "\"clientInfo\":{\"name\":\"agent\",\"version\":\"1\"}}");
        m_agent->send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return answer;
    }
    static QByteArray callLine(const QByteArray& id, const QByteArray& arguments = "{}")
    {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id +
               ",\"method\":\"tools/call\",\"params\":{\"name\":\"files__write_file\","
               "\"arguments\":" +
               arguments + "}}";
    }
    static QByteArray cancelLine(const QByteArray& id)
    {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
               "\"requestId\":" +
               id + "}}";
    }

private slots:
    void initTestCase()
    {
        QVERIFY(initialiseCrypto());
        log::initialise(m_logs.path(), false);
    }
    void init()
    {
        m_profile = std::make_unique<QTemporaryDir>();
        m_core = std::make_unique<FakeGatewayCore>();
        m_core->tokens.insert("agent-token", {CredentialId("crd_1"), "atlas"});
        m_core->addTool("files", "write_file", "{\"name\":\"write_file\",\"inputSchema\":{}}");
        m_settings = BridgeSettings();
        m_settings.profile = m_profile->path();
        m_settings.credential = "agent-token";
        m_settings.firstRetryMs = 10;
        m_settings.lastRetryMs = 50;
    }
    void cleanup()
    {
        m_bridge.reset();
        m_stdio.reset();
        m_agent.reset();
        if (m_bridgeEnd >= 0)
            ::close(m_bridgeEnd);
        m_bridgeEnd = -1;
        if (m_gateway)
            m_gateway->stop();
        m_core.reset();
        m_gateway.reset();
        m_stopped.clear();
    }

    void lines_areCarriedUnchanged()
    {
        startConsole();
        startBridge();
        QCOMPARE(at(initialize(), "/result/protocolVersion"), QByteArray("2025-11-25"));
        m_agent->send(callLine("\"a\\u0041\"", "{ \"n\" : 1e400, \"x\":[1.0] }"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        QCOMPARE(m_core->taken.first().agent.credential, CredentialId("crd_1"));
        QCOMPARE(m_core->taken.first().request.calls.first().arguments,
                 QByteArray("{ \"n\" : 1e400, \"x\":[1.0] }"));
        m_core->settle(0, ActionState::Succeeded, "{\"content\":[],\"n\":18446744073709551615}");
        QCOMPARE(m_agent->line(),
                 QByteArray("{\"jsonrpc\":\"2.0\",\"id\":\"a\\u0041\",\"result\":{\"content\":[],"
                            "\"n\":18446744073709551615}}"));
    }

    void call_acrossARestartOfTheConsole_attachesAndIsAnsweredOnce_data()
    {
        QTest::addColumn<QByteArray>("credential");
        QTest::newRow("credential") << QByteArray("agent-token");
        QTest::newRow("local principal") << QByteArray();
    }
    void call_acrossARestartOfTheConsole_attachesAndIsAnsweredOnce()
    {
        QFETCH(QByteArray, credential);
        m_settings.credential = credential;
        startConsole();
        startBridge();
        QVERIFY(!initialize().isEmpty());
        m_agent->send(callLine("9"));
        m_agent->send(callLine("\"9\"", "{\"other\":1}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(2));
        for (int restart = 1; restart <= 3; ++restart) {
            stopConsole();
            startConsole();
            QTRY_COMPARE(m_core->submits, 2 + 2 * restart);
            QCOMPARE(m_core->taken.size(), qsizetype(2));
        }
        m_core->settle(1, ActionState::Succeeded, "{\"content\":[],\"call\":2}");
        QCOMPARE(at(m_agent->line(), "/result/call"), QByteArray("2"));
        m_core->settle(0, ActionState::Succeeded, "{\"content\":[],\"call\":1}");
        const QByteArray answer = m_agent->line();
        QCOMPARE(at(answer, "/id"), QByteArray("9"));
        QCOMPARE(at(answer, "/result/call"), QByteArray("1"));
        QCOMPARE(at(m_agent->call("ping"), "/result"), QByteArray("{}")); // nothing in between
    }

    void cancel_acrossARestartOfTheConsole_isNotLost()
    {
        startConsole();
        startBridge();
        QVERIFY(!initialize().isEmpty());
        m_agent->send(callLine("9"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        stopConsole();
        m_agent->send(cancelLine("9")); // perhaps before the bridge has noticed
        startConsole();
        QTRY_COMPARE(m_core->taken.first().result.state, ActionState::Cancelled);
        QCOMPARE(m_core->taken.size(), qsizetype(1));
    }

    void callWithoutAConsole_isAnsweredInPlainWords_andNeverSentLater()
    {
        m_settings.unsentCallMs = 300;
        startConsole();
        startBridge();
        QVERIFY(!initialize().isEmpty());
        stopConsole();
        QTRY_VERIFY(!QFile::exists(consoleFilePath(m_profile->path())));
        m_agent->send(callLine("1"));
        const QByteArray answer = m_agent->line();
        QCOMPARE(at(answer, "/id"), QByteArray("1"));
        // Written into a dying connection it may have been taken on: then it says unknown.
        const QByteArray text = at(answer, "/result/content/0/text");
        QVERIFY2(text.startsWith("Lockkeeper is not running"), text.constData());
        QCOMPARE(at(answer, "/result/isError"), QByteArray("true"));
        startConsole();
        QCOMPARE(at(m_agent->call("ping"), "/result"), QByteArray("{}"));
        QCOMPARE(m_core->submits, 0);
    }

    void callThatAConsoleHadTaken_isNeverCalledUnrun()
    {
        m_settings.unsentCallMs = 50;
        m_settings.sentCallMs = 400;
        startConsole();
        startBridge();
        QVERIFY(!initialize().isEmpty());
        m_agent->send(callLine("1"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        stopConsole();
        const QByteArray answer = m_agent->line();
        QCOMPARE(at(answer, "/result/_meta/io.lockkeeper~1state"), QByteArray("unknown"));
        QVERIFY(at(answer, "/result/content/0/text").contains("Do not repeat"));
    }

    void initialize_isHeldUntilAConsoleIsThere()
    {
        startBridge();
        m_agent->send("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
                      "\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{"
                      "\"name\":\"a\",\"version\":\"1\"}}}");
        QCOMPARE(m_agent->line(200), QByteArray());
        startConsole();
        QCOMPARE(at(m_agent->line(), "/result/protocolVersion"), QByteArray("2025-06-18"));
    }

    void initialize_withoutAConsole_isAnsweredWithAnError()
    {
        m_settings.initializeMs = 200;
        startBridge();
        const QByteArray answer = initialize();
        QCOMPARE(at(answer, "/error/code"), QByteArray("-32603"));
        QVERIFY(at(answer, "/error/message").contains("not running"));
    }

    void missingConsole_isStartedOnce_ifAllowed()
    {
        int starts = 0;
        m_settings.startConsole = [this, &starts]() -> Result<void> {
            ++starts;
            startConsole();
            return {};
        };
        startBridge();
        QCOMPARE(at(initialize(), "/result/serverInfo/name"), QByteArray("lockkeeper"));
        QCOMPARE(starts, 1);
    }

    void lostConsole_isStartedOnlyWhenTheAgentWantsSomething()
    {
        int starts = 0;
        m_settings.comeBackMs = 0;
        startConsole();
        m_settings.startConsole = [this, &starts]() -> Result<void> {
            ++starts;
            startConsole();
            return {};
        };
        startBridge();
        QVERIFY(!initialize().isEmpty());
        QVERIFY(!m_agent->call("ping").isEmpty());
        stopConsole();
        QCOMPARE(m_agent->line(300), QByteArray()); // many times the distance of its tries
        QCOMPARE(starts, 0);
        QVERIFY(!m_agent->call("ping").isEmpty());
        QCOMPARE(starts, 1);
    }

    void lostConsole_hasTimeToComeBack_beforeAnotherIsStarted()
    {
        int starts = 0;
        m_settings.comeBackMs = 60'000;
        m_settings.startConsole = [&starts]() -> Result<void> {
            ++starts;
            return {};
        };
        startConsole();
        startBridge();
        QVERIFY(!initialize().isEmpty());
        m_agent->send(callLine("1"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        stopConsole();
        QCOMPARE(m_agent->line(300), QByteArray());
        QCOMPARE(starts, 0);
        startConsole();
        QTRY_COMPARE(m_core->submits + m_core->keyQueries, 2);
        m_core->settle(0, ActionState::Succeeded, R"({"content":[],"once":true})");
        QCOMPARE(at(m_agent->line(), "/result/once"), QByteArray("true"));
        QCOMPARE(starts, 0);
    }

    void endOfInput_endsTheBridge_andDetaches()
    {
        startConsole();
        startBridge();
        QVERIFY(!initialize().isEmpty());
        m_agent->send(callLine("1"));
        QTRY_COMPARE(m_core->resultQueries, 1);
        m_agent->socket.disconnectFromServer();
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_finished->first().first().toInt(), 0);
        m_bridge.reset(); // the program ends
        QTRY_VERIFY(m_core->taken.first().detached);
        QCOMPARE(m_core->cancels, QList<QByteArray>());
    }

    void lastWords_beforeTheEndOfInput_reachTheConsole()
    {
        startConsole();
        startBridge();
        QVERIFY(!initialize().isEmpty());
        m_agent->send(callLine("1"));
        QTRY_COMPARE(m_core->resultQueries, 1);
        m_agent->send(cancelLine("1"));
        m_agent->socket.disconnectFromServer();
        QTRY_COMPARE(m_core->cancels.size(), 1);
        QTRY_COMPARE(m_finished->size(), 1);
    }

    void refusedCredential_endsWithTheReason()
    {
        m_settings.credential = "revoked";
        startConsole();
        startBridge();
        const QByteArray answer = initialize();
        QVERIFY(at(answer, "/error/message").contains("refuses this agent"));
        QTRY_COMPARE(m_finished->size(), 1);
        QCOMPARE(m_finished->first().first().toInt(), 1);
    }

    void damagedAndOversizedLines_areAnswered_B70_B72()
    {
        startConsole();
        startBridge();
        QVERIFY(!initialize().isEmpty());
        m_agent->send("garbage");
        QCOMPARE(at(m_agent->line(), "/error/code"), QByteArray("-32700"));
        m_agent->send(QByteArray(mcp::kMaximumLineBytes + 1, 'x'));
        QVERIFY(at(m_agent->line(30'000), "/error/message").contains("16 MiB"));
        QCOMPARE(at(m_agent->call("ping"), "/result"), QByteArray("{}"));
    }

    void agentThatReadsNothing_holdsTheConsoleUp_inBoundedMemory()
    {
        startConsole();
        startBridge();
        QVERIFY(!initialize().isEmpty());
        m_agent->socket.setReadBufferSize(1024);
        constexpr int kCalls = 40;
        constexpr qsizetype kResult = 1024 * 1024;
        for (int i = 0; i < kCalls; ++i)
            m_agent->send(callLine(QByteArray::number(i), "{\"i\":" + QByteArray::number(i) + '}'));
        qsizetype settled = 0;
        qsizetype most = 0;
        const auto settleAll = [&] {
            for (; settled < m_core->taken.size(); ++settled)
                m_core->settle(settled, ActionState::Succeeded,
                               "{\"content\":[],\"x\":\"" + QByteArray(kResult, 'x') + "\"}");
            most = std::max(most, m_stdio->bytesWaiting());
        };
        QVERIFY(QTest::qWaitFor(
            [&] {
                settleAll();
                return most > Bridge::kSlowBytes;
            },
            10'000));
        // From here on nothing more is taken from the console: at most what one chunk had begun.
        (void)QTest::qWaitFor(
            [&] {
                settleAll();
                return most > Bridge::kSlowBytes + 2 * kResult;
            },
            500);
        QVERIFY2(most <= Bridge::kSlowBytes + 2 * kResult, QByteArray::number(most).constData());
        m_agent->socket.setReadBufferSize(0);
        QTimer settling;
        connect(&settling, &QTimer::timeout, this, settleAll);
        settling.start(1);
        for (int i = 0; i < kCalls; ++i)
            QVERIFY2(!m_agent->line().isEmpty(), QByteArray::number(i).constData());
    }

    void consoleThatReadsNothing_holdsTheAgentUp_inBoundedMemory()
    {
        QLocalServer deaf;
        const QString path = m_profile->filePath(QStringLiteral("deaf.sock"));
        QVERIFY(deaf.listen(path));
        QVERIFY(writeConsoleFile(m_profile->path(), {path, 1, "x"}));
        startBridge();
        QTRY_VERIFY(deaf.hasPendingConnections());
        const QByteArray filler =
            "{\"jsonrpc\":\"2.0\",\"id\":%,\"method\":\"ping\",\"params\":{\"x\":\"" +
            QByteArray(1024 * 1024, 'x') + "\"}}";
        for (int i = 0; i < 90; ++i)
            m_agent->send(QByteArray(filler).replace('%', QByteArray::number(i)));
        // It takes 64 MiB for sending again and then reads no further.
        QVERIFY(QTest::qWaitFor([this] { return m_agent->socket.bytesToWrite() < 30'000'000; },
                                60'000));
        QVERIFY(
            !QTest::qWaitFor([this] { return m_agent->socket.bytesToWrite() < 20'000'000; }, 500));
    }

    void environmentOfAStartedConsole_isAllowListed()
    {
        QProcessEnvironment ours;
        ours.insert(QStringLiteral("HOME"), QStringLiteral("/home/x"));
        ours.insert(QStringLiteral("PATH"), QStringLiteral("/bin"));
        ours.insert(QStringLiteral("AWS_SECRET"), QStringLiteral("s"));
        ours.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral("evil.so"));
        ours.insert(QStringLiteral("DISPLAY"), QStringLiteral(":0"));
        const QProcessEnvironment theirs = consoleEnvironment(ours);
        QCOMPARE(theirs.value(QStringLiteral("HOME")), QStringLiteral("/home/x"));
        for (const char* name : {"AWS_SECRET", "LD_PRELOAD", "DISPLAY"})
            QVERIFY2(!theirs.contains(QLatin1String(name)), name);
    }

    void program_withABareEnvironment_servesMcpOnPipes()
    {
        startConsole();
        QProcess program;
        QProcessEnvironment bare;
        bare.insert(QStringLiteral("HOME"), m_profile->path());
        bare.insert(QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin"));
        program.setProcessEnvironment(bare);
        program.start(QStringLiteral(LOCKKEEPERCTL_PROGRAM),
                      {QStringLiteral("--profile"), m_profile->path(), QStringLiteral("mcp"),
                       QStringLiteral("--no-start")});
        program.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
                      "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{"
                      "\"name\":\"a\",\"version\":\"1\"}}}\n");
        QByteArray out;
        const auto lineHasCome = [&out, &program]() {
            out += program.readAllStandardOutput();
            return out.endsWith('\n');
        };
        QTRY_VERIFY_WITH_TIMEOUT(lineHasCome(), 20'000);
        QCOMPARE(at(out, "/result/serverInfo/name"), QByteArray("lockkeeper"));
        program.closeWriteChannel();
        QTRY_COMPARE_WITH_TIMEOUT(program.state(), QProcess::NotRunning, 10'000);
        QCOMPARE(program.exitCode(), 0);
        QCOMPARE(program.readAllStandardError(), QByteArray());
    }

    void program_endsAtTheEndOfInput_alsoWithoutAConsole()
    {
        QProcess program;
        program.start(QStringLiteral(LOCKKEEPERCTL_PROGRAM),
                      {QStringLiteral("--profile"), m_profile->path(), QStringLiteral("mcp")});
        program.closeWriteChannel();
        QTRY_COMPARE_WITH_TIMEOUT(program.state(), QProcess::NotRunning, 10'000);
        QCOMPARE(program.exitCode(), 0);
        QCOMPARE(program.readAllStandardOutput(), QByteArray());
    }

    void program_withAnOpenTokenFile_refusesIt()
    {
        const QString path = m_profile->filePath(QStringLiteral("t.token"));
        QFile token(path);
        QVERIFY(token.open(QIODevice::WriteOnly));
        token.write("agent-token");
        token.setPermissions(QFile::ReadOwner | QFile::ReadOther);
        token.close();
        QProcess program;
        program.start(QStringLiteral(LOCKKEEPERCTL_PROGRAM),
                      {QStringLiteral("--profile"), m_profile->path(), QStringLiteral("mcp"),
                       QStringLiteral("--token-file"), path});
        QTRY_COMPARE_WITH_TIMEOUT(program.state(), QProcess::NotRunning, 10'000);
        QCOMPARE(program.exitCode(), 1);
        QVERIFY(!program.readAllStandardError().contains("agent-token"));
    }
};

QTEST_GUILESS_MAIN(TestBridge)
#include "tst_bridge.moc"
