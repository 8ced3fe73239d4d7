// SPDX-License-Identifier: Apache-2.0
#include "support/enginefixture.h"

#include "core/base/random.h"
#include "core/journal/actionrows.h"

#include <QCoreApplication>

#include <sqlite3.h>

namespace lockkeeper {

namespace {

/// Passes a scheduler that outlives the engine's ownership.
class BorrowedScheduler final : public Scheduler
{
public:
    explicit BorrowedScheduler(FakeScheduler& real)
        : m_real(real)
    {
    }
    TimerId after(qint64 delayMs, std::function<void()> callback) override
    {
        return m_real.after(delayMs, std::move(callback));
    }
    void cancel(TimerId timer) override { m_real.cancel(timer); }

private:
    FakeScheduler& m_real;
};

class BorrowedClock final : public Clock
{
public:
    explicit BorrowedClock(FakeClock& real)
        : m_real(real)
    {
    }
    [[nodiscard]] qint64 wallMs() const override { return m_real.wallMs(); }
    [[nodiscard]] qint64 bootMs() const override { return m_real.bootMs(); }
    [[nodiscard]] qint64 awakeMs() const override { return m_real.awakeMs(); }

private:
    FakeClock& m_real;
};

void mustSucceed(bool ok, const char* what)
{
    if (!ok)
        qFatal("%s failed", what);
}

} // namespace

void ScriptedBackend::start(DispatchPermit permit, ToolCall call, std::shared_ptr<BackendSink> sink)
{
    if (delayBeforeRedeem > 0)
        m_clock.advance(delayBeforeRedeem);
    if (!permit.redeem(m_clock.bootMs())) {
        BackendOutcome outcome;
        outcome.kind = BackendOutcome::Kind::NotStarted;
        outcome.detail = "the permit had expired";
        sink->finished(call.dispatch, outcome);
        return;
    }
    if (beforeEffect)
        beforeEffect(call);
    started.append({call, sink, true});
    sink->started(call.dispatch);
    if (answerAtOnce)
        answer(call.dispatch, R"({"content":[{"type":"text","text":"done"}]})");
}

void ScriptedBackend::open(ServerListener* listener)
{
    m_listener = listener;
    if (announcesAtOpen)
        announce();
}

void ScriptedBackend::announce()
{
    m_listener->toolsDiscovered("files", tools);
    m_listener->serverChanged("files", ready ? "ready" : "failed", {}, {});
}

void ScriptedBackend::post(const QByteArray& server, std::function<void(ToolBackend&)> task)
{
    Q_UNUSED(server);
    ++posted;
    task(*this);
}

void ScriptedBackend::answer(const DispatchId& dispatch, const QByteArray& result, bool isError)
{
    for (const Started& call : started) {
        if (!(call.call.dispatch == dispatch))
            continue;
        BackendOutcome outcome;
        outcome.kind = BackendOutcome::Kind::Answered;
        outcome.result = result;
        outcome.isError = isError;
        outcome.bytesSent = 100;
        call.sink->finished(dispatch, outcome);
        return;
    }
}

void ScriptedBackend::loseContact(const DispatchId& dispatch, ContactLostCause cause)
{
    for (const Started& call : started) {
        if (!(call.call.dispatch == dispatch))
            continue;
        BackendOutcome outcome;
        outcome.kind = BackendOutcome::Kind::ContactLost;
        outcome.cause = cause;
        outcome.bytesSent = 100;
        call.sink->finished(dispatch, outcome);
        return;
    }
}

void FixedKeySource::open(const QByteArray& storeId, const std::optional<SeatPublicKeys>& expected,
                          Changed changed)
{
    Q_UNUSED(storeId);
    lastChanged = std::move(changed);
    if (!m_keys && !expected)
        m_keys = SeatKeys::generate();
    KeyringState state = firstState;
    if (state == KeyringState::Ready && expected && m_keys && !(m_keys->publicKeys() == *expected))
        state = KeyringState::Foreign;
    if (state == KeyringState::Ready && !m_keys)
        state = KeyringState::Missing;
    tell(state);
}

void FixedKeySource::tell(KeyringState state)
{
    KeyringReport report;
    report.state = state;
    if (state == KeyringState::Ready) {
        report.keys = m_keys;
        report.guardCopy = m_guardCopy;
        report.wrappedDecisionKey = m_wrappedDecisionKey;
    }
    lastChanged(report);
}

void FixedKeySource::writeGuardCopy(const QByteArray& copy, Written written)
{
    ++copies;
    if (!refusesCopies)
        m_guardCopy = copy;
    written(refusesCopies ? Error(ErrorCode::Unavailable, "the test refuses") : Result<void>());
}

EngineFixture::EngineFixture()
{
    mustSucceed(initialiseCrypto(), "initialiseCrypto");
    mustSucceed(m_directory.isValid(), "the temporary directory");
    settings.profileDirectory = m_directory.path();
    settings.storePath = storePath();
    settings.guardRoot = m_directory.filePath("state");
    ServerSettings files;
    files.name = "files";
    files.command = "/bin/true";
    files.trusted = true;
    ToolSettings write;
    write.effect = EffectClass::Idempotent;
    files.tools.insert("write", write);
    settings.servers = {files};
}

EngineFixture::~EngineFixture()
{
    kill();
}

void EngineFixture::start()
{
    scheduler = std::make_unique<FakeScheduler>(clock);
    auto parts = std::make_unique<CoreParts>();
    parts->settings = settings;
    parts->clock = std::make_unique<BorrowedClock>(clock);
    parts->scheduler = std::make_unique<BorrowedScheduler>(*scheduler);
    auto hub = std::make_unique<ScriptedBackend>(clock);
    backend = hub.get();
    backend->announcesAtOpen = announcesTools;
    backend->beforeEffect = beforeEffect;
    backend->tools = {
        {"write", R"({"name":"write","inputSchema":{"type":"object"}})"},
        {"remove", R"({"name":"remove","inputSchema":{"type":"object"}})"},
        {"read",
         R"({"name":"read","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}})"}};
    parts->backends = std::move(hub);
    auto source = std::make_unique<FixedKeySource>(keys, wrappedDecisionKey, guardCopy);
    source->firstState = firstKeyringState;
    source->refusesCopies = refusesGuardCopies;
    keySource = source.get();
    parts->keys = std::move(source);
    engine = std::make_unique<CoreEngine>(
        std::move(parts), [this] { ++statusChanges; }, [] {});
    engine->start();
    settle();
}

void EngineFixture::kill()
{
    if (backend)
        effects += backend->started;
    engine.reset();
    scheduler.reset();
    backend = nullptr;
    keySource = nullptr;
}

void EngineFixture::settle()
{
    // Backends post through the event loop, waves through the scheduler: until both are quiet.
    for (int round = 0; round < 20; ++round) {
        scheduler->advance(0);
        QCoreApplication::processEvents();
    }
}

void EngineFixture::advance(qint64 ms)
{
    while (ms > 0) {
        const qint64 step = qMin<qint64>(ms, 500);
        scheduler->advance(step);
        settle();
        ms -= step;
    }
}

Result<SubmissionAnswer> EngineFixture::submit(const QByteArray& json)
{
    auto request = parseSubmission(json);
    if (!request)
        return request.error();
    Result<SubmissionAnswer> answer = Error(ErrorCode::Internal, "submit was not answered");
    engine->submit(agent, *request,
                   [&answer](Result<SubmissionAnswer> done) { answer = std::move(done); });
    settle();
    return answer;
}

SubmittedAction EngineFixture::submitOne(const QByteArray& tool, const QByteArray& arguments,
                                         const QByteArray& callId)
{
    const auto answer = submit(R"({"calls":[{"call_id":")" + callId + R"(","tool":"files/)" + tool +
                               R"(","arguments":)" + arguments + "}]}");
    if (!answer)
        qFatal("submit failed: %s", answer.error().describe().constData());
    return answer->actions.first();
}

Result<ActionRecord> EngineFixture::approve(const SubmittedAction& action, bool now)
{
    Result<ActionRecord> result = Error(ErrorCode::Internal, "approve was not answered");
    engine->approve({"tester", "unprotected", {}}, {action.action, action.fingerprint, now, "test"},
                    [&result](Result<ActionRecord> done) { result = std::move(done); });
    settle();
    return result;
}

Result<ActionRecord> EngineFixture::deny(const ActionId& action, const QByteArray& reason)
{
    Result<ActionRecord> result = Error(ErrorCode::Internal, "deny was not answered");
    engine->deny({"tester", "unprotected", {}}, action, reason,
                 [&result](Result<ActionRecord> done) { result = std::move(done); });
    settle();
    return result;
}

ActionRecord EngineFixture::record(const ActionId& action)
{
    // As a list has it: asking for the action itself would count as shown to an operator.
    const auto briefs = engine->briefsOf({action});
    if (!briefs)
        qFatal("no snapshot: %s", briefs.error().describe().constData());
    if (briefs->isEmpty())
        qFatal("no action %s", action.value().constData());
    return briefs->first().record;
}

ActionState EngineFixture::state(const ActionId& action)
{
    return record(action).state;
}

void EngineFixture::editByHand(const QByteArray& sql)
{
    mustSucceed(!engine, "stopping before editing by hand");
    editWhileRunning(sql);
}

void EngineFixture::editWhileRunning(const QByteArray& sql)
{
    sqlite3* database = nullptr;
    mustSucceed(sqlite3_open(storePath().toUtf8().constData(), &database) == SQLITE_OK,
                "sqlite3_open");
    QByteArray triggers;
    sqlite3_exec(
        database, "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        [](void* out, int, char** values, char**) {
            *static_cast<QByteArray*>(out) += QByteArray("DROP TRIGGER ") + values[0] + ';';
            return 0;
        },
        &triggers, nullptr);
    char* message = nullptr;
    const int code =
        sqlite3_exec(database, (triggers + sql).constData(), nullptr, nullptr, &message);
    if (code != SQLITE_OK)
        qFatal("hand edit failed: %s", message);
    sqlite3_close(database);
}

QList<QByteArray> EngineFixture::readByHand(const QByteArray& sql) const
{
    mustSucceed(!engine, "stopping before reading by hand");
    sqlite3* database = nullptr;
    mustSucceed(sqlite3_open(storePath().toUtf8().constData(), &database) == SQLITE_OK,
                "sqlite3_open");
    QList<QByteArray> values;
    const int code = sqlite3_exec(
        database, sql.constData(),
        [](void* out, int, char** columns, char**) {
            static_cast<QList<QByteArray>*>(out)->append(QByteArray(columns[0]));
            return 0;
        },
        &values, nullptr);
    mustSucceed(code == SQLITE_OK, "reading by hand");
    sqlite3_close(database);
    return values;
}

} // namespace lockkeeper
