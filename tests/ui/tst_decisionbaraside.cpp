// SPDX-License-Identifier: Apache-2.0
// Putting a call aside in the decision bar, and what of it works while it is aside.
#include "ui/pending/decisionbar.h"

#include "support/decisionscene.h"

#include <QAccessible>
#include <QDateTime>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <sodium.h>

#include <memory>

using namespace lockkeeper;

namespace {

constexpr auto kControl = Qt::ControlModifier;
constexpr qint64 kMinute = 60'000;
constexpr int kLimitMs = 5000;

qint64 wallMs()
{
    return QDateTime::currentMSecsSinceEpoch();
}

ActionCard pending(RiskLevel risk = RiskLevel::Low, qint64 decideInMs = 24 * 60 * kMinute)
{
    ActionCard card = DecisionScene::card(risk);
    card.snapshot.decideByMs = decideInMs == 0 ? 0 : wallMs() + decideInMs;
    return card;
}

ActionCard aside(qint64 forMs = 30 * kMinute)
{
    ActionCard card = pending();
    card.snapshot.snooze = {wallMs() + forMs, "bea", "after lunch"};
    return card;
}

} // namespace

class DecisionBarAsideTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void snooze_byKey_opensTheField_andEnterSends();
    void snooze_ctrlEnterInItsField_neverApproves();
    void snooze_insideTheGuard_doesNothing();
    void snooze_withoutAReason_isNotSent();
    void snooze_chips_offerWhatFitsOnly();
    void snooze_byPointer_takesTheChosenTime();
    void snooze_ofACriticalCard_isNotOffered();
    void snooze_withTooLittleTime_isNotOffered();
    void snooze_openPanel_approvesAndDeniesNothing();
    void snooze_escape_closesAndGivesTheFocusBack();
    void snooze_needsThePin();
    void aside_decidesNothing_andIsBroughtBack();
    void aside_whoseTimeComes_isDecidableAfterTheGuard();
    void focusOrder_isDenySnoozeExtendApprove();

private:
    [[nodiscard]] QString state() const { return m_scene->find<QLabel>("decisionState")->text(); }
    [[nodiscard]] QLineEdit* field() const { return m_scene->find<QLineEdit>("snoozeReasonField"); }
    /// Opens the panel by its key and types a reason.
    void open(const QString& reason);
    [[nodiscard]] SnoozeRequest sent(int number) const
    {
        return m_snoozed->at(number).at(0).value<SnoozeRequest>();
    }

    std::unique_ptr<DecisionScene> m_scene;
    std::unique_ptr<QSignalSpy> m_approved;
    std::unique_ptr<QSignalSpy> m_denied;
    std::unique_ptr<QSignalSpy> m_snoozed;
};

void DecisionBarAsideTest::initTestCase()
{
    QVERIFY2(sodium_init() >= 0, "the guarded memory of a PIN needs it");
}

void DecisionBarAsideTest::init()
{
    m_scene = std::make_unique<DecisionScene>();
    m_approved = std::make_unique<QSignalSpy>(&m_scene->bar, &DecisionBar::approved);
    m_denied = std::make_unique<QSignalSpy>(&m_scene->bar, &DecisionBar::denied);
    m_snoozed = std::make_unique<QSignalSpy>(&m_scene->bar, &DecisionBar::snoozed);
    QVERIFY2(m_scene->show(), "the window has to be active, with the focus in the list");
}

void DecisionBarAsideTest::cleanup()
{
    m_approved.reset();
    m_denied.reset();
    m_snoozed.reset();
    m_scene.reset();
}

void DecisionBarAsideTest::open(const QString& reason)
{
    QTest::keyClick(&m_scene->list, Qt::Key_S);
    QVERIFY2(field()->hasFocus(), "the reason can be typed at once");
    QTest::keyClicks(field(), reason);
    m_scene->settle();
}

void DecisionBarAsideTest::snooze_byKey_opensTheField_andEnterSends()
{
    m_scene->decide(pending(RiskLevel::High));
    open(QStringLiteral(" wait for Bea "));
    QVERIFY2(!m_scene->find("approveButton")->isVisible(), "one thing at a time");
    QVERIFY2(m_scene->find("snoozeFor5")->isChecked(), "the shortest time is chosen first");
    const qint64 before = wallMs();
    QTest::keyClick(field(), Qt::Key_Return);
    QCOMPARE(m_snoozed->count(), 1);
    QCOMPARE(sent(0).action.value(), QByteArray("act_1"));
    QCOMPARE(sent(0).reason, QByteArray("wait for Bea"));
    QVERIFY2(sent(0).untilMs >= before + 5 * kMinute && sent(0).untilMs <= wallMs() + 5 * kMinute,
             "five minutes from now");
    QCOMPARE(m_scene->bar.inputMethod(), QByteArray("keyboard"));
    QVERIFY2(m_scene->list.hasFocus(), "the focus is back where it was");
    QVERIFY2(m_approved->isEmpty() && m_denied->isEmpty(), "nothing was decided");
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->isEmpty(), "until the answer comes nothing is decided on it");
}

void DecisionBarAsideTest::snooze_ctrlEnterInItsField_neverApproves()
{
    m_scene->decide(pending());
    open(QStringLiteral("later"));
    QTest::keyClick(field(), Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 0);
    QCOMPARE(m_snoozed->count(), 1);
}

void DecisionBarAsideTest::snooze_insideTheGuard_doesNothing()
{
    m_scene->decide(pending());
    m_scene->bar.rearm();
    QTest::keyClick(&m_scene->list, Qt::Key_S);
    QVERIFY2(!field()->isVisible(), "the guard's time has not passed");
    m_scene->settle();
    pressKey(&m_scene->list, Qt::Key_S, Qt::NoModifier, true);
    QVERIFY2(!field()->isVisible(), "a key that repeats is no command");
    QTest::keyClick(&m_scene->list, Qt::Key_S);
    QTest::keyClicks(field(), QStringLiteral("later"));
    QTest::keyClick(field(), Qt::Key_Return);
    QCOMPARE(m_snoozed->count(), 0);
    m_scene->settle();
    pressKey(field(), Qt::Key_Return, Qt::NoModifier, true);
    QCOMPARE(m_snoozed->count(), 0);
}

void DecisionBarAsideTest::snooze_withoutAReason_isNotSent()
{
    m_scene->decide(pending());
    open(QStringLiteral("  "));
    QTest::keyClick(field(), Qt::Key_Return);
    m_scene->settle();
    QTest::mouseClick(m_scene->find("sendSnoozeButton"), Qt::LeftButton);
    QCOMPARE(m_snoozed->count(), 0);
    QVERIFY2(m_scene->find<QLabel>("snoozeHint")->text().contains(QLatin1String("Say why")),
             "the panel says what is missing");
    // 500 characters may be more bytes than the record takes.
    field()->setText(QString(500, QChar(0x00e4)));
    m_scene->settle();
    QTest::keyClick(field(), Qt::Key_Return);
    QCOMPARE(m_snoozed->count(), 0);
    field()->setText(QString(250, QChar(0x00e4)));
    m_scene->settle();
    QTest::keyClick(field(), Qt::Key_Return);
    QCOMPARE(m_snoozed->count(), 1);
}

void DecisionBarAsideTest::snooze_chips_offerWhatFitsOnly()
{
    m_scene->decide(pending(RiskLevel::Low, 20 * kMinute));
    open(QStringLiteral("later"));
    QVERIFY2(m_scene->find("snoozeFor5")->isVisible(), "5 minutes fit");
    QVERIFY2(m_scene->find("snoozeFor15")->isVisible(), "15 minutes fit");
    QVERIFY2(!m_scene->find("snoozeFor60")->isVisible(), "60 minutes do not");
    QVERIFY2(m_scene->find("snoozeUntilExpiry")->isVisible(), "until it nearly expires fits");
}

void DecisionBarAsideTest::snooze_byPointer_takesTheChosenTime()
{
    const ActionCard card = pending(RiskLevel::Low, 40 * kMinute);
    m_scene->decide(card);
    QTest::mouseClick(m_scene->find("snoozeButton"), Qt::LeftButton);
    QTest::keyClicks(field(), QStringLiteral("later"));
    m_scene->settle();
    QTest::mouseClick(m_scene->find("snoozeUntilExpiry"), Qt::LeftButton);
    QVERIFY2(!m_scene->find("snoozeFor5")->isChecked(), "one time is chosen");
    QVERIFY2(m_snoozed->isEmpty(), "a chip sends nothing");
    QTest::mouseClick(m_scene->find("sendSnoozeButton"), Qt::LeftButton);
    QCOMPARE(m_snoozed->count(), 1);
    QCOMPARE(sent(0).untilMs, card.snapshot.decideByMs - 10 * kMinute);
    QCOMPARE(m_scene->bar.inputMethod(), QByteArray("pointer"));
}

void DecisionBarAsideTest::snooze_ofACriticalCard_isNotOffered()
{
    m_scene->decide(pending(RiskLevel::Critical));
    auto* button = m_scene->find("snoozeButton");
    QVERIFY2(!button->isEnabled(), "nobody puts a critical call aside alone");
    QCOMPARE(button->text(), QStringLiteral("Snooze: not if critical"));
    QCOMPARE(button->accessibleName(), QStringLiteral("A critical request cannot be snoozed."));
    button->click();
    QTest::keyClick(&m_scene->list, Qt::Key_S);
    QVERIFY2(!field()->isVisible(), "the field does not open");
    QVERIFY2(state().contains(QLatin1String("A critical request cannot be snoozed.")),
             "the key says why it does nothing");
    QCOMPARE(m_snoozed->count(), 0);
}

void DecisionBarAsideTest::snooze_withTooLittleTime_isNotOffered()
{
    m_scene->decide(pending(RiskLevel::Low, 6 * kMinute));
    QVERIFY2(!m_scene->find("snoozeButton")->isEnabled(), "it would be back too late");
    QTest::keyClick(&m_scene->list, Qt::Key_S);
    QVERIFY2(!field()->isVisible(), "the field does not open");
    QVERIFY2(state().contains(QLatin1String("Too little time")), "the key says why");
    QVERIFY2(m_scene->find("denyButton")->isEnabled(), "everything else goes on");
}

void DecisionBarAsideTest::snooze_openPanel_approvesAndDeniesNothing()
{
    m_scene->decide(pending());
    open(QStringLiteral("later"));
    m_scene->list.setFocus();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QTest::keyClick(&m_scene->list, Qt::Key_Return);
    QTest::keyClick(&m_scene->list, Qt::Key_E);
    m_scene->find("approveButton")->click();
    QVERIFY2(m_approved->isEmpty() && m_denied->isEmpty() && m_snoozed->isEmpty(),
             "beside the open panel nothing is decided");
    QTest::keyClick(&m_scene->list, Qt::Key_D);
    QVERIFY2(!field()->isVisible(), "one panel at a time");
    QVERIFY2(m_scene->find<QLineEdit>("denyReasonField")->isVisible(), "the other one is open");
    m_scene->settle();
    m_scene->list.setFocus();
    QTest::keyClick(&m_scene->list, Qt::Key_S);
    QVERIFY2(field()->isVisible() && field()->text().isEmpty(), "and back, without what was typed");
    QVERIFY2(!m_scene->find<QLineEdit>("denyReasonField")->isVisible(), "one panel at a time");
}

void DecisionBarAsideTest::snooze_escape_closesAndGivesTheFocusBack()
{
    m_scene->decide(pending());
    open(QStringLiteral("later"));
    QTest::keyClick(field(), Qt::Key_Escape);
    QVERIFY2(!field()->isVisible() && m_scene->list.hasFocus(), "back in the list");
    QVERIFY2(!m_scene->bar.guard().isOpen(), "the layout moved");
    QCOMPARE(m_snoozed->count(), 0);
    m_scene->settle();
    open(QStringLiteral("later"));
    QTest::mouseClick(m_scene->find("closeSnoozeButton"), Qt::LeftButton);
    QVERIFY2(!field()->isVisible() && m_snoozed->isEmpty(), "Back sends nothing");
}

void DecisionBarAsideTest::snooze_needsThePin()
{
    m_scene->bar.setPinNeeded(true);
    m_scene->decide(pending());
    open(QStringLiteral("later"));
    QTest::keyClick(field(), Qt::Key_Return);
    auto* pin = m_scene->find<QLineEdit>("pinField");
    QVERIFY2(m_snoozed->isEmpty() && pin->hasFocus(), "the PIN is asked for");
    QTest::keyClicks(pin, QStringLiteral("1234"));
    m_scene->settle();
    QTest::keyClick(pin, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->isEmpty(), "beside the panel Ctrl+Enter puts aside");
    QCOMPARE(m_snoozed->count(), 1);
    QCOMPARE(m_snoozed->first().at(1).value<SecretBytes>().view().toByteArray(),
             QByteArray("1234"));
    QVERIFY2(pin->text().isEmpty(), "the PIN is not kept");

    m_scene->decide(aside());
    m_scene->list.setFocus();
    QTest::keyClick(&m_scene->list, Qt::Key_S);
    QCOMPARE(m_snoozed->count(), 1);
    QVERIFY2(pin->isVisible() && m_scene->list.hasFocus(), "asked for without moving the focus");
    QTest::keyClicks(pin, QStringLiteral("5"));
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_S);
    QCOMPARE(m_snoozed->count(), 2);
    QCOMPARE(m_snoozed->last().at(1).value<SecretBytes>().view().toByteArray(), QByteArray("5"));
}

void DecisionBarAsideTest::aside_decidesNothing_andIsBroughtBack()
{
    QSignalSpy extended(&m_scene->bar, &DecisionBar::extended);
    m_scene->decide(aside());
    auto* button = m_scene->find("snoozeButton");
    QCOMPARE(button->text(), QStringLiteral("Bring back"));
    QVERIFY2(state().contains(QLatin1String("Bring it back")), "the bar says what to do first");
    for (const Qt::KeyboardModifiers modifiers :
         {Qt::KeyboardModifiers(kControl), Qt::KeyboardModifiers()}) {
        QTest::keyClick(&m_scene->list, Qt::Key_Return, modifiers);
        QTest::keyClick(&m_scene->body, Qt::Key_Enter, modifiers);
        m_scene->settle();
    }
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    QTest::keyClick(&m_scene->list, Qt::Key_E);
    for (const char* name : {"approveButton", "denyButton", "extendButton"}) {
        QVERIFY2(!m_scene->find(name)->isEnabled(), name);
        m_scene->find(name)->click();
    }
    QVERIFY2(m_approved->isEmpty() && m_denied->isEmpty() && extended.isEmpty(),
             "nothing is decided on what is put aside");
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_S);
    QCOMPARE(m_snoozed->count(), 1);
    QCOMPARE(sent(0).untilMs, qint64(0));
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_S);
    QVERIFY2(m_snoozed->count() == 1, "once, until the answer comes");
    m_scene->bar.setVerdict(QStringLiteral("Not brought back."), true);
    m_scene->settle();
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(m_snoozed->count(), 2);
    ActionCard back = aside();
    back.snapshot.snooze = {};
    m_scene->bar.setCard(back);
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->isEmpty(), "the guard began anew when it came back");
}

void DecisionBarAsideTest::aside_whoseTimeComes_isDecidableAfterTheGuard()
{
    m_scene->decide(aside(800));
    auto* approve = m_scene->find("approveButton");
    QVERIFY2(!approve->isEnabled(), "it is put aside");
    QTRY_VERIFY_WITH_TIMEOUT(approve->isEnabled(), kLimitMs);
    QVERIFY2(!m_scene->bar.guard().isOpen(), "the guard has begun anew");
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 0);
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 1);
}

void DecisionBarAsideTest::focusOrder_isDenySnoozeExtendApprove()
{
    m_scene->decide(pending());
    m_scene->find("denyButton")->setFocus();
    for (const char* name : {"denyButton", "snoozeButton", "extendButton", "approveButton"}) {
        QVERIFY2(m_scene->find(name)->hasFocus(), name);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
}

QTEST_MAIN(DecisionBarAsideTest)
#include "tst_decisionbaraside.moc"
