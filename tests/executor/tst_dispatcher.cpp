// SPDX-License-Identifier: Apache-2.0
// What must be true at the moment of an effect, and after one whose record is in doubt: the whole
// core with a disk that tells what was not flushed, and fails on demand.
#include "core/keys/guardfile.h"
#include "core/keys/sealing.h"
#include "support/diskwatch.h"
#include "support/enginetestcase.h"
#include "support/rawsqlite.h"

#include <QtTest>

using namespace lockkeeper;

namespace {

const char* const kWal = "store.sqlite-wal";
const char* const kGuard = "guard";

} // namespace

class DispatcherTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        DiskWatch::stop();
        EngineTestCase::cleanup();
    }

    void effect_findsItsDispatchCommittedGuardedAndFlushed_B19_data();
    void effect_findsItsDispatchCommittedGuardedAndFlushed_B19();
    void claim_thatCannotBeCommitted_startsNothing();
    void guard_thatCannotBeFlushed_startsNothing();
    void guard_thatCannotBeWritten_startsNothing();
    void answer_thatCannotBeStored_isUnknownAndNothingIsSentAgain();
    void answer_ofAFencedAttempt_changesNothing();
    void lateAnswer_isEvidenceAndSettlesNothing_B12();
    void lateAnswer_whileADeterminationIsHeld_stopsIt();
    void sealedArguments_thatAreOthersThanApproved_neverRun();
    void path_thatLeadsIntoTheProfileByNow_isDenied();

private:
    [[nodiscard]] qsizetype effects() const
    {
        return fixture->effects.size() + fixture->backend->started.size();
    }
    [[nodiscard]] QString guardPath() const
    {
        QDirIterator files(fixture->settings.guardRoot, {kGuard}, QDir::Files,
                           QDirIterator::Subdirectories);
        return files.next();
    }
    /// The journal's entry that says that this dispatch began, as anybody else reads the file.
    [[nodiscard]] qint64 journaledAt(const DispatchId& dispatch) const
    {
        RawSqlite store(fixture->storePath());
        return store
            .value("SELECT max(number) FROM journal WHERE instr(CAST(body AS TEXT), '" +
                   dispatch.value() + "') > 0")
            .toLongLong();
    }
    /// How far the guard file remembers the journal, as a process reads it that starts now.
    [[nodiscard]] qint64 guardedUpTo() const
    {
        QTemporaryDir copy;
        if (!QFile::copy(guardPath(), copy.filePath(kGuard)))
            return 0;
        const auto guard = GuardFile::open(copy.path());
        const auto record = guard ? guard->read(fixture->keys->publicKeys())
                                  : Result<std::optional<GuardRecord>>(guard.error());
        return record && *record ? (*record)->lanePosition : 0;
    }
    /// A write that was approved, started and is not answered yet.
    SubmittedAction startWrite()
    {
        fixture->backend->answerAtOnce = false;
        const auto write = fixture->submitOne("write", "{}");
        if (!fixture->approve(write))
            qFatal("a write must be approvable");
        return write;
    }
    [[nodiscard]] QList<EvidenceLine> evidenceOf(const ActionId& action) const
    {
        const auto snapshot = fixture->engine->action({}, action);
        return snapshot ? snapshot->evidence : QList<EvidenceLine>();
    }
    [[nodiscard]] QByteArray resultOf(const ActionId& action) const
    {
        QByteArray result;
        fixture->engine->result(fixture->agent, {action, {}, 0}, [&](Result<CallResult> done) {
            if (done)
                result = done->result;
        });
        return result;
    }
    void tellLate(const ScriptedBackend::Started& call)
    {
        BackendOutcome outcome;
        outcome.kind = BackendOutcome::Kind::Answered;
        outcome.result = R"({"content":[{"type":"text","text":"done after all"}]})";
        call.sink->lateAnswer(call.call.dispatch, outcome);
        fixture->settle();
    }
    void replaceArguments(const ActionRecord& action, const QByteArray& others);
};

void DispatcherTest::effect_findsItsDispatchCommittedGuardedAndFlushed_B19_data()
{
    QTest::addColumn<QByteArray>("way");
    for (const char* way : {"approved at once", "after a hold", "after a restart"})
        QTest::newRow(way) << QByteArray(way);
}

void DispatcherTest::effect_findsItsDispatchCommittedGuardedAndFlushed_B19()
{
    QFETCH(QByteArray, way);
    const bool restarts = way == "after a restart";
    qint64 journaled = 0;
    qint64 guarded = 0;
    QSet<QByteArray> unflushed;
    fixture->beforeEffect = [&](const ToolCall& call) {
        unflushed = DiskWatch::unflushed();
        journaled = journaledAt(call.dispatch);
        guarded = guardedUpTo();
    };
    fixture->backend->beforeEffect = fixture->beforeEffect;
    const auto write = fixture->submitOne("write", "{}");
    fixture->backend->ready = !restarts;
    DiskWatch::start();
    QVERIFY(fixture->approve(write, way != "after a hold").has_value());
    if (restarts)
        fixture->restart();
    fixture->advance(6'000);

    QCOMPARE(effects(), 1);
    QVERIFY2(journaled > 0, "the dispatch must be committed before the effect");
    QVERIFY2(guarded >= journaled, "the guard must know of the dispatch before the effect");
    QVERIFY2(!unflushed.contains(kWal), "the commit must be flushed before the effect");
    QVERIFY2(!unflushed.contains(kGuard), "the guard must be flushed before the effect");
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
}

void DispatcherTest::claim_thatCannotBeCommitted_startsNothing()
{
    const auto write = fixture->submitOne("write", "{}");
    DiskWatch::start();
    DiskWatch::failWritesOf(kWal);
    const auto refused = fixture->approve(write);
    QVERIFY2(DiskWatch::hits() > 0, "the disk must have been full");
    QVERIFY2(!refused, "what is not stored must not be told as done");
    fixture->advance(3'000);
    QCOMPARE(effects(), 0);

    DiskWatch::failNothing();
    fixture->advance(3'000);
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(effects(), 1);
}

void DispatcherTest::guard_thatCannotBeFlushed_startsNothing()
{
    const auto write = fixture->submitOne("write", "{}");
    DiskWatch::start();
    DiskWatch::failFlushesOf(kGuard);
    (void)fixture->approve(write);
    QVERIFY2(DiskWatch::hits() > 0, "the guard must have been flushed in vain");
    fixture->advance(3'000);
    QCOMPARE(effects(), 0);
    QVERIFY2(!fixture->engine->writable(), "nothing may be claimed without a guard");
    QVERIFY2(fixture->engine->status().reasons.first().contains("guard"),
             fixture->engine->status().reasons.first().constData());

    DiskWatch::failNothing();
    fixture->restart();
    fixture->advance(60'000);
    QCOMPARE(effects(), 0); // its decision is spent
}

void DispatcherTest::guard_thatCannotBeWritten_startsNothing()
{
    const auto write = fixture->submitOne("write", "{}");
    DiskWatch::start();
    DiskWatch::failWritesOf(kGuard);
    (void)fixture->approve(write);
    QVERIFY2(DiskWatch::hits() > 0, "the guard must have been written in vain");
    fixture->advance(3'000);
    QCOMPARE(effects(), 0);
    QVERIFY2(!fixture->engine->writable(), "nothing may be claimed without a guard");
}

void DispatcherTest::answer_thatCannotBeStored_isUnknownAndNothingIsSentAgain()
{
    const auto write = startWrite();
    DiskWatch::start();
    DiskWatch::failWritesOf(kWal);
    fixture->backend->answer(fixture->backend->started.first().call.dispatch, R"({"content":[]})");
    fixture->advance(3'000);
    QVERIFY2(DiskWatch::hits() > 0, "the disk must have been full");
    QCOMPARE(fixture->state(write.action), ActionState::Running);
    DiskWatch::failNothing();
    fixture->advance(60'000);
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    QVERIFY2(resultOf(write.action).isEmpty(), "the answer must be withheld");
    QCOMPARE(effects(), 1);
}

void DispatcherTest::answer_ofAFencedAttempt_changesNothing()
{
    const auto write = startWrite();
    RawSqlite(fixture->storePath()).execute("UPDATE attempt SET epoch = epoch + 1");
    fixture->backend->answer(fixture->backend->started.first().call.dispatch, R"({"content":[]})");
    fixture->advance(3'000);
    QCOMPARE(fixture->state(write.action), ActionState::Running);
    QVERIFY2(resultOf(write.action).isEmpty(), "a fenced answer must not be told");
    fixture->restart();
    fixture->advance(3'000);
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    QCOMPARE(effects(), 1);
}

void DispatcherTest::lateAnswer_isEvidenceAndSettlesNothing_B12()
{
    const auto write = startWrite();
    const auto call = fixture->backend->started.first();
    fixture->backend->loseContact(call.call.dispatch, ContactLostCause::NoReplyInTime);
    fixture->settle();
    const qsizetype before = evidenceOf(write.action).size();
    tellLate(call);
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    QVERIFY2(resultOf(write.action).isEmpty(), "a late answer is no result");
    const QList<EvidenceLine> lines = evidenceOf(write.action);
    QVERIFY2(lines.size() > before && lines.last().text.contains("late answer"),
             "a late answer must be kept as evidence");
    QCOMPARE(effects(), 1);
}

void DispatcherTest::lateAnswer_whileADeterminationIsHeld_stopsIt()
{
    const auto write = startWrite();
    const auto call = fixture->backend->started.first();
    fixture->backend->loseContact(call.call.dispatch, ContactLostCause::NoReplyInTime);
    fixture->settle();
    const DetermineRequest didNot{write.action, DeterminationKind::DidNotHappen, "not in the log",
                                  "", true};
    const auto determine = [&](const DetermineRequest& request) {
        bool taken = false;
        fixture->engine->determine({"tester", "unprotected", {}}, request,
                                   [&](const auto& answer) { taken = answer.has_value(); });
        return taken;
    };
    QVERIFY(determine(didNot));
    fixture->advance(2'000);
    tellLate(call);
    fixture->advance(60'000);
    QVERIFY2(fixture->state(write.action) == ActionState::Unknown,
             "what was signed over other evidence must not count");
    QVERIFY(determine({write.action, DeterminationKind::Happened, "it says so itself", "", false}));
    fixture->advance(11'000);
    QCOMPARE(fixture->state(write.action), ActionState::Determined);
}

/// As whoever has the keys could do, or a mistake of ours.
void DispatcherTest::replaceArguments(const ActionRecord& action, const QByteArray& others)
{
    RawSqlite store(fixture->storePath());
    const QByteArray ofAction = " WHERE action_id = '" + action.id.value() + "'";
    const QByteArray part =
        ofAction + " AND kind = " + QByteArray::number(static_cast<int>(SealedKind::Arguments));
    const auto secret = fixture->keys->openWrapped(store.value("SELECT wrapped FROM key_epoch"));
    QVERIFY(secret.has_value());
    const auto epoch = KeyEpoch::fromSecret(1, *secret);
    QVERIFY(epoch.has_value());
    const auto key = unwrapKey(epoch->epochKey, 1, action.id.value(),
                               store.value("SELECT wrapped FROM action_key" + ofAction));
    QVERIFY(key.has_value());
    const SealContext context{action.statementDigest, SealedKind::Arguments, 0};
    const auto now = unseal(*key, context, store.value("SELECT sealed FROM sealed_part" + part));
    QVERIFY(now.has_value());
    const QByteArray salt = now->left(32);
    store.execute("UPDATE sealed_part SET sealed = x'" +
                  seal(*key, context, salt + others).toHex() + "'" + part);
}

void DispatcherTest::sealedArguments_thatAreOthersThanApproved_neverRun()
{
    const auto write = fixture->submitOne("write", R"({"to":"a"})");
    replaceArguments(fixture->record(write.action), R"({"to":"b"})");
    (void)fixture->approve(write);
    fixture->advance(3'000);
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->state(write.action), ActionState::Failed);
    QCOMPARE(fixture->record(write.action).outcome, Outcome::NotStarted);
    QVERIFY2(!fixture->engine->status().reasons.isEmpty(), "it must be shown as tampering");
}

void DispatcherTest::path_thatLeadsIntoTheProfileByNow_isDenied()
{
    QTemporaryDir elsewhere;
    const QString link = elsewhere.filePath("link");
    QVERIFY(QFile::link(elsewhere.path(), link));
    const auto write =
        fixture->submitOne("write", "{\"path\":\"" + link.toUtf8() + "/config.jsonc\"}");
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QVERIFY(fixture->approve(write, false).has_value());
    QVERIFY(QFile::remove(link) && QFile::link(fixture->directory(), link));
    fixture->advance(20'000);
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->state(write.action), ActionState::Failed);
    QCOMPARE(fixture->record(write.action).outcome, Outcome::NotStarted);
}

QTEST_GUILESS_MAIN(DispatcherTest)
#include "tst_dispatcher.moc"
