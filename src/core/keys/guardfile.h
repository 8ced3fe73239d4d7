// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/keys/seatkeys.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockkeeper {

/// What the guard remembers: how far this seat's journal had come.
struct GuardRecord
{
    QByteArray storeId;
    qint64 incarnation = 1;
    qint64 lanePosition = 0; ///< number of the last journal entry that was committed
    QByteArray laneHead;     ///< its hash
    qint64 seatListNumber = 0;
    qint64 policyRevision = 0;
    qint64 keyEpoch = 0;

    friend bool operator==(const GuardRecord&, const GuardRecord&) = default;
};

/// The record as its copy in the keychain: with the record key's signature and a checksum.
/// InvalidArgument: store id or lane head over 1 KiB.
[[nodiscard]] Result<QByteArray> encodeGuardCopy(const GuardRecord& record, const SeatKeys& keys);
/// DataLoss for anything that `keys` did not sign as a copy.
[[nodiscard]] Result<GuardRecord> decodeGuardCopy(QByteArrayView bytes, const SeatPublicKeys& keys);

/// The guard file: outside profile and backups, two slots of 4 KiB written in turn, each with a
/// sequence number, a checksum and the record key's signature, flushed with fdatasync before
/// write() returns. A torn slot leaves the other one good.
/// Not thread-safe; used by the core thread. One process at a time (an exclusive lock is held on
/// the directory until this is destroyed).
class GuardFile
{
public:
    /// Opens or creates `directory`/guard (directory 0700, file 0600; a file appears only whole,
    /// and it and its directory are flushed) and takes the lock.
    /// Unavailable: cannot be opened or created, or belongs to another user; AlreadyExists: another
    /// opener holds it.
    [[nodiscard]] static Result<GuardFile> open(const QString& directory);

    GuardFile(GuardFile&& other) noexcept;
    GuardFile& operator=(GuardFile&& other) noexcept;
    GuardFile(const GuardFile&) = delete;
    GuardFile& operator=(const GuardFile&) = delete;
    ~GuardFile();

    /// The newest good slot; nullopt when no write() was ever completed.
    /// DataLoss when it was written and no slot verifies with `keys`; Unavailable when it cannot be
    /// read.
    [[nodiscard]] Result<std::optional<GuardRecord>> read(const SeatPublicKeys& keys) const;
    /// Writes into the slot that does not hold the newest good record, and flushes. On failure
    /// (Unavailable) nothing may be dispatched; the old slot is still good, and the next write()
    /// goes to the same slot again. InvalidArgument: store id or lane head over 1 KiB.
    [[nodiscard]] Result<void> write(const GuardRecord& record, const SeatKeys& keys);

    [[nodiscard]] const QString& path() const { return m_path; }

private:
    GuardFile() = default;
    void close();
    [[nodiscard]] Result<void> openDirectory(const QString& directory);
    [[nodiscard]] Result<void> openFile();
    [[nodiscard]] Result<QByteArray> readSlot(int slot) const;
    [[nodiscard]] Result<void> locateNewest(const SeatPublicKeys& keys);
    [[nodiscard]] Result<void> writeSlot(QByteArrayView payload, const SeatKeys& keys);

    QString m_path;
    int m_directory = -1; ///< carries the lock
    int m_descriptor = -1;
    bool m_located = false; ///< m_sequence and m_newestSlot are known
    quint64 m_sequence = 0;
    int m_newestSlot = 1;
};

} // namespace lockkeeper
