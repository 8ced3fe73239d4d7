// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/statusstrip.h"

#include "ui/coreclient.h"
#include "ui/support/statuspresentation.h"
#include "ui/widgets/plainlabel.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace lockkeeper {

namespace {

constexpr int kTickMs = 1000;
constexpr int kMargin = 6;
constexpr int kSpacing = 18;

/// Decisions whose hold runs: approvals, and determinations of unknowns.
QList<ActionSnapshot> heldDecisions(const CoreClient& client)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    QList<ActionSnapshot> held;
    for (const ActionSnapshot& snapshot : client.open()) {
        const ActionRecord& record = snapshot.record;
        if (record.state == ActionState::Holding ||
            (record.state == ActionState::Unknown && record.holdUntilMs > now))
            held.append(snapshot);
    }
    return held;
}

} // namespace

StatusStrip::StatusStrip(CoreClient& client, QWidget* parent)
    : QWidget(parent)
    , m_client(client)
    , m_connection(plainLabel(QStringLiteral("connectionState"), this))
    , m_key(plainLabel(QStringLiteral("keyState"), this))
    , m_holds(plainLabel(QStringLiteral("holdState"), this))
    , m_undo(new QPushButton(this))
{
    setObjectName(QStringLiteral("statusStrip"));
    setAccessibleName(tr("Status"));
    //: a button: takes back the newest decision that has not taken effect yet
    m_undo->setText(tr("Undo"));
    m_undo->setObjectName(QStringLiteral("undoNewestButton"));
    m_undo->setAccessibleName(tr("Undo the newest decision that is held"));
    m_undo->setAutoDefault(false);
    // Its place is kept when there is nothing to undo: nothing moves beside it.
    QSizePolicy kept = m_undo->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_undo->setSizePolicy(kept);
    connect(m_undo, &QPushButton::clicked, this, &StatusStrip::undoNewest);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kMargin, 2, kMargin, 2);
    layout->setSpacing(kSpacing);
    layout->addWidget(m_connection);
    layout->addWidget(m_key);
    layout->addStretch(1);
    layout->addWidget(m_holds);
    layout->addWidget(m_undo);
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &StatusStrip::refresh);
    connect(&client, &CoreClient::statusChanged, this, &StatusStrip::refresh);
    connect(&client, &CoreClient::connectionChanged, this, &StatusStrip::refresh);
    connect(&client, &CoreClient::changed, this, &StatusStrip::refresh);
    connect(&client, &CoreClient::reset, this, &StatusStrip::refresh);
    refresh();
}

QWidget* StatusStrip::undoButton() const
{
    return m_undo;
}

void StatusStrip::undoNewest()
{
    const QList<ActionSnapshot> held = heldDecisions(m_client);
    const ActionSnapshot* newest = nullptr;
    for (const ActionSnapshot& snapshot : held) {
        if (!newest || snapshot.record.changedAtMs > newest->record.changedAtMs)
            newest = &snapshot;
    }
    if (!newest)
        return;
    m_client.core().undo(
        newest->record.id,
        m_client.reply<ActionSnapshot>(this, [this](Result<ActionSnapshot> result) {
            if (!result)
                m_holds->setText(tr("Too late to undo: it has been sent."));
        }));
}

void StatusStrip::refresh()
{
    switch (m_client.connection()) {
    case CoreClient::Connection::Connecting:
        m_connection->setText(tr("○ Connecting…"));
        break;
    case CoreClient::Connection::Connected:
        //: %1 is a time of day
        m_connection->setText(
            tr("● Connected, %1").arg(clockText(QDateTime::currentMSecsSinceEpoch())));
        break;
    case CoreClient::Connection::Silent:
        //: %1 is a time of day
        m_connection->setText(tr("◌ No answer since %1").arg(clockText(m_client.asOfMs())));
        break;
    }
    m_key->setText(keyringText(m_client.status().keyring));
    const int held = static_cast<int>(heldDecisions(m_client).size());
    m_holds->setText(held == 0 ? QString() : tr("%n decision(s) held", nullptr, held));
    m_undo->setVisible(held > 0);
}

void StatusStrip::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_tick.start();
}

void StatusStrip::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_tick.stop();
}

} // namespace lockkeeper
