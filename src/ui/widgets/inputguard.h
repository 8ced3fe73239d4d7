// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>

class QKeyEvent;

namespace lockkeeper {

/// Why people do not decide by accident: input that decides is ignored until kGuardMs after the
/// latest change of what is decided on, a press counts only if it began after that and on that
/// control, held keys never count, and after a decision every key has to be up once.
///
/// One guard per deciding pane; GUI thread. It decides nothing itself: controls ask it.
class InputGuard final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kGuardMs = 500;
    /// Milliseconds that never go back.
    using Clock = std::function<qint64()>;

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
    /// Tells the guard of every key event of the window, so that it knows what is held down.
    void seeKey(const QKeyEvent& event);

    /// From now on \p button clicks only by a press that began on it while the guard was open, and
    /// by the accessible "press" action while the guard is open; Enter and Return never click it,
    /// and it is never a default button.
    void protect(QAbstractButton& button);

signals:
    /// It opened (after the last change came to rest) or closed.
    void openChanged(bool isOpen);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Clock m_clock;
    qint64 m_changedAtMs = 0;
    bool m_waitsForRelease = false;
    QList<int> m_held; ///< keys that are down
    QTimer m_opening;
    QPointer<QAbstractButton> m_pressed; ///< its press was accepted
};

} // namespace lockkeeper
