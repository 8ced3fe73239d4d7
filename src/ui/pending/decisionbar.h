// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secretbytes.h"
#include "ui/pending/approvalladder.h"
#include "ui/widgets/inputguard.h"

#include <QWidget>

#include <optional>

class QKeyEvent;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper {

/// The pinned bar below a card: what is still missing, Deny, Extend, Approve, the challenge and the
/// reason, the hold with Undo. The only place of the program that can approve. It sends nothing:
/// it says what the person decided, and the card's owner gives it to the core.
///
/// Object names: decisionBar, decisionState (label), fingerprint (label), denyButton,
/// extendButton, approveButton, undoButton, challengeField, reasonField, denyReasonField, pinField.
class DecisionBar final : public QWidget
{
    Q_OBJECT

public:
    explicit DecisionBar(QWidget* parent = nullptr, InputGuard::Clock clock = {});

    /// Another card, another version of it, or none. Restarts the guard unless nothing that is
    /// decided on has changed; closes an open challenge then.
    void setCard(const std::optional<ActionCard>& card);
    /// What is not part of the card: whether the console decides, coverage, warnings, PIN.
    void setConditions(bool canDecide, bool isToolUsable, bool isSeenToTheEnd, int openWarnings,
                       int unmasked);
    void setPinNeeded(bool needed);
    /// A sentence from the core (refused, sent, accepted …); stays until the card changes.
    void setVerdict(const QString& text, bool isRefusal);
    /// What is not yet on screen, for the words of the bar: "Read 62 %".
    void setReadPercent(int percent);
    /// Layout moved, window activated, screen unlocked …
    void rearm();

    /// A key-down in list or card. True if it was one of the bar's (Ctrl+Enter, D, Shift+D, E) and
    /// is used up, whether or not it did something. Enter is never one of them.
    bool takeKey(QKeyEvent& press);
    /// Every key event of the window passes here (for what is held down).
    void seeKey(const QKeyEvent& event) { m_guard.seeKey(event); }

    [[nodiscard]] InputGuard& guard() { return m_guard; }
    /// For the record of the decision: "keyboard", "pointer" or "assistive".
    [[nodiscard]] QByteArray inputMethod() const { return m_inputMethod; }

signals:
    /// The one way to an approval.
    void approved(const lockkeeper::ActionId& action, const QByteArray& fingerprint,
                  const QByteArray& reason, const lockkeeper::SecretBytes& pin);
    void denied(const lockkeeper::ActionId& action, const QByteArray& reason,
                const lockkeeper::SecretBytes& pin);
    void undone(const lockkeeper::ActionId& action);
    void extended(const lockkeeper::ActionId& action);
    /// Its height or the place of its buttons changed.
    void layoutMoved();

private:
    InputGuard m_guard;
    QByteArray m_inputMethod;
};

} // namespace lockkeeper
