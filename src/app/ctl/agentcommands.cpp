// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/commands.h"
#include "app/ctl/plaintext.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper::ctl {

namespace {

constexpr qsizetype kMaximumName = 64;

/// Names are names of files, too.
bool isAgentName(const QByteArray& name)
{
    return !name.isEmpty() && name.size() <= kMaximumName && !name.startsWith('.') &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '_' || c == '-';
           });
}

QString tokenFile(const CtlSession& session, const QByteArray& name)
{
    return QDir(session.paths().profile)
        .absoluteFilePath(QStringLiteral("agents/") + QString::fromLatin1(name) +
                          QStringLiteral(".token"));
}

/// A new file for the token, mode 0600; AlreadyExists rather than another agent's token lost.
Result<int> createTokenFile(const QString& path)
{
    const QByteArray name = QFile::encodeName(path);
    const QByteArray folder = QFile::encodeName(QFileInfo(path).absolutePath());
    if (::mkdir(folder.constData(), S_IRWXU) != 0 && errno != EEXIST)
        return Error(ErrorCode::Unavailable, "cannot make " + folder + ": " + std::strerror(errno));
    const int descriptor = ::open(
        name.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (descriptor >= 0)
        return descriptor;
    if (errno == EEXIST)
        return Error(ErrorCode::AlreadyExists, "there is a token already: " + name);
    return Error(ErrorCode::Unavailable, "cannot write " + name + ": " + std::strerror(errno));
}

bool writeAll(int descriptor, const QByteArray& bytes)
{
    return ::write(descriptor, bytes.constData(), static_cast<std::size_t>(bytes.size())) ==
               bytes.size() &&
           ::fsync(descriptor) == 0;
}

/// What an agent starts: the program, its arguments, and of our environment what its bare one lacks
/// to mean the same profile and guard.
struct Snippet
{
    QByteArray command;
    QList<QByteArray> arguments;
    QList<QPair<QByteArray, QByteArray>> environment;
};

Snippet snippetFor(const CtlSession& session, const CtlCommandLine& line, const QString& file)
{
    Snippet snippet;
    snippet.command = session.around().programPath.toUtf8();
    QList<QByteArray> names = {"XDG_STATE_HOME"};
    // Without --profile the configuration lies elsewhere than the store: no one directory names
    // both.
    if (line.profile.isEmpty())
        names += {"XDG_CONFIG_HOME", "XDG_DATA_HOME"};
    else
        snippet.arguments += {"--profile", session.paths().profile.toUtf8()};
    snippet.arguments += {"mcp", "--token-file", file.toUtf8()};
    for (const QByteArray& name : std::as_const(names)) {
        const QString value = qEnvironmentVariable(name.constData());
        if (QDir::isAbsolutePath(value))
            snippet.environment.append({name, value.toUtf8()});
    }
    return snippet;
}

/// {"mcpServers":{…}}, as agents take it.
QByteArray snippetJson(const Snippet& snippet)
{
    JsonWriter writer;
    writer.beginObject().key("mcpServers").beginObject().key("lockkeeper").beginObject();
    writer.member("command", snippet.command);
    writer.key("args").beginArray();
    for (const QByteArray& argument : snippet.arguments)
        writer.string(argument);
    writer.endArray();
    if (!snippet.environment.isEmpty()) {
        writer.key("env").beginObject();
        for (const auto& [name, value] : snippet.environment)
            writer.member(name, value);
        writer.endObject();
    }
    return writer.endObject().endObject().endObject().take();
}

/// The same with line breaks, for people who copy it.
QByteArray snippetText(const Snippet& snippet)
{
    QByteArrayList arguments;
    for (const QByteArray& argument : snippet.arguments)
        arguments.append(jsonString(argument));
    QByteArrayList environment;
    for (const auto& [name, value] : snippet.environment)
        environment.append(jsonString(name) + ": " + jsonString(value));
    QByteArray text = "{\n  \"mcpServers\": {\n    \"lockkeeper\": {\n      \"command\": " +
                      jsonString(snippet.command) + ",\n      \"args\": [" +
                      arguments.join(",\n               ") + ']';
    if (!environment.isEmpty())
        text += ",\n      \"env\": {" + environment.join(",\n              ") + '}';
    return text + "\n    }\n  }\n}\n";
}

QByteArray credentialNamed(const JsonView& answer, const QByteArray& nameOrId)
{
    QByteArray found;
    answer.member("agents").forEachElement([&](const JsonView& agent) {
        const bool live = numberOf(agent, "revoked_at_ms") == 0;
        if (textOf(agent, "credential") == nameOrId ||
            (live && textOf(agent, "name") == nameOrId)) {
            found = textOf(agent, "credential");
            return false;
        }
        return true;
    });
    return found;
}

} // namespace

int runAgentsAdd(CtlSession& session, const CtlCommandLine& line)
{
    const QByteArray name = line.argument(0);
    if (!isAgentName(name)) {
        session.around().err("lockkeeperctl: a name has 1 to 64 of the characters A-Z a-z 0-9 . _ "
                             "- and does not begin with a dot\n");
        return code(ExitCode::Usage);
    }
    if (const Result<ControlClient*> reachable = session.client(); !reachable)
        return session.fail(reachable.error());
    const QString file = tokenFile(session, name);
    const Result<int> descriptor = createTokenFile(file);
    if (!descriptor)
        return session.fail(descriptor.error());
    JsonWriter params;
    params.beginObject().member("name", name);
    Result<QByteArray> answer = session.decide("agents.add", params);
    bool written = false;
    if (answer) {
        QByteArray token = textOf(JsonView(*answer), "token");
        written = !token.isEmpty() && writeAll(*descriptor, token + '\n');
        wipe(token);
    }
    ::close(*descriptor);
    if (!written) {
        QFile::remove(file);
        return session.fail(answer ? Error(ErrorCode::Unavailable, "the token cannot be written")
                                   : answer.error());
    }
    if (session.json()) {
        JsonWriter writer;
        writer.beginObject().memberRaw("agent", JsonView(*answer).member("agent").raw());
        writer.member("token_file", file.toUtf8());
        const QByteArray block = snippetJson(snippetFor(session, line, file));
        writer.memberRaw("mcpServers", JsonView(block).member("mcpServers").raw());
        session.printLine(writer.endObject().take());
    } else {
        session.print("The agent's own configuration takes this block:\n\n" +
                      snippetText(snippetFor(session, line, file)));
    }
    wipe(*answer);
    return code(ExitCode::Done);
}

int runAgentsList(CtlSession& session, const CtlCommandLine&)
{
    JsonWriter params;
    params.beginObject();
    const Result<QByteArray> answer = session.view("agents.list", params);
    if (!answer)
        return session.fail(answer.error());
    QList<QList<QByteArray>> rows = {{"CREDENTIAL", "NAME", "CREATED", "REVOKED"}};
    JsonView(*answer).member("agents").forEachElement([&](const JsonView& agent) {
        if (session.json())
            session.printLine(agent.raw());
        rows.append({plainText(textOf(agent, "credential")), plainText(textOf(agent, "name")),
                     timeText(numberOf(agent, "created_at_ms")),
                     timeText(numberOf(agent, "revoked_at_ms"))});
        return true;
    });
    if (!session.json())
        session.print(rows.size() == 1 ? QByteArray("none\n") : alignedTable(rows));
    return code(ExitCode::Done);
}

int runAgentsRevoke(CtlSession& session, const CtlCommandLine& line)
{
    JsonWriter list;
    list.beginObject();
    const Result<QByteArray> known = session.view("agents.list", list);
    if (!known)
        return session.fail(known.error());
    const QByteArray credential = credentialNamed(JsonView(*known), line.argument(0));
    if (credential.isEmpty())
        return session.fail(Error(ErrorCode::NotFound, "no such agent"));
    JsonWriter params;
    params.beginObject().member("credential", credential);
    const Result<QByteArray> answer = session.decide("agents.revoke", params);
    if (!answer)
        return session.fail(answer.error());
    const JsonView agent(*answer);
    if (session.json())
        session.printLine(*answer);
    else
        session.printLine(plainText(textOf(agent, "credential")) + " is revoked");
    return code(ExitCode::Done);
}

} // namespace lockkeeper::ctl
