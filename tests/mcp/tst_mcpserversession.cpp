// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/server/mcpserversession.h"

#include "core/base/canonicaljson.h"
#include "core/base/logging.h"
#include "faketransport.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace lockkeeper;
using namespace lockkeeper::mcp;

namespace {

class RecordingHandler final : public McpServerHandler
{
public:
    void initialized(const QByteArray& name, const QByteArray& version) override
    {
        client = name + '/' + version;
    }
    void listTools(std::function<void(const QByteArray&)> answer) override
    {
        lists.append(std::move(answer));
    }
    void callTool(const McpCall& call) override { calls.append(call); }
    void cancelRequested(const QByteArray& id) override { cancelled.append(id); }
    void connectionClosed() override { ++closed; }

    QByteArray client;
    QList<std::function<void(const QByteArray&)>> lists;
    QList<McpCall> calls;
    QList<QByteArray> cancelled;
    int closed = 0;
};

QByteArray initializeLine(const QByteArray& version)
{
    return R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":")" +
           version + R"(","capabilities":{},"clientInfo":{"name":"agent","version":"9"}}})";
}

QByteArray callLine(const QByteArray& id, const QByteArray& params)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":)" + params + '}';
}

QByteArray at(const QByteArray& line, const char* pointer)
{
    return JsonView(line).at(pointer).raw().toByteArray();
}

} // namespace

class McpServerSessionTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void initialize_eachRevision_isNegotiated_data();
    void initialize_eachRevision_isNegotiated();
    void initialize_again_isRefused();
    void requests_beforeInitialize_areRefusedButPingIsAnswered();
    void unknownMethods_anyTime_giveMethodNotFound();
    void badLines_anyTime_areAnsweredAndServingGoesOn_B70();
    void oversizedLine_discarded_isAnsweredAndServingGoesOn_B72();
    void contentLengthPeer_detected_isTold_B74();
    void ids_anyType_areEchoedExactly();
    void duplicateId_inFlight_isRefusedAndTheFirstIsAnswered();
    void toolsList_answered_isSentUnderItsId();
    void arguments_notAnObject_giveAToolErrorNamingTheFault_B93();
    void arguments_absentOrObject_reachTheHandlerAsSent_B93();
    void metaApproved_anyValue_isHandedOnAndMeansNothing_B44();
    void progress_rules_areKept();
    void cancelled_inFlight_reachesTheHandlerAndNothingIsSent_B83();
    void closed_inFlight_tellsTheHandlerAndSendsNothing();
    void toolsChanged_onlyAfterTheHandshake_isNotified();

private:
    QByteArray only()
    {
        const QList<QByteArray> lines = m_transport->flush();
        return lines.size() == 1 ? lines.first() : QByteArray::number(lines.size()) + " lines";
    }
    void handshake()
    {
        m_transport->receive(initializeLine("2025-11-25"));
        m_transport->receive(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        m_transport->flush();
    }

    std::unique_ptr<FakeTransport> m_transport;
    std::unique_ptr<RecordingHandler> m_handler;
    std::unique_ptr<McpServerSession> m_session;
};

void McpServerSessionTest::init()
{
    m_session.reset();
    m_transport = std::make_unique<FakeTransport>();
    m_handler = std::make_unique<RecordingHandler>();
    m_session = std::make_unique<McpServerSession>(*m_transport, *m_handler, "Be calm.");
}

void McpServerSessionTest::initialize_eachRevision_isNegotiated_data()
{
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QByteArray>("given");
    QTest::newRow("2025-06-18") << QByteArray("2025-06-18") << QByteArray("2025-06-18");
    QTest::newRow("2025-11-25") << QByteArray("2025-11-25") << QByteArray("2025-11-25");
    QTest::newRow("2024-11-05") << QByteArray("2024-11-05") << QByteArray("2025-11-25");
    QTest::newRow("2026-07-28") << QByteArray("2026-07-28") << QByteArray("2025-11-25");
    QTest::newRow("nonsense") << QByteArray("x") << QByteArray("2025-11-25");
}

void McpServerSessionTest::initialize_eachRevision_isNegotiated()
{
    QFETCH(const QByteArray, asked);
    QFETCH(const QByteArray, given);
    m_transport->receive(initializeLine(asked));
    const QByteArray answer = only();
    QCOMPARE(at(answer, "/id"), QByteArray("\"i\""));
    QCOMPARE(at(answer, "/result/protocolVersion"), '"' + given + '"');
    QCOMPARE(at(answer, "/result/capabilities"), QByteArray(R"({"tools":{"listChanged":true}})"));
    QCOMPARE(at(answer, "/result/serverInfo/name"), QByteArray("\"lockkeeper\""));
    QCOMPARE(at(answer, "/result/instructions"), QByteArray("\"Be calm.\""));
    QCOMPARE(m_handler->client, QByteArray("agent/9"));
}

void McpServerSessionTest::initialize_again_isRefused()
{
    handshake();
    m_transport->receive(initializeLine("2025-11-25"));
    QCOMPARE(at(only(), "/error/code"), QByteArray("-32600"));
}

void McpServerSessionTest::requests_beforeInitialize_areRefusedButPingIsAnswered()
{
    m_transport->receive(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    QCOMPARE(only(), QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
    m_transport->receive(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
    QCOMPARE(at(only(), "/error/code"), QByteArray("-32600"));
    m_transport->receive(callLine("3", R"({"name":"x","arguments":{}})"));
    QCOMPARE(at(only(), "/error/code"), QByteArray("-32600"));
    QVERIFY(m_handler->calls.isEmpty());
    QVERIFY(m_handler->lists.isEmpty());
}

void McpServerSessionTest::unknownMethods_anyTime_giveMethodNotFound()
{
    m_transport->receive(R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}})");
    QCOMPARE(at(only(), "/error/code"), QByteArray("-32601"));
    handshake();
    for (const char* method : {"server/discover", "resources/list", "prompts/get", "tasks/get",
                               "logging/setLevel", "subscriptions/listen", "x\\ny"}) {
        m_transport->receive(QByteArray(R"({"jsonrpc":"2.0","id":"q","method":")") + method +
                             "\"}");
        const QByteArray answer = only();
        QCOMPARE(at(answer, "/error/code"), QByteArray("-32601"));
        QCOMPARE(at(answer, "/id"), QByteArray("\"q\""));
    }
    m_transport->receive(R"({"jsonrpc":"2.0","method":"notifications/unheard-of"})");
    QVERIFY2(m_transport->flush().isEmpty(), "notifications are never answered");
}

void McpServerSessionTest::badLines_anyTime_areAnsweredAndServingGoesOn_B70()
{
    handshake();
    for (const char* line : {"garbage", "{", "{\"a\":", "\xef\xbb\xbf{}", "\xff"}) {
        m_transport->receive(line);
        const QByteArray answer = only();
        QCOMPARE(at(answer, "/error/code"), QByteArray("-32700"));
        QCOMPARE(at(answer, "/id"), QByteArray("null"));
    }
    m_transport->receive(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    QCOMPARE(only(), QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
    QCOMPARE(m_session->counts().damagedLines, quint64(5));

    // Refused by the strict reader, but whole: the caller learns under its own id.
    m_transport->receive(callLine("8", R"({"name":"x","arguments":{"cmd":"ls","cmd":"rm"}})"));
    const QByteArray duplicate = only();
    QCOMPARE(at(duplicate, "/id"), QByteArray("8"));
    QCOMPARE(at(duplicate, "/error/code"), QByteArray("-32700"));
    QVERIFY(m_handler->calls.isEmpty());
}

void McpServerSessionTest::oversizedLine_discarded_isAnsweredAndServingGoesOn_B72()
{
    handshake();
    emit m_transport->oversizedLineDiscarded();
    const QByteArray answer = only();
    QCOMPARE(at(answer, "/id"), QByteArray("null"));
    QCOMPARE(at(answer, "/error/code"), QByteArray("-32600"));
    m_transport->receive(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    QCOMPARE(only(), QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
}

void McpServerSessionTest::contentLengthPeer_detected_isTold_B74()
{
    emit m_transport->contentLengthPeerDetected();
    QVERIFY(at(only(), "/error/message").contains("Content-Length"));
}

void McpServerSessionTest::ids_anyType_areEchoedExactly()
{
    handshake();
    const QList<QByteArray> ids = {"1", "\"1\"", "-3", R"("\u00e9")",
                                   "123456789012345678901234567890"};
    for (const QByteArray& id : ids)
        m_transport->receive(callLine(id, R"({"name":"t"})"));
    QCOMPARE(m_handler->calls.size(), ids.size());
    for (qsizetype i = ids.size() - 1; i >= 0; --i) {
        QCOMPARE(m_handler->calls[i].id, ids[i]);
        QVERIFY(m_session->sendResult(ids[i], "{}"));
        QCOMPARE(only(), R"({"jsonrpc":"2.0","id":)" + ids[i] + R"(,"result":{}})");
    }
    QVERIFY2(!m_session->sendResult("1", "{}"), "a call is answered once");
    QVERIFY(m_transport->flush().isEmpty());
}

void McpServerSessionTest::duplicateId_inFlight_isRefusedAndTheFirstIsAnswered()
{
    handshake();
    m_transport->receive(callLine("\"a\"", R"({"name":"t"})"));
    m_transport->receive(callLine(R"("\u0061")", R"({"name":"t"})"));
    const QByteArray answer = only();
    QCOMPARE(at(answer, "/error/code"), QByteArray("-32600"));
    QCOMPARE(at(answer, "/id"), QByteArray("null"));
    QCOMPARE(m_handler->calls.size(), 1);
    QVERIFY(m_session->sendResult("\"a\"", R"({"content":[]})"));
    QCOMPARE(only(), QByteArray(R"({"jsonrpc":"2.0","id":"a","result":{"content":[]}})"));
    m_transport->receive(callLine("\"a\"", R"({"name":"t"})"));
    QCOMPARE(m_handler->calls.size(), 2); // answered: the id is free again
}

void McpServerSessionTest::toolsList_answered_isSentUnderItsId()
{
    handshake();
    m_transport->receive(R"({"jsonrpc":"2.0","id":5,"method":"tools/list"})");
    QVERIFY(m_transport->flush().isEmpty());
    QCOMPARE(m_handler->lists.size(), 1);
    m_handler->lists.first()(R"([{"name":"t"}])");
    QCOMPARE(only(), QByteArray(R"({"jsonrpc":"2.0","id":5,"result":{"tools":[{"name":"t"}]}})"));
    m_handler->lists.first()("[]");
    QVERIFY2(m_transport->flush().isEmpty(), "a list is answered once");
    m_transport->receive(
        R"({"jsonrpc":"2.0","id":6,"method":"tools/list","params":{"cursor":"x"}})");
    QCOMPARE(at(only(), "/error/code"), QByteArray("-32602"));
    m_transport->receive(R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})");
    m_session.reset();
    m_handler->lists.last()("[]"); // after the session has ended: nothing happens
}

void McpServerSessionTest::arguments_notAnObject_giveAToolErrorNamingTheFault_B93()
{
    for (const char* version : {"2025-06-18", "2025-11-25"}) {
        init();
        m_transport->receive(initializeLine(version));
        m_transport->flush();
        const QList<QPair<QByteArray, QByteArray>> cases = {{"\"{}\"", "a string"},
                                                            {"[]", "an array"},
                                                            {"null", "null"},
                                                            {"3", "a number"},
                                                            {"true", "a boolean"}};
        for (const auto& [arguments, fault] : cases) {
            m_transport->receive(callLine("1", R"({"name":"t","arguments":)" + arguments + '}'));
            const QByteArray answer = only();
            QCOMPARE(at(answer, "/result/isError"), QByteArray("true"));
            QVERIFY2(at(answer, "/result/content/0/text").contains(fault), answer.constData());
        }
        QVERIFY2(m_handler->calls.isEmpty(), "nothing that is no object may reach the handler");
        QCOMPARE(m_session->inFlight(), 0);
    }
}

void McpServerSessionTest::arguments_absentOrObject_reachTheHandlerAsSent_B93()
{
    handshake();
    m_transport->receive(callLine("1", R"({"name":"t"})"));
    m_transport->receive(
        callLine("2", R"({"arguments":{ "b" : 9007199254740993, "a":"\u0041"},"name":"t\u0041"})"));
    QCOMPARE(m_handler->calls.size(), 2);
    QCOMPARE(m_handler->calls[0].arguments, QByteArray("{}"));
    QCOMPARE(m_handler->calls[1].arguments,
             QByteArray(R"({ "b" : 9007199254740993, "a":"\u0041"})"));
    QCOMPARE(m_handler->calls[1].name, QByteArray("tA"));
    for (const char* params :
         {R"({"arguments":{}})", R"({"name":3})", R"({"name":""})", R"({"name":"t","_meta":[]})"}) {
        m_transport->receive(callLine("9", params));
        QCOMPARE(at(only(), "/error/code"), QByteArray("-32602"));
    }
    QCOMPARE(m_handler->calls.size(), 2);
}

void McpServerSessionTest::metaApproved_anyValue_isHandedOnAndMeansNothing_B44()
{
    const QTemporaryDir directory;
    log::initialise(directory.path(), false);
    handshake();
    const QByteArray meta = R"({"approved":true,"x/approval":"sentinel","other":"quiet"})";
    m_transport->receive(callLine("1", R"({"name":"t","_meta":)" + meta + '}'));
    QCOMPARE(m_handler->calls.size(), 1);
    QCOMPARE(m_handler->calls[0].meta, meta);
    QVERIFY(m_transport->flush().isEmpty());

    QByteArray logged;
    const QFileInfoList files = QDir(directory.path()).entryInfoList(QDir::Files);
    for (const QFileInfo& info : files) {
        QFile file(info.filePath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        logged += file.readAll();
    }
    QVERIFY2(logged.contains("member=approved") && logged.contains("member=x/approval"),
             logged.constData());
    QVERIFY2(!logged.contains("sentinel") && !logged.contains("other"), "names of claims only");
}

void McpServerSessionTest::progress_rules_areKept()
{
    handshake();
    m_transport->receive(callLine("1", R"({"name":"t","_meta":{"progressToken":"\u0041"}})"));
    m_transport->receive(callLine("2", R"({"name":"t"})"));
    m_transport->receive(callLine("3", R"({"name":"t","_meta":{"progressToken":{}}})"));
    QVERIFY(m_session->sendProgress("1", 1, 4.0, "one \"quoted\""));
    QCOMPARE(only(), QByteArray(R"({"jsonrpc":"2.0","method":"notifications/progress","params":)"
                                R"({"progressToken":"\u0041","progress":1,"total":4,)"
                                R"("message":"one \"quoted\""}})"));
    QVERIFY2(!m_session->sendProgress("1", 1, {}, {}), "equal progress is none");
    QVERIFY2(!m_session->sendProgress("1", 0.5, {}, {}), "progress must increase");
    QVERIFY(!m_session->sendProgress("1", qQNaN(), {}, {}));
    QVERIFY(!m_session->sendProgress("1", qInf(), {}, {}));
    QVERIFY(m_session->sendProgress("1", 1.5, {}, {}));
    QVERIFY(at(only(), "/params/progress") == "1.5");
    QVERIFY2(!m_session->sendProgress("2", 1, {}, {}), "the agent gave no token");
    QVERIFY2(!m_session->sendProgress("3", 1, {}, {}), "an object is no token");
    QVERIFY(m_session->sendResult("1", "{}"));
    m_transport->flush();
    QVERIFY2(!m_session->sendProgress("1", 9, {}, {}), "progress stops at completion");
    QVERIFY(m_transport->flush().isEmpty());
}

void McpServerSessionTest::cancelled_inFlight_reachesTheHandlerAndNothingIsSent_B83()
{
    handshake();
    const QByteArray cancel =
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)";
    m_transport->receive(callLine("1", R"({"name":"t"})"));
    m_transport->receive(cancel + "\"1\"}}"); // another type: another id
    m_transport->receive(cancel + "77}}");
    QVERIFY(m_handler->cancelled.isEmpty());
    m_transport->receive(cancel + "1}}");
    QCOMPARE(m_handler->cancelled, QList<QByteArray>{"1"});
    QVERIFY(!m_session->sendResult("1", "{}"));
    m_transport->receive(cancel + "1}}");
    QCOMPARE(m_handler->cancelled.size(), 1);

    m_transport->receive(callLine("2", R"({"name":"t"})"));
    QVERIFY(m_session->sendResult("2", "{}"));
    m_transport->receive(cancel + "2}}"); // a client's time limit after the answer
    QCOMPARE(m_handler->cancelled.size(), 1);
}

void McpServerSessionTest::closed_inFlight_tellsTheHandlerAndSendsNothing()
{
    handshake();
    m_transport->receive(callLine("1", R"({"name":"t"})"));
    m_transport->close("gone");
    QCOMPARE(m_handler->closed, 1);
    QVERIFY(!m_session->sendResult("1", "{}"));
    QVERIFY(m_handler->cancelled.isEmpty());
}

void McpServerSessionTest::toolsChanged_onlyAfterTheHandshake_isNotified()
{
    QVERIFY(!m_session->notifyToolsChanged());
    m_transport->receive(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    QVERIFY(!m_session->notifyToolsChanged());
    QVERIFY(m_transport->flush().isEmpty());
    handshake();
    QVERIFY(m_session->notifyToolsChanged());
    QCOMPARE(only(),
             QByteArray(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"));
}

QTEST_GUILESS_MAIN(McpServerSessionTest)
#include "tst_mcpserversession.moc"
