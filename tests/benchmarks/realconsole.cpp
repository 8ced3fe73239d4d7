// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/realconsole.h"

#include "app/threads.h"
#include "benchmarks/windowwatch.h"
#include "core/base/qtscheduler.h"
#include "core/coreparts.h"
#include "ui/mainwindow.h"

#include <QRect>
#include <QSettings>

#include <algorithm>
#include <limits>
#include <utility>

namespace lockkeeper {

namespace {

constexpr int kTextBytes = 600; ///< of one argument
constexpr int kHighEvery = 10;  ///< one call in so many is irreversible
constexpr int kFillAtOnce = 4;
constexpr QRect kWindow{0, 0, 1280, 800};

/// A tool that does nothing, on the io thread.
class NothingHub final : public BackendHub, public ToolBackend
{
public:
    NothingHub(EventThread& io, RealConsole::Effects& effects)
        : m_io(io)
        , m_effects(effects)
    {
    }

    void open(ServerListener* listener) override
    {
        const QByteArray rest = R"(,"inputSchema":{"type":"object"}})";
        listener->toolsDiscovered("files", {{"write", R"({"name":"write")" + rest},
                                            {"wipe", R"({"name":"wipe")" + rest}});
        listener->serverChanged("files", "ready", {}, {});
    }
    bool isReady(const QByteArray& server) const override { return server == "files"; }
    void post(const QByteArray& server, std::function<void(ToolBackend&)> task) override
    {
        Q_UNUSED(server);
        m_io.post([this, task = std::move(task)]() { task(*this); });
    }
    void close(std::function<void()> stopped) override { stopped(); }

    void start(DispatchPermit permit, ToolCall call, std::shared_ptr<BackendSink> sink) override
    {
        if (!permit.redeem(m_clock.bootMs()))
            qFatal("a permit was late");
        m_effects.lastNs = nowNs();
        ++m_effects.count;
        sink->started(call.dispatch);
        BackendOutcome outcome;
        outcome.kind = BackendOutcome::Kind::Answered;
        outcome.result = R"({"content":[{"type":"text","text":"done"}]})";
        outcome.bytesSent = call.arguments.size();
        outcome.bytesReceived = outcome.result.size();
        sink->finished(call.dispatch, outcome);
    }
    void cancel(const DispatchId& dispatch) override { Q_UNUSED(dispatch); }

private:
    SystemClock m_clock;
    EventThread& m_io;
    RealConsole::Effects& m_effects;
};

/// Keys and the guard's copy that outlive the core.
class KeptKeys final : public KeySource
{
public:
    KeptKeys(std::optional<SeatKeys>& keys, QByteArray& guardCopy)
        : m_keys(keys)
        , m_guardCopy(guardCopy)
    {
    }
    void open(const QByteArray& storeId, const std::optional<SeatPublicKeys>& expected,
              Changed changed) override
    {
        Q_UNUSED(storeId);
        Q_UNUSED(expected);
        if (!m_keys)
            m_keys = SeatKeys::generate();
        KeyringReport report;
        report.state = KeyringState::Ready;
        report.keys = m_keys;
        report.guardCopy = m_guardCopy;
        changed(report);
    }
    void writeGuardCopy(const QByteArray& copy, Written written) override
    {
        m_guardCopy = copy;
        written({});
    }

private:
    std::optional<SeatKeys>& m_keys;
    QByteArray& m_guardCopy;
};

CoreSettings settingsIn(const QString& directory)
{
    CoreSettings settings;
    settings.profileDirectory = directory;
    settings.storePath = directory + QStringLiteral("/store.sqlite");
    settings.guardRoot = directory + QStringLiteral("/state");
    settings.maximumPending = std::numeric_limits<int>::max() / 2;
    settings.maximumOpen = settings.maximumPending;
    ServerSettings files;
    files.name = "files";
    files.command = QStringLiteral("/bin/true");
    files.trusted = true;
    ToolSettings write;
    write.effect = EffectClass::Idempotent;
    write.targets = {"none"};
    ToolSettings wipe = write;
    wipe.effect = EffectClass::Irreversible;
    files.tools.insert("write", write);
    files.tools.insert("wipe", wipe);
    settings.servers = {files};
    return settings;
}

} // namespace

RealConsole::RealConsole(const QString& directory)
    : m_directory(directory)
{
    // A screen smaller than the window does not make it smaller.
    QSettings(directory + QStringLiteral("/window.ini"), QSettings::IniFormat)
        .setValue(QStringLiteral("geometry"), kWindow);
}

RealConsole::~RealConsole()
{
    stop();
}

QString RealConsole::storePath() const
{
    return settingsIn(m_directory).storePath;
}

void RealConsole::startThreads(std::function<void()> started)
{
    m_io = std::make_unique<EventThread>("io");
    m_coreThread = std::make_unique<EventThread>("core");
    m_io->start();
    m_coreThread->start();
    m_coreThread->post([this, started = std::move(started)]() {
        auto parts = std::make_unique<CoreParts>();
        parts->settings = settingsIn(m_directory);
        parts->clock = std::make_unique<SystemClock>();
        parts->scheduler = std::make_unique<QtScheduler>();
        parts->backends = std::make_unique<NothingHub>(*m_io, m_effects);
        parts->keys = std::make_unique<KeptKeys>(m_keys, m_guardCopy);
        m_service = std::make_unique<CoreService>(std::move(parts));
        m_service->start();
        QMetaObject::invokeMethod(&m_home, started, Qt::QueuedConnection);
    });
}

void RealConsole::startCore()
{
    startThreads([this]() { m_windowCore = std::make_unique<WindowCore>(*m_service); });
    waitUntil([this]() { return m_windowCore != nullptr; }, "the core's start");
    waitForTools();
}

/// The keys answer at once; what has to be written at the first start takes some turns.
void RealConsole::waitForTools()
{
    bool isAsking = false;
    bool isReady = false;
    waitUntil(
        [&]() {
            if (!isAsking && !isReady) {
                isAsking = true;
                m_service->tools(reply<QList<ToolSnapshot>>([&](const auto& tools) {
                    isAsking = false;
                    isReady = !tools.isEmpty();
                }));
            }
            return isReady;
        },
        "the tools");
}

void RealConsole::start()
{
    m_window = std::make_unique<MainWindow>(m_directory + QStringLiteral("/window.ini"));
    m_window->open();
    startThreads([this]() {
        m_windowCore = std::make_unique<WindowCore>(*m_service);
        m_window->connectCore(*m_windowCore);
    });
}

void RealConsole::stop()
{
    if (!m_coreThread)
        return;
    if (m_window) {
        m_window->setStopping();
        m_window->disconnectCore();
    }
    m_windowCore->close();
    bool isStopped = false;
    m_coreThread->post([this, &isStopped]() {
        m_service->stop(0, [this, &isStopped]() {
            QMetaObject::invokeMethod(
                &m_home, [&isStopped]() { isStopped = true; }, Qt::QueuedConnection);
        });
    });
    waitUntil([&isStopped]() { return isStopped; }, "the core's end");
    m_io->stop();
    m_coreThread->post([this]() { m_service.reset(); });
    m_coreThread->stop();
    m_coreThread.reset();
    m_io.reset();
    m_window.reset();
    m_windowCore.reset();
}

SubmissionRequest RealConsole::request(int calls, bool hasHighRisk)
{
    SubmissionRequest request;
    request.labels.runId = "bench";
    for (int i = 0; i < calls; ++i) {
        CallRequest call;
        const QByteArray number = QByteArray::number(++m_calls);
        call.callId = "c" + number;
        call.tool = {"files", hasHighRisk && m_calls % kHighEvery == 0 ? "wipe" : "write"};
        call.arguments =
            R"({"n":)" + number + R"(,"text":")" + QByteArray(kTextBytes, 'a') + R"("})";
        call.reason = "Because the plan says so, step " + number;
        request.calls.append(call);
    }
    return request;
}

void RealConsole::submit(const SubmissionRequest& request,
                         const std::function<void(const SubmissionAnswer&)>& answered)
{
    m_service->submit(m_agent, request, reply<SubmissionAnswer>(answered));
}

void RealConsole::submit(int calls, const std::function<void(const SubmissionAnswer&)>& answered)
{
    submit(request(calls, false), answered);
}

void RealConsole::fill(int pending)
{
    int asked = 0;
    int answered = 0;
    const std::function<void()> next = [&]() {
        const int calls = std::min(kMaximumCalls, pending - asked);
        if (calls <= 0)
            return;
        asked += calls;
        submit(request(calls, true), [&](const SubmissionAnswer& answer) {
            answered += int(answer.actions.size());
            if (answer.actions.constFirst().state != ActionState::Pending)
                qFatal("expected the calls to wait for a person");
            next();
        });
    };
    for (int i = 0; i < kFillAtOnce; ++i)
        next();
    while (answered < pending)
        waitUntil([&, before = answered]() { return answered > before; }, "the filled store");
}

} // namespace lockkeeper
