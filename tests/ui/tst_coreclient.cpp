// SPDX-License-Identifier: Apache-2.0
#include "support/fakeoperatorcore.h"
#include "ui/coreclient.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockkeeper;

class CoreClientTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void start_withOpenActions_readsAllPages();
    void change_ofAnAction_isToldOnce();
    void change_manyAtOnce_areOneBatch();
    void finished_leavesTheOpenOnes();
    void gap_readsEverythingAgain();
    void silence_stopsDecisions_andEndsByItself();
    void readOnly_stopsDecisions();
    void answer_afterTheContextIsGone_isDropped();
    void answer_afterStop_isDropped();

private:
    void startAndWait();

    std::unique_ptr<FakeOperatorCore> m_core;
    std::unique_ptr<CoreClient> m_client;
};

void CoreClientTest::init()
{
    m_core = std::make_unique<FakeOperatorCore>();
    m_client = std::make_unique<CoreClient>(*m_core);
}

void CoreClientTest::cleanup()
{
    m_client.reset();
    m_core.reset();
}

void CoreClientTest::startAndWait()
{
    QSignalSpy reset(m_client.get(), &CoreClient::reset);
    m_client->start();
    QVERIFY2(reset.wait(), "expected the first page to come");
    QTRY_COMPARE(m_client->connection(), CoreClient::Connection::Connected);
}

void CoreClientTest::start_withOpenActions_readsAllPages()
{
    constexpr int kActions = 1234;
    for (int i = 0; i < kActions; ++i)
        m_core->add(RiskLevel::Low);
    m_core->add(RiskLevel::Low, "{}", ActionState::Succeeded);
    startAndWait();
    QCOMPARE(m_client->open().size(), kActions);
}

void CoreClientTest::change_ofAnAction_isToldOnce()
{
    startAndWait();
    QSignalSpy changed(m_client.get(), &CoreClient::changed);
    const ActionId action = m_core->add(RiskLevel::High);
    QVERIFY2(changed.wait(), "expected the arrival to be told");
    const auto told = changed.constFirst().constFirst().value<QList<ActionSnapshot>>();
    QCOMPARE(told.size(), 1);
    QCOMPARE(told.constFirst().record.id, action);
    QVERIFY2(m_client->open().contains(action), "expected it among the open ones");
    QVERIFY2(!changed.wait(3 * CoreClient::kCoalesceMs), "expected nothing more to be told");
}

void CoreClientTest::change_manyAtOnce_areOneBatch()
{
    startAndWait();
    QSignalSpy changed(m_client.get(), &CoreClient::changed);
    constexpr int kActions = 100;
    for (int i = 0; i < kActions; ++i)
        m_core->add(RiskLevel::Low);
    QVERIFY(changed.wait());
    QCOMPARE(changed.size(), 1);
    QCOMPARE(m_client->open().size(), kActions);
}

void CoreClientTest::finished_leavesTheOpenOnes()
{
    const ActionId action = m_core->add(RiskLevel::Low);
    startAndWait();
    QVERIFY(m_client->open().contains(action));
    QSignalSpy changed(m_client.get(), &CoreClient::changed);
    m_core->setState(action, ActionState::Denied);
    QVERIFY(changed.wait());
    QVERIFY2(!m_client->open().contains(action), "expected a denied action not to be open");
    const auto told = changed.constLast().constFirst().value<QList<ActionSnapshot>>();
    QCOMPARE(told.constFirst().record.state, ActionState::Denied);
}

void CoreClientTest::gap_readsEverythingAgain()
{
    startAndWait();
    const ActionId action = m_core->add(RiskLevel::Low);
    QTRY_VERIFY(m_client->open().contains(action));
    // It ended while nobody was told.
    m_core->isSilent = true;
    m_core->setState(action, ActionState::Succeeded);
    m_core->isSilent = false;
    QSignalSpy reset(m_client.get(), &CoreClient::reset);
    m_core->tellGap();
    QVERIFY2(reset.wait(), "expected everything to be read again");
    QVERIFY(!m_client->open().contains(action));
}

void CoreClientTest::silence_stopsDecisions_andEndsByItself()
{
    startAndWait();
    QVERIFY(m_client->canDecide());
    m_core->isSilent = true;
    QTRY_COMPARE_WITH_TIMEOUT(m_client->connection(), CoreClient::Connection::Silent,
                              3 * CoreClient::kSilenceMs);
    QVERIFY2(!m_client->canDecide(), "expected no decisions without an answer of the core");
    m_core->isSilent = false;
    QTRY_COMPARE_WITH_TIMEOUT(m_client->connection(), CoreClient::Connection::Connected,
                              3 * CoreClient::kBeatMs);
    QVERIFY(m_client->canDecide());
}

void CoreClientTest::readOnly_stopsDecisions()
{
    startAndWait();
    StatusSnapshot locked = FakeOperatorCore::writable();
    locked.keyring = "locked";
    locked.readOnly = true;
    QSignalSpy status(m_client.get(), &CoreClient::statusChanged);
    m_core->setStatus(locked);
    QTRY_VERIFY(m_client->status().readOnly);
    QVERIFY2(!m_client->canDecide(), "expected no decisions while the key is locked");
}

void CoreClientTest::answer_afterTheContextIsGone_isDropped()
{
    startAndWait();
    bool isCalled = false;
    bool isSecondCalled = false;
    auto context = std::make_unique<QObject>();
    m_core->status(
        m_client->reply<StatusSnapshot>(context.get(), [&](const auto&) { isCalled = true; }));
    context.reset();
    m_core->status(
        m_client->reply<StatusSnapshot>(this, [&](const auto&) { isSecondCalled = true; }));
    QTRY_VERIFY(isSecondCalled);
    QVERIFY2(!isCalled, "expected no callback into an object that is gone");
}

void CoreClientTest::answer_afterStop_isDropped()
{
    startAndWait();
    bool isCalled = false;
    m_core->status(m_client->reply<StatusSnapshot>(this, [&](const auto&) { isCalled = true; }));
    m_client->stop();
    QCoreApplication::sendPostedEvents();
    QVERIFY2(!isCalled, "expected no callback after stop()");
}

QTEST_MAIN(CoreClientTest)
#include "tst_coreclient.moc"
