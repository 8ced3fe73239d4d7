// SPDX-License-Identifier: Apache-2.0
#include "app/config.h"

#include "app/confignode.h"
#include "app/serverconfig.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

constexpr qsizetype kMaximumFile = 4 * 1024 * 1024;
constexpr qint64 kMaximumPendingLimit = 10'000;
constexpr qint64 kMaximumOpenLimit = 100'000;

/// With any problem everything is at its strictest.
CoreSettings broken(QByteArray problem)
{
    CoreSettings settings;
    settings.operatorUnprotected = false;
    settings.localPrincipals = false;
    settings.configurationProblem = std::move(problem);
    return settings;
}

/// The strict reader's "line 3, column 5 (byte 40): what" in our own form.
QByteArray syntaxProblem(const QByteArray& fileName, const QByteArray& message)
{
    if (!message.startsWith("line "))
        return fileName + ": " + message;
    const qsizetype comma = message.indexOf(", ");
    return fileName + ':' + message.mid(5, comma - 5) + ": " + message.mid(comma + 2);
}

Result<void> readLimits(const ConfigNode& node, CoreSettings& settings)
{
    const auto into = [](int& limit, qint64 maximum) {
        return [&limit, maximum](const ConfigNode& value) -> Result<void> {
            LK_TRY(const qint64 number, value.integer(1, maximum));
            limit = static_cast<int>(number);
            return {};
        };
    };
    return node.object({
        {"pending", into(settings.maximumPending, kMaximumPendingLimit)},
        {"open", into(settings.maximumOpen, kMaximumOpenLimit)},
    });
}

Result<void> readOwnKeys(const ConfigNode& node, CoreSettings& settings)
{
    return node.object({
        {"operatorCli",
         [&settings](const ConfigNode& value) -> Result<void> {
             LK_CHECK(value.word({"unprotected"}));
             settings.operatorUnprotected = true;
             return {};
         }},
        {"localConnections",
         [&settings](const ConfigNode& value) -> Result<void> {
             LK_TRY(settings.localPrincipals, value.boolean());
             return {};
         }},
        {"limits",
         [&settings](const ConfigNode& value) -> Result<void> {
             return readLimits(value, settings);
         }},
    });
}

Result<void> readStore(const ConfigNode& node)
{
    LK_TRY(const QByteArray address, node.string(4096));
    if (address == "sqlite")
        return {};
    if (address.startsWith("postgresql:") || address.startsWith("postgres:"))
        return node.wrong("PostgreSQL comes later; remove the key to use SQLite");
    return node.wrong("must be \"sqlite\"; remove the key to use SQLite");
}

Result<CoreSettings> readTop(const ConfigNode& top)
{
    CoreSettings settings;
    const Result<void> read = top.object({
        {"$schema",
         [](const ConfigNode& value) -> Result<void> {
             LK_CHECK(value.string(4096));
             return {};
         }},
        {"mcpServers",
         [&settings](const ConfigNode& value) -> Result<void> {
             return value.namedMembers(
                 [&settings](const QByteArray& name, const ConfigNode& server) -> Result<void> {
                     LK_TRY(ServerSettings block, readServer(name, server));
                     settings.servers.append(std::move(block));
                     return {};
                 });
         }},
        {"lockkeeper",
         [&settings](const ConfigNode& value) { return readOwnKeys(value, settings); }},
        {"store", readStore},
    });
    LK_CHECK(read);
    return settings;
}

/// The file's bytes. NotFound if there is no such file.
Result<QByteArray> readFile(const QString& path)
{
    const int descriptor =
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        const int native = errno;
        return Error(native == ENOENT ? ErrorCode::NotFound : ErrorCode::Unavailable,
                     QByteArray("cannot be read: ") + std::strerror(native), native);
    }
    QFile file;
    struct stat status = {};
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return Error(ErrorCode::FailedPrecondition, "is not a regular file");
    }
    if (!file.open(descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) {
        ::close(descriptor);
        return Error(ErrorCode::Unavailable, "cannot be read");
    }
    QByteArray bytes = file.read(kMaximumFile + 1);
    if (file.error() != QFileDevice::NoError)
        return Error(ErrorCode::Unavailable, "cannot be read: " + file.errorString().toUtf8());
    if (bytes.size() > kMaximumFile)
        return Error(ErrorCode::ResourceExhausted, "is larger than 4 MiB");
    return bytes;
}

} // namespace

CoreSettings parseConfiguration(QByteArrayView text, const QByteArray& fileName)
{
    Result<QByteArray> blanked = blankComments(text);
    if (!blanked)
        return broken(syntaxProblem(fileName, blanked.error().message()));
    const JsonLimits limits{kMaximumFile, 64};
    if (Result<void> checked = checkJson(*blanked, limits); !checked)
        return broken(syntaxProblem(fileName, checked.error().message()));
    const ConfigText config{fileName, *blanked};
    Result<CoreSettings> settings = readTop(ConfigNode(config));
    if (!settings)
        return broken(settings.error().message());
    return *std::move(settings);
}

CoreSettings readConfiguration(const QString& path, bool mustExist)
{
    const QByteArray name = QFileInfo(path).fileName().toUtf8();
    Result<QByteArray> text = readFile(path);
    if (text)
        return parseConfiguration(*text, name);
    if (text.error().code() == ErrorCode::NotFound && !mustExist)
        return {};
    return broken(name + ": the file " + text.error().message());
}

} // namespace lockkeeper
