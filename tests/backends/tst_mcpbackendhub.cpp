// SPDX-License-Identifier: Apache-2.0
#include "core/backends/mcp/mcpbackendhub.h"

#include "backends/permits.h"
#include "backends/recordingsink.h"

#include <QtTest>

using namespace lockkeeper;

namespace {

constexpr int kLimitMs = 30'000;

/// Called on the core thread, which is the test's own here.
class RecordingListener final : public ServerListener
{
public:
    void serverChanged(const QByteArray& server, const QByteArray& state, const QByteArray&,
                       const QList<QByteArray>&) override
    {
        threads.insert(QThread::currentThread());
        states.append(server + ' ' + state);
    }
    void toolsDiscovered(const QByteArray& server, const QList<DiscoveredTool>& found) override
    {
        threads.insert(QThread::currentThread());
        for (const DiscoveredTool& tool : found)
            tools.append(server + ' ' + tool.name + ' ' + tool.definition);
    }

    QSet<QThread*> threads;
    QList<QByteArray> states;
    QList<QByteArray> tools;
};

} // namespace

class McpBackendHubTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void open_call_close_crossTheThreadsWithValues();
    void destroyed_open_leavesNoProcess();

private:
    QList<ServerSettings> servers() const
    {
        ServerSettings server;
        server.name = "fake";
        server.command = QStringLiteral("/usr/bin/python3");
        server.arguments = {QStringLiteral("-SE"), QStringLiteral(FAKE_SERVER),
                            QStringLiteral("echo")};
        return {server};
    }

    std::unique_ptr<QThread> m_io;
};

void McpBackendHubTest::init()
{
    m_io = std::make_unique<QThread>();
    m_io->start();
}

void McpBackendHubTest::cleanup()
{
    m_io->quit();
    m_io->wait();
    m_io.reset();
}

void McpBackendHubTest::open_call_close_crossTheThreadsWithValues()
{
    RecordingListener listener;
    McpBackendHub hub(servers(), m_io.get());
    QVERIFY(!hub.isReady("fake"));
    hub.open(&listener);
    QVERIFY(QTest::qWaitFor([&]() { return hub.isReady("fake"); }, kLimitMs));
    QCOMPARE(listener.states, (QList<QByteArray>{"fake starting", "fake ready"}));
    QCOMPARE(
        listener.tools,
        QList<QByteArray>{"fake write {\"name\":\"write\",\"inputSchema\":{\"type\":\"object\"}}"});

    auto sink = std::make_shared<RecordingSink>();
    std::atomic<bool> onIo = false;
    const SystemClock clock;
    ToolCall call;
    call.dispatch = DispatchId("dsp_1");
    call.tool = {"fake", "write"};
    call.arguments = R"({"a":1})";
    auto permit = std::make_shared<DispatchPermit>(
        PermitMint::forTest(call.dispatch, clock.bootMs() + DispatchPermit::kLifetimeMs));
    hub.post("fake", [&, permit, call, sink](ToolBackend& backend) {
        onIo = QThread::currentThread() == m_io.get();
        backend.start(std::move(*permit), call, sink);
    });

    bool stopped = false;
    // The answer was reported before the servers were stopped, or the stop was: either way once.
    QVERIFY(QTest::qWaitFor([&]() { return onIo.load(); }, kLimitMs));
    hub.close([&stopped]() { stopped = true; });
    QVERIFY(QTest::qWaitFor([&]() { return stopped; }, kLimitMs));
    QCOMPARE(sink->outcomes.size(), 1);
    QVERIFY(!hub.isReady("fake"));
    QCOMPARE(listener.states.last(), QByteArray("fake stopped"));
    QCOMPARE(listener.threads, QSet<QThread*>{QThread::currentThread()});
}

void McpBackendHubTest::destroyed_open_leavesNoProcess()
{
    RecordingListener listener;
    qint64 pid = 0;
    {
        McpBackendHub hub(servers(), m_io.get());
        hub.open(&listener);
        QVERIFY(QTest::qWaitFor([&]() { return hub.isReady("fake"); }, kLimitMs));
        std::atomic<qint64> seen = 0;
        hub.post("fake", [&seen](ToolBackend& backend) {
            seen = dynamic_cast<McpBackend&>(backend).server("fake")->processId();
        });
        QVERIFY(QTest::qWaitFor([&]() { return seen.load() != 0; }, kLimitMs));
        pid = seen;
    }
    m_io->quit();
    QVERIFY(m_io->wait(kLimitMs));
    QVERIFY(!QFile::exists(QStringLiteral("/proc/%1").arg(pid)));
}

QTEST_GUILESS_MAIN(McpBackendHubTest)
#include "tst_mcpbackendhub.moc"
