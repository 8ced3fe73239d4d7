// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/inputguard.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using lockkeeper::InputGuard;

namespace {

constexpr int kAnimationMs = 1000; // the accessible action clicks after 100 ms

QKeyEvent keyDown(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier, bool isRepeat = false)
{
    return QKeyEvent(QEvent::KeyPress, key, modifiers, QString(), isRepeat);
}

QKeyEvent keyUp(int key)
{
    return QKeyEvent(QEvent::KeyRelease, key, Qt::NoModifier);
}

void accessiblePress(QWidget* widget)
{
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
    interface->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
}

} // namespace

class InputGuardTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void guard_fromTheLatestChange_opensAfterItsTime();
    void guard_thatOpensAndCloses_saysSo();
    void key_insideTheGuard_isNotTaken();
    void key_thatRepeats_isNeverTaken();
    void decision_untilAllKeysWereUp_closes();
    void decision_whileKeysOfAnotherWidgetAreDown_waitsForThem();
    void releasesOfAnotherCode_freeTheirKey();
    void heldKeys_areForgottenWhenTheWindowGoes();
    void click_insideTheGuard_isDropped();
    void click_whosePressBeganInside_isDropped();
    void click_whosePressBeganBeforeAChange_isDropped();
    void click_draggedBackInAfterAChange_isDropped();
    void click_whosePressWasOutside_isDropped();
    void click_afterTheGuard_counts();
    void click_thatLeavesAndComesBack_counts();
    void click_thatActivatesTheWindow_isDropped();
    void activation_restartsTheGuard();
    void space_onTheFocusedButton_counts();
    void space_repeatedOrWithModifiers_isDropped();
    void space_heldOverAChange_isDropped();
    void space_heldWhileAnotherKeyComesUp_isNotReleased();
    void enter_neverClicks_data();
    void enter_neverClicks();
    void mnemonic_neverClicks();
    void accessiblePress_insideTheGuard_emitsNothing();
    void accessiblePress_afterTheGuard_counts();
    void accessiblePress_beforeAChange_emitsNothing();
    void accessiblePress_refused_doesNotTurnAHeldPointerIntoAClick();
    void programmaticClick_insideTheGuard_emitsNothing();
    void hiddenButton_isNeverClicked();
    void movedButton_restartsTheGuard();
    void protectedButton_isNoDefault();

private:
    void makeActive();
    qint64 m_nowMs = 5000;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<InputGuard> m_guard;
    QPushButton* m_button = nullptr;
    QPushButton* m_other = nullptr;
    QLineEdit* m_field = nullptr;
    std::unique_ptr<QSignalSpy> m_clicks;
};

void InputGuardTest::init()
{
    m_nowMs = 5000;
    m_window = std::make_unique<QWidget>();
    auto* layout = new QHBoxLayout(m_window.get());
    m_button = new QPushButton(QStringLiteral("&Approve"));
    m_other = new QPushButton(QStringLiteral("Other"));
    m_field = new QLineEdit;
    layout->addWidget(m_button);
    layout->addWidget(m_other);
    layout->addWidget(m_field);
    m_guard = std::make_unique<InputGuard>(nullptr, [this]() { return m_nowMs; });
    m_guard->protect(*m_button);
    m_clicks = std::make_unique<QSignalSpy>(m_button, &QPushButton::clicked);
    m_window->show();
    makeActive();
    QCoreApplication::sendPostedEvents();
    m_nowMs += InputGuard::kGuardMs;
    QVERIFY2(m_guard->isOpen(), "the guard has to be open once its time is over");
}

void InputGuardTest::makeActive()
{
    QApplication::setActiveWindow(m_window.get());
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void InputGuardTest::cleanup()
{
    m_clicks.reset();
    m_guard.reset();
    m_window.reset();
}

void InputGuardTest::guard_fromTheLatestChange_opensAfterItsTime()
{
    m_guard->restart();
    QVERIFY2(!m_guard->isOpen(), "a change closes it");
    m_nowMs += InputGuard::kGuardMs - 1;
    QVERIFY2(!m_guard->isOpen(), "it opens after 500 ms, not before");
    m_guard->restart();
    m_nowMs += 1;
    QVERIFY2(!m_guard->isOpen(), "the latest change counts");
    m_nowMs += InputGuard::kGuardMs - 1;
    QVERIFY2(m_guard->isOpen(), "500 ms after the latest change it is open");
}

void InputGuardTest::guard_thatOpensAndCloses_saysSo()
{
    InputGuard guard; // with the machine's clock
    QSignalSpy spy(&guard, &InputGuard::openChanged);
    guard.restart();
    QCOMPARE(spy.count(), 0);
    QVERIFY2(spy.wait(InputGuard::kGuardMs * 10), "it has to say that it opened");
    QCOMPARE(spy.takeFirst().first().toBool(), true);
    guard.restart();
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy.takeFirst().first().toBool(), false);
}

void InputGuardTest::key_insideTheGuard_isNotTaken()
{
    m_guard->restart();
    QVERIFY(!m_guard->takesKey(keyDown(Qt::Key_D)));
    m_nowMs += InputGuard::kGuardMs;
    QVERIFY(m_guard->takesKey(keyDown(Qt::Key_D)));
}

void InputGuardTest::key_thatRepeats_isNeverTaken()
{
    QVERIFY2(!m_guard->takesKey(keyDown(Qt::Key_Return, Qt::ControlModifier, true)),
             "a repeated key decides nothing, however long the guard is open");
    QVERIFY(m_guard->takesKey(keyDown(Qt::Key_Return, Qt::ControlModifier)));
}

void InputGuardTest::decision_untilAllKeysWereUp_closes()
{
    QVERIFY(m_guard->takesKey(keyDown(Qt::Key_Control)));
    QVERIFY(m_guard->takesKey(keyDown(Qt::Key_Return, Qt::ControlModifier)));
    m_guard->decisionMade();
    m_nowMs += 10 * InputGuard::kGuardMs;
    QVERIFY2(!m_guard->isOpen(), "both keys are down still");
    m_guard->seeKey(keyUp(Qt::Key_Return));
    QVERIFY2(!m_guard->isOpen(), "Control is down still");
    QVERIFY2(!m_guard->takesKey(keyDown(Qt::Key_Return, Qt::ControlModifier)),
             "the next Enter with the same Control held is none");
    m_guard->seeKey(keyUp(Qt::Key_Return));
    m_guard->seeKey(keyUp(Qt::Key_Control));
    QVERIFY2(m_guard->isOpen(), "all keys were up once");
}

void InputGuardTest::decision_whileKeysOfAnotherWidgetAreDown_waitsForThem()
{
    m_field->setFocus();
    QTest::keyPress(m_field, Qt::Key_A);
    m_guard->decisionMade();
    m_nowMs += InputGuard::kGuardMs;
    QVERIFY2(!m_guard->isOpen(), "a key is down in another widget");
    QTest::keyRelease(m_field, Qt::Key_A);
    QVERIFY(m_guard->isOpen());
}

void InputGuardTest::releasesOfAnotherCode_freeTheirKey()
{
    // Shift+1 goes down as "!" and comes up as "1" if Shift was let go first.
    constexpr quint32 kScanCode = 10;
    const QKeyEvent down(QEvent::KeyPress, Qt::Key_Exclam, Qt::ShiftModifier, kScanCode, 0, 0);
    const QKeyEvent up(QEvent::KeyRelease, Qt::Key_1, Qt::NoModifier, kScanCode, 0, 0);
    m_guard->seeKey(down);
    m_guard->decisionMade();
    m_nowMs += InputGuard::kGuardMs;
    QVERIFY(!m_guard->isOpen());
    m_guard->seeKey(up);
    QVERIFY2(m_guard->isOpen(), "it is the same key");
}

void InputGuardTest::heldKeys_areForgottenWhenTheWindowGoes()
{
    QVERIFY(m_guard->takesKey(keyDown(Qt::Key_Return, Qt::ControlModifier)));
    m_guard->decisionMade();
    QApplication::setActiveWindow(nullptr);
    makeActive();
    QVERIFY2(!m_guard->isOpen(), "activation closes it");
    m_nowMs += InputGuard::kGuardMs;
    QVERIFY2(m_guard->isOpen(), "the release went to another window: it is not waited for");
    QVERIFY2(!m_guard->takesKey(keyDown(Qt::Key_Return, Qt::ControlModifier, true)),
             "what is still held repeats, and repeats never decide");
}

void InputGuardTest::click_insideTheGuard_isDropped()
{
    m_guard->restart();
    QTest::mouseClick(m_button, Qt::LeftButton);
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::click_whosePressBeganInside_isDropped()
{
    m_guard->restart();
    QTest::mousePress(m_button, Qt::LeftButton);
    m_nowMs += InputGuard::kGuardMs;
    QTest::mouseRelease(m_button, Qt::LeftButton);
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::click_whosePressBeganBeforeAChange_isDropped()
{
    QTest::mousePress(m_button, Qt::LeftButton);
    m_guard->restart();
    m_nowMs += InputGuard::kGuardMs;
    QTest::mouseRelease(m_button, Qt::LeftButton);
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::click_draggedBackInAfterAChange_isDropped()
{
    const auto moveTo = [this](const QPoint& place) {
        QMouseEvent move(QEvent::MouseMove, place, m_button->mapToGlobal(place), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_button, &move);
    };
    QTest::mousePress(m_button, Qt::LeftButton);
    m_guard->restart();
    m_nowMs += InputGuard::kGuardMs;
    moveTo({-20, -20});
    moveTo(m_button->rect().center());
    QTest::mouseRelease(m_button, Qt::LeftButton);
    QVERIFY2(m_clicks->isEmpty(), "the press began before the change");
}

void InputGuardTest::click_whosePressWasOutside_isDropped()
{
    // With another button of the pointer held on it, it gets presses that are elsewhere.
    const auto send = [this](QEvent::Type type, const QPoint& place, Qt::MouseButton button,
                             Qt::MouseButtons held) {
        QMouseEvent event(type, place, m_button->mapToGlobal(place), button, held, Qt::NoModifier);
        QApplication::sendEvent(m_button, &event);
    };
    const QPoint inside = m_button->rect().center();
    const QPoint outside(-20, -20);
    send(QEvent::MouseButtonPress, inside, Qt::LeftButton, Qt::LeftButton);
    m_guard->restart();
    m_nowMs += InputGuard::kGuardMs;
    send(QEvent::MouseButtonPress, inside, Qt::RightButton, Qt::LeftButton | Qt::RightButton);
    send(QEvent::MouseMove, outside, Qt::NoButton, Qt::LeftButton | Qt::RightButton);
    send(QEvent::MouseButtonRelease, outside, Qt::LeftButton, Qt::RightButton);
    send(QEvent::MouseButtonPress, outside, Qt::LeftButton, Qt::LeftButton | Qt::RightButton);
    send(QEvent::MouseMove, inside, Qt::NoButton, Qt::LeftButton | Qt::RightButton);
    send(QEvent::MouseButtonRelease, inside, Qt::LeftButton, Qt::RightButton);
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::click_afterTheGuard_counts()
{
    QTest::mouseClick(m_button, Qt::LeftButton);
    QCOMPARE(m_clicks->count(), 1);
    QCOMPARE(m_guard->method(), InputGuard::Method::Pointer);
    QTest::mouseClick(m_button, Qt::RightButton);
    QCOMPARE(m_clicks->count(), 1);
    QTest::mousePress(m_other, Qt::LeftButton);
    QTest::mouseRelease(m_button, Qt::LeftButton);
    QVERIFY2(m_clicks->count() == 1, "the press began on another button");
}

void InputGuardTest::click_thatLeavesAndComesBack_counts()
{
    const auto moveTo = [this](const QPoint& place) {
        QMouseEvent move(QEvent::MouseMove, place, m_button->mapToGlobal(place), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_button, &move);
    };
    QTest::mousePress(m_button, Qt::LeftButton);
    moveTo({-20, -20});
    moveTo(m_button->rect().center());
    QTest::mouseRelease(m_button, Qt::LeftButton);
    QVERIFY2(m_clicks->count() == 1, "press and release were on it, and nothing changed");
}

void InputGuardTest::click_thatActivatesTheWindow_isDropped()
{
    QApplication::setActiveWindow(nullptr);
    m_nowMs += 10 * InputGuard::kGuardMs;
    QTest::mousePress(m_button, Qt::LeftButton);
    makeActive();
    m_nowMs += 10 * InputGuard::kGuardMs;
    QTest::mouseRelease(m_button, Qt::LeftButton);
    QVERIFY2(m_clicks->isEmpty(), "the window was not active when the press came");
}

void InputGuardTest::activation_restartsTheGuard()
{
    QApplication::setActiveWindow(nullptr);
    m_nowMs += 10 * InputGuard::kGuardMs;
    makeActive();
    QVERIFY2(!m_guard->isOpen(), "the window has just been activated");
    QTest::mouseClick(m_button, Qt::LeftButton);
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::space_onTheFocusedButton_counts()
{
    m_button->setFocus();
    QTest::keyClick(m_button, Qt::Key_Space);
    QCOMPARE(m_clicks->count(), 1);
    QCOMPARE(m_guard->method(), InputGuard::Method::Keyboard);
    m_guard->restart();
    QTest::keyClick(m_button, Qt::Key_Space);
    QVERIFY2(m_clicks->count() == 1, "inside the guard it is dropped");
}

void InputGuardTest::space_repeatedOrWithModifiers_isDropped()
{
    m_button->setFocus();
    QKeyEvent repeat(QEvent::KeyPress, Qt::Key_Space, Qt::NoModifier, QStringLiteral(" "), true);
    QApplication::sendEvent(m_button, &repeat);
    QTest::keyRelease(m_button, Qt::Key_Space);
    QTest::keyClick(m_button, Qt::Key_Space, Qt::ControlModifier);
    QTest::keyClick(m_button, Qt::Key_Space, Qt::ShiftModifier);
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::space_heldOverAChange_isDropped()
{
    m_button->setFocus();
    QTest::keyPress(m_button, Qt::Key_Space);
    m_guard->restart();
    m_nowMs += InputGuard::kGuardMs;
    QTest::keyRelease(m_button, Qt::Key_Space);
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::space_heldWhileAnotherKeyComesUp_isNotReleased()
{
    m_button->setFocus();
    QTest::keyPress(m_button, Qt::Key_Space);
    QTest::keyRelease(m_button, Qt::Key_Select);
    QTest::keyRelease(m_button, Qt::Key_Return);
    QCOMPARE(m_clicks->count(), 0);
    QTest::keyRelease(m_button, Qt::Key_Space);
    QCOMPARE(m_clicks->count(), 1);
}

void InputGuardTest::enter_neverClicks_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    for (const int key : {int(Qt::Key_Return), int(Qt::Key_Enter), int(Qt::Key_Select)}) {
        for (const int modifiers : {int(Qt::NoModifier), int(Qt::ControlModifier),
                                    int(Qt::ShiftModifier), int(Qt::AltModifier)})
            QTest::addRow("%d+%d", modifiers, key) << key << modifiers;
    }
}

void InputGuardTest::enter_neverClicks()
{
    QFETCH(int, key);
    QFETCH(int, modifiers);
    m_button->setAutoDefault(true); // even if somebody does
    m_button->setFocus();
    QTest::keyClick(m_button, Qt::Key(key), Qt::KeyboardModifiers(modifiers));
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::mnemonic_neverClicks()
{
    m_other->setText(QStringLiteral("&Other"));
    m_field->setFocus();
    QSignalSpy pressed(m_button, &QPushButton::pressed);
    QSignalSpy otherPressed(m_other, &QPushButton::pressed);
    QTest::keyClick(m_window->windowHandle(), Qt::Key_A, Qt::AltModifier);
    QTest::keyClick(m_window->windowHandle(), Qt::Key_O, Qt::AltModifier);
    QVERIFY2(otherPressed.count() == 1, "the same way presses a button that is not protected");
    QVERIFY2(pressed.isEmpty(), "no shortcut presses a protected button");
}

void InputGuardTest::accessiblePress_insideTheGuard_emitsNothing()
{
    m_guard->restart();
    QSignalSpy released(m_button, &QPushButton::released);
    accessiblePress(m_button);
    m_nowMs += InputGuard::kGuardMs; // it clicks later, when the guard is open again
    QTRY_COMPARE_WITH_TIMEOUT(released.count(), 1, kAnimationMs);
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::accessiblePress_afterTheGuard_counts()
{
    accessiblePress(m_button);
    QTRY_COMPARE_WITH_TIMEOUT(m_clicks->count(), 1, kAnimationMs);
    QCOMPARE(m_guard->method(), InputGuard::Method::Assistive);
}

void InputGuardTest::accessiblePress_beforeAChange_emitsNothing()
{
    QSignalSpy released(m_button, &QPushButton::released);
    accessiblePress(m_button);
    m_guard->restart(); // another card, before the click comes
    m_nowMs += InputGuard::kGuardMs;
    QTRY_COMPARE_WITH_TIMEOUT(released.count(), 1, kAnimationMs);
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::accessiblePress_refused_doesNotTurnAHeldPointerIntoAClick()
{
    QSignalSpy released(m_button, &QPushButton::released);
    m_guard->restart();
    accessiblePress(m_button);
    m_nowMs += InputGuard::kGuardMs;
    QTest::mousePress(m_button, Qt::LeftButton); // and it stays down
    QTRY_COMPARE_WITH_TIMEOUT(released.count(), 1, kAnimationMs);
    QVERIFY2(m_clicks->isEmpty(), "the pointer has not been released");
}

void InputGuardTest::programmaticClick_insideTheGuard_emitsNothing()
{
    m_guard->restart();
    m_button->click();
    QCOMPARE(m_clicks->count(), 0);
    QCoreApplication::processEvents();
    m_nowMs += InputGuard::kGuardMs;
    m_button->click();
    QVERIFY2(m_clicks->count() == 1, "the refused click may not silence the next one");
}

void InputGuardTest::hiddenButton_isNeverClicked()
{
    m_button->hide();
    QCoreApplication::sendPostedEvents();
    m_nowMs += InputGuard::kGuardMs;
    m_button->click();
    QCOMPARE(m_clicks->count(), 0);
}

void InputGuardTest::movedButton_restartsTheGuard()
{
    m_button->move(m_button->pos() + QPoint(5, 0));
    QVERIFY(!m_guard->isOpen());
    m_nowMs += InputGuard::kGuardMs;
    m_button->resize(m_button->size() + QSize(5, 0));
    QVERIFY(!m_guard->isOpen());
    m_nowMs += InputGuard::kGuardMs;
    m_button->hide();
    m_button->show();
    QVERIFY(!m_guard->isOpen());
}

void InputGuardTest::protectedButton_isNoDefault()
{
    QPushButton button;
    button.setDefault(true);
    m_guard->protect(button);
    QVERIFY(!button.isDefault());
    QVERIFY(!button.autoDefault());
}

QTEST_MAIN(InputGuardTest)
#include "tst_inputguard.moc"
