// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/cardheader.h"

#include "ui/arguments/visibletext.h"
#include "ui/pending/cardwarnings.h"
#include "ui/pending/pendingpresentation.h"
#include "ui/support/riskpresentation.h"
#include "ui/widgets/focusring.h"
#include "ui/widgets/riskshape.h"
#include "ui/widgets/wrappedlabel.h"

#include <QDateTime>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kMargin = 10;
constexpr int kWholeText = 8000; ///< more than any of these texts has
constexpr double kTitleScale = 1.2;
constexpr int kLeastLines = 4;

/// A block with a frame around it: nothing in it is ours.
class Quotation final : public QWidget
{
protected:
    void paintEvent(QPaintEvent* event) override
    {
        Q_UNUSED(event);
        QPainter painter(this);
        painter.setPen(themeColor(palette(), ColorRole::Line));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
};

QString lines(const QList<QByteArray>& texts, TextRole role)
{
    QStringList result;
    for (const QByteArray& text : texts)
        result.append(visibleLine(text, role, kWholeText));
    return result.join(QLatin1Char('\n'));
}

QString agentClaims(const ActionSnapshot& snapshot)
{
    const auto visible = [](const QByteArray& text) {
        return visibleLine(text, TextRole::Identifier, kWholeText);
    };
    const QString credential = visible(snapshot.record.credential.value());
    const ClaimedLabels& labels = snapshot.labels;
    QStringList result;
    if (labels.agentId.isEmpty())
        //: who asks; %1 is the id of a credential
        result.append(CardHeader::tr("Credential %1; it gives no name.").arg(credential));
    else
        //: who asks; %1 is the id of a credential, %2 a name that nobody has verified
        result.append(CardHeader::tr("Credential %1. Calls itself “%2” (not verified).")
                          .arg(credential, visible(labels.agentId)));
    if (!labels.runId.isEmpty())
        //: %1 is an id that nobody has verified
        result.append(CardHeader::tr("Says it is in run “%1”.").arg(visible(labels.runId)));
    if (!labels.sessionId.isEmpty())
        //: %1 is an id that nobody has verified
        result.append(CardHeader::tr("Says it is in session “%1”.").arg(visible(labels.sessionId)));
    if (!labels.threadId.isEmpty())
        //: %1 is an id that nobody has verified
        result.append(CardHeader::tr("Says it is in thread “%1”.").arg(visible(labels.threadId)));
    return result.join(QLatin1Char('\n'));
}

QString decideByText(const ActionSnapshot& snapshot, qint64 nowMs)
{
    if (snapshot.decideByMs == 0)
        //: there is no time by which a request has to be decided
        return CardHeader::tr("No limit");
    const QString when = QLocale().toString(QDateTime::fromMSecsSinceEpoch(snapshot.decideByMs),
                                            QLocale::ShortFormat);
    if (snapshot.decideByMs <= nowMs)
        //: %1 is a date and a time
        return CardHeader::tr("%1: time is up").arg(when);
    //: %1 is a date and a time, %2 the time that is left, e.g. 4:12
    return CardHeader::tr("%1 (in %2)").arg(when, durationText(snapshot.decideByMs - nowMs));
}

QString askedBecauseText(const ActionSnapshot& snapshot)
{
    const QString because = visibleLine(snapshot.askedBecause, TextRole::Prose, kWholeText);
    const QString rule = visibleLine(snapshot.policyRule, TextRole::Identifier, kWholeText);
    if (rule.isEmpty() && because.isEmpty())
        //: why a person is asked is not known
        return CardHeader::tr("No reason is recorded.");
    if (rule.isEmpty())
        return because;
    if (because.isEmpty())
        //: %1 is the name of a rule
        return CardHeader::tr("Rule %1").arg(rule);
    //: why a person is asked: %1 the reason, %2 the name of the rule
    return CardHeader::tr("%1 (rule %2)").arg(because, rule);
}

} // namespace

CardHeader::CardHeader(QWidget* parent)
    : QScrollArea(parent)
    , m_content(new QWidget)
    , m_shape(new RiskShape)
    , m_risk(new WrappedLabel)
    , m_summary(new WrappedLabel)
{
    setObjectName(QStringLiteral("cardHeader"));
    //: accessible name of the top of a request's card
    setAccessibleName(tr("What is asked for"));
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setViewportMargins(kFocusRing, kFocusRing, kFocusRing, kFocusRing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);

    m_risk->setObjectName(QStringLiteral("cardRisk"));
    m_summary->setObjectName(QStringLiteral("cardSummary"));
    auto* title = new QHBoxLayout;
    title->addWidget(m_shape, 0, Qt::AlignTop);
    title->addWidget(m_risk, 0, Qt::AlignTop);
    title->addWidget(m_summary, 1, Qt::AlignTop);

    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->addLayout(title);
    column->addLayout(makeFacts());
    column->addWidget(makeQuotation());
    column->addStretch(1);
    setWidget(m_content);
    setFonts();
}

QFormLayout* CardHeader::makeFacts()
{
    auto* rows = new QFormLayout;
    rows->setRowWrapPolicy(QFormLayout::DontWrapRows);
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    rows->setLabelAlignment(Qt::AlignLeading | Qt::AlignTop);
    //: row of a card
    m_tool = addRow(*rows, tr("Tool"), QStringLiteral("cardTool"));
    //: row of a card: who asks
    m_agent = addRow(*rows, tr("Agent"), QStringLiteral("cardAgent"));
    //: row of a card: until when it has to be decided
    m_decideBy = addRow(*rows, tr("Decide by"), QStringLiteral("cardDecideBy"));
    //: row of a card: the reasons for its level of risk
    m_riskReasons = addRow(*rows, tr("Why this risk"), QStringLiteral("cardRiskReasons"));
    //: row of a card: why it was not allowed by itself
    m_askedBecause = addRow(*rows, tr("Why you are asked"), QStringLiteral("cardAskedBecause"));
    //: row of a card: what it would happen to
    m_targets = addRow(*rows, tr("Targets"), QStringLiteral("cardTargets"));
    //: row of a card: the tool's own description, which nobody has verified
    m_description = addRow(*rows, tr("Tool's own words"), QStringLiteral("cardToolDescription"));
    //: row of a card: another open request with the same arguments
    m_equal = addRow(*rows, tr("Equal request"), QStringLiteral("cardEqual"));
    //: button: shows the other request with the same arguments
    m_showEqual = new QPushButton(tr("Show the equal request"));
    m_showEqual->setObjectName(QStringLiteral("equalCallButton"));
    m_showEqual->setAutoDefault(false);
    m_showEqual->setAccessibleName(m_showEqual->text());
    auto* equalLine = new QHBoxLayout;
    equalLine->addWidget(m_showEqual);
    equalLine->addStretch(1);
    rows->addRow(nullptr, equalLine);
    connect(m_showEqual, &QPushButton::clicked, this,
            [this]() { emit equalWanted(m_card.equalTo); });
    return rows;
}

QWidget* CardHeader::makeQuotation()
{
    auto* quotation = new Quotation;
    auto* quotationTitle = new WrappedLabel;
    //: title of the block that quotes the agent
    quotationTitle->setText(tr("What the agent says (not verified)"));
    quotationTitle->setObjectName(QStringLiteral("cardAgentReasonTitle"));
    quotationTitle->setColor(ColorRole::SecondaryText);
    m_agentReason = new WrappedLabel;
    m_agentReason->setObjectName(QStringLiteral("cardAgentReason"));
    auto* quotationLayout = new QVBoxLayout(quotation);
    quotationLayout->addWidget(quotationTitle);
    quotationLayout->addWidget(m_agentReason);
    return quotation;
}

WrappedLabel* CardHeader::addRow(QFormLayout& rows, const QString& title, const QString& name)
{
    auto* label = new WrappedLabel;
    label->setObjectName(name);
    label->setAccessibleDescription(title);
    auto* titleLabel = new WrappedLabel;
    titleLabel->setText(title);
    titleLabel->setObjectName(name + QStringLiteral("Title"));
    titleLabel->setColor(ColorRole::SecondaryText);
    rows.addRow(titleLabel, label);
    return label;
}

void CardHeader::setTitle(const ActionSnapshot& snapshot)
{
    const RiskLevel risk = snapshot.record.risk;
    m_shape->setShape(riskShapeKind(risk), riskColorRole(risk));
    m_risk->setText(riskWord(risk));
    m_risk->setColor(riskColorRole(risk));
    m_summary->setText(visibleLine(snapshot.summary, TextRole::Prose, kWholeText));
}

void CardHeader::setFonts()
{
    QFont large = font();
    large.setBold(true);
    large.setPointSizeF(font().pointSizeF() * kTitleScale);
    for (QWidget* part : {static_cast<QWidget*>(m_shape), static_cast<QWidget*>(m_risk),
                          static_cast<QWidget*>(m_summary)})
        part->setFont(large);
}

void CardHeader::setReason(const QByteArray& reason)
{
    if (reason.isEmpty())
        //: stands where the agent's reason would stand
        return m_agentReason->setText(tr("The agent gave no reason."));
    //: quotation of the agent
    m_agentReason->setText(tr("“%1”").arg(visibleText(reason, TextRole::Prose).plain()));
}

void CardHeader::setCard(const ActionCard& card, qint64 nowMs)
{
    const bool isAnother = !(card.snapshot.record.id == m_card.snapshot.record.id);
    m_card = card;
    const ActionSnapshot& snapshot = card.snapshot;
    setTitle(snapshot);
    m_tool->setText(toolText(snapshot.record.tool));
    m_agent->setText(agentClaims(snapshot));
    m_description->setText(toolDescriptionText(card.toolDefinition));
    m_riskReasons->setText(lines(snapshot.riskReasons, TextRole::Prose));
    m_askedBecause->setText(askedBecauseText(snapshot));
    m_targets->setText(snapshot.targets.isEmpty()
                           //: row Targets of a card
                           ? tr("None known")
                           : lines(snapshot.targets, TextRole::Identifier));
    const bool hasEqual = !card.equalTo.isEmpty();
    //: %1 is the id of another request
    m_equal->setText(hasEqual ? tr("%1 asks for exactly the same.")
                                    .arg(visibleLine(card.equalTo.value(), TextRole::Identifier))
                              //: there is no other request with the same arguments
                              : tr("None"));
    m_showEqual->setVisible(hasEqual);
    setReason(snapshot.agentReason);
    tick(nowMs);
    m_content->show();
    if (isAnother)
        ensureVisible(0, 0);
}

void CardHeader::clear()
{
    m_card = {};
    for (WrappedLabel* value : {m_risk, m_summary, m_tool, m_agent, m_decideBy, m_riskReasons,
                                m_askedBecause, m_targets, m_description, m_equal, m_agentReason})
        value->clear();
    m_content->hide();
}

void CardHeader::tick(qint64 nowMs)
{
    const QString text = decideByText(m_card.snapshot, nowMs);
    if (text != m_decideBy->text())
        m_decideBy->setText(text);
}

int CardHeader::wantedHeight(int width) const
{
    const int content = m_content->layout()->hasHeightForWidth()
                            ? m_content->layout()->totalHeightForWidth(width - 2 * kFocusRing)
                            : m_content->sizeHint().height();
    return content + 2 * kFocusRing;
}

void CardHeader::setShownHeight(int height)
{
    m_shownHeight = height;
    setMaximumHeight(height);
    updateGeometry();
}

QSize CardHeader::sizeHint() const
{
    return {QScrollArea::sizeHint().width(), m_shownHeight};
}

QSize CardHeader::minimumSizeHint() const
{
    return {0, std::min(m_shownHeight, kLeastLines * fontMetrics().lineSpacing())};
}

void CardHeader::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_summary != nullptr)
        setFonts();
}

bool CardHeader::event(QEvent* event)
{
    const bool isDone = QScrollArea::event(event);
    if (event->type() == QEvent::Paint)
        paintFocusRing(*this);
    return isDone;
}

void CardHeader::focusInEvent(QFocusEvent* event)
{
    QScrollArea::focusInEvent(event);
    update();
}

void CardHeader::focusOutEvent(QFocusEvent* event)
{
    QScrollArea::focusOutEvent(event);
    update();
}

} // namespace lockkeeper
