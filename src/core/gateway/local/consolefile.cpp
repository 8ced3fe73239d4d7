// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/consolefile.h"

#include "core/base/canonicaljson.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

constexpr qint64 kMaximumFile = 64 * 1024;

} // namespace

QString consoleFilePath(const QString& profileDirectory)
{
    return profileDirectory + QStringLiteral("/console.json");
}

Result<ConsoleFile> readConsoleFile(const QString& profileDirectory)
{
    QFile file(consoleFilePath(profileDirectory));
    if (!file.exists())
        return Error(ErrorCode::NotFound, "no console has been started for this profile");
    if (!file.open(QIODevice::ReadOnly))
        return Error(ErrorCode::PermissionDenied, "console.json cannot be read");
    struct stat found
    {
    };
    if (::fstat(file.handle(), &found) != 0 || found.st_uid != ::geteuid() ||
        (found.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return Error(ErrorCode::PermissionDenied,
                     "console.json is not this user's own or others may write it");
    const QByteArray text = file.read(kMaximumFile);
    if (!checkJson(text))
        return Error(ErrorCode::DataLoss, "console.json is damaged");
    const JsonView root(text);
    const std::optional<QByteArray> socket = root.member("socket").string();
    const std::optional<qint64> pid = root.member("pid").integer();
    if (!socket || socket->isEmpty() || !pid)
        return Error(ErrorCode::DataLoss, "console.json is damaged");
    ConsoleFile content;
    content.socketPath = QFile::decodeName(*socket);
    content.pid = *pid;
    content.version = root.member("version").string().value_or(QByteArray());
    return content;
}

Result<void> writeConsoleFile(const QString& profileDirectory, const ConsoleFile& content)
{
    JsonWriter writer;
    writer.beginObject().member("pid", content.pid);
    writer.member("socket", QFile::encodeName(content.socketPath));
    writer.member("version", content.version).endObject();
    QSaveFile file(consoleFilePath(profileDirectory));
    if (!file.open(QIODevice::WriteOnly) ||
        !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        return Error(ErrorCode::Unavailable,
                     "console.json cannot be written: " + file.errorString().toUtf8());
    file.write(writer.take() + '\n');
    if (!file.commit())
        return Error(ErrorCode::Unavailable,
                     "console.json cannot be written: " + file.errorString().toUtf8());
    return {};
}

void removeConsoleFile(const QString& profileDirectory, qint64 pid)
{
    if (const Result<ConsoleFile> found = readConsoleFile(profileDirectory);
        found && found->pid == pid)
        QFile::remove(consoleFilePath(profileDirectory));
}

} // namespace lockkeeper
