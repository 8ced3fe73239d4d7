// SPDX-License-Identifier: Apache-2.0
#include "ui/unknown/unknowndetail.h"

#include "ui/arguments/argumentsview.h"
#include "ui/arguments/visibletext.h"
#include "ui/support/shortcutkey.h"
#include "ui/support/statepresentation.h"
#include "ui/support/theme.h"
#include "ui/support/timetext.h"
#include "ui/unknown/determinationpanel.h"
#include "ui/unknown/unknowntext.h"
#include "ui/widgets/factsview.h"
#include "ui/widgets/riskshape.h"
#include "ui/widgets/wrappedlabel.h"
#include "ui/widgets/wrappingbutton.h"

#include <QDateTime>
#include <QKeyEvent>
#include <QScrollArea>

namespace lockkeeper {

namespace {

constexpr qint64 kSecondMs = 1000;
constexpr qint64 kEffectAfterMs =
    1500;                      ///< a determination has taken effect this long after its hold
constexpr int kMostNamed = 20; ///< waiting calls that are named one by one

/// The kind that a key opens, if it is one of the keys that do.
std::optional<DeterminationKind> openedBy(const QKeyEvent& press)
{
    if (press.modifiers() != (Qt::ControlModifier | Qt::ShiftModifier))
        return std::nullopt;
    if (shortcutKey(press) == Qt::Key_H)
        return DeterminationKind::Happened;
    if (shortcutKey(press) == Qt::Key_N)
        return DeterminationKind::DidNotHappen;
    return std::nullopt;
}

} // namespace

UnknownDetail::UnknownDetail(CoreClient& client, QWidget* parent, InputGuard::Clock clock)
    : QWidget(parent)
    , m_client(client)
    , m_guard(nullptr, std::move(clock))
    , m_nowMs(QDateTime::currentMSecsSinceEpoch())
{
    build();
    connect(&m_client, &CoreClient::statusChanged, this, &UnknownDetail::showState);
    connect(&m_client, &CoreClient::connectionChanged, this, &UnknownDetail::showState);
    connect(m_panel, &DeterminationPanel::recorded, this, &UnknownDetail::determine);
    connect(m_panel, &DeterminationPanel::left, this, &UnknownDetail::leavePanel);
    connect(m_arguments, &ArgumentsView::revealWanted, this, &UnknownDetail::reveal);
    showCard();
}

void UnknownDetail::setAction(const ActionId& action)
{
    if (action == m_action)
        return;
    m_action = action;
    m_card.reset();
    m_verdict.clear();
    m_isRefusal = false;
    m_isSending = false;
    m_isHoldExpected = false;
    m_panel->close();
    m_guard.restart();
    setWaiting({}, 0);
    showCard();
    reload();
}

void UnknownDetail::reload()
{
    const int reading = ++m_reading;
    if (m_action.isEmpty())
        return;
    m_client.core().card(m_action,
                         m_client.reply<ActionCard>(this, [this, reading](Result<ActionCard> card) {
                             if (reading != m_reading)
                                 return;
                             if (card)
                                 return takeCard(*card);
                             setVerdict(tr("Its details cannot be read just now."), true);
                         }));
}

void UnknownDetail::takeCard(const ActionCard& card)
{
    const bool isSame = m_card && m_card->snapshot.record.version == card.snapshot.record.version &&
                        m_card->snapshot.evidence.size() == card.snapshot.evidence.size() &&
                        m_card->snapshot.tamperedWith == card.snapshot.tamperedWith;
    const bool wasRead = m_card.has_value();
    m_card = card;
    if (!isSame) {
        m_guard.restart();
        if (wasRead && m_panel->isOpen())
            setVerdict(tr("What we know has changed while you were writing. Read it again before "
                          "you record anything."),
                       true);
        showCard();
    }
    takeSnapshot(card.snapshot);
}

void UnknownDetail::takeSnapshot(const ActionSnapshot& snapshot)
{
    m_nowMs = QDateTime::currentMSecsSinceEpoch();
    m_card->snapshot.record = snapshot.record;
    const bool wasExpected = m_isHoldExpected;
    m_isHoldExpected = isHeld() || (m_isHoldExpected && !isUnknown());
    if (wasExpected && isUnknown() && !isHeld())
        setVerdict(tr("It was not recorded: what we know changed during the hold, or the record "
                      "could not be written. Look at it again."),
                   true);
    showState();
    emit wholeRead(m_card->snapshot);
}

bool UnknownDetail::isUnknown() const
{
    return m_card && m_card->snapshot.record.state == ActionState::Unknown;
}

bool UnknownDetail::isHeld() const
{
    return isUnknown() && m_card->snapshot.record.holdUntilMs > m_nowMs;
}

void UnknownDetail::showCard()
{
    const bool isShown = m_card && !m_isBlank;
    m_body->setVisible(isShown);
    if (!isShown) {
        m_summary->clear();
        m_facts->setFacts({});
        m_arguments->clear();
        m_evidence.setLines({});
        showState();
        return;
    }
    const ActionSnapshot& snapshot = m_card->snapshot;
    m_summary->setText(visibleLine(snapshot.summary, TextRole::Prose));
    m_facts->setFacts({
        {tr("Tool"), visibleLine(snapshot.record.tool.server + '/' + snapshot.record.tool.tool,
                                 TextRole::Identifier)},
        {tr("Target"), UnknownText::targets(snapshot)},
        {tr("Effect"), UnknownText::effect(snapshot.record.effect)},
        {tr("Agent (its own word)"), visibleLine(snapshot.labels.agentId, TextRole::Identifier)},
        {tr("Unknown since"), localTimeText(snapshot.record.changedAtMs)},
        {tr("Cause"), visibleLine(snapshot.resultSummary, TextRole::Prose)},
        {tr("Attempts"), QString::number(snapshot.record.attempts)},
        {tr("Approved by"), visibleLine(snapshot.decidedBy, TextRole::Identifier)},
        {tr("Call"), visibleLine(snapshot.record.id.value(), TextRole::Identifier)},
    });
    m_arguments->setCard(*m_card);
    m_evidence.setLines(snapshot.evidence);
    showState();
}

void UnknownDetail::setWaiting(const QList<ActionSnapshot>& waiting, int freed)
{
    QStringList lines;
    for (const ActionSnapshot& call : waiting) {
        if (lines.size() == kMostNamed) {
            //: After a list of calls; %1 = how many are not named.
            lines.append(tr("and %1 more").arg(waiting.size() - kMostNamed));
            break;
        }
        //: A waiting call: %1 what it does, %2 its tool, %3 its id.
        lines.append(tr("%1 – %2, %3")
                         .arg(visibleLine(call.summary, TextRole::Prose),
                              visibleLine(call.record.tool.server + '/' + call.record.tool.tool,
                                          TextRole::Identifier),
                              visibleLine(call.record.id.value(), TextRole::Identifier)));
    }
    m_waitingText->setText(waiting.isEmpty() || m_isBlank ? tr("Nothing waits because of it.")
                                                          : lines.join(QLatin1Char('\n')));
    m_panel->setWaiting(freed, waiting.size());
}

void UnknownDetail::setNow(qint64 wallMs)
{
    const bool wasHeld = isHeld();
    m_nowMs = wallMs;
    if (wasHeld || isHeld())
        showState();
    if (m_isHoldExpected && isUnknown() && !isHeld() &&
        m_nowMs > m_card->snapshot.record.holdUntilMs + kEffectAfterMs)
        reload();
}

void UnknownDetail::setBlank(bool blank)
{
    m_isBlank = blank;
    m_panel->close();
    m_guard.restart();
    if (blank)
        setWaiting({}, 0);
    showCard();
}

void UnknownDetail::openPanel(DeterminationKind kind)
{
    if (!isUnknown() || isHeld() || m_isBlank || m_isSending)
        return;
    m_verdict.clear();
    m_isRefusal = false;
    m_panel->open(kind);
    showState();
}

void UnknownDetail::leavePanel()
{
    closePanel();
    m_guard.restart();
    showState();
}

/// The focus goes from the panel to the pane, never to whatever comes next.
void UnknownDetail::closePanel()
{
    const QWidget* focused = focusWidget();
    const bool hadFocus = focused && focused->hasFocus() && m_panel->isAncestorOf(focused);
    if (hadFocus)
        m_body->setFocus(Qt::OtherFocusReason);
    m_panel->close();
}

void UnknownDetail::determine(DetermineRequest request, const SecretBytes& pin)
{
    if (!isUnknown() || isHeld() || m_isSending || !m_client.canDecide())
        return;
    request.action = m_action;
    m_isSending = true;
    //: A determination is on its way to the core.
    setVerdict(tr("Sent. Nothing is recorded yet."), false);
    m_client.core().determine(
        request, pin,
        m_client.reply<ActionSnapshot>(this, [this, request](Result<ActionSnapshot> snapshot) {
            if (snapshot)
                m_recorded.insert(request.action, request.kind);
            if (request.action != m_action || !m_card) {
                if (snapshot)
                    emit wholeRead(*snapshot);
                return;
            }
            m_isSending = false;
            if (!snapshot)
                return setVerdict(UnknownText::refusal(snapshot.error(), request), true);
            m_verdict.clear();
            leavePanel();
            takeSnapshot(*snapshot);
        }));
}

void UnknownDetail::undo()
{
    const ActionId action = m_action;
    m_client.core().undo(
        action, m_client.reply<ActionSnapshot>(this, [this, action](Result<ActionSnapshot> result) {
            if (result)
                m_recorded.remove(action);
            if (action != m_action || !m_card)
                return;
            if (!result)
                return setVerdict(tr("Not taken back: it has taken effect, or the console cannot "
                                     "decide just now."),
                                  true);
            m_isHoldExpected = false;
            takeSnapshot(*result);
            setVerdict(tr("Taken back. Nothing was recorded."), false);
        }));
}

void UnknownDetail::reveal(qsizetype offset)
{
    const ActionId action = m_action;
    m_client.core().reveal(
        action, offset, m_panel->pin(),
        m_client.reply<QByteArray>(this, [this, action, offset](Result<QByteArray> bytes) {
            if (action != m_action || m_isBlank)
                return;
            if (bytes)
                m_arguments->reveal(offset, *bytes);
            else
                setVerdict(tr("The value was not shown: the core refused."), true);
        }));
}

void UnknownDetail::setVerdict(const QString& sentence, bool isRefusal)
{
    m_verdict = sentence;
    m_isRefusal = isRefusal;
    m_guard.restart();
    showState();
}

QString UnknownDetail::obstacle() const
{
    if (m_isSending)
        return tr("Sent. Wait for the answer.");
    if (m_client.connection() != CoreClient::Connection::Connected)
        return tr("The core does not answer. You can read, not decide.");
    if (!m_client.canDecide())
        return tr("The console decides nothing just now. You can read, not decide.");
    if (m_card && !m_card->snapshot.tamperedWith.isEmpty())
        return tr("What is stored about this call does not match the record. Nothing is decided.");
    return {};
}

QString UnknownDetail::stateText() const
{
    if (!m_card || m_isBlank)
        return {};
    const ActionSnapshot& snapshot = m_card->snapshot;
    const auto recorded = m_recorded.constFind(m_action);
    if (isHeld()) {
        const qint64 seconds = (snapshot.record.holdUntilMs - m_nowMs + kSecondMs - 1) / kSecondMs;
        if (recorded == m_recorded.cend())
            //: A determination is held; %1 = seconds.
            return tr("Takes effect in %1 s.").arg(seconds);
        //: A determination is held; %1 = what was recorded ("It happened"), %2 = seconds.
        return tr("%1. Takes effect in %2 s.")
            .arg(UnknownText::determination(*recorded))
            .arg(seconds);
    }
    if (!isUnknown()) {
        const QString by = visibleLine(snapshot.decidedBy, TextRole::Identifier);
        if (recorded != m_recorded.cend())
            //: It is settled; %1 = what was recorded ("It happened").
            return tr("Recorded: %1.").arg(UnknownText::determination(*recorded));
        if (snapshot.record.state == ActionState::Determined && !by.isEmpty())
            //: It is settled; %1 = who recorded it.
            return tr("Settled by %1.").arg(by);
        return actionStateText(snapshot.record.state);
    }
    return m_verdict.isEmpty() ? obstacle() : m_verdict;
}

void UnknownDetail::showState()
{
    const bool isOpen = isUnknown() && !isHeld() && !m_isBlank;
    if (!isOpen && m_panel->isOpen())
        closePanel();
    m_panel->setPinNeeded(m_client.status().pinProtected);
    m_panel->setObstacle(obstacle());
    m_state->setText(stateText());
    const bool isAlarm = isOpen && (m_isRefusal || m_verdict.isEmpty());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText,
                     themeColor(palette(), isAlarm ? ColorRole::Critical : ColorRole::Text));
    m_state->setPalette(colours);
    m_title->setVisible(m_card.has_value() && !m_isBlank);
    m_shape->setVisible(isUnknown() && !m_isBlank);
    m_shape->setShape(ShapeKind::DashedSquare, themeColor(palette(), ColorRole::Unknown));
    m_title->setText(m_card && !isUnknown() ? tr("This outcome is settled.")
                                            : tr("We do not know whether this happened."));
    m_bar->setVisible(m_card.has_value() && !m_isBlank && !m_panel->isOpen());
    for (WrappingButton* opener : std::as_const(m_openers)) {
        opener->setVisible(!isHeld());
        opener->setEnabled(isOpen && !m_isSending);
    }
    m_undo->setVisible(isHeld());
}

bool UnknownDetail::takeKey(QKeyEvent& press)
{
    if (m_panel->takeKey(press))
        return true;
    if (const auto kind = openedBy(press)) {
        if (!press.isAutoRepeat())
            openPanel(*kind);
        return true;
    }
    if (shortcutKey(press) == Qt::Key_Z && press.modifiers() == Qt::ControlModifier && isHeld()) {
        if (!press.isAutoRepeat())
            undo();
        return true;
    }
    return false;
}

} // namespace lockkeeper
