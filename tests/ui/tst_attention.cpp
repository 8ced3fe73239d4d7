// SPDX-License-Identifier: Apache-2.0
// What leaves the window: the notification as a desktop's own service gets it, and the tray's menu.
#include "support/hostilescene.h"
#include "ui/attention.h"
#include "ui/coreclient.h"

#include <QAction>
#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace lockkeeper;

namespace {

constexpr int kWaitMs = 10'000;
const QString kService = QStringLiteral("org.freedesktop.Notifications");
const QString kPath = QStringLiteral("/org/freedesktop/Notifications");

struct Notification
{
    QString title;
    QString body;
    QStringList actions;
    QVariantMap hints;
};

} // namespace

/// Stands for the desktop's notification service.
class NotificationService final : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    QList<Notification> shown;

public slots:
    uint Notify(const QString& application, uint replaces, const QString& icon,
                const QString& title, const QString& body, const QStringList& actions,
                const QVariantMap& hints, int timeout)
    {
        Q_UNUSED(application);
        Q_UNUSED(replaces);
        Q_UNUSED(icon);
        Q_UNUSED(timeout);
        shown.append({title, body, actions, hints});
        return 7;
    }
    void CloseNotification(uint id) { Q_UNUSED(id); }

signals:
    void ActionInvoked(uint id, const QString& key);
};

class AttentionTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void init();
    void cleanup();
    void notification_ofAnyRisk_hasNoDecisionControl_B69_data();
    void notification_ofAnyRisk_hasNoDecisionControl_B69();
    void notification_ofHostileCalls_hasNothingOfThem_B60();
    void notification_whateverIsChosen_decidesNothing_B69();
    void trayMenu_opensLocksCloses_andDecidesNothing_B69();

private:
    void start(FakeOperatorCore& core);

    QProcess m_bus;
    std::unique_ptr<NotificationService> m_service;
    std::unique_ptr<FakeOperatorCore> m_core;
    std::unique_ptr<HostileScene> m_scene;
    std::unique_ptr<CoreClient> m_client;
    std::unique_ptr<Attention> m_attention;
};

void AttentionTest::initTestCase()
{
    // A bus of its own: neither is somebody's desktop disturbed, nor does it have to be there.
    m_bus.start(QStringLiteral("dbus-daemon"),
                {QStringLiteral("--session"), QStringLiteral("--nofork"),
                 QStringLiteral("--print-address=1")});
    QVERIFY2(m_bus.waitForStarted(kWaitMs) && m_bus.waitForReadyRead(kWaitMs),
             "expected a bus to talk over");
    const QByteArray address = m_bus.readAllStandardOutput().trimmed();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address);
    QVERIFY2(QDBusConnection::sessionBus().isConnected(), "expected to be on the bus");
    QDBusConnection desktop =
        QDBusConnection::connectToBus(QString::fromUtf8(address), QStringLiteral("desktop"));
    QVERIFY2(desktop.registerService(kService), "expected to be the notification service");
}

void AttentionTest::cleanupTestCase()
{
    QDBusConnection::disconnectFromBus(QStringLiteral("desktop"));
    m_bus.terminate();
    QVERIFY2(m_bus.waitForFinished(kWaitMs), "expected the bus to end");
}

void AttentionTest::init()
{
    m_service = std::make_unique<NotificationService>();
    m_core = std::make_unique<FakeOperatorCore>();
    QDBusConnection desktop(QStringLiteral("desktop"));
    QVERIFY2(
        desktop.registerObject(kPath, m_service.get(),
                               QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals),
        "expected the service at its place");
}

void AttentionTest::cleanup()
{
    if (m_client)
        m_client->stop();
    m_attention.reset();
    m_client.reset();
    m_core.reset();
    m_scene.reset();
    QDBusConnection(QStringLiteral("desktop")).unregisterObject(kPath);
    m_service.reset();
}

void AttentionTest::start(FakeOperatorCore& core)
{
    m_client = std::make_unique<CoreClient>(core);
    m_attention = std::make_unique<Attention>(*m_client, []() { return false; });
    QSignalSpy loaded(m_client.get(), &CoreClient::reset);
    m_client->start();
    QVERIFY2(!loaded.isEmpty() || loaded.wait(kWaitMs), "expected the first page");
}

void AttentionTest::notification_ofAnyRisk_hasNoDecisionControl_B69_data()
{
    QTest::addColumn<int>("risk");
    QTest::newRow("high") << int(RiskLevel::High);
    QTest::newRow("critical") << int(RiskLevel::Critical);
}

void AttentionTest::notification_ofAnyRisk_hasNoDecisionControl_B69()
{
    QFETCH(int, risk);
    start(*m_core);
    m_core->add(RiskLevel(risk));
    QTRY_COMPARE_WITH_TIMEOUT(m_service->shown.size(), 1, kWaitMs);
    const Notification& shown = m_service->shown.constFirst();
    // Pairs of key and text: the one there is opens the window.
    QCOMPARE(shown.actions, (QStringList{QStringLiteral("default"), QStringLiteral("Open")}));
    for (const char* hint :
         {"x-kde-urls", "inline-reply", "x-kde-reply-placeholder-text", "image-path", "image-data"})
        QVERIFY2(!shown.hints.contains(QLatin1String(hint)), hint);
}

void AttentionTest::notification_ofHostileCalls_hasNothingOfThem_B60()
{
    m_scene = std::make_unique<HostileScene>("sentinel\xe2\x80\xae<b>sentinel</b>\x1b[2K");
    HostileScene& scene = *m_scene;
    start(scene.core);
    scene.core.add(RiskLevel::Critical);
    const ActionId hostile = scene.core.add(RiskLevel::Critical, scene.arguments());
    const ActionCard like = scene.core.cards.value(scene.pending);
    scene.core.change(hostile, [&like](ActionCard& card) {
        const ActionId id = card.snapshot.record.id;
        card = like;
        card.snapshot.record.id = id;
        card.snapshot.record.risk = RiskLevel::Critical;
    });
    QTRY_VERIFY2_WITH_TIMEOUT(!m_service->shown.isEmpty(), "expected a notification", kWaitMs);
    for (const Notification& one : std::as_const(m_service->shown)) {
        const QString all = one.title + one.body + one.actions.join(QLatin1Char(' '));
        QVERIFY2(!all.contains(QStringLiteral("sentinel")) && !all.contains(QLatin1Char('<')) &&
                     !all.contains(QChar(0x202E)) && !all.contains(QChar(0x1b)),
                 qPrintable(QStringLiteral("expected numbers only, got ") + all));
    }
}

void AttentionTest::notification_whateverIsChosen_decidesNothing_B69()
{
    start(*m_core);
    QSignalSpy opened(m_attention.get(), &Attention::openWanted);
    m_core->add(RiskLevel::Critical);
    QTRY_COMPARE_WITH_TIMEOUT(m_service->shown.size(), 1, kWaitMs);
    // The service's answer with the notification's number has to be there first.
    QTRY_VERIFY2_WITH_TIMEOUT(
        (emit m_service->ActionInvoked(7, QStringLiteral("default")), !opened.isEmpty()),
        "expected the window to be opened", kWaitMs);
    const qsizetype before = opened.size();
    for (const char* key : {"approve", "deny", "yes", "inline-reply", ""})
        emit m_service->ActionInvoked(7, QLatin1String(key));
    emit m_service->ActionInvoked(8, QStringLiteral("default"));
    emit m_service->ActionInvoked(7, QStringLiteral("default"));
    QTRY_VERIFY2_WITH_TIMEOUT(opened.size() > before, "expected the last one to arrive", kWaitMs);
    QVERIFY2(m_core->approvals.isEmpty() && m_core->denials.isEmpty() && m_core->undos.isEmpty() &&
                 m_core->cancels.isEmpty(),
             "nothing may be decided from outside the window");
}

void AttentionTest::trayMenu_opensLocksCloses_andDecidesNothing_B69()
{
    m_core->add(RiskLevel::Critical);
    start(*m_core);
    QStringList commands;
    for (QWidget* menu : QApplication::topLevelWidgets()) {
        for (QAction* action : menu->actions()) {
            commands << action->text();
            action->trigger();
        }
    }
    QCOMPARE(commands, (QStringList{QStringLiteral("Open"), QStringLiteral("Lock console"),
                                    QStringLiteral("Close window…")}));
    QVERIFY2(m_core->approvals.isEmpty() && m_core->denials.isEmpty(), "a menu decides nothing");
}

QTEST_MAIN(AttentionTest)
#include "tst_attention.moc"
