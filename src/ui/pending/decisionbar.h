// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secretbytes.h"
#include "core/coreservice.h"
#include "ui/pending/approvalladder.h"
#include "ui/widgets/inputguard.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <optional>

class QKeyEvent;
class QLabel;

namespace lockkeeper {

class ChallengePanel;
class DenyPanel;
class PinRow;
class SnoozePanel;
class WrappingButton;

/// The pinned bar below a card: what is still missing, Deny, Snooze, Extend, Approve, the challenge
/// and the reason, the hold with Undo. The only place of the program that can approve. It sends
/// nothing: it says what the person decided, and the card's owner gives it to the core. After a
/// decision nothing more is decided until another version of the card or a refusal comes.
///
/// Its buttons stand at its lower edge; the challenge opens below them, so that the button that
/// approves is not where the one was that opened it. GUI thread; the owner pins it to the lower
/// edge of the card.
///
/// Object names: decisionBar, decisionState (label), fingerprint (label), denyButton,
/// snoozeButton, extendButton, approveButton, undoButton, challengeField, reasonField,
/// denyReasonField, sendDenialButton, pinField, and those of SnoozePanel.
class DecisionBar final : public QWidget
{
    Q_OBJECT

public:
    explicit DecisionBar(QWidget* parent = nullptr, InputGuard::Clock clock = {});

    /// No approval or denial counts from this many milliseconds before decide-by on.
    static constexpr qint64 kExpiryMarginMs = 1000;

    /// Another card, another version of it, or none. Restarts the guard unless nothing that is
    /// decided on has changed; closes an open challenge then. With other arguments the coverage
    /// starts anew: call setConditions() after it.
    void setCard(const std::optional<ActionCard>& card);
    /// What is not part of the card: whether the console decides, coverage, warnings, PIN.
    void setConditions(bool canDecide, bool isToolUsable, bool isSeenToTheEnd, int openWarnings,
                       int unmasked);
    void setPinNeeded(bool needed);
    /// A sentence from the core (refused, sent, accepted …); stays until the card changes.
    /// A refusal says that nothing was decided: it may be tried again, after the guard's time.
    void setVerdict(const QString& text, bool isRefusal);
    /// What is not yet on screen, for the words of the bar: "Read 62 %".
    void setReadPercent(int percent);
    /// Layout moved, window activated, screen unlocked …
    void rearm();

    /// A key-down in list or card. True if it was one of the bar's (Ctrl+Enter, D, Shift+D, S, E)
    /// and is used up, whether or not it did something. Enter is never one of them.
    bool takeKey(QKeyEvent& press);
    /// Every key event of the window passes here (for what is held down).
    void seeKey(const QKeyEvent& event) { m_guard.seeKey(event); }

    [[nodiscard]] InputGuard& guard() { return m_guard; }
    /// For the record of the decision: "keyboard", "pointer" or "assistive".
    [[nodiscard]] QByteArray inputMethod() const { return m_inputMethod; }
    /// As its button does, for another one; nothing inside the guard's time. Moves no focus.
    void tryExtension();
    /// The typed PIN, for the commands whose signals carry none (extended); empties the field.
    [[nodiscard]] SecretBytes takePin();

signals:
    /// The one way to an approval.
    void approved(const lockkeeper::ActionId& action, const QByteArray& fingerprint,
                  const QByteArray& reason, const lockkeeper::SecretBytes& pin);
    void denied(const lockkeeper::ActionId& action, const QByteArray& reason,
                const lockkeeper::SecretBytes& pin);
    void undone(const lockkeeper::ActionId& action);
    void extended(const lockkeeper::ActionId& action);
    /// Put aside until then, or brought back (0).
    void snoozed(const lockkeeper::SnoozeRequest& request, const lockkeeper::SecretBytes& pin);
    /// Its height or the place of its buttons changed.
    void layoutMoved();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    void layOut();
    void reserveHeight();
    void connectButtons();
    [[nodiscard]] ApprovalLadder ladder() const;
    [[nodiscard]] bool isExpired() const;
    [[nodiscard]] bool canDeny() const;
    void refresh();
    void refreshWords(ApprovalLadder::Step step);
    void refreshTimers(bool isHolding);
    void work(QWidget& control, bool works);
    void reveal(QWidget& control, bool isShown);
    void keepFocusOf(const QWidget& control);
    void rememberFocus();
    void takeFieldKey(QWidget* field, const QKeyEvent& press);
    void tryApproval(const QByteArray& method);
    void approve();
    void endDecision();
    void openChallenge();
    void openDenial(const QByteArray& method);
    void sendDenial(const QByteArray& method);
    void deny(const QByteArray& reason, const QByteArray& method);
    [[nodiscard]] bool isPanelOpen() const;
    void extend();
    void snooze(const QByteArray& method);
    void sendSnooze(const QByteArray& method);
    void bringBack(const QByteArray& method);
    [[nodiscard]] bool canBringBack() const;
    void takeTime();
    [[nodiscard]] QList<WrappingButton*> guardedButtons() const;
    void refreshSnooze();
    [[nodiscard]] bool isPinMissing();
    void hint(const QString& text);
    void announce();
    void closePanels(bool isWanted);
    [[nodiscard]] QByteArray clickMethod() const;

    InputGuard m_guard;
    QByteArray m_inputMethod;
    std::optional<ActionCard> m_card;
    ApprovalLadder m_conditions; ///< what setConditions() says; the rest comes from the card
    int m_readPercent = 0;
    bool m_isPinNeeded = false;
    bool m_isWaiting = false;   ///< a decision was made on this version
    bool m_isExtending = false; ///< more time was asked for, and nothing has come back
    bool m_isAside = false;     ///< put aside, as of the last refresh()
    QString m_verdict;
    bool m_isRefusal = false;
    QPointer<QWidget> m_focusBefore; ///< where it was when a panel opened
    QTimer m_expiry;
    QTimer m_tick;
    QLabel* m_state = nullptr;
    QLabel* m_fingerprint = nullptr;
    WrappingButton* m_undo = nullptr;
    QWidget* m_actions = nullptr;
    WrappingButton* m_deny = nullptr;
    WrappingButton* m_snooze = nullptr;
    WrappingButton* m_extend = nullptr;
    bool m_hadExtendFocus = false; ///< it lost the focus because it stopped working
    WrappingButton* m_approve = nullptr;
    DenyPanel* m_denyPanel = nullptr;
    SnoozePanel* m_snoozePanel = nullptr;
    ChallengePanel* m_challenge = nullptr;
    PinRow* m_pin = nullptr;
};

} // namespace lockkeeper
