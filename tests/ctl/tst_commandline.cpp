// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/commands.h"

#include <QTest>

using namespace lockkeeper;
using namespace lockkeeper::ctl;

class TestCtlCommandLine : public QObject
{
    Q_OBJECT

private:
    static Result<CtlCommandLine> parse(const char* words)
    {
        return parseCtlCommandLine(
            QString::fromUtf8(words).split(QLatin1Char(' '), Qt::SkipEmptyParts), allCommands());
    }

private slots:
    void globalOptions_mayStandAnywhere()
    {
        for (const char* words : {"--profile /p --json approve act_1 --fingerprint f --now",
                                  "approve --now act_1 --json --fingerprint=f --profile=/p"}) {
            const Result<CtlCommandLine> line = parse(words);
            QVERIFY2(line, words);
            QCOMPARE(line->profile, QStringLiteral("/p"));
            QVERIFY(line->json);
            QCOMPARE(QByteArray(line->command->name), QByteArray("approve"));
            QCOMPARE(line->argument(0), QByteArray("act_1"));
            QCOMPARE(line->value("--fingerprint"), QByteArray("f"));
            QVERIFY(line->has("--now"));
        }
    }

    void twoWordCommands_andDash_areTaken()
    {
        const Result<CtlCommandLine> add = parse("agents add atlas");
        QVERIFY(add);
        QCOMPARE(QByteArray(add->command->name), QByteArray("agents add"));
        QCOMPARE(add->argument(0), QByteArray("atlas"));
        const Result<CtlCommandLine> submit = parse("submit -");
        QVERIFY(submit);
        QCOMPARE(submit->argument(0), QByteArray("-"));
        const Result<CtlCommandLine> odd = parse("show -- --odd-id");
        QVERIFY(odd);
        QCOMPARE(odd->argument(0), QByteArray("--odd-id"));
    }

    void valueThatLooksLikeAnOption_isTheValue()
    {
        const Result<CtlCommandLine> line = parse("deny act_1 --reason --json");
        QVERIFY(line);
        QCOMPARE(line->value("--reason"), QByteArray("--json"));
        QVERIFY(!line->json);
    }

    void wrongLines_areUsageErrors_data()
    {
        QTest::addColumn<QByteArray>("words");
        for (const char* words :
             {"", "frobnicate", "approve", "approve a b --fingerprint f", "approve a --reason x",
              "deny a --reason", "deny a --reason x --reason y", "approve a --now=yes",
              "status --unknown", "--profile", "--profile= status", "agents", "agents frob x"})
            QTest::addRow("%s", words) << QByteArray(words);
    }
    void wrongLines_areUsageErrors()
    {
        QFETCH(QByteArray, words);
        const Result<CtlCommandLine> line = parse(words.constData());
        QVERIFY2(!line, "the line was taken");
        QCOMPARE(line.error().code(), ErrorCode::InvalidArgument);
    }

    void everyCommand_isInTheHelpAndRuns()
    {
        const QByteArray help = ctlUsage(allCommands());
        for (const CommandSpec& command : allCommands()) {
            QVERIFY(command.run != nullptr);
            QVERIFY2(help.contains(QByteArray("  ") + command.name), command.name);
        }
    }

    void exitCodes_followTheErrorsCode()
    {
        QCOMPARE(exitCodeOf(Error(ErrorCode::NotFound, "")), ExitCode::NotFound);
        QCOMPARE(exitCodeOf(Error(ErrorCode::Conflict, "")), ExitCode::Stale);
        QCOMPARE(exitCodeOf(Error(ErrorCode::FailedPrecondition, "")), ExitCode::Stale);
        QCOMPARE(exitCodeOf(Error(ErrorCode::PermissionDenied, "")), ExitCode::Failed);
        QCOMPARE(exitCodeOf(Error(ErrorCode::Unavailable, "")), ExitCode::Failed);
        QCOMPARE(exitCodeOf(Error(ErrorCode::Unavailable, "", kNotReachable)),
                 ExitCode::NotReachable);
        for (int i = 0; i <= static_cast<int>(ErrorCode::OutcomeUnknown); ++i) {
            const auto code = static_cast<ErrorCode>(i);
            QCOMPARE(errorCodeNamed(errorCodeName(code)), code);
        }
    }
};

QTEST_GUILESS_MAIN(TestCtlCommandLine)
#include "tst_commandline.moc"
