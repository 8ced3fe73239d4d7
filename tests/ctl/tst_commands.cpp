// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/commands.h"

#include "core/base/logging.h"
#include "core/base/random.h"
#include "core/gateway/gatewayfactory.h"
#include "core/keys/pinprotection.h"
#include "core/keys/seatkeys.h"
#include "gateway/fakegatewaycore.h"
#include "gateway/localclient.h"

#include <QFile>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

using namespace lockkeeper;
using namespace lockkeeper::ctl;

/// The commands against the real local socket, with a stand-in for the core behind it and one for
/// keychain and terminal in front.
class TestCommands : public QObject
{
    Q_OBJECT

private:
    struct Run
    {
        int code = -1;
        QByteArray out;
        QByteArray err;
    };

    QTemporaryDir m_logs;
    std::unique_ptr<QTemporaryDir> m_profile;
    std::unique_ptr<FakeGatewayCore> m_core;
    std::unique_ptr<Gateway> m_gateway;
    std::vector<std::unique_ptr<Gateway>> m_stopped; ///< contexts of the core's answers live on
    std::optional<SeatKeys> m_keys;
    VaultAnswer m_item;
    QByteArray m_input;
    QByteArray m_pin;
    QList<QByteArray> m_pins; ///< typed in turn; when there is none left, m_pin
    int m_itemWrites = 0;
    std::atomic<int> m_pinsAsked{0};
    JournalVerifier m_verifier;

    void startGateway(bool unprotected)
    {
        if (m_gateway) {
            m_gateway->stop();
            m_stopped.push_back(std::move(m_gateway));
        }
        GatewaySettings settings;
        settings.profileDirectory = m_profile->path();
        settings.consolePid = 999'999'999; // nobody's ancestor
        settings.operatorUnprotected = unprotected;
        settings.version = "9.9";
        m_gateway = makeGateway(*m_core, settings);
        QVERIFY(m_gateway->start());
    }
    /// Runs a command in a thread of its own while this one serves the socket.
    Run run(const QStringList& words)
    {
        return runLine(QStringList{QStringLiteral("--profile"), m_profile->path()} + words);
    }
    Run runLine(const QStringList& arguments)
    {
        Run result;
        CtlSurroundings around;
        around.out = [&result](QByteArrayView text) { result.out.append(text); };
        around.err = [&result](QByteArrayView text) { result.err.append(text); };
        around.readInput = [this](const QString&) -> Result<QByteArray> { return m_input; };
        around.readDecisionItem = [this](const QByteArray&) { return m_item; };
        around.writeDecisionItem = [this](const QByteArray&, const SecretBytes& item) {
            ++m_itemWrites;
            m_item = {VaultStatus::Found, item, {}};
            return m_item;
        };
        around.askPin = [this]() -> Result<SecretBytes> {
            ++m_pinsAsked;
            if (!m_pins.isEmpty())
                return SecretBytes(m_pins.takeFirst());
            if (m_pin.isEmpty())
                return Error(ErrorCode::PermissionDenied, "there is no terminal");
            return SecretBytes(m_pin);
        };
        around.verifyJournal = m_verifier;
        around.programPath = QStringLiteral("/opt/bin/lockkeeperctl");
        std::atomic<bool> done{false};
        std::thread thread([&] {
            result.code = runCtl(arguments, around);
            done = true;
        });
        const bool inTime = QTest::qWaitFor([&] { return done.load(); }, 20'000);
        if (!inTime)
            m_gateway->stop(); // breaks its connection, so that it ends
        thread.join();
        if (!inTime)
            result.err += " (it did not end by itself)";
        return result;
    }
    Run run(const char* words) { return run(QString::fromUtf8(words).split(QLatin1Char(' '))); }

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
        m_core->statusNow.storeId = "sto_1";
        m_core->statusNow.keyring = "ready";
        m_core->statusNow.readOnly = false;
        ActionSnapshot action;
        action.record.id = ActionId("act_7");
        action.record.state = ActionState::Pending;
        action.record.tool = {"files", "write_file"};
        action.record.createdAtMs = 1'800'000'000'000;
        action.fingerprint = "cafe";
        action.summary = "write \u202Eevil";
        action.arguments = "{\"n\":9007199254740993}";
        m_core->snapshots.append(action);
        m_item = {VaultStatus::Found, *m_keys->decisionSecret(), {}};
        m_pin.clear();
        m_pins.clear();
        m_itemWrites = 0;
        m_pinsAsked = 0;
        m_verifier = nullptr;
        startGateway(true);
    }
    void cleanup()
    {
        if (m_gateway)
            m_gateway->stop();
        m_core.reset();
        m_gateway.reset();
        m_stopped.clear();
    }

    void status_isShown_asTextAndAsJson()
    {
        const Run text = run("status");
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.contains("keychain"), text.out.constData());
        const Run json = run("--json status");
        QCOMPARE(json.code, 0);
        QCOMPARE(at(json.out, "/keyring"), QByteArray("ready"));
        QCOMPARE(json.out.count('\n'), 1);
    }

    void status_whileTheKeysAreAway_isStillShown()
    {
        m_core->publicDecisionKey.clear();
        m_core->statusNow.keyring = "locked";
        m_core->statusNow.readOnly = true;
        m_core->statusNow.reasons = {"the keychain is locked"};
        m_item = {VaultStatus::Locked, {}, {}};
        const Run shown = run("status");
        QCOMPARE(shown.code, 0);
        QVERIFY(shown.out.contains("the keychain is locked"));
        const Run actions = run("actions");
        QCOMPARE(actions.code, 1);
        QVERIFY(actions.err.contains("keychain is locked"));
    }

    void actions_areShownWithHiddenCharactersVisible_B60()
    {
        const Run text = run("actions");
        QCOMPARE(text.code, 0);
        QVERIFY(text.out.contains("act_7"));
        QVERIFY(text.out.contains("<U+202E>evil"));
        const Run json = run("--json actions --state pending");
        QCOMPARE(at(json.out, "/action_id"), QByteArray("act_7"));
        QVERIFY(m_core->operatorReads.contains("actions pending"));
        QCOMPARE(run("actions --state lost").code, 1);
    }

    void show_hasTheArgumentsExactly()
    {
        const Run shown = run("show act_7");
        QCOMPARE(shown.code, 0);
        QVERIFY(shown.out.contains("{\"n\":9007199254740993}"));
        QCOMPARE(run("show act_none").code, 5);
    }

    void approve_withTheFingerprint_isDone_andAnotherIsStale()
    {
        const Run done = run("approve act_7 --fingerprint cafe --now");
        QCOMPARE(done.code, 0);
        QCOMPARE(m_core->decisions, QList<QByteArray>{"approve act_7 unprotected"});
        const Run stale = run("approve act_7 --fingerprint beef");
        QCOMPARE(stale.code, 4);
        QVERIFY(!stale.err.isEmpty());
        QCOMPARE(run("approve act_7").code, 2);
        QCOMPARE(run("approve act_none --fingerprint cafe").code, 5);
    }

    void otherDecisions_reachTheCore()
    {
        QCOMPARE(run({QStringLiteral("deny"), QStringLiteral("act_7"), QStringLiteral("--reason"),
                      QStringLiteral("wrong account")})
                     .code,
                 0);
        QCOMPARE(m_core->lastReason, QByteArray("wrong account"));
        QCOMPARE(run("deny act_7").code, 2);
        QCOMPARE(run("undo act_7").code, 0);
        QCOMPARE(run("cancel act_7").code, 0);
        QCOMPARE(run("determine act_7 happened --reason seen --effect-has-stopped").code, 0);
        QVERIFY(m_core->lastDetermination.effectHasStopped);
        QCOMPARE(m_core->lastDetermination.kind, DeterminationKind::Happened);
        QCOMPARE(run("determine act_7 maybe --reason seen").code, 2);
        QCOMPARE(run("determine act_7 happened").code, 2);
        QCOMPARE(m_core->decisions.size(), 4);
    }

    void extend_givesTheTimeThatIsAskedFor()
    {
        m_core->snapshots.first().decideByMs = 1'900'000'000'000;
        const Run longer = run("extend act_7 --by 2h");
        QCOMPARE(longer.code, 0);
        QCOMPARE(m_core->snapshots.first().decideByMs, qint64(1'900'007'200'000));
        QVERIFY2(longer.out.startsWith("act_7 is pending, decide by 2030-"),
                 longer.out.constData());
        const Run until = run("--json extend act_7 --until 2030-03-20T12:00:00Z");
        QCOMPARE(until.code, 0);
        QCOMPARE(at(until.out, "/decide_by_ms"), QByteArray("1900238400000"));
        QCOMPARE(m_core->decisions,
                 (QList<QByteArray>{"extend act_7 unprotected", "extend act_7 unprotected"}));
        for (const char* wrong : {"extend act_7", "extend act_7 --by 2h --until 18:30",
                                  "extend act_7 --by 2", "extend act_7 --until soon"})
            QCOMPARE(run(wrong).code, 2);
        QCOMPARE(run("extend act_none --by 2h").code, 5);
        QCOMPARE(run("extend act_none --until 18:30").code, 5);
        QCOMPARE(m_core->decisions.size(), qsizetype(3));
    }

    void snooze_putsAsideAndBringsBack()
    {
        const qint64 before = SystemClock().wallMs();
        const Run aside = run({QStringLiteral("snooze"), QStringLiteral("act_7"),
                               QStringLiteral("--for"), QStringLiteral("15m"),
                               QStringLiteral("--reason"), QStringLiteral("waits for\u202eTom")});
        QCOMPARE(aside.code, 0);
        QVERIFY2(aside.out.startsWith("act_7 is pending, snoozed until 2"), aside.out.constData());
        QVERIFY(m_core->lastSnooze.untilMs >= before + 15 * 60'000);
        QVERIFY(m_core->lastSnooze.untilMs <= SystemClock().wallMs() + 15 * 60'000);
        const Run shown = run("show act_7");
        QVERIFY2(shown.out.contains("pending, snoozed"), shown.out.constData());
        QVERIFY2(shown.out.contains("waits for<U+202E>Tom"), shown.out.constData());
        QVERIFY(run("actions").out.contains("pending, snoozed"));
        const Run back = run("snooze act_7 --off");
        QCOMPARE(back.code, 0);
        QCOMPARE(back.out, QByteArray("act_7 is pending\n"));
        QCOMPARE(m_core->lastSnooze.untilMs, qint64(0));
        const QByteArray listed = run("actions").out;
        QVERIFY2(!listed.contains("snoozed"), listed.constData());
        for (const char* wrong :
             {"snooze act_7", "snooze act_7 --for 15m", "snooze act_7 --off --for 15m",
              "snooze act_7 --for soon --reason x"})
            QCOMPARE(run(wrong).code, 2);
        QCOMPARE(run("snooze act_none --off").code, 5);
        QCOMPARE(m_core->decisions.size(), qsizetype(3));
    }

    void expiredCalls_sayWhetherSomebodySawThem_B27()
    {
        m_core->snapshots.first().record.state = ActionState::Expired;
        const QByteArray never = run("show act_7").out;
        QVERIFY2(QByteArray(never).simplified().contains("first shown never"), never.constData());
        m_core->snapshots.first().record.firstShownAtMs = 1'800'000'000'000;
        const QByteArray seen = QByteArray(run("show act_7").out).simplified();
        QVERIFY2(seen.contains("first shown 2027-01-15") && !seen.contains("never"),
                 seen.constData());
    }

    void protectedConsole_withoutTerminal_isRefused_B55()
    {
        startGateway(false);
        const Result<QByteArray> wrapped = wrapDecisionKey(*m_keys->decisionSecret(), "12345678");
        QVERIFY(wrapped);
        m_item.secret = SecretBytes(*wrapped);
        const Run refused = run("approve act_7 --fingerprint cafe");
        QCOMPARE(refused.code, 1);
        QVERIFY(refused.err.contains("terminal"));
        QCOMPARE(m_core->decisions, QList<QByteArray>());
    }

    void protectedConsole_withThePin_decides()
    {
        startGateway(false);
        const Result<QByteArray> wrapped = wrapDecisionKey(*m_keys->decisionSecret(), "12345678");
        QVERIFY(wrapped);
        m_item.secret = SecretBytes(*wrapped);
        m_pin = "12345678";
        QCOMPARE(run("approve act_7 --fingerprint cafe").code, 0);
        QCOMPARE(m_core->decisions, QList<QByteArray>{"approve act_7 pin"});
        QCOMPARE(m_core->lastPin, QByteArray("12345678"));
        QCOMPARE(run("show act_7").code, 0);
        QCOMPARE(m_pinsAsked.load(), 2);
        QCOMPARE(run("status").code, 0); // nobody is asked only to see how it stands
        QCOMPARE(m_pinsAsked.load(), 2);
        m_pin = "wrong-pin";
        QCOMPARE(run("show act_7").code, 1);
    }

    void protectedConsole_withoutAPin_saysHowToDecide()
    {
        startGateway(false);
        const Run refused = run("approve act_7 --fingerprint cafe");
        QCOMPARE(refused.code, 1);
        QVERIFY(refused.err.contains("operatorCli"));
        QCOMPARE(m_pinsAsked.load(), 0);
    }

    void unprotectedConsole_withAPin_isAskedForItAllTheSame()
    {
        const Result<QByteArray> wrapped = wrapDecisionKey(*m_keys->decisionSecret(), "12345678");
        QVERIFY(wrapped);
        m_item.secret = SecretBytes(*wrapped);
        m_core->statusNow.pinProtected = true;
        m_core->statusNow.operatorUnprotected = true;
        m_pin = "12345678";
        QCOMPARE(run("approve act_7 --fingerprint cafe").code, 0);
        QCOMPARE(m_core->decisions, QList<QByteArray>{"approve act_7 pin"});
        const Run shown = run("status");
        QVERIFY2(shown.out.contains("the PIN protects the decision key"), shown.out.constData());
        QVERIFY2(shown.out.contains("still needs the PIN"), shown.out.constData());
        QCOMPARE(m_pinsAsked.load(), 1);
        const Run doctor = run("doctor");
        QVERIFY2(doctor.out.contains("ok       operator"), doctor.out.constData());
        QCOMPARE(m_pinsAsked.load(), 1);
    }

    void keysPin_isSet_changedWithTheOldOne_andElseLeftAlone()
    {
        const QByteArray plain = m_item.secret.view().toByteArray();
        QCOMPARE(run("keys pin").code, 1); // no terminal
        m_pins = {"1234567", "1234567"};
        const Run tooShort = run("keys pin");
        QCOMPARE(tooShort.code, 1);
        QVERIFY2(tooShort.err.contains("at least 8 characters"), tooShort.err.constData());
        m_pins = {"correct horse", "correct house"};
        const Run differ = run("keys pin");
        QCOMPARE(differ.code, 1);
        QVERIFY2(differ.err.contains("differ"), differ.err.constData());
        QCOMPARE(m_itemWrites, 0);
        QCOMPARE(m_item.secret.view().toByteArray(), plain);

        m_pins = {"correct horse", "correct horse"};
        const Run set = run("keys pin");
        QCOMPARE(set.code, 0);
        QVERIFY2(set.out.contains("Start the console again"), set.out.constData());
        QCOMPARE(m_itemWrites, 1);
        QVERIFY(!m_item.secret.view().contains(plain));
        const auto opened = unwrapDecisionKey(m_item.secret.view(), "correct horse");
        QVERIFY(opened);
        QCOMPARE(opened->view().toByteArray(), plain);

        m_pins = {"wrong horse", "another horse", "another horse"};
        QCOMPARE(run("keys pin").code, 1);
        QCOMPARE(m_pins.size(), 2); // nobody is asked for a new one then
        QCOMPARE(m_itemWrites, 1);
        m_pins = {"correct horse", "another horse", "another horse"};
        const Run changed = run("keys pin");
        QCOMPARE(changed.code, 0);
        QVERIFY2(changed.out.contains("takes the old one"), changed.out.constData());
        QVERIFY(unwrapDecisionKey(m_item.secret.view(), "another horse"));
        QVERIFY(!unwrapDecisionKey(m_item.secret.view(), "correct horse"));
    }

    void keychain_thatIsAnothers_isRefused()
    {
        const SeatKeys other = SeatKeys::generate();
        m_item.secret = *other.decisionSecret();
        QCOMPARE(run("approve act_7 --fingerprint cafe").code, 1);
        QCOMPARE(m_core->decisions, QList<QByteArray>());
    }

    void submit_showsStates_andRefusalsFail()
    {
        m_input = "{\n \"calls\": [{\"call_id\": \"c1\", \"tool\": \"files/write_file\",\n"
                  "  \"arguments\": {\"n\": 1e400}}]\n}\n";
        const Run done = run("submit -");
        QCOMPARE(done.code, 0);
        QVERIFY(done.out.contains("act_1"));
        QVERIFY(done.out.contains("hnd_1"));
        QCOMPARE(m_core->taken.first().request.calls.first().arguments,
                 QByteArray("{\"n\":1e400}"));
        m_input = "{\"calls\":[";
        const Run damaged = run("submit -");
        QCOMPARE(damaged.code, 1);
        QVERIFY(!damaged.err.isEmpty());
        m_core->firstState = ActionState::Denied;
        m_input = "{\"calls\":[{\"call_id\":\"c1\",\"tool\":\"f/x\",\"arguments\":{}}]}";
        const Run denied = run("submit -");
        QCOMPARE(denied.code, 1);
        QVERIFY(denied.err.contains("call c1 is denied"));
        m_core->submitError = Error(ErrorCode::Conflict, "the key is taken");
        QCOMPARE(run("submit -").code, 4);
    }

    void result_byHandleNeedsNoProof_andWaits()
    {
        m_input = "{\"calls\":[{\"call_id\":\"c1\",\"tool\":\"f/x\",\"arguments\":{}}]}";
        QCOMPARE(run("submit -").code, 0);
        m_item = {VaultStatus::Locked, {}, {}};
        const Run open = run("--json result hnd_1");
        QCOMPARE(open.code, 0);
        QCOMPARE(at(open.out, "/state"), QByteArray("pending"));
        QTimer::singleShot(100, this, [this] {
            m_core->settle(0, ActionState::Succeeded, "{\"big\":18446744073709551615}");
        });
        const Run settled = run("--json result hnd_1 --wait 15");
        QCOMPARE(settled.code, 0);
        QVERIFY(settled.out.contains("{\"big\":18446744073709551615}"));
        QCOMPARE(run("result hnd_none").code, 5);
        m_core->taken.first().result.handle = "act_1.5b2db15f"; // may begin like an id
        QCOMPARE(run("result act_1.5b2db15f").code, 0);
        QCOMPARE(run("result act_1").code, 1); // an id is the operator's way: proof is needed
        QCOMPARE(run("result hnd_1 --wait x").code, 2);
    }

    void watch_printsEventsUntilTheConsoleEnds()
    {
        CoreEvent event;
        event.seq = 3;
        event.type = "tool_started";
        event.actionId = "act_7";
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [this, event, &timer] {
            if (m_core->subscribers() == 0)
                return;
            timer.stop();
            m_core->emitEvent(event);
            QTimer::singleShot(200, this, [this] { m_gateway->stop(); });
        });
        timer.start(20);
        const Run watched = run("watch --from t1");
        QCOMPARE(watched.code, 3);
        QCOMPARE(m_core->lastFrom, QByteArray("t1"));
        QVERIFY(!m_core->lastSubscriber);
        QCOMPARE(at(watched.out, "/action_id"), QByteArray("act_7"));
    }

    void agentsAdd_writesTheTokenPrivately_andPrintsTheSnippet()
    {
        const Run added = run("agents add atlas");
        QCOMPARE(added.code, 0);
        const QString file = m_profile->filePath(QStringLiteral("agents/atlas.token"));
        QFile token(file);
        QVERIFY(token.open(QIODevice::ReadOnly));
        QCOMPARE(token.readAll(), QByteArray("lkt_secret-token\n"));
        QCOMPARE(token.permissions() &
                     (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
                 QFile::Permissions());
        QVERIFY(!added.out.contains("lkt_secret-token"));
        const QByteArray snippet = added.out.sliced(added.out.indexOf('{'));
        QCOMPARE(at(snippet, "/mcpServers/lockkeeper/command"),
                 QByteArray("/opt/bin/lockkeeperctl"));
        QCOMPARE(at(snippet, "/mcpServers/lockkeeper/args/1"), m_profile->path().toUtf8());
        QCOMPARE(at(snippet, "/mcpServers/lockkeeper/args/2"), QByteArray("mcp"));
        QCOMPARE(at(snippet, "/mcpServers/lockkeeper/args/4"), file.toUtf8());
        QCOMPARE(run("agents add atlas").code, 4);
        QCOMPARE(run("agents add ../evil").code, 2);
        QCOMPARE(run("agents list").code, 0);
        QCOMPARE(run("agents revoke nobody").code, 5);
    }

    void agentsAdd_printsWhatABareEnvironmentLacks()
    {
        qputenv("XDG_STATE_HOME", "/some/state");
        const auto bare = qScopeGuard([] {
            for (const char* name : {"XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"})
                qunsetenv(name);
        });
        const Run named = run("--json agents add one");
        QCOMPARE(at(named.out, "/mcpServers/lockkeeper/args/0"), QByteArray("--profile"));
        QCOMPARE(at(named.out, "/mcpServers/lockkeeper/env/XDG_STATE_HOME"),
                 QByteArray("/some/state"));

        // Without --profile no directory stands for the configuration and the store: none is named.
        const QTemporaryDir data;
        QVERIFY(QFile::link(m_profile->path(), data.filePath(QStringLiteral("lockkeeper"))));
        qputenv("XDG_DATA_HOME", data.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", "relative/is/ignored");
        const Run plain =
            runLine({QStringLiteral("agents"), QStringLiteral("add"), QStringLiteral("two")});
        QCOMPARE(plain.code, 0);
        const QByteArray snippet = plain.out.sliced(plain.out.indexOf('{'));
        QCOMPARE(at(snippet, "/mcpServers/lockkeeper/args/0"), QByteArray("mcp"));
        QCOMPARE(at(snippet, "/mcpServers/lockkeeper/args/2"),
                 data.filePath(QStringLiteral("lockkeeper/agents/two.token")).toUtf8());
        QCOMPARE(at(snippet, "/mcpServers/lockkeeper/env/XDG_DATA_HOME"), data.path().toUtf8());
        QCOMPARE(at(snippet, "/mcpServers/lockkeeper/env/XDG_CONFIG_HOME"), QByteArray());
    }

    void keyThatIsNotMadeYet_isNotCalledMissing()
    {
        m_item = {VaultStatus::NotFound, {}, {}};
        m_core->statusNow.keyring = "opening";
        const Run early = run("agents list");
        QCOMPARE(early.code, 1);
        QVERIFY2(early.err.contains("still opening"), early.err.constData());
        m_core->statusNow.keyring = "ready";
        QVERIFY(run("agents list").err.contains("has no decision key"));
    }

    void agentsAdd_thatIsRefused_leavesNoFile()
    {
        m_item = {VaultStatus::Locked, {}, {}};
        QCOMPARE(run("agents add atlas").code, 1);
        QVERIFY(!QFile::exists(m_profile->filePath(QStringLiteral("agents/atlas.token"))));
    }

    void journalVerify_saysWhatTheVerifierSays()
    {
        QCOMPARE(run("journal verify").code, 1);
        m_verifier = [](const QString&, const std::optional<QString>& anchor) {
            JournalVerdict verdict;
            verdict.intact = !anchor;
            verdict.lines = {"lane sea_1 is proven up to entry 7"};
            return Result<JournalVerdict>(verdict);
        };
        const Run intact = run("journal verify");
        QCOMPARE(intact.code, 0);
        QVERIFY(intact.out.contains("entry 7"));
        QCOMPARE(run("journal verify --anchor /x").code, 1);
    }

    void doctor_findsWhatIsWrong_andNoSecrets()
    {
        const Run healthy = run("doctor");
        QVERIFY2(healthy.code == 0, healthy.out.constData());
        ServerSnapshot server;
        server.name = "files";
        server.state = "failed";
        server.reason = "exit code 1";
        m_core->statusNow.servers.append(server);
        const Run ill = run("doctor");
        QCOMPARE(ill.code, 1);
        QVERIFY(ill.out.contains("exit code 1"));
        QVERIFY(!ill.out.contains(m_keys->decisionSecret()->view().toByteArray().toHex()));
        m_gateway->stop();
        QCOMPARE(run("doctor").code, 3);
    }

    void console_thatIsNotThere_isExitCode3()
    {
        m_gateway->stop();
        for (const char* words : {"status", "actions", "approve act_7 --fingerprint cafe", "watch"})
            QCOMPARE(run(words).code, 3);
    }
};

QTEST_GUILESS_MAIN(TestCommands)
#include "tst_commands.moc"
