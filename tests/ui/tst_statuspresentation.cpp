// SPDX-License-Identifier: Apache-2.0
#include "ui/support/statuspresentation.h"

#include <QTest>

using namespace lockkeeper;

using Connection = CoreClient::Connection;
using Level = GlobalNotice::Level;

class StatusPresentationTest final : public QObject
{
    Q_OBJECT

private slots:
    void notice_whenAllIsWell_isEmpty();
    void notice_withoutAnAnswer_saysNothingOfTheStatus();
    void notice_ofAKeyThatIsNotThere_saysWhy_data();
    void notice_ofAKeyThatIsNotThere_saysWhy();
    void notice_ofTampering_isAnAlarm_beforeOtherReasons();
    void notice_ofAStoreThatIsReadOnly_isAnAlarm();
    void notice_ofSomethingThatOnlyWaits_isNoAlarm();
    void page_namesServersWithTheirLastWords();

private:
    static StatusSnapshot writable()
    {
        StatusSnapshot status;
        status.keyring = "ready";
        status.readOnly = false;
        return status;
    }
};

void StatusPresentationTest::notice_whenAllIsWell_isEmpty()
{
    const GlobalNotice notice = globalNotice(Connection::Connected, 1, writable());
    QCOMPARE(notice.text, QString());
    QCOMPARE(notice.level, Level::Quiet);
}

void StatusPresentationTest::notice_withoutAnAnswer_saysNothingOfTheStatus()
{
    StatusSnapshot status = writable();
    status.reasons = {"sentinel"};
    for (const Connection connection : {Connection::Connecting, Connection::Silent}) {
        const GlobalNotice notice = globalNotice(connection, 1, status);
        QVERIFY2(!notice.text.isEmpty() && !notice.text.contains(QStringLiteral("sentinel")),
                 "expected only that there is no answer");
    }
    QCOMPARE(globalNotice(Connection::Silent, 1, status).level, Level::Alarm);
}

void StatusPresentationTest::notice_ofAKeyThatIsNotThere_saysWhy_data()
{
    QTest::addColumn<QByteArray>("keyring");
    QTest::addColumn<QString>("word");
    QTest::newRow("locked") << QByteArray("locked") << QStringLiteral("is locked");
    QTest::newRow("missing") << QByteArray("missing") << QStringLiteral("not in the keychain");
    QTest::newRow("another's") << QByteArray("foreign") << QStringLiteral("of another console");
    QTest::newRow("damaged") << QByteArray("damaged") << QStringLiteral("is damaged");
    QTest::newRow("silent") << QByteArray("unavailable") << QStringLiteral("does not answer");
    QTest::newRow("slow") << QByteArray("opening") << QStringLiteral("not answered yet");
}

void StatusPresentationTest::notice_ofAKeyThatIsNotThere_saysWhy()
{
    QFETCH(QByteArray, keyring);
    QFETCH(QString, word);
    StatusSnapshot status = writable();
    status.keyring = keyring;
    status.readOnly = true;
    status.reasons = {"the keychain is " + keyring + ": read-only until it is open"};
    const GlobalNotice notice = globalNotice(Connection::Connected, 1, status);
    QCOMPARE(notice.level, Level::Warning);
    QVERIFY2(
        notice.text.contains(word) &&
            notice.text.endsWith(QStringLiteral("You can read, not decide.")),
        qPrintable(QStringLiteral("expected the cause and what it means, got ") + notice.text));
    QVERIFY2(notice.more == 0, "the core's words for the same are no further reason");
    status.reasons.append("tampering: a row was changed");
    QVERIFY2(globalNotice(Connection::Connected, 1, status).level == Level::Alarm,
             "expected tampering before a key that is not there");
}

void StatusPresentationTest::notice_ofTampering_isAnAlarm_beforeOtherReasons()
{
    StatusSnapshot status = writable();
    status.reasons = {"something else", "tampering: a row was changed"};
    const GlobalNotice notice = globalNotice(Connection::Connected, 1, status);
    QCOMPARE(notice.level, Level::Alarm);
    QVERIFY2(notice.text.contains(QStringLiteral("a row was changed")),
             "expected the worst reason first");
    QCOMPARE(notice.more, 1);
}

void StatusPresentationTest::notice_ofAStoreThatIsReadOnly_isAnAlarm()
{
    StatusSnapshot status = writable();
    status.readOnly = true;
    status.reasons = {"the store was put back"};
    QCOMPARE(globalNotice(Connection::Connected, 1, status).level, Level::Alarm);
}

void StatusPresentationTest::notice_ofSomethingThatOnlyWaits_isNoAlarm()
{
    StatusSnapshot status = writable();
    status.reasons = {"the keychain has not taken the guard's first copy yet"};
    QCOMPARE(globalNotice(Connection::Connected, 1, status).level, Level::Warning);
}

void StatusPresentationTest::page_namesServersWithTheirLastWords()
{
    StatusSnapshot status = writable();
    ServerSnapshot server;
    server.name = "files";
    server.state = "failed";
    server.reason = "it ended";
    server.lastStderr = {"cannot \x1b[31mfind it"};
    status.servers = {server};
    const QString page = statusPage(Connection::Connected, status);
    for (const char* part : {"files", "failed", "it ended", "find it"})
        QVERIFY2(page.contains(QLatin1String(part)), part);
    QVERIFY2(!page.contains(QChar(0x1b)), "expected no control character on the screen");
}

QTEST_MAIN(StatusPresentationTest)
#include "tst_statuspresentation.moc"
