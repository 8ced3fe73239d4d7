// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/socketpath.h"

#include "core/base/digest.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

constexpr qsizetype kDigestDigits = 16;

bool isPrivateFolder(const QByteArray& path)
{
    struct stat found
    {
    };
    return ::lstat(path.constData(), &found) == 0 && S_ISDIR(found.st_mode) &&
           found.st_uid == ::geteuid() && (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/// True if somebody accepts connections at `path`.
bool answers(const QByteArray& path)
{
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket < 0)
        return false;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()));
    const int result =
        ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    const bool taken = result == 0 || errno == EAGAIN || errno == EINPROGRESS;
    ::close(socket);
    return taken;
}

} // namespace

Result<QString> socketPathFor(const QString& profileDirectory, const QString& runtimeDirectory)
{
    const QString canonical = QFileInfo(profileDirectory).canonicalFilePath();
    const QString profile =
        canonical.isEmpty() ? QFileInfo(profileDirectory).absoluteFilePath() : canonical;
    QString inRuntime;
    if (!runtimeDirectory.isEmpty() && isPrivateFolder(QFile::encodeName(runtimeDirectory))) {
        const QByteArray digest = sha256(QFile::encodeName(profile)).toHex().left(kDigestDigits);
        inRuntime = runtimeDirectory + QStringLiteral("/lockkeeper/") +
                    QString::fromLatin1(digest) + QStringLiteral(".sock");
        if (QFile::encodeName(inRuntime).size() <= kMaximumSocketPath)
            return inRuntime;
    }
    QString inProfile = profile + QStringLiteral("/run/console.sock");
    const qsizetype size = QFile::encodeName(inProfile).size();
    if (size <= kMaximumSocketPath)
        return inProfile;
    return Error(ErrorCode::InvalidArgument,
                 "the socket's path would have " + QByteArray::number(size) +
                     " bytes and the system allows " + QByteArray::number(kMaximumSocketPath) +
                     ": set XDG_RUNTIME_DIR or move the profile to a shorter path");
}

Result<void> prepareSocketFolder(const QString& socketPath)
{
    const QByteArray folder = QFile::encodeName(QFileInfo(socketPath).absolutePath());
    if (::mkdir(folder.constData(), S_IRWXU) != 0 && errno != EEXIST)
        return Error(ErrorCode::Unavailable, "the socket's folder cannot be made: " + folder,
                     errno);
    if (!isPrivateFolder(folder))
        return Error(ErrorCode::PermissionDenied,
                     "the socket's folder is not closed to others (0700, this user's): " + folder);
    return {};
}

Result<void> removeStaleSocket(const QString& socketPath)
{
    const QByteArray path = QFile::encodeName(socketPath);
    struct stat found
    {
    };
    if (::lstat(path.constData(), &found) != 0)
        return {};
    if (!S_ISSOCK(found.st_mode))
        return Error(ErrorCode::AlreadyExists, "something that is no socket lies at " + path);
    if (answers(path))
        return Error(ErrorCode::AlreadyExists, "another console answers at " + path);
    if (::unlink(path.constData()) != 0)
        return Error(ErrorCode::Unavailable, "the old socket cannot be removed: " + path, errno);
    return {};
}

} // namespace lockkeeper
