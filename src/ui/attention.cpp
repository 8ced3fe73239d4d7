// SPDX-License-Identifier: Apache-2.0
#include "ui/attention.h"

#include "ui/coreclient.h"
#include "ui/support/areaicon.h"
#include "ui/support/snoozerules.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDateTime>
#include <QMenu>
#include <QPalette>

namespace lockkeeper {

namespace {

constexpr int kBeatMs = 30'000;

QDBusMessage notificationCall(const QString& method)
{
    QDBusMessage call =
        QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.Notifications"),
                                       QStringLiteral("/org/freedesktop/Notifications"),
                                       QStringLiteral("org.freedesktop.Notifications"), method);
    return call;
}

bool isWaiting(const ActionSnapshot& snapshot, qint64 nowMs)
{
    return snapshot.record.state == ActionState::Pending && !isSnoozed(snapshot, nowMs);
}

} // namespace

Attention::Attention(CoreClient& client, std::function<bool()> isWindowActive, QObject* parent)
    : QObject(parent)
    , m_client(client)
    , m_isWindowActive(std::move(isWindowActive))
    , m_menu(std::make_unique<QMenu>())
{
    connect(&client, &CoreClient::reset, this, &Attention::look);
    connect(&client, &CoreClient::changed, this, &Attention::look);
    m_beat.setInterval(kBeatMs);
    connect(&m_beat, &QTimer::timeout, this, &Attention::look);
    m_beat.start();
    QDBusConnection::sessionBus().connect(QStringLiteral("org.freedesktop.Notifications"),
                                          QStringLiteral("/org/freedesktop/Notifications"),
                                          QStringLiteral("org.freedesktop.Notifications"),
                                          QStringLiteral("ActionInvoked"), this,
                                          SLOT(notificationChosen(uint, QString)));
    connect(m_menu->addAction(tr("Open")), &QAction::triggered, this, &Attention::openWanted);
    connect(m_menu->addAction(tr("Lock console")), &QAction::triggered, this,
            &Attention::lockWanted);
    connect(m_menu->addAction(tr("Close window…")), &QAction::triggered, this,
            &Attention::closeWanted);
    m_tray.setContextMenu(m_menu.get());
    connect(&m_tray, &QSystemTrayIcon::activated, this,
            [this](QSystemTrayIcon::ActivationReason reason) {
                if (reason == QSystemTrayIcon::Trigger)
                    emit openWanted();
            });
    showTray();
    if (QSystemTrayIcon::isSystemTrayAvailable())
        m_tray.show();
}

Attention::~Attention()
{
    withdraw();
}

void Attention::look()
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    showTray();
    if (!m_hasBegun) {
        m_hasBegun = true;
        m_policy.begin(m_client.open(), now);
        return;
    }
    if (const auto notice = m_policy.look(m_client.open(), now, m_isWindowActive()))
        notify(*notice);
    bool isAnythingWaiting = false;
    for (const ActionSnapshot& snapshot : m_client.open())
        isAnythingWaiting = isAnythingWaiting || isWaiting(snapshot, now) ||
                            snapshot.record.state == ActionState::Unknown;
    if (!isAnythingWaiting)
        withdraw();
}

void Attention::showTray()
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    int pending = 0;
    for (const ActionSnapshot& snapshot : m_client.open())
        pending += isWaiting(snapshot, now) ? 1 : 0;
    m_tray.setIcon(areaIcon(pending > 0 ? AreaPicture::Pending : AreaPicture::Console,
                            QApplication::palette().color(QPalette::WindowText)));
    m_tray.setToolTip(tr("Lockkeeper: %n call(s) waiting", nullptr, pending));
}

void Attention::notify(const AttentionNotice& notice)
{
    QDBusMessage call = notificationCall(QStringLiteral("Notify"));
    const uchar urgency = notice.urgency == AttentionNotice::Urgency::Critical ? 2 : 1;
    const QVariantMap hints = {
        {QStringLiteral("urgency"), QVariant::fromValue(urgency)},
        {QStringLiteral("desktop-entry"), QStringLiteral("org.lockkeeper.Lockkeeper")}};
    constexpr int kServersChoice = -1;
    // The one action opens the window; there is none that decides.
    call.setArguments({QStringLiteral("Lockkeeper"), m_notification,
                       QStringLiteral("org.lockkeeper.Lockkeeper"), notice.title, notice.body,
                       QStringList{QStringLiteral("default"), tr("Open")}, hints, kServersChoice});
    auto* watcher =
        new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this](QDBusPendingCallWatcher* finished) {
                const QDBusPendingReply<uint> reply = *finished;
                if (!reply.isError())
                    m_notification = reply.value();
                finished->deleteLater();
            });
}

void Attention::withdraw()
{
    if (m_notification == 0)
        return;
    QDBusMessage call = notificationCall(QStringLiteral("CloseNotification"));
    call.setArguments({m_notification});
    QDBusConnection::sessionBus().asyncCall(call);
    m_notification = 0;
}

void Attention::notificationChosen(uint id, const QString& key)
{
    if (id == m_notification && m_notification != 0 && key == QLatin1String("default"))
        emit openWanted();
}

} // namespace lockkeeper
