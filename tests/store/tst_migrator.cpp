// SPDX-License-Identifier: Apache-2.0
#include "core/store/migrator.h"

#include "store/sqlfolder.h"

#include <QCryptographicHash>
#include <QTest>

using namespace lockkeeper;

namespace {

/// A database that only writes down what is asked of it.
class RecordingTarget final : public MigrationTarget
{
public:
    std::vector<AppliedMigration> done;
    QByteArrayList calls;
    int failingNumber = 0;

    Result<std::vector<AppliedMigration>> applied() override { return done; }
    Result<void> copyAside(const Migration& before) override
    {
        calls.append("copy before " + QByteArray::number(before.number));
        return {};
    }
    Result<void> apply(const Migration& migration) override
    {
        calls.append("apply " + QByteArray::number(migration.number));
        if (migration.number == failingNumber)
            return Error(ErrorCode::ResourceExhausted, "planted");
        done.push_back({migration.number, migration.name, migration.checksum});
        return {};
    }
};

std::vector<Migration> known(int count)
{
    std::vector<Migration> migrations;
    for (int number = 1; number <= count; ++number) {
        migrations.push_back({number,
                              "step" + QByteArray::number(number),
                              "checksum" + QByteArray::number(number),
                              {"SELECT 1"}});
    }
    return migrations;
}

} // namespace

class TestMigrator : public QObject
{
    Q_OBJECT

private slots:
    void load_files_givesThemInOrder()
    {
        SqlFolder folder(true);
        folder.write("sqlite/migrations/0002_second.sql", "SELECT 3;");
        folder.write("sqlite/migrations/0001_first_one.sql", "SELECT 1; SELECT 2;");
        const auto migrations = loadMigrations(folder.path("sqlite/migrations"));
        QVERIFY2(migrations.has_value(),
                 migrations ? "" : migrations.error().describe().constData());
        QCOMPARE(migrations->size(), std::size_t(2));
        QCOMPARE((*migrations)[0].number, 1);
        QCOMPARE((*migrations)[0].name, QByteArray("first_one"));
        QCOMPARE((*migrations)[0].statements.size(), std::size_t(2));
        // SHA-256 of "SELECT 3;"
        QCOMPARE((*migrations)[1].checksum,
                 QCryptographicHash::hash("SELECT 3;", QCryptographicHash::Sha256).toHex());
    }

    void load_badFolder_isRefused_data()
    {
        QTest::addColumn<QByteArrayList>("files");
        QTest::newRow("none") << QByteArrayList();
        QTest::newRow("bad name") << QByteArrayList{"1_first.sql"};
        QTest::newRow("starts at 2") << QByteArrayList{"0002_a.sql"};
        QTest::newRow("gap") << QByteArrayList{"0001_a.sql", "0003_b.sql"};
        QTest::newRow("twice") << QByteArrayList{"0001_a.sql", "0001_b.sql"};
    }
    void load_badFolder_isRefused()
    {
        QFETCH(QByteArrayList, files);
        SqlFolder folder(true);
        for (const QByteArray& file : files)
            folder.write(("sqlite/migrations/" + file).constData(), "SELECT 1;");
        const auto migrations = loadMigrations(folder.path("sqlite/migrations"));
        QVERIFY2(!migrations, "expected a startup error");
        QCOMPARE(migrations.error().code(), ErrorCode::Internal);
    }

    void load_emptyFile_isRefused()
    {
        SqlFolder folder(true);
        folder.write("sqlite/migrations/0001_a.sql", "-- nothing\n");
        QVERIFY2(!loadMigrations(folder.path("sqlite/migrations")), "expected a startup error");
    }

    void migrate_newDatabase_appliesAllWithoutCopy()
    {
        RecordingTarget target;
        QVERIFY(migrate(target, known(3)).has_value());
        QCOMPARE(target.calls, (QByteArrayList{"apply 1", "apply 2", "apply 3"}));
    }

    void migrate_olderDatabase_isCopiedOnceThenCompleted()
    {
        RecordingTarget target;
        target.done = {{1, "step1", "checksum1"}};
        QVERIFY(migrate(target, known(3)).has_value());
        QCOMPARE(target.calls, (QByteArrayList{"copy before 2", "apply 2", "apply 3"}));
    }

    void migrate_currentDatabase_doesNothing()
    {
        RecordingTarget target;
        target.done = {{1, "step1", "checksum1"}};
        QVERIFY(migrate(target, known(1)).has_value());
        QCOMPARE(target.calls, QByteArrayList());
    }

    void migrate_failingStep_keepsTheOnesBefore()
    {
        RecordingTarget target;
        target.failingNumber = 2;
        const auto result = migrate(target, known(3));
        QVERIFY2(!result, "expected the planted error");
        QCOMPARE(result.error().code(), ErrorCode::ResourceExhausted);
        QCOMPARE(target.calls, (QByteArrayList{"apply 1", "apply 2"}));
        QCOMPARE(target.done.size(), std::size_t(1));
    }

    void migrate_unfittingDatabase_isRefusedUntouched_data()
    {
        QTest::addColumn<QList<int>>("numbers");
        QTest::addColumn<QByteArray>("checksum");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("newer") << QList<int>{1, 2, 3} << QByteArray("checksum")
                               << QByteArray("newer");
        QTest::newRow("gap, newer")
            << QList<int>{1, 7} << QByteArray("checksum") << QByteArray("newer");
        QTest::newRow("gap") << QList<int>{2} << QByteArray("checksum") << QByteArray("lacks");
        QTest::newRow("changed") << QList<int>{1} << QByteArray("other")
                                 << QByteArray("not the one");
        QTest::newRow("absurd") << QList<int>{-5, 1} << QByteArray("checksum")
                                << QByteArray("lacks");
    }
    void migrate_unfittingDatabase_isRefusedUntouched()
    {
        QFETCH(QList<int>, numbers);
        QFETCH(QByteArray, checksum);
        QFETCH(QByteArray, says);
        RecordingTarget target;
        for (int number : numbers) {
            const QByteArray text = QByteArray::number(number);
            target.done.push_back({number, "step" + text, checksum + text});
        }
        const auto result = migrate(target, known(2));
        QVERIFY2(!result, "expected FailedPrecondition");
        QCOMPARE(result.error().code(), ErrorCode::FailedPrecondition);
        QVERIFY2(result.error().message().contains(says), result.error().message().constData());
        QCOMPARE(target.calls, QByteArrayList());
    }
};

QTEST_GUILESS_MAIN(TestMigrator)
#include "tst_migrator.moc"
