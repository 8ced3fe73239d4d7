// SPDX-License-Identifier: Apache-2.0
#include "core/base/logging.h"
#include "core/base/random.h"
#include "core/gateway/gatewayfactory.h"
#include "gateway/fakegatewaycore.h"
#include "gateway/localclient.h"

#include <vector>

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace lockkeeper;

/// An agent's session over the real local socket, with a stand-in for the core.
class TestMcpGateway : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_logs;
    std::unique_ptr<QTemporaryDir> m_profile;
    std::unique_ptr<FakeGatewayCore> m_core;
    std::unique_ptr<Gateway> m_gateway;
    std::vector<std::unique_ptr<Gateway>> m_stopped; ///< contexts of the core's answers live on

    void startWith(qint64 pendingMs, qint64 beatMs)
    {
        if (m_gateway) {
            m_gateway->stop();
            m_stopped.push_back(std::move(m_gateway));
        }
        GatewaySettings settings;
        settings.profileDirectory = m_profile->path();
        settings.consolePid = ::getpid();
        settings.pendingAnswerMs = pendingMs;
        settings.beatMs = beatMs;
        m_gateway = makeGateway(*m_core, settings);
        const Result<void> started = m_gateway->start();
        QVERIFY2(started, started ? "" : started.error().describe().constData());
    }
    /// Says hello and initialize; returns the connection's token.
    QByteArray connectAgent(LocalClient& client, const QByteArray& resume = {},
                            const QByteArray& credential = "agent-token")
    {
        QByteArray more = credential.isEmpty() ? "" : ",\"credential\":\"" + credential + '"';
        if (!resume.isEmpty())
            more += ",\"resume\":\"" + resume + '"';
        const QByteArray welcome = client.hello("mcp", more);
        const QByteArray answer =
            client.call("initialize", R"({"protocolVersion":"2025-11-25","capabilities":{},)"
                                      R"("clientInfo":{"name":"agent","version":"1"}})");
        if (at(answer, "/result/protocolVersion") != "2025-11-25")
            return {};
        client.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        return at(welcome, "/result/connection");
    }
    static QByteArray callLine(const QByteArray& id, const QByteArray& tool,
                               const QByteArray& arguments, const QByteArray& token = {})
    {
        QByteArray params = "{\"name\":\"" + tool + "\",\"arguments\":" + arguments;
        if (!token.isEmpty())
            params += ",\"_meta\":{\"progressToken\":" + token + '}';
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + R"(,"method":"tools/call","params":)" +
               params + "}}";
    }
    static QByteArray collect(const QByteArray& handle, int seconds)
    {
        return "{\"name\":\"lockkeeper_result\",\"arguments\":{\"handle\":\"" + handle +
               "\",\"wait_seconds\":" + QByteArray::number(seconds) + "}}";
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
        m_core->tokens.insert("other-token", {CredentialId("crd_2"), "other"});
        m_core->addTool(
            "files", "write_file",
            "{\"name\":\"write_file\",\"title\":\"\\u0057\",\"inputSchema\":{\"type\":\"object\","
            R"("x":9007199254740993}})");
        m_core->addTool("files", "typed", R"({"name":"typed","inputSchema":{},"outputSchema":{}})");
        m_core->addTool("gone", "away", R"({"name":"away","inputSchema":{}})", false);
        startWith(30'000, 20);
    }
    void cleanup()
    {
        if (m_gateway)
            m_gateway->stop();
        m_core.reset();
        m_gateway.reset();
        m_stopped.clear();
    }

    void toolsList_hasAvailableToolsExactly_andOurTwo()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        const QByteArray list = client.call("tools/list");
        QVERIFY2(
            list.contains("{\"name\":\"files__write_file\",\"title\":\"\\u0057\",\"inputSchema\":"
                          R"({"type":"object","x":9007199254740993}})"),
            list.constData());
        QVERIFY(!list.contains("away"));
        QCOMPARE(at(list, "/result/tools/2/name"), QByteArray("lockkeeper_result"));
        QCOMPARE(at(list, "/result/tools/3/name"), QByteArray("lockkeeper_cancel"));
        QCOMPARE(at(list, "/result/tools/4"), QByteArray());
    }

    void toolsList_waitsForServersThatStart()
    {
        ServerSnapshot server;
        server.name = "late";
        server.state = "starting";
        m_core->statusNow.servers.append(server);
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
        QCOMPARE(client.line(300), QByteArray());
        m_core->statusNow.servers.first().state = "ready";
        m_core->addTool("late", "tool", R"({"name":"tool","inputSchema":{}})");
        QVERIFY(client.line().contains("late__tool"));
    }

    void toolsList_waitsForTheKeychain()
    {
        m_core->statusNow.keyring = "opening";
        m_core->statusNow.readOnly = true;
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
        QCOMPARE(client.line(300), QByteArray());
        m_core->statusNow.keyring = "ready";
        m_core->statusNow.readOnly = false;
        ServerSnapshot server;
        server.name = "late";
        server.state = "stopped"; // its turn comes now
        m_core->statusNow.servers.append(server);
        QCOMPARE(client.line(300), QByteArray());
        m_core->statusNow.servers.first().state = "failed";
        QVERIFY(client.line().contains("files__write_file"));
    }

    void toolsChanged_isTold_onceForEachChange()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        (void)client.call("tools/list");
        m_core->emitToolsChanged(); // nothing is different
        QCOMPARE(at(client.call("ping"), "/result"), QByteArray("{}"));
        QCOMPARE(client.line(200), QByteArray());
        m_core->addTool("new", "tool", R"({"name":"tool","inputSchema":{}})");
        m_core->emitToolsChanged();
        m_core->emitToolsChanged();
        QCOMPARE(at(client.line(), "/method"), QByteArray("notifications/tools/list_changed"));
        QCOMPARE(client.line(200), QByteArray());
        QVERIFY(client.call("tools/list").contains("new__tool"));
    }

    void toolsChanged_ofAResumedConnection_isToldOnceItIsReady()
    {
        LocalClient first(m_gateway->socketPath());
        const QByteArray token = connectAgent(first);
        LocalClient again(m_gateway->socketPath());
        (void)again.hello("mcp", ",\"credential\":\"agent-token\",\"resume\":\"" + token + '"');
        (void)again.call("initialize", R"({"protocolVersion":"2025-11-25","capabilities":{},)"
                                       R"("clientInfo":{"name":"agent","version":"1"}})");
        m_core->emitToolsChanged(); // the handshake is not over
        QCOMPARE(at(again.call("ping"), "/result"), QByteArray("{}"));
        QCOMPARE(again.line(200), QByteArray());
        again.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        QCOMPARE(at(again.call("ping"), "/result"), QByteArray("{}"));
        m_core->emitToolsChanged(); // nobody knows which list it had before
        QCOMPARE(at(again.line(), "/method"), QByteArray("notifications/tools/list_changed"));
        m_core->emitToolsChanged();
        QCOMPARE(again.line(200), QByteArray());
    }

    void call_thatSucceeds_getsTheToolsOwnResultExactly()
    {
        LocalClient client(m_gateway->socketPath());
        const QByteArray token = connectAgent(client);
        client.send(callLine("\"seven\"", "files__write_file", R"({"a":1e400,"b":0.1000})"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        const FakeGatewayCore::Action& action = m_core->taken.first();
        QCOMPARE(action.agent.credential, CredentialId("crd_1"));
        QCOMPARE(action.request.calls.first().tool, (ToolName{"files", "write_file"}));
        QCOMPARE(action.request.calls.first().arguments, QByteArray(R"({"a":1e400,"b":0.1000})"));
        QCOMPARE(action.request.idempotencyNamespace, QByteArray("mcp"));
        QCOMPARE(action.request.idempotencyKey, token + ":\"seven\"");
        const QByteArray result =
            "{\"content\":[],\"n\":18446744073709551615,\"f\":1.0,\"s\":\"\\u0041\"}";
        m_core->settle(0, ActionState::Succeeded, result);
        QCOMPARE(client.line(),
                 QByteArray(R"({"jsonrpc":"2.0","id":"seven","result":)" + result + '}'));
    }

    void denial_isAnErrorWithTheReason_B33_B34()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        m_core->settle(0, ActionState::Denied, {}, "wrong account");
        const QByteArray answer = client.line();
        QCOMPARE(at(answer, "/result/isError"), QByteArray("true"));
        QVERIFY(at(answer, "/result/content/0/text").startsWith("denied"));
        QVERIFY(at(answer, "/result/content/0/text").contains("wrong account"));
        QCOMPARE(at(answer, "/result/_meta/io.lockkeeper~1state"), QByteArray("denied"));
        QCOMPARE(at(answer, "/result/_meta/io.lockkeeper~1reason"), QByteArray("wrong account"));
    }

    void outcomes_areToldTruthfully_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<QByteArray>("never");
        QTest::newRow("failed") << int(ActionState::Failed) << QByteArray("failed")
                                << QByteArray("unknown");
        QTest::newRow("expired") << int(ActionState::Expired) << QByteArray("expired")
                                 << QByteArray("denied");
        QTest::newRow("cancelled")
            << int(ActionState::Cancelled) << QByteArray("cancelled") << QByteArray("denied");
        QTest::newRow("skipped") << int(ActionState::Skipped) << QByteArray("skipped")
                                 << QByteArray("failed");
        QTest::newRow("invalid") << int(ActionState::Invalid) << QByteArray("invalid")
                                 << QByteArray("denied");
        QTest::newRow("unknown") << int(ActionState::Unknown) << QByteArray("unknown")
                                 << QByteArray("failed");
    }
    void outcomes_areToldTruthfully()
    {
        QFETCH(int, state);
        QFETCH(QByteArray, word);
        QFETCH(QByteArray, never);
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->resultQueries, 1);
        m_core->settle(0, static_cast<ActionState>(state), {}, "because");
        const QByteArray answer = client.line();
        QCOMPARE(at(answer, "/result/isError"), QByteArray("true"));
        const QByteArray text = at(answer, "/result/content/0/text");
        QVERIFY2(text.startsWith(word), text.constData());
        QVERIFY2(!text.contains(never), text.constData());
        QVERIFY2(text.contains("because"), text.constData());
        QVERIFY2(!text.contains("nobody"), "who decided or not is for the reason to say");
        QCOMPARE(at(answer, "/result/_meta/io.lockkeeper~1state"), word);
    }

    void unknownOutcome_seenOnlyInTheFeed_isAnsweredAtOnce()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->resultQueries, 1);
        m_core->taken.first().result.state = ActionState::Unknown; // nobody is woken
        CoreEvent event;
        event.type = "outcome_unknown";
        event.actionId = "act_1";
        m_core->emitEvent(event);
        const QByteArray answer = client.line();
        QVERIFY(at(answer, "/result/content/0/text").contains("may or may not have happened"));
        QVERIFY(at(answer, "/result/content/0/text").contains("do not repeat"));
    }

    void unknownOutcome_ofAResumedCall_isAnsweredAtOnce()
    {
        LocalClient client(m_gateway->socketPath());
        const QByteArray token = connectAgent(client);
        client.send(callLine("9", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        m_core->taken.first().result.state = ActionState::Unknown;
        LocalClient again(m_gateway->socketPath());
        QCOMPARE(connectAgent(again, token), token);
        again.send(callLine("9", "files__write_file", "{}"));
        QCOMPARE(at(again.line(), "/result/_meta/io.lockkeeper~1state"), QByteArray("unknown"));
        const QByteArray collected = again.call("tools/call", collect("hnd_1", 60));
        QCOMPARE(at(collected, "/result/_meta/io.lockkeeper~1state"), QByteArray("unknown"));
    }

    void failure_keepsWhatTheToolSaid()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        m_core->settle(0, ActionState::Failed,
                       R"({"content":[{"type":"text","text":"no such file"}],"isError":true})",
                       "the tool reported an error");
        const QByteArray answer = client.line();
        QCOMPARE(at(answer, "/result/isError"), QByteArray("true"));
        QCOMPARE(at(answer, "/result/content/1/text"), QByteArray("no such file"));
    }

    void heldCall_isAnsweredPending_andCollectedLater()
    {
        startWith(100, 20);
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}"));
        const QByteArray pending = client.line();
        QCOMPARE(at(pending, "/result/isError"), QByteArray());
        QVERIFY(at(pending, "/result/content/0/text").startsWith("pending, handle hnd_1."));
        QCOMPARE(at(pending, "/result/_meta/io.lockkeeper~1state"), QByteArray("pending"));
        QCOMPARE(at(pending, "/result/_meta/io.lockkeeper~1handle"), QByteArray("hnd_1"));
        QCOMPARE(at(pending, "/result/_meta/io.lockkeeper~1suggested_wait_seconds"),
                 QByteArray("45"));
        QVERIFY(m_core->taken.first().detached);
        // The client's own time limit sends a cancel: it must not reach the call any more.
        client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                    R"("params":{"requestId":1}})");
        m_core->settle(0, ActionState::Succeeded, R"({"content":[{"type":"text","text":"ok"}]})");
        const QByteArray result = client.call("tools/call", collect("hnd_1", 60));
        QCOMPARE(at(result, "/result/content/0/text"), QByteArray("ok"));
        QCOMPARE(m_core->cancels, QList<QByteArray>());
    }

    void heldCall_ofAToolWithAnOutputSchema_isMarkedAsErrorSoThatItIsRead()
    {
        startWith(50, 20);
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__typed", "{}"));
        const QByteArray pending = client.line();
        QCOMPARE(at(pending, "/result/isError"), QByteArray("true"));
        QVERIFY(at(pending, "/result/content/0/text").startsWith("pending"));
    }

    void collecting_isALongPoll()
    {
        startWith(100, 20);
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}"));
        QVERIFY(!client.line().isEmpty());
        startWith(30'000, 20);
        LocalClient later(m_gateway->socketPath());
        QVERIFY(!connectAgent(later).isEmpty());
        later.send(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":)" +
                   collect("hnd_1", 60) + '}');
        QCOMPARE(later.line(200), QByteArray());
        m_core->settle(0, ActionState::Succeeded, R"({"content":[],"late":true})");
        QCOMPARE(at(later.line(), "/result/late"), QByteArray("true"));
    }

    void polls_thatComeTooFast_areToldToWait_B86()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        const int before = m_core->resultQueries;
        int hints = 0;
        QElapsedTimer passed;
        passed.start();
        for (int i = 0; i < 100; ++i) {
            const QByteArray answer = client.call("tools/call", collect("hnd_1", 0));
            if (at(answer, "/result/_meta/io.lockkeeper~1retry_after_seconds") == "1")
                ++hints;
        }
        // One real look a second, however slow this machine is.
        const qint64 looks = passed.elapsed() / 1000 + 2;
        QVERIFY2(100 - hints <= looks, QByteArray::number(hints).constData());
        QVERIFY(m_core->resultQueries - before <= 2 * looks);
    }

    void collecting_anUnknownHandle_saysSo()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        const QByteArray answer = client.call("tools/call", collect("hnd_none", 1));
        QCOMPARE(at(answer, "/result/isError"), QByteArray("true"));
        QVERIFY(at(answer, "/result/content/0/text").contains("no call with this handle"));
        for (const char* arguments :
             {"{}", R"({"handle":5})", R"({"handle":"h","wait_seconds":61})",
              R"({"handle":"h","wait_seconds":-1})", R"({"handle":"h","wait_seconds":1.5})"}) {
            const QByteArray wrong =
                client.call("tools/call", R"({"name":"lockkeeper_result","arguments":)" +
                                              QByteArray(arguments) + '}');
            QCOMPARE(at(wrong, "/result/isError"), QByteArray("true"));
        }
    }

    void cancelByHandle_cancels()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->resultQueries, 1);
        client.send(callLine("2", "lockkeeper_cancel", R"({"handle":"hnd_1"})"));
        const QByteArray one = client.line();
        const QByteArray two = client.line();
        const QByteArray both = one + two;
        QVERIFY(both.contains("\"id\":1,"));
        QVERIFY(both.contains("cancelled: the call was not run."));
        QCOMPARE(m_core->cancels, QList<QByteArray>{"act_1 byHandle"});
        const QByteArray again = client.call(
            "tools/call", R"({"name":"lockkeeper_cancel","arguments":{"handle":"hnd_1"}})");
        QCOMPARE(at(again, "/result/isError"), QByteArray("true"));
    }

    void cancelledNotification_cancelsTheCall_B83()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("\"a\"", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->resultQueries, 1);
        client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                    R"("params":{"requestId":"a"}})");
        QTRY_COMPARE(m_core->cancels.size(), 1);
        QCOMPARE(m_core->taken.first().result.state, ActionState::Cancelled);
        QCOMPARE(at(client.call("ping"), "/result"), QByteArray("{}")); // no answer to "a" before
    }

    void cancelThatIsFasterThanTheSubmission_stillCancels()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        (void)client.call("tools/list");
        client.send(callLine("1", "files__write_file", "{}") +
                    "\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                    "\"params\":{\"requestId\":1}}");
        QTRY_COMPARE(m_core->cancels.size(), 1);
    }

    void cancelThenHangingUp_stillCancels()
    {
        {
            LocalClient client(m_gateway->socketPath());
            QVERIFY(!connectAgent(client).isEmpty());
            (void)client.call("tools/list");
            client.send(callLine("1", "files__write_file", "{}") +
                        "\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                        "\"params\":{\"requestId\":1}}");
            client.socket.waitForBytesWritten();
            client.socket.disconnectFromServer();
            QTRY_COMPARE(m_core->submits, 1);
        }
        QTRY_COMPARE(m_core->cancels.size(), 1);
    }

    void lostConnection_onlyDetaches_B35()
    {
        {
            LocalClient client(m_gateway->socketPath());
            QVERIFY(!connectAgent(client).isEmpty());
            client.send(callLine("1", "files__write_file", "{}"));
            QTRY_COMPARE(m_core->resultQueries, 1);
        }
        QTRY_VERIFY(m_core->taken.first().detached);
        QCOMPARE(m_core->cancels, QList<QByteArray>());
        m_core->settle(0, ActionState::Succeeded, R"({"content":[],"ok":1})");
        LocalClient later(m_gateway->socketPath());
        QVERIFY(!connectAgent(later).isEmpty());
        QCOMPARE(at(later.call("tools/call", collect("hnd_1", 10)), "/result/ok"), QByteArray("1"));
    }

    void resentCall_afterALostConnection_attachesToTheSameAction_data()
    {
        QTest::addColumn<QByteArray>("credential");
        QTest::newRow("credential") << QByteArray("agent-token");
        QTest::newRow("local principal") << QByteArray();
    }
    void resentCall_afterALostConnection_attachesToTheSameAction()
    {
        QFETCH(QByteArray, credential);
        QByteArray token;
        {
            LocalClient client(m_gateway->socketPath());
            token = connectAgent(client, {}, credential);
            client.send(callLine("9", "files__write_file", "{\"a\":1}"));
            QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        }
        startWith(30'000, 20); // another console process would know the token no better
        LocalClient client(m_gateway->socketPath());
        QCOMPARE(connectAgent(client, token, credential), token);
        client.send(callLine("9", "files__write_file", "{\"a\":1}"));
        QTRY_COMPARE(m_core->submits, 2);
        QCOMPARE(m_core->taken.size(), qsizetype(1));
        m_core->settle(0, ActionState::Succeeded, R"({"content":[],"once":true})");
        QCOMPARE(at(client.line(), "/result/once"), QByteArray("true"));
    }

    void resumedCall_whoseToolIsNotThereYet_attachesToItsAction()
    {
        LocalClient client(m_gateway->socketPath());
        const QByteArray token = connectAgent(client);
        client.send(callLine("9", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        // The console was started anew: its servers, and so their tools, come later, or never.
        m_core->toolList.clear();
        ServerSnapshot server;
        server.name = "files";
        server.state = "starting";
        m_core->statusNow.servers.append(server);
        LocalClient again(m_gateway->socketPath());
        QCOMPARE(connectAgent(again, token), token);
        again.send(callLine("9", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->resultQueries, 3); // once before, then at once and waiting
        m_core->settle(0, ActionState::Succeeded, R"({"content":[],"once":true})");
        QCOMPARE(at(again.line(), "/result/once"), QByteArray("true"));
        QCOMPARE(m_core->submits, 1);
    }

    void resumedCall_isAnsweredPendingByItsAge_notByTheRestart()
    {
        LocalClient client(m_gateway->socketPath());
        const QByteArray token = connectAgent(client);
        client.send(callLine("9", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        m_core->ageMs = 29'800; // of 30 s
        LocalClient again(m_gateway->socketPath());
        QCOMPARE(connectAgent(again, token), token);
        again.send(callLine("9", "files__write_file", "{}"));
        const QByteArray answer = again.line(5'000);
        QCOMPARE(at(answer, "/result/_meta/io.lockkeeper~1pending"), QByteArray("true"));
        QCOMPARE(at(answer, "/result/_meta/io.lockkeeper~1handle"), QByteArray("hnd_1"));
    }

    void resumedCall_withoutKeys_isHeldUntilTheyAreThere()
    {
        LocalClient client(m_gateway->socketPath());
        const QByteArray token = connectAgent(client);
        client.send(callLine("9", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        m_core->submitError = Error(ErrorCode::Unavailable, "the keychain is locked");
        m_core->keyQueryError = Error(ErrorCode::Unavailable, "the keychain is locked");
        LocalClient again(m_gateway->socketPath());
        QCOMPARE(connectAgent(again, token), token);
        again.send(callLine("9", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->keyQueries, 1);
        m_core->keyQueryError.reset();
        QTRY_COMPARE(m_core->resultQueries, 3); // once before, then at once and waiting
        m_core->settle(0, ActionState::Denied, {}, "no");
        QVERIFY(at(again.line(), "/result/content/0/text").startsWith("denied"));
        QCOMPARE(m_core->submits, 2);
        QCOMPARE(m_core->taken.size(), qsizetype(1));
    }

    void resumedCall_ofWhichNothingCanBeTold_isUnknown()
    {
        startWith(300, 60'000);
        LocalClient client(m_gateway->socketPath());
        const QByteArray token = connectAgent(client);
        m_core->toolList.clear();
        m_core->keyQueryError = Error(ErrorCode::Unavailable, "the keychain is locked");
        LocalClient again(m_gateway->socketPath());
        QCOMPARE(connectAgent(again, token), token);
        again.send(callLine("9", "files__write_file", "{}"));
        const QByteArray answer = again.line();
        QCOMPARE(at(answer, "/result/isError"), QByteArray("true"));
        QCOMPARE(at(answer, "/result/_meta/io.lockkeeper~1state"), QByteArray("unknown"));
        QVERIFY(at(answer, "/result/content/0/text").contains("do not repeat it"));
        QCOMPARE(m_core->submits, 0);
    }

    void resumedConnection_newCalls_areSubmittedOrRefused()
    {
        LocalClient client(m_gateway->socketPath());
        const QByteArray token = connectAgent(client);
        LocalClient again(m_gateway->socketPath());
        QCOMPARE(connectAgent(again, token), token);
        again.send(callLine("1", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        again.send(callLine("2", "files__delete", "{}"));
        QCOMPARE(at(again.line(), "/error/code"), QByteArray("-32602"));
        m_core->submitError = Error(ErrorCode::ResourceExhausted, "too many");
        again.send(callLine("3", "files__write_file", "{}"));
        QCOMPARE(at(again.line(), "/result/_meta/io.lockkeeper~1state"), QByteArray("refused"));
    }

    void tokenOfAnotherCredential_attachesToNothing()
    {
        LocalClient client(m_gateway->socketPath());
        const QByteArray token = connectAgent(client);
        client.send(callLine("9", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
        LocalClient thief(m_gateway->socketPath());
        QCOMPARE(connectAgent(thief, token, "other-token"), token);
        thief.send(callLine("9", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(2));
        QVERIFY(client.socket.state() == QLocalSocket::ConnectedState);
    }

    void resumedConnection_endsTheDeadOne()
    {
        LocalClient dead(m_gateway->socketPath());
        const QByteArray token = connectAgent(dead);
        LocalClient client(m_gateway->socketPath());
        QCOMPARE(connectAgent(client, token), token);
        QVERIFY(dead.isClosed());
        QCOMPARE(at(client.call("ping"), "/result"), QByteArray("{}"));
    }

    void idUsedTwice_onOneConnection_isRefused()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        for (const char* arguments : {"{}", "{}", "{\"a\":1}"}) {
            client.send(callLine("1", "files__write_file", arguments));
            if (m_core->submits == 0) {
                QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
                m_core->settle(0, ActionState::Succeeded, R"({"content":[]})");
                QCOMPARE(at(client.line(), "/result/content"), QByteArray("[]"));
            } else {
                QCOMPARE(at(client.line(), "/error/code"), QByteArray("-32600"));
            }
        }
        // The id's type is part of it.
        client.send(callLine("\"1\"", "files__write_file", "{}"));
        QTRY_COMPARE(m_core->taken.size(), qsizetype(2));
    }

    void unknownTool_isAProtocolError()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__delete", "{}"));
        const QByteArray answer = client.line();
        QCOMPARE(at(answer, "/error/code"), QByteArray("-32602"));
        QVERIFY(at(answer, "/error/message").startsWith("Unknown tool"));
        QCOMPARE(m_core->submits, 0);
    }

    void callOfAServerThatStarts_waitsAsLongAsAHeldCall()
    {
        startWith(400, 60'000);
        ServerSnapshot server;
        server.name = "late";
        server.state = "starting";
        m_core->statusNow.servers.append(server);
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "late__tool", "{}"));
        QCOMPARE(client.line(200), QByteArray());
        QCOMPARE(at(client.line(5'000), "/error/code"), QByteArray("-32602"));
        startWith(30'000, 60'000);
        LocalClient patient(m_gateway->socketPath());
        QVERIFY(!connectAgent(patient).isEmpty());
        patient.send(callLine("1", "late__tool", "{}"));
        QCOMPARE(patient.line(600), QByteArray());
        m_core->addTool("late", "tool", R"({"name":"tool","inputSchema":{}})");
        m_core->statusNow.servers.first().state = "ready";
        QTRY_COMPARE(m_core->taken.size(), qsizetype(1));
    }

    void refusedSubmission_isReadableForTheModel()
    {
        m_core->submitError = Error(ErrorCode::Unavailable, "the keychain is locked");
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}"));
        const QByteArray answer = client.line();
        QCOMPARE(at(answer, "/result/isError"), QByteArray("true"));
        QVERIFY(at(answer, "/result/content/0/text").contains("the keychain is locked"));
        QCOMPARE(at(answer, "/result/_meta/io.lockkeeper~1state"), QByteArray("refused"));
    }

    void beats_growWhileTheCallIsHeld_andStopWithIt()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}", "\"tok\""));
        double last = 0;
        for (int i = 0; i < 3; ++i) {
            const QByteArray beat = client.line();
            QCOMPARE(at(beat, "/method"), QByteArray("notifications/progress"));
            QCOMPARE(at(beat, "/params/progressToken"), QByteArray("tok"));
            QCOMPARE(at(beat, "/params/message"), QByteArray("waiting for an operator"));
            QVERIFY(at(beat, "/params/progress").toDouble() > last);
            last = at(beat, "/params/progress").toDouble();
        }
        m_core->settle(0, ActionState::Succeeded, R"({"content":[]})");
        QByteArray line = client.line();
        while (at(line, "/method") == "notifications/progress")
            line = client.line();
        QCOMPARE(at(line, "/id"), QByteArray("1"));
        QCOMPARE(client.line(200), QByteArray()); // nothing after the answer
    }

    void beats_withoutAToken_areNotSent()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}"));
        QCOMPARE(client.line(200), QByteArray());
    }

    void progressOfTheTool_isRelayedBoundedAndInOrder_B82()
    {
        startWith(30'000, 60'000);
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send(callLine("1", "files__write_file", "{}", "7"));
        QTRY_COMPARE(m_core->resultQueries, 1);
        FeedBatch batch;
        for (int i = 1; i <= 10'000; ++i) {
            CoreEvent event;
            event.type = "tool_progress";
            event.actionId = "act_1";
            event.details =
                R"({"text":"copying","current":)" + QByteArray::number(i) + R"(,"total":10000})";
            batch.events.append(event);
        }
        m_core->emitBatch(batch);
        m_core->emitBatch(batch);
        QByteArray beat = client.line();
        QCOMPARE(at(beat, "/params/progressToken"), QByteArray("7"));
        QCOMPARE(at(beat, "/params/message"), QByteArray("(10000/10000) copying"));
        m_core->settle(0, ActionState::Succeeded, R"({"content":[]})");
        int beats = 1;
        for (beat = client.line(); at(beat, "/method") == "notifications/progress";
             beat = client.line())
            ++beats;
        QVERIFY2(beats <= 3, QByteArray::number(beats).constData());
        QCOMPARE(at(beat, "/id"), QByteArray("1"));
    }

    void beatsOfAResumedConnection_goOnGrowing()
    {
        LocalClient first(m_gateway->socketPath());
        const QByteArray token = connectAgent(first);
        first.send(callLine("1", "files__write_file", "{}", "1"));
        (void)first.line();
        const double before = at(first.line(), "/params/progress").toDouble();
        LocalClient second(m_gateway->socketPath());
        QCOMPARE(connectAgent(second, token), token);
        second.send(callLine("1", "files__write_file", "{}", "1"));
        QVERIFY(at(second.line(), "/params/progress").toDouble() > before);
    }

    void damagedAndOversizedLines_leaveTheSessionAlive_B70_B72()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        client.send("garbage");
        QCOMPARE(at(client.line(), "/error/code"), QByteArray("-32700"));
        client.send(QByteArray(mcp::kMaximumLineBytes + 1, 'x'));
        const QByteArray answer = client.line(30'000);
        QCOMPARE(at(answer, "/id"), QByteArray("null"));
        QVERIFY(at(answer, "/error/message").contains("16 MiB"));
        QCOMPARE(at(client.call("ping"), "/result"), QByteArray("{}"));
    }

    void decidingMethods_onAnMcpSession_doNotExist_B55()
    {
        LocalClient client(m_gateway->socketPath());
        QVERIFY(!connectAgent(client).isEmpty());
        for (const char* method : {"actions.approve", "actions.deny", "unknown.determine"})
            QCOMPARE(at(client.call(method, R"({"action_id":"act_1"})"), "/error/code"),
                     QByteArray("-32601"));
        QCOMPARE(m_core->decisions, QList<QByteArray>());
    }
};

QTEST_GUILESS_MAIN(TestMcpGateway)
#include "tst_mcpgateway.moc"
