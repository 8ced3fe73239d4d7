// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqlitestore.h"
#include "store/sqlfolder.h"
#include "store/verify.h"
#include "store/waverecorder.h"
#include "support/faultyvfs.h"
#include "support/rawsqlite.h"

#include <QFileInfo>
#include <QSet>
#include <QTemporaryDir>

#include <sys/mount.h>
#include <unistd.h>

using namespace lockkeeper;

namespace {

constexpr int kLimit = 2000; // no walk may be longer

SqliteStoreSetup setupFor(const QString& path, const QString& sqlRoot)
{
    SqliteStoreSetup setup;
    setup.options.sqlitePath = path;
    setup.options.busyTimeoutMs = 100;
    setup.sqlRoot = sqlRoot;
    return setup;
}

WaveCommand insert(qint64 id, int bytes, WaveRecorder* recorder = nullptr)
{
    return [=](UnitOfWork& unit) -> Result<void> {
        if (recorder != nullptr)
            recorder->claim(id);
        LK_TRY(const qint64 changed,
               unit.execute("item_insert", {id, {}, id, Blob{QByteArray(bytes, 'x')}}));
        return changed == 1 ? Result<void>() : Error(ErrorCode::Internal, "expected one row");
    };
}

QSet<qint64> storedIds(Store& store)
{
    QSet<qint64> ids;
    const auto result =
        store.session().query("item_ids", {}, [&](const StoreRow& row) -> Result<void> {
            ids.insert(row.integer(0));
            return {};
        });
    if (!result)
        qFatal("cannot read: %s", result.error().describe().constData());
    return ids;
}

/// A small file system in memory; needs root.
class SmallDisk
{
public:
    SmallDisk()
        : m_mounted(
              ::mount("tmpfs", m_folder.path().toUtf8().constData(), "tmpfs", 0, "size=640k") == 0)
    {
    }
    ~SmallDisk()
    {
        if (m_mounted)
            ::umount2(m_folder.path().toUtf8().constData(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    [[nodiscard]] bool isMounted() const { return m_mounted; }
    [[nodiscard]] QString path() const { return m_folder.path(); }

private:
    QTemporaryDir m_folder;
    bool m_mounted;
};

} // namespace

/// Real SQLite on a file layer that breaks, and on a real full disk.
class TestSqliteFaults : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY2(FaultyVfs::install(), "expected SQLite to take the layer"); }
    void cleanup() { FaultyVfs::clear(); }

    void brokenFileCall_everywhereInAWave_keepsWhatWasTold_data()
    {
        QTest::addColumn<bool>("after");
        QTest::addColumn<bool>("forGood");
        QTest::addColumn<bool>("full");
        for (const bool after : {false, true}) {
            for (const bool forGood : {false, true}) {
                for (const bool full : {false, true}) {
                    if (after && full)
                        continue; // a full disk has not written
                    QTest::addRow("%s, %s, %s", after ? "after" : "before",
                                  forGood ? "for good" : "once", full ? "full" : "I/O error")
                        << after << forGood << full;
                }
            }
        }
    }
    void brokenFileCall_everywhereInAWave_keepsWhatWasTold()
    {
        QFETCH(bool, after);
        QFETCH(bool, forGood);
        QFETCH(bool, full);
        int undecided = 0;
        int walked = 0;
        for (int nth = 1;; ++nth, ++walked) {
            QVERIFY2(nth < kLimit, "expected the walk to end");
            FaultyVfs::clear();
            bool hit = false;
            runBrokenWaves(
                [&] {
                    FaultyVfs::failAt(nth, after ? FaultyVfs::When::After : FaultyVfs::When::Before,
                                      forGood, full);
                },
                hit, undecided);
            if (QTest::currentTestFailed())
                return;
            if (!hit)
                break;
        }
        QVERIFY2(walked > 10, "expected more than ten file calls in a wave");
        // The flush of the log is among the calls, so some commits must have been undecided.
        QVERIFY2(undecided > 0, "expected an undecided commit");
    }

    void brokenRead_everywhereInAWave_keepsWhatWasTold()
    {
        int undecided = 0;
        for (int nth = 1;; ++nth) {
            QVERIFY2(nth < kLimit, "expected the walk to end");
            bool hit = false;
            runBrokenWaves([&] { FaultyVfs::failReadAt(nth); }, hit, undecided);
            if (QTest::currentTestFailed())
                return;
            if (!hit)
                break;
        }
    }

    void brokenFileCall_whileMigrating_losesNothing()
    {
        SqlFolder second;
        second.write("sqlite/migrations/0002_more.sql",
                     "CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT;\n"
                     "INSERT INTO more (id) SELECT id FROM item;\n");
        int failures = 0;
        for (int nth = 1;; ++nth) {
            QVERIFY2(nth < kLimit, "expected the walk to end");
            FaultyVfs::clear();
            const QTemporaryDir folder;
            const QString path = folder.filePath(QStringLiteral("store.sqlite"));
            {
                auto store =
                    SqliteStore::open(setupFor(path, QStringLiteral(LOCKKEEPER_STORE_TEST_DATA)));
                VERIFY_OK(store);
                VERIFY_OK((*store)->runWave({insert(1, 5000), insert(2, 1)}, nullptr).commands[1]);
            }
            FaultyVfs::failAt(nth, FaultyVfs::When::Before, false, false);
            {
                const auto broken = SqliteStore::open(setupFor(path, second.path()));
                failures += broken ? 0 : 1;
            }
            const bool hit = FaultyVfs::hits() > 0;
            FaultyVfs::clear();
            auto store = SqliteStore::open(setupFor(path, second.path()));
            VERIFY_OK(store);
            QCOMPARE(storedIds(**store), (QSet<qint64>{1, 2}));
            RawSqlite raw(path);
            QCOMPARE(raw.value("SELECT count(*) FROM more"), QByteArray("2"));
            QCOMPARE(raw.value("PRAGMA integrity_check"), QByteArray("ok"));
            QVERIFY2(QFile::exists(path + QStringLiteral(".before-0002")), "expected the copy");
            RawSqlite copy(path + QStringLiteral(".before-0002"));
            QCOMPARE(copy.value("PRAGMA integrity_check"), QByteArray("ok"));
            QCOMPARE(copy.value("SELECT count(*) FROM item"), QByteArray("2"));
            QVERIFY(!QFile::exists(path + QStringLiteral(".before-0002.partial")));
            if (!hit)
                break;
        }
        QVERIFY2(failures > 3, "expected several failed openings");
    }

    void fullDatabase_dropsTheTransaction_andTheRestRunsAlone()
    {
        SqlFolder folder;
        folder.addStatement("limit_pages", "PRAGMA max_page_count = 40;");
        const QTemporaryDir data;
        auto store = SqliteStore::open(
            setupFor(data.filePath(QStringLiteral("store.sqlite")), folder.path()));
        VERIFY_OK(store);
        const WaveCommand limit = [](UnitOfWork& unit) {
            return unit.query("limit_pages", {}, [](const StoreRow&) { return Result<void>(); });
        };
        VERIFY_OK((*store)->runWave({limit}, nullptr).commands[0]);
        WaveRecorder recorder;
        const WaveResult result = (*store)->runWave(
            {insert(1, 10, &recorder), insert(2, 400'000, &recorder), insert(3, 10, &recorder)},
            &recorder);
        QVERIFY(result.decided);
        VERIFY_OK(result.commands[0]);
        VERIFY_CODE(result.commands[1], ErrorCode::ResourceExhausted);
        VERIFY_OK(result.commands[2]);
        QCOMPARE(recorder.calls().first(3),
                 (QByteArrayList{"waveBegins", "commandBegins", "commandBegins"}));
        QCOMPARE(recorder.calls()[3], QByteArray("waveRolledBack")); // SQLite dropped it
        QCOMPARE(recorder.real(), (QSet<qint64>{1, 3}));
        QCOMPARE(storedIds(**store), (QSet<qint64>{1, 3}));
        QVERIFY(!(*store)->needsReopening());
    }

    void fullDisk_refusesWhatDoesNotFit_andGoesOn()
    {
        const SmallDisk disk;
        if (!disk.isMounted())
            QSKIP("no small file system can be mounted here (needs root)");
        const QString path = disk.path() + QStringLiteral("/store.sqlite");
        auto store = SqliteStore::open(setupFor(path, QStringLiteral(LOCKKEEPER_STORE_TEST_DATA)));
        VERIFY_OK(store);
        WaveRecorder recorder;
        const WaveResult result = (*store)->runWave(
            {insert(1, 10, &recorder), insert(2, 900'000, &recorder), insert(3, 10, &recorder)},
            &recorder);
        QVERIFY(result.decided);
        VERIFY_OK(result.commands[0]);
        VERIFY_CODE(result.commands[1], ErrorCode::ResourceExhausted);
        VERIFY_OK(result.commands[2]);
        QCOMPARE(recorder.real(), (QSet<qint64>{1, 3}));
        VERIFY_OK((*store)->reopen());
        QCOMPARE(storedIds(**store), (QSet<qint64>{1, 3}));
        store->reset();
        RawSqlite raw(path);
        QCOMPARE(raw.value("PRAGMA integrity_check"), QByteArray("ok"));
    }

private:
    /// A wave on a store whose file layer `arm` breaks, and what has to hold afterwards.
    template<class Arm>
    void runBrokenWaves(const Arm& arm, bool& hit, int& undecided)
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("store.sqlite"));
        auto opened = SqliteStore::open(setupFor(path, QStringLiteral(LOCKKEEPER_STORE_TEST_DATA)));
        VERIFY_OK(opened);
        SqliteStore& store = **opened;
        VERIFY_OK(store.runWave({insert(1, 20'000)}, nullptr).commands[0]);
        VERIFY_OK(store.reopen()); // a cold cache, so that pages are read

        WaveRecorder recorder;
        const WaveCommand failing = [](UnitOfWork& unit) -> Result<void> {
            LK_CHECK(insert(100, 10)(unit));
            return Error(ErrorCode::NotFound, "planted");
        };
        arm();
        const QTemporaryDir crashed;
        const QString crashedPath = crashed.filePath(QStringLiteral("store.sqlite"));
        FaultyVfs::atFirstFault([&] {
            for (const char* suffix : {"", "-wal"})
                QFile::copy(path + QLatin1String(suffix), crashedPath + QLatin1String(suffix));
        });
        const WaveResult first = store.runWave(
            {insert(2, 9000, &recorder), failing, insert(3, 10, &recorder)}, &recorder);
        const WaveResult second = store.runWave({insert(4, 10, &recorder)}, &recorder);
        hit = FaultyVfs::hits() > 0;
        FaultyVfs::clear();
        VERIFY_OK(store.reopen());
        QVERIFY(!store.needsReopening());
        const QSet<qint64> stored = storedIds(store);
        QVERIFY(stored.contains(1));
        QVERIFY(!stored.contains(100));
        // What a restart would have found if the machine had stopped at the fault. Nothing is
        // written between it and the answer unless commands are run again, so a command that was
        // told to have failed must not be there.
        QSet<qint64> storedAtCrash;
        if (hit) {
            auto restarted = SqliteStore::open(
                setupFor(crashedPath, QStringLiteral(LOCKKEEPER_STORE_TEST_DATA)));
            VERIFY_OK(restarted);
            storedAtCrash = storedIds(**restarted);
        }
        const auto check = [&](const Result<void>& told, bool decided, qint64 id) {
            if (!told && told.error().code() == ErrorCode::OutcomeUnknown) {
                QVERIFY2(!decided, "expected decided = false beside OutcomeUnknown");
                ++undecided;
                return;
            }
            QVERIFY2(stored.contains(id) == told.has_value(),
                     ("id " + QByteArray::number(id) + " was told " +
                      (told ? QByteArray("done") : told.error().describe()))
                         .constData());
            QCOMPARE(recorder.real().contains(id), told.has_value());
            QVERIFY2(told.has_value() || !storedAtCrash.contains(id),
                     "a command that was told to have failed is there after a crash");
        };
        check(first.commands[0], first.decided, 2);
        check(first.commands[2], first.decided, 3);
        check(second.commands[0], second.decided, 4);
        VERIFY_OK(store.runWave({insert(5, 10)}, nullptr).commands[0]);
        RawSqlite raw(path);
        QCOMPARE(raw.value("PRAGMA integrity_check"), QByteArray("ok"));
    }
};

QTEST_GUILESS_MAIN(TestSqliteFaults)
#include "tst_sqlitefaults.moc"
