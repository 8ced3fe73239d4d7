// SPDX-License-Identifier: Apache-2.0
#include "app/connectiongeneration.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace lockkeeper {

namespace {

/// Larger programs are known by size and time of change instead of by content.
constexpr qint64 kMaximumHashed = 512LL * 1024 * 1024;

QByteArray contentDigest(const QString& path)
{
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly))
        return "unreadable";
    if (file.size() == 0)
        return sha256({});
    const uchar* bytes = file.size() <= kMaximumHashed ? file.map(0, file.size()) : nullptr;
    if (!bytes) {
        const QDateTime changed = file.fileTime(QFileDevice::FileModificationTime);
        return QByteArray::number(file.size()) + '@' +
               QByteArray::number(changed.toMSecsSinceEpoch());
    }
    return sha256(QByteArrayView(bytes, file.size()));
}

} // namespace

QString executableOf(const ServerSettings& server)
{
    if (server.command.contains(QLatin1Char('/'))) {
        const QDir base(server.workingDirectory.isEmpty() ? QDir::currentPath()
                                                          : server.workingDirectory);
        const QFileInfo file(base, server.command);
        return file.isFile() && file.isExecutable() ? file.canonicalFilePath() : QString();
    }
    for (const auto& [name, value] : server.environment) {
        if (name == "PATH") {
            const QStringList directories =
                QString::fromUtf8(value).split(QLatin1Char(':'), Qt::SkipEmptyParts);
            // An empty list would mean our own PATH.
            const QString found = directories.isEmpty()
                                      ? QString()
                                      : QStandardPaths::findExecutable(server.command, directories);
            return found.isEmpty() ? QString() : QFileInfo(found).canonicalFilePath();
        }
    }
    const QString found = QStandardPaths::findExecutable(server.command);
    return found.isEmpty() ? QString() : QFileInfo(found).canonicalFilePath();
}

QByteArray connectionGenerationOf(const ServerSettings& server)
{
    JsonWriter arguments;
    arguments.beginArray();
    for (const QString& argument : server.arguments)
        arguments.string(argument.toUtf8());
    arguments.endArray();

    auto environment = server.environment;
    std::sort(environment.begin(), environment.end());
    JsonWriter variables;
    variables.beginArray();
    for (const auto& [name, value] : environment)
        variables.string(name).string(value);
    variables.endArray();

    const QString executable = executableOf(server);
    return taggedDigest("lockkeeper/connection/1",
                        {server.name, server.command.toUtf8(), arguments.take(),
                         executable.toUtf8(), contentDigest(executable),
                         server.workingDirectory.toUtf8(), variables.take()});
}

} // namespace lockkeeper
