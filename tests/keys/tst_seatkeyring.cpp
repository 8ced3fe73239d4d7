// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/keys/pinprotection.h"
#include "core/keys/seatkeyring.h"
#include "support/fakeclock.h"
#include "support/fakekeyvault.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace lockkeeper;

Q_DECLARE_METATYPE(lockkeeper::VaultStatus)
Q_DECLARE_METATYPE(lockkeeper::KeyringState)

namespace {

const QString kPrefix = QStringLiteral("lockkeeper/store-1/");
const QString kRecord = kPrefix + QStringLiteral("record-key");
const QString kDecision = kPrefix + QStringLiteral("decision-key");
const QString kSeal = kPrefix + QStringLiteral("seal-key");
const QString kCopy = kPrefix + QStringLiteral("guard-copy");
const QStringList kAll = {kRecord, kDecision, kSeal};

} // namespace

class SeatKeyringTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(initialiseCrypto()); }
    void init();

    void open_storeWithoutSeatAndOpenKeychain_makesThreeKeys();
    void open_storeWithSeat_bringsTheSameKeys();
    void open_eachAnswer_storeWithSeat_data();
    void open_eachAnswer_storeWithSeat();
    void open_eachAnswer_storeWithoutSeat_data();
    void open_eachAnswer_storeWithoutSeat();
    void open_eachAnswerForOneItem_makesNoKey_data() { open_eachAnswer_storeWithSeat_data(); }
    void open_eachAnswerForOneItem_makesNoKey();
    void open_otherKeys_isForeignAndNothingIsWritten();
    void open_oneOtherKey_isForeign_data();
    void open_oneOtherKey_isForeign();
    void open_wrongSize_isDamaged();
    void open_someKeysLeftByACrash_keepsThemAndMakesTheMissing_data();
    void open_someKeysLeftByACrash_keepsThemAndMakesTheMissing();
    void open_allKeysLeftByACrash_areUsed();
    void open_keychainLosesWrites_isNeverReady();
    void open_keychainRefusesWrites_triesAgainLater();
    void open_crashBetweenWrites_nextStartUsesWhatIsThere();
    void open_answerAfterThirtySeconds_isReadyWithoutWaiting();
    void open_realTimersAndEventLoop_recoversByItself();
    void open_again_dropsOlderAnswers();
    void guardCopy_ofAStoreWithSeat_isThereWhenReady();
    void guardCopy_thatCannotBeRead_isNeverTakenForNone_data();
    void guardCopy_thatCannotBeRead_isNeverTakenForNone();
    void guardCopy_written_saysWhetherItIsKept();
    void retry_delays_doubleToThirtySeconds();
    void retry_afterEachState_isReadyWithoutRestart_data();
    void retry_afterEachState_isReadyWithoutRestart();
    void destroyed_withAnswerUnderWay_isHarmless();
    void pin_wrappedDecisionKey_isReadyWithoutDecisionSecret();
    void pin_wrappedKeyOfAnotherSeat_isForeign();

private:
    void store(const SeatKeys& keys);
    [[nodiscard]] std::unique_ptr<SeatKeyring> makeKeyring();

    std::unique_ptr<FakeKeyVault> m_vault;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<FakeScheduler> m_scheduler;
};

void SeatKeyringTest::init()
{
    m_vault = std::make_unique<FakeKeyVault>();
    m_clock = std::make_unique<FakeClock>();
    m_scheduler = std::make_unique<FakeScheduler>(*m_clock);
}

void SeatKeyringTest::store(const SeatKeys& keys)
{
    m_vault->setItem(kRecord, keys.recordSecret().view().toByteArray());
    m_vault->setItem(kDecision, keys.decisionSecret()->view().toByteArray());
    m_vault->setItem(kSeal, keys.sealSecret().view().toByteArray());
}

std::unique_ptr<SeatKeyring> SeatKeyringTest::makeKeyring()
{
    return std::make_unique<SeatKeyring>(*m_vault, kPrefix, nullptr, m_scheduler.get());
}

void SeatKeyringTest::open_storeWithoutSeatAndOpenKeychain_makesThreeKeys()
{
    auto keyring = makeKeyring();
    QSignalSpy spy(keyring.get(), &SeatKeyring::changed);
    keyring->open(std::nullopt);
    QCOMPARE(keyring->state(), KeyringState::Opening);
    // Three reads, three writes, and not one answer earlier than the last read back.
    QCOMPARE(m_vault->deliverAll(), 9);
    QCOMPARE(keyring->state(), KeyringState::Ready);
    QCOMPARE(spy.count(), 1);
    QCOMPARE(m_vault->writes(), kAll);
    QCOMPARE(m_vault->reads(), kAll + kAll);
    QVERIFY(keyring->keys() && keyring->keys()->decisionSecret());
    QVERIFY(!m_scheduler->hasTimers());

    auto next = makeKeyring();
    next->open(keyring->keys()->publicKeys());
    m_vault->deliverAll();
    QCOMPARE(next->state(), KeyringState::Ready);
    QCOMPARE(m_vault->writes(), kAll);
}

void SeatKeyringTest::open_storeWithSeat_bringsTheSameKeys()
{
    const SeatKeys keys = SeatKeys::generate();
    store(keys);
    auto keyring = makeKeyring();
    keyring->open(keys.publicKeys());
    QCOMPARE(m_vault->deliverAll(), 4); // the keys and the guard's copy
    QCOMPARE(keyring->state(), KeyringState::Ready);
    QCOMPARE(keyring->keys()->publicKeys(), keys.publicKeys());
    QVERIFY(keyring->guardCopy().isEmpty());
    QVERIFY(keyring->keys()->recordSecret().view() == keys.recordSecret().view());
    QVERIFY(keyring->wrappedDecisionKey().isEmpty());
    QVERIFY(m_vault->writes().isEmpty());
}

void SeatKeyringTest::guardCopy_ofAStoreWithSeat_isThereWhenReady()
{
    const SeatKeys keys = SeatKeys::generate();
    store(keys);
    m_vault->setItem(kCopy, "what was written");
    auto keyring = makeKeyring();
    keyring->open(keys.publicKeys());
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Ready);
    QCOMPARE(keyring->guardCopy(), QByteArray("what was written"));
}

void SeatKeyringTest::guardCopy_thatCannotBeRead_isNeverTakenForNone_data()
{
    QTest::addColumn<VaultStatus>("status");
    QTest::addColumn<KeyringState>("state");
    QTest::newRow("empty") << VaultStatus::Empty << KeyringState::Damaged;
    QTest::newRow("locked") << VaultStatus::Locked << KeyringState::Locked;
    QTest::newRow("unavailable") << VaultStatus::Unavailable << KeyringState::Unavailable;
}

void SeatKeyringTest::guardCopy_thatCannotBeRead_isNeverTakenForNone()
{
    QFETCH(VaultStatus, status);
    QFETCH(KeyringState, state);
    const SeatKeys keys = SeatKeys::generate();
    store(keys);
    m_vault->setItem(kCopy, "what was written");
    m_vault->setItemStatus(kCopy, status);
    auto keyring = makeKeyring();
    keyring->open(keys.publicKeys());
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), state);
    QVERIFY2(!keyring->keys(), "not ready, so no keys");
    m_vault->setItemStatus(kCopy, std::nullopt);
    m_scheduler->advance(30'000);
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Ready);
    QCOMPARE(keyring->guardCopy(), QByteArray("what was written"));
}

void SeatKeyringTest::guardCopy_written_saysWhetherItIsKept()
{
    const SeatKeys keys = SeatKeys::generate();
    store(keys);
    auto keyring = makeKeyring();
    keyring->open(keys.publicKeys());
    m_vault->deliverAll();
    QList<bool> kept;
    keyring->writeGuardCopy("first", [&kept](bool ok, const QByteArray&) { kept.append(ok); });
    QVERIFY(kept.isEmpty());
    m_vault->deliverAll();
    QCOMPARE(m_vault->items().value(kCopy), QByteArray("first"));
    m_vault->setWriteStatus(VaultStatus::Unavailable);
    keyring->writeGuardCopy("second", [&kept](bool ok, const QByteArray&) { kept.append(ok); });
    m_vault->deliverAll();
    QCOMPARE(kept, (QList<bool>{true, false}));
    QCOMPARE(m_vault->items().value(kCopy), QByteArray("first"));
}

void SeatKeyringTest::open_eachAnswer_storeWithSeat_data()
{
    QTest::addColumn<VaultStatus>("status");
    QTest::addColumn<KeyringState>("state");
    QTest::newRow("not found") << VaultStatus::NotFound << KeyringState::Missing;
    QTest::newRow("empty") << VaultStatus::Empty << KeyringState::Damaged;
    QTest::newRow("locked") << VaultStatus::Locked << KeyringState::Locked;
    QTest::newRow("unavailable") << VaultStatus::Unavailable << KeyringState::Unavailable;
}

/// Never a new key while the store holds ciphertext, whatever the keychain says.
void SeatKeyringTest::open_eachAnswer_storeWithSeat()
{
    QFETCH(VaultStatus, status);
    QFETCH(KeyringState, state);
    const SeatKeys keys = SeatKeys::generate();
    m_vault->setStatus(status);
    auto keyring = makeKeyring();
    keyring->open(keys.publicKeys());
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), state);
    QVERIFY(!keyring->keys());
    for (int i = 0; i < 20; ++i) {
        m_scheduler->advance(30'000);
        m_vault->deliverAll();
    }
    QCOMPARE(keyring->state(), state);
    QVERIFY(m_vault->reads().size() >= 20);
    QVERIFY2(m_vault->writes().isEmpty(), "a key was made although the store has a seat");
}

void SeatKeyringTest::open_eachAnswer_storeWithoutSeat_data()
{
    QTest::addColumn<VaultStatus>("status");
    QTest::addColumn<KeyringState>("state");
    QTest::newRow("empty") << VaultStatus::Empty << KeyringState::Damaged;
    QTest::newRow("locked") << VaultStatus::Locked << KeyringState::Locked;
    QTest::newRow("unavailable") << VaultStatus::Unavailable << KeyringState::Unavailable;
}

void SeatKeyringTest::open_eachAnswer_storeWithoutSeat()
{
    QFETCH(VaultStatus, status);
    QFETCH(KeyringState, state);
    m_vault->setStatus(status);
    auto keyring = makeKeyring();
    keyring->open(std::nullopt);
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), state);
    QVERIFY(m_vault->writes().isEmpty());
    m_vault->setStatus(std::nullopt);
    m_scheduler->advance(30'000);
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Ready);
    QCOMPARE(m_vault->writes(), kAll);
}

/// One bad answer among good ones, for each item, with and without a seat.
void SeatKeyringTest::open_eachAnswerForOneItem_makesNoKey()
{
    QFETCH(VaultStatus, status);
    QFETCH(KeyringState, state);
    const SeatKeys keys = SeatKeys::generate();
    for (const QString& item : kAll) {
        for (const bool hasSeat : {true, false}) {
            if (!hasSeat && status == VaultStatus::NotFound)
                continue; // that one is made: open_someKeysLeftByACrash
            init();
            store(keys);
            m_vault->setItemStatus(item, status);
            auto keyring = makeKeyring();
            keyring->open(hasSeat ? std::optional(keys.publicKeys()) : std::nullopt);
            m_vault->deliverAll();
            QCOMPARE(keyring->state(), state);
            QVERIFY(m_vault->writes().isEmpty());
        }
    }
}

void SeatKeyringTest::open_otherKeys_isForeignAndNothingIsWritten()
{
    const SeatKeys keys = SeatKeys::generate();
    store(SeatKeys::generate());
    auto keyring = makeKeyring();
    keyring->open(keys.publicKeys());
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Foreign);
    QVERIFY(!keyring->keys());
    QVERIFY(m_vault->writes().isEmpty());
}

void SeatKeyringTest::open_oneOtherKey_isForeign_data()
{
    QTest::addColumn<QString>("item");
    for (const QString& item : kAll)
        QTest::newRow(qPrintable(item)) << item;
}

void SeatKeyringTest::open_oneOtherKey_isForeign()
{
    QFETCH(QString, item);
    const SeatKeys keys = SeatKeys::generate();
    store(keys);
    m_vault->setItem(item, randomBytes(32));
    auto keyring = makeKeyring();
    keyring->open(keys.publicKeys());
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Foreign);
    QVERIFY(m_vault->writes().isEmpty());
}

void SeatKeyringTest::open_wrongSize_isDamaged()
{
    const SeatKeys keys = SeatKeys::generate();
    for (const QString& item : kAll) {
        for (const int size : {1, 31, 33, 64, 145}) {
            for (const bool hasSeat : {true, false}) {
                init();
                store(keys);
                m_vault->setItem(item, QByteArray(size, 'x'));
                auto keyring = makeKeyring();
                keyring->open(hasSeat ? std::optional(keys.publicKeys()) : std::nullopt);
                m_vault->deliverAll();
                QCOMPARE(keyring->state(), KeyringState::Damaged);
                QVERIFY(m_vault->writes().isEmpty());
            }
        }
    }
}

void SeatKeyringTest::open_someKeysLeftByACrash_keepsThemAndMakesTheMissing_data()
{
    QTest::addColumn<int>("left");
    for (int left = 1; left < 7; ++left)
        QTest::addRow("left %d", left) << left;
}

void SeatKeyringTest::open_someKeysLeftByACrash_keepsThemAndMakesTheMissing()
{
    QFETCH(int, left);
    store(SeatKeys::generate());
    QStringList missing;
    for (int i = 0; i < 3; ++i) {
        if ((left & (1 << i)) == 0) {
            missing.append(kAll.at(i));
            m_vault->removeItem(kAll.at(i));
        }
    }
    const QHash<QString, QByteArray> before = m_vault->items();
    auto keyring = makeKeyring();
    keyring->open(std::nullopt);
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Ready);
    QCOMPARE(m_vault->writes(), missing);
    for (auto it = before.begin(); it != before.end(); ++it)
        QCOMPARE(m_vault->items().value(it.key()), it.value());
}

void SeatKeyringTest::open_allKeysLeftByACrash_areUsed()
{
    const SeatKeys keys = SeatKeys::generate();
    store(keys);
    auto keyring = makeKeyring();
    keyring->open(std::nullopt);
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Ready);
    QCOMPARE(keyring->keys()->publicKeys(), keys.publicKeys());
    QVERIFY(m_vault->writes().isEmpty());
}

void SeatKeyringTest::open_keychainLosesWrites_isNeverReady()
{
    m_vault->loseWrites(true);
    auto keyring = makeKeyring();
    keyring->open(std::nullopt);
    QVERIFY(m_vault->deliverAll() < 10);
    QCOMPARE(keyring->state(), KeyringState::Unavailable);
    QVERIFY(!keyring->keys());
    m_vault->loseWrites(false);
    m_scheduler->advance(2'000);
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Ready);
}

void SeatKeyringTest::open_keychainRefusesWrites_triesAgainLater()
{
    const QList<std::pair<VaultStatus, KeyringState>> cases = {
        {VaultStatus::Locked, KeyringState::Locked},
        {VaultStatus::Unavailable, KeyringState::Unavailable}};
    for (const auto& [status, state] : cases) {
        init();
        m_vault->setWriteStatus(status);
        auto keyring = makeKeyring();
        keyring->open(std::nullopt);
        m_vault->deliverAll();
        QCOMPARE(keyring->state(), state);
        m_vault->setWriteStatus(std::nullopt);
        m_scheduler->advance(2'000);
        m_vault->deliverAll();
        QCOMPARE(keyring->state(), KeyringState::Ready);
    }
}

void SeatKeyringTest::open_crashBetweenWrites_nextStartUsesWhatIsThere()
{
    // Crash after every number of answers of the whole making.
    for (int answers = 0; answers <= 9; ++answers) {
        init();
        {
            auto keyring = makeKeyring();
            keyring->open(std::nullopt);
            for (int i = 0; i < answers; ++i)
                QVERIFY(m_vault->deliver());
        }
        m_vault->deliverAll();
        const QHash<QString, QByteArray> left = m_vault->items();
        auto keyring = makeKeyring();
        keyring->open(std::nullopt);
        m_vault->deliverAll();
        QCOMPARE(keyring->state(), KeyringState::Ready);
        for (auto it = left.begin(); it != left.end(); ++it)
            QCOMPARE(m_vault->items().value(it.key()), it.value());
    }
}

/// Nothing waits inside open(); the answer may come after 30 s.
void SeatKeyringTest::open_answerAfterThirtySeconds_isReadyWithoutWaiting()
{
    const SeatKeys keys = SeatKeys::generate();
    store(keys);
    auto keyring = makeKeyring();
    keyring->open(keys.publicKeys());
    for (int i = 0; i < 4; ++i) {
        QCOMPARE(keyring->state(), KeyringState::Opening);
        QCOMPARE(m_vault->waitingCount(), std::size_t(1));
        m_scheduler->advance(30'000);
        QVERIFY(m_vault->deliver());
    }
    QCOMPARE(keyring->state(), KeyringState::Ready);
}

/// The same over Qt's own timers: open() returns before the event loop turned once, other events
/// are handled while the keychain is silent, and it recovers by itself.
void SeatKeyringTest::open_realTimersAndEventLoop_recoversByItself()
{
    const SeatKeys keys = SeatKeys::generate();
    store(keys);
    m_vault->setStatus(VaultStatus::Unavailable);
    m_vault->answerByItself(20);
    SeatKeyring keyring(*m_vault, kPrefix);
    bool looped = false;
    QTimer::singleShot(0, &keyring, [&looped] { looped = true; });
    keyring.open(keys.publicKeys());
    QVERIFY2(!looped, "open() ran a nested event loop");
    QCOMPARE(keyring.state(), KeyringState::Opening);
    QTRY_COMPARE_WITH_TIMEOUT(keyring.state(), KeyringState::Unavailable, 5'000);
    QVERIFY(looped);
    m_vault->setStatus(std::nullopt);
    QTRY_COMPARE_WITH_TIMEOUT(keyring.state(), KeyringState::Ready, 10'000);
}

void SeatKeyringTest::open_again_dropsOlderAnswers()
{
    const SeatKeys keys = SeatKeys::generate();
    auto keyring = makeKeyring();
    keyring->open(std::nullopt);
    keyring->open(keys.publicKeys());
    m_vault->deliverAll();
    // The first open() would have made keys.
    QCOMPARE(keyring->state(), KeyringState::Missing);
    QVERIFY(m_vault->writes().isEmpty());
    store(keys);
    keyring->open(keys.publicKeys());
    QCOMPARE(keyring->state(), KeyringState::Opening);
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Ready);
    QVERIFY(!m_scheduler->hasTimers());
}

void SeatKeyringTest::retry_delays_doubleToThirtySeconds()
{
    const QList<std::pair<KeyringState, QList<qint64>>> cases = {
        {KeyringState::Locked, {2'000, 4'000, 8'000, 16'000, 30'000, 30'000}},
        {KeyringState::Damaged, {30'000, 30'000}},
    };
    for (const auto& [state, delays] : cases) {
        init();
        m_vault->setStatus(state == KeyringState::Locked ? VaultStatus::Locked
                                                         : VaultStatus::Empty);
        auto keyring = makeKeyring();
        keyring->open(std::nullopt);
        m_vault->deliverAll();
        for (const qint64 delay : delays) {
            QCOMPARE(keyring->state(), state);
            m_scheduler->advance(delay - 1);
            QCOMPARE(m_vault->waitingCount(), std::size_t(0));
            m_scheduler->advance(1);
            QCOMPARE(m_vault->deliverAll(), 1);
        }
    }
}

void SeatKeyringTest::retry_afterEachState_isReadyWithoutRestart_data()
{
    open_eachAnswer_storeWithSeat_data();
    QTest::newRow("another key") << VaultStatus::Found << KeyringState::Foreign;
}

void SeatKeyringTest::retry_afterEachState_isReadyWithoutRestart()
{
    QFETCH(VaultStatus, status);
    QFETCH(KeyringState, state);
    const SeatKeys keys = SeatKeys::generate();
    if (status == VaultStatus::Found)
        store(SeatKeys::generate());
    else
        m_vault->setStatus(status);
    auto keyring = makeKeyring();
    QSignalSpy spy(keyring.get(), &SeatKeyring::changed);
    keyring->open(keys.publicKeys());
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), state);
    QVERIFY(!keyring->detail().isEmpty());
    m_vault->setStatus(std::nullopt);
    store(keys);
    m_scheduler->advance(30'000);
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Ready);
    QCOMPARE(spy.count(), 2);
    QVERIFY(!m_scheduler->hasTimers());
}

void SeatKeyringTest::destroyed_withAnswerUnderWay_isHarmless()
{
    auto keyring = makeKeyring();
    keyring->open(std::nullopt);
    keyring.reset();
    QVERIFY(m_vault->deliver());
    QVERIFY(m_vault->writes().isEmpty());
    keyring = makeKeyring();
    m_vault->setStatus(VaultStatus::Locked);
    keyring->open(std::nullopt);
    m_vault->deliverAll();
    QVERIFY(m_scheduler->hasTimers());
    keyring.reset();
    QVERIFY(!m_scheduler->hasTimers());
}

void SeatKeyringTest::pin_wrappedDecisionKey_isReadyWithoutDecisionSecret()
{
    const SeatKeys keys = SeatKeys::generate();
    store(keys);
    const QByteArray wrapped = *wrapDecisionKey(*keys.decisionSecret(), "12345678");
    m_vault->setItem(kDecision, wrapped);
    auto keyring = makeKeyring();
    keyring->open(keys.publicKeys());
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Ready);
    QVERIFY(!keyring->keys()->decisionSecret());
    QCOMPARE(keyring->keys()->publicKeys(), keys.publicKeys());
    QCOMPARE(keyring->wrappedDecisionKey(), wrapped);
    const auto secret = unwrapDecisionKey(keyring->wrappedDecisionKey(), "12345678");
    QVERIFY(secret);
    QVERIFY(keyring->keys()->withDecisionSecret(*secret));
}

void SeatKeyringTest::pin_wrappedKeyOfAnotherSeat_isForeign()
{
    const SeatKeys keys = SeatKeys::generate();
    store(keys);
    m_vault->setItem(kDecision, *wrapDecisionKey(SecretBytes::random(32), "12345678"));
    auto keyring = makeKeyring();
    keyring->open(keys.publicKeys());
    m_vault->deliverAll();
    QCOMPARE(keyring->state(), KeyringState::Foreign);
    QVERIFY(keyring->wrappedDecisionKey().isEmpty());
}

QTEST_GUILESS_MAIN(SeatKeyringTest)
#include "tst_seatkeyring.moc"
