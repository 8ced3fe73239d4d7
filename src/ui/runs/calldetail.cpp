// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/calldetail.h"

#include "ui/arguments/visibletext.h"
#include "ui/runs/calloutput.h"
#include "ui/runs/runpresentation.h"
#include "ui/support/timetext.h"
#include "ui/widgets/inputguard.h"
#include "ui/widgets/wrappedlabel.h"

#include <QDateTime>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr int kButtonHeight = 36;
constexpr const char* kTitleProperty = "fieldTitle";

QString timeText(qint64 ms)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(ms);
    if (time.date() == QDate::currentDate())
        return time.time().toString(Qt::ISODate);
    return QLocale().toString(time, QLocale::ShortFormat);
}

void setField(QLabel& label, const QString& text)
{
    if (label.text() == text)
        return;
    label.setText(text);
    const QString title = label.property(kTitleProperty).toString();
    //: A fact about a call as a screen reader says it: %1 its name, %2 its value
    label.setAccessibleName(title.isEmpty() ? text : CallDetail::tr("%1: %2").arg(title, text));
}

bool canBeCancelled(ActionState state)
{
    return state == ActionState::Pending || state == ActionState::Holding ||
           state == ActionState::Approved || state == ActionState::Running;
}

} // namespace

CallDetail::CallDetail(InputGuard& guard, QWidget* parent)
    : QWidget(parent)
    , m_form(new QFormLayout)
    , m_output(new CallOutput(this))
    //: Button; goes to the area where this call is decided or settled
    , m_show(new QPushButton(tr("Open where it is decided"), this))
    , m_cancel(new QPushButton(tr("Cancel call"), this))
{
    setObjectName(QStringLiteral("callDetail"));
    //: What a screen reader calls the pane with the selected call
    setAccessibleName(tr("Selected call"));
    makeFields();
    // Words of a tool may be long: the fields scroll, the buttons stay where they are.
    auto* sheet = new QWidget;
    sheet->setLayout(m_form);
    auto* fields = new QScrollArea(this);
    fields->setObjectName(QStringLiteral("callFields"));
    //: What a screen reader calls the facts about the selected call
    fields->setAccessibleName(tr("About the call"));
    fields->setWidget(sheet);
    fields->setWidgetResizable(true);
    fields->setFrameShape(QFrame::NoFrame);
    fields->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_show->setObjectName(QStringLiteral("showCallButton"));
    m_cancel->setObjectName(QStringLiteral("cancelCallButton"));
    for (QPushButton* button : {m_show, m_cancel}) {
        button->setAccessibleName(button->text());
        button->setAutoDefault(false);
        button->setMinimumHeight(kButtonHeight);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_cancel);
    buttons->addStretch();
    buttons->addWidget(m_show);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(fields, 2);
    layout->addWidget(m_output, 3);
    layout->addWidget(m_verdict);
    layout->addLayout(buttons);
    guard.protect(*m_cancel);
    connect(m_cancel, &QPushButton::clicked, this, [this]() {
        if (m_cancel->isEnabled())
            emit cancelWanted(m_item.action);
    });
    connect(m_show, &QPushButton::clicked, this, [this]() { emit actionWanted(m_item.action); });
    clear();
}

QLabel* CallDetail::addField(const QString& name, const char* objectName)
{
    auto* label = new WrappedLabel(this);
    label->setObjectName(QLatin1String(objectName));
    label->setProperty(kTitleProperty, name);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* title = new QLabel(name, this);
    title->setTextFormat(Qt::PlainText);
    title->setBuddy(label);
    m_form->addRow(title, label);
    return label;
}

void CallDetail::makeFields()
{
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_state = addField(tr("State"), "callState");
    m_tool = addField(tr("Tool"), "callTool");
    m_summary = addField(tr("Summary"), "callSummary");
    //: Field: the id that the agent gave to a call
    m_callId = addField(tr("Call id (the agent's)"), "callId");
    //: Field: the group of calls that were allowed to run together
    m_batch = addField(tr("Batch"), "callBatch");
    m_attempt = addField(tr("Attempts"), "callAttempts");
    //: Field: when the agent proposed a call
    m_proposed = addField(tr("Proposed"), "callProposed");
    //: Field: when the last attempt of a call was started
    m_started = addField(tr("Started"), "callStarted");
    //: Field: how long a call took, or has taken so far
    m_took = addField(tr("Took"), "callTook");
    //: Field: when a running call was last heard of
    m_sign = addField(tr("Last sign"), "callSign");
    m_outcome = addField(tr("Result"), "callResult");
    m_verdict = new WrappedLabel(this);
    m_verdict->setObjectName(QStringLiteral("callVerdict"));
}

void CallDetail::clear()
{
    m_item = {};
    for (QLabel* label : {m_tool, m_summary, m_callId, m_batch, m_attempt, m_proposed, m_started,
                          m_took, m_sign, m_outcome, m_verdict})
        setField(*label, {});
    //: Stands in the pane for the selected call when there is none
    setField(*m_state, tr("No call is selected."));
    m_state->setPalette(palette());
    m_output->clearOutput();
    checkButtons();
}

void CallDetail::setCall(const RunItem& item, const ActionSnapshot& snapshot)
{
    if (!(item.action == m_item.action))
        clear();
    setField(*m_callId, visibleLine(snapshot.record.callId, TextRole::Identifier));
    QString outcome = visibleLine(snapshot.resultSummary, TextRole::Prose);
    if (!snapshot.tamperedWith.isEmpty())
        outcome = visibleLine(snapshot.tamperedWith, TextRole::Prose);
    else if (outcome.isEmpty())
        outcome = visibleLine(snapshot.decisionReason, TextRole::Prose);
    setField(*m_outcome, outcome);
    setItem(item);
}

void CallDetail::setItem(const RunItem& item)
{
    m_item = item;
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText,
                     runToneColor(palette(), actionTone(item.state, item.isTamperedWith)));
    m_state->setPalette(colours);
    setField(*m_tool, item.tool);
    setField(*m_summary, item.summary);
    showFields();
    checkButtons();
}

void CallDetail::setBatch(const QByteArray& batch)
{
    setField(*m_batch, visibleLine(batch, TextRole::Identifier));
}

void CallDetail::setResult(const CallResult& result)
{
    if (!(result.action == m_item.action))
        return;
    if (m_outcome->text().isEmpty())
        setField(*m_outcome, visibleLine(result.summary.isEmpty() ? result.reason : result.summary,
                                         TextRole::Prose));
    // While it runs the output is what it says of its progress.
    if (result.settled || !result.result.isEmpty())
        m_output->setResult(result.result);
}

void CallDetail::setProgress(const QByteArray& text)
{
    m_output->addProgress(text);
}

void CallDetail::setVerdict(const QString& text)
{
    m_verdict->setText(text);
}

void CallDetail::setCanDecide(bool canDecide)
{
    m_canDecide = canDecide;
    checkButtons();
}

void CallDetail::setNow(qint64 nowMs)
{
    m_nowMs = nowMs;
    if (!m_item.action.isEmpty())
        showFields();
}

void CallDetail::showFields()
{
    setField(*m_state, m_item.stateText);
    setField(*m_attempt, QLocale().toString(m_item.attempts));
    setField(*m_proposed, timeText(m_item.createdAtMs));
    //: In place of the time when a call was started
    setField(*m_started,
             m_item.startedAtMs == 0 ? tr("not started") : timeText(m_item.startedAtMs));
    const qint64 tookMs = runItemTookMs(m_item, m_nowMs);
    const QString took = tookMs < 0 ? QString() : runDurationText(tookMs);
    //: How long a call has run that still runs; %1 is a duration
    const QString soFar = tr("%1 so far").arg(took);
    setField(*m_took, m_item.state == ActionState::Running && tookMs >= 0 ? soFar : took);
    if (m_item.state == ActionState::Running && m_item.lastSignAtMs > 0) {
        //: When a running call was last heard of; %1 is an age such as "3 s"
        setField(*m_sign, tr("%1 ago").arg(ageText(m_nowMs - m_item.lastSignAtMs)));
    } else {
        setField(*m_sign, {});
    }
}

void CallDetail::checkButtons()
{
    const bool isThere = !m_item.action.isEmpty();
    m_cancel->setEnabled(isThere && m_canDecide && canBeCancelled(m_item.state));
    m_show->setEnabled(
        isThere && (m_item.state == ActionState::Pending || m_item.state == ActionState::Unknown));
}

} // namespace lockkeeper
