// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqlitefiles.h"

#include "core/store/sqlite/sqliteerrors.h"

#include <QFile>
#include <QFileInfo>

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace lockkeeper {
namespace {

constexpr mode_t kOwnerOnly = 0600;
constexpr mode_t kModeBits = 07777;

/// A file descriptor that closes itself.
class Descriptor
{
public:
    explicit Descriptor(int fd)
        : m_fd(fd)
    {
    }
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    [[nodiscard]] int get() const { return m_fd; }

private:
    int m_fd;
};

Error systemError(const QByteArray& what)
{
    const int code = errno;
    const ErrorCode meaning =
        code == ENOSPC || code == EDQUOT ? ErrorCode::ResourceExhausted : ErrorCode::Unavailable;
    return {meaning, what, code};
}

QByteArray folderOf(const QString& path)
{
    return QFile::encodeName(QFileInfo(path).absolutePath());
}

Result<void> refuseNetworkFolder(const QString& path)
{
    struct statfs info = {};
    if (::statfs(folderOf(path).constData(), &info) != 0)
        return systemError("the folder of the store cannot be examined");
    if (isNetworkFileSystem(static_cast<long>(info.f_type))) {
        return Error(ErrorCode::FailedPrecondition,
                     "The store lies on a network file system (type 0x" +
                         QByteArray::number(static_cast<qulonglong>(info.f_type), 16) +
                         "), where SQLite's write-ahead log is not safe. "
                         "Put the profile on a local disk or use PostgreSQL.");
    }
    return {};
}

/// Does nothing if there is something of that name already.
Result<void> createEmptyFile(const QByteArray& name)
{
    const Descriptor file(
        ::open(name.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly));
    if (!file.isOpen() && errno != EEXIST)
        return systemError("the store file cannot be created");
    return {};
}

Result<void> flushPath(const QByteArray& path)
{
    const Descriptor file(::open(path.constData(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen() || ::fsync(file.get()) != 0)
        return systemError("a copy of the store cannot be flushed");
    return {};
}

/// Copies page by page into an open, empty database.
Result<void> copyPages(sqlite3* source, sqlite3* target)
{
    sqlite3_backup* backup = sqlite3_backup_init(target, "main", source, "main");
    if (backup == nullptr)
        return sqliteError("backup", sqlite3_extended_errcode(target));
    sqlite3_backup_step(backup, -1);
    const int code = sqlite3_backup_finish(backup);
    if (code != SQLITE_OK)
        return sqliteError("backup", code);
    return {};
}

Result<void> copyInto(sqlite3* source, const QByteArray& path)
{
    const Descriptor created(
        ::open(path.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly));
    if (!created.isOpen())
        return systemError("a copy of the store cannot be created");
    sqlite3* target = nullptr;
    const int code = sqlite3_open_v2(path.constData(), &target, SQLITE_OPEN_READWRITE, nullptr);
    Result<void> result =
        code == SQLITE_OK ? copyPages(source, target) : Result<void>(sqliteError("backup", code));
    if (sqlite3_close(target) != SQLITE_OK && result)
        result = Error(ErrorCode::Internal, "the copy of the store cannot be closed");
    LK_CHECK(result);
    return flushPath(path);
}

} // namespace

bool isNetworkFileSystem(long statfsType)
{
    constexpr std::array<quint32, 15> kTypes = {
        0x6969,     // NFS
        0x517b,     // SMB
        0xff534d42, // CIFS
        0xfe534d42, // SMB2
        0x65735546, // FUSE, virtiofs
        0x01021997, // 9P
        0x5346414f, // OpenAFS
        0x6b414653, // AFS
        0x73757245, // Coda
        0x564c,     // NCP
        0x00c36400, // Ceph
        0x01161970, // GFS2
        0x7461636f, // OCFS2
        0x0bd00bd0, // Lustre
        0x786f4256, // VirtualBox shared folder
    };
    // The type is signed on some machines; its low 32 bits are what counts.
    return std::find(kTypes.begin(), kTypes.end(), static_cast<quint32>(statfsType)) !=
           kTypes.end();
}

Result<void> prepareStoreFile(const QString& path, bool createIfMissing)
{
    LK_CHECK(refuseNetworkFolder(path));
    const QByteArray name = QFile::encodeName(path);
    if (createIfMissing)
        LK_CHECK(createEmptyFile(name));
    // An existing file is never opened here: closing it would drop the locks that SQLite holds on
    // it for other connections of this process.
    struct stat info = {};
    if (::stat(name.constData(), &info) != 0) {
        if (errno == ENOENT)
            return Error(ErrorCode::NotFound, "there is no store file", ENOENT);
        return systemError("the store file cannot be examined");
    }
    if (!S_ISREG(info.st_mode))
        return Error(ErrorCode::FailedPrecondition, "the store is not a regular file");
    if ((info.st_mode & kModeBits) == kOwnerOnly)
        return {};
    if (::chmod(name.constData(), kOwnerOnly) != 0 || ::stat(name.constData(), &info) != 0)
        return systemError("the store file cannot be made private (mode 0600)");
    if ((info.st_mode & kModeBits) != kOwnerOnly)
        return Error(ErrorCode::Unavailable, "the store file cannot be made private (mode 0600)");
    return {};
}

Result<void> copyDatabase(sqlite3* source, const QString& target)
{
    const QByteArray name = QFile::encodeName(target);
    const QByteArray partial = name + ".partial";
    if (::unlink(partial.constData()) != 0 && errno != ENOENT)
        return systemError("an incomplete copy of the store cannot be removed");
    Result<void> result = copyInto(source, partial);
    if (result && ::rename(partial.constData(), name.constData()) != 0)
        result = systemError("a copy of the store cannot be renamed");
    if (!result) {
        ::unlink(partial.constData());
        return result;
    }
    return flushPath(folderOf(target));
}

} // namespace lockkeeper
