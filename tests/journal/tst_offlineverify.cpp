// SPDX-License-Identifier: Apache-2.0
#include "core/journal/offlineverify.h"
#include "support/journalworld.h"

#include <QFile>
#include <QTest>

namespace lockkeeper {

namespace {

using Verdict = OfflineReport::Verdict;

QByteArray joined(const OfflineReport& report)
{
    QByteArray text = report.problems.join('\n');
    for (const OfflineLane& lane : report.lanes)
        text += lane.problems.join('\n');
    for (const auto& [action, why] : report.tamperedActions)
        text += why + '\n';
    return text;
}

} // namespace

class OfflineVerifyTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { world.reset(); }

    void anchor_isReadAsWritten();
    void anchor_thatIsNone_isRefused_data();
    void anchor_thatIsNone_isRefused();
    void withAnchor_everythingIsProven_whileAConsoleIsRunning();
    void extensionSnoozeAndFirstSight_areProven();
    void withoutAnchor_theSignerIsUnknown();
    void copyOfTheFile_isAllThatIsNeeded();
    void lostEntries_areFound();
    void forgedStore_isFound();
    void anchorOfAnotherStore_isFound();
    void anchorOfAnotherHistory_isFound();
    void strangersLane_isFound();
    void handEditedRow_isFound();
    void runningWave_isNotSeenInPart();
    void unusableFile_isAnError();

private:
    OfflineReport verify(const std::optional<JournalAnchor>& anchor, const QString& path = {})
    {
        const auto report = verifyJournalFile(path.isEmpty() ? world->storePath() : path, anchor);
        if (!report)
            qFatal("%s", report.error().describe().constData());
        return *report;
    }
    JournalAnchor anchor() const
    {
        return journalAnchor(*world->journal, "sto_1", world->keys.publicKeys());
    }

    std::unique_ptr<JournalWorld> world;
};

void OfflineVerifyTest::init()
{
    world = std::make_unique<JournalWorld>();
    const auto outcome = world->run([this](UnitOfWork& unit) -> Result<void> {
        const SeatPublicKeys& keys = world->keys.publicKeys();
        LK_TRY(qint64 rows,
               unit.execute("meta_set", {QByteArray("store_id"), QByteArray("sto_1")}));
        LK_TRY(rows, unit.execute("seat_insert",
                                  {world->lane, Blob{keys.recordKey}, Blob{keys.decisionKey},
                                   Blob{keys.sealKey}, world->clock.wallMs()}));
        Q_UNUSED(rows);
        return world->journal->record(unit, JournalKind::StoreCreated, "{}");
    });
    QVERIFY(outcome.result);
    world->actionIn(ActionState::Running, 1);
    world->actionIn(ActionState::Denied, 2);
}

void OfflineVerifyTest::anchor_isReadAsWritten()
{
    const JournalAnchor made = anchor();
    QCOMPARE(made.position, world->journal->position());
    const auto read = JournalAnchor::decode(made.encode());
    QVERIFY(read);
    QVERIFY(*read == made);
}

void OfflineVerifyTest::anchor_thatIsNone_isRefused_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("no JSON") << QByteArray("}") << QByteArray("");
    QTest::newRow("short key") << QByteArray("\"record_key\":\"")
                               << QByteArray("\"record_key\":\"aa");
    QTest::newRow("no hexadecimal digits")
        << QByteArray("\"head\":\"") << QByteArray("\"head\":\"zz");
    QTest::newRow("no position") << QByteArray("\"position\"") << QByteArray("\"place\"");
    QTest::newRow("negative") << QByteArray("\"position\":") << QByteArray("\"position\":-");
    QTest::newRow("no lane") << QByteArray("sea_1") << QByteArray("");
    QTest::newRow("more than an anchor") << QByteArray("{") << QByteArray("{\"a\":1,");
}

void OfflineVerifyTest::anchor_thatIsNone_isRefused()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QByteArray text = anchor().encode();
    QVERIFY(text.contains(from));
    text.replace(from, to);
    const auto read = JournalAnchor::decode(text);
    QVERIFY2(!read && read.error().code() == ErrorCode::InvalidArgument, text.constData());
}

void OfflineVerifyTest::withAnchor_everythingIsProven_whileAConsoleIsRunning()
{
    const JournalAnchor early = anchor();
    QVERIFY(world->run(world->admission(3)).guarded);
    const OfflineReport report = verify(early);
    QVERIFY2(report.verdict() == Verdict::Proven, joined(report).constData());
    QCOMPARE(report.storeId, QByteArray("sto_1"));
    QCOMPARE(report.lanes.size(), qsizetype(1));
    QCOMPARE(report.lanes[0].lane, world->lane);
    QCOMPARE(report.lanes[0].entries, world->journal->position());
    QCOMPARE(report.lanes[0].signedUpTo, world->journal->position());
    QCOMPARE(report.lanes[0].head, world->journal->head());
    QVERIFY(report.lanes[0].entries > early.position);
    QVERIFY2(world->run(world->admission(4)).guarded, "the console must go on");
}

void OfflineVerifyTest::extensionSnoozeAndFirstSight_areProven()
{
    const JournalAnchor early = anchor();
    const ActionId id = world->actionIn(ActionState::Pending, 3);
    const auto record = [&](JournalKind kind, const QByteArray& body) {
        return world->run([this, kind, body, id](UnitOfWork& unit) {
            return world->journal->record(unit, kind, body, id);
        });
    };
    QVERIFY(record(JournalKind::FirstShown, R"({"at_ms":5})").guarded);
    QVERIFY(record(JournalKind::Snoozed, R"({"by":"ann","until_ms":9})").guarded);
    QVERIFY(record(JournalKind::DecideByExtended, R"({"decide_by_ms":99})").guarded);
    const auto twice = record(JournalKind::DecideByExtended, R"({"decide_by_ms":99})");
    QVERIFY2(!twice.result && twice.result.error().code() == ErrorCode::DataLoss,
             "what would not be taken again must not be written");
    QVERIFY(world->apply(id, {ActionEvent::OperatorDenied}).result);
    QCOMPARE(world->row(id).firstShownAtMs, qint64(5));
    const OfflineReport report = verify(early);
    QVERIFY2(report.verdict() == Verdict::Proven, joined(report).constData());
    QCOMPARE(report.lanes[0].entries, world->journal->position());
    world->close();
    world->tamper("UPDATE action SET first_shown_at_ms = 0 WHERE first_shown_at_ms = 5");
    QVERIFY2(verify(early).verdict() == Verdict::Damaged, "that it was shown cannot be taken back");
}

void OfflineVerifyTest::withoutAnchor_theSignerIsUnknown()
{
    const OfflineReport report = verify({});
    QVERIFY2(report.verdict() == Verdict::SignerUnknown, joined(report).constData());
    QCOMPARE(report.lanes[0].signedUpTo, world->journal->position());
    QVERIFY(!report.lanes[0].signerKnown);
}

void OfflineVerifyTest::copyOfTheFile_isAllThatIsNeeded()
{
    const JournalAnchor known = anchor();
    const QString copy = world->folder.filePath("elsewhere.sqlite");
    world->close();
    QVERIFY(QFile::copy(world->storePath(), copy));
    QFile file(copy);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();
    QVERIFY(verify(known, copy).verdict() == Verdict::Proven);
    QVERIFY(file.seek(0));
    QVERIFY2(file.readAll() == before, "the file must only be read");
}

void OfflineVerifyTest::lostEntries_areFound()
{
    const JournalAnchor known = anchor();
    world->close();
    world->tamper("DELETE FROM journal WHERE number = " + QByteArray::number(known.position));
    const OfflineReport lost = verify(known);
    QVERIFY(lost.verdict() == Verdict::Damaged);
    QVERIFY2(
        joined(lost).contains("the anchor has seen entry " + QByteArray::number(known.position)),
        joined(lost).constData());
    world->tamper("DELETE FROM journal");
    const OfflineReport empty = verify(known);
    QVERIFY2(joined(empty).contains("the journal ends at entry 0"), joined(empty).constData());
}

void OfflineVerifyTest::forgedStore_isFound()
{
    // A whole store made by somebody else, with the same ids: intact, but not ours.
    const JournalAnchor known = anchor();
    JournalAnchor other = known;
    other.recordKey = SeatKeys::generate().publicKeys().recordKey;
    const OfflineReport report = verify(other);
    QVERIFY(report.verdict() == Verdict::Damaged);
    QVERIFY2(joined(report).contains("another record key than the anchor"),
             joined(report).constData());
    QVERIFY2(joined(report).contains("entry 1 has a signature that is not this seat's"),
             joined(report).constData());
    QCOMPARE(report.lanes[0].signedUpTo, qint64(0));
}

void OfflineVerifyTest::anchorOfAnotherStore_isFound()
{
    JournalAnchor other = anchor();
    other.storeId = "sto_2";
    QVERIFY2(joined(verify(other)).contains("belongs to another store"), "it must be said");
}

void OfflineVerifyTest::anchorOfAnotherHistory_isFound()
{
    JournalAnchor other = anchor();
    other.head = QByteArray(32, 'x');
    const OfflineReport report = verify(other);
    QVERIFY2(joined(report).contains("another one than the anchor remembers"),
             joined(report).constData());
}

void OfflineVerifyTest::strangersLane_isFound()
{
    const JournalAnchor known = anchor();
    world->close();
    world->tamper("INSERT INTO journal SELECT 'sea_2', number, at_ms, kind, action_id, body, "
                  "previous_hash, action_previous_hash, hash, signature FROM journal");
    const OfflineReport report = verify(known);
    QVERIFY(report.verdict() == Verdict::Damaged);
    QCOMPARE(report.lanes.size(), qsizetype(2));
    QVERIFY2(joined(report).contains("a lane of an unknown seat"), joined(report).constData());
}

void OfflineVerifyTest::handEditedRow_isFound()
{
    const JournalAnchor known = anchor();
    world->close();
    world->tamper("UPDATE action SET state = 4, finished_at_ms = 0 WHERE state = 8");
    const OfflineReport report = verify(known);
    QVERIFY(report.verdict() == Verdict::Damaged);
    QCOMPARE(report.tamperedActions.size(), qsizetype(1));
    QCOMPARE(report.tamperedActions[0].first, JournalWorld::idOf(2));
}

void OfflineVerifyTest::runningWave_isNotSeenInPart()
{
    const JournalAnchor known = anchor();
    std::optional<OfflineReport> report;
    const auto outcome = world->run([&](UnitOfWork& unit) -> Result<void> {
        LK_CHECK(world->admission(3)(unit));
        report = verify(known);
        return {};
    });
    QVERIFY(outcome.result);
    QVERIFY(report);
    QVERIFY2(report->verdict() == Verdict::Proven, joined(*report).constData());
    QCOMPARE(report->lanes[0].entries, known.position);
}

void OfflineVerifyTest::unusableFile_isAnError()
{
    const auto missing = verifyJournalFile(world->folder.filePath("none.sqlite"), {});
    QVERIFY(!missing && missing.error().code() == ErrorCode::NotFound);
    QVERIFY2(!QFile::exists(world->folder.filePath("none.sqlite")), "it must not be created");
    QFile junk(world->folder.filePath("junk.sqlite"));
    QVERIFY(junk.open(QIODevice::WriteOnly));
    junk.write(QByteArray(10'000, 'j'));
    junk.close();
    const auto damaged = verifyJournalFile(junk.fileName(), {});
    QVERIFY(!damaged && damaged.error().code() == ErrorCode::DataLoss);
}

} // namespace lockkeeper

QTEST_GUILESS_MAIN(lockkeeper::OfflineVerifyTest)
#include "tst_offlineverify.moc"
