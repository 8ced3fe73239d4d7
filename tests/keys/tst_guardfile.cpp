// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "core/keys/guardfile.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace lockkeeper;

namespace {

constexpr int kSlotSize = 4096;
constexpr int kFileSize = 2 * kSlotSize;

GuardRecord record(qint64 position)
{
    GuardRecord made;
    made.storeId = "store-1";
    made.incarnation = 2;
    made.lanePosition = position;
    made.laneHead = QByteArray(32, static_cast<char>('a' + position % 26));
    made.seatListNumber = 3;
    made.policyRevision = 4;
    made.keyEpoch = 5;
    return made;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Overwrites in place: the guard under test has the file open.
bool overwrite(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::ReadWrite) && file.write(content) == content.size();
}

int modeOf(const QString& path)
{
    struct stat status = {};
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return -1;
    return static_cast<int>(status.st_mode & 07777);
}

} // namespace

class GuardFileTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(initialiseCrypto());
        m_keys = std::make_unique<SeatKeys>(SeatKeys::generate());
    }
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
        m_path = m_dir->path() + QStringLiteral("/state/lockkeeper/store-1");
    }

    void open_newDirectory_isPrivateAndEmpty();
    void open_looseModes_areTightened();
    void open_twice_secondIsRefusedUntilFirstIsGone();
    void open_notADirectoryOrReadOnly_isUnavailable();
    void open_symbolicLink_isUnavailable();
    void open_leftHalfMade_startsAnew();
    void write_alternates_readGivesTheNewest();
    void write_afterReopen_sequenceContinues();
    void write_tooLong_isInvalidArgument();
    void read_tornSlotAtEveryLength_givesTheOldOrTheNewRecord();
    void read_tornFirstWrite_isNotYetWritten();
    void read_everyDamagedByteOfTheNewest_givesTheOlderOne();
    void read_bothDamaged_isDataLoss();
    void read_oneRecordOnly_survivesEitherSlotAndLosesBoth();
    void read_otherKeys_isDataLoss();
    void read_emptiedOrShortened_isDataLossOrOlder();
    void write_overDamagedFile_works();

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_path;
    std::unique_ptr<SeatKeys> m_keys; ///< made after libsodium is ready
};

void GuardFileTest::open_newDirectory_isPrivateAndEmpty()
{
    const auto guard = GuardFile::open(m_path);
    QVERIFY2(guard, guard ? "" : guard.error().describe().constData());
    QCOMPARE(guard->path(), m_path + QStringLiteral("/guard"));
    QCOMPARE(modeOf(m_path), 0700);
    QCOMPARE(modeOf(guard->path()), 0600);
    QCOMPARE(QFileInfo(guard->path()).size(), kFileSize);
    QVERIFY(!QFileInfo::exists(guard->path() + QStringLiteral(".new")));
    const auto read = guard->read(m_keys->publicKeys());
    QVERIFY(read);
    QVERIFY(!read->has_value());
}

void GuardFileTest::open_looseModes_areTightened()
{
    QVERIFY(GuardFile::open(m_path));
    const QByteArray directory = QFile::encodeName(m_path);
    QCOMPARE(::chmod(directory.constData(), 0755), 0);
    QCOMPARE(::chmod((directory + "/guard").constData(), 0644), 0);
    const auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    QCOMPARE(modeOf(m_path), 0700);
    QCOMPARE(modeOf(guard->path()), 0600);
}

void GuardFileTest::open_twice_secondIsRefusedUntilFirstIsGone()
{
    {
        auto first = GuardFile::open(m_path);
        QVERIFY(first);
        const auto second = GuardFile::open(m_path);
        QVERIFY(!second);
        QCOMPARE(second.error().code(), ErrorCode::AlreadyExists);
        const GuardFile moved = std::move(*first);
        QVERIFY(!GuardFile::open(m_path));
    }
    QVERIFY(GuardFile::open(m_path));
}

void GuardFileTest::open_notADirectoryOrReadOnly_isUnavailable()
{
    QVERIFY(QFile(m_dir->filePath(QStringLiteral("file"))).open(QIODevice::WriteOnly));
    const auto inFile = GuardFile::open(m_dir->filePath(QStringLiteral("file/guard-dir")));
    QVERIFY(!inFile);
    QCOMPARE(inFile.error().code(), ErrorCode::Unavailable);
    const auto onProc = GuardFile::open(QStringLiteral("/proc/self/lockkeeper"));
    QVERIFY(!onProc);
    QCOMPARE(onProc.error().code(), ErrorCode::Unavailable);
}

void GuardFileTest::open_symbolicLink_isUnavailable()
{
    QVERIFY(GuardFile::open(m_path));
    QVERIFY(QFile::rename(m_path + QStringLiteral("/guard"), m_path + QStringLiteral("/other")));
    QVERIFY(QFile::link(m_path + QStringLiteral("/other"), m_path + QStringLiteral("/guard")));
    const auto guard = GuardFile::open(m_path);
    QVERIFY(!guard);
    QCOMPARE(guard.error().code(), ErrorCode::Unavailable);
}

void GuardFileTest::open_leftHalfMade_startsAnew()
{
    QVERIFY(GuardFile::open(m_path));
    QVERIFY(QFile::remove(m_path + QStringLiteral("/guard")));
    QVERIFY(QFile(m_path + QStringLiteral("/guard.new")).open(QIODevice::WriteOnly));
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    QVERIFY(guard->write(record(1), *m_keys));
    QCOMPARE(guard->read(m_keys->publicKeys())->value(), record(1));
}

void GuardFileTest::write_alternates_readGivesTheNewest()
{
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    QVERIFY(guard->write(record(0), *m_keys));
    for (qint64 position = 1; position <= 20; ++position) {
        const QByteArray before = contentOf(guard->path());
        QVERIFY(guard->write(record(position), *m_keys));
        const auto read = guard->read(m_keys->publicKeys());
        QVERIFY(read && *read);
        QCOMPARE(**read, record(position));
        const QByteArray after = contentOf(guard->path());
        QCOMPARE(after.size(), kFileSize);
        const bool firstChanged = before.first(kSlotSize) != after.first(kSlotSize);
        const bool secondChanged = before.sliced(kSlotSize) != after.sliced(kSlotSize);
        QCOMPARE(firstChanged, position % 2 == 1);
        QCOMPARE(secondChanged, position % 2 == 0);
    }
}

void GuardFileTest::write_afterReopen_sequenceContinues()
{
    for (qint64 position = 1; position <= 7; ++position) {
        auto guard = GuardFile::open(m_path);
        QVERIFY(guard);
        const auto before = guard->read(m_keys->publicKeys());
        QVERIFY(before);
        QCOMPARE(before->has_value(), position > 1);
        if (position > 1)
            QCOMPARE(before->value(), record(position - 1));
        QVERIFY(guard->write(record(position), *m_keys));
        QCOMPARE(guard->read(m_keys->publicKeys())->value(), record(position));
    }
}

void GuardFileTest::write_tooLong_isInvalidArgument()
{
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    GuardRecord longest = record(1);
    longest.storeId = QByteArray(1024, 's');
    longest.laneHead = QByteArray(1024, 'h');
    QVERIFY(guard->write(longest, *m_keys));
    QCOMPARE(guard->read(m_keys->publicKeys())->value(), longest);
    GuardRecord tooLong = longest;
    tooLong.storeId.append('s');
    const auto refused = guard->write(tooLong, *m_keys);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code(), ErrorCode::InvalidArgument);
    QCOMPARE(guard->read(m_keys->publicKeys())->value(), longest);
}

void GuardFileTest::read_tornSlotAtEveryLength_givesTheOldOrTheNewRecord()
{
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    for (qint64 position = 1; position <= 3; ++position)
        QVERIFY(guard->write(record(position), *m_keys));
    const QByteArray before = contentOf(guard->path());
    QVERIFY(guard->write(record(4), *m_keys));
    const QByteArray after = contentOf(guard->path());
    const int slot = before.first(kSlotSize) != after.first(kSlotSize) ? 0 : kSlotSize;

    int oldOnes = 0;
    int newOnes = 0;
    for (int written = 0; written <= kSlotSize; ++written) {
        QByteArray torn = before;
        torn.replace(slot, written, after.mid(slot, written));
        QVERIFY(overwrite(guard->path(), torn));
        const auto read = guard->read(m_keys->publicKeys());
        QVERIFY2(read && *read, QByteArray::number(written).constData());
        if (**read == record(3))
            ++oldOnes;
        else if (**read == record(4))
            ++newOnes;
        else
            QFAIL("a record that was never written");
        // A write after the tear must not touch the good slot.
        if (written % 512 == 100) {
            auto copy = GuardFile::open(m_dir->filePath(QString::number(written)));
            QVERIFY(copy);
            QVERIFY(overwrite(copy->path(), torn));
            QVERIFY(copy->write(record(5), *m_keys));
            QCOMPARE(copy->read(m_keys->publicKeys())->value(), record(5));
            const QByteArray content = contentOf(copy->path());
            const int good = kSlotSize - slot;
            QCOMPARE(content.mid(good, kSlotSize) == before.mid(good, kSlotSize),
                     **read == record(3));
        }
    }
    QVERIFY(oldOnes > 100);
    QVERIFY(newOnes > 100);
}

void GuardFileTest::read_tornFirstWrite_isNotYetWritten()
{
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    const QByteArray blank = contentOf(guard->path());
    QVERIFY(guard->write(record(1), *m_keys));
    const QByteArray after = contentOf(guard->path());
    for (int written = 1; written < kSlotSize; written += 7) {
        QByteArray torn = blank;
        torn.replace(0, written, after.first(written));
        QVERIFY(overwrite(guard->path(), torn));
        const auto read = guard->read(m_keys->publicKeys());
        QVERIFY2(read, QByteArray::number(written).constData());
        QVERIFY(!*read || **read == record(1));
        QVERIFY(written > 100 || !*read);
    }
}

void GuardFileTest::read_everyDamagedByteOfTheNewest_givesTheOlderOne()
{
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    for (qint64 position = 1; position <= 3; ++position)
        QVERIFY(guard->write(record(position), *m_keys));
    const QByteArray before = contentOf(guard->path());
    QVERIFY(guard->write(record(4), *m_keys));
    const QByteArray good = contentOf(guard->path());
    const int newest = before.first(kSlotSize) != good.first(kSlotSize) ? 0 : kSlotSize;
    const int older = kSlotSize - newest;
    // The bytes that count end with the checksum: head, payload, signature, SHA-256.
    const int length = 20 + (4 + 7) + 8 + 8 + (4 + 32) + 8 * 3 + 64 + 32;
    QCOMPARE(good.mid(newest + length, kSlotSize - length), QByteArray(kSlotSize - length, '\0'));
    for (int i = 0; i < length; ++i) {
        for (const int slot : {newest, older}) {
            QByteArray damaged = good;
            damaged[slot + i] = static_cast<char>(damaged[slot + i] ^ 1);
            QVERIFY(overwrite(guard->path(), damaged));
            const auto read = guard->read(m_keys->publicKeys());
            QVERIFY2(read && *read, QByteArray::number(i).constData());
            QCOMPARE(**read, slot == newest ? record(3) : record(4));
        }
    }
}

void GuardFileTest::read_bothDamaged_isDataLoss()
{
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    for (qint64 position = 1; position <= 2; ++position)
        QVERIFY(guard->write(record(position), *m_keys));
    const QByteArray good = contentOf(guard->path());
    for (const int at : {0, 8, 15, 16, 20, 40, 120, 150, 190}) {
        QByteArray damaged = good;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x80);
        damaged[kSlotSize + at] = static_cast<char>(damaged[kSlotSize + at] ^ 0x80);
        QVERIFY(overwrite(guard->path(), damaged));
        const auto read = guard->read(m_keys->publicKeys());
        QVERIFY2(!read, QByteArray::number(at).constData());
        QCOMPARE(read.error().code(), ErrorCode::DataLoss);
    }
}

void GuardFileTest::read_oneRecordOnly_survivesEitherSlotAndLosesBoth()
{
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    QVERIFY(guard->write(record(1), *m_keys));
    const QByteArray good = contentOf(guard->path());
    const QByteArray zeros(kSlotSize, '\0');
    for (const int slot : {0, kSlotSize}) {
        QByteArray damaged = good;
        damaged.replace(slot, kSlotSize, zeros);
        QVERIFY(overwrite(guard->path(), damaged));
        QCOMPARE(guard->read(m_keys->publicKeys())->value(), record(1));
    }
    QVERIFY(overwrite(guard->path(), zeros + zeros));
    const auto read = guard->read(m_keys->publicKeys());
    QVERIFY(!read);
    QCOMPARE(read.error().code(), ErrorCode::DataLoss);
}

void GuardFileTest::read_otherKeys_isDataLoss()
{
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    QVERIFY(guard->write(record(1), *m_keys));
    const auto read = guard->read(SeatKeys::generate().publicKeys());
    QVERIFY(!read);
    QCOMPARE(read.error().code(), ErrorCode::DataLoss);
    SeatPublicKeys swapped = m_keys->publicKeys();
    std::swap(swapped.recordKey, swapped.decisionKey);
    QVERIFY(!guard->read(swapped));
    QCOMPARE(guard->read(m_keys->publicKeys())->value(), record(1));
}

void GuardFileTest::read_emptiedOrShortened_isDataLossOrOlder()
{
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    for (qint64 position = 1; position <= 3; ++position)
        QVERIFY(guard->write(record(position), *m_keys));
    const QByteArray path = QFile::encodeName(guard->path());
    QCOMPARE(::truncate(path.constData(), kSlotSize + 10), 0);
    QVERIFY(guard->read(m_keys->publicKeys())->has_value());
    for (const off_t size : {100, 0}) {
        QCOMPARE(::truncate(path.constData(), size), 0);
        const auto read = guard->read(m_keys->publicKeys());
        QVERIFY(!read);
        QCOMPARE(read.error().code(), ErrorCode::DataLoss);
    }
}

void GuardFileTest::write_overDamagedFile_works()
{
    {
        auto guard = GuardFile::open(m_path);
        QVERIFY(guard);
        QVERIFY(guard->write(record(1), *m_keys));
        QVERIFY(overwrite(guard->path(), QByteArray(kFileSize, 'x')));
    }
    auto guard = GuardFile::open(m_path);
    QVERIFY(guard);
    QVERIFY(!guard->read(m_keys->publicKeys()));
    QVERIFY(guard->write(record(2), *m_keys));
    QCOMPARE(guard->read(m_keys->publicKeys())->value(), record(2));
}

QTEST_GUILESS_MAIN(GuardFileTest)
#include "tst_guardfile.moc"
