// SPDX-License-Identifier: Apache-2.0
#include "core/backends/mcp/sessioncalls.h"

#include "backends/permits.h"
#include "backends/recordingsink.h"
#include "core/base/canonicaljson.h"
#include "mcp/faketransport.h"
#include "support/fakeclock.h"

#include <QtTest>

using namespace lockkeeper;
using Kind = BackendOutcome::Kind;

class SessionCallsTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void start_answered_reportsOnceWithTheBytes();
    void start_error_isAProtocolError();
    void start_externalKey_travelsInMeta();
    void permit_late_isNotStarted();
    void permit_ofAnotherDispatch_isNotStarted();
    void permit_serverTakesNoByte_isNotStarted();
    void idleLimit_passed_cancelsAndLosesContact_B12();
    void idleLimit_progress_movesIt();
    void absoluteLimit_progressForEver_stillEnds_B85();
    void suspend_overTheLimit_endsAtTheNextWakeUp();
    void lateAnswer_afterTheDeadline_isEvidence_B12();
    void damage_beforeTheDeadline_isNamedAsTheCause();
    void cancel_beforeTheFirstByte_isNotStarted_B83();
    void cancel_answeredInTheGrace_isThatAnswer_B83();
    void cancel_ignored_endsAfterTheGrace_B83();
    void cancel_afterCompletion_doesNothing_B83();
    void progress_flood_isCoalescedToTenASecond_B82();
    void progress_longText_isCut();
    void closed_inFlight_isBrokenContact_B06();
    void closed_afterStopRequested_namesTheStop();
    void destroyed_inFlight_losesTheWorker();

private:
    DispatchId start(const QByteArray& id, qint64 permitMs = DispatchPermit::kLifetimeMs)
    {
        const DispatchId dispatch(id);
        ToolCall call;
        call.dispatch = dispatch;
        call.tool = {"srv", "t"};
        call.arguments = R"({"n":1.0})";
        call.idleTimeoutMs = 10'000;
        call.absoluteTimeoutMs = 60'000;
        m_calls->start(PermitMint::forTest(dispatch, m_clock->bootMs() + permitMs), call, m_sink);
        return dispatch;
    }
    void receive(const QByteArray& rest)
    {
        m_transport->receive(R"({"jsonrpc":"2.0",)" + rest + '}');
    }
    void answer(int id, const QByteArray& result)
    {
        receive("\"id\":" + QByteArray::number(id) + ",\"result\":" + result);
    }
    void progress(int token, const QByteArray& value, const QByteArray& more = {})
    {
        receive(R"("method":"notifications/progress","params":{"progressToken":)" +
                QByteArray::number(token) + ",\"progress\":" + value + more + '}');
    }

    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<FakeScheduler> m_scheduler;
    std::unique_ptr<mcp::FakeTransport> m_transport;
    std::unique_ptr<mcp::McpClientSession> m_session;
    std::unique_ptr<SessionCalls> m_calls;
    std::shared_ptr<RecordingSink> m_sink;
};

void SessionCallsTest::init()
{
    m_calls.reset();
    m_session.reset();
    m_clock = std::make_unique<FakeClock>();
    m_scheduler = std::make_unique<FakeScheduler>(*m_clock);
    m_transport = std::make_unique<mcp::FakeTransport>();
    m_session = std::make_unique<mcp::McpClientSession>(*m_transport, *m_scheduler);
    m_calls = std::make_unique<SessionCalls>(*m_session, *m_scheduler, *m_clock);
    m_sink = std::make_shared<RecordingSink>();
    m_session->initialize();
    m_transport->flush();
    answer(1, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{}})");
    m_transport->flush();
}

void SessionCallsTest::start_answered_reportsOnceWithTheBytes()
{
    const DispatchId dispatch = start("dsp_1");
    QVERIFY(m_calls->contains(dispatch));
    QVERIFY(m_sink->starts.isEmpty());
    const QList<QByteArray> sent = m_transport->flush();
    QCOMPARE(m_sink->starts, QList<DispatchId>{dispatch});
    const QByteArray raw = R"({"content":[],"n":[9007199254740993, 1e400]})";
    answer(2, raw);
    QCOMPARE(m_sink->outcomes.size(), 1);
    QCOMPARE(m_sink->only().kind, Kind::Answered);
    QCOMPARE(m_sink->only().result, raw);
    QVERIFY(!m_sink->only().isError);
    QCOMPARE(m_sink->only().bytesSent, sent[0].size() + 1);
    QVERIFY(m_sink->only().bytesReceived > raw.size());
    answer(2, R"({"isError":true})");
    m_scheduler->advance(120'000);
    QCOMPARE(m_sink->outcomes.size(), 1);
    QVERIFY(m_sink->late.isEmpty());
    QVERIFY(!m_scheduler->hasTimers());
    QVERIFY(!m_calls->contains(dispatch));
}

void SessionCallsTest::start_error_isAProtocolError()
{
    start("dsp_1");
    m_transport->flush();
    receive(R"("id":2,"error":{"code":-32602,"message":"no such\ntool"})");
    QCOMPARE(m_sink->only().kind, Kind::ProtocolError);
    QCOMPARE(m_sink->only().errorCode, -32602);
    QCOMPARE(m_sink->only().detail, QByteArray("no such\\x0atool"));
}

void SessionCallsTest::start_externalKey_travelsInMeta()
{
    ToolCall call;
    call.dispatch = DispatchId("dsp_1");
    call.tool = {"srv", "t"};
    call.arguments = "{}";
    call.externalKey = "key-1";
    m_calls->start(PermitMint::forTest(call.dispatch, m_clock->bootMs() + 1), call, m_sink);
    const QByteArray line = m_transport->flush().first();
    QCOMPARE(JsonView(line).at("/params/_meta").raw().toByteArray(),
             QByteArray("{\"lockkeeper/idempotencyKey\":\"key-1\",\"progressToken\":2}"));
}

void SessionCallsTest::permit_late_isNotStarted()
{
    start("dsp_1", 100);
    m_clock->advance(100);
    QVERIFY2(m_transport->flush().isEmpty(), "no byte may leave under a late permit");
    QCOMPARE(m_sink->only().kind, Kind::NotStarted);
    QCOMPARE(m_sink->only().bytesSent, 0);
    QVERIFY(m_sink->starts.isEmpty());
}

void SessionCallsTest::permit_ofAnotherDispatch_isNotStarted()
{
    ToolCall call;
    call.dispatch = DispatchId("dsp_1");
    call.tool = {"srv", "t"};
    call.arguments = "{}";
    m_calls->start(PermitMint::forTest(DispatchId("dsp_2"), m_clock->bootMs() + 5000), call,
                   m_sink);
    QVERIFY(m_transport->flush().isEmpty());
    QCOMPARE(m_sink->only().kind, Kind::NotStarted);
}

void SessionCallsTest::permit_serverTakesNoByte_isNotStarted()
{
    start("dsp_1");
    m_scheduler->advance(DispatchPermit::kLifetimeMs);
    QCOMPARE(m_sink->only().kind, Kind::NotStarted);
    QVERIFY2(m_transport->flush().isEmpty(), "a call that is reported as not started never leaves");
}

void SessionCallsTest::idleLimit_passed_cancelsAndLosesContact_B12()
{
    start("dsp_1");
    m_transport->flush();
    m_scheduler->advance(9'999);
    QVERIFY(m_sink->outcomes.isEmpty());
    m_scheduler->advance(1);
    QCOMPARE(m_sink->only().kind, Kind::ContactLost);
    QCOMPARE(m_sink->only().cause, ContactLostCause::NoReplyInTime);
    const QList<QByteArray> lines = m_transport->flush();
    QCOMPARE(lines.size(), 1);
    QVERIFY(lines[0].contains("notifications/cancelled") && lines[0].contains("\"requestId\":2"));
}

void SessionCallsTest::idleLimit_progress_movesIt()
{
    start("dsp_1");
    m_transport->flush();
    for (int i = 1; i <= 4; ++i) {
        m_scheduler->advance(9'000);
        progress(2, QByteArray::number(i));
    }
    QVERIFY(m_sink->outcomes.isEmpty());
    m_scheduler->advance(5'000);
    progress(2, "4"); // no progress
    m_scheduler->advance(5'000);
    QCOMPARE(m_sink->only().cause, ContactLostCause::NoReplyInTime);
}

void SessionCallsTest::absoluteLimit_progressForEver_stillEnds_B85()
{
    start("dsp_1");
    m_transport->flush();
    for (int i = 1; i <= 59; ++i) {
        m_scheduler->advance(1'000);
        progress(2, QByteArray::number(i));
    }
    QVERIFY(m_sink->outcomes.isEmpty());
    m_scheduler->advance(1'000);
    QCOMPARE(m_sink->only().kind, Kind::ContactLost);
    QCOMPARE(m_sink->only().cause, ContactLostCause::NoReplyInTime);
}

void SessionCallsTest::suspend_overTheLimit_endsAtTheNextWakeUp()
{
    start("dsp_1");
    m_transport->flush();
    m_clock->suspend(3'600'000);
    m_scheduler->advance(0);
    QCOMPARE(m_sink->only().cause, ContactLostCause::NoReplyInTime);
}

void SessionCallsTest::lateAnswer_afterTheDeadline_isEvidence_B12()
{
    start("dsp_1");
    m_transport->flush();
    m_scheduler->advance(10'000);
    QCOMPARE(m_sink->outcomes.size(), 1);
    answer(2, R"({"content":[],"isError":true})");
    answer(2, R"({"content":[]})");
    QCOMPARE(m_sink->outcomes.size(), 1);
    QCOMPARE(m_sink->late.size(), 1);
    QCOMPARE(m_sink->late[0].kind, Kind::Answered);
    QVERIFY(m_sink->late[0].isError);
}

void SessionCallsTest::damage_beforeTheDeadline_isNamedAsTheCause()
{
    start("dsp_1");
    start("dsp_2");
    m_transport->flush();
    emit m_transport->oversizedLineDiscarded();
    answer(3, "{}");
    m_scheduler->advance(10'000);
    QCOMPARE(m_sink->outcomes.size(), 2);
    QCOMPARE(m_sink->outcomes[0].kind, Kind::Answered);
    QCOMPARE(m_sink->outcomes[1].cause, ContactLostCause::ReplyNotUnderstood);
}

void SessionCallsTest::cancel_beforeTheFirstByte_isNotStarted_B83()
{
    const DispatchId dispatch = start("dsp_1");
    QVERIFY(m_calls->cancel(dispatch));
    QCOMPARE(m_sink->only().kind, Kind::NotStarted);
    QVERIFY(m_transport->flush().isEmpty());
}

void SessionCallsTest::cancel_answeredInTheGrace_isThatAnswer_B83()
{
    const DispatchId dispatch = start("dsp_1");
    m_transport->flush();
    QVERIFY(m_calls->cancel(dispatch));
    QVERIFY(m_calls->cancel(dispatch));
    QCOMPARE(m_transport->flush().size(), 1);
    m_scheduler->advance(4'999);
    QVERIFY(m_sink->outcomes.isEmpty());
    receive(R"("id":2,"error":{"code":-32800,"message":"cancelled"})");
    QCOMPARE(m_sink->only().kind, Kind::ProtocolError);
    m_scheduler->advance(120'000);
    QCOMPARE(m_sink->outcomes.size(), 1);
}

void SessionCallsTest::cancel_ignored_endsAfterTheGrace_B83()
{
    const DispatchId dispatch = start("dsp_1");
    m_transport->flush();
    QVERIFY(m_calls->cancel(dispatch));
    m_scheduler->advance(SessionCalls::kCancelGraceMs);
    QCOMPARE(m_sink->only().kind, Kind::ContactLost);
    QCOMPARE(m_sink->only().cause, ContactLostCause::StopRequested);
    answer(2, R"({"content":[]})");
    QCOMPARE(m_sink->late.size(), 1);
}

void SessionCallsTest::cancel_afterCompletion_doesNothing_B83()
{
    const DispatchId dispatch = start("dsp_1");
    m_transport->flush();
    answer(2, "{}");
    QVERIFY(!m_calls->cancel(dispatch));
    QVERIFY(!m_calls->cancel(DispatchId("dsp_unknown")));
    QVERIFY(m_transport->flush().isEmpty());
    QCOMPARE(m_sink->outcomes.size(), 1);
}

void SessionCallsTest::progress_flood_isCoalescedToTenASecond_B82()
{
    start("dsp_1");
    m_transport->flush();
    for (int i = 1; i <= 1'000; ++i) {
        progress(2, QByteArray::number(i),
                 R"(,"total":1000,"message":"m)" + QByteArray::number(i) + '"');
        m_scheduler->advance(1);
    }
    QVERIFY2(m_sink->progress.size() <= 11, "more than ten reports in a second");
    QVERIFY(m_sink->progress.size() >= 9);
    answer(2, "{}");
    QCOMPARE(m_sink->progress.last().current, std::optional<double>(1000));
    QCOMPARE(m_sink->progress.last().total, std::optional<double>(1000));
    QCOMPARE(m_sink->progress.last().text, QByteArray("m1000"));
    QVERIFY(!m_scheduler->hasTimers());
}

void SessionCallsTest::progress_longText_isCut()
{
    start("dsp_1");
    m_transport->flush();
    progress(2, "1", ",\"message\":\"" + QByteArray("\xc3\xa9").repeated(10'000) + '"');
    QVERIFY(m_sink->progress.first().text.size() <= SessionCalls::kProgressTextBytes);
    QVERIFY(!QString::fromUtf8(m_sink->progress.first().text).contains(QChar(0xfffd)));
}

void SessionCallsTest::closed_inFlight_isBrokenContact_B06()
{
    start("dsp_1");
    m_transport->flush();
    start("dsp_2");
    m_transport->close("the server exited with code 0");
    QCOMPARE(m_sink->outcomes.size(), 2);
    QCOMPARE(m_sink->outcomes[0].kind, Kind::ContactLost);
    QCOMPARE(m_sink->outcomes[0].cause, ContactLostCause::ConnectionBroken);
    QVERIFY(m_sink->outcomes[0].bytesSent > 0);
    QCOMPARE(m_sink->outcomes[1].kind, Kind::NotStarted);
    start("dsp_3");
    QCOMPARE(m_sink->outcomes.size(), 3);
    QCOMPARE(m_sink->outcomes[2].kind, Kind::NotStarted);
}

void SessionCallsTest::closed_afterStopRequested_namesTheStop()
{
    start("dsp_1");
    m_transport->flush();
    m_calls->stopRequested();
    m_transport->close("the server exited with code 0");
    QCOMPARE(m_sink->only().cause, ContactLostCause::StopRequested);
}

void SessionCallsTest::destroyed_inFlight_losesTheWorker()
{
    start("dsp_1");
    m_transport->flush();
    m_calls.reset();
    QCOMPARE(m_sink->only().kind, Kind::ContactLost);
    QCOMPARE(m_sink->only().cause, ContactLostCause::WorkerLost);
    m_scheduler->advance(120'000);
    QCOMPARE(m_sink->outcomes.size(), 1);
}

QTEST_GUILESS_MAIN(SessionCallsTest)
#include "tst_sessioncalls.moc"
