// SPDX-License-Identifier: Apache-2.0
#include "core/keys/guardfile.h"

#include "core/base/digest.h"

#include <QFile>
#include <QFileInfo>
#include <QtEndian>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <utility>

namespace lockkeeper {

namespace {

// A slot: magic, sequence, payload length, payload, signature over all before it, SHA-256 over all
// before that, zeros. A blank slot (as created) has sequence 0, no payload and no signature.
constexpr int kSlotCount = 2;
constexpr qsizetype kSlotSize = 4096;
constexpr QByteArrayView kMagic("LKGUARD1");
constexpr qsizetype kHeaderSize = 8 + 8 + 4;
constexpr qsizetype kSignatureSize = 64;
constexpr qsizetype kMaximumText = 1024;
/// No slot comes to this number, so that a copy and a slot are never taken for each other.
constexpr quint64 kCopySequence = std::numeric_limits<quint64>::max();

Error systemError(const char* what)
{
    const int code = errno;
    return {ErrorCode::Unavailable, QByteArray(what), code};
}

template<class Number>
void appendNumber(QByteArray& to, Number number)
{
    char bytes[sizeof(Number)];
    qToBigEndian<Number>(number, bytes);
    to.append(bytes, sizeof bytes);
}

void appendText(QByteArray& to, QByteArrayView text)
{
    appendNumber(to, static_cast<quint32>(text.size()));
    to.append(text);
}

/// Takes values from the front; `ok` stays false after the first one that is not there.
struct Reader
{
    QByteArrayView rest;
    bool ok = true;

    QByteArrayView take(qsizetype size)
    {
        ok = ok && size <= rest.size();
        if (!ok)
            return {};
        const QByteArrayView taken = rest.first(size);
        rest = rest.sliced(size);
        return taken;
    }
    template<class Number>
    Number number()
    {
        const QByteArrayView bytes = take(sizeof(Number));
        return ok ? qFromBigEndian<Number>(bytes.data()) : Number{};
    }
    QByteArray text() { return take(static_cast<qsizetype>(number<quint32>())).toByteArray(); }
};

QByteArray encode(const GuardRecord& record)
{
    QByteArray payload;
    appendText(payload, record.storeId);
    appendNumber(payload, record.incarnation);
    appendNumber(payload, record.lanePosition);
    appendText(payload, record.laneHead);
    appendNumber(payload, record.seatListNumber);
    appendNumber(payload, record.policyRevision);
    appendNumber(payload, record.keyEpoch);
    return payload;
}

std::optional<GuardRecord> decode(QByteArrayView payload)
{
    Reader reader{payload};
    GuardRecord record;
    record.storeId = reader.text();
    record.incarnation = reader.number<qint64>();
    record.lanePosition = reader.number<qint64>();
    record.laneHead = reader.text();
    record.seatListNumber = reader.number<qint64>();
    record.policyRevision = reader.number<qint64>();
    record.keyEpoch = reader.number<qint64>();
    if (!reader.ok || !reader.rest.isEmpty())
        return std::nullopt;
    return record;
}

QByteArray slotHead(quint64 sequence, QByteArrayView payload)
{
    QByteArray head = kMagic.toByteArray();
    appendNumber(head, sequence);
    appendText(head, payload);
    return head;
}

QByteArray finishSlot(QByteArray head, QByteArrayView signature)
{
    head.append(signature);
    head.append(sha256(head));
    head.append(kSlotSize - head.size(), '\0');
    return head;
}

struct Slot
{
    enum class Kind { Bad, Blank, Good };
    Kind kind = Kind::Bad;
    quint64 sequence = 0;
    GuardRecord record;
};

/// Good only when checksum and signature hold; the bytes after the checksum do not matter.
Slot parseSlot(QByteArrayView bytes, const SeatPublicKeys& keys)
{
    Slot slot;
    Reader reader{bytes};
    const QByteArrayView magic = reader.take(kMagic.size());
    slot.sequence = reader.number<quint64>();
    const auto payloadSize = static_cast<qsizetype>(reader.number<quint32>());
    const QByteArrayView payload = reader.take(payloadSize);
    const bool isBlank = slot.sequence == 0 && payloadSize == 0;
    const QByteArrayView signature = reader.take(isBlank ? 0 : kSignatureSize);
    const QByteArrayView checksum = reader.take(kDigestSize);
    if (!reader.ok || magic != kMagic ||
        checksum != sha256(bytes.first(checksum.data() - bytes.data())))
        return slot;
    if (isBlank) {
        slot.kind = Slot::Kind::Blank;
        return slot;
    }
    auto record = decode(payload);
#ifdef LOCKKEEPER_FAULT_GUARD_UNVERIFIED
    Q_UNUSED(keys);
    Q_UNUSED(signature);
    if (!record)
        return slot;
#else
    if (!record || !verifySignature(keys, SignaturePurpose::Guard,
                                    bytes.first(kHeaderSize + payloadSize), signature))
        return slot;
#endif
    slot.kind = Slot::Kind::Good;
    slot.record = std::move(*record);
    return slot;
}

Result<void> writeFully(int descriptor, QByteArrayView bytes, qint64 offset)
{
    while (!bytes.isEmpty()) {
        const ssize_t count =
            ::pwrite(descriptor, bytes.data(), static_cast<size_t>(bytes.size()), offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return systemError("the guard file cannot be written");
        bytes = bytes.sliced(count);
        offset += count;
    }
    return {};
}

/// Makes each missing directory of `path` with mode 0700 and flushes the entry in its parent.
Result<void> makeDirectories(const QString& path)
{
    if (QFileInfo(path).isDir())
        return {};
    const QString parent = QFileInfo(path).absolutePath();
    if (parent == path)
        return Error(ErrorCode::Unavailable, "the guard's directory cannot be made");
    LK_CHECK(makeDirectories(parent));
    if (::mkdir(QFile::encodeName(path).constData(), 0700) != 0 && errno != EEXIST)
        return systemError("the guard's directory cannot be made");
    const int descriptor =
        ::open(QFile::encodeName(parent).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return systemError("the directory above the guard cannot be opened");
    const bool flushed = ::fsync(descriptor) == 0;
    const Error error = systemError("the directory above the guard cannot be flushed");
    ::close(descriptor);
    if (!flushed)
        return error;
    return {};
}

/// Refuses what belongs to another user and takes away other users' rights.
Result<void> makePrivate(int descriptor, mode_t type, mode_t mode)
{
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return systemError("the guard's owner cannot be read");
    if ((status.st_mode & S_IFMT) != type || status.st_uid != ::geteuid())
        return Error(ErrorCode::Unavailable, "the guard is of another kind or another user's");
    if ((status.st_mode & 07777) != mode && ::fchmod(descriptor, mode) != 0)
        return systemError("the guard cannot be made private");
    return {};
}

/// The slot of a file, never a copy that somebody put there.
bool isGoodSlot(const Slot& slot)
{
    return slot.kind == Slot::Kind::Good && slot.sequence != kCopySequence;
}

Result<void> checkSizes(const GuardRecord& record)
{
    if (record.storeId.size() > kMaximumText || record.laneHead.size() > kMaximumText)
        return Error(ErrorCode::InvalidArgument, "a store id or lane head is over 1 KiB");
    return {};
}

} // namespace

Result<QByteArray> encodeGuardCopy(const GuardRecord& record, const SeatKeys& keys)
{
    LK_CHECK(checkSizes(record));
    QByteArray head = slotHead(kCopySequence, encode(record));
    LK_TRY(const QByteArray signature, keys.sign(SignaturePurpose::Guard, head));
    head.append(signature);
    head.append(sha256(head));
    return head;
}

Result<GuardRecord> decodeGuardCopy(QByteArrayView bytes, const SeatPublicKeys& keys)
{
    Slot slot = parseSlot(bytes, keys);
    if (slot.kind != Slot::Kind::Good || slot.sequence != kCopySequence)
        return Error(ErrorCode::DataLoss, "the guard's copy in the keychain does not verify");
    return std::move(slot.record);
}

Result<GuardFile> GuardFile::open(const QString& directory)
{
    GuardFile guard;
    LK_CHECK(guard.openDirectory(directory));
    LK_CHECK(guard.openFile());
    return guard;
}

Result<void> GuardFile::openDirectory(const QString& directory)
{
    const QString absolute = QFileInfo(directory).absoluteFilePath();
    LK_CHECK(makeDirectories(absolute));
    m_path = absolute + QStringLiteral("/guard");
    m_directory =
        ::open(QFile::encodeName(absolute).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (m_directory < 0)
        return systemError("the guard's directory cannot be opened");
    LK_CHECK(makePrivate(m_directory, S_IFDIR, 0700));
    if (::flock(m_directory, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return Error(ErrorCode::AlreadyExists, "another process holds the guard");
        return systemError("the guard cannot be locked");
    }
    return {};
}

Result<void> GuardFile::openFile()
{
    m_descriptor = ::openat(m_directory, "guard", O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (m_descriptor >= 0)
        return makePrivate(m_descriptor, S_IFREG, 0600);
    if (errno != ENOENT)
        return systemError("the guard file cannot be opened");

    // A half-made guard must not look like a damaged one: it gets its name only when it is whole.
    m_descriptor = ::openat(m_directory, "guard.new",
                            O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (m_descriptor < 0)
        return systemError("the guard file cannot be made");
    LK_CHECK(makePrivate(m_descriptor, S_IFREG, 0600));
    const QByteArray blank = finishSlot(slotHead(0, {}), {});
    LK_CHECK(writeFully(m_descriptor, blank.repeated(kSlotCount), 0));
    if (::fsync(m_descriptor) != 0)
        return systemError("the new guard file cannot be flushed");
    if (::renameat(m_directory, "guard.new", m_directory, "guard") != 0 ||
        ::fsync(m_directory) != 0)
        return systemError("the new guard file cannot be named");
    return {};
}

GuardFile::GuardFile(GuardFile&& other) noexcept
{
    *this = std::move(other);
}

GuardFile& GuardFile::operator=(GuardFile&& other) noexcept
{
    if (this != &other) {
        close();
        m_path = std::move(other.m_path);
        m_directory = std::exchange(other.m_directory, -1);
        m_descriptor = std::exchange(other.m_descriptor, -1);
        m_located = other.m_located;
        m_sequence = other.m_sequence;
        m_newestSlot = other.m_newestSlot;
    }
    return *this;
}

GuardFile::~GuardFile()
{
    close();
}

void GuardFile::close()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    if (m_directory >= 0)
        ::close(m_directory);
    m_descriptor = -1;
    m_directory = -1;
}

Result<QByteArray> GuardFile::readSlot(int slot) const
{
    QByteArray bytes(kSlotSize, '\0');
    qsizetype done = 0;
    while (done < kSlotSize) {
        const ssize_t count =
            ::pread(m_descriptor, bytes.data() + done, static_cast<size_t>(kSlotSize - done),
                    slot * kSlotSize + done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError("the guard file cannot be read");
        if (count == 0)
            break; // shorter than it was made: the checksum decides
        done += count;
    }
    return bytes;
}

Result<std::optional<GuardRecord>> GuardFile::read(const SeatPublicKeys& keys) const
{
    Slot newest;
    bool hasBlank = false;
    for (int index = 0; index < kSlotCount; ++index) {
        LK_TRY(const QByteArray bytes, readSlot(index));
        Slot slot = parseSlot(bytes, keys);
        hasBlank = hasBlank || slot.kind == Slot::Kind::Blank;
        if (isGoodSlot(slot) &&
            (newest.kind != Slot::Kind::Good || slot.sequence > newest.sequence))
            newest = std::move(slot);
    }
    if (newest.kind == Slot::Kind::Good)
        return std::optional(std::move(newest.record));
    // The first write fills both slots, so a blank one means that no write ever returned.
    if (hasBlank)
        return std::optional<GuardRecord>();
    return Error(ErrorCode::DataLoss, "no slot of the guard file verifies");
}

Result<void> GuardFile::locateNewest(const SeatPublicKeys& keys)
{
    m_sequence = 0;
    m_newestSlot = kSlotCount - 1;
    for (int index = 0; index < kSlotCount; ++index) {
        LK_TRY(const QByteArray bytes, readSlot(index));
        const Slot slot = parseSlot(bytes, keys);
        if (isGoodSlot(slot) && slot.sequence > m_sequence) {
            m_sequence = slot.sequence;
            m_newestSlot = index;
        }
    }
    m_located = true;
    return {};
}

Result<void> GuardFile::write(const GuardRecord& record, const SeatKeys& keys)
{
    LK_CHECK(checkSizes(record));
    if (!m_located)
        LK_CHECK(locateNewest(keys.publicKeys()));
    const QByteArray payload = encode(record);
    // The first record goes into both slots: a blank slot must mean that no write ever returned.
    const bool isFirst = m_sequence == 0;
    LK_CHECK(writeSlot(payload, keys));
    if (isFirst)
        LK_CHECK(writeSlot(payload, keys));
    return {};
}

Result<void> GuardFile::writeSlot(QByteArrayView payload, const SeatKeys& keys)
{
    const int slot = (m_newestSlot + 1) % kSlotCount;
    QByteArray head = slotHead(m_sequence + 1, payload);
    LK_TRY(const QByteArray signature, keys.sign(SignaturePurpose::Guard, head));
    LK_CHECK(writeFully(m_descriptor, finishSlot(std::move(head), signature), slot * kSlotSize));
#ifndef LOCKKEEPER_FAULT_FLUSH_OFF
    if (::fdatasync(m_descriptor) != 0)
        return systemError("the guard file cannot be flushed");
#endif
    m_sequence += 1;
    m_newestSlot = slot;
    return {};
}

} // namespace lockkeeper
