// SPDX-License-Identifier: Apache-2.0
#include "core/executor/connectiongeneration.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>

#include <sys/stat.h>

namespace lockkeeper {

namespace {

QByteArray identityOf(const struct stat& status)
{
    QByteArray identity;
    for (const qint64 part : {qint64(status.st_dev), qint64(status.st_ino), qint64(status.st_size),
                              qint64(status.st_mtim.tv_sec), qint64(status.st_mtim.tv_nsec),
                              qint64(status.st_ctim.tv_sec), qint64(status.st_ctim.tv_nsec)})
        identity += QByteArray::number(part) + ' ';
    return identity;
}

QByteArray hashedFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return "unreadable";
    const QByteArray digest = sha256OfDevice(file);
    return digest.isEmpty() ? QByteArray("unreadable") : digest.toHex();
}

QString inDirectory(const ServerSettings& server, const QString& path)
{
    const QDir directory(server.workingDirectory.isEmpty() ? QDir::currentPath()
                                                           : server.workingDirectory);
    return directory.absoluteFilePath(path);
}

/// The program as the process that starts the server looks for it: in the PATH the child gets.
QString programOf(const ServerSettings& server)
{
    if (server.command.contains(QLatin1Char('/')))
        return inDirectory(server, server.command);
    QString path = qEnvironmentVariable("PATH");
    for (const auto& [name, value] : server.environment) {
        if (name == "PATH")
            path = QString::fromUtf8(value);
    }
    const QStringList directories = path.split(QLatin1Char(':'), Qt::SkipEmptyParts);
    return directories.isEmpty() ? QString()
                                 : QStandardPaths::findExecutable(server.command, directories);
}

bool isInterpreter(const QString& program)
{
    static const QRegularExpression names(QStringLiteral(
        "\\A(node|nodejs|deno|bun|python[0-9.]*|perl|ruby|php|bash|dash|sh|zsh|java)\\z"));
    return names.match(QFileInfo(program).fileName()).hasMatch();
}

/// The files among the arguments of an interpreter up to the first argument that is no option.
QStringList scriptsOf(const ServerSettings& server)
{
    QStringList scripts;
    if (!isInterpreter(server.command))
        return scripts;
    for (const QString& argument : server.arguments) {
        const QString path = inDirectory(server, argument);
        if (QFileInfo(path).isFile())
            scripts.append(path);
        if (!argument.startsWith(QLatin1Char('-')) && !scripts.isEmpty())
            break;
    }
    return scripts;
}

void writeFile(JsonWriter& out, FileDigests& files, const QString& path)
{
    out.beginArray();
    out.string(path.toUtf8());
    out.string(QFileInfo(path).canonicalFilePath().toUtf8());
    out.string(path.isEmpty() ? QByteArray("missing") : files.digestOf(path));
    out.endArray();
}

} // namespace

QByteArray FileDigests::digestOf(const QString& path)
{
    struct stat before = {};
    const QByteArray encoded = QFile::encodeName(path);
    if (stat(encoded.constData(), &before) != 0 || !S_ISREG(before.st_mode))
        return "missing";
    const QByteArray identity = identityOf(before);
    if (const auto known = m_known.constFind(path);
        known != m_known.cend() && known->identity == identity)
        return known->digest;
    const QByteArray digest = hashedFile(path);
    struct stat after = {};
    // Not remembered if it changed while it was read.
    if (stat(encoded.constData(), &after) == 0 && identityOf(after) == identity)
        m_known.insert(path, {identity, digest});
    return digest;
}

QByteArray connectionGenerationOf(const ServerSettings& server, QByteArrayView valueKey,
                                  FileDigests& files)
{
    JsonWriter out;
    out.beginObject();
    out.key("argv").beginArray().string(server.command.toUtf8());
    for (const QString& argument : server.arguments)
        out.string(argument.toUtf8());
    out.endArray();
    out.member("directory", server.workingDirectory.toUtf8());
    auto environment = server.environment;
    // Names are unique: the configuration refuses a member that stands twice.
    std::sort(environment.begin(), environment.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    out.key("environment").beginArray();
    for (const auto& [name, value] : qAsConst(environment)) {
        out.beginArray().string(name);
        out.string(keyedDigest(valueKey, "lockkeeper/environment-value/1", {name, value}).toHex());
        out.endArray();
    }
    out.endArray();
    out.key("program");
    writeFile(out, files, programOf(server));
    out.key("scripts").beginArray();
    const QStringList scripts = scriptsOf(server);
    for (const QString& script : scripts)
        writeFile(out, files, script);
    out.endArray();
    out.member("server", server.name);
    out.endObject();
    return taggedDigest("lockkeeper/connection-generation/1", {out.take()});
}

bool fetchesCodeAtStart(const ServerSettings& server)
{
    // Wrappers (env, timeout, sh -c "…") pass the real command on, so every word counts.
    QStringList words = QFileInfo(server.command).fileName().split(QLatin1Char(' '));
    for (const QString& argument : server.arguments) {
        const QStringList parts = argument.split(QRegularExpression(QStringLiteral("\\s+")));
        for (const QString& part : parts)
            words.append(part.startsWith(QLatin1Char('-')) ? part : QFileInfo(part).fileName());
    }
    words.erase(std::remove_if(words.begin(), words.end(),
                               [](const QString& word) {
                                   return word.isEmpty() || word.startsWith(QLatin1Char('-'));
                               }),
                words.end());
    const QStringList fetchers = {QStringLiteral("npx"), QStringLiteral("uvx"),
                                  QStringLiteral("pnpx"), QStringLiteral("bunx")};
    const QStringList pairs = {QStringLiteral("npm exec"), QStringLiteral("npm x"),
                               QStringLiteral("pnpm dlx"), QStringLiteral("yarn dlx"),
                               QStringLiteral("pipx run"), QStringLiteral("bun x"),
                               QStringLiteral("uv tool"),  QStringLiteral("npm create")};
    for (qsizetype i = 0; i < words.size(); ++i) {
        // A version may follow: npx@10.
        const QString word = words[i].section(QLatin1Char('@'), 0, 0);
        if (fetchers.contains(word))
            return true;
        if (i + 1 < words.size() && pairs.contains(word + QLatin1Char(' ') + words[i + 1]))
            return true;
    }
    return false;
}

} // namespace lockkeeper
