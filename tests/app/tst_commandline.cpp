// SPDX-License-Identifier: Apache-2.0
#include "app/commandline.h"

#include <QTest>

using namespace lockkeeper;

class TestCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void arguments_none_runWithXdgDirectories();
    void arguments_all_areTaken_data();
    void arguments_all_areTaken();
    void arguments_helpAndVersion_winOverTheRest();
    void arguments_wrong_sayWhat_data();
    void arguments_wrong_sayWhat();
    void usage_lists_everyOption();
};

void TestCommandLine::arguments_none_runWithXdgDirectories()
{
    const Result<CommandLine> line = parseCommandLine({});
    QVERIFY(line);
    QVERIFY(line->task == CommandLine::Task::Run);
    QCOMPARE(line->profile, QString());
    QCOMPARE(line->config, QString());
    QVERIFY(!line->headless);
    QVERIFY(!line->demo);
}

void TestCommandLine::arguments_all_areTaken_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("separate") << QStringList{QStringLiteral("--profile"), QStringLiteral("/p"),
                                             QStringLiteral("--config"), QStringLiteral("c"),
                                             QStringLiteral("--headless")};
    QTest::newRow("joined") << QStringList{
        QStringLiteral("--headless"), QStringLiteral("--config=c"), QStringLiteral("--profile=/p")};
}

void TestCommandLine::arguments_all_areTaken()
{
    QFETCH(QStringList, arguments);
    const Result<CommandLine> line = parseCommandLine(arguments);
    QVERIFY2(line, line ? "" : line.error().message().constData());
    QCOMPARE(line->profile, QStringLiteral("/p"));
    QCOMPARE(line->config, QStringLiteral("c"));
    QVERIFY(line->headless);
    QVERIFY(!line->demo);
}

void TestCommandLine::arguments_helpAndVersion_winOverTheRest()
{
    const auto taskOf = [](const QStringList& arguments) {
        const Result<CommandLine> line = parseCommandLine(arguments);
        return line ? line->task : CommandLine::Task::Run;
    };
    QVERIFY(taskOf({QStringLiteral("--demo"), QStringLiteral("--help")}) ==
            CommandLine::Task::ShowHelp);
    QVERIFY(taskOf({QStringLiteral("-h")}) == CommandLine::Task::ShowHelp);
    QVERIFY(taskOf({QStringLiteral("--version"), QStringLiteral("--headless")}) ==
            CommandLine::Task::ShowVersion);
    QVERIFY(taskOf({QStringLiteral("--help"), QStringLiteral("--version")}) ==
            CommandLine::Task::ShowHelp);
}

void TestCommandLine::arguments_wrong_sayWhat_data()
{
    QTest::addColumn<QString>("arguments"); // separated by spaces
    QTest::addColumn<QByteArray>("problem");
    QTest::newRow("unknown") << QStringLiteral("--headles")
                             << QByteArray("“--headles” is not an option of lockkeeper");
    QTest::newRow("positional") << QStringLiteral("run")
                                << QByteArray("“run” is not an option of lockkeeper");
    QTest::newRow("no value") << QStringLiteral("--profile")
                              << QByteArray("--profile needs a value");
    QTest::newRow("empty value") << QStringLiteral("--config=")
                                 << QByteArray("--config needs a value");
    QTest::newRow("twice") << QStringLiteral("--profile a --profile=b")
                           << QByteArray("--profile is given twice");
    QTest::newRow("flag with value") << QStringLiteral("--demo=yes")
                                     << QByteArray("“--demo=yes” is not an option of lockkeeper");
    QTest::newRow("unknown beside help")
        << QStringLiteral("--help --foo") << QByteArray("“--foo” is not an option of lockkeeper");
    QTest::newRow("demo with config")
        << QStringLiteral("--demo --config x")
        << QByteArray("--demo writes its own configuration; leave --config out");
}

void TestCommandLine::arguments_wrong_sayWhat()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, problem);
    const Result<CommandLine> line = parseCommandLine(arguments.split(QLatin1Char(' ')));
    QVERIFY(!line);
    QVERIFY(line.error().code() == ErrorCode::InvalidArgument);
    QCOMPARE(line.error().message(), problem);
}

void TestCommandLine::usage_lists_everyOption()
{
    for (const char* option :
         {"--profile", "--config", "--headless", "--demo", "--help", "--version"})
        QVERIFY2(usageText().contains(option), option);
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
