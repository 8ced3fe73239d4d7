// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historydetail.h"

#include "ui/arguments/visibletext.h"
#include "ui/history/historytext.h"
#include "ui/support/statepresentation.h"
#include "ui/support/theme.h"
#include "ui/support/timetext.h"
#include "ui/widgets/wrappedlabel.h"

#include <QLocale>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr double kTitleScale = 1.2;

void setColour(QWidget& widget, const QPalette& base, ColorRole role)
{
    QPalette colours = base;
    colours.setColor(QPalette::WindowText, themeColor(base, role));
    widget.setPalette(colours);
}

QString prose(const QByteArray& text)
{
    return visibleLine(text, TextRole::Prose);
}

QString targetsOf(const ActionSnapshot& snapshot)
{
    QStringList targets;
    for (const QByteArray& target : snapshot.targets)
        targets.append(visibleLine(target, TextRole::Identifier));
    return targets.join(QLatin1Char('\n'));
}

} // namespace

HistoryDetail::HistoryDetail(CoreClient& client, QWidget* parent)
    : QScrollArea(parent)
    , m_client(client)
{
    setObjectName(QStringLiteral("historyDetail"));
    //: The pane with one record.
    setAccessibleName(tr("Record"));
    setWidgetResizable(true);
    setFocusPolicy(Qt::StrongFocus);
    auto* content = new QWidget(this);
    auto* rows = new QVBoxLayout(content);
    m_title = new WrappedLabel(content);
    m_title->setObjectName(QStringLiteral("recordTitle"));
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * kTitleScale);
    m_title->setFont(font);
    m_alarm = new WrappedLabel(content);
    m_alarm->setObjectName(QStringLiteral("alarmLine"));
    m_ran = new WrappedLabel(content);
    m_ran->setObjectName(QStringLiteral("ranLine"));
    m_recordFacts = new FactsView(content);
    m_recordFacts->setObjectName(QStringLiteral("recordFacts"));
    m_callFacts = new FactsView(content);
    m_callFacts->setObjectName(QStringLiteral("callFacts"));
    rows->addWidget(m_title);
    rows->addWidget(m_alarm);
    rows->addWidget(m_ran);
    rows->addWidget(m_recordFacts);
    rows->addWidget(m_callFacts);
    rows->addStretch(1);
    setWidget(content);
    showEntry();
}

void HistoryDetail::setEntry(const std::optional<HistoryEntry>& entry)
{
    if (entry && m_entry && entry->position == m_entry->position)
        return;
    const bool isSameCall = entry && m_entry && entry->action == m_entry->action;
    m_entry = entry;
    if (!isSameCall) {
        m_call.reset();
        m_problem.clear();
    }
    showEntry();
    reload();
}

void HistoryDetail::reload()
{
    const int reading = ++m_reading;
    if (action().isEmpty() || m_isBlank)
        return;
    m_client.core().card(action(),
                         m_client.reply<ActionCard>(this, [this, reading](Result<ActionCard> card) {
                             if (reading != m_reading)
                                 return;
                             if (card) {
                                 m_call = card->snapshot;
                                 m_problem.clear();
                             } else {
                                 m_problem = card.error().code() == ErrorCode::NotFound
                                                 ? tr("The call is not in the store any more.")
                                                 : tr("The call cannot be read just now.");
                             }
                             showCall();
                         }));
}

void HistoryDetail::setBlank(bool blank)
{
    m_isBlank = blank;
    if (blank)
        m_call.reset();
    showEntry();
    if (!blank)
        reload();
}

void HistoryDetail::showEntry()
{
    const bool isShown = m_entry && !m_isBlank;
    if (!isShown) {
        //: The pane of a record while none is selected.
        m_title->setText(m_isBlank ? QString() : tr("Select a record to see what it says."));
        m_recordFacts->setFacts({});
        showCall();
        return;
    }
    m_title->setText(HistoryText::kind(m_entry->kind));
    m_recordFacts->setFacts({
        {tr("Record"), QLocale().toString(m_entry->position)},
        {tr("Time"), localTimeText(m_entry->atMs)},
        {tr("Time in UTC"), utcTimeText(m_entry->atMs)},
        {tr("Call"), visibleLine(m_entry->action.value(), TextRole::Identifier)},
        {tr("Tool"), HistoryText::tool(m_entry->tool)},
        {tr("State after it"), HistoryText::state(m_entry->state)},
        {tr("By"), visibleLine(m_entry->by, TextRole::Identifier)},
    });
    showCall();
}

FactsView::Facts HistoryDetail::callFacts(const ActionSnapshot& snapshot) const
{
    const ActionRecord& record = snapshot.record;
    return {
        {tr("What the call does"), prose(snapshot.summary)},
        {tr("Target"), targetsOf(snapshot)},
        {tr("Agent (its own word)"), visibleLine(snapshot.labels.agentId, TextRole::Identifier)},
        {tr("Fingerprint"), HistoryText::fingerprint(snapshot.fingerprint)},
        {tr("State now"), actionStateText(record.state)},
        {tr("Asked because"), prose(snapshot.askedBecause)},
        {tr("Policy rule"), visibleLine(snapshot.policyRule, TextRole::Identifier)},
        {tr("Decided by"), visibleLine(snapshot.decidedBy, TextRole::Identifier)},
        {tr("Reason"), prose(snapshot.decisionReason)},
        {tr("Attempts"), record.attempts > 0 ? QString::number(record.attempts) : QString()},
        {tr("Outcome"), record.hasOutcome ? HistoryText::outcome(record.outcome) : QString()},
        {tr("Result"), prose(snapshot.resultSummary)},
    };
}

void HistoryDetail::showCall()
{
    QString alarm;
    QString ran;
    if (m_entry && m_call && !m_isBlank) {
        m_callFacts->setFacts(callFacts(*m_call));
        ran = HistoryText::ranAsApproved(*m_call);
        if (!m_call->tamperedWith.isEmpty())
            //: Alarm: what is stored about a call was changed; %1 = the core's own words.
            alarm = tr("Alarm: what is stored about this call does not match the record. %1")
                        .arg(prose(m_call->tamperedWith));
    } else {
        m_callFacts->setFacts({});
        if (!m_isBlank && m_entry)
            alarm = m_problem;
    }
    m_alarm->setVisible(!alarm.isEmpty());
    m_alarm->setText(alarm);
    setColour(*m_alarm, palette(), ColorRole::Critical);
    m_ran->setVisible(!ran.isEmpty());
    //: A line about something that was verified: %1 = what.
    m_ran->setText(ran.isEmpty() ? ran : tr("✓ %1").arg(ran));
    setColour(*m_ran, palette(), ColorRole::Verified);
}

} // namespace lockkeeper
