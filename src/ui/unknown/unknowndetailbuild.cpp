// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/argumentsview.h"
#include "ui/unknown/determinationpanel.h"
#include "ui/unknown/evidenceview.h"
#include "ui/unknown/unknowndetail.h"
#include "ui/widgets/factsview.h"
#include "ui/widgets/riskshape.h"
#include "ui/widgets/wrappedlabel.h"
#include "ui/widgets/wrappingbutton.h"

#include <QScrollArea>
#include <QVBoxLayout>

// How the detail of an unknown outcome is put together; what it does is in unknowndetail.cpp.

namespace lockkeeper {

namespace {

constexpr int kLeastBody = 40;
constexpr int kArgumentLines = 9;
constexpr double kTitleScale = 1.25;

QLabel* headingLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

} // namespace

void UnknownDetail::build()
{
    setObjectName(QStringLiteral("unknownDetail"));
    //: The pane with one unknown outcome.
    setAccessibleName(tr("Unknown outcome"));
    auto* rows = new QVBoxLayout(this);
    m_title = headingLabel({}, this);
    m_title->setObjectName(QStringLiteral("unknownTitle"));
    m_title->setWordWrap(true);
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * kTitleScale);
    m_title->setFont(font);
    m_shape = new RiskShape(this);
    m_shape->setObjectName(QStringLiteral("unknownShape"));
    auto* heading = new QHBoxLayout;
    heading->addWidget(m_shape);
    heading->addWidget(m_title, 1);
    rows->addLayout(heading);
    m_summary = new WrappedLabel(this);
    m_summary->setObjectName(QStringLiteral("unknownSummary"));
    rows->addWidget(m_summary);
    buildBody(*rows);
    m_panel = new DeterminationPanel(m_guard, this);
    rows->addWidget(m_panel);
    m_state = new WrappedLabel(this);
    m_state->setObjectName(QStringLiteral("determineState"));
    rows->addWidget(m_state);
    buildBar(*rows);
}

void UnknownDetail::buildBody(QVBoxLayout& rows)
{
    m_body = new QScrollArea(this);
    m_body->setObjectName(QStringLiteral("unknownBody"));
    //: The part of the pane with everything known about an outcome.
    m_body->setAccessibleName(tr("What we know"));
    m_body->setWidgetResizable(true);
    m_body->setFocusPolicy(Qt::StrongFocus);
    m_body->setMinimumHeight(kLeastBody);
    auto* content = new QWidget(m_body);
    auto* parts = new QVBoxLayout(content);
    m_facts = new FactsView(content);
    m_facts->setObjectName(QStringLiteral("unknownFacts"));
    parts->addWidget(m_facts);
    //: Heading above the lines of evidence.
    parts->addWidget(headingLabel(tr("What we know"), content));
    m_evidenceTable = new EvidenceView(content);
    m_evidenceTable->setObjectName(QStringLiteral("evidenceTable"));
    //: The table with the lines of evidence.
    m_evidenceTable->setAccessibleName(tr("Evidence"));
    m_evidenceTable->setModel(&m_evidence);
    parts->addWidget(m_evidenceTable);
    //: Heading above the calls that wait because of an unknown outcome.
    parts->addWidget(headingLabel(tr("What waits because of it"), content));
    m_waitingText = new WrappedLabel(content);
    m_waitingText->setObjectName(QStringLiteral("waitingText"));
    parts->addWidget(m_waitingText);
    //: Heading above the arguments of the call.
    parts->addWidget(headingLabel(tr("Arguments"), content));
    m_arguments = new ArgumentsView(content);
    m_arguments->setMinimumHeight(fontMetrics().lineSpacing() * kArgumentLines);
    parts->addWidget(m_arguments, 1);
    m_body->setWidget(content);
    rows.addWidget(m_body, 1);
}

WrappingButton* UnknownDetail::openingButton(DeterminationKind kind, const QString& text,
                                             const char* name)
{
    auto* button = new WrappingButton(QString::fromLatin1(name), m_bar);
    button->setWords(text);
    connect(button, &WrappingButton::clicked, this, [this, kind]() { openPanel(kind); });
    m_openers.append(button);
    return button;
}

void UnknownDetail::buildBar(QVBoxLayout& rows)
{
    m_bar = new QWidget(this);
    m_bar->setObjectName(QStringLiteral("determineBar"));
    auto* buttons = new QHBoxLayout(m_bar);
    buttons->setContentsMargins(0, 0, 0, 0);
    //: Button: opens the panel in which it is recorded that the effect happened.
    buttons->addWidget(
        openingButton(DeterminationKind::Happened, tr("It happened…"), "happenedButton"));
    //: Button: opens the panel in which it is recorded that the effect did not happen.
    buttons->addWidget(openingButton(DeterminationKind::DidNotHappen, tr("It did not happen…"),
                                     "didNotHappenButton"));
    //: Button: opens the panel in which it is closed although nobody knows.
    buttons->addWidget(openingButton(DeterminationKind::Undetermined, tr("Close without knowing…"),
                                     "undeterminedButton"));
    buttons->addStretch(1);
    m_undo = new WrappingButton(QStringLiteral("undoButton"), m_bar);
    //: Button: takes back a determination before it takes effect.
    m_undo->setWords(tr("Undo"));
    connect(m_undo, &WrappingButton::clicked, this, &UnknownDetail::undo);
    buttons->addWidget(m_undo);
    m_bar->setFocusProxy(m_openers.constFirst());
    rows.addWidget(m_bar);
}

QList<QWidget*> UnknownDetail::panes() const
{
    return {m_body, m_panel, m_bar};
}

} // namespace lockkeeper
