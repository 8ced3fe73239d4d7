// SPDX-License-Identifier: Apache-2.0
#include "core/store/statementcatalogue.h"

#include "store/sqlfolder.h"

#include <QTest>

using namespace lockkeeper;

class TestStatementCatalogue : public QObject
{
    Q_OBJECT

private:
    static Result<StatementCatalogue> load(const SqlFolder& folder)
    {
        return StatementCatalogue::load({folder.path("statements")},
                                        {folder.path("sqlite/statements")});
    }

private slots:
    void builtInFiles_areCompiledIn_andLoad()
    {
        const auto frame =
            StatementCatalogue::load({QStringLiteral(":/sql/sqlite/transaction.sql")});
        QVERIFY2(frame.has_value(), frame ? "" : frame.error().describe().constData());
        QVERIFY2(frame->find("begin") != nullptr, "expected the statement begin");
        const auto spine = StatementCatalogue::load({QStringLiteral(":/sql/statements")});
        QVERIFY2(spine.has_value(), spine ? "" : spine.error().describe().constData());
        QVERIFY2(!spine->statements().empty(), "expected the statements of the actions");
    }

    void blocks_areRead_withHeadersAndPlaceholders()
    {
        SqlFolder folder(true);
        folder.write("statements/a.sql", "-- SPDX-License-Identifier: x\n-- A file.\n\n"
                                         "-- name: one\r\n-- purpose: p\r\n--   goes on\r\n"
                                         "-- parameters: id\r\n-- rows: none\r\n"
                                         "UPDATE t -- why\r\n SET a = ?;\r\n\n" +
                                             SqlFolder::block("two_2", "SELECT ?, ?"));
        const auto catalogue = load(folder);
        QVERIFY2(catalogue.has_value(), catalogue ? "" : catalogue.error().describe().constData());
        QCOMPARE(catalogue->statements().size(), std::size_t(2));
        QCOMPARE(catalogue->find("one")->sql, QByteArray("UPDATE t -- why\n SET a = ?"));
        QCOMPARE(catalogue->find("one")->parameterCount, 1);
        QCOMPARE(catalogue->find("two_2")->parameterCount, 2);
        QVERIFY2(catalogue->find("three") == nullptr, "expected no such statement");
    }

    void dialect_override_takesThePlace()
    {
        SqlFolder folder;
        const auto catalogue = load(folder);
        QVERIFY2(catalogue.has_value(), catalogue ? "" : catalogue.error().describe().constData());
        QVERIFY(catalogue->find("item_insert_dropping")->sql.startsWith("INSERT OR ROLLBACK"));
        QVERIFY(catalogue->find("item_insert")->sql.startsWith("INSERT INTO item"));
    }

    void mistake_isAStartupError_data()
    {
        QTest::addColumn<QByteArray>("common");
        QTest::addColumn<QByteArray>("dialect");
        QTest::addColumn<QByteArray>("says");
        const QByteArray good = SqlFolder::block("good", "SELECT ?");
        QTest::newRow("name twice") << good + good << QByteArray() << QByteArray("twice");
        QTest::newRow("empty block")
            << SqlFolder::block("a", "-- nothing") + good << QByteArray() << QByteArray("empty");
        QTest::newRow("empty last block")
            << good + SqlFolder::block("a", ";") << QByteArray() << QByteArray("empty");
        QTest::newRow("two statements") << SqlFolder::block("a", "SELECT 1; SELECT 2")
                                        << QByteArray() << QByteArray("more than one");
        QTest::newRow("no purpose")
            << QByteArray("-- name: a\n-- parameters: x\n-- rows: x\nSELECT 1") << QByteArray()
            << QByteArray("purpose");
        QTest::newRow("empty rows")
            << QByteArray("-- name: a\n-- purpose: p\n-- parameters: x\n-- rows:  \nSELECT 1")
            << QByteArray() << QByteArray("rows");
        QTest::newRow("header twice")
            << QByteArray("-- name: a\n-- purpose: p\n-- purpose: q\n-- parameters: x\n-- rows: "
                          "x\nSELECT 1")
            << QByteArray() << QByteArray("purpose");
        QTest::newRow("bad name") << SqlFolder::block("Bad-Name", "SELECT 1") << QByteArray()
                                  << QByteArray("Bad-Name");
        QTest::newRow("text first") << "SELECT 1;\n" + good << QByteArray() << QByteArray("before");
        QTest::newRow("no block") << QByteArray("-- nothing here\n") << QByteArray()
                                  << QByteArray("no statement");
        QTest::newRow("open string")
            << SqlFolder::block("a", "SELECT 'x") << QByteArray() << QByteArray("left open");
        QTest::newRow("named placeholder")
            << SqlFolder::block("a", "SELECT :x") << QByteArray() << QByteArray("placeholders");
        QTest::newRow("override of nothing")
            << good << SqlFolder::block("goood", "SELECT ?") << QByteArray("goood");
        QTest::newRow("override with other parameters")
            << good << SqlFolder::block("good", "SELECT ?, ?") << QByteArray("parameters");
    }
    void mistake_isAStartupError()
    {
        QFETCH(QByteArray, common);
        QFETCH(QByteArray, dialect);
        QFETCH(QByteArray, says);
        SqlFolder folder(true);
        folder.write("statements/a.sql", common);
        if (!dialect.isEmpty())
            folder.write("sqlite/statements/a.sql", dialect);
        const auto catalogue = load(folder);
        QVERIFY2(!catalogue, "expected a startup error");
        QCOMPARE(catalogue.error().code(), ErrorCode::Internal);
        QVERIFY2(catalogue.error().message().contains(says),
                 catalogue.error().message().constData());
        QVERIFY2(catalogue.error().message().contains("a.sql"), "expected the file's name");
    }

    void sameName_inTwoFiles_isRefused()
    {
        SqlFolder folder(true);
        folder.write("statements/a.sql", SqlFolder::block("same", "SELECT 1"));
        folder.write("statements/b.sql", SqlFolder::block("same", "SELECT 2"));
        const auto catalogue = load(folder);
        QVERIFY2(!catalogue, "expected a startup error");
        QVERIFY2(catalogue.error().message().contains("b.sql"),
                 catalogue.error().message().constData());
    }

    void missingFile_isRefused_andMissingFolderIsEmpty()
    {
        QVERIFY2(!StatementCatalogue::load({QStringLiteral("/nowhere/x.sql")}),
                 "expected an error for a missing file");
        const auto none = StatementCatalogue::load({QStringLiteral("/nowhere/at-all")});
        QVERIFY(none.has_value());
        QVERIFY(none->statements().empty());
    }
};

QTEST_GUILESS_MAIN(TestStatementCatalogue)
#include "tst_statementcatalogue.moc"
