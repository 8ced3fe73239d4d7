// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/client/mcpclientsession.h"

#include "core/base/canonicaljson.h"
#include "faketransport.h"
#include "support/fakeclock.h"

#include <QtTest>

using namespace lockkeeper;
using namespace lockkeeper::mcp;
using Outcome = CallOutcome::Kind;

namespace {

QByteArray at(const QByteArray& line, const char* pointer)
{
    return JsonView(line).at(pointer).raw().toByteArray();
}

QByteArray result(RequestNumber id, const QByteArray& value)
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"result":)" + value + '}';
}

QByteArray handshakeResult(const QByteArray& version)
{
    return R"({"protocolVersion":")" + version +
           R"(","capabilities":{"tools":{}},"serverInfo":{"name":"fake","version":"1"}})";
}

} // namespace

class McpClientSessionTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void initialize_sent_offersTheNewestRevision();
    void initialize_answered_acceptsBothRevisions();
    void initialize_badAnswers_closeTheSession_data();
    void initialize_badAnswers_closeTheSession();
    void initialize_silence_endsAfter30Seconds();
    void listTools_pages_areJoinedAndUnusableEntriesCounted();
    void listTools_endlessPages_fail();
    void listTools_whileListing_runsOnceMore();
    void listTools_silence_failsAfter30Seconds();
    void listTools_nameOver128_dependsOnTheRevision();
    void callTool_sent_splicesTheBytesAndMintsAToken_B79_B87();
    void callTool_metaWithToken_isReplaced_B81();
    void callTool_lastCheckFalse_isNotSent();
    void callTool_beforeReady_isRefused();
    void answers_anyKind_areReported();
    void answers_uncorrelated_areReportedAndSettleNothing();
    void answers_beforeTheCallHasLeft_areForeign();
    void answers_damagedButWhole_spoilOnlyTheirCall();
    void oversized_oneCallInFlight_isItsAnswer_B72();
    void oversized_severalCallsInFlight_spoilsNone_B72();
    void progress_rules_areKept_B81_B82();
    void cancel_beforeTheFirstByte_withdraws_B83();
    void cancel_afterIt_isSentAndTheAnswerIsLate_B83();
    void closed_inFlight_isLostOrNotSent_B06();
    void serverRequests_anyKind_areAnswered();
    void contentLengthPeer_beforeReady_closesWithThatReason_B74();
    void noise_anyTime_isSkippedAndNoted_B75();

private:
    void handshake(const QByteArray& version = "2025-11-25");
    RequestNumber call(std::function<bool()> check = {})
    {
        ToolCallRequest request{"t", "{}", {}, std::move(check)};
        return m_session->callTool(std::move(request)).value_or(0);
    }
    QByteArray only()
    {
        const QList<QByteArray> lines = m_transport->flush();
        return lines.size() == 1 ? lines.first() : QByteArray::number(lines.size()) + " lines";
    }

    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<FakeScheduler> m_scheduler;
    std::unique_ptr<FakeTransport> m_transport;
    std::unique_ptr<McpClientSession> m_session;
    QList<QByteArray> m_log; ///< what was signalled, in order
    QHash<RequestNumber, CallOutcome> m_outcomes;
    QList<ToolDefinition> m_tools;
};

void McpClientSessionTest::init()
{
    cleanup();
    m_clock = std::make_unique<FakeClock>();
    m_scheduler = std::make_unique<FakeScheduler>(*m_clock);
    m_transport = std::make_unique<FakeTransport>();
    m_session = std::make_unique<McpClientSession>(*m_transport, *m_scheduler);
    const auto note = [this](const QByteArray& what, RequestNumber number) {
        m_log.append(what + ' ' + QByteArray::number(number));
    };
    using S = McpClientSession;
    connect(m_session.get(), &S::ready, this,
            [this](const PeerInfo& peer) { m_log.append("ready " + peer.protocolVersion); });
    connect(m_session.get(), &S::closed, this,
            [this](const QByteArray& reason) { m_log.append("closed " + reason); });
    connect(m_session.get(), &S::toolsListed, this, [this](const QList<ToolDefinition>& tools) {
        m_log.append("tools");
        m_tools = tools;
    });
    connect(m_session.get(), &S::listFailed, this,
            [this](const QByteArray& reason) { m_log.append("list failed " + reason); });
    connect(m_session.get(), &S::toolListChanged, this, [this]() { m_log.append("changed"); });
    connect(m_session.get(), &S::callStarted, this, [note](quint64 n) { note("started", n); });
    connect(m_session.get(), &S::callProgressed, this, [note](quint64 n, const CallProgress& p) {
        note("progress " + QByteArray::number(p.progress) + ' ' + p.message, n);
    });
    connect(m_session.get(), &S::callFinished, this,
            [this, note](quint64 n, const CallOutcome& outcome) {
                QVERIFY2(!m_outcomes.contains(n), "a call finishes once");
                m_outcomes.insert(n, outcome);
                note("finished", n);
            });
    connect(m_session.get(), &S::lateAnswer, this,
            [note](quint64 n, const CallOutcome& o) { note("late " + o.result, n); });
    connect(m_session.get(), &S::strayAnswer, this, [this](StrayAnswer kind, const QByteArray& id) {
        const char* const names[] = {"duplicate ", "late id ", "foreign "};
        m_log.append(names[static_cast<int>(kind)] + id);
    });
}

void McpClientSessionTest::cleanup()
{
    m_session.reset();
    m_log.clear();
    m_outcomes.clear();
    m_tools.clear();
}

void McpClientSessionTest::handshake(const QByteArray& version)
{
    m_session->initialize();
    m_transport->flush();
    m_transport->receive(result(1, handshakeResult(version)));
    m_transport->flush();
    m_log.clear();
}

void McpClientSessionTest::initialize_sent_offersTheNewestRevision()
{
    m_session->initialize();
    const QByteArray line = only();
    QCOMPARE(at(line, "/method"), QByteArray("\"initialize\""));
    QCOMPARE(at(line, "/params/protocolVersion"), QByteArray("\"2025-11-25\""));
    QCOMPARE(at(line, "/params/capabilities"), QByteArray("{}"));
    QCOMPARE(at(line, "/params/clientInfo/name"), QByteArray("\"lockkeeper\""));
}

void McpClientSessionTest::initialize_answered_acceptsBothRevisions()
{
    for (const char* version : {"2025-06-18", "2025-11-25"}) {
        init();
        m_session->initialize();
        m_transport->flush();
        m_transport->receive(result(1, handshakeResult(version)));
        QCOMPARE(only(), QByteArray(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
        QCOMPARE(m_log, QList<QByteArray>{QByteArray("ready ") + version});
        QVERIFY2(!m_scheduler->hasTimers(), "the handshake's limit is over");
    }
}

void McpClientSessionTest::initialize_badAnswers_closeTheSession_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("old") << result(1, handshakeResult("2024-11-05")) << QByteArray("2024-11-05");
    QTest::newRow("none") << result(1, "{}") << QByteArray("not supported");
    QTest::newRow("error")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no \u001b!"}})")
        << QByteArray("(error 1)"); // never the server's own words: everybody may read the reason
    QTest::newRow("damaged") << result(1, R"({"a":1,"a":2})") << QByteArray("cannot be used");
}

void McpClientSessionTest::initialize_badAnswers_closeTheSession()
{
    QFETCH(const QByteArray, line);
    QFETCH(const QByteArray, reason);
    m_session->initialize();
    m_transport->flush();
    m_transport->receive(line);
    QCOMPARE(m_log.size(), 1);
    QVERIFY2(m_log[0].startsWith("closed ") && m_log[0].contains(reason), m_log[0].constData());
    QVERIFY(!m_session->callTool({"t", "{}", {}, {}}));
}

void McpClientSessionTest::initialize_silence_endsAfter30Seconds()
{
    m_session->initialize();
    m_transport->flush();
    m_scheduler->advance(29'999);
    QVERIFY(m_log.isEmpty());
    m_scheduler->advance(1);
    QCOMPARE(m_log, QList<QByteArray>{"closed the server did not answer initialize within 30 s"});
    m_transport->receive(result(1, handshakeResult("2025-11-25")));
    QCOMPARE(m_session->state(), McpClientSession::State::Closed);
}

void McpClientSessionTest::listTools_pages_areJoinedAndUnusableEntriesCounted()
{
    handshake();
    m_session->listTools();
    QCOMPARE(only(), QByteArray(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})"));
    m_transport->receive(result(2, R"({"tools":[{"inputSchema": {"b":1,"a":2},"name":"x",)"
                                   R"("annotations":{"readOnlyHint":true,"destructiveHint":"no"}},)"
                                   R"({"name":"twice","inputSchema":{}},{"name":"none"},7,)"
                                   R"({"name":"\ud800","inputSchema":{}}],"nextCursor":"c\n"})"));
    QCOMPARE(at(only(), "/params"), QByteArray(R"({"cursor":"c\n"})"));
    m_transport->receive(result(
        3, R"({"tools":[{"name":"twice","inputSchema":{}},{"name":"y\u0041","inputSchema":{}}]})"));
    QCOMPARE(m_log, QList<QByteArray>{"tools"});
    QCOMPARE(m_tools.size(), 2);
    QCOMPARE(m_tools[0].name, QByteArray("x"));
    QCOMPARE(
        m_tools[0].definition,
        QByteArray(
            R"({"inputSchema":{"b":1,"a":2},"name":"x","annotations":{"readOnlyHint":true,"destructiveHint":"no"}})"));
    QVERIFY(m_tools[0].annotations.readOnlyHint);
    QVERIFY2(m_tools[0].annotations.destructiveHint, "what is no boolean keeps its default");
    QCOMPARE(m_tools[1].name, QByteArray("yA"));
    QVERIFY(!m_tools[1].annotations.readOnlyHint && m_tools[1].annotations.destructiveHint &&
            !m_tools[1].annotations.idempotentHint && m_tools[1].annotations.openWorldHint);
    QCOMPARE(m_session->counts().unusableTools, quint64(5)); // two of them by the double name
}

void McpClientSessionTest::listTools_endlessPages_fail()
{
    handshake();
    m_session->listTools();
    for (RequestNumber n = 2; m_log.isEmpty() && n < 10; ++n) {
        m_transport->flush();
        m_transport->receive(result(n, R"({"tools":[],"nextCursor":"same"})"));
    }
    QCOMPARE(m_log, QList<QByteArray>{"list failed the pages of tools/list do not end"});
}

void McpClientSessionTest::listTools_whileListing_runsOnceMore()
{
    handshake();
    m_session->listTools();
    m_session->listTools();
    m_session->listTools();
    m_transport->flush();
    m_transport->receive(result(2, R"({"tools":[]})"));
    QCOMPARE(at(only(), "/id"), QByteArray("3"));
    m_transport->receive(result(3, R"({"tools":[]})"));
    QVERIFY(m_transport->flush().isEmpty());
    QCOMPARE(m_log, (QList<QByteArray>{"tools", "tools"}));
}

void McpClientSessionTest::listTools_silence_failsAfter30Seconds()
{
    handshake();
    m_session->listTools();
    m_transport->flush();
    m_scheduler->advance(30'000);
    QCOMPARE(m_log,
             QList<QByteArray>{"list failed the server did not answer tools/list within 30 s"});
    m_transport->receive(result(2, R"({"tools":[{"name":"x","inputSchema":{}}]})"));
    QCOMPARE(m_log.last(), QByteArray("late id 2"));
    QCOMPARE(m_session->state(), McpClientSession::State::Ready);
}

void McpClientSessionTest::listTools_nameOver128_dependsOnTheRevision()
{
    for (const char* version : {"2025-06-18", "2025-11-25"}) {
        init();
        handshake(version);
        m_session->listTools();
        m_transport->flush();
        m_transport->receive(
            result(2, R"({"tools":[{"inputSchema":{},"name":")" + QByteArray(129, 'n') + "\"}]}"));
        QCOMPARE(m_tools.size(), QByteArray(version) == "2025-06-18" ? 1 : 0);
    }
}

void McpClientSessionTest::callTool_sent_splicesTheBytesAndMintsAToken_B79_B87()
{
    handshake();
    const QByteArray arguments =
        R"({"b":9007199254740993,"a":[1e400,0.1000000000000000055,1.0],"s":"x\ny\u2028","t":"\u00e9"})";
    QCOMPARE(m_session->callTool({"to\"ol\n", arguments, R"({"k/x":1})", {}}).value_or(0),
             RequestNumber(2));
    QCOMPARE(m_log, QList<QByteArray>{});
    QCOMPARE(
        only(),
        R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"to\"ol\n","arguments":)" +
            arguments + R"(,"_meta":{"k/x":1,"progressToken":2}}})");
    QCOMPARE(m_log, QList<QByteArray>{"started 2"});
}

void McpClientSessionTest::callTool_metaWithToken_isReplaced_B81()
{
    handshake();
    QCOMPARE(m_session->callTool({"t", "{}", R"({"progressToken":1})", {}}).value_or(0),
             RequestNumber(2));
    QCOMPARE(m_session->callTool({"t", "{}", R"({"progressToken":1})", {}}).value_or(0),
             RequestNumber(3));
    const QList<QByteArray> lines = m_transport->flush();
    QCOMPARE(at(lines[0], "/params/_meta"), QByteArray(R"({"progressToken":2})"));
    QCOMPARE(at(lines[1], "/params/_meta"), QByteArray(R"({"progressToken":3})"));
}

void McpClientSessionTest::callTool_lastCheckFalse_isNotSent()
{
    handshake();
    int asked = 0;
    const RequestNumber number = call([&asked]() {
        ++asked;
        return false;
    });
    QCOMPARE(asked, 0);
    QVERIFY(m_transport->flush().isEmpty());
    QCOMPARE(asked, 1);
    QCOMPARE(m_log, QList<QByteArray>{"finished " + QByteArray::number(number)});
    QCOMPARE(m_outcomes[number].kind, Outcome::NotSent);
    QCOMPARE(m_outcomes[number].bytesSent, 0);
}

void McpClientSessionTest::callTool_beforeReady_isRefused()
{
    QVERIFY(!m_session->callTool({"t", "{}", {}, {}}));
    m_session->initialize();
    QVERIFY(!m_session->callTool({"t", "{}", {}, {}}));
    QCOMPARE(m_transport->flush().size(), 1);
}

void McpClientSessionTest::answers_anyKind_areReported()
{
    handshake();
    const RequestNumber good = call(), bad = call(), error = call(), array = call(), odd = call();
    m_transport->flush();
    const QByteArray raw = R"({"content": [] ,"n":18446744073709551615})";
    m_transport->receive(result(good, raw));
    QCOMPARE(m_outcomes[good].kind, Outcome::Answered);
    QCOMPARE(m_outcomes[good].result, raw);
    QVERIFY(!m_outcomes[good].isError);
    QVERIFY(m_outcomes[good].bytesSent > 0 && m_outcomes[good].bytesReceived > raw.size());
    m_transport->receive(result(bad, R"({"content":[],"isError":true})"));
    QVERIFY(m_outcomes[bad].kind == Outcome::Answered && m_outcomes[bad].isError);
    m_transport->receive(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(error) +
                         R"(,"error":{"code":-32602,"message":"no\u0007"}})");
    QCOMPARE(m_outcomes[error].kind, Outcome::Error);
    QCOMPARE(m_outcomes[error].errorCode, qint64(-32602));
    QCOMPARE(m_outcomes[error].detail, QByteArray("no\\x07"));
    m_transport->receive(result(array, "[]"));
    QCOMPARE(m_outcomes[array].kind, Outcome::NotUnderstood);
    m_transport->receive(result(odd, R"({"content":[],"isError":"yes"})"));
    QCOMPARE(m_outcomes[odd].kind, Outcome::NotUnderstood);
}

void McpClientSessionTest::answers_uncorrelated_areReportedAndSettleNothing()
{
    handshake();
    const RequestNumber number = call();
    m_transport->flush();
    m_log.clear();
    m_transport->receive(result(99, "{}"));
    m_transport->receive(R"({"jsonrpc":"2.0","id":"2","result":{}})"); // the string is another id
    m_transport->receive(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}})");
    QCOMPARE(m_log, (QList<QByteArray>{"foreign 99", "foreign \"2\"", "foreign null"}));
    m_transport->receive(result(number, "{}"));
    m_transport->receive(result(number, R"({"isError":true})"));
    QCOMPARE(m_log.mid(3), (QList<QByteArray>{"finished 2", "duplicate 2"}));
    QVERIFY(!m_outcomes[number].isError);
    QCOMPARE(m_session->counts().strayAnswers, quint64(4));
}

void McpClientSessionTest::answers_beforeTheCallHasLeft_areForeign()
{
    handshake();
    const RequestNumber unsent = call();
    m_transport->receive(result(unsent, "{}"));
    QCOMPARE(m_log, QList<QByteArray>{"foreign 2"});
    m_transport->flushPart(5);
    m_transport->receive(result(unsent, "{}"));
    QCOMPARE(m_log, (QList<QByteArray>{"foreign 2", "started 2", "foreign 2"}));
    QVERIFY(m_outcomes.isEmpty());
}

void McpClientSessionTest::answers_damagedButWhole_spoilOnlyTheirCall()
{
    handshake();
    const RequestNumber first = call(), second = call();
    m_transport->flush();
    m_transport->receive(result(first, R"({"a":1,"a":2})"));
    QCOMPARE(m_outcomes[first].kind, Outcome::NotUnderstood);
    QVERIFY(!m_outcomes.contains(second));
    m_transport->receive("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{"); // cut short: of no call
    QVERIFY(!m_outcomes.contains(second));
    QVERIFY(m_session->sawDamageSince(second));
    m_transport->receive(result(second, "{}"));
    QCOMPARE(m_outcomes[second].kind, Outcome::Answered);
}

void McpClientSessionTest::oversized_oneCallInFlight_isItsAnswer_B72()
{
    handshake();
    const RequestNumber number = call();
    m_transport->flush();
    emit m_transport->oversizedLineDiscarded();
    QCOMPARE(m_outcomes[number].kind, Outcome::NotUnderstood);
    QCOMPARE(m_session->state(), McpClientSession::State::Ready);
}

void McpClientSessionTest::oversized_severalCallsInFlight_spoilsNone_B72()
{
    handshake();
    const RequestNumber first = call(), second = call();
    m_transport->flush();
    emit m_transport->oversizedLineDiscarded();
    QVERIFY(m_outcomes.isEmpty());
    QVERIFY(m_session->sawDamageSince(first) && m_session->sawDamageSince(second));
    const RequestNumber later = call();
    QVERIFY(!m_session->sawDamageSince(later));
}

void McpClientSessionTest::progress_rules_areKept_B81_B82()
{
    handshake();
    const RequestNumber number = call();
    const auto progress = [this](const QByteArray& token, const QByteArray& rest) {
        m_transport->receive(
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" +
            token + ",\"progress\":" + rest + "}}");
    };
    progress("2", "1"); // not sent yet
    m_transport->flush();
    m_log.clear();
    progress("2", R"(1,"message":"one")");
    progress("2", "1");
    progress("2", "0.5");
    progress("2", "1e999");
    progress("2", R"("9")");
    progress(R"("2")", "5");
    progress("3", "5");
    progress("2", R"(1.25,"message":"two","total":"no")");
    QCOMPARE(m_log, (QList<QByteArray>{"progress 1 one 2", "progress 1.25 two 2"}));
    m_transport->receive(result(number, "{}"));
    progress("2", "7");
    QCOMPARE(m_log.size(), 3);
    QCOMPARE(m_session->counts().refusedProgress, quint64(4));
    QCOMPARE(m_session->counts().unknownProgressTokens, quint64(4));
}

void McpClientSessionTest::cancel_beforeTheFirstByte_withdraws_B83()
{
    handshake();
    const RequestNumber number = call();
    QCOMPARE(m_session->cancel(number, "x"), McpClientSession::Cancelled::Withdrawn);
    QVERIFY2(m_transport->flush().isEmpty(), "nothing of a withdrawn call may leave");
    QCOMPARE(m_session->cancel(number, "x"), McpClientSession::Cancelled::NotOutstanding);
    // A transport that is being closed has dropped what waited.
    const RequestNumber dropped = call();
    m_transport->open = false;
    static_cast<void>(m_transport->withdraw(3 + 1));
    QCOMPARE(m_session->cancel(dropped, "x"), McpClientSession::Cancelled::Withdrawn);
    QVERIFY(m_log.isEmpty());
}

void McpClientSessionTest::cancel_afterIt_isSentAndTheAnswerIsLate_B83()
{
    handshake();
    const RequestNumber number = call();
    m_transport->flush();
    m_log.clear();
    QCOMPARE(m_session->cancel(number, "too \"late\""), McpClientSession::Cancelled::Requested);
    QCOMPARE(only(), QByteArray("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                                "\"params\":{\"requestId\":2,\"reason\":\"too \\\"late\\\"\"}}"));
    m_transport->receive(result(number, R"({"x":1})"));
    m_transport->receive(result(number, R"({"x":2})"));
    QCOMPARE(m_log, (QList<QByteArray>{"late id 2", "late {\"x\":1} 2", "duplicate 2"}));
    QVERIFY(m_outcomes.isEmpty());
}

void McpClientSessionTest::closed_inFlight_isLostOrNotSent_B06()
{
    handshake();
    const RequestNumber sent = call();
    m_transport->flush();
    const RequestNumber part = call();
    m_transport->flushPart(7);
    const RequestNumber unsent = call();
    m_log.clear();
    m_transport->close("the server exited with code 0");
    QCOMPARE(m_outcomes[sent].kind, Outcome::Lost);
    QVERIFY(m_outcomes[sent].bytesSent > 7);
    QCOMPARE(m_outcomes[part].kind, Outcome::Lost);
    QCOMPARE(m_outcomes[part].bytesSent, 7);
    QCOMPARE(m_outcomes[unsent].kind, Outcome::NotSent);
    QCOMPARE(m_log, (QList<QByteArray>{"finished 2", "finished 3", "finished 4",
                                       "closed the server exited with code 0"}));
}

void McpClientSessionTest::serverRequests_anyKind_areAnswered()
{
    handshake();
    const auto ask = [this](const QByteArray& id, const QByteArray& method) {
        m_transport->receive(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + "\"}");
        return only();
    };
    QCOMPARE(ask("\"p\"", "ping"), QByteArray(R"({"jsonrpc":"2.0","id":"p","result":{}})"));
    QCOMPARE(at(ask("1", "elicitation/create"), "/result"), QByteArray(R"({"action":"decline"})"));
    for (const char* method : {"roots/list", "sampling/createMessage", "tasks/get"})
        QCOMPARE(at(ask("2", method), "/error/code"), QByteArray("-32601"));
    m_transport->receive(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
    QCOMPARE(m_log, QList<QByteArray>{"changed"});
}

void McpClientSessionTest::contentLengthPeer_beforeReady_closesWithThatReason_B74()
{
    m_session->initialize();
    emit m_transport->contentLengthPeerDetected();
    QCOMPARE(m_log.size(), 1);
    QVERIFY(m_log[0].contains("Content-Length"));
}

void McpClientSessionTest::noise_anyTime_isSkippedAndNoted_B75()
{
    m_session->initialize();
    m_transport->flush();
    const QList<QByteArray> noise = {"Starting\xe2\x80\xa6", "{oops}", "\xff\xfe"};
    for (const QByteArray& line : noise)
        m_transport->receive(line);
    m_transport->receive(result(1, handshakeResult("2025-11-25")));
    QCOMPARE(m_log, QList<QByteArray>{"ready 2025-11-25"});
    QCOMPARE(m_transport->noise, noise);
}

QTEST_GUILESS_MAIN(McpClientSessionTest)
#include "tst_mcpclientsession.moc"
