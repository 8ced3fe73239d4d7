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
    void notice_ofALockedKey_isAWarning();
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

void StatusPresentationTest::notice_ofALockedKey_isAWarning()
{
    StatusSnapshot status = writable();
    status.keyring = "locked";
    status.readOnly = true;
    status.reasons = {"the keychain is locked: read-only until it is open"};
    const GlobalNotice notice = globalNotice(Connection::Connected, 1, status);
    QCOMPARE(notice.level, Level::Warning);
    QVERIFY(notice.text.contains(QStringLiteral("locked")));
    QCOMPARE(notice.more, 1);
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
