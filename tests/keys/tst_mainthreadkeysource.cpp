// SPDX-License-Identifier: Apache-2.0
#include "core/keys/mainthreadkeysource.h"

#include "core/base/random.h"
#include "support/fakekeyvault.h"

#include <QMutex>
#include <QTest>
#include <QThread>

#include <memory>

using namespace lockkeeper;

namespace {

/// What `changed` was called with; filled on the core thread.
struct Heard
{
    QMutex mutex;
    QList<KeyringState> states;
    std::optional<SeatKeys> keys;
    QByteArray guardCopy;
    QByteArrayList written; ///< per answered copy: empty, or why it was not taken
    bool onCoreThread = true;

    bool has(KeyringState state)
    {
        const QMutexLocker lock(&mutex);
        return states.contains(state);
    }
};

KeySource::Changed recordInto(const std::shared_ptr<Heard>& heard, const QThread* coreThread)
{
    return [heard, coreThread](const KeyringReport& report) {
        const QMutexLocker lock(&heard->mutex);
        heard->states.append(report.state);
        heard->keys = report.keys;
        heard->guardCopy = report.guardCopy;
        heard->onCoreThread = heard->onCoreThread && QThread::currentThread() == coreThread;
    };
}

} // namespace

/// The test's thread is the main thread: it has the vault and the keyring.
class TestMainThreadKeySource : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(initialiseCrypto()); }
    void init();
    void cleanup();
    void open_newStore_becomesReadyOnTheCoreThread();
    void open_lockedThenUnlocked_tellsBoth();
    void open_again_dropsTheFirstOne();
    void destroyed_whileOpening_isNeverCalledAgain();
    void guardCopy_isWrittenAndAnsweredOnTheCoreThread();

private:
    void onCore(const std::function<void()>& work)
    {
        QMetaObject::invokeMethod(m_coreContext, work, Qt::BlockingQueuedConnection);
    }

    QThread m_core;
    QObject* m_coreContext = nullptr;
    std::unique_ptr<FakeKeyVault> m_vault;
    std::unique_ptr<MainThreadKeySource> m_source;
    std::shared_ptr<Heard> m_heard;
};

void TestMainThreadKeySource::init()
{
    m_vault = std::make_unique<FakeKeyVault>();
    m_heard = std::make_shared<Heard>();
    m_coreContext = new QObject;
    m_coreContext->moveToThread(&m_core);
    connect(&m_core, &QThread::finished, m_coreContext, &QObject::deleteLater);
    m_core.start();
    onCore([this]() { m_source = std::make_unique<MainThreadKeySource>(*m_vault, *this); });
}

void TestMainThreadKeySource::cleanup()
{
    if (m_source)
        onCore([this]() { m_source.reset(); });
    m_core.quit();
    QVERIFY(m_core.wait(10'000));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    m_vault.reset();
}

void TestMainThreadKeySource::open_newStore_becomesReadyOnTheCoreThread()
{
    m_vault->answerByItself();
    onCore([this]() { m_source->open("sto_1", std::nullopt, recordInto(m_heard, &m_core)); });
    QTRY_VERIFY(m_heard->has(KeyringState::Ready));
    const QMutexLocker lock(&m_heard->mutex);
    QVERIFY(m_heard->states.first() == KeyringState::Opening);
    QVERIFY(m_heard->keys.has_value());
    QVERIFY(m_heard->onCoreThread);
    QVERIFY(m_vault->items().contains(QStringLiteral("lockkeeper/sto_1/record-key")));
}

void TestMainThreadKeySource::open_lockedThenUnlocked_tellsBoth()
{
    m_vault->answerByItself();
    m_vault->setStatus(VaultStatus::Locked);
    onCore([this]() { m_source->open("sto_1", std::nullopt, recordInto(m_heard, &m_core)); });
    QTRY_VERIFY(m_heard->has(KeyringState::Locked));
    m_vault->setStatus(std::nullopt);
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->has(KeyringState::Ready), 15'000);
}

void TestMainThreadKeySource::open_again_dropsTheFirstOne()
{
    const auto second = std::make_shared<Heard>();
    onCore([this]() { m_source->open("sto_1", std::nullopt, recordInto(m_heard, &m_core)); });
    QTRY_VERIFY(m_vault->waitingCount() > 0);
    onCore(
        [this, second]() { m_source->open("sto_2", std::nullopt, recordInto(second, &m_core)); });
    QTRY_VERIFY(m_vault->reads().contains(QStringLiteral("lockkeeper/sto_2/record-key")));
    m_vault->answerByItself();
    m_vault->deliverAll();
    QTRY_VERIFY(second->has(KeyringState::Ready));
    onCore([]() {});
    QVERIFY2(!m_heard->has(KeyringState::Ready), "the first open() must not be told any more");
    QVERIFY(!m_vault->items().contains(QStringLiteral("lockkeeper/sto_1/record-key")));
}

void TestMainThreadKeySource::guardCopy_isWrittenAndAnsweredOnTheCoreThread()
{
    const auto write = [this](const QByteArray& copy) {
        onCore([this, copy]() {
            m_source->writeGuardCopy(copy, [this](const Result<void>& result) {
                const QMutexLocker lock(&m_heard->mutex);
                m_heard->written.append(result ? QByteArray() : result.error().message());
                m_heard->onCoreThread =
                    m_heard->onCoreThread && QThread::currentThread() == &m_core;
            });
        });
    };
    const auto answers = [this]() {
        const QMutexLocker lock(&m_heard->mutex);
        return m_heard->written;
    };
    m_vault->answerByItself();
    write("too early");
    QTRY_COMPARE(answers(), QByteArrayList{"no keyring was opened"});
    onCore([this]() { m_source->open("sto_1", std::nullopt, recordInto(m_heard, &m_core)); });
    QTRY_VERIFY(m_heard->has(KeyringState::Ready));
    write("copy");
    QTRY_COMPARE(answers().size(), qsizetype(2));
    QCOMPARE(answers().last(), QByteArray());
    QCOMPARE(m_vault->items().value(QStringLiteral("lockkeeper/sto_1/guard-copy")),
             QByteArray("copy"));
    QVERIFY(m_heard->onCoreThread);
}

void TestMainThreadKeySource::destroyed_whileOpening_isNeverCalledAgain()
{
    onCore([this]() { m_source->open("sto_1", std::nullopt, recordInto(m_heard, &m_core)); });
    QTRY_VERIFY(m_heard->has(KeyringState::Opening));
    QTRY_VERIFY(m_vault->waitingCount() > 0);
    onCore([this]() { m_source.reset(); });
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    m_vault->deliverAll();
    onCore([]() {});
    const QMutexLocker lock(&m_heard->mutex);
    QCOMPARE(m_heard->states.size(), 1);
}

QTEST_GUILESS_MAIN(TestMainThreadKeySource)
#include "tst_mainthreadkeysource.moc"
