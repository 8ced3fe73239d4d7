// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewayfactory.h"

#include "core/base/logging.h"
#include "core/base/random.h"
#include "core/gateway/authorisation.h"
#include "core/gateway/local/consolefile.h"
#include "core/keys/seatkeys.h"
#include "gateway/fakegatewaycore.h"
#include "gateway/localclient.h"

#include <optional>

#include <QFile>
#include <QProcess>
#include <vector>

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace lockkeeper;

class TestLocalServer : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_logs;
    std::unique_ptr<QTemporaryDir> m_profile;
    std::unique_ptr<FakeGatewayCore> m_core;
    std::unique_ptr<Gateway> m_gateway;
    std::vector<std::unique_ptr<Gateway>> m_stopped; ///< contexts of the core's answers live on
    std::optional<SeatKeys> m_keys;

    void startWith(const std::function<void(GatewaySettings&)>& change)
    {
        if (m_gateway) {
            m_gateway->stop();
            m_stopped.push_back(std::move(m_gateway));
        }
        GatewaySettings settings;
        settings.profileDirectory = m_profile->path();
        settings.version = "9.9";
        settings.consolePid = ::getpid();
        settings.operatorUnprotected = true;
        change(settings);
        m_gateway = makeGateway(*m_core, settings);
        const Result<void> started = m_gateway->start();
        QVERIFY2(started, started ? "" : started.error().describe().constData());
    }
    [[nodiscard]] LocalClient connected() { return LocalClient(m_gateway->socketPath()); }
    void prove(LocalClient& client, const QByteArray& welcome)
    {
        const QByteArray nonce = QByteArray::fromBase64(at(welcome, "/result/nonce"));
        const Result<QByteArray> signature = m_keys->sign(SignaturePurpose::OperatorProof, nonce);
        QVERIFY(signature);
        const QByteArray answer =
            client.call("operator.prove", "{\"signature\":\"" + signature->toBase64() + "\"}");
        QCOMPARE(at(answer, "/result/proven"), QByteArray("true"));
    }
    static ActionSnapshot pendingAction()
    {
        ActionSnapshot action;
        action.record.id = ActionId("act_7");
        action.record.state = ActionState::Pending;
        action.record.tool = {"files", "write_file"};
        action.fingerprint = "cafe";
        action.arguments = R"({"n":9007199254740993})";
        return action;
    }
    qsizetype logged(const QByteArray& what) const
    {
        QFile file(m_logs.filePath(QStringLiteral("lockkeeper.log")));
        return file.open(QIODevice::ReadOnly) ? file.readAll().count(what) : -1;
    }

private slots:
    void initTestCase()
    {
        QVERIFY(initialiseCrypto());
        log::initialise(m_logs.path(), false);
        m_keys = SeatKeys::generate();
    }
    void init()
    {
        m_profile = std::make_unique<QTemporaryDir>();
        m_core = std::make_unique<FakeGatewayCore>();
        m_core->publicDecisionKey = m_keys->publicKeys().decisionKey;
        m_core->tokens.insert("agent-token", {CredentialId("crd_1"), "atlas"});
        m_core->snapshots.append(pendingAction());
        m_core->addTool("files", "write_file", R"({"name":"write_file","inputSchema":{}})");
        startWith([](GatewaySettings&) {});
    }
    void cleanup()
    {
        if (m_gateway)
            m_gateway->stop();
        m_core.reset();
        m_gateway.reset();
        m_stopped.clear();
    }

    void start_writesConsoleFile_andStopRemovesIt()
    {
        const Result<ConsoleFile> file = readConsoleFile(m_profile->path());
        QVERIFY(file);
        QCOMPARE(file->socketPath, m_gateway->socketPath());
        QCOMPARE(file->pid, qint64(::getpid()));
        struct stat found
        {
        };
        const QByteArray path = QFile::encodeName(m_gateway->socketPath());
        QCOMPARE(::stat(path.constData(), &found), 0);
        QCOMPARE(found.st_mode & 0077U, 0U);
        m_gateway->stop();
        QVERIFY(!readConsoleFile(m_profile->path()));
        QVERIFY(::stat(path.constData(), &found) != 0);
    }

    void secondServer_onTheSamePath_isRefused()
    {
        GatewaySettings settings;
        settings.profileDirectory = m_profile->path();
        const std::unique_ptr<Gateway> second = makeGateway(*m_core, settings);
        const Result<void> started = second->start();
        QVERIFY(!started);
        QCOMPARE(started.error().code(), ErrorCode::AlreadyExists);
        QVERIFY(readConsoleFile(m_profile->path()));
    }

    void firstCall_thatIsNotHello_isAnsweredWithAnError()
    {
        LocalClient client = connected();
        QCOMPARE(at(client.call("status"), "/error/code"), QByteArray("-32600"));
        QCOMPARE(at(client.hello("control"), "/result/protocol"), QByteArray("1"));
    }

    void hello_withWrongParameters_isAnsweredWithAnError_data()
    {
        QTest::addColumn<QByteArray>("params");
        QTest::newRow("protocol") << QByteArray(R"({"protocol":2,"kind":"control"})");
        QTest::newRow("no kind") << QByteArray(R"({"protocol":1})");
        QTest::newRow("kind") << QByteArray(R"({"protocol":1,"kind":"root"})");
        QTest::newRow("resume") << QByteArray(R"({"protocol":1,"kind":"mcp","resume":"abc"})");
    }
    void hello_withWrongParameters_isAnsweredWithAnError()
    {
        QFETCH(QByteArray, params);
        LocalClient client = connected();
        QCOMPARE(at(client.call("hello", params), "/error/data/code"),
                 QByteArray("InvalidArgument"));
    }

    void hello_withAnUnknownToken_isRefusedAndClosed()
    {
        LocalClient client = connected();
        const QByteArray answer = client.hello("control", R"(,"credential":"wrong")");
        QCOMPARE(at(answer, "/error/data/code"), QByteArray("PermissionDenied"));
        QVERIFY(client.isClosed());
    }

    void connection_withoutHello_isClosedInTime()
    {
        startWith([](GatewaySettings& settings) { settings.helloMs = 50; });
        LocalClient client = connected();
        QCOMPARE(at(client.line(), "/error/data/code"), QByteArray("DeadlineExceeded"));
        QVERIFY(client.isClosed());
    }

    void localPrincipal_whereItIsNotAllowed_isRefused()
    {
        startWith([](GatewaySettings& settings) { settings.localPrincipals = false; });
        LocalClient agent = connected();
        QCOMPARE(at(agent.hello("mcp"), "/error/data/code"), QByteArray("PermissionDenied"));
        LocalClient control = connected();
        QCOMPARE(at(control.hello("control"), "/result/protocol"), QByteArray("1"));
        QCOMPARE(at(control.call("actions.list"), "/error/data/code"),
                 QByteArray("PermissionDenied"));
    }

    void localPrincipals_ofTwoConnections_areDifferent()
    {
        LocalClient one = connected();
        LocalClient two = connected();
        const QByteArray first = at(one.hello("control"), "/result/principal");
        const QByteArray second = at(two.hello("control"), "/result/principal");
        QVERIFY(first.startsWith("local/"));
        QVERIFY(first != second);
    }

    void decidingMethods_withAnAgentsToken_areRefusedAndLogged_B55()
    {
        LocalClient client = connected();
        const QByteArray welcome = client.hello("control", R"(,"credential":"agent-token")");
        QCOMPARE(at(welcome, "/result/principal"), QByteArray("crd_1"));
        int tried = 0;
        const qsizetype before = logged("call refused");
        for (const MethodRule& rule : methodRules()) {
            if (rule.asOperator != Access::Decide)
                continue;
            const QByteArray method(rule.name.data(), static_cast<qsizetype>(rule.name.size()));
            const QByteArray answer = client.call(
                method,
                R"({"scope":"operator","action_id":"act_7","fingerprint":"cafe","name":"x",)"
                R"("credential":"c","kind":"happened","pin":"12345678"})");
            QVERIFY2(at(answer, "/error/data/code") == "PermissionDenied", answer.constData());
            ++tried;
        }
        QVERIFY(tried > 10);
        QCOMPARE(logged("call refused"), before + tried);
        QCOMPARE(m_core->decisions, QList<QByteArray>());
    }

    void proof_withAnAgentsToken_isRefused_B55()
    {
        LocalClient client = connected();
        const QByteArray welcome = client.hello("control", R"(,"credential":"agent-token")");
        const Result<QByteArray> signature = m_keys->sign(
            SignaturePurpose::OperatorProof, QByteArray::fromBase64(at(welcome, "/result/nonce")));
        QVERIFY(signature);
        const QByteArray answer =
            client.call("operator.prove", "{\"signature\":\"" + signature->toBase64() + "\"}");
        QCOMPARE(at(answer, "/error/data/code"), QByteArray("PermissionDenied"));
    }

    void operator_whoAnsweredTheNonce_decidesWhereUnprotected()
    {
        LocalClient client = connected();
        const QByteArray welcome = client.hello("control");
        QCOMPARE(at(welcome, "/result/operator_proof"), QByteArray("unprotected"));
        const QByteArray params = R"({"action_id":"act_7","fingerprint":"cafe"})";
        QCOMPARE(at(client.call("actions.approve", params), "/error/data/code"),
                 QByteArray("PermissionDenied"));
        prove(client, welcome);
        QCOMPARE(at(client.call("actions.approve", params), "/result/action_id"),
                 QByteArray("act_7"));
        QCOMPARE(m_core->decisions, QList<QByteArray>{"approve act_7 unprotected"});
        QCOMPARE(at(client.call("actions.approve", R"({"action_id":"act_7","fingerprint":"beef"})"),
                    "/error/data/code"),
                 QByteArray("Conflict"));
    }

    void operator_extendsAndSnoozes_asTheCallSays()
    {
        LocalClient client = connected();
        prove(client, client.hello("control"));
        const QByteArray extended =
            client.call("actions.extend", R"({"action_id":"act_7","decide_by_ms":1900000000000})");
        QCOMPARE(at(extended, "/result/decide_by_ms"), QByteArray("1900000000000"));
        const QByteArray aside = client.call(
            "actions.snooze",
            R"({"action_id":"act_7","until_ms":1890000000000,"reason":"waits for Tom"})");
        QCOMPARE(at(aside, "/result/snooze/until_ms"), QByteArray("1890000000000"));
        QCOMPARE(at(aside, "/result/snooze/reason"), QByteArray("waits for Tom"));
        const QByteArray back =
            client.call("actions.snooze", R"({"action_id":"act_7","until_ms":0})");
        QCOMPARE(at(back, "/result/action_id"), QByteArray("act_7"));
        QCOMPARE(at(back, "/result/snooze/until_ms"), QByteArray());
        QCOMPARE(m_core->lastSnooze.untilMs, qint64(0));
        QCOMPARE(m_core->decisions,
                 (QList<QByteArray>{"extend act_7 unprotected", "snooze act_7 unprotected",
                                    "snooze act_7 unprotected"}));
        for (const char* params :
             {R"({"action_id":"act_7"})", R"({"action_id":"act_7","until_ms":-1})",
              R"({"action_id":"act_7","until_ms":"soon"})", R"({"until_ms":1})"})
            QCOMPARE(at(client.call("actions.snooze", params), "/error/data/code"),
                     QByteArray("InvalidArgument"));
        for (const char* params :
             {R"({"action_id":"act_7"})", R"({"action_id":"act_7","decide_by_ms":0})",
              R"({"decide_by_ms":1})"})
            QCOMPARE(at(client.call("actions.extend", params), "/error/data/code"),
                     QByteArray("InvalidArgument"));
        QCOMPARE(m_core->decisions.size(), qsizetype(3));
    }

    void operator_whereProtected_needsThePinInEachCall()
    {
        startWith([](GatewaySettings& settings) { settings.operatorUnprotected = false; });
        LocalClient client = connected();
        const QByteArray welcome = client.hello("control");
        QCOMPARE(at(welcome, "/result/operator_proof"), QByteArray("pin"));
        prove(client, welcome);
        QCOMPARE(at(client.call("actions.deny", R"({"action_id":"act_7","reason":"no"})"),
                    "/error/data/code"),
                 QByteArray("PermissionDenied"));
        QCOMPARE(at(client.call("actions.deny",
                                R"({"action_id":"act_7","reason":"no","pin":"12345678"})"),
                    "/result/action_id"),
                 QByteArray("act_7"));
        QCOMPARE(m_core->decisions, QList<QByteArray>{"deny act_7 pin"});
        QCOMPARE(m_core->lastPin, QByteArray("12345678"));
        QCOMPARE(m_core->lastReason, QByteArray("no"));
    }

    void proof_byAnotherKeyOrNonce_isRefused()
    {
        LocalClient client = connected();
        const QByteArray welcome = client.hello("control");
        const QByteArray nonce = QByteArray::fromBase64(at(welcome, "/result/nonce"));
        const SeatKeys other = SeatKeys::generate();
        const QList<QByteArray> wrong = {
            *other.sign(SignaturePurpose::OperatorProof, nonce),
            *m_keys->sign(SignaturePurpose::Decision, nonce),
            *m_keys->sign(SignaturePurpose::OperatorProof, QByteArray(32, 'n')),
            *m_keys->sign(SignaturePurpose::OperatorProof, nonce), // right, but the fourth try
        };
        for (const QByteArray& signature : wrong) {
            const QByteArray answer =
                client.call("operator.prove", "{\"signature\":\"" + signature.toBase64() + "\"}");
            QCOMPARE(at(answer, "/error/data/code"), QByteArray("PermissionDenied"));
        }
    }

    void proof_whileTheKeysAreNotThere_isUnavailable()
    {
        m_core->publicDecisionKey.clear();
        LocalClient client = connected();
        (void)client.hello("control");
        QCOMPARE(at(client.call("operator.prove", R"({"signature":"AAAA"})"), "/error/data/code"),
                 QByteArray("Unavailable"));
    }

    void descendantOfTheConsole_isRefusedWhateverItPresents_B55()
    {
        // The test is the console here, and a child of it calls.
        // (moc does not read raw strings with line breaks.)
        const QStringList script = {
            QStringLiteral("import json, socket, sys"),
            QStringLiteral("s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])"),
            QStringLiteral("f = s.makefile('rw')"),
            QStringLiteral("def call(method, params):"),
            QStringLiteral("    f.write(json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': method,"
                           " 'params': params}) + chr(10))"),
            QStringLiteral("    f.flush()"),
            QStringLiteral("    return json.loads(f.readline())"),
            QStringLiteral("call('hello', {'protocol': 1, 'kind': 'control'})"),
            QStringLiteral("for m in ['operator.prove', 'actions.approve', 'actions.deny']:"),
            QStringLiteral("    a = call(m, {'action_id': 'act_7', 'fingerprint': 'cafe',"
                           " 'pin': '12345678', 'signature': 'AAAA'})"),
            QStringLiteral("    print(a['error']['data']['code'], a['error']['data']['reason'])"),
        };
        QProcess child;
        child.start(
            QStringLiteral("python3"),
            {QStringLiteral("-c"), script.join(QLatin1Char('\n')), m_gateway->socketPath()});
        QVERIFY(QTest::qWaitFor([&] { return child.state() == QProcess::NotRunning; }, 20'000));
        const QList<QByteArray> lines = child.readAllStandardOutput().trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        for (const QByteArray& line : lines)
            QVERIFY2(line.startsWith("PermissionDenied the calling process descends"),
                     line.constData());
        QCOMPARE(m_core->decisions, QList<QByteArray>());
    }

    void damagedLines_areAnsweredAndTheConnectionLives_B70()
    {
        LocalClient client = connected();
        (void)client.hello("control");
        for (const QByteArray& line :
             {QByteArray("garbage"), QByteArray("{"), QByteArray("{\"a\":"),
              QByteArray("\xef\xbb\xbf{}"), QByteArray("\xff\xfe")}) {
            client.send(line);
            const QByteArray answer = client.line();
            QCOMPARE(at(answer, "/error/code"), QByteArray("-32700"));
            QCOMPARE(at(answer, "/id"), QByteArray("null"));
        }
        client.send("\r");
        client.send("");
        client.send("[]");
        QCOMPARE(at(client.line(), "/error/code"), QByteArray("-32600"));
        QCOMPARE(at(client.call("status"), "/result/operator_unprotected"), QByteArray("false"));
    }

    void lines_aroundTheLimit_B72()
    {
        LocalClient client = connected();
        (void)client.hello("control");
        QByteArray line = R"({"jsonrpc":"2.0","id":1,"method":"status","params":{"x":"")";
        const QByteArray end = "\"}}";
        line.chop(1);
        const QByteArray fits =
            line + QByteArray(mcp::kMaximumLineBytes - line.size() - end.size(), 'x') + end;
        QCOMPARE(fits.size(), mcp::kMaximumLineBytes);
        client.send(fits);
        QCOMPARE(at(client.line(30'000), "/id"), QByteArray("1"));
        client.send(line + QByteArray(65'537, 'x') + end);
        QCOMPARE(at(client.line(), "/id"), QByteArray("1"));
        client.send(fits + 'x');
        QCOMPARE(at(client.line(30'000), "/error/code"), QByteArray("-32600"));
        QCOMPARE(at(client.call("status"), "/result/pid"), QByteArray("0"));
    }

    void unknownAndPlannedMethods_getTheirOwnErrors()
    {
        LocalClient client = connected();
        prove(client, client.hello("control"));
        const QByteArray unknown = client.call("no.such");
        QCOMPARE(at(unknown, "/error/code"), QByteArray("-32601"));
        for (const char* method : {"actions.reveal", "policy.accept", "keys.status", "runs.start"})
            QCOMPARE(at(client.call(method), "/error/data/code"), QByteArray("Unimplemented"));
    }

    void everyBuiltMethod_hasAHandler()
    {
        LocalClient client = connected();
        prove(client, client.hello("control"));
        for (const MethodRule& rule : methodRules()) {
            if (!rule.built)
                continue;
            const QByteArray method(rule.name.data(), static_cast<qsizetype>(rule.name.size()));
            const QByteArray answer = client.call(method);
            QVERIFY2(!answer.isEmpty(), method.constData());
            QVERIFY2(at(answer, "/error/data/code") != "Unimplemented", method.constData());
            QVERIFY2(at(answer, "/error/code") != "-32601", method.constData());
        }
    }

    void submission_isAdmittedAndItsResultCollected()
    {
        LocalClient client = connected();
        (void)client.hello("control", R"(,"credential":"agent-token")");
        const QByteArray answer = client.call(
            "submissions.create",
            R"({"idempotency_key":"k","calls":[{"call_id":"c1","tool":"files/write_file",)"
            R"("arguments":{"n":9007199254740993}}]})");
        QCOMPARE(at(answer, "/result/actions/0/state"), QByteArray("pending"));
        QCOMPARE(m_core->taken.first().request.calls.first().arguments,
                 QByteArray(R"({"n":9007199254740993})"));
        m_core->settle(0, ActionState::Succeeded, R"({"big":18446744073709551615,"f":1.0})");
        const QByteArray result = client.call("actions.result", R"({"action_id":"act_1"})");
        QVERIFY2(result.contains(R"("result":{"big":18446744073709551615,"f":1.0})"),
                 result.constData());
    }

    void submissionCancel_cancelsWhatIsOpen()
    {
        LocalClient client = connected();
        (void)client.hello("control", R"(,"credential":"agent-token")");
        (void)client.call("submissions.create",
                          R"({"calls":[{"call_id":"a","tool":"f/x","arguments":{}},)"
                          R"({"call_id":"b","tool":"f/x","arguments":{}}]})");
        m_core->settle(0, ActionState::Succeeded);
        const QByteArray answer = client.call("submissions.cancel", R"({"submission_id":"sub_1"})");
        QCOMPARE(at(answer, "/result/actions/0/state"), QByteArray("succeeded"));
        QCOMPARE(at(answer, "/result/actions/1/state"), QByteArray("cancelled"));
        QCOMPARE(m_core->cancels, QList<QByteArray>{"act_2"});
    }

    void parameters_thatAreWrong_areNamed_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QByteArray>("named");
        QTest::newRow("missing") << QByteArray("actions.get") << QByteArray("{}")
                                 << QByteArray("action_id");
        QTest::newRow("type") << QByteArray("actions.get") << QByteArray(R"({"action_id":5})")
                              << QByteArray("action_id");
        QTest::newRow("state") << QByteArray("actions.list") << QByteArray(R"({"state":"lost"})")
                               << QByteArray("state");
        QTest::newRow("limit") << QByteArray("actions.list") << QByteArray(R"({"limit":0})")
                               << QByteArray("limit");
        QTest::newRow("wait") << QByteArray("actions.result")
                              << QByteArray(R"({"handle":"h","wait_ms":60001})")
                              << QByteArray("wait_ms");
        QTest::newRow("both") << QByteArray("actions.result")
                              << QByteArray(R"({"handle":"h","action_id":"a"})")
                              << QByteArray("either");
    }
    void parameters_thatAreWrong_areNamed()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, params);
        QFETCH(QByteArray, named);
        LocalClient client = connected();
        (void)client.hello("control");
        const QByteArray answer = client.call(method, params);
        QCOMPARE(at(answer, "/error/code"), QByteArray("-32602"));
        QVERIFY2(at(answer, "/error/message").contains(named), answer.constData());
    }

    void operatorsView_needsTheScope_andAgentsSeeTheirOwn()
    {
        LocalClient client = connected();
        const QByteArray welcome = client.hello("control");
        (void)client.call("actions.list");
        QCOMPARE(m_core->operatorReads, QList<QByteArray>());
        QCOMPARE(m_core->agentReads.size(), 1);
        QCOMPARE(at(client.call("actions.list", R"({"scope":"operator"})"), "/error/data/code"),
                 QByteArray("PermissionDenied"));
        prove(client, welcome);
        const QByteArray list = client.call("actions.list", R"({"scope":"operator"})");
        QCOMPARE(at(list, "/result/actions/0/action_id"), QByteArray("act_7"));
        QVERIFY(!list.contains("9007199254740993")); // lists carry no arguments
        const QByteArray one =
            client.call("actions.get", R"({"scope":"operator","action_id":"act_7"})");
        QCOMPARE(at(one, "/result/arguments"), QByteArray(R"({"n":9007199254740993})"));
    }

    void status_withoutProof_leavesOutWhatIsTheOperators()
    {
        ServerSnapshot server;
        server.name = "files";
        server.state = "failed";
        server.lastStderr = {"stderr-line"};
        m_core->statusNow.servers.append(server);
        m_core->statusNow.counts.append({"pending", 3});
        LocalClient client = connected();
        const QByteArray welcome = client.hello("control");
        const QByteArray anyone = client.call("status");
        QVERIFY(!anyone.contains("stderr-line"));
        QVERIFY(!anyone.contains("counts"));
        prove(client, welcome);
        const QByteArray full = client.call("status", R"({"scope":"operator"})");
        QVERIFY(full.contains("stderr-line"));
        QCOMPARE(at(full, "/result/counts/pending"), QByteArray("3"));
    }

    void events_ofAnAgent_areSubscribedForItsCredential()
    {
        LocalClient client = connected();
        (void)client.hello("control", R"(,"credential":"agent-token")");
        const QByteArray answer = client.call("events.subscribe", R"({"from":"t5"})");
        QCOMPARE(at(answer, "/result/subscribed"), QByteArray("true"));
        QCOMPARE(m_core->lastFrom, QByteArray("t5"));
        QVERIFY(m_core->lastSubscriber);
        QCOMPARE(m_core->lastSubscriber->credential, CredentialId("crd_1"));
        CoreEvent event;
        event.seq = 6;
        event.type = "tool_started";
        event.actionId = "act_1";
        m_core->emitEvent(event);
        const QByteArray line = client.line();
        QCOMPARE(at(line, "/method"), QByteArray("event"));
        QCOMPARE(at(line, "/params/action_id"), QByteArray("act_1"));
        QCOMPARE(at(line, "/params/resume_token"), QByteArray("t6"));
        FeedBatch gap;
        gap.gapFrom = 7;
        gap.gapTo = 9;
        m_core->emitBatch(gap);
        QCOMPARE(at(client.line(), "/params/type"), QByteArray("gap"));
        (void)client.call("events.unsubscribe");
        QCOMPARE(m_core->subscribers(), qsizetype(0));
    }

    void subscriber_thatReadsNothing_getsAGapAndCostsNoMemory()
    {
        LocalClient client = connected();
        client.socket.setReadBufferSize(1024);
        (void)client.hello("control", R"(,"credential":"agent-token")");
        (void)client.call("events.subscribe");
        for (qint64 seq = 1; seq <= 20'000; ++seq) {
            CoreEvent event;
            event.seq = seq;
            event.type = "tool_started";
            event.details = "{\"text\":\"" + QByteArray(200, 'x') + "\"}";
            m_core->emitEvent(event);
            if (seq % 500 == 0)
                QCoreApplication::processEvents();
        }
        client.socket.setReadBufferSize(0);
        bool sawGap = false;
        qint64 last = 0;
        while (last < 20'000) {
            const QByteArray line = client.line();
            QVERIFY2(!line.isEmpty(), "the stream ended early");
            if (at(line, "/params/type") == "gap") {
                sawGap = true;
                QCOMPARE(at(line, "/params/from").toLongLong(), last + 1);
                last = at(line, "/params/to").toLongLong();
            } else {
                QCOMPARE(at(line, "/params/seq").toLongLong(), last + 1);
                ++last;
            }
        }
        QVERIFY(sawGap);
    }

    void subscription_endsWithTheConnection()
    {
        {
            LocalClient client = connected();
            (void)client.hello("control", R"(,"credential":"agent-token")");
            (void)client.call("events.subscribe");
            QCOMPARE(m_core->subscribers(), qsizetype(1));
        }
        QTRY_COMPARE(m_core->subscribers(), qsizetype(0));
    }

    void agents_areAddedByOperatorsOnly()
    {
        LocalClient client = connected();
        prove(client, client.hello("control"));
        const QByteArray added = client.call("agents.add", R"({"name":"atlas"})");
        QCOMPARE(at(added, "/result/agent/credential"), QByteArray("crd_new"));
        QCOMPARE(at(added, "/result/token"), QByteArray("lkt_secret-token"));
        QCOMPARE(at(client.call("agents.revoke", R"({"credential":"crd_new"})"),
                    "/result/revoked_at_ms"),
                 QByteArray("1"));
    }
};

QTEST_GUILESS_MAIN(TestLocalServer)
#include "tst_localserver.moc"
