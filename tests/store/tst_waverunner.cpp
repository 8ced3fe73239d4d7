// SPDX-License-Identifier: Apache-2.0
#include "core/store/waverunner.h"

#include "store/verify.h"
#include "store/waverecorder.h"

using namespace lockkeeper;

namespace {

/// A database of which each answer can be told beforehand; it writes down what it was asked.
class ScriptedTransaction final : public WaveTransaction, public StoreSession
{
public:
    QByteArrayList calls;
    QByteArrayList failing;  ///< calls that answer with an error, each once
    QByteArrayList dropping; ///< of these, those that take the transaction with them
    bool certainlyUndone = true;
    bool broken = false;

    Result<void> begin() override
    {
        LK_CHECK(answer("begin"));
        m_open = true;
        return {};
    }
    Result<void> savepoint() override { return answer("savepoint"); }
    Result<void> release() override { return answer("release"); }
    Result<void> rollBackToSavepoint() override { return answer("rollBackTo"); }
    Result<void> commit() override
    {
        LK_CHECK(answer("commit"));
        m_open = false;
        return {};
    }
    Result<void> rollBack() override
    {
        LK_CHECK(answer("rollBack"));
        m_open = false;
        return {};
    }
    bool isOpen() const override { return m_open; }
    bool isCertainlyUndone(const Error&) const override { return certainlyUndone; }
    void breakConnection() override { broken = true; }
    StoreSession& statements() override { return *this; }

    Result<qint64> execute(QByteArrayView statement, std::initializer_list<StoreValue>) override
    {
        LK_CHECK(answer(statement.toByteArray()));
        return 1;
    }
    Result<void> query(QByteArrayView statement, std::initializer_list<StoreValue>,
                       const Visitor&) override
    {
        return answer(statement.toByteArray());
    }

private:
    Result<void> answer(const QByteArray& call)
    {
        calls.append(call);
        if (!failing.removeOne(call))
            return {};
        if (dropping.contains(call))
            m_open = false;
        return Error(ErrorCode::ResourceExhausted, "planted at " + call);
    }

    bool m_open = false;
};

WaveCommand statement(const char* name)
{
    return [name](UnitOfWork& unit) -> Result<void> {
        LK_TRY(const qint64 changed, unit.execute(name, {}));
        Q_UNUSED(changed);
        return {};
    };
}

} // namespace

/// The wave itself, on a database that behaves worse than SQLite can be made to.
class TestWaveRunner : public QObject
{
    Q_OBJECT

private slots:
    void wave_asksInOrder()
    {
        ScriptedTransaction transaction;
        WaveRecorder recorder;
        const WaveResult result = runWave(transaction, {statement("a"), statement("b")}, &recorder);
        QCOMPARE(result.commands.size(), std::size_t(2));
        VERIFY_OK(result.commands[0]);
        VERIFY_OK(result.commands[1]);
        QCOMPARE(transaction.calls, (QByteArrayList{"begin", "savepoint", "a", "release",
                                                    "savepoint", "b", "release", "commit"}));
    }

    void savepointFails_onlyThatCommandFails()
    {
        ScriptedTransaction transaction;
        WaveRecorder recorder;
        transaction.failing = {"savepoint"};
        const WaveResult result = runWave(transaction, {statement("a"), statement("b")}, &recorder);
        VERIFY_CODE(result.commands[0], ErrorCode::ResourceExhausted);
        VERIFY_OK(result.commands[1]);
        QCOMPARE(transaction.calls,
                 (QByteArrayList{"begin", "savepoint", "savepoint", "b", "release", "commit"}));
        QCOMPARE(recorder.calls(),
                 (QByteArrayList{"waveBegins", "commandBegins", "commandRolledBack",
                                 "commandBegins", "beforeCommit", "committed"}));
    }

    void releaseFails_commandIsUndone()
    {
        ScriptedTransaction transaction;
        transaction.failing = {"release"};
        const WaveResult result = runWave(transaction, {statement("a"), statement("b")}, nullptr);
        VERIFY_CODE(result.commands[0], ErrorCode::ResourceExhausted);
        VERIFY_OK(result.commands[1]);
        QCOMPARE(transaction.calls,
                 (QByteArrayList{"begin", "savepoint", "a", "release", "rollBackTo", "savepoint",
                                 "b", "release", "commit"}));
    }

    void undoingACommandFails_eachRunsAlone()
    {
        ScriptedTransaction transaction;
        WaveRecorder recorder;
        transaction.failing = {"b", "rollBackTo"};
        const WaveResult result =
            runWave(transaction, {statement("a"), statement("b"), statement("c")}, &recorder);
        QVERIFY(result.decided);
        for (const auto& command : result.commands)
            VERIFY_OK(command);
        QCOMPARE(transaction.calls,
                 (QByteArrayList{"begin", "savepoint",  "a",        "release", "savepoint",
                                 "b",     "rollBackTo", "rollBack",                      //
                                 "begin", "savepoint",  "a",        "release", "commit", //
                                 "begin", "savepoint",  "b",        "release", "commit", //
                                 "begin", "savepoint",  "c",        "release", "commit"}));
        QCOMPARE(recorder.calls().count("waveRolledBack"), 1);
        QCOMPARE(recorder.calls().count("committed"), 3);
    }

    void waveOfOne_isNotRunAgain_whenDropped()
    {
        ScriptedTransaction transaction;
        transaction.failing = {"a"};
        transaction.dropping = {"a"};
        const WaveResult result = runWave(transaction, {statement("a")}, nullptr);
        VERIFY_CODE(result.commands[0], ErrorCode::ResourceExhausted);
        QCOMPARE(transaction.calls, (QByteArrayList{"begin", "savepoint", "a"}));
    }

    void aloneDropped_failsOnlyThatOne()
    {
        ScriptedTransaction transaction;
        transaction.failing = {"b", "b"};
        transaction.dropping = {"b"};
        const WaveResult result =
            runWave(transaction, {statement("a"), statement("b"), statement("c")}, nullptr);
        VERIFY_OK(result.commands[0]);
        VERIFY_CODE(result.commands[1], ErrorCode::ResourceExhausted);
        VERIFY_OK(result.commands[2]);
    }

    void nothingCanBeRolledBack_breaksTheConnection_andRunsNothingMore()
    {
        ScriptedTransaction transaction;
        WaveRecorder recorder;
        transaction.failing = {"b", "rollBackTo", "rollBack"};
        const WaveResult result =
            runWave(transaction, {statement("a"), statement("b"), statement("c")}, &recorder);
        // SQLite's answer to b stands in for all: nothing of the wave happened.
        QVERIFY(result.decided);
        QVERIFY(transaction.broken);
        QCOMPARE(result.commands.size(), std::size_t(3));
        for (const auto& command : result.commands)
            QVERIFY2(!command.has_value(), "expected an error for each");
        QVERIFY(!transaction.calls.contains("commit"));
        QVERIFY(!transaction.calls.contains("c"));
        QVERIFY(!recorder.calls().contains("committed"));
    }

    void commitUnknownAlone_stopsThere()
    {
        ScriptedTransaction transaction;
        WaveRecorder recorder;
        int begun = 0;
        const WaveCommand second = [&](UnitOfWork& unit) -> Result<void> {
            if (++begun == 2) { // alone: its commit gives no clear answer
                transaction.failing = {"commit"};
                transaction.certainlyUndone = false;
            }
            return statement("b")(unit);
        };
        transaction.failing = {"c"};
        transaction.dropping = {"c"};
        const WaveResult result =
            runWave(transaction, {statement("a"), second, statement("c")}, &recorder);
        QVERIFY(!result.decided);
        QVERIFY(transaction.broken);
        QCOMPARE(result.commands.size(), std::size_t(3));
        VERIFY_OK(result.commands[0]); // committed alone before
        VERIFY_CODE(result.commands[1], ErrorCode::OutcomeUnknown);
        VERIFY_CODE(result.commands[2], ErrorCode::Unavailable); // never run alone
        QCOMPARE(transaction.calls.count("c"), 1);
    }

    void beforeCommit_cannotRunOnAfterAFailedStatement()
    {
        ScriptedTransaction transaction;
        WaveRecorder recorder;
        transaction.failing = {"sign"};
        recorder.lastCommand = [](UnitOfWork& unit) -> Result<void> {
            const auto failed = unit.execute("sign", {});
            const auto after =
                unit.query("more", {}, [](const StoreRow&) { return Result<void>(); });
            return failed || after ? Error(ErrorCode::Internal, "expected both to fail")
                                   : Result<void>();
        };
        const WaveResult result = runWave(transaction, {statement("a")}, &recorder);
        VERIFY_CODE(result.commands[0], ErrorCode::ResourceExhausted);
        QVERIFY(!transaction.calls.contains("more"));
        QVERIFY(!transaction.calls.contains("commit"));
    }
};

QTEST_GUILESS_MAIN(TestWaveRunner)
#include "tst_waverunner.moc"
