// SPDX-License-Identifier: Apache-2.0
#include "core/journal/lanereader.h"
#include "support/journalworld.h"

#include <QDir>
#include <QFile>
#include <QTest>

namespace lockkeeper {

namespace {

/// Every table's raw text, for damage that rewrites hashes.
struct Rewriter
{
    JournalWorld& world;

    /// All entries of the lane as they are stored.
    QList<JournalEntry> entries() const
    {
        QList<JournalEntry> all;
        const auto read = world.store->session().query(
            "journal_entries_from", {world.lane, qint64(1), qint64(1000)},
            [&](const StoreRow& row) -> Result<void> {
                JournalEntry entry;
                entry.lane = world.lane;
                entry.number = row.integer(0);
                entry.atMs = row.integer(1);
                entry.kind = static_cast<JournalKind>(row.integer(2));
                entry.action = ActionId(row.bytes(3));
                entry.body = row.bytes(4);
                entry.previousHash = row.bytes(5);
                entry.actionPreviousHash = row.bytes(6);
                entry.hash = row.bytes(7);
                entry.signature = row.bytes(8);
                all.append(entry);
                return {};
            });
        if (!read)
            qFatal("%s", read.error().describe().constData());
        return all;
    }
    static QByteArray blob(const QByteArray& bytes) { return "x'" + bytes.toHex() + "'"; }
    static QByteArray update(const JournalEntry& entry)
    {
        return "UPDATE journal SET at_ms = " + QByteArray::number(entry.atMs) +
               ", body = " + blob(entry.body) + ", previous_hash = " + blob(entry.previousHash) +
               ", action_previous_hash = " + blob(entry.actionPreviousHash) +
               ", hash = " + blob(entry.hash) + ", signature = " +
               (entry.signature.isEmpty() ? QByteArray("NULL") : blob(entry.signature)) +
               " WHERE number = " + QByteArray::number(entry.number) + ";";
    }
};

QByteArray joined(const JournalReport& report)
{
    QByteArray text;
    for (const QByteArray& problem : report.problems)
        text += problem + '\n';
    return text;
}

} // namespace

class LaneReaderTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void untouchedLane_isProvenToItsEnd();
    void damage_isFound_data();
    void damage_isFound();
    void unsignedEnd_isFound_withoutAGuard();
    void rewrittenSuffix_withOtherKeys_isFound();
    void rewrittenSuffix_withoutSignature_isFound();
    void swappedEntries_withNewHashes_areFound();
    void rewrittenEntry_insideAWave_isFound();
    void otherKeys_proveNothing();
    void laneOfAStranger_isFound();
    void forkBehindTheGuard_isFound();
    void restoredCopy_isFound();
    void longLane_isReadInPages();
    void handEdit_isFound_data();
    void handEdit_isFound();
    void deletedRow_andInventedRow_areFound();

private:
    /// Closes, runs SQL on the raw file, opens.
    JournalReport tampered(const QByteArray& sql)
    {
        world->close();
        world->tamper(sql);
        return world->open();
    }

    std::unique_ptr<JournalWorld> world;
};

void LaneReaderTest::init()
{
    world = std::make_unique<JournalWorld>();
    // Entries 1 to 4, each the signed end of its wave, then one wave of three.
    const ActionId first = world->actionIn(ActionState::Pending, 1);
    QVERIFY(world->apply(first, {ActionEvent::OperatorApproved, ActionEvent::HoldElapsed}).result);
    QVERIFY(world->apply(first, {ActionEvent::Claimed}).result);
    world->actionIn(ActionState::Pending, 2);
    QCOMPARE(world->journal->position(), qint64(4));
    for (const auto& outcome :
         world->runWave({world->admission(3), world->admission(4), world->admission(5)}))
        QVERIFY(outcome.result);
    QCOMPARE(world->journal->position(), qint64(7));
}

void LaneReaderTest::cleanup()
{
    world.reset();
}

void LaneReaderTest::untouchedLane_isProvenToItsEnd()
{
    const QByteArray head = world->journal->head();
    const auto entries = Rewriter{*world}.entries();
    QCOMPARE(entries.size(), qsizetype(7));
    QVERIFY2(entries[4].signature.isEmpty() && entries[5].signature.isEmpty() &&
                 entries[6].signature.size() == 64,
             "only the last entry of a wave is signed");
    QVERIFY2(verifySignature(world->keys.publicKeys(), SignaturePurpose::WaveEnd, head,
                             entries[6].signature),
             "the wave's end must be signed by the record key");
    const JournalReport report = world->reopen();
    QCOMPARE(joined(report), QByteArray());
    QVERIFY(report.tamperedActions.isEmpty());
    QCOMPARE(report.entries, qint64(7));
    QCOMPARE(report.lastNumber, qint64(7));
    QCOMPARE(report.signedUpTo, qint64(7));
    QCOMPARE(report.head, head);
    QCOMPARE(world->journal->position(), qint64(7));
}

void LaneReaderTest::damage_isFound_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* sql, const char* expected) {
        QTest::newRow(name) << QByteArray(sql) << QByteArray(expected);
    };
    row("last entry deleted", "DELETE FROM journal WHERE number = 7", "are not signed");
    row("last wave deleted", "DELETE FROM journal WHERE number > 4", "rolled back");
    row("all deleted", "DELETE FROM journal", "rolled back");
    row("first deleted", "DELETE FROM journal WHERE number <= 2", "entry 1 is missing");
    row("one in the middle deleted", "DELETE FROM journal WHERE number = 3", "entry 3 is missing");
    row("reordered",
        "UPDATE journal SET number = 99 WHERE number = 2;"
        "UPDATE journal SET number = 2 WHERE number = 3;"
        "UPDATE journal SET number = 3 WHERE number = 99",
        "entry 2 was changed");
    row("one byte of a body",
        "UPDATE journal SET body = CAST(replace(CAST(body AS TEXT), 'policy', 'polizy') AS BLOB) "
        "WHERE number = 1",
        "entry 1 was changed");
    row("the time", "UPDATE journal SET at_ms = at_ms + 1 WHERE number = 3", "entry 3 was changed");
    row("the kind", "UPDATE journal SET kind = 11 WHERE number = 3", "entry 3 was changed");
    row("the action", "UPDATE journal SET action_id = 'act_x' WHERE number = 3",
        "entry 3 was changed");
    row("the link", "UPDATE journal SET previous_hash = zeroblob(32) WHERE number = 3",
        "entry 3 was changed");
    row("the signature", "UPDATE journal SET signature = zeroblob(64) WHERE number = 3",
        "not this seat's");
    row("a signature taken from another entry",
        "UPDATE journal SET signature = (SELECT signature FROM journal WHERE number = 3) "
        "WHERE number = 7",
        "not this seat's");
    row("the last signature removed", "UPDATE journal SET signature = NULL WHERE number = 7",
        "are not signed");
}

void LaneReaderTest::damage_isFound()
{
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, expected);
    const JournalReport report = tampered(sql);
    QVERIFY2(joined(report).contains(expected), joined(report).constData());
}

void LaneReaderTest::unsignedEnd_isFound_withoutAGuard()
{
    world->close();
    world->tamper("DELETE FROM journal WHERE number = 7");
    QVERIFY(QDir(world->guardFolder()).removeRecursively());
    const JournalReport report = world->open();
    QVERIFY2(joined(report).contains("the last 2 journal entries are not signed"),
             joined(report).constData());
}

void LaneReaderTest::rewrittenSuffix_withOtherKeys_isFound()
{
    auto entries = Rewriter{*world}.entries();
    const SeatKeys forger = SeatKeys::generate();
    QByteArray sql;
    for (qsizetype i = 4; i < entries.size(); ++i) {
        entries[i].atMs += 5;
        entries[i].previousHash = entries[i - 1].hash;
        entries[i].hash = entries[i].computeHash();
        entries[i].signature = *forger.sign(SignaturePurpose::WaveEnd, entries[i].hash);
        sql += Rewriter::update(entries[i]);
    }
    const JournalReport report = tampered(sql);
    QVERIFY2(joined(report).contains("entry 5 has a signature that is not this seat's"),
             joined(report).constData());
    QCOMPARE(report.lastNumber, qint64(4));
}

void LaneReaderTest::rewrittenSuffix_withoutSignature_isFound()
{
    auto entries = Rewriter{*world}.entries();
    QByteArray sql;
    for (qsizetype i = 4; i < entries.size(); ++i) {
        entries[i].atMs += 5;
        entries[i].previousHash = entries[i - 1].hash;
        entries[i].hash = entries[i].computeHash();
        entries[i].signature.clear();
        sql += Rewriter::update(entries[i]);
    }
    world->close();
    world->tamper(sql);
    QVERIFY(QDir(world->guardFolder()).removeRecursively());
    const JournalReport report = world->open();
    QVERIFY2(joined(report).contains("the last 3 journal entries are not signed"),
             joined(report).constData());
}

void LaneReaderTest::swappedEntries_withNewHashes_areFound()
{
    // A forger who repairs every hash still needs the signature of the last entry.
    auto entries = Rewriter{*world}.entries();
    std::swap(entries[4].body, entries[5].body);
    std::swap(entries[4].action, entries[5].action);
    QByteArray sql;
    for (qsizetype i = 4; i < entries.size(); ++i) {
        entries[i].previousHash = entries[i - 1].hash;
        entries[i].hash = entries[i].computeHash();
        sql += Rewriter::update(entries[i]) + "UPDATE journal SET action_id = '" +
               entries[i].action.value() + "' WHERE number = " + QByteArray::number(i + 1) + ";";
    }
    const JournalReport report = tampered(sql);
    QVERIFY2(joined(report).contains("entry 7 has a signature that is not this seat's"),
             joined(report).constData());
}

void LaneReaderTest::rewrittenEntry_insideAWave_isFound()
{
    // Only the last entry of a wave is signed: what ties the others to it are their hashes.
    const auto told = [this](const char* body) {
        return [this, body](UnitOfWork& unit) {
            return world->journal->record(unit, JournalKind::ProcessStarted, body);
        };
    };
    for (const CommandOutcome& one : world->runWave({told("{\"a\":1}"), told("{\"a\":2}")}))
        QVERIFY(one.result);
    auto entries = Rewriter{*world}.entries();
    JournalEntry& inner = entries[entries.size() - 2];
    QVERIFY2(inner.signature.isEmpty(), "the wave must have an entry without a signature");
    inner.body = "{\"a\":3}";
    inner.hash = inner.computeHash();
    const JournalReport report = tampered(Rewriter::update(inner));
    QVERIFY2(joined(report).contains("does not follow the entry before it"),
             joined(report).constData());
}

void LaneReaderTest::otherKeys_proveNothing()
{
    QHash<ActionId, LedgerEntry> actions;
    const auto report = readLane(world->store->session(), world->lane,
                                 SeatKeys::generate().publicKeys(), {}, actions);
    QVERIFY(report);
    QVERIFY2(joined(*report).contains("entry 1 has a signature that is not this seat's"),
             joined(*report).constData());
    QCOMPARE(report->signedUpTo, qint64(0));
}

void LaneReaderTest::laneOfAStranger_isFound()
{
    const JournalReport report = tampered("INSERT INTO journal SELECT 'sea_2', number, at_ms, "
                                          "kind, action_id, body, previous_hash, "
                                          "action_previous_hash, hash, signature FROM journal");
    QVERIFY2(joined(report).contains("lane of an unknown seat"), joined(report).constData());
}

void LaneReaderTest::forkBehindTheGuard_isFound()
{
    // Two histories of one store, both correctly signed: the guard has seen the other one.
    const QString copy = world->folder.filePath("copy.sqlite");
    world->close();
    QVERIFY(QFile::copy(world->storePath(), copy));
    world->open();
    QVERIFY(world->apply(JournalWorld::idOf(2), {ActionEvent::OperatorDenied}).result);
    const GuardRecord seen = *world->guardRecord();
    world->close();
    QVERIFY(QFile::remove(world->storePath()));
    QVERIFY(QFile::rename(copy, world->storePath()));
    QVERIFY(QDir(world->guardFolder()).removeRecursively());
    world->open();
    QVERIFY(world->apply(JournalWorld::idOf(2), {ActionEvent::OperatorApproved}).result);
    QVERIFY(world->apply(JournalWorld::idOf(2), {ActionEvent::HoldElapsed}).result);
    QVERIFY(seen.lanePosition < world->journal->position());
    Journal fresh(world->clock);
    const auto report = fresh.open(world->store->session(), world->lane, world->keys.publicKeys(),
                                   {rememberedEntry(seen)});
    QVERIFY(report);
    QVERIFY2(joined(*report).contains("the store was forked"), joined(*report).constData());
}

void LaneReaderTest::restoredCopy_isFound()
{
    const QString copy = world->folder.filePath("copy.sqlite");
    world->close();
    QVERIFY(QFile::copy(world->storePath(), copy));
    world->open();
    QVERIFY(world->apply(JournalWorld::idOf(2), {ActionEvent::OperatorDenied}).result);
    world->close();
    for (const char* suffix : {"", "-wal", "-shm"})
        QFile::remove(world->storePath() + suffix);
    QVERIFY(QFile::rename(copy, world->storePath()));
    const JournalReport report = world->open();
    QVERIFY2(joined(report).contains("restored, copied or rolled back"),
             joined(report).constData());
    QVERIFY2(joined(report).contains("ends at entry 7") &&
                 joined(report).contains("has seen entry 8"),
             "it must say how much is missing");
    const auto outcome = world->apply(JournalWorld::idOf(2), {ActionEvent::OperatorApproved});
    QVERIFY2(!outcome.result, "nothing may be written on a restored store");
    QCOMPARE(world->guardRecord()->lanePosition, qint64(8));
}

void LaneReaderTest::longLane_isReadInPages()
{
    for (int wave = 0; wave < 8; ++wave) {
        constexpr int kEntries = 250;
        std::vector<WaveCommand> commands;
        commands.reserve(kEntries);
        for (int i = 0; i < kEntries; ++i)
            commands.push_back(world->admission(100 + wave * kEntries + i));
        for (const auto& outcome : world->runWave(std::move(commands)))
            QVERIFY(outcome.result && outcome.guarded);
    }
    const JournalReport report = world->reopen();
    QCOMPARE(joined(report), QByteArray());
    QCOMPARE(report.entries, qint64(2007));
    QVERIFY(report.tamperedActions.isEmpty());
    QCOMPARE(joined(tampered("DELETE FROM journal WHERE number = 1001")),
             QByteArray("journal entry 1001 is missing\n"));
}

void LaneReaderTest::handEdit_isFound_data()
{
    QTest::addColumn<QByteArray>("set");
    const auto row = [](const char* set) { QTest::newRow(set) << QByteArray(set); };
    row("state = 4");
    row("state = 13");
    row("state = 0");
    row("state = 6, finished_at_ms = 5");
    row("execute_by_ms = 99999999999999");
    row("decide_by_ms = 1");
    row("effect = 1");
    row("effect = 5");
    row("risk = 1");
    row("target_keys = zeroblob(32)");
    row("equality_key = zeroblob(32)");
    row("statement_digest = zeroblob(32)");
    row("version = version + 1");
    row("decision_id = 'dec_forged'");
    row("attempts = attempts + 4294967296");
    row("invalidations = 1");
    row("credential = 'crd_2'");
    row("tool_server = 'other'");
    row("submission_id = 'sub_other'");
    row("outcome = 2");
    row("follows = 'act_00000002'");
    row("key_epoch = 2");
}

void LaneReaderTest::handEdit_isFound()
{
    QFETCH(QByteArray, set);
    const ActionId id = JournalWorld::idOf(1);
    const JournalReport report =
        tampered("UPDATE action SET " + set + " WHERE id = '" + id.value() + "'");
    QCOMPARE(joined(report), QByteArray());
    QCOMPARE(report.tamperedActions.size(), qsizetype(1));
    QCOMPARE(report.tamperedActions.first().first, id);
    const auto outcome = world->apply(id, {ActionEvent::Succeeded});
    QVERIFY2(!outcome.result && outcome.result.error().code() == ErrorCode::DataLoss,
             "nothing may be done with it");
    QVERIFY2(world->apply(JournalWorld::idOf(2), {ActionEvent::OperatorDenied}).result,
             "the others must go on");
}

void LaneReaderTest::deletedRow_andInventedRow_areFound()
{
    const JournalReport report =
        tampered("UPDATE action SET id = '~behind everything' WHERE id = 'act_00000002'");
    QList<ActionId> ids;
    for (const auto& [action, why] : report.tamperedActions)
        ids.append(action);
    QCOMPARE(ids, (QList<ActionId>{ActionId("~behind everything"), JournalWorld::idOf(2)}));
    const auto missing = world->apply(JournalWorld::idOf(2), {ActionEvent::OperatorApproved});
    QVERIFY(!missing.result && missing.result.error().code() == ErrorCode::DataLoss);
    const auto invented =
        world->apply(ActionId("~behind everything"), {ActionEvent::OperatorApproved});
    QVERIFY(!invented.result && invented.result.error().code() == ErrorCode::DataLoss);
}

} // namespace lockkeeper

QTEST_GUILESS_MAIN(lockkeeper::LaneReaderTest)
#include "tst_lanereader.moc"
