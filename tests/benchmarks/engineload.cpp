// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/spineload.h"

#include "core/base/qtscheduler.h"
#include "core/coreparts.h"
#include "core/coreservice.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QHash>

#include <functional>

namespace lockkeeper {

namespace {

constexpr int kArguments = 1024;

/// A tool that does nothing, inside the process and on the core's thread.
class NothingHub final : public BackendHub, public ToolBackend
{
public:
    explicit NothingHub(std::function<void()> effect)
        : m_effect(std::move(effect))
    {
    }

    void open(ServerListener* listener) override
    {
        listener->toolsDiscovered(
            "files", {{"write", R"({"name":"write","inputSchema":{"type":"object"}})"}});
        listener->serverChanged("files", "ready", {}, {});
    }
    bool isReady(const QByteArray&) const override { return true; }
    void post(const QByteArray&, std::function<void(ToolBackend&)> task) override { task(*this); }
    void close(std::function<void()> stopped) override { stopped(); }

    void start(DispatchPermit permit, ToolCall call, std::shared_ptr<BackendSink> sink) override
    {
        if (!permit.redeem(m_clock.bootMs()))
            qFatal("a permit was late");
        m_effect();
        sink->started(call.dispatch);
        BackendOutcome outcome;
        outcome.kind = BackendOutcome::Kind::Answered;
        outcome.result =
            R"({"content":[{"type":"text","text":")" + QByteArray(kArguments, 'r') + R"("}]})";
        outcome.bytesSent = call.arguments.size();
        outcome.bytesReceived = outcome.result.size();
        sink->finished(call.dispatch, outcome);
    }
    void cancel(const DispatchId&) override {}

private:
    SystemClock m_clock;
    std::function<void()> m_effect;
};

class ReadyKeys final : public KeySource
{
public:
    void open(const QByteArray&, const std::optional<SeatPublicKeys>&, Changed changed) override
    {
        KeyringReport report;
        report.state = KeyringState::Ready;
        report.keys = SeatKeys::generate();
        changed(report);
    }
    void writeGuardCopy(const QByteArray&, Written written) override { written({}); }
};

CoreSettings settingsIn(const QString& directory)
{
    CoreSettings settings;
    settings.profileDirectory = directory;
    settings.storePath = directory + QStringLiteral("/store.sqlite");
    settings.guardRoot = directory + QStringLiteral("/state");
    settings.operatorUnprotected = true;
    ServerSettings files;
    files.name = "files";
    files.command = QStringLiteral("/bin/true");
    files.trusted = true;
    ToolSettings write;
    write.effect = EffectClass::Idempotent;
    write.targets = {"none"};
    files.tools.insert("write", write);
    settings.servers = {files};
    return settings;
}

class EngineLoad final : public SpineLoad
{
public:
    void open(const QString& directory) override
    {
        auto parts = std::make_unique<CoreParts>();
        parts->settings = settingsIn(directory);
        m_path = parts->settings.storePath;
        parts->clock = std::make_unique<SystemClock>();
        parts->scheduler = std::make_unique<QtScheduler>();
        parts->backends = std::make_unique<NothingHub>([this]() {
            m_approvalToEffect.append(m_timer.nsecsElapsed() - m_approvedAt.value(++m_effects));
        });
        parts->keys = std::make_unique<ReadyKeys>();
        m_service = std::make_unique<CoreService>(std::move(parts));
        m_service->start();
        waitUntilReady();
    }

    void run(int count, int inFlight) override
    {
        m_approvalToEffect.clear();
        m_approvedAt.clear();
        m_effects = m_approvals = m_ended = m_begun = 0;
        m_count = count;
        m_timer.start();
        for (int i = 0; i < std::min(inFlight, count); ++i)
            begin();
        m_loop.exec();
    }

    void close() override
    {
        bool stopped = false; // it may be before stop() returns
        m_service->stop(0, [&]() {
            stopped = true;
            m_loop.quit();
        });
        if (!stopped)
            m_loop.exec();
        m_service.reset();
    }
    QString storePath() const override { return m_path; }
    const QList<qint64>& approvalToEffect() const override { return m_approvalToEffect; }

private:
    template<class T>
    Reply<T> then(std::function<void(T)> go)
    {
        return {&m_context, [go = std::move(go)](Result<T> answer) {
                    if (!answer)
                        qFatal("%s", answer.error().describe().constData());
                    go(std::move(*answer));
                }};
    }

    void waitUntilReady()
    {
        // The keys answer at once; the store is made in the waves of the first turns.
        m_service->tools(then<QList<ToolSnapshot>>([this](const QList<ToolSnapshot>& tools) {
            if (tools.isEmpty())
                waitUntilReady();
            else
                m_loop.quit();
        }));
        if (!m_loop.isRunning())
            m_loop.exec();
    }

    void begin()
    {
        ++m_begun;
        SubmissionRequest request;
        CallRequest call;
        call.callId = "c1";
        call.tool = {"files", "write"};
        call.arguments = R"({"n":)" + QByteArray::number(m_begun) + R"(,"text":")" +
                         QByteArray(kArguments, 'a') + R"("})";
        request.calls = {call};
        m_service->submit(m_agent, request,
                          then<SubmissionAnswer>([this](const SubmissionAnswer& answer) {
                              approve(answer.actions.first());
                          }));
    }

    void approve(const SubmittedAction& action)
    {
        if (action.state != ActionState::Pending)
            qFatal("a call was not held: %s", action.reason.constData());
        // Approvals and their effects keep their order.
        m_approvedAt.insert(++m_approvals, m_timer.nsecsElapsed());
        ApproveRequest request;
        request.action = action.action;
        request.fingerprint = action.fingerprint;
        request.now = true;
        m_service->approve(
            m_operator, request, then<ActionSnapshot>([this, id = action.action](const auto&) {
                ResultQuery query;
                query.action = id;
                query.waitMs = 60'000;
                m_service->result(
                    m_agent, query,
                    then<CallResult>([this](const CallResult& result) { end(result); }));
            }));
    }

    void end(const CallResult& result)
    {
        if (result.state != ActionState::Succeeded)
            qFatal("a call did not succeed: %s", result.reason.constData());
        if (++m_ended == m_count)
            m_loop.quit();
        else if (m_begun < m_count)
            begin();
    }

    const AgentPrincipal m_agent{CredentialId("crd_bench"), "bench"};
    const OperatorPrincipal m_operator{"bench", "unprotected", {}};
    QObject m_context;
    QEventLoop m_loop;
    QElapsedTimer m_timer;
    QString m_path;
    std::unique_ptr<CoreService> m_service;
    QHash<int, qint64> m_approvedAt;
    QList<qint64> m_approvalToEffect;
    int m_count = 0;
    int m_begun = 0;
    int m_ended = 0;
    int m_approvals = 0;
    int m_effects = 0;
};

} // namespace

std::unique_ptr<SpineLoad> makeEngineLoad()
{
    return std::make_unique<EngineLoad>();
}

} // namespace lockkeeper
