// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/decisionbar.h"

#include "ui/pending/challengepanel.h"
#include "ui/pending/decisionkeys.h"
#include "ui/pending/decisionmatter.h"
#include "ui/pending/decisionwords.h"
#include "ui/pending/denypanel.h"
#include "ui/pending/pinrow.h"
#include "ui/pending/snoozepanel.h"
#include "ui/widgets/wrappingbutton.h"

#include <QAccessible>
#include <QApplication>
#include <QDateTime>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

#include <utility>

namespace lockkeeper {

namespace {

const QByteArray kKeyboard = QByteArrayLiteral("keyboard");

} // namespace

DecisionBar::DecisionBar(QWidget* parent, InputGuard::Clock clock)
    : QWidget(parent)
    , m_guard(nullptr, std::move(clock))
{
    build();
    layOut();
    connectButtons();
    refresh();
}

void DecisionBar::setCard(const std::optional<ActionCard>& card)
{
    const bool isOther = !isSameMatter(m_card, card);
    const bool isOtherAction =
        !m_card || !card || m_card->snapshot.record.id != card->snapshot.record.id;
    if (!isSameReading(m_card, card)) {
        // Nobody has seen these arguments: what was said of the earlier ones does not count.
        m_conditions.isSeenToTheEnd = false;
        m_readPercent = 0;
        m_conditions.unmasked = card ? unexpectedMasks(*card) : 0;
    }
    m_card = card;
    if (isOther) {
        m_guard.restart();
        m_isWaiting = false;
        m_isExtending = false;
        if (isOtherAction || !m_isRefusal)
            m_verdict.clear();
        m_isRefusal = m_isRefusal && !isOtherAction;
        m_pin->clear();
        closePanels(false);
    }
    refresh();
}

void DecisionBar::setConditions(bool canDecide, bool isToolUsable, bool isSeenToTheEnd,
                                int openWarnings, int unmasked)
{
    const ApprovalLadder before = ladder();
    m_conditions.canDecide = canDecide;
    m_conditions.isToolUsable = isToolUsable;
    m_conditions.isSeenToTheEnd = isSeenToTheEnd;
    m_conditions.openWarnings = openWarnings;
    m_conditions.unmasked = unmasked;
    const ApprovalLadder now = ladder();
    // What the button does, or whether it does anything at all, has changed under the hand.
    const bool isAnotherStep = before.effectiveRisk() != now.effectiveRisk() ||
                               before.canDecide != now.canDecide ||
                               before.isToolUsable != now.isToolUsable;
    if (isAnotherStep) {
        m_guard.restart();
        if (m_challenge->isOpen())
            closePanels(false);
    }
    refresh();
}

void DecisionBar::setPinNeeded(bool needed)
{
    if (m_isPinNeeded == needed)
        return;
    m_isPinNeeded = needed;
    m_pin->clear();
    refresh();
}

void DecisionBar::setVerdict(const QString& text, bool isRefusal)
{
    m_verdict = text;
    m_isRefusal = isRefusal;
    m_isExtending = false;
    if (isRefusal && std::exchange(m_isWaiting, false))
        m_guard.restart();
    refresh();
    if (isRefusal)
        announce();
}

void DecisionBar::setReadPercent(int percent)
{
    m_readPercent = percent;
    refresh();
}

void DecisionBar::rearm()
{
    m_guard.restart();
}

SecretBytes DecisionBar::takePin()
{
    return m_isPinNeeded ? m_pin->take() : SecretBytes();
}

bool DecisionBar::takeKey(QKeyEvent& press)
{
    const DecisionChord chord = decisionChordOf(press);
    // The bar's own fields and buttons have their own keys: what is typed there is no command.
    const QWidget* focus = QApplication::focusWidget();
    if (chord == DecisionChord::None ||
        (focus != nullptr && (focus == this || isAncestorOf(focus))))
        return false;
    press.accept();
    if (!m_guard.takesKey(press) || !isVisible())
        return true;
    switch (chord) {
    case DecisionChord::None:
        break;
    case DecisionChord::Approve:
        tryApproval(kKeyboard);
        break;
    case DecisionChord::Deny:
        openDenial(kKeyboard);
        break;
    case DecisionChord::DenyAtOnce:
        deny({}, kKeyboard);
        break;
    case DecisionChord::Snooze:
        snooze(kKeyboard);
        break;
    case DecisionChord::Extend:
        extend();
        break;
    }
    return true;
}

/// The keys of the fields. All others are typed.
void DecisionBar::takeFieldKey(QWidget* field, const QKeyEvent& press)
{
    if (press.key() == Qt::Key_Escape) {
        closePanels(true);
        refresh();
        return;
    }
    if (!field->isVisible())
        return; // it was left behind with the focus
    const bool isTaken = m_guard.takesKey(press);
    const bool isApproval = decisionChordOf(press) == DecisionChord::Approve;
    const bool isPlain = (press.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (isPanelOpen()) {
        if (isTaken && (isPlain || isApproval) && m_denyPanel->isOpen())
            sendDenial(kKeyboard);
        else if (isTaken && (isPlain || isApproval))
            sendSnooze(kKeyboard);
    } else if (m_isAside) {
        announce(); // the bar says what to do first
    } else if (!isApproval) {
        hint(tr("Press Ctrl+Enter to approve."));
    } else if (isTaken) {
        tryApproval(kKeyboard);
    }
}

bool DecisionBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto& press = static_cast<const QKeyEvent&>(*event);
    if (!isEnterKey(press) && press.key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    takeFieldKey(qobject_cast<QWidget*>(watched), press);
    return true;
}

void DecisionBar::keyPressEvent(QKeyEvent* event)
{
    // Letters that go on after their field was closed, and Enter, are not for the list: there they
    // would be commands.
    if (isEnterKey(*event) || !event->text().isEmpty())
        event->accept();
    else
        QWidget::keyPressEvent(event);
}

void DecisionBar::tryApproval(const QByteArray& method)
{
    if (!m_card || !isVisible() || isPanelOpen())
        return;
    switch (ladder().next(m_challenge->isOpen())) {
    case ApprovalLadder::Step::NotDecidable:
    case ApprovalLadder::Step::NotNow:
    case ApprovalLadder::Step::Read:
    case ApprovalLadder::Step::Warnings:
        announce(); // the bar says why already
        return;
    case ApprovalLadder::Step::OpenChallenge:
        openChallenge();
        return;
    case ApprovalLadder::Step::Challenge:
        //: %1 is the name of an argument of the call.
        hint(tr("That is not the %1 shown above. Nothing was approved.")
                 .arg(m_challenge->fieldName()));
        return;
    case ApprovalLadder::Step::Reason:
        hint(tr("The reason needs at least %n character(s). Nothing was approved.", nullptr,
                int(ApprovalLadder::kReasonCharacters)));
        return;
    case ApprovalLadder::Step::Ready:
        break;
    }
    if (isPinMissing())
        return;
    m_inputMethod = method;
    approve();
}

void DecisionBar::approve()
{
    const ActionId action = m_card->snapshot.record.id;
    const QByteArray fingerprint = m_card->snapshot.fingerprint;
    const QByteArray reason = m_challenge->reason().toUtf8();
    const SecretBytes pin = takePin();
    endDecision();
    emit approved(action, fingerprint, reason, pin);
}

void DecisionBar::endDecision()
{
    closePanels(true);
    m_isWaiting = true;
    m_verdict.clear();
    m_isRefusal = false;
    m_guard.decisionMade();
    refresh();
}

void DecisionBar::openChallenge()
{
    rememberFocus();
    m_challenge->open(challengeOf(*m_card), ladder().effectiveRisk() >= RiskLevel::Critical);
    m_guard.restart();
    refresh();
}

void DecisionBar::openDenial(const QByteArray& method)
{
    if (!canDeny() || m_denyPanel->isOpen())
        return;
    m_inputMethod = method;
    rememberFocus();
    m_challenge->close();
    m_snoozePanel->close();
    m_denyPanel->open();
    m_guard.restart();
    refresh();
}

void DecisionBar::sendDenial(const QByteArray& method)
{
    if (!m_denyPanel->isOpen() || !canDeny())
        return;
    if (m_denyPanel->reason().isEmpty()) {
        hint(tr("Give a reason, or go back: Shift+D denies without one."));
        return;
    }
    deny(m_denyPanel->reason().toUtf8(), method);
}

void DecisionBar::deny(const QByteArray& reason, const QByteArray& method)
{
    if (!canDeny())
        return;
    if (m_isPinNeeded && m_pin->isEmpty())
        openDenial(method); // so that no key beside the PIN that is asked for approves
    if (isPinMissing())
        return;
    const ActionId action = m_card->snapshot.record.id;
    const SecretBytes pin = takePin();
    m_inputMethod = method;
    endDecision();
    emit denied(action, reason, pin);
}

bool DecisionBar::isPinMissing()
{
    if (!m_isPinNeeded || !m_pin->isEmpty())
        return false;
    rememberFocus();
    m_pin->field()->setFocus(Qt::OtherFocusReason);
    hint(tr("Type the PIN first. Nothing was decided."));
    return true;
}

/// Says something beside the field that it is about, or in the bar if none is open.
void DecisionBar::hint(const QString& text)
{
    if (m_denyPanel->isOpen()) {
        m_denyPanel->setHint(text);
    } else if (m_snoozePanel->isOpen()) {
        m_snoozePanel->setHint(text);
    } else if (m_challenge->isOpen()) {
        m_challenge->setHint(text);
    } else {
        m_verdict = text;
        m_isRefusal = false;
        refresh();
    }
    announce();
}

/// Where the focus goes back to when the bar needs it no more.
void DecisionBar::rememberFocus()
{
    QWidget* focus = QApplication::focusWidget();
    if (focus != nullptr && focus != this && !isAncestorOf(focus))
        m_focusBefore = focus;
}

void DecisionBar::announce()
{
    QAccessibleEvent alert(m_state, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

/// If the person wanted it, the focus goes back to where it was. Otherwise it stays in the bar:
/// somebody may be typing, and in the list letters are commands.
void DecisionBar::closePanels(bool isWanted)
{
    const QPointer<QWidget> before = std::exchange(m_focusBefore, nullptr);
    const QWidget* focus = QApplication::focusWidget();
    const bool isHere = focus != nullptr && isAncestorOf(focus);
    const bool isInField =
        isHere && (m_challenge->isAncestorOf(focus) || m_denyPanel->isAncestorOf(focus) ||
                   m_snoozePanel->isAncestorOf(focus) || m_pin->isAncestorOf(focus));
    if (isHere && isWanted && before && before->isVisible() && before->isEnabled())
        before->setFocus(Qt::OtherFocusReason);
    else if (isInField)
        m_state->setFocus(Qt::OtherFocusReason);
    if (m_challenge->isOpen() || isPanelOpen())
        m_guard.restart();
    m_challenge->close();
    m_denyPanel->close();
    m_snoozePanel->close();
}

QByteArray DecisionBar::clickMethod() const
{
    switch (m_guard.method()) {
    case InputGuard::Method::Keyboard:
        return kKeyboard;
    case InputGuard::Method::Pointer:
        return QByteArrayLiteral("pointer");
    case InputGuard::Method::Assistive:
        return QByteArrayLiteral("assistive");
    }
    return {};
}

bool DecisionBar::isExpired() const
{
    if (!m_card || m_card->snapshot.decideByMs <= 0)
        return false;
    return QDateTime::currentMSecsSinceEpoch() >= m_card->snapshot.decideByMs - kExpiryMarginMs;
}

ApprovalLadder DecisionBar::ladder() const
{
    ApprovalLadder now = m_conditions;
    now.isPending = false;
    if (!m_card)
        return now;
    const ActionSnapshot& snapshot = m_card->snapshot;
    now.risk = snapshot.record.risk;
    now.isPending = snapshot.record.state == ActionState::Pending && !m_isWaiting && !isExpired();
#ifndef LOCKKEEPER_FAULT_SNOOZED_DECIDABLE
    now.isPending = now.isPending && !m_isAside;
#endif
    now.isTampered = !snapshot.tamperedWith.isEmpty();
    // Without these nobody can know what an approval would bind.
    if (snapshot.fingerprint.isEmpty() || !hasArguments(*m_card) ||
        m_card->toolDefinition.isEmpty())
        now.isToolUsable = false;
    now.isChallengeMet = m_challenge->isMet();
    now.reasonCharacters = m_challenge->reasonCharacters();
    return now;
}

bool DecisionBar::canDeny() const
{
    const ApprovalLadder now = ladder();
    return now.isPending && now.canDecide && !now.isTampered;
}

} // namespace lockkeeper
