// SPDX-License-Identifier: Apache-2.0
#include "core/backends/mcp/mcpbackend.h"

#include "backends/permits.h"
#include "backends/recordingsink.h"
#include "core/base/canonicaljson.h"
#include "core/base/qtscheduler.h"
#include "support/fakeclock.h"
#include "support/memorygrowth.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace lockkeeper;
using Kind = BackendOutcome::Kind;

namespace {

constexpr int kLimitMs = 30'000;
#ifdef NDEBUG
constexpr int kFlood = 1'000'000;
#else
constexpr int kFlood = 100'000; // without optimisation a message costs ten times as much
#endif
constexpr int kWarmUp = 20'000; // fills what is kept for good

} // namespace

/// Real processes, played by tests/data/mcp/fakeserver.py.
class McpBackendTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void call_real_bytesGoThroughUnchanged_B87();
    void call_needsToken_hasOne_B79();
    void call_serverNotReady_isNotStarted();
    void call_latePermit_neverReachesTheServer();
    void call_startedTwice_isSentOnce();
    void call_serverClosesWithoutAnswer_isUnknownAndNeverRepeated_B06_B14();
    void call_lastWords_areAnAnswer();
    void call_malformedResults_areNotUnderstood_data();
    void call_malformedResults_areNotUnderstood();
    void call_oversizedAnswer_isNotUnderstoodAndTheServerLives_B72();
    void call_duplicateAnswers_reportOnce();
    void call_guessedIds_areNotBelieved();
    void call_resultOf8MiB_arrives_B72();
    void call_stopsReading_isNotStartedAndWithdrawn();
    void call_stderrFlood_isAnswered_B76();
    void progress_millionMessages_isBounded_B82();
    void progress_rules_areKept_B81();
    void progress_forEver_endsAtTheAbsoluteLimit_B85();
    void cancel_answersOnCancel_isThatAnswer_B83();
    void cancel_silentServer_isUnknownAfterTheGrace_B83();
    void banner_beforeTheHandshake_isSkippedAndShown_B75();
    void contentLength_peer_isNamed_B74();
    void exitAtOnce_showsStderrAndGivesUpAfterFive_B95();
    void badServers_disturbNoOther();
    void toolsChanged_isListedAgain_B47();
    void url_configured_isRefusedClearly();
    void stop_callsInFlight_areReportedAndNothingIsLeft();

private:
    McpServerConfig config(const QByteArray& scenario) const
    {
        McpServerConfig server;
        server.name = scenario;
        server.command = QStringLiteral("/usr/bin/python3");
        server.arguments = {QStringLiteral("-SE"), QStringLiteral(FAKE_SERVER),
                            QString::fromLatin1(scenario), logPath(scenario)};
        return server;
    }
    QString logPath(const QByteArray& scenario) const
    {
        return m_directory->filePath(QString::fromLatin1(scenario));
    }
    /// How many lines with `method` a scenario's processes have read.
    qsizetype received(const QByteArray& scenario, const QByteArray& method) const
    {
        QFile log(logPath(scenario));
        return log.open(QIODevice::ReadOnly) ? log.readAll().count("\"method\":\"" + method + '"')
                                             : 0;
    }
    void make(const QList<QByteArray>& scenarios)
    {
        QList<McpServerConfig> servers;
        for (const QByteArray& scenario : scenarios)
            servers.append(config(scenario));
        m_backend = std::make_unique<McpBackend>(servers, *m_scheduler, m_clock);
        m_backend->startServers();
    }
    /// Makes one server, and waits until it is ready.
    bool ready(const QByteArray& scenario)
    {
        make({scenario});
        return QTest::qWaitFor([&]() { return m_backend->isReady(scenario); }, kLimitMs);
    }
    DispatchId start(const QByteArray& server, const QByteArray& arguments = "{}",
                     qint64 idleMs = 60'000, qint64 absoluteMs = 600'000)
    {
        ToolCall call;
        call.dispatch = DispatchId("dsp_" + QByteArray::number(++m_dispatches));
        call.tool = {server, "write"};
        call.arguments = arguments;
        call.idleTimeoutMs = idleMs;
        call.absoluteTimeoutMs = absoluteMs;
        m_backend->start(PermitMint::forTest(call.dispatch, m_clock.bootMs() + m_permitMs), call,
                         m_sink);
        return call.dispatch;
    }
    bool finished(qsizetype count = 1)
    {
        return QTest::qWaitFor([&]() { return m_sink->outcomes.size() >= count; }, kLimitMs) &&
               m_sink->outcomes.size() == count;
    }

    SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QtScheduler> m_scheduler;
    std::unique_ptr<McpBackend> m_backend;
    std::shared_ptr<RecordingSink> m_sink;
    qint64 m_permitMs = DispatchPermit::kLifetimeMs;
    int m_dispatches = 0;
};

void McpBackendTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_scheduler = std::make_unique<QtScheduler>();
    m_sink = std::make_shared<RecordingSink>();
    m_permitMs = DispatchPermit::kLifetimeMs;
}

void McpBackendTest::cleanup()
{
    m_backend.reset();
    m_scheduler.reset();
}

void McpBackendTest::call_real_bytesGoThroughUnchanged_B87()
{
    QVERIFY(ready("raw_numbers"));
    const QByteArray arguments =
        R"({"n":[9007199254740993,18446744073709551615,1e400,0.1000,1.0],"s":"x\ny"})";
    start("raw_numbers", arguments);
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::Answered);
    QCOMPARE(m_sink->only().result,
             QByteArray("{\"content\":[], \"n\": [9007199254740993, 1e400, 0.1000, 1.0]}"));
    QFile log(logPath("raw_numbers"));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QVERIFY(log.readAll().contains("\"arguments\":" + arguments));
    QCOMPARE(m_sink->starts.size(), 1);
}

void McpBackendTest::call_needsToken_hasOne_B79()
{
    QVERIFY(ready("needs_token"));
    start("needs_token");
    QVERIFY(finished());
    QVERIFY(m_sink->only().result.contains("token int"));
}

void McpBackendTest::call_serverNotReady_isNotStarted()
{
    make({"echo"});
    start("echo");
    start("unheard-of");
    QCOMPARE(m_sink->outcomes.size(), 2);
    QCOMPARE(m_sink->outcomes[0].kind, Kind::NotStarted);
    QCOMPARE(m_sink->outcomes[1].kind, Kind::NotStarted);
}

void McpBackendTest::call_latePermit_neverReachesTheServer()
{
    QVERIFY(ready("echo"));
    m_permitMs = 0;
    start("echo");
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::NotStarted);
    m_permitMs = DispatchPermit::kLifetimeMs;
    start("echo", R"({"second":true})");
    QVERIFY(finished(2));
    QCOMPARE(m_sink->outcomes[1].kind, Kind::Answered);
    QCOMPARE(received("echo", "tools/call"), 1);
}

void McpBackendTest::call_startedTwice_isSentOnce()
{
    QVERIFY(ready("echo"));
    start("echo");
    --m_dispatches;
    start("echo");
    QVERIFY(finished());
    start("echo");
    QVERIFY(finished(2));
    QCOMPARE(received("echo", "tools/call"), 2);
}

void McpBackendTest::call_serverClosesWithoutAnswer_isUnknownAndNeverRepeated_B06_B14()
{
    QVERIFY(ready("close_without_answer"));
    start("close_without_answer");
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::ContactLost);
    QCOMPARE(m_sink->only().cause, ContactLostCause::ConnectionBroken);
    QVERIFY(m_sink->only().bytesSent > 0);
    // The server is started again, with handshake and list, and the call stays what it was.
    QVERIFY(
        QTest::qWaitFor([&]() { return !m_backend->isReady("close_without_answer"); }, kLimitMs));
    QVERIFY(
        QTest::qWaitFor([&]() { return m_backend->isReady("close_without_answer"); }, kLimitMs));
    QCOMPARE(received("close_without_answer", "initialize"), 2);
    QCOMPARE(received("close_without_answer", "tools/list"), 2);
    QCOMPARE(received("close_without_answer", "tools/call"), 1);
    QCOMPARE(m_sink->outcomes.size(), 1);
}

void McpBackendTest::call_lastWords_areAnAnswer()
{
    QVERIFY(ready("answer_then_exit"));
    start("answer_then_exit");
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::Answered);
}

void McpBackendTest::call_malformedResults_areNotUnderstood_data()
{
    QTest::addColumn<QByteArray>("scenario");
    QTest::addColumn<QByteArray>("arguments");
    for (const char* kind : {"array", "string", "isError"})
        QTest::newRow(kind) << QByteArray("malformed_results")
                            << QByteArray(R"({"kind":")") + kind + "\"}";
    QTest::newRow("B91 duplicate names") << QByteArray("damaged") << QByteArray("{}");
}

void McpBackendTest::call_malformedResults_areNotUnderstood()
{
    QFETCH(const QByteArray, scenario);
    QFETCH(const QByteArray, arguments);
    QVERIFY(ready(scenario));
    start(scenario, arguments);
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::ContactLost);
    QCOMPARE(m_sink->only().cause, ContactLostCause::ReplyNotUnderstood);
}

void McpBackendTest::call_oversizedAnswer_isNotUnderstoodAndTheServerLives_B72()
{
    QVERIFY(ready("oversized"));
    start("oversized");
    QVERIFY(finished());
    QCOMPARE(m_sink->only().cause, ContactLostCause::ReplyNotUnderstood);
    QVERIFY(m_backend->isReady("oversized"));
    start("oversized");
    QVERIFY(finished(2));
}

void McpBackendTest::call_duplicateAnswers_reportOnce()
{
    QVERIFY(ready("duplicate"));
    start("duplicate");
    start("duplicate");
    QVERIFY(finished(2));
    for (const BackendOutcome& outcome : std::as_const(m_sink->outcomes))
        QVERIFY(outcome.result.contains("first"));
    QVERIFY(m_sink->late.isEmpty());
}

void McpBackendTest::call_guessedIds_areNotBelieved()
{
    QVERIFY(ready("guesses_ids"));
    start("guesses_ids");
    QVERIFY(finished());
    QVERIFY2(m_sink->only().result.contains("asked"), "an answer before the question is none");
}

void McpBackendTest::call_resultOf8MiB_arrives_B72()
{
    QVERIFY(ready("big"));
    start("big", R"({"size":8388608})");
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::Answered);
    QVERIFY(m_sink->only().result.size() > 8'388'608);
}

void McpBackendTest::call_stopsReading_isNotStartedAndWithdrawn()
{
    QVERIFY(ready("stops_reading"));
    // 8 MiB do not fit into the pipe: this one has left in part, the next one not at all.
    const QByteArray arguments = "{\"a\":\"" + QByteArray(8'000'000, 'a') + "\"}";
    start("stops_reading", arguments, 2'000);
    QVERIFY(QTest::qWaitFor([&]() { return m_sink->starts.size() == 1; }, kLimitMs));
    m_permitMs = 60'000;
    start("stops_reading", "{}", 1'000);
    QVERIFY(finished(2));
    QCOMPARE(m_sink->outcomes[0].kind, Kind::NotStarted);
    QCOMPARE(m_sink->outcomes[1].kind, Kind::ContactLost);
    QCOMPARE(m_sink->starts.size(), 1);
}

void McpBackendTest::call_stderrFlood_isAnswered_B76()
{
    QVERIFY(ready("stderr_flood"));
    start("stderr_flood");
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::Answered);
    QTRY_VERIFY_WITH_TIMEOUT(m_backend->statuses().first().lastStderr.last().endsWith("line"),
                             kLimitMs);
}

void McpBackendTest::progress_millionMessages_isBounded_B82()
{
    QVERIFY(ready("progress_flood"));
    start("progress_flood", "{\"count\":" + QByteArray::number(kWarmUp) + '}');
    QVERIFY(finished());
    m_sink = std::make_shared<RecordingSink>();
    const MemoryGrowth growth;
    QElapsedTimer timer;
    timer.start();
    start("progress_flood", "{\"count\":" + QByteArray::number(kFlood) + '}');
    QVERIFY(QTest::qWaitFor([&]() { return !m_sink->outcomes.isEmpty(); }, 100'000));
    const qint64 grown = growth.kib();
    QCOMPARE(m_sink->only().kind, Kind::Answered);
    QCOMPARE(m_sink->progress.last().current, std::optional<double>(kFlood));
    const qint64 allowed = timer.elapsed() / SessionCalls::kProgressGapMs + 3;
    QVERIFY2(m_sink->progress.size() <= allowed, "more than ten reports a second");
    QVERIFY2(grown >= 0 && grown < kAllowedGrowthKib,
             ("memory follows the flood, KiB: " + QByteArray::number(grown)).constData());
}

void McpBackendTest::progress_rules_areKept_B81()
{
    QVERIFY(ready("progress_rules"));
    start("progress_rules");
    QVERIFY(finished());
    QCOMPARE(m_sink->progress.size(), 2);
    QCOMPARE(m_sink->progress[0].text, QByteArray("one"));
    QCOMPARE(m_sink->progress[0].total, std::optional<double>(4));
    QCOMPARE(m_sink->progress[1].text, QByteArray("two"));
    QCOMPARE(m_sink->progress[1].current, std::optional<double>(2.5));
}

void McpBackendTest::progress_forEver_endsAtTheAbsoluteLimit_B85()
{
    QVERIFY(ready("progress_for_ever"));
    start("progress_for_ever", "{}", 500, 1'500);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::ContactLost);
    QCOMPARE(m_sink->only().cause, ContactLostCause::NoReplyInTime);
    QVERIFY2(timer.elapsed() >= 1'400, "progress moves the idle limit");
}

void McpBackendTest::cancel_answersOnCancel_isThatAnswer_B83()
{
    QVERIFY(ready("answers_on_cancel"));
    const DispatchId dispatch = start("answers_on_cancel");
    QVERIFY(QTest::qWaitFor([&]() { return m_sink->starts.size() == 1; }, kLimitMs));
    m_backend->cancel(dispatch);
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::Answered);
    QCOMPARE(received("answers_on_cancel", "notifications/cancelled"), 1);
}

void McpBackendTest::cancel_silentServer_isUnknownAfterTheGrace_B83()
{
    QVERIFY(ready("silent"));
    const DispatchId dispatch = start("silent");
    QVERIFY(QTest::qWaitFor([&]() { return m_sink->starts.size() == 1; }, kLimitMs));
    m_backend->cancel(dispatch);
    QVERIFY(m_sink->outcomes.isEmpty());
    QVERIFY(finished());
    QCOMPARE(m_sink->only().cause, ContactLostCause::StopRequested);
    QCOMPARE(received("silent", "notifications/cancelled"), 1);
    QVERIFY2(m_backend->isReady("silent"), "a shared server goes on");
}

void McpBackendTest::banner_beforeTheHandshake_isSkippedAndShown_B75()
{
    QVERIFY(ready("banner"));
    start("banner");
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::Answered);
    const McpServerStatus status = m_backend->statuses().first();
    QVERIFY(status.noisy);
    QVERIFY(status.lastStderr.contains("[stdout] Starting\xe2\x80\xa6"));
    QVERIFY(status.lastStderr.contains("[stdout] {not json}"));
}

void McpBackendTest::contentLength_peer_isNamed_B74()
{
    make({"content_length"});
    QVERIFY(QTest::qWaitFor(
        [&]() { return m_backend->statuses().first().state == McpServerState::Failed; }, kLimitMs));
    QVERIFY(m_backend->statuses().first().reason.contains("Content-Length"));
}

void McpBackendTest::exitAtOnce_showsStderrAndGivesUpAfterFive_B95()
{
    FakeClock clock;
    FakeScheduler scheduler(clock);
    McpBackend backend({config("exit_at_once")}, scheduler, clock);
    QList<McpServerState> states;
    connect(&backend, &McpBackend::serverStateChanged, this,
            [&states](const McpServerStatus& status) { states.append(status.state); });
    backend.startServers();
    const QList<qint64> waits = {1'000, 2'000, 4'000, 8'000};
    for (const qint64 wait : waits) {
        QVERIFY(QTest::qWaitFor(
            [&]() { return backend.statuses().first().state == McpServerState::Failed; },
            kLimitMs));
        QVERIFY(backend.statuses().first().willRetry);
        scheduler.advance(wait - 1);
        QCOMPARE(states.last(), McpServerState::Failed);
        scheduler.advance(1);
        QCOMPARE(states.last(), McpServerState::Starting);
    }
    QVERIFY(QTest::qWaitFor(
        [&]() { return backend.statuses().first().state == McpServerState::Failed; }, kLimitMs));
    const McpServerStatus status = backend.statuses().first();
    QVERIFY2(!status.willRetry && !scheduler.hasTimers(), "five ends in a row: until asked");
    QCOMPARE(status.reason, QByteArray("the server exited with code 7"));
    QCOMPARE(status.lastStderr, QList<QByteArray>{"cannot read the\\x09configuration"});
    QVERIFY(backend.restartServer("exit_at_once"));
    QCOMPARE(states.last(), McpServerState::Starting);
    QVERIFY(!backend.restartServer("nobody"));
}

void McpBackendTest::badServers_disturbNoOther()
{
    make({"exit_at_once", "no_handshake", "unknown_revision", "content_length", "endless_pages",
          "echo"});
    QVERIFY(QTest::qWaitFor([&]() { return m_backend->isReady("echo"); }, kLimitMs));
    start("echo");
    QVERIFY(finished());
    QCOMPARE(m_sink->only().kind, Kind::Answered);
    QVERIFY(QTest::qWaitFor(
        [&]() {
            return m_backend->server("unknown_revision")->state() == McpServerState::Failed &&
                   m_backend->server("endless_pages")->state() == McpServerState::Failed;
        },
        kLimitMs));
    QVERIFY(m_backend->server("unknown_revision")->status().reason.contains("1999-01-01"));
    QVERIFY(m_backend->server("endless_pages")->status().reason.contains("do not end"));
    QVERIFY(m_backend->isReady("echo"));
    QVERIFY(!m_backend->isReady("no_handshake"));
}

void McpBackendTest::toolsChanged_isListedAgain_B47()
{
    make({"list_changes"});
    QSignalSpy discovered(m_backend.get(), &McpBackend::toolsDiscovered);
    QVERIFY(QTest::qWaitFor([&]() { return m_backend->isReady("list_changes"); }, kLimitMs));
    start("list_changes");
    QTRY_COMPARE_WITH_TIMEOUT(discovered.size(), 2, kLimitMs);
    const auto first = discovered[0][1].value<QList<mcp::ToolDefinition>>();
    const auto second = discovered[1][1].value<QList<mcp::ToolDefinition>>();
    QVERIFY(first[0].definition.contains("v1") && second[0].definition.contains("v2"));
    QCOMPARE(discovered[1][0].toByteArray(), QByteArray("list_changes"));
}

void McpBackendTest::url_configured_isRefusedClearly()
{
    McpServerConfig server;
    server.name = "web";
    server.url = "https://example.org/mcp";
    m_backend = std::make_unique<McpBackend>(QList<McpServerConfig>{server}, *m_scheduler, m_clock);
    m_backend->startServers();
    const McpServerStatus status = m_backend->statuses().first();
    QCOMPARE(status.state, McpServerState::Failed);
    QVERIFY(status.reason.contains("url") && !status.willRetry);
}

void McpBackendTest::stop_callsInFlight_areReportedAndNothingIsLeft()
{
    make({"silent", "echo", "exit_at_once"});
    QVERIFY(QTest::qWaitFor(
        [&]() { return m_backend->isReady("silent") && m_backend->isReady("echo"); }, kLimitMs));
    const qint64 pid = m_backend->server("silent")->processId();
    start("silent");
    QVERIFY(QTest::qWaitFor([&]() { return m_sink->starts.size() == 1; }, kLimitMs));
    QSignalSpy stopped(m_backend.get(), &McpBackend::serversStopped);
    m_backend->stopServers();
    start("echo");
    QCOMPARE(m_sink->outcomes.last().kind, Kind::NotStarted);
    QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), 1, kLimitMs);
    QCOMPARE(m_sink->outcomes.size(), 2);
    QCOMPARE(m_sink->outcomes.last().cause, ContactLostCause::StopRequested);
    QVERIFY(pid > 1 && !QFile::exists(QStringLiteral("/proc/%1").arg(pid)));
    for (const McpServerStatus& status : m_backend->statuses())
        QCOMPARE(status.state, McpServerState::Stopped);
}

QTEST_GUILESS_MAIN(McpBackendTest)
#include "tst_mcpbackend.moc"
