// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/closepane.h"

#include "ui/coreclient.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockkeeper {

ClosePane::ClosePane(CoreClient& client, QWidget* parent)
    : QWidget(parent)
    , m_client(client)
    , m_question(new QLabel(this))
    , m_words(new QLabel(this))
    , m_back(addButton(tr("Back to the console"), "closeBackButton"))
    , m_keep(addButton(tr("Keep running without a window"), "keepRunningButton"))
    , m_stop(addButton(tr("Stop Lockkeeper"), "stopConsoleButton"))
{
    setObjectName(QStringLiteral("closePane"));
    m_question->setObjectName(QStringLiteral("closeQuestion"));
    m_question->setTextFormat(Qt::PlainText);
    m_question->setWordWrap(true);
    QFont large = m_question->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    m_question->setFont(large);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    connect(m_back, &QPushButton::clicked, this, &ClosePane::backWanted);
    connect(m_keep, &QPushButton::clicked, this, &ClosePane::keepRunningWanted);
    connect(m_stop, &QPushButton::clicked, this, &ClosePane::stopWanted);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(m_question);
    layout->addWidget(m_words);
    layout->addSpacing(12);
    for (QPushButton* button : {m_back, m_keep, m_stop})
        layout->addWidget(button, 0, Qt::AlignLeading);
    layout->addStretch(3);
}

QPushButton* ClosePane::addButton(const QString& text, const char* name)
{
    constexpr int kHeight = 36;
    auto* button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    button->setMinimumHeight(kHeight);
    return button;
}

void ClosePane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    int running = 0;
    int waiting = 0;
    for (const ActionSnapshot& snapshot : m_client.open()) {
        running += snapshot.record.state == ActionState::Running ? 1 : 0;
        waiting += snapshot.record.state == ActionState::Pending ||
                           snapshot.record.state == ActionState::Holding
                       ? 1
                       : 0;
    }
    //: %1 calls run at this moment, %2 wait for a decision
    m_question->setText(
        tr("Close the window? %1 running, %2 waiting for you.").arg(running).arg(waiting));
    m_words->setText(
        tr("Without a window, policy and agents go on; what needs a person waits. "
           "Stopping ends the tool servers: the outcome of a running call may become "
           "unknown, decisions that are held are taken back, waiting calls are kept."));
    m_back->setFocus();
}

void ClosePane::setStopping()
{
    m_question->setText(tr("Stopping. Running calls get a few seconds to answer."));
    for (QPushButton* button : {m_back, m_keep, m_stop})
        button->setEnabled(false);
}

void ClosePane::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_back->isEnabled())
        emit backWanted();
    else
        QWidget::keyPressEvent(event);
}

} // namespace lockkeeper
