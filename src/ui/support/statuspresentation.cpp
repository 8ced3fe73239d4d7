// SPDX-License-Identifier: Apache-2.0
#include "ui/support/statuspresentation.h"

#include "ui/arguments/visibletext.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringList>

namespace lockkeeper {

namespace {

constexpr int kReasonCharacters = 1000;

QString line(const QByteArray& text)
{
    return visibleLine(text, TextRole::Prose, kReasonCharacters);
}

/// The core says so itself, or it decides nothing although its key is there: then store, record,
/// guard or configuration are not as they should be.
bool isAlarm(const QByteArray& reason, const StatusSnapshot& status)
{
    return reason.startsWith("tampering: ") || (status.readOnly && status.keyring == "ready");
}

QString connectionText(CoreClient::Connection connection)
{
    switch (connection) {
    case CoreClient::Connection::Connecting:
        return QCoreApplication::translate("Status", "Starting");
    case CoreClient::Connection::Connected:
        return QCoreApplication::translate("Status", "Running");
    case CoreClient::Connection::Silent:
        return QCoreApplication::translate("Status", "The core does not answer");
    }
    return {};
}

QString serverText(const ServerSnapshot& server)
{
    //: %1 name of a tool server, %2 its state (ready, failed …), %3 how many tools it has
    QString text =
        QCoreApplication::translate("Status", "%1: %2, %n tool(s)", nullptr, server.tools)
            .arg(line(server.name), line(server.state));
    if (!server.reason.isEmpty())
        text += QStringLiteral("\n    ") + line(server.reason);
    for (const QByteArray& said : server.lastStderr)
        text += QStringLiteral("\n    | ") + line(said);
    return text;
}

} // namespace

QString clockText(qint64 wallMs)
{
    return QLocale::system().toString(QDateTime::fromMSecsSinceEpoch(wallMs).time(),
                                      QStringLiteral("HH:mm:ss"));
}

QString keyringText(const QByteArray& keyring)
{
    if (keyring == "ready")
        return QCoreApplication::translate("Status", "Signing key: unlocked");
    if (keyring == "locked")
        return QCoreApplication::translate("Status", "Signing key: locked");
    if (keyring == "missing")
        return QCoreApplication::translate("Status", "Signing key: missing");
    if (keyring == "foreign")
        return QCoreApplication::translate("Status", "Signing key: of another console");
    if (keyring == "damaged")
        return QCoreApplication::translate("Status", "Signing key: damaged");
    if (keyring == "unavailable")
        return QCoreApplication::translate("Status", "Signing key: the keychain does not answer");
    return QCoreApplication::translate("Status", "Signing key: asking the keychain");
}

QString keyringNotice(const QByteArray& keyring)
{
    if (keyring == "ready")
        return {};
    if (keyring == "locked")
        return QCoreApplication::translate("Status",
                                           "Your signing key is locked. You can read, not decide.");
    if (keyring == "missing")
        return QCoreApplication::translate(
            "Status", "Your signing key is not in the keychain. You can read, not decide.");
    if (keyring == "foreign")
        return QCoreApplication::translate(
            "Status",
            "The keychain has the signing key of another console. You can read, not decide.");
    if (keyring == "damaged")
        return QCoreApplication::translate(
            "Status", "Your signing key is damaged. You can read, not decide.");
    if (keyring == "unavailable")
        return QCoreApplication::translate(
            "Status", "The keychain does not answer. You can read, not decide.");
    return QCoreApplication::translate(
        "Status", "The keychain has not answered yet. You can read, not decide.");
}

GlobalNotice globalNotice(CoreClient::Connection connection, qint64 asOfMs,
                          const StatusSnapshot& status)
{
    GlobalNotice notice;
    if (connection == CoreClient::Connection::Connecting) {
        notice.text = QCoreApplication::translate("Status", "Connecting…");
        return notice;
    }
    if (connection == CoreClient::Connection::Silent) {
        notice.level = GlobalNotice::Level::Alarm;
        notice.text =
            QCoreApplication::translate(
                //: %1 is a time of day
                "Status", "No answer since %1. You see the state of %1; nothing can be decided.")
                .arg(clockText(asOfMs));
        return notice;
    }
    notice.text = keyringNotice(status.keyring);
    if (!notice.text.isEmpty())
        notice.level = GlobalNotice::Level::Warning;
    for (const QByteArray& reason : status.reasons) {
        // The same in the core's words; they are on the page of the state.
        if (reason.startsWith("the keychain is ") && status.keyring != "ready")
            continue;
        const bool isWorse = isAlarm(reason, status) && notice.level != GlobalNotice::Level::Alarm;
        if (notice.text.isEmpty() || isWorse) {
            notice.more += notice.text.isEmpty() ? 0 : 1;
            notice.text = line(reason);
            notice.text.replace(0, 1, notice.text.left(1).toUpper());
            notice.level =
                isAlarm(reason, status) ? GlobalNotice::Level::Alarm : GlobalNotice::Level::Warning;
        } else {
            ++notice.more;
        }
    }
    if (notice.text.isEmpty() && status.readOnly) {
        notice.level = GlobalNotice::Level::Warning;
        notice.text = QCoreApplication::translate("Status", "You can read, not decide.");
    }
    if (notice.text.isEmpty() && status.operatorUnprotected) {
        notice.level = GlobalNotice::Level::Warning;
        notice.text = QCoreApplication::translate(
            "Status", "Any program of this account can decide: the configuration says operatorCli "
                      "\"unprotected\".");
    }
    return notice;
}

QString statusPage(CoreClient::Connection connection, const StatusSnapshot& status)
{
    QStringList lines;
    lines << connectionText(connection);
    lines << keyringText(status.keyring);
    lines << (status.readOnly
                  ? QCoreApplication::translate("Status", "Nothing can be decided or started now.")
                  : QCoreApplication::translate("Status", "Decisions and starts are possible."));
    lines << QString();
    for (const QByteArray& reason : status.reasons)
        lines << QStringLiteral("• ") + line(reason);
    if (!status.reasons.isEmpty())
        lines << QString();
    lines << QCoreApplication::translate("Status", "Tool servers");
    for (const ServerSnapshot& server : status.servers)
        lines << serverText(server);
    if (status.servers.isEmpty())
        lines << QCoreApplication::translate(
            "Status", "None is configured: put an mcpServers block into config.jsonc.");
    lines << QString();
    //: %1 id of the store, %2 and %3 numbers of journal entries
    lines << QCoreApplication::translate(
                 "Status", "Store %1. The journal has %2 entries; the guard file confirms %3.")
                 .arg(line(status.storeId))
                 .arg(status.journalPosition)
                 .arg(status.guardPosition);
    //: %1 is a version number, %2 a process number
    lines << QCoreApplication::translate("Status", "Lockkeeper %1, process %2")
                 .arg(line(status.version))
                 .arg(status.pid);
    return lines.join(QLatin1Char('\n'));
}

} // namespace lockkeeper
