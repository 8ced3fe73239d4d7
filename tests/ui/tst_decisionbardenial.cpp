// SPDX-License-Identifier: Apache-2.0
// What the decision bar does besides approving: denying, the PIN, more time. tst_decisionbar.cpp
// has the rest.
#include "ui/pending/decisionbar.h"

#include "support/decisionscene.h"

#include <QDateTime>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <sodium.h>

#include <memory>

using namespace lockkeeper;

namespace {

constexpr auto kControl = Qt::ControlModifier;

QByteArray bytesOf(const SecretBytes& secret)
{
    return secret.view().toByteArray();
}

} // namespace

class DecisionBarDenialTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void deny_byKey_opensTheField_andEnterSends();
    void deny_ctrlEnterInItsField_isADenial();
    void deny_enterInsideTheGuard_doesNothing();
    void deny_withoutAReason_needsShift();
    void deny_chips_fillTheField();
    void deny_openPanel_approvesNothing();
    void pin_isAskedForBoth_andNeverKept();
    void pin_missingForADenial_neverTurnsIntoAnApproval();
    void extend_asksForMoreTime();
    void extend_withoutThePin_asksForItAndMovesNoFocus();

private:
    void type(const char* field, const QString& text);

    std::unique_ptr<DecisionScene> m_scene;
    std::unique_ptr<QSignalSpy> m_approved;
    std::unique_ptr<QSignalSpy> m_denied;
};

void DecisionBarDenialTest::initTestCase()
{
    QVERIFY2(sodium_init() >= 0, "the guarded memory of a PIN needs it");
}

void DecisionBarDenialTest::init()
{
    m_scene = std::make_unique<DecisionScene>();
    m_approved = std::make_unique<QSignalSpy>(&m_scene->bar, &DecisionBar::approved);
    m_denied = std::make_unique<QSignalSpy>(&m_scene->bar, &DecisionBar::denied);
    QVERIFY2(m_scene->show(), "the window has to be active, with the focus in the list");
}

void DecisionBarDenialTest::cleanup()
{
    m_approved.reset();
    m_denied.reset();
    m_scene.reset();
}

void DecisionBarDenialTest::type(const char* field, const QString& text)
{
    auto* edit = m_scene->find<QLineEdit>(field);
    QVERIFY2(edit->isVisible(), field);
    edit->setFocus();
    QTest::keyClicks(edit, text);
}

void DecisionBarDenialTest::deny_byKey_opensTheField_andEnterSends()
{
    m_scene->decide(DecisionScene::card(RiskLevel::High));
    QTest::keyClick(&m_scene->list, Qt::Key_D);
    auto* field = m_scene->find<QLineEdit>("denyReasonField");
    QVERIFY2(field->hasFocus(), "the reason can be typed at once");
    QVERIFY2(!m_scene->find("approveButton")->isVisible(), "one thing at a time");
    m_scene->settle();
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY2(m_denied->isEmpty(), "a denial without a reason is another key");
    type("denyReasonField", QStringLiteral(" wrong folder "));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(m_denied->count(), 1);
    QCOMPARE(m_denied->first().at(0).value<ActionId>().value(), QByteArray("act_1"));
    QCOMPARE(m_denied->first().at(1).toByteArray(), QByteArray("wrong folder"));
    QVERIFY(m_scene->list.hasFocus());
    QCOMPARE(m_approved->count(), 0);
}

void DecisionBarDenialTest::deny_ctrlEnterInItsField_isADenial()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    QTest::keyClick(&m_scene->list, Qt::Key_D);
    m_scene->settle();
    type("denyReasonField", QStringLiteral("no"));
    QTest::keyClick(m_scene->find<QLineEdit>("denyReasonField"), Qt::Key_Return, kControl);
    QVERIFY2(m_approved->isEmpty(), "there it may never approve");
    QCOMPARE(m_denied->count(), 1);
}

void DecisionBarDenialTest::deny_enterInsideTheGuard_doesNothing()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    QTest::keyClick(&m_scene->list, Qt::Key_D);
    type("denyReasonField", QStringLiteral("no"));
    QTest::keyClick(m_scene->find<QLineEdit>("denyReasonField"), Qt::Key_Return);
    pressKey(m_scene->find<QLineEdit>("denyReasonField"), Qt::Key_Return, Qt::NoModifier, true);
    QCOMPARE(m_denied->count(), 0);
}

void DecisionBarDenialTest::deny_withoutAReason_needsShift()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Critical));
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    QCOMPARE(m_denied->count(), 1);
    QCOMPARE(m_denied->first().at(1).toByteArray(), QByteArray());
}

void DecisionBarDenialTest::deny_chips_fillTheField()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    QTest::mouseClick(m_scene->find("denyButton"), Qt::LeftButton);
    m_scene->settle();
    auto* field = m_scene->find<QLineEdit>("denyReasonField");
    QTest::mouseClick(m_scene->find("denyWrongTarget"), Qt::LeftButton);
    QCOMPARE(field->text(), QStringLiteral("wrong target"));
    QTest::mouseClick(m_scene->find("denySuspicious"), Qt::LeftButton);
    QCOMPARE(field->text(), QStringLiteral("wrong target; suspicious"));
    QVERIFY2(m_denied->isEmpty(), "a chip sends nothing");
    QTest::mouseClick(m_scene->find("sendDenialButton"), Qt::LeftButton);
    QCOMPARE(m_denied->count(), 1);
    QCOMPARE(m_scene->bar.inputMethod(), QByteArray("pointer"));
}

void DecisionBarDenialTest::deny_openPanel_approvesNothing()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    QTest::keyClick(&m_scene->list, Qt::Key_D);
    m_scene->settle();
    m_scene->list.setFocus();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    m_scene->find("approveButton")->click();
    QVERIFY2(m_approved->isEmpty(), "a denial is open");
    m_scene->find<QLineEdit>("denyReasonField")->setFocus();
    QTest::keyClick(m_scene->find<QLineEdit>("denyReasonField"), Qt::Key_Escape);
    QVERIFY(m_scene->find("approveButton")->isVisible());
    QVERIFY(m_denied->isEmpty());
}

void DecisionBarDenialTest::pin_isAskedForBoth_andNeverKept()
{
    m_scene->bar.setPinNeeded(true);
    m_scene->decide(DecisionScene::card(RiskLevel::Low, "act_1"));
    auto* pin = m_scene->find<QLineEdit>("pinField");
    QVERIFY(pin->isVisible());
    QCOMPARE(pin->echoMode(), QLineEdit::Password);
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->isEmpty(), "the PIN is missing");
    QVERIFY(pin->hasFocus());
    type("pinField", QStringLiteral("12 34"));
    QTest::keyClick(pin, Qt::Key_Return);
    QVERIFY2(m_approved->isEmpty(), "Enter approves nowhere");
    QTest::keyClick(pin, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 1);
    QCOMPARE(bytesOf(m_approved->first().at(3).value<SecretBytes>()), QByteArray("12 34"));
    QCOMPARE(pin->text(), QString());
    QVERIFY(m_scene->list.hasFocus());

    m_scene->decide(DecisionScene::card(RiskLevel::Low, "act_2"));
    type("pinField", QStringLiteral("5678"));
    m_scene->list.setFocus();
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    QCOMPARE(m_denied->count(), 1);
    QCOMPARE(bytesOf(m_denied->first().at(2).value<SecretBytes>()), QByteArray("5678"));
    QCOMPARE(pin->text(), QString());

    m_scene->decide(DecisionScene::card(RiskLevel::Low, "act_3"));
    type("pinField", QStringLiteral("9"));
    m_scene->bar.setCard(DecisionScene::card(RiskLevel::Low, "act_4"));
    QVERIFY2(pin->text().isEmpty(), "it was typed for another card");
}

void DecisionBarDenialTest::pin_missingForADenial_neverTurnsIntoAnApproval()
{
    m_scene->bar.setPinNeeded(true);
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    auto* pin = m_scene->find<QLineEdit>("pinField");
    QVERIFY(pin->hasFocus());
    m_scene->settle();
    type("pinField", QStringLiteral("1234"));
    QTest::keyClick(pin, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->isEmpty(), "the person is denying");
    type("denyReasonField", QStringLiteral("no"));
    pin->setFocus();
    QTest::keyClick(pin, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 0);
    QCOMPARE(m_denied->count(), 1);
}

void DecisionBarDenialTest::extend_asksForMoreTime()
{
    QSignalSpy extended(&m_scene->bar, &DecisionBar::extended);
    ActionCard card = DecisionScene::card(RiskLevel::Low);
    m_scene->decide(card);
    QTest::keyClick(&m_scene->list, Qt::Key_E);
    QVERIFY2(extended.isEmpty(), "there is no limit to extend");
    card.snapshot.decideByMs = QDateTime::currentMSecsSinceEpoch() + 3600 * 1000;
    m_scene->decide(card);
    QTest::keyClick(&m_scene->list, Qt::Key_E);
    QCOMPARE(extended.count(), 1);
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_E);
    QVERIFY2(extended.count() == 1, "once, until the answer comes");
    card.snapshot.decideByMs += 3600 * 1000;
    m_scene->bar.setCard(card);
    QVERIFY2(!m_scene->bar.guard().isOpen(), "another time is another matter");
    m_scene->settle();
    QTest::mouseClick(m_scene->find("extendButton"), Qt::LeftButton);
    QCOMPARE(extended.count(), 2);
    m_scene->bar.setVerdict(QStringLiteral("No more time was given."), true);
    m_scene->bar.rearm();
    QTest::keyClick(&m_scene->list, Qt::Key_E);
    m_scene->bar.tryExtension();
    QCOMPARE(extended.count(), 2);
    m_scene->settle();
    m_scene->bar.tryExtension();
    QCOMPARE(extended.count(), 3);
    QVERIFY2(m_scene->list.hasFocus(), "asking for more time moves no focus");
    QVERIFY2(m_approved->isEmpty() && m_denied->isEmpty(), "nothing was decided");
}

void DecisionBarDenialTest::extend_withoutThePin_asksForItAndMovesNoFocus()
{
    QSignalSpy extended(&m_scene->bar, &DecisionBar::extended);
    ActionCard card = DecisionScene::card(RiskLevel::Low);
    card.snapshot.decideByMs = QDateTime::currentMSecsSinceEpoch() + 3600 * 1000;
    m_scene->bar.setPinNeeded(true);
    m_scene->decide(card);
    QTest::keyClick(&m_scene->list, Qt::Key_E);
    QVERIFY2(extended.isEmpty(), "the PIN is missing");
    QVERIFY2(m_scene->list.hasFocus(), "beside the PIN the next key would approve");
    type("pinField", QStringLiteral("1234"));
    m_scene->list.setFocus();
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_E);
    QCOMPARE(extended.count(), 1);
    QCOMPARE(bytesOf(m_scene->bar.takePin()), QByteArray("1234"));
}

QTEST_MAIN(DecisionBarDenialTest)
#include "tst_decisionbardenial.moc"
