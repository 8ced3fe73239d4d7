// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqlitestore.h"

#include "core/store/sqlite/sqliteerrors.h"
#include "core/store/sqlite/sqlitefiles.h"
#include "store/sqlfolder.h"
#include "store/verify.h"
#include "support/fakeclock.h"
#include "support/rawsqlite.h"

#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <sqlite3.h>

#include <csignal>
#include <cstdio>
#include <memory>

#include <sys/stat.h>
#include <unistd.h>

using namespace lockkeeper;

namespace {

constexpr int kChildLimitMs = 30'000;

SqliteStoreSetup setupFor(const QString& path, const QString& sqlRoot = {})
{
    SqliteStoreSetup setup;
    setup.options.sqlitePath = path;
    setup.options.busyTimeoutMs = 10000;
    setup.sqlRoot = sqlRoot.isEmpty() ? QStringLiteral(LOCKKEEPER_STORE_TEST_DATA) : sqlRoot;
    return setup;
}

WaveCommand insert(qint64 id)
{
    return [id](UnitOfWork& unit) -> Result<void> {
        LK_TRY(const qint64 changed, unit.execute("item_insert", {id, {}, id, {}}));
        return changed == 1 ? Result<void>() : Error(ErrorCode::Internal, "expected one row");
    };
}

Result<qint64> number(StoreSession& session, QByteArrayView statement)
{
    qint64 value = -1;
    LK_CHECK(session.query(statement, {}, [&](const StoreRow& row) -> Result<void> {
        value = row.integer(0);
        return {};
    }));
    return value;
}

int modeOf(const QString& path)
{
    struct stat info = {};
    if (::stat(path.toUtf8().constData(), &info) != 0)
        return -1;
    return static_cast<int>(info.st_mode & 07777);
}

void say(const QByteArray& line)
{
    std::fprintf(stdout, "%s\n", line.constData());
    std::fflush(stdout);
}

/// Lets the calling process be nobody while it lives, so that permissions count even for root.
class WithoutRoot
{
public:
    WithoutRoot()
        : m_wasRoot(::geteuid() == 0)
    {
        if (m_wasRoot && ::seteuid(65534) != 0)
            qFatal("seteuid");
    }
    ~WithoutRoot()
    {
        if (m_wasRoot && ::seteuid(0) != 0)
            qFatal("seteuid");
    }
    WithoutRoot(const WithoutRoot&) = delete;
    WithoutRoot& operator=(const WithoutRoot&) = delete;

private:
    bool m_wasRoot;
};

/// What this program does when it is started again by one of its tests.
int runChild(const QByteArray& task, const QString& path)
{
    auto opened = SqliteStore::open(setupFor(path));
    if (!opened) {
        say(opened.error().describe());
        return 1;
    }
    SqliteStore& store = **opened;
    if (task == "open")
        return 0;
    if (task == "hold") {
        const WaveCommand holding = [](UnitOfWork& unit) -> Result<void> {
            LK_CHECK(insert(666)(unit));
            say("holding");
            std::getchar();
            return {};
        };
        return store.runWave({holding}, nullptr).commands[0] ? 0 : 1;
    }
    if (task == "write") {
        for (qint64 id = 1;; id += 2) {
            const WaveResult result = store.runWave({insert(id), insert(id + 1)}, nullptr);
            for (int i : {0, 1}) {
                if (result.commands[i])
                    say(QByteArray::number(id + i));
            }
        }
    }
    const auto queryAgain = [&](StoreSession& session) {
        return session.query("item_ids", {}, [&](const StoreRow&) -> Result<void> {
            return session.query("item_ids", {}, [](const StoreRow&) { return Result<void>(); });
        });
    };
    const WaveResult wave = store.runWave({insert(1)}, nullptr);
    Result<void> result = wave.commands[0];
    if (task == "misuse-same-statement")
        result = queryAgain(store.session());
    if (task == "misuse-session-in-wave") {
        result = store.runWave({[&](UnitOfWork&) { return queryAgain(store.session()); }}, nullptr)
                     .commands[0];
    }
    if (task == "misuse-thread") {
        std::unique_ptr<QThread> thread(
            QThread::create([&] { result = store.runWave({insert(2)}, nullptr).commands[0]; }));
        thread->start();
        thread->wait();
    }
    if (task == "misuse-column") {
        result = store.session().query("item_ids", {}, [](const StoreRow& row) -> Result<void> {
            return row.integer(1) == 0 ? Result<void>() : Error(ErrorCode::Internal, "");
        });
    }
    return result ? 0 : 1; // the misuses never get here
}

} // namespace

/// What only the SQLite store has: the file, its settings, its migrations, its neighbours.
class TestSqliteStore : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;

    /// Starts this program as a child; `task` as in runChild.
    static std::unique_ptr<QProcess> startChild(const char* task, const QString& path)
    {
        auto child = std::make_unique<QProcess>();
        child->setProcessChannelMode(QProcess::MergedChannels);
        child->start(QCoreApplication::applicationFilePath(),
                     {QStringLiteral("--child"), QLatin1String(task), path});
        if (!child->waitForStarted(kChildLimitMs))
            qFatal("cannot start the child");
        return child;
    }
    static bool waitForLine(QProcess& child)
    {
        while (!child.canReadLine()) {
            if (!child.waitForReadyRead(kChildLimitMs))
                return false;
        }
        return true;
    }
    void makeStore(int rows = 0)
    {
        auto store = SqliteStore::open(setupFor(m_path));
        VERIFY_OK(store);
        for (int id = 1; id <= rows; ++id)
            VERIFY_OK((*store)->runWave({insert(id)}, nullptr).commands[0]);
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("store.sqlite"));
    }

    void newStore_isPrivate_alsoItsLog()
    {
        const mode_t before = ::umask(0);
        auto store = SqliteStore::open(setupFor(m_path));
        ::umask(before);
        VERIFY_OK(store);
        VERIFY_OK((*store)->runWave({insert(1)}, nullptr).commands[0]);
        QCOMPARE(modeOf(m_path), 0600);
        QCOMPARE(modeOf(m_path + QStringLiteral("-wal")), 0600);
        QCOMPARE(modeOf(m_path + QStringLiteral("-shm")), 0600);
    }

    void openFile_isMadePrivate()
    {
        makeStore();
        QCOMPARE(::chmod(m_path.toUtf8().constData(), 0644), 0);
        makeStore();
        QCOMPARE(modeOf(m_path), 0600);
    }

    void settings_areInForce_forWriterAndReader()
    {
        SqlFolder folder;
        const std::pair<const char*, int> wanted[] = {
            {"synchronous", 2},     {"foreign_keys", 1},           {"recursive_triggers", 1},
            {"cell_size_check", 1}, {"trusted_schema", 0},         {"busy_timeout", 10000},
            {"query_only", 0},      {"application_id", 1280004178}};
        for (const auto& [name, value] : wanted)
            folder.addStatement(name, QByteArray("PRAGMA ") + name);
        auto store = SqliteStore::open(setupFor(m_path, folder.path()));
        VERIFY_OK(store);
        auto reader = (*store)->openReader();
        VERIFY_OK(reader);
        for (StoreSession* session : {&(*store)->session(), reader->get()}) {
            for (const auto& [name, value] : wanted) {
                const bool readOnly = session == reader->get() && name == QByteArray("query_only");
                const auto now = number(*session, name);
                VERIFY_OK(now);
                QVERIFY2(*now == (readOnly ? 1 : value), name);
            }
        }
        RawSqlite raw(m_path);
        QCOMPARE(raw.value("PRAGMA journal_mode"), QByteArray("wal"));
    }

    void replace_doesNotGetPastADeleteTrigger()
    {
        auto store = SqliteStore::open(setupFor(m_path));
        VERIFY_OK(store);
        VERIFY_OK((*store)->runWave({insert(1)}, nullptr).commands[0]);
        for (const char* statement : {"item_replace", "item_delete"}) {
            const WaveCommand removing = [&](UnitOfWork& unit) -> Result<void> {
                const auto changed = statement == QByteArray("item_delete")
                                         ? unit.execute(statement, {1})
                                         : unit.execute(statement, {1, "other"});
                return changed ? Result<void>() : Result<void>(changed.error());
            };
            VERIFY_CODE((*store)->runWave({removing}, nullptr).commands[0], ErrorCode::Conflict);
        }
    }

    void missingFile_isNotFound_unlessItMayBeCreated()
    {
        SqliteStoreSetup setup = setupFor(m_path);
        setup.options.createIfMissing = false;
        VERIFY_CODE(SqliteStore::open(setup), ErrorCode::NotFound);
        QVERIFY(!QFile::exists(m_path));
        makeStore();
        VERIFY_OK(SqliteStore::open(setup));
    }

    void folderOrPipe_isRefused()
    {
        VERIFY_CODE(SqliteStore::open(setupFor(m_folder->path())), ErrorCode::FailedPrecondition);
        const QString pipe = m_folder->filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
        VERIFY_CODE(SqliteStore::open(setupFor(pipe)), ErrorCode::FailedPrecondition);
        VERIFY_CODE(SqliteStore::open(setupFor(m_folder->filePath(QStringLiteral("no/store")))),
                    ErrorCode::Unavailable);
    }

    void noDatabase_isDataLoss_andUntouched()
    {
        const QByteArray text = QByteArray("This is a letter, not a database. ").repeated(100);
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        VERIFY_CODE(SqliteStore::open(setupFor(m_path)), ErrorCode::DataLoss);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), text);
    }

    void damagedFile_isDataLoss()
    {
        makeStore(200);
        {
            QFile file(m_path);
            QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(100));
            QCOMPARE(file.write(QByteArray(4000, '\xa5')), 4000); // the schema's page
        }
        VERIFY_CODE(SqliteStore::open(setupFor(m_path)), ErrorCode::DataLoss);
    }

    void otherProgramsDatabase_isRefused_andUntouched()
    {
        {
            RawSqlite raw(m_path);
            raw.execute("CREATE TABLE mine (a); INSERT INTO mine VALUES (1);");
        }
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll();
        VERIFY_CODE(SqliteStore::open(setupFor(m_path)), ErrorCode::FailedPrecondition);
        file.seek(0);
        QCOMPARE(file.readAll(), before);
        file.close();
        QVERIFY(file.remove());
        {
            RawSqlite raw(m_path);
            raw.execute("PRAGMA application_id = 42;");
        }
        VERIFY_CODE(SqliteStore::open(setupFor(m_path)), ErrorCode::FailedPrecondition);
    }

    void readOnlyFolder_isUnavailable()
    {
        QCOMPARE(::chmod(m_folder->path().toUtf8().constData(), 0755), 0);
        // The built-in schema: the test's own files may lie where only root can read.
        SqliteStoreSetup setup;
        setup.options.sqlitePath = m_path;
        const WithoutRoot nobody;
        if (::geteuid() == QFileInfo(m_folder->path()).ownerId())
            QCOMPARE(::chmod(m_folder->path().toUtf8().constData(), 0555), 0);
        VERIFY_CODE(SqliteStore::open(setup), ErrorCode::Unavailable);
        ::chmod(m_folder->path().toUtf8().constData(), 0755);
    }

    void networkFileSystems_areKnown()
    {
        for (const long type : {0x6969L, 0x517bL, 0xff534d42L, 0xfe534d42L, 0x65735546L,
                                0x01021997L, static_cast<long>(static_cast<qint32>(0xff534d42))})
            QVERIFY2(isNetworkFileSystem(type),
                     QByteArray::number(qlonglong(type), 16).constData());
        for (const long type : {0xef53L, 0x01021994L, 0x9123683eL, 0x58465342L, 0x794c7630L})
            QVERIFY2(!isNetworkFileSystem(type),
                     QByteArray::number(qlonglong(type), 16).constData());
    }

    void migration_isRecorded_withItsTime()
    {
        FakeClock clock;
        SqliteStoreSetup setup = setupFor(m_path);
        setup.clock = &clock;
        VERIFY_OK(SqliteStore::open(setup));
        RawSqlite raw(m_path);
        QCOMPARE(raw.value("SELECT number || name || length(checksum) || '-' || applied_at_ms"
                           " FROM schema_migration"),
                 "1items64-" + QByteArray::number(clock.wallMs()));
    }

    void newerSchema_isRefused_withASentence()
    {
        makeStore(1);
        const QByteArray checksum(64, 'a');
        {
            RawSqlite raw(m_path);
            raw.execute("INSERT INTO schema_migration VALUES (2, 'later', '" + checksum + "', 1)");
        }
        const auto store = SqliteStore::open(setupFor(m_path));
        VERIFY_CODE(store, ErrorCode::FailedPrecondition);
        QVERIFY2(store.error().message().contains("newer version of Lockkeeper"),
                 store.error().message().constData());
    }

    void changedMigration_isRefused()
    {
        makeStore(1);
        SqlFolder folder;
        folder.write("sqlite/migrations/0001_items.sql",
                     "CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT;");
        VERIFY_CODE(SqliteStore::open(setupFor(m_path, folder.path())),
                    ErrorCode::FailedPrecondition);
    }

    void migration_copiesTheOldFileAside_first()
    {
        makeStore(3);
        SqlFolder folder;
        folder.write("sqlite/migrations/0002_more.sql",
                     "ALTER TABLE item ADD COLUMN more INTEGER; UPDATE item SET more = id;");
        folder.write("sqlite/migrations/0003_last.sql", "CREATE TABLE last (id) ;");
        const auto store = SqliteStore::open(setupFor(m_path, folder.path()));
        VERIFY_OK(store);
        const QString copyPath = m_path + QStringLiteral(".before-0002");
        QCOMPARE(modeOf(copyPath), 0600);
        QVERIFY(!QFile::exists(m_path + QStringLiteral(".before-0001")));
        QVERIFY(!QFile::exists(m_path + QStringLiteral(".before-0003")));
        RawSqlite copy(copyPath);
        QCOMPARE(copy.value("SELECT count(*) || '-' || (SELECT max(number) FROM schema_migration)"
                            " FROM item"),
                 QByteArray("3-1"));
        RawSqlite now(m_path);
        QCOMPARE(now.value("SELECT group_concat(more) FROM item"), QByteArray("1,2,3"));
        QCOMPARE(now.value("SELECT count(*) FROM schema_migration"), QByteArray("3"));

        // The copy is a store of the old version.
        VERIFY_OK(SqliteStore::open(setupFor(copyPath)));
    }

    void failingMigration_leavesTheStepBefore()
    {
        makeStore(2);
        SqlFolder folder;
        folder.write("sqlite/migrations/0002_good.sql", "CREATE TABLE good (id);");
        folder.write("sqlite/migrations/0003_bad.sql",
                     "CREATE TABLE half (id); INSERT INTO item (id) VALUES (1);");
        const auto store = SqliteStore::open(setupFor(m_path, folder.path()));
        VERIFY_CODE(store, ErrorCode::Conflict);
        QVERIFY2(store.error().message().contains("bad"), store.error().message().constData());
        RawSqlite raw(m_path);
        QCOMPARE(raw.value("SELECT group_concat(name) FROM schema_migration"),
                 QByteArray("items,good"));
        QCOMPARE(raw.value("SELECT count(*) FROM sqlite_schema WHERE name = 'half'"),
                 QByteArray("0"));
    }

    void badStatement_isAStartupError_namingAll()
    {
        SqlFolder folder;
        folder.addStatement("first_bad", "SELECT nothing FROM item");
        folder.addStatement("second_bad", "SELECT id FROM item WHERE name = \"nowhere\"");
        const auto store = SqliteStore::open(setupFor(m_path, folder.path()));
        VERIFY_CODE(store, ErrorCode::Internal);
        QVERIFY2(store.error().message().contains("first_bad") &&
                     store.error().message().contains("second_bad"),
                 store.error().message().constData());
    }

    void builtInSchemaAndStatements_fitTogether()
    {
        StoreOptions options;
        options.sqlitePath = m_path;
        VERIFY_OK(openStore(options)); // prepares every statement
        VERIFY_OK(openStore(options));
    }

    void nativeCodes_areMapped_data()
    {
        QTest::addColumn<int>("native");
        QTest::addColumn<int>("expected");
        const std::pair<int, ErrorCode> pairs[] = {
            {SQLITE_BUSY, ErrorCode::Unavailable},
            {SQLITE_BUSY_SNAPSHOT, ErrorCode::Unavailable},
            {SQLITE_LOCKED, ErrorCode::Unavailable},
            {SQLITE_READONLY_DBMOVED, ErrorCode::Unavailable},
            {SQLITE_CANTOPEN, ErrorCode::Unavailable},
            {SQLITE_CONSTRAINT_UNIQUE, ErrorCode::Conflict},
            {SQLITE_CONSTRAINT_TRIGGER, ErrorCode::Conflict},
            {SQLITE_FULL, ErrorCode::ResourceExhausted},
            {SQLITE_NOMEM, ErrorCode::ResourceExhausted},
            {SQLITE_IOERR_NOMEM, ErrorCode::ResourceExhausted},
            {SQLITE_IOERR_FSYNC, ErrorCode::DataLoss},
            {SQLITE_CORRUPT_VTAB, ErrorCode::DataLoss},
            {SQLITE_NOTADB, ErrorCode::DataLoss},
            {SQLITE_MISUSE, ErrorCode::Internal},
            {SQLITE_ERROR, ErrorCode::Internal},
        };
        for (const auto& [native, expected] : pairs)
            QTest::addRow("%d", native) << native << int(expected);
    }
    void nativeCodes_areMapped()
    {
        QFETCH(int, native);
        QFETCH(int, expected);
        const Error error = sqliteError("name", native);
        QCOMPARE(int(error.code()), expected);
        QCOMPARE(error.nativeCode(), std::optional<int>(native));
    }

    void severalProcesses_mayMakeTheStoreAtOnce()
    {
        constexpr int kChildren = 4;
        std::vector<std::unique_ptr<QProcess>> children;
        children.reserve(kChildren);
        for (int i = 0; i < kChildren; ++i)
            children.push_back(startChild("open", m_path));
        for (const auto& child : children) {
            QVERIFY2(child->waitForFinished(kChildLimitMs), "expected the child to end");
            QVERIFY2(child->exitCode() == 0, child->readAll().constData());
        }
        RawSqlite raw(m_path);
        QCOMPARE(raw.value("SELECT count(*) FROM schema_migration"), QByteArray("1"));
    }

    void writerInAnotherProcess_keepsUsWaiting_untilItIsKilled()
    {
        makeStore();
        const auto child = startChild("hold", m_path);
        QVERIFY2(waitForLine(*child), "expected the child to hold the lock");
        QCOMPARE(child->readLine().trimmed(), QByteArray("holding"));
        SqliteStoreSetup setup = setupFor(m_path);
        setup.options.busyTimeoutMs = 50;
        auto store = SqliteStore::open(setup);
        VERIFY_OK(store);
        VERIFY_CODE((*store)->runWave({insert(1)}, nullptr).commands[0], ErrorCode::Unavailable);
        VERIFY_OK(number((*store)->session(), "item_count"));
        child->kill();
        QVERIFY2(child->waitForFinished(kChildLimitMs), "expected the child to die");
        VERIFY_OK((*store)->runWave({insert(1)}, nullptr).commands[0]);
        QCOMPARE(*number((*store)->session(), "item_count"), 1); // the child's row is not there
    }

    void killedWriter_hasKeptWhatItTold()
    {
        for (const int lines : {1, 2, 3, 10, 31}) {
            init();
            const auto child = startChild("write", m_path);
            QList<qint64> told;
            for (int i = 0; i < lines; ++i) {
                QVERIFY2(waitForLine(*child), "expected the child to go on");
                told.append(child->readLine().trimmed().toLongLong());
            }
            child->kill();
            QVERIFY2(child->waitForFinished(kChildLimitMs), "expected the child to die");
            for (const QByteArray& line : child->readAll().split('\n')) {
                if (!line.isEmpty())
                    told.append(line.toLongLong());
            }
            QVERIFY(told.size() >= lines);
            auto store = SqliteStore::open(setupFor(m_path));
            VERIFY_OK(store);
            RawSqlite raw(m_path);
            for (const qint64 id : told) {
                QVERIFY2(id > 0 &&
                             !raw.value("SELECT 'x' FROM item WHERE id = " + QByteArray::number(id))
                                  .isEmpty(),
                         ("expected the told row " + QByteArray::number(id)).constData());
            }
            QCOMPARE(raw.value("PRAGMA integrity_check"), QByteArray("ok"));
        }
    }

    void brokenInvariant_endsTheProcess_data()
    {
        QTest::addColumn<QByteArray>("task");
        for (const char* task :
             {"misuse-same-statement", "misuse-session-in-wave", "misuse-thread", "misuse-column"})
            QTest::newRow(task) << QByteArray(task);
    }
    void brokenInvariant_endsTheProcess()
    {
        QFETCH(QByteArray, task);
        const auto child = startChild(task.constData(), m_path);
        QVERIFY2(child->waitForFinished(kChildLimitMs), "expected the child to end");
        const QByteArray output = child->readAll();
        QVERIFY2(child->exitStatus() == QProcess::CrashExit, output.constData());
        QVERIFY2(output.contains("broken invariant"), output.constData());
    }
};

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--child"))
        return runChild(arguments.value(2).toUtf8(), arguments.value(3));
    TestSqliteStore test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_sqlitestore.moc"
