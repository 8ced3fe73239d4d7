// SPDX-License-Identifier: Apache-2.0
// The part of DecisionBar that makes, draws and enables its controls; decisionbar.cpp decides.
#include "ui/pending/challengepanel.h"
#include "ui/pending/decisionbar.h"
#include "ui/pending/decisionwords.h"
#include "ui/pending/denypanel.h"
#include "ui/pending/pinrow.h"
#include "ui/pending/snoozepanel.h"
#include "ui/support/theme.h"
#include "ui/widgets/wrappingbutton.h"

#include <QApplication>
#include <QDateTime>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kMargin = 8;
constexpr int kSpacing = 6;
constexpr int kMinimumHeight = 56;
/// Nothing stands there, so that a hand that slips decides nothing.
constexpr int kDeadSpace = 48;
constexpr int kTickMs = 200;
/// What can be chosen depends on the time that is left: it is looked at so often.
constexpr qint64 kLongestTimerMs = 5000;
constexpr int kStateLines = 2;

} // namespace

void DecisionBar::build()
{
    setObjectName(QStringLiteral("decisionBar"));
    setAccessibleName(tr("Decision"));
    setMinimumHeight(kMinimumHeight);
    m_state = new QLabel(this);
    m_state->setObjectName(QStringLiteral("decisionState"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_fingerprint = new QLabel(this);
    m_fingerprint->setObjectName(QStringLiteral("fingerprint"));
    m_fingerprint->setTextFormat(Qt::PlainText);
    m_fingerprint->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));

    m_challenge = new ChallengePanel(this);
    m_denyPanel = new DenyPanel(this);
    m_snoozePanel = new SnoozePanel(this);
    m_actions = new QWidget(this);
    m_deny = new WrappingButton(QStringLiteral("denyButton"), m_actions);
    //: The button that opens the field for the reason of a denial.
    m_deny->setWords(tr("Deny…"), tr("Deny with a reason"));
    //: %1 is a key.
    m_deny->setToolTip(tr("Key: %1").arg(QStringLiteral("D")));
    m_snooze = new WrappingButton(QStringLiteral("snoozeButton"), m_actions);
    m_extend = new WrappingButton(QStringLiteral("extendButton"), m_actions);
    //: The button that asks for more time to decide.
    m_extend->setWords(tr("Extend"), tr("Extend the time to decide"));
    m_extend->setToolTip(tr("Key: %1").arg(QStringLiteral("E")));
    m_approve = new WrappingButton(QStringLiteral("approveButton"), m_actions);
    m_pin = new PinRow(this);
    m_undo = new WrappingButton(QStringLiteral("undoButton"), this);
    //: The button that takes an approval back before it is sent.
    m_undo->setWords(tr("Undo"), tr("Undo the approval"));

    for (WrappingButton* button : guardedButtons())
        m_guard.protect(*button);
    for (QLineEdit* field :
         {m_challenge->challengeField(), m_challenge->reasonField(), m_denyPanel->reasonField(),
          m_snoozePanel->reasonField(), m_pin->field()})
        field->installEventFilter(this);
}

/// Room for two lines and for Undo, whatever is there: the bar does not jump.
void DecisionBar::reserveHeight()
{
    m_state->setMinimumHeight(
        std::max(kStateLines * m_state->fontMetrics().lineSpacing(), m_undo->sizeHint().height()));
}

void DecisionBar::layOut()
{
    reserveHeight();
    auto* actions = new QHBoxLayout(m_actions);
    actions->setContentsMargins(0, 0, 0, 0);
    actions->setSpacing(0);
    actions->addWidget(m_deny);
    actions->addSpacing(kSpacing);
    actions->addWidget(m_snooze);
    actions->addSpacing(kSpacing);
    actions->addWidget(m_extend);
    actions->addSpacing(kDeadSpace);
    actions->addStretch(1);
    actions->addWidget(m_approve);

    auto* top = new QHBoxLayout;
    top->setSpacing(kMargin);
    top->addWidget(m_state, 1);
    top->addWidget(m_fingerprint);
    top->addWidget(m_undo);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kSpacing);
    layout->addLayout(top);
    layout->addWidget(m_denyPanel);
    layout->addWidget(m_snoozePanel);
    layout->addWidget(m_actions);
    layout->addWidget(m_challenge);
    layout->addWidget(m_pin);

    setTabOrder(m_challenge->challengeField(), m_challenge->reasonField());
    setTabOrder(m_challenge->reasonField(), m_deny);
    setTabOrder(m_deny, m_snooze);
    setTabOrder(m_snooze, m_extend);
    setTabOrder(m_extend, m_approve);
    setTabOrder(m_approve, m_pin->field());
    setTabOrder(m_pin->field(), m_undo);
}

void DecisionBar::connectButtons()
{
    m_expiry.setSingleShot(true);
    m_tick.setInterval(kTickMs);
    connect(&m_expiry, &QTimer::timeout, this, &DecisionBar::refresh);
    connect(&m_tick, &QTimer::timeout, this, &DecisionBar::refresh);
    connect(&m_guard, &InputGuard::openChanged, this, &DecisionBar::refresh);
    connect(m_approve, &QPushButton::clicked, this, [this]() { tryApproval(clickMethod()); });
    connect(m_deny, &QPushButton::clicked, this, [this]() { openDenial(clickMethod()); });
    connect(m_snooze, &QPushButton::clicked, this, [this]() { snooze(clickMethod()); });
    connect(m_extend, &QPushButton::clicked, this, &DecisionBar::extend);
    connect(m_snoozePanel->sendButton(), &QPushButton::clicked, this,
            [this]() { sendSnooze(clickMethod()); });
    connect(m_snoozePanel, &SnoozePanel::closeWanted, this, [this]() {
        closePanels(true);
        refresh();
    });
    connect(m_denyPanel->sendButton(), &QPushButton::clicked, this,
            [this]() { sendDenial(clickMethod()); });
    connect(m_denyPanel, &DenyPanel::closeWanted, this, [this]() {
        closePanels(true);
        refresh();
    });
    connect(m_challenge, &ChallengePanel::edited, this, &DecisionBar::refresh);
    // Never guarded: to take back is always safe.
    connect(m_undo, &QPushButton::clicked, this, [this]() {
        if (m_card && m_card->snapshot.record.state == ActionState::Holding)
            emit undone(m_card->snapshot.record.id);
    });
}

QList<WrappingButton*> DecisionBar::guardedButtons() const
{
    return {m_deny,
            m_snooze,
            m_extend,
            m_approve,
            m_denyPanel->sendButton(),
            m_snoozePanel->sendButton()};
}

void DecisionBar::refresh()
{
    takeTime();
    const ApprovalLadder now = ladder();
    const bool isHolding =
        m_card && m_card->snapshot.record.state == ActionState::Holding && !now.isTampered;
    ApprovalLadder::Step step = now.next(m_challenge->isOpen());
    const bool asksNothing = step < ApprovalLadder::Step::OpenChallenge;
    if ((m_challenge->isOpen() && asksNothing) || (isPanelOpen() && !now.isPending)) {
        closePanels(false);
        step = ladder().next(false);
    }

    work(*m_approve, !asksNothing);
    work(*m_deny, canDeny());
    m_hadExtendFocus = m_hadExtendFocus || m_extend->hasFocus();
    work(*m_extend, canDeny() && m_card->snapshot.decideByMs > 0);
    work(*m_denyPanel->sendButton(), canDeny());
    refreshSnooze();
    reveal(*m_actions, m_card && !now.isTampered && !isPanelOpen());
    reveal(*m_pin, m_isPinNeeded && (canDeny() || canBringBack()));
    reveal(*m_undo, isHolding);
    refreshWords(step);
    refreshTimers(isHolding);
}

void DecisionBar::refreshWords(ApprovalLadder::Step step)
{
    const bool isGuarded = !m_guard.isOpen();
    const QString guarded = isGuarded ? tr("Buttons become active in half a second.") : QString();
    for (WrappingButton* button : guardedButtons()) {
        button->setGuarded(isGuarded);
        button->setAccessibleDescription(guarded);
    }
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText,
                    themeColor(colors, m_isRefusal && !m_verdict.isEmpty() ? ColorRole::Critical
                                                                           : ColorRole::Text));
    m_state->setPalette(colors);
    if (!m_card) {
        m_state->setText(m_verdict);
        m_state->setAccessibleName(m_verdict);
        m_fingerprint->clear();
        m_fingerprint->setToolTip({});
        m_approve->setWords(tr("Approve"));
        return;
    }
    const ApprovalLadder now = ladder();
    QString words = decisionWords({*m_card, now, step, m_readPercent, isExpired(), m_isAside,
                                   m_isWaiting, QDateTime::currentMSecsSinceEpoch()});
    if (m_denyPanel->isOpen())
        words = tr("Not denied yet.");
    else if (m_snoozePanel->isOpen())
        words = tr("Not snoozed yet.");
    const QString text = m_verdict.isEmpty() || now.isTampered ? words
                         : m_isWaiting                         ? m_verdict
                                       : m_verdict + QLatin1Char(' ') + words;
    if (text != m_state->text()) {
        m_state->setText(text);
        m_state->setAccessibleName(text);
    }
    const QString whole = QString::fromLatin1(m_card->snapshot.fingerprint);
    const QString shortForm = shortFingerprint(m_card->snapshot.fingerprint);
    //: Beside the state: "fp" stands for fingerprint, %1 is its short form.
    m_fingerprint->setText(tr("fp %1").arg(shortForm));
    m_fingerprint->setToolTip(whole);
    //: Screen readers: %1 is the short form of a fingerprint.
    m_fingerprint->setAccessibleName(tr("Fingerprint %1").arg(shortForm));
    m_fingerprint->setAccessibleDescription(whole);
    m_approve->setWords(approveWords(*m_card, false), approveWords(*m_card, true));
}

void DecisionBar::refreshTimers(bool isHolding)
{
    if (isHolding && isVisible()) {
        if (!m_tick.isActive())
            m_tick.start();
    } else {
        m_tick.stop();
    }
    const bool isPending = m_card && m_card->snapshot.record.state == ActionState::Pending;
    const bool mayExpire = isPending && m_card->snapshot.decideByMs > 0 && !isExpired();
    if (!mayExpire && !m_isAside) {
        m_expiry.stop();
        return;
    }
    const qint64 next =
        m_isAside ? m_card->snapshot.snooze.untilMs : m_card->snapshot.decideByMs - kExpiryMarginMs;
    const qint64 left = next - QDateTime::currentMSecsSinceEpoch();
    m_expiry.start(static_cast<int>(std::clamp<qint64>(left, 1, kLongestTimerMs)));
}

/// Enables or disables; the focus of a control that stops working stays in the bar.
void DecisionBar::work(QWidget& control, bool works)
{
    if (!works)
        keepFocusOf(control);
    control.setEnabled(works);
}

void DecisionBar::reveal(QWidget& control, bool isShown)
{
    if (!isShown)
        keepFocusOf(control);
    control.setVisible(isShown);
}

void DecisionBar::keepFocusOf(const QWidget& control)
{
    const QWidget* focus = QApplication::focusWidget();
    if (focus != nullptr && (focus == &control || control.isAncestorOf(focus)))
        m_state->setFocus(Qt::OtherFocusReason);
}

void DecisionBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_guard.restart();
    emit layoutMoved();
}

void DecisionBar::moveEvent(QMoveEvent* event)
{
    QWidget::moveEvent(event);
    m_guard.restart();
    emit layoutMoved();
}

void DecisionBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_guard.restart();
    refresh();
}

void DecisionBar::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    refresh();
}

void DecisionBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        reserveHeight();
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace lockkeeper
