// SPDX-License-Identifier: Apache-2.0
// The window's end of the core, with the core on a thread of its own as in the console.
#include "app/threads.h"
#include "app/windowcore.h"
#include "core/base/qtscheduler.h"
#include "core/base/random.h"
#include "core/coreparts.h"
#include "core/gateway/accountname.h"
#include "core/gateway/subscriber.h"
#include "support/enginefixture.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <optional>

#include <unistd.h>

using namespace lockkeeper;

namespace {

constexpr int kLimitMs = 20'000;

/// A server that is ready and has one tool; nothing is ever started in these tests.
class OneToolHub final : public BackendHub
{
public:
    void open(ServerListener* listener) override
    {
        listener->toolsDiscovered(
            "files", {{"write", R"({"name":"write","inputSchema":{"type":"object"}})"}});
        listener->serverChanged("files", "ready", {}, {});
    }
    [[nodiscard]] bool isReady(const QByteArray&) const override { return true; }
    void post(const QByteArray&, std::function<void(ToolBackend&)>) override {}
    void close(std::function<void()> stopped) override { stopped(); }
};

} // namespace

class WindowCoreTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(initialiseCrypto()); }
    void init();
    void cleanup();

    void answers_comeOnTheContextsThread();
    void statusChange_isToldOnTheContextsThread();
    void feed_isToldUntilItIsEnded_andHasANumberOfItsOwn();
    void decision_isMadeInTheAccountsName();
    void reveal_givesTheValueOfTheCard();
    void asker_thatIsGone_isNotCalled();
    void closed_answersUnavailable();

private:
    /// What a call is answered, waiting for it with a limit.
    template<class T, class Ask>
    Result<T> answerOf(Ask&& ask)
    {
        std::optional<Result<T>> answer;
        QThread* answeredOn = nullptr;
        ask(Reply<T>(&context, [&](Result<T> result) {
            answeredOn = QThread::currentThread();
            answer = std::move(result);
        }));
        if (!QTest::qWaitFor([&]() { return answer.has_value(); }, kLimitMs))
            return Error(ErrorCode::DeadlineExceeded, "no answer came");
        if (answeredOn != QThread::currentThread())
            return Error(ErrorCode::Internal, "the answer came on another thread");
        return *answer;
    }
    Result<ActionCard> card(const ActionId& action)
    {
        return answerOf<ActionCard>([&](auto reply) { window->card(action, reply); });
    }
    ActionId submit(const QByteArray& arguments);

    QObject context;
    std::optional<QTemporaryDir> directory;
    std::optional<SeatKeys> keys;
    QByteArray wrappedDecisionKey;
    QByteArray guardCopy;
    FixedKeySource* keySource = nullptr;
    std::optional<EventThread> thread;
    std::unique_ptr<CoreService> service;
    std::unique_ptr<WindowCore> window;
};

void WindowCoreTest::init()
{
    directory.emplace();
    guardCopy.clear();
    keys.reset();
    thread.emplace("core");
    thread->start();
    std::atomic<bool> isStarted = false;
    thread->post([&]() {
        auto parts = std::make_unique<CoreParts>();
        parts->settings.profileDirectory = directory->path();
        parts->settings.storePath = directory->filePath("store.sqlite");
        parts->settings.guardRoot = directory->filePath("state");
        ServerSettings files;
        files.name = "files";
        files.command = "/bin/true";
        files.trusted = true;
        parts->settings.servers = {files};
        parts->clock = std::make_unique<SystemClock>();
        parts->scheduler = std::make_unique<QtScheduler>();
        parts->backends = std::make_unique<OneToolHub>();
        auto source = std::make_unique<FixedKeySource>(keys, wrappedDecisionKey, guardCopy);
        source->firstState = KeyringState::Locked;
        keySource = source.get();
        parts->keys = std::move(source);
        service = std::make_unique<CoreService>(std::move(parts));
        service->start();
        isStarted = true;
    });
    QTRY_VERIFY_WITH_TIMEOUT(isStarted, kLimitMs);
    window = std::make_unique<WindowCore>(*service);
}

void WindowCoreTest::cleanup()
{
    window->close();
    std::atomic<bool> isStopped = false;
    thread->post([&]() { service->stop(0, [&]() { isStopped = true; }); });
    QTRY_VERIFY_WITH_TIMEOUT(isStopped, kLimitMs);
    thread->post([&]() { service.reset(); });
    thread->stop();
    thread.reset();
    window.reset();
    QVERIFY2(!service, "the service goes on its own thread");
}

/// With the keys there, one pending call.
ActionId WindowCoreTest::submit(const QByteArray& arguments)
{
    thread->post([&]() { keySource->tell(KeyringState::Ready); });
    const auto request = parseSubmission(
        R"({"calls":[{"call_id":"c1","tool":"files/write","arguments":)" + arguments + "}]}");
    if (!request)
        qFatal("%s", request.error().describe().constData());
    std::optional<SubmissionAnswer> admitted;
    const bool isAdmitted = QTest::qWaitFor(
        [&]() {
            const auto answer = answerOf<SubmissionAnswer>([&](auto reply) {
                service->submit({CredentialId("crd_test"), "test"}, *request, reply);
            });
            if (answer)
                admitted = *answer;
            return admitted.has_value();
        },
        kLimitMs);
    if (!isAdmitted)
        qFatal("nothing was admitted");
    return admitted->actions.first().action;
}

void WindowCoreTest::answers_comeOnTheContextsThread()
{
    const auto status =
        answerOf<StatusSnapshot>([&](auto reply) { window->status(std::move(reply)); });
    QVERIFY2(status.has_value(), status ? "" : status.error().describe().constData());
    QCOMPARE(status->keyring, QByteArray("locked"));
    const auto page = answerOf<QList<ActionSnapshot>>([&](auto reply) {
        window->briefs({"open", {}, 10}, reply);
    });
    QVERIFY2(!page && page.error().code() == ErrorCode::Unavailable,
             "without keys nothing can be read");
    const ActionId action = submit("{}");
    const auto open = answerOf<QList<ActionSnapshot>>([&](auto reply) {
        window->briefs({"open", {}, 10}, reply);
    });
    QVERIFY(open.has_value());
    QCOMPARE(open->size(), qsizetype(1));
    QCOMPARE(open->first().record.id, action);
    const auto record =
        answerOf<QList<HistoryEntry>>([&](auto reply) { window->history(0, 1, reply); });
    QVERIFY(record.has_value());
    QCOMPARE(record->first().action, action);
}

void WindowCoreTest::statusChange_isToldOnTheContextsThread()
{
    int changes = 0;
    QThread* told = nullptr;
    window->onStatusChanged(&context, [&]() {
        ++changes;
        told = QThread::currentThread();
    });
    thread->post([&]() { keySource->tell(KeyringState::Ready); });
    QTRY_VERIFY_WITH_TIMEOUT(changes > 0, kLimitMs);
    QCOMPARE(told, QThread::currentThread());
    disconnect(service.get(), nullptr, &context, nullptr);
}

void WindowCoreTest::feed_isToldUntilItIsEnded_andHasANumberOfItsOwn()
{
    QList<CoreEvent> told;
    QThread* onThread = nullptr;
    window->subscribe({}, &context, [&](const FeedBatch& batch) {
        told += batch.events;
        onThread = QThread::currentThread();
    });
    // Another subscriber takes the next number, as gateways do, and takes nothing away.
    const quint64 other = nextSubscriber();
    std::atomic<int> others = 0;
    service->subscribe(other, {}, nullptr, &context, [&](const FeedBatch&) { ++others; });
    const ActionId action = submit("{}");
    const auto isTold = [&]() {
        return std::any_of(told.begin(), told.end(), [&](const CoreEvent& event) {
            return event.actionId == action.value();
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isTold() && others > 0, kLimitMs);
    QCOMPARE(onThread, QThread::currentThread());

    window->unsubscribe();
    told.clear();
    const int before = others;
    const auto denied =
        answerOf<ActionSnapshot>([&](auto reply) { window->deny(action, "no", {}, reply); });
    QVERIFY(denied.has_value());
    QTRY_VERIFY_WITH_TIMEOUT(others > before, kLimitMs);
    QVERIFY2(told.isEmpty(), "nothing may come after the end of a subscription");
    service->unsubscribe(other);
}

void WindowCoreTest::decision_isMadeInTheAccountsName()
{
    const ActionId action = submit("{}");
    const auto shown = card(action);
    QVERIFY(shown.has_value());
    const auto approved = answerOf<ActionSnapshot>([&](auto reply) {
        window->approve({action, shown->snapshot.fingerprint, false, "raw 100"}, {}, reply);
    });
    QVERIFY2(approved.has_value(), "the window's own proof must be taken");
    QCOMPARE(approved->record.state, ActionState::Holding);
    const auto undone = answerOf<ActionSnapshot>([&](auto reply) { window->undo(action, reply); });
    QVERIFY(undone.has_value());
    QCOMPARE(undone->record.state, ActionState::Pending);
    const auto denied =
        answerOf<ActionSnapshot>([&](auto reply) { window->deny(action, "no", {}, reply); });
    QVERIFY(denied.has_value());
    QCOMPARE(denied->decidedBy, accountName(::getuid()));
    QVERIFY(!denied->decidedBy.isEmpty());
}

void WindowCoreTest::reveal_givesTheValueOfTheCard()
{
    const ActionId action = submit(R"({"token":"abc"})");
    const auto shown = card(action);
    QVERIFY(shown.has_value());
    QCOMPARE(shown->arguments, QByteArray(R"({"token":""})"));
    const auto value = answerOf<QByteArray>(
        [&](auto reply) { window->reveal(action, shown->masked.first().offset, {}, reply); });
    QVERIFY(value.has_value());
    QCOMPARE(*value, QByteArray(R"("abc")"));
}

void WindowCoreTest::asker_thatIsGone_isNotCalled()
{
    bool isCalled = false;
    {
        QObject asker;
        window->status(Reply<StatusSnapshot>(&asker, [&](auto) { isCalled = true; }));
        window->subscribe({}, &asker, [&](const FeedBatch&) { isCalled = true; });
    }
    (void)submit("{}");
    // A later question is answered after the earlier one.
    const auto status =
        answerOf<StatusSnapshot>([&](auto reply) { window->status(std::move(reply)); });
    QVERIFY(status.has_value());
    QVERIFY2(!isCalled, "an asker that is gone must not be called");
}

void WindowCoreTest::closed_answersUnavailable()
{
    const ActionId action = submit("{}");
    window->close();
    const auto denied =
        answerOf<ActionSnapshot>([&](auto reply) { window->deny(action, "no", {}, reply); });
    QVERIFY2(!denied && denied.error().code() == ErrorCode::Unavailable,
             "a closed window reaches nothing");
    window->subscribe({}, &context, [](const FeedBatch&) {});
    window->onStatusChanged(&context, []() {});
    window->unsubscribe();
}

QTEST_GUILESS_MAIN(WindowCoreTest)
#include "tst_windowcore.moc"
