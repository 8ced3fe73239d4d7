// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lockpane.h"

#include "ui/coreclient.h"
#include "ui/support/snoozerules.h"

#include <QDateTime>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockkeeper {

LockPane::LockPane(CoreClient& client, QWidget* parent)
    : QWidget(parent)
    , m_client(client)
    , m_counts(new QLabel(this))
    , m_unlock(new QPushButton(this))
{
    setObjectName(QStringLiteral("lockPane"));
    auto* title = new QLabel(tr("The console is locked."), this);
    title->setTextFormat(Qt::PlainText);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    title->setFont(large);
    auto* words = new QLabel(tr("Nothing is shown. Calls that are waiting go on waiting. Anyone at "
                                "this screen can unlock it: lock your session as well."),
                             this);
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    words->setAlignment(Qt::AlignCenter);
    m_counts->setObjectName(QStringLiteral("lockCounts"));
    m_counts->setTextFormat(Qt::PlainText);
    m_counts->setAlignment(Qt::AlignCenter);
    m_unlock->setText(tr("Unlock"));
    m_unlock->setObjectName(QStringLiteral("unlockButton"));
    m_unlock->setAccessibleName(tr("Unlock the console"));
    m_unlock->setAutoDefault(false);
    connect(m_unlock, &QPushButton::clicked, this, &LockPane::unlockWanted);
    connect(&client, &CoreClient::changed, this, &LockPane::refresh);
    connect(&client, &CoreClient::reset, this, &LockPane::refresh);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(title, 0, Qt::AlignCenter);
    layout->addWidget(m_counts);
    layout->addWidget(words);
    layout->addWidget(m_unlock, 0, Qt::AlignCenter);
    layout->addStretch(3);
}

void LockPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    m_unlock->setFocus();
}

void LockPane::refresh()
{
    int waiting = 0;
    int high = 0;
    int critical = 0;
    int unknown = 0;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    for (const ActionSnapshot& snapshot : m_client.open()) {
        unknown += snapshot.record.state == ActionState::Unknown ? 1 : 0;
        if (snapshot.record.state != ActionState::Pending || isSnoozed(snapshot, now))
            continue;
        ++waiting;
        high += snapshot.record.risk == RiskLevel::High ? 1 : 0;
        critical += snapshot.record.risk == RiskLevel::Critical ? 1 : 0;
    }
    //: counts of actions that wait for a decision, by risk, and of unknown outcomes
    m_counts->setText(tr("%1 pending · %2 high · %3 critical · %4 unknown")
                          .arg(waiting)
                          .arg(high)
                          .arg(critical)
                          .arg(unknown));
}

} // namespace lockkeeper
