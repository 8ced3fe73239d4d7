// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/inputguard.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace lockkeeper {

namespace {

constexpr int kRecheckMs = 20;
/// Nobody holds more; releases that never came must not add up.
constexpr qsizetype kMaximumHeld = 32;

qint64 monotonicMs()
{
    QElapsedTimer timer;
    timer.start();
    return timer.msecsSinceReference();
}

/// The same number for the press and the release of a key. The code may differ between them (Shift
/// was let go first), the key itself does not; negative for those, so that the two never meet.
qint64 keyOf(const QKeyEvent& event)
{
    const quint32 scanCode = event.nativeScanCode();
    return scanCode != 0 ? -static_cast<qint64>(scanCode) : event.key();
}

bool isKeyEvent(QEvent::Type type)
{
    return type == QEvent::KeyPress || type == QEvent::KeyRelease ||
           type == QEvent::ShortcutOverride;
}

bool isPointerPress(QEvent::Type type)
{
    return type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick;
}

/// The ground moved: the button is somewhere else, or somewhere at all.
bool isMove(QEvent::Type type)
{
    return type == QEvent::Move || type == QEvent::Resize || type == QEvent::Show;
}

/// Which keys press a button, and which release what Space pressed, is a matter of the desktop's
/// theme; here it is Space and no other.
bool isForeignPressKey(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Enter || event.key() == Qt::Key_Return ||
           event.key() == Qt::Key_Select;
}

} // namespace

InputGuard::InputGuard(QObject* parent, Clock clock)
    : QObject(parent)
    , m_clock(clock ? std::move(clock) : Clock(monotonicMs))
{
    m_opening.setSingleShot(true);
    connect(&m_opening, &QTimer::timeout, this, &InputGuard::reportOpen);
    // Keys are watched where all of them pass: who holds one down while the focus moves from widget
    // to widget still holds it down.
    if (QCoreApplication* application = QCoreApplication::instance())
        application->installEventFilter(this);
    restart();
}

void InputGuard::restart()
{
    m_changedAtMs = m_clock();
    dropPress();
    if (std::exchange(m_isReportedOpen, false))
        emit openChanged(false);
    m_opening.start(kGuardMs);
}

void InputGuard::decisionMade()
{
    restart();
    m_waitsForRelease = !m_held.isEmpty();
}

bool InputGuard::isOpen() const
{
#ifdef LOCKKEEPER_FAULT_INPUT_GUARD_OFF
    return true;
#else
    return !m_waitsForRelease && remainingMs() <= 0;
#endif
}

bool InputGuard::takesKey(const QKeyEvent& press)
{
    seeKey(press);
#ifndef LOCKKEEPER_FAULT_KEY_REPEAT_DECIDES
    if (press.isAutoRepeat())
        return false;
#endif
    return isOpen();
}

void InputGuard::seeKey(const QKeyEvent& event)
{
    const qint64 key = keyOf(event);
    if (event.type() != QEvent::KeyRelease) {
        if (!m_held.contains(key))
            m_held.append(key);
        if (m_held.size() > kMaximumHeld)
            m_held.removeFirst();
        return;
    }
    if (event.isAutoRepeat())
        return;
    m_held.removeOne(key);
    if (m_held.isEmpty())
        forgetKeys();
}

void InputGuard::forgetKeys()
{
    m_held.clear();
    if (std::exchange(m_waitsForRelease, false))
        m_opening.start(static_cast<int>(std::max<qint64>(remainingMs(), 0)));
}

void InputGuard::protect(QAbstractButton& button)
{
    if (m_protected.contains(&button))
        return;
    m_protected.insert(&button);
    if (auto* pushButton = qobject_cast<QPushButton*>(&button)) {
        pushButton->setAutoDefault(false);
        pushButton->setDefault(false);
    }
    connect(&button, &QAbstractButton::pressed, this, [this, &button]() { takePress(button); });
    connect(&button, &QAbstractButton::released, this, [this, &button]() { judgeRelease(button); });
    connect(&button, &QObject::destroyed, this,
            [this](QObject* gone) { m_protected.remove(gone); });
}

bool InputGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (isKeyEvent(event->type()))
        seeKey(*static_cast<const QKeyEvent*>(event));
    if (m_protected.contains(watched)) {
        if (auto* button = qobject_cast<QAbstractButton*>(watched))
            return filterButton(*button, *event);
    }
    return QObject::eventFilter(watched, event);
}

/// True if the button must not see the event.
bool InputGuard::filterButton(QAbstractButton& button, const QEvent& event)
{
    const QEvent::Type type = event.type();
    if (type == QEvent::WindowActivate || isMove(type)) {
        restart();
        return false;
    }
    if (type == QEvent::WindowDeactivate) {
        // Releases go to another window now. What is still held when this one comes back repeats,
        // and repeats never decide.
        forgetKeys();
        restart();
        return false;
    }
    if (type == QEvent::Timer) {
        m_isTimer = true;
        return false;
    }
    if (type == QEvent::Shortcut)
        return true;
    if (type == QEvent::KeyPress) {
        m_isTimer = false;
        return filterKeyPress(button, static_cast<const QKeyEvent&>(event));
    }
    if (type == QEvent::KeyRelease) {
        m_isTimer = false;
        return isForeignPressKey(static_cast<const QKeyEvent&>(event));
    }
    if (!isPointerPress(type) && type != QEvent::MouseMove && type != QEvent::MouseButtonRelease)
        return false;

    const auto& mouse = static_cast<const QMouseEvent&>(event);
    if (type == QEvent::MouseMove)
        return (mouse.buttons() & Qt::LeftButton) != 0 && m_pointer != &button;
    if (mouse.button() != Qt::LeftButton)
        return false;
    m_isTimer = false;
    const bool isInside = button.rect().contains(mouse.position().toPoint());
    if (isPointerPress(type)) {
        // The press that brings the window back decides nothing, in whatever order they come. While
        // another of the pointer's buttons is held on this one, presses elsewhere come here too.
        const bool isTaken = isInside && isOpen() && button.window()->isActiveWindow();
        m_pointer = isTaken ? &button : nullptr;
        m_source = isTaken ? Method::Pointer : Method::Assistive;
        return !isTaken;
    }
    if (m_pointer != &button)
        button.setDown(false); // the release of a press that does not count
    if (m_pointer != &button || !isInside)
        m_pressed = nullptr;
    m_pointer = nullptr;
    return false;
}

bool InputGuard::filterKeyPress(const QAbstractButton& button, const QKeyEvent& press)
{
    if (press.key() != Qt::Key_Space)
        return isForeignPressKey(press);
    if (press.modifiers() != Qt::NoModifier || !button.hasFocus() || !takesKey(press)) {
        if (!press.isAutoRepeat())
            dropPress(); // its release would be taken for that of the press before it
        return true;
    }
    m_source = Method::Keyboard;
    return false;
}

/// Comes before every click, whatever it is made with. What is not an event that was let through
/// is the accessible action or click().
void InputGuard::takePress(QAbstractButton& button)
{
    m_pressedBy = std::exchange(m_source, Method::Assistive);
    m_pressed = isOpen() && button.isVisible() ? &button : nullptr;
}

/// Comes before every clicked(): the last moment to stop it, and the only one that there is for the
/// accessible action, which clicks a tenth of a second after its press.
void InputGuard::judgeRelease(QAbstractButton& button)
{
    const bool isOwnRelease = !m_isTimer || m_pressedBy == Method::Assistive;
    const bool isTaken = m_pressed == &button && isOwnRelease && isOpen() && button.isVisible();
    m_pressed = nullptr;
    if (isTaken) {
        m_method = m_pressedBy;
        return;
    }
    button.blockSignals(true);
    QMetaObject::invokeMethod(
        &button, [&button]() { button.blockSignals(false); }, Qt::QueuedConnection);
}

/// A press that began before the change is none; the button comes up, and its release clicks no
/// more.
void InputGuard::dropPress()
{
    const QPointer<QAbstractButton> pointer = std::exchange(m_pointer, nullptr);
    const QPointer<QAbstractButton> pressed = std::exchange(m_pressed, nullptr);
    if (pointer)
        pointer->setDown(false);
    if (pressed)
        pressed->setDown(false);
}

void InputGuard::reportOpen()
{
    if (m_isReportedOpen || m_waitsForRelease)
        return;
    if (!isOpen()) {
        m_opening.start(static_cast<int>(std::max<qint64>(remainingMs(), kRecheckMs)));
        return;
    }
    m_isReportedOpen = true;
    emit openChanged(true);
}

qint64 InputGuard::remainingMs() const
{
    return m_changedAtMs + kGuardMs - m_clock();
}

} // namespace lockkeeper
