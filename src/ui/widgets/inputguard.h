// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <functional>

class QKeyEvent;

namespace lockkeeper {

/// Why people do not decide by accident: input that decides is ignored until kGuardMs after the
/// latest change of what is decided on, a press counts only if it began after that and on that
/// control, held keys never count, and after a decision every key has to be up once.
///
/// One guard per deciding pane; GUI thread. It decides nothing itself: controls ask it. While it
/// lives it watches the keys of the whole program, so that it knows what is held down.
class InputGuard final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kGuardMs = 500;
    /// Milliseconds that never go back.
    using Clock = std::function<qint64()>;
    /// What an accepted press was made with.
    enum class Method { Keyboard, Pointer, Assistive };

    /// `clock` is for tests; without one the machine's is taken.
    explicit InputGuard(QObject* parent = nullptr, Clock clock = {});

    /// What is decided on, or where, has changed: card selected, its content, window activated,
    /// layout moved, screen unlocked.
    void restart();
    /// A decision was made: as restart(), and all keys have to be released before the next.
    void decisionMade();
    [[nodiscard]] bool isOpen() const;

    /// A key-down that would decide: true if it may. Repeats, and keys inside the guard, never do.
    [[nodiscard]] bool takesKey(const QKeyEvent& press);
    /// Tells the guard of a key event of the window. It sees those that Qt delivers by itself;
    /// telling it twice changes nothing.
    void seeKey(const QKeyEvent& event);

    /// From now on \p button clicks only by a press that began on it while the guard was open, and
    /// by Space while it has the focus, or by the accessible "press" action while the guard is open
    /// (click() counts as that); Enter, Return and shortcuts never click it, and it is never a
    /// default button. A refused click emits no clicked(); pressed() and released() are no
    /// decisions. The guard restarts when the button moves, appears or its window is activated.
    void protect(QAbstractButton& button);
    /// How the newest click that was let through was made; valid inside its clicked().
    [[nodiscard]] Method method() const { return m_method; }

signals:
    /// It opened (after the last change came to rest) or closed.
    void openChanged(bool isOpen);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool filterButton(QAbstractButton& button, const QEvent& event);
    bool filterKeyPress(const QAbstractButton& button, const QKeyEvent& press);
    void takePress(QAbstractButton& button);
    void judgeRelease(QAbstractButton& button);
    void dropPress();
    void forgetKeys();
    void reportOpen();
    [[nodiscard]] qint64 remainingMs() const;

    Clock m_clock;
    qint64 m_changedAtMs = 0;
    bool m_isReportedOpen = false;
    bool m_waitsForRelease = false;
    QList<qint64> m_held; ///< keys that are down
    QTimer m_opening;
    QSet<QObject*> m_protected;
    QPointer<QAbstractButton> m_pressed; ///< its press was accepted
    QPointer<QAbstractButton> m_pointer; ///< the pointer went down on it, and that was accepted
    Method m_source = Method::Assistive; ///< what the next press comes from
    Method m_pressedBy = Method::Assistive;
    Method m_method = Method::Assistive;
    bool m_isTimer = false; ///< the newest event of a button that can click it was a timer's
};

} // namespace lockkeeper
