// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqltext.h"

#include <QTest>

#include <sqlite3.h>

using namespace lockkeeper;

class TestSqlText : public QObject
{
    Q_OBJECT

private slots:
    void split_script_givesStatements_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArrayList>("statements");
        using L = QByteArrayList;
        QTest::newRow("nothing") << QByteArray(" -- only a comment; really\n ; ;") << L();
        QTest::newRow("two") << QByteArray("select 1; select 2") << L{"select 1", "select 2"};
        QTest::newRow("string") << QByteArray("select ';', 'it''s; ok';x")
                                << L{"select ';', 'it''s; ok'", "x"};
        QTest::newRow("quoted names")
            << QByteArray("a \"x;\"\"y\" `;` [;];b") << L{"a \"x;\"\"y\" `;` [;]", "b"};
        QTest::newRow("comments") << QByteArray("a -- ; it's\n b /* ; ' */ c; -- end\nd")
                                  << L{"a -- ; it's\n b /* ; ' */ c", "d"};
        QTest::newRow("trigger")
            << QByteArray("create trigger t after insert on x begin select 1; end; select 2;")
            << L{"create trigger t after insert on x begin select 1; end", "select 2"};
        QTest::newRow("temp trigger, case, odd case")
            << QByteArray("Create TEMP Trigger t BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; END ;y")
            << L{"Create TEMP Trigger t BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; END", "y"};
        QTest::newRow("create table named trigger")
            << QByteArray("create table trigger_x (a); b") << L{"create table trigger_x (a)", "b"};
        QTest::newRow("drop trigger")
            << QByteArray("drop trigger t; b") << L{"drop trigger t", "b"};
        QTest::newRow("end in a word")
            << QByteArray("create trigger t begin select 1; select ending; end; b")
            << L{"create trigger t begin select 1; select ending; end", "b"};
    }
    void split_script_givesStatements()
    {
        QFETCH(QByteArray, script);
        QFETCH(QByteArrayList, statements);
        const auto parts = splitStatements(script);
        QVERIFY2(parts.has_value(), parts ? "" : parts.error().describe().constData());
        QCOMPARE(QByteArrayList(parts->begin(), parts->end()), statements);
        // SQLite's own opinion: each is complete with its semicolon and not before.
        for (const QByteArray& statement : *parts) {
            QVERIFY2(sqlite3_complete((statement + ";").constData()) == 1, statement.constData());
            QVERIFY2(sqlite3_complete(statement.constData()) == 0, statement.constData());
        }
    }

    void split_openText_isRefused_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("string") << QByteArray("select 'abc");
        QTest::newRow("name") << QByteArray("select \"abc");
        QTest::newRow("bracket") << QByteArray("select [abc");
        QTest::newRow("comment") << QByteArray("select 1 /* abc");
        QTest::newRow("trigger") << QByteArray("create trigger t begin select 1;");
        QTest::newRow("trigger without semicolon") << QByteArray("create trigger t begin select 1");
    }
    void split_openText_isRefused()
    {
        QFETCH(QByteArray, script);
        const auto parts = splitStatements(script);
        QVERIFY2(!parts, "expected InvalidArgument");
        QCOMPARE(parts.error().code(), ErrorCode::InvalidArgument);
    }

    void placeholders_areCounted_outsideStringsOnly()
    {
        QCOMPARE(*countPlaceholders("a = ? and b = '?' and \"?\" /* ? */ in (?,?) -- ?"), 3);
        QCOMPARE(*countPlaceholders("select x::text, '12:30', a->>'$.b' from t"), 0);
    }

    void placeholders_ofOtherKinds_areRefused_data()
    {
        QTest::addColumn<QByteArray>("sql");
        for (const char* sql : {"a = ?1", "a = :name", "a = @name", "a = $1", "a = $name"})
            QTest::newRow(sql) << QByteArray(sql);
    }
    void placeholders_ofOtherKinds_areRefused()
    {
        QFETCH(QByteArray, sql);
        const auto count = countPlaceholders(sql);
        QVERIFY2(!count, "expected InvalidArgument");
        QCOMPARE(count.error().code(), ErrorCode::InvalidArgument);
    }
};

QTEST_GUILESS_MAIN(TestSqlText)
#include "tst_sqltext.moc"
