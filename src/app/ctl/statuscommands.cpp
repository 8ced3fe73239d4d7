// SPDX-License-Identifier: Apache-2.0
#include "app/config.h"
#include "app/ctl/commands.h"
#include "app/ctl/plaintext.h"
#include "core/gateway/local/consolefile.h"
#include "core/mcp/sanitisedtext.h"

#include <QFileInfo>

namespace lockkeeper::ctl {

namespace {

/// The full status where we can prove ourselves, else what anybody may know.
Result<QByteArray> fullestStatus(CtlSession& session)
{
    // Nobody is asked for a PIN only to see how the console stands.
    if (session.prove(CtlSession::Asking::No))
        return session.call("status", R"({"scope":"operator"})");
    return session.call("status", "{}");
}

void appendServers(QList<QList<QByteArray>>& rows, const JsonView& status)
{
    status.member("servers").forEachElement([&rows](const JsonView& server) {
        QByteArray text = plainText(textOf(server, "state")) + ", " +
                          QByteArray::number(numberOf(server, "tools")) + " tools";
        if (server.member("trusted").boolean().value_or(false))
            text += ", trusted";
        if (const QByteArray why = textOf(server, "reason"); !why.isEmpty())
            text += ": " + plainText(why);
        rows.append({"server " + plainText(textOf(server, "name")), text});
        server.member("last_stderr").forEachElement([&rows](const JsonView& line) {
            rows.append({"", "stderr: " + plainText(line.string().value_or(QByteArray()))});
            return true;
        });
        return true;
    });
}

QByteArray statusText(const JsonView& status)
{
    QList<QList<QByteArray>> rows;
    rows.append({"console", "running, version " + plainText(textOf(status, "version")) + ", pid " +
                                QByteArray::number(numberOf(status, "pid"))});
    const bool hasPin = status.member("pin_protected").boolean().value_or(false);
    rows.append({"keychain", plainText(textOf(status, "keyring")) +
                                 (hasPin ? ", the PIN protects the decision key" : "")});
    const bool readOnly = status.member("read_only").boolean().value_or(true);
    rows.append({"decides", QByteArray(readOnly ? "no: read-only" : "yes")});
    status.member("reasons").forEachElement([&rows](const JsonView& reason) {
        rows.append({"", plainText(reason.string().value_or(QByteArray()))});
        return true;
    });
    if (status.member("operator_unprotected").boolean().value_or(false))
        rows.append({"WARNING", hasPin ? QByteArray("operatorCli is unprotected; the decision key "
                                                    "still needs the PIN")
                                       : QByteArray("operatorCli is unprotected: decisions need "
                                                    "no PIN")});
    status.member("counts").forEachMember([&rows](const QByteArray& name, const JsonView& count) {
        rows.append({plainText(name), plainText(count.raw())});
        return true;
    });
    appendServers(rows, status);
    if (status.member("journal_position").isValid())
        rows.append({"journal", "at " + plainText(textOf(status, "journal_position")) +
                                    ", guard at " + plainText(textOf(status, "guard_position"))});
    return alignedTable(rows);
}

/// Collects what doctor finds.
class Findings
{
public:
    explicit Findings(const CtlSession& session)
        : m_session(session)
    {
    }
    void good(const QByteArray& what, const QByteArray& detail) { line("ok", what, detail); }
    void bad(const QByteArray& what, const QByteArray& detail)
    {
        m_bad = true;
        line("problem", what, detail);
    }
    [[nodiscard]] bool isBad() const { return m_bad; }

private:
    void line(const char* verdict, const QByteArray& what, const QByteArray& detail)
    {
        if (m_session.json()) {
            JsonWriter writer;
            writer.beginObject().member("check", what).member("verdict", verdict);
            m_session.printLine(writer.member("detail", detail).endObject().take());
        } else {
            m_session.printLine(QByteArray(verdict).leftJustified(9) + what.leftJustified(16) +
                                plainText(detail));
        }
    }
    const CtlSession& m_session;
    bool m_bad = false;
};

void checkProfile(Findings& findings, const ProfilePaths& paths)
{
    const QFileInfo profile(paths.profile);
    if (!profile.isDir())
        findings.bad("profile", "there is no directory " + paths.profile.toUtf8());
    else if (profile.permissions() & (QFile::WriteGroup | QFile::WriteOther))
        findings.bad("profile", "others may write " + paths.profile.toUtf8());
    else
        findings.good("profile", paths.profile.toUtf8());
    const CoreSettings settings = readConfiguration(paths.configFile, paths.configMustExist);
    if (!settings.configurationProblem.isEmpty())
        findings.bad("configuration", settings.configurationProblem);
    else
        findings.good("configuration", QByteArray::number(settings.servers.size()) + " servers");
    if (settings.operatorUnprotected)
        findings.bad("operatorCli",
                     "unprotected: without a PIN, whoever runs lockkeeperctl decides");
}

bool checkConsole(Findings& findings, CtlSession& session)
{
    const Result<ConsoleFile> file = readConsoleFile(session.paths().profile);
    if (!file) {
        findings.bad("console.json", file.error().message());
        return false;
    }
    findings.good("console.json", "pid " + QByteArray::number(file->pid));
    if (const Result<ControlClient*> client = session.client(); !client) {
        findings.bad("socket", client.error().message());
        return false;
    }
    findings.good("socket", file->socketPath.toUtf8());
    return true;
}

void checkStatus(Findings& findings, const JsonView& status)
{
    const QByteArray keyring = textOf(status, "keyring");
    if (keyring == "ready")
        findings.good("keychain", keyring);
    else
        findings.bad("keychain", keyring);
    status.member("reasons").forEachElement([&findings](const JsonView& reason) {
        findings.bad("console", reason.string().value_or(QByteArray()));
        return true;
    });
    status.member("servers").forEachElement([&findings](const JsonView& server) {
        const QByteArray name = "server " + textOf(server, "name");
        const QByteArray state = textOf(server, "state");
        if (state == "ready")
            findings.good(name, QByteArray::number(numberOf(server, "tools")) + " tools");
        else
            findings.bad(name, state + ": " + textOf(server, "reason"));
        return true;
    });
}

} // namespace

int runStatus(CtlSession& session, const CtlCommandLine&)
{
    const Result<QByteArray> status = fullestStatus(session);
    if (!status)
        return session.fail(status.error());
    if (session.json())
        session.printLine(*status);
    else
        session.print(statusText(JsonView(*status)));
    return code(ExitCode::Done);
}

int runDoctor(CtlSession& session, const CtlCommandLine&)
{
    Findings findings(session);
    checkProfile(findings, session.paths());
    if (!checkConsole(findings, session))
        return code(ExitCode::NotReachable);
    const Result<QByteArray> status = session.call("status", "{}");
    if (!status)
        return session.fail(status.error());
    checkStatus(findings, JsonView(*status));
    if (JsonView(*status).member("pin_protected").boolean().value_or(false))
        findings.good("operator", "the PIN protects the decision key");
    else if (const Result<void> proven = session.prove(CtlSession::Asking::No); proven)
        findings.good("operator", "the keychain's decision key is this console's");
    else
        findings.bad("operator", proven.error().message());
    return code(findings.isBad() ? ExitCode::Failed : ExitCode::Done);
}

} // namespace lockkeeper::ctl
