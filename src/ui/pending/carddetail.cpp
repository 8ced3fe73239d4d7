// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/carddetail.h"

#include "ui/arguments/argumentsview.h"
#include "ui/arguments/visibletext.h"
#include "ui/pending/cardheader.h"
#include "ui/pending/cardnotices.h"
#include "ui/pending/cardpage.h"
#include "ui/pending/cardwarnings.h"
#include "ui/pending/decisionbar.h"
#include "ui/pending/warningslist.h"
#include "ui/widgets/noticestrip.h"

#include <QDateTime>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockkeeper {

namespace {

constexpr qint64 kExpiryMarginMs = 1000; ///< before decide-by nothing can be approved any more

qint64 wallMs()
{
    return QDateTime::currentMSecsSinceEpoch();
}

bool isInTime(const ActionSnapshot& snapshot)
{
    return snapshot.decideByMs == 0 || snapshot.decideByMs - wallMs() > kExpiryMarginMs;
}

/// Times that operators move are no new version of an action.
bool isNews(const ActionSnapshot& found, const ActionSnapshot& shown)
{
    if (found.record.version != shown.record.version)
        return found.record.version > shown.record.version;
    return found.decideByMs != shown.decideByMs || found.snooze.untilMs != shown.snooze.untilMs;
}

} // namespace

CardDetail::CardDetail(CoreClient& client, QWidget* parent, InputGuard::Clock clock)
    : QWidget(parent)
    , m_client(client)
    , m_commands(client)
    , m_stack(new QStackedWidget(this))
    , m_page(new CardPage(nullptr, std::move(clock)))
    //: shown where a request's card would be
    , m_hint(new QLabel(tr("Choose a request to read it here.")))
    //: button: from the card back to the list, where there is room for one of them only
    , m_back(new QPushButton(tr("Back to the list")))
{
    setObjectName(QStringLiteral("cardDetail"));
    //: accessible name of the pane with the open request
    setAccessibleName(tr("Request"));
    m_hint->setObjectName(QStringLiteral("cardHint"));
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setWordWrap(true);
    m_hint->setAlignment(Qt::AlignCenter);
    m_back->setObjectName(QStringLiteral("backButton"));
    m_back->setAccessibleName(m_back->text());
    m_back->setAutoDefault(false);
    m_back->hide();
    m_stack->addWidget(m_hint);
    m_stack->addWidget(m_page);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_back, 0, Qt::AlignLeading);
    column->addWidget(m_stack, 1);
    connect(m_back, &QPushButton::clicked, this, &CardDetail::backWanted);
    connectParts();
    clear();
}

void CardDetail::connectParts()
{
    connect(&m_page->header(), &CardHeader::equalWanted, this, &CardDetail::equalWanted);
    connect(&m_page->notice(), &NoticeStrip::actionTriggered, this, [this](const QByteArray& key) {
        if (key == kShowChange)
            showNext();
        else if (key == kExpiring)
            m_page->bar().tryExtension();
    });
    const ArgumentsView& arguments = m_page->arguments();
    connect(&arguments, &ArgumentsView::coverageChanged, this, [this]() {
        refreshWarnings();
        refreshConditions();
    });
    connect(&arguments, &ArgumentsView::revealWanted, this, [this](qsizetype offset) {
        if (m_card)
            m_commands.reveal(m_action, offset, m_page->bar().takePin());
    });
    connect(&m_page->warnings(), &WarningsList::acknowledgedChanged, this,
            &CardDetail::refreshConditions);
    connectBar(m_page->bar());
    connect(&m_commands, &CardCommands::accepted, this, &CardDetail::accepted);
    connect(&m_commands, &CardCommands::refused, this, &CardDetail::refused);
    connect(&m_commands, &CardCommands::revealed, this,
            [this](const ActionId& action, qsizetype offset, const QByteArray& bytes) {
                if (!m_card || !(action == m_action))
                    return;
                m_revealed.insert(offset);
                m_page->arguments().reveal(offset, bytes);
                refreshConditions();
            });
}

void CardDetail::connectBar(const DecisionBar& bar)
{
    connect(&bar, &DecisionBar::approved, this,
            [this](const ActionId& action, const QByteArray& fingerprint, const QByteArray& reason,
                   const SecretBytes& pin) { approve(action, fingerprint, reason, pin); });
    connect(&bar, &DecisionBar::denied, this, &CardDetail::deny);
    connect(&bar, &DecisionBar::undone, &m_commands, &CardCommands::undo);
    connect(&bar, &DecisionBar::extended, this, [this](const ActionId& action) {
        if (m_card && action == m_action)
            m_commands.extend(m_card->snapshot, m_page->bar().takePin());
    });
    connect(&bar, &DecisionBar::snoozed, this, &CardDetail::snooze);
}

void CardDetail::show(const ActionId& action, const QString& before)
{
    if (action.isEmpty())
        return clear();
    if (action == m_action)
        return;
    forget();
    m_action = action;
    m_before = before;
    m_stack->setCurrentWidget(m_page);
    load();
}

void CardDetail::clear()
{
    forget();
    m_stack->setCurrentWidget(m_hint);
}

void CardDetail::forget()
{
    ++m_generation;
    m_action = {};
    m_card.reset();
    m_next.reset();
    m_changedParts.clear();
    m_readError.clear();
    m_before.clear();
    m_revealed.clear();
    m_isReading = false;
    m_page->header().clear();
    m_page->arguments().clear();
    m_page->warnings().setWarnings({});
    m_page->bar().setCard(std::nullopt);
    refreshConditions();
    refreshNotices();
}

void CardDetail::load()
{
    m_isReading = true;
    const int generation = ++m_generation;
    m_client.core().card(
        m_action, m_client.reply<ActionCard>(this, [this, generation](Result<ActionCard> card) {
            if (generation != m_generation)
                return;
            if (card)
                return take(*card);
            // Still "reading": what is shown may be outdated.
            m_readError = visibleLine(card.error().message(), TextRole::Prose);
            refreshNotices();
        }));
    refreshConditions();
    refreshNotices();
}

void CardDetail::take(const ActionCard& card)
{
    m_isReading = false;
    m_readError.clear();
    if (!m_card)
        return adopt(card);
    if (!changedParts(*m_card, card).isEmpty()) {
        // Never under the reader's eyes: the new one is shown when it is asked for.
        m_next = card;
        refreshConditions();
        return refreshNotices();
    }
    m_next.reset();
    m_card = card;
    m_page->header().setCard(card, wallMs());
    m_page->bar().setCard(card);
    refreshConditions();
    refreshNotices();
}

void CardDetail::adopt(const ActionCard& card)
{
    m_card = card;
    m_next.reset();
    m_revealed.clear();
    m_page->header().setCard(card, wallMs());
    m_page->arguments().setCard(card);
    refreshWarnings();
    m_page->fitHeader();
    m_page->bar().setCard(card);
    m_page->bar().rearm();
    m_conditions = {};
    refreshConditions();
    refreshNotices();
    emit shown(m_action);
}

void CardDetail::showNext()
{
    if (!m_next || !m_card)
        return;
    m_changedParts = changedParts(*m_card, *m_next);
    m_page->warnings().setWarnings({});
    adopt(ActionCard(*m_next));
}

void CardDetail::apply(const QList<ActionSnapshot>& changes)
{
    const auto found =
        std::find_if(changes.cbegin(), changes.cend(), [this](const ActionSnapshot& one) {
            return !m_action.isEmpty() && one.record.id == m_action;
        });
    if (found == changes.cend())
        return;
    if (m_card) {
        if (!isNews(*found, m_card->snapshot) && !m_next)
            return;
        // State and times at once, so that nothing stays alive that is over; the rest is read.
        m_card->snapshot.record = found->record;
        m_card->snapshot.decideByMs = found->decideByMs;
        m_card->snapshot.snooze = found->snooze;
        m_card->snapshot.decidedBy = found->decidedBy;
        m_card->snapshot.decisionReason = found->decisionReason;
        m_page->bar().setCard(*m_card);
    }
    load();
}

void CardDetail::refresh()
{
    m_page->bar().setPinNeeded(m_client.status().pinProtected);
    const bool isConnected = m_client.connection() == CoreClient::Connection::Connected;
    const bool isBack = isConnected && !m_wasConnected;
    m_wasConnected = isConnected;
    // What was asked for in vain is asked for again.
    if (!m_action.isEmpty() && isConnected && m_isReading && (isBack || !m_readError.isEmpty()))
        load();
    refreshConditions();
    refreshNotices();
}

void CardDetail::tick()
{
    if (!m_card)
        return;
    m_page->header().tick(wallMs());
    refreshConditions();
    refreshNotices();
}

void CardDetail::rearm()
{
    m_page->bar().rearm();
}

void CardDetail::setBackVisible(bool visible)
{
    m_back->setVisible(visible);
}

void CardDetail::approve(const ActionId& action, const QByteArray& fingerprint,
                         const QByteArray& reason, const SecretBytes& pin)
{
    const bool isShown = m_card && !m_next && !m_isReading && action == m_action &&
                         fingerprint == m_card->snapshot.fingerprint;
    if (!isShown)
        return refused(CardCommand::Approve, action,
                       Error(ErrorCode::Conflict, "another version than this one was shown"));
    ApproveRequest request;
    request.action = action;
    request.fingerprint = fingerprint;
    request.now = false;
    request.reason = reason;
    request.coverage = m_page->arguments().coverage() + ' ' + m_page->bar().inputMethod();
    m_sending = action;
    refreshConditions();
    m_commands.approve(request, pin);
}

void CardDetail::deny(const ActionId& action, const QByteArray& reason, const SecretBytes& pin)
{
    m_sending = action;
    refreshConditions();
    m_commands.deny(action, reason, pin);
}

void CardDetail::snooze(const SnoozeRequest& request, const SecretBytes& pin)
{
    m_sending = request.action;
    refreshConditions();
    m_commands.snooze(request, pin);
}

void CardDetail::accepted(CardCommand command, const ActionSnapshot& answer, const QString& text)
{
    const ActionId action = answer.record.id;
    if (m_sending == action)
        m_sending = {};
    apply({answer});
    setVerdict(action, text, false);
    refreshConditions();
    if (command == CardCommand::Approve || command == CardCommand::Deny ||
        command == CardCommand::Snooze)
        emit decided(action, text);
}

void CardDetail::refused(CardCommand command, const ActionId& action, const Error& error)
{
    if (m_sending == action)
        m_sending = {};
    const bool isOpen = m_card && action == m_action;
    const QString text =
        refusedText(command, error, isOpen ? m_card->snapshot : ActionSnapshot(), wallMs());
    setVerdict(action, text, true);
    // It says that what is shown is not what is there.
    if (isOpen && error.code() != ErrorCode::PermissionDenied)
        load();
    refreshConditions();
}

void CardDetail::setVerdict(const ActionId& action, const QString& text, bool isRefusal)
{
    if (action == m_action)
        return m_page->bar().setVerdict(text, isRefusal);
    // The card is not open any more: the sentence may not be taken for the one that is.
    const QString name = visibleLine(action.value(), TextRole::Identifier);
    //: about a request that is not open any more: %1 its id, %2 what became of it
    m_before = tr("%1: %2").arg(name, text);
    refreshNotices();
}

void CardDetail::refreshWarnings()
{
    const QStringList texts =
        m_card ? cardWarnings(*m_card, m_page->arguments().warnings()) : QStringList();
    const int before = m_page->warnings().count();
    m_page->warnings().setWarnings(texts);
    if (m_page->warnings().count() != before)
        m_page->bar().rearm();
}

int CardDetail::hiddenValues() const
{
    if (!m_card)
        return 0;
    return int(std::count_if(m_card->masked.cbegin(), m_card->masked.cend(),
                             [this](const MaskedValue& value) {
                                 return !value.isExpected && !m_revealed.contains(value.offset);
                             }));
}

void CardDetail::refreshConditions()
{
    const bool isCurrent = m_card && !m_next && !m_isReading && m_sending != m_action;
    const bool canDecide = m_client.canDecide() && isCurrent && isInTime(m_card->snapshot);
    const bool isToolUsable = m_card && !m_card->toolDefinition.isEmpty();
    const int percent = m_card ? m_page->arguments().readPercent() : 0;
    const bool isSeen = m_card && m_page->arguments().isSeenToTheEnd();
    const int open = m_page->warnings().openCount();
    const int hidden = hiddenValues();
    // The bar is told of changes only: this is called once a second.
    const Conditions conditions{canDecide, isToolUsable, isSeen, percent, open, hidden};
    if (conditions == m_conditions)
        return;
    m_conditions = conditions;
    m_page->bar().setReadPercent(percent);
    m_page->bar().setConditions(canDecide, isToolUsable, isSeen, open, hidden);
}

void CardDetail::refreshNotices()
{
    CardSituation situation;
    situation.card = m_card ? &*m_card : nullptr;
    situation.hasChanged = m_next.has_value();
    situation.changedParts = m_changedParts;
    situation.readError = m_readError;
    situation.before = m_before;
    situation.isSilent = m_client.connection() == CoreClient::Connection::Silent;
    situation.asOfMs = m_client.asOfMs();
    situation.status = m_client.status();
    situation.nowMs = wallMs();
    m_page->notice().setNotices(cardNotices(situation));
}

bool CardDetail::takeKey(QKeyEvent& press, QWidget* focused)
{
    // What is not on screen cannot be decided on.
    if (!isVisible() || !m_card)
        return false;
    if (m_page->takeKey(press, focused))
        return true;
    if (press.key() != Qt::Key_Escape || !isAncestorOf(focused))
        return false;
    emit backWanted();
    return true;
}

void CardDetail::focusCard()
{
    if (m_card)
        m_page->header().setFocus(Qt::OtherFocusReason);
}

bool CardDetail::isArmed() const
{
    return m_page->isArmed();
}

QList<QWidget*> CardDetail::panes() const
{
    return m_page->panes();
}

bool CardDetail::isInBar(const QWidget* widget) const
{
    return widget == &m_page->bar() || m_page->bar().isAncestorOf(widget);
}

} // namespace lockkeeper
