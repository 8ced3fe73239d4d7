// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/keys/seatkeys.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockkeeper {

/// What the guard remembers (product.md, section 9): how far this seat's journal had come.
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

/// The guard file: outside profile and backups, two slots of 4 KiB written in turn, each with a
/// sequence number, a checksum and the record key's signature, flushed with fdatasync before
/// write() returns. A torn slot leaves the other one good.
/// Not thread-safe; used by the core thread. One process at a time (an exclusive lock is held).
class GuardFile
{
public:
    /// Opens or creates `directory`/guard (directory 0700, file 0600) and takes its lock.
    /// Unavailable: cannot be opened or created; AlreadyExists: another process holds it.
    [[nodiscard]] static Result<GuardFile> open(const QString& directory);

    GuardFile(GuardFile&& other) noexcept;
    GuardFile& operator=(GuardFile&& other) noexcept;
    ~GuardFile();

    /// The newest good slot; nullopt when the file was never written.
    /// DataLoss when it was written and no slot verifies with `keys`.
    [[nodiscard]] Result<std::optional<GuardRecord>> read(const SeatPublicKeys& keys) const;
    /// Writes and flushes. On failure nothing may be dispatched; the old slot is still good.
    [[nodiscard]] Result<void> write(const GuardRecord& record, const SeatKeys& keys);

    [[nodiscard]] const QString& path() const { return m_path; }

private:
    GuardFile() = default;

    QString m_path;
    int m_descriptor = -1;
    quint64 m_sequence = 0;
};

} // namespace lockkeeper
