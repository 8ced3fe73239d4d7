// SPDX-License-Identifier: Apache-2.0
#include "app/singlewindow.h"

#include <QCryptographicHash>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDir>

namespace lockkeeper {

namespace {

constexpr int kAnswerMs = 3000;
constexpr qsizetype kNameCharacters = 16;

QString objectPath()
{
    return QStringLiteral("/org/lockkeeper/Lockkeeper");
}

/// Only a name: the digest keeps the path's characters out of it.
QString busName(const QString& profile)
{
    const QByteArray digest =
        QCryptographicHash::hash(QDir(profile).canonicalPath().toUtf8(), QCryptographicHash::Sha256)
            .toHex()
            .left(kNameCharacters);
    return QStringLiteral("org.lockkeeper.Lockkeeper.p") + QString::fromLatin1(digest);
}

} // namespace

SingleWindow::SingleWindow(QObject* parent)
    : QObject(parent)
{
}

SingleWindow::~SingleWindow()
{
    if (m_name.isEmpty())
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    bus.unregisterObject(objectPath());
    bus.unregisterService(m_name);
}

bool SingleWindow::claim(const QString& profile)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    const QString name = busName(profile);
    if (!bus.isConnected() ||
        !bus.registerObject(objectPath(), this, QDBusConnection::ExportScriptableSlots))
        return false;
    if (!bus.registerService(name)) {
        bus.unregisterObject(objectPath());
        return false;
    }
    m_name = name;
    return true;
}

bool SingleWindow::ask(const QString& profile)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return false;
    QDBusMessage call = QDBusMessage::createMethodCall(busName(profile), objectPath(),
                                                       QStringLiteral("org.lockkeeper.Lockkeeper"),
                                                       QStringLiteral("Show"));
    call.setAutoStartService(false);
    return bus.call(call, QDBus::Block, kAnswerMs).type() == QDBusMessage::ReplyMessage;
}

} // namespace lockkeeper
