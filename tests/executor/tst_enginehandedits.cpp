// SPDX-License-Identifier: Apache-2.0
// Rows, sealed parts, guard and keychain changed or put back by hand while the console is stopped:
// nothing runs, and each is shown.
#include "support/enginetestcase.h"

#include <QtTest>

#include <algorithm>

using namespace lockkeeper;

namespace {

/// Puts a copy of everything below `from` where `to` is; what `to` had is gone.
bool copyTree(const QString& from, const QString& to)
{
    QDir target(to);
    if (!target.removeRecursively() || !QDir().mkpath(to))
        return false;
    const QDir source(from);
    const QFileInfoList entries =
        source.entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    return std::all_of(entries.begin(), entries.end(), [&target](const QFileInfo& entry) {
        const QString place = target.filePath(entry.fileName());
        return entry.isDir() ? copyTree(entry.filePath(), place)
                             : QFile::copy(entry.filePath(), place);
    });
}

} // namespace

class EngineHandEditsTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void editedRow_pendingToApproved_runsNothingAndIsShown();
    void editedRow_succeededToApproved_runsNothingAndIsShown();
    void editedRow_undoneToApproved_runsNothingAndIsShown();
    void editedRow_anyColumn_runsNothingAndIsShown_data();
    void editedRow_anyColumn_runsNothingAndIsShown();
    void changedSealedBytes_areShown();
    void deletedView_isShownAndNotApproved();
    void deletedAttemptAndLease_runNothingAndAreShown();
    void restoredOlderCopy_runsNothingAndIsShown();
    void missingGuard_runsNothingAndIsShown();
    void restoredOlderProfileWithItsGuard_runsNothingAndIsShown_data();
    void restoredOlderProfileWithItsGuard_runsNothingAndIsShown();
    void missingGuardCopy_runsNothingAndIsShown();
    void olderGuardCopy_isNoAlarm();
    void crashBeforeTheFirstGuardOrItsCopy_isMadeUpFor_data();
    void crashBeforeTheFirstGuardOrItsCopy_isMadeUpFor();
    void firstGuardCopy_thatTheKeychainRefuses_admitsNothingUntilItIsKept();
};

void EngineHandEditsTest::editedRow_pendingToApproved_runsNothingAndIsShown()
{
    const auto write = fixture->submitOne("write", "{}");
    Q_UNUSED(write);
    stopAndEdit("UPDATE action SET state = 4, execute_by_ms = 9000000000000");
    QCOMPARE(effects(), 0);
    verifyShown("a row edited from pending to approved must be shown");
}

void EngineHandEditsTest::editedRow_succeededToApproved_runsNothingAndIsShown()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    stopAndEdit("UPDATE action SET state = 4, finished_at_ms = 0, outcome = 0, attempts = 0");
    QCOMPARE(effects(), 0);
    verifyShown("a row edited from succeeded to approved must be shown");
}

void EngineHandEditsTest::editedRow_undoneToApproved_runsNothingAndIsShown()
{
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write, false).has_value());
    fixture->engine->undo({"tester", "unprotected", {}}, write.action, [](auto) {});
    fixture->settle();
    stopAndEdit("UPDATE action SET state = 4, execute_by_ms = 9000000000000");
    QCOMPARE(effects(), 0);
    verifyShown("a row edited from undone to approved must be shown");
}

void EngineHandEditsTest::editedRow_anyColumn_runsNothingAndIsShown_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::newRow("target") << QByteArray("UPDATE action SET target_keys = x'00'");
    QTest::newRow("effect class") << QByteArray("UPDATE action SET effect = 1");
    QTest::newRow("execute-by") << QByteArray("UPDATE action SET execute_by_ms = 9000000000000");
    QTest::newRow("decide-by") << QByteArray("UPDATE action SET decide_by_ms = 9000000000000");
    QTest::newRow("risk") << QByteArray("UPDATE action SET risk = 1");
    QTest::newRow("tool") << QByteArray("UPDATE action SET tool_name = 'remove'");
    QTest::newRow("credential") << QByteArray("UPDATE action SET credential = 'crd_x'");
    QTest::newRow("deleted row") << QByteArray("PRAGMA foreign_keys = OFF; DELETE FROM action");
}

void EngineHandEditsTest::editedRow_anyColumn_runsNothingAndIsShown()
{
    QFETCH(QByteArray, sql);
    fixture->backend->ready = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value()); // approved, waiting for its server
    QCOMPARE(fixture->state(write.action), ActionState::Approved);
    stopAndEdit(sql);
    QCOMPARE(effects(), 0);
    verifyShown("an edited row must be shown");
}

void EngineHandEditsTest::changedSealedBytes_areShown()
{
    for (const char* kind : {"1", "2"}) {
        cleanup();
        init();
        const auto write = fixture->submitOne("write", "{}");
        Q_UNUSED(write);
        stopAndEdit(
            QByteArray("UPDATE sealed_part SET sealed = zeroblob(length(sealed)) WHERE kind = ") +
            kind);
        verifyShown("changed sealed bytes must be shown");
        const auto approved = fixture->approve(write);
        QVERIFY2(!approved.has_value(), "a tampered action must not be approvable");
        QCOMPARE(effects(), 0);
    }
}

void EngineHandEditsTest::deletedView_isShownAndNotApproved()
{
    const auto write = fixture->submitOne("write", "{}");
    stopAndEdit("DELETE FROM sealed_part WHERE kind = 3");
    verifyShown("the deleted view");
    const auto approved = fixture->approve(write);
    QVERIFY(!approved.has_value());
    QCOMPARE(approved.error().code(), ErrorCode::DataLoss);
    QCOMPARE(effects(), 0);
}

void EngineHandEditsTest::deletedAttemptAndLease_runNothingAndAreShown()
{
    fixture->backend->answerAtOnce = false;
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    stopAndEdit("DELETE FROM attempt; DELETE FROM attempt_lease");
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    verifyShown("deleted attempt rows must be shown");
}

void EngineHandEditsTest::restoredOlderCopy_runsNothingAndIsShown()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->kill();
    const QString copy = fixture->storePath() + ".older";
    QVERIFY(QFile::copy(fixture->storePath(), copy));
    if (QFile::exists(fixture->storePath() + "-wal"))
        QVERIFY(QFile::copy(fixture->storePath() + "-wal", copy + "-wal"));
    fixture->start();
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(effects(), 1);
    fixture->kill();
    for (const char* suffix : {"", "-wal", "-shm"}) {
        QFile::remove(fixture->storePath() + suffix);
        if (QFile::exists(copy + suffix))
            QVERIFY(QFile::rename(copy + suffix, fixture->storePath() + suffix));
    }
    fixture->start();
    fixture->advance(3'000);
    verifyShown("a restored older copy must be shown");
    QVERIFY(!fixture->engine->writable().has_value());
    QVERIFY(!fixture->approve(write).has_value());
    QCOMPARE(effects(), 0);
}

void EngineHandEditsTest::missingGuard_runsNothingAndIsShown()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->kill();
    QVERIFY(QDir(fixture->settings.guardRoot).removeRecursively());
    fixture->start();
    verifyShown("a missing guard must be shown");
    QVERIFY(!fixture->approve(write).has_value());
    QCOMPARE(effects(), 0);
}

void EngineHandEditsTest::restoredOlderProfileWithItsGuard_runsNothingAndIsShown_data()
{
    QTest::addColumn<bool>("stopped");
    QTest::newRow("stopped in order") << true;
    QTest::newRow("killed after more than a minute") << false;
}

/// Store and guard come from the same moment and fit each other; only the keychain knows more.
void EngineHandEditsTest::restoredOlderProfileWithItsGuard_runsNothingAndIsShown()
{
    QFETCH(bool, stopped);
    const auto write = fixture->submitOne("write", "{}");
    fixture->kill();
    QTemporaryDir older;
    QVERIFY(older.isValid());
    QVERIFY(copyTree(fixture->directory(), older.path()));
    fixture->start();
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(effects(), 1);
    if (stopped) {
        bool done = false;
        fixture->engine->stop(0, [&done]() { done = true; });
        fixture->settle();
        QVERIFY2(done, "the engine must stop");
    } else {
        fixture->advance(61'000);
    }
    fixture->kill();
    fixture->effects.clear();
    QVERIFY(copyTree(older.path(), fixture->directory()));
    fixture->start();
    fixture->advance(3'000);
    verifyShown("an older profile with its own guard must be shown");
    QVERIFY(!fixture->engine->writable().has_value());
    QVERIFY2(fixture->engine->status().reasons.first().contains("copy in the keychain has seen"),
             fixture->engine->status().reasons.first().constData());
    QVERIFY(!fixture->approve(write).has_value());
    QCOMPARE(effects(), 0);
}

void EngineHandEditsTest::missingGuardCopy_runsNothingAndIsShown()
{
    const auto write = fixture->submitOne("write", "{}");
    fixture->kill();
    fixture->guardCopy.clear();
    fixture->start();
    verifyShown("a missing copy of the guard must be shown");
    QVERIFY(!fixture->approve(write).has_value());
    QCOMPARE(effects(), 0);
    QVERIFY2(fixture->guardCopy.isEmpty(), "nothing may hide that it was missing");
}

/// The copy may be up to a minute behind, and more after a crash.
void EngineHandEditsTest::olderGuardCopy_isNoAlarm()
{
    const QByteArray older = fixture->guardCopy;
    QVERIFY(!older.isEmpty());
    const auto write = fixture->submitOne("write", "{}");
    fixture->advance(61'000);
    fixture->kill();
    QVERIFY(fixture->guardCopy != older);
    fixture->guardCopy = older;
    fixture->start();
    QVERIFY(fixture->engine->status().reasons.isEmpty());
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(effects(), 1);
}

void EngineHandEditsTest::crashBeforeTheFirstGuardOrItsCopy_isMadeUpFor_data()
{
    QTest::addColumn<bool>("hasGuard");
    QTest::newRow("neither guard nor copy") << false;
    QTest::newRow("the guard, no copy") << true;
}

void EngineHandEditsTest::crashBeforeTheFirstGuardOrItsCopy_isMadeUpFor()
{
    QFETCH(bool, hasGuard);
    fixture = std::make_unique<EngineFixture>();
    fixture->announcesTools = false; // nothing but the store's creation is journaled
    fixture->start();
    fixture->kill();
    fixture->guardCopy.clear();
    if (!hasGuard)
        QVERIFY(QDir(fixture->settings.guardRoot).removeRecursively());
    fixture->announcesTools = true;
    fixture->start();
    QVERIFY2(fixture->engine->writable().has_value(),
             fixture->engine->status().reasons.join("; ").constData());
    QVERIFY(!fixture->guardCopy.isEmpty());
    const auto write = fixture->submitOne("write", "{}");
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(effects(), 1);
    fixture->restart();
    QVERIFY(fixture->engine->status().reasons.isEmpty());
}

/// Otherwise there would be a time in which an older profile with its guard is not noticed.
void EngineHandEditsTest::firstGuardCopy_thatTheKeychainRefuses_admitsNothingUntilItIsKept()
{
    fixture = std::make_unique<EngineFixture>();
    fixture->refusesGuardCopies = true;
    fixture->start();
    const auto refused = fixture->engine->writable();
    QVERIFY(!refused.has_value());
    QVERIFY2(refused.error().message().contains("first copy"),
             refused.error().message().constData());
    QVERIFY(fixture->engine->status().reasons.first().contains("first copy"));
    fixture->kill();
    fixture->start();
    QVERIFY2(!fixture->engine->writable().has_value(), "a restart must not lift it");
    fixture->keySource->refusesCopies = false;
    fixture->advance(6'000);
    QVERIFY(fixture->engine->writable().has_value());
    QVERIFY(fixture->engine->status().reasons.isEmpty());
}

QTEST_GUILESS_MAIN(EngineHandEditsTest)
#include "tst_enginehandedits.moc"
