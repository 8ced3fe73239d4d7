// SPDX-License-Identifier: Apache-2.0
#include "support/journalworld.h"

#include "core/base/assert.h"
#include "core/base/random.h"
#include "core/domain/actiontransitions.h"
#include "core/journal/actionrows.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sqlite3.h>

#include <deque>

namespace lockkeeper {

namespace {

[[noreturn]] void fatal(const char* what, const QByteArray& why)
{
    qFatal("the test's frame failed: %s: %s", what, why.constData());
}

template<class T>
T need(Result<T> result, const char* what)
{
    if (!result)
        fatal(what, result.error().describe());
    return std::move(*result);
}

void need(const Result<void>& result, const char* what)
{
    if (!result)
        fatal(what, result.error().describe());
}

void execute(sqlite3* database, const QByteArray& sql)
{
    char* message = nullptr;
    if (sqlite3_exec(database, sql.constData(), nullptr, nullptr, &message) != SQLITE_OK)
        fatal(sql.constData(), message);
}

void dropTriggers(sqlite3* database)
{
    QByteArray drops;
    const auto collect = [](void* to, int, char** values, char**) {
        *static_cast<QByteArray*>(to) += QByteArray("DROP TRIGGER ") + values[0] + ';';
        return 0;
    };
    if (sqlite3_exec(database, "SELECT name FROM sqlite_schema WHERE type = 'trigger'", collect,
                     &drops, nullptr) != SQLITE_OK)
        fatal("the triggers", sqlite3_errmsg(database));
    execute(database, drops);
}

QString folderTemplate()
{
    const QString memory = QStringLiteral("/dev/shm");
    const QString root = QFileInfo(memory).isWritable() ? memory : QDir::tempPath();
    return root + QStringLiteral("/lockkeeper-journal-XXXXXX");
}

SeatKeys newKeys()
{
    LK_ASSERT(initialiseCrypto());
    return SeatKeys::generate();
}

/// The shortest way of events from nothing into a state.
QList<ActionEvent> wayTo(ActionState goal)
{
    struct Way
    {
        std::optional<ActionState> at;
        QList<ActionEvent> events;
    };
    std::deque<Way> open{{std::nullopt, {}}};
    QSet<int> seen;
    while (!open.empty()) {
        const Way way = open.front();
        open.pop_front();
        if (way.at == goal)
            return way.events;
        for (const ActionTransition& row : kActionTransitions) {
            if (row.from != way.at || seen.contains(static_cast<int>(row.to)))
                continue;
            seen.insert(static_cast<int>(row.to));
            open.push_back({row.to, way.events + QList<ActionEvent>{row.event}});
        }
    }
    fatal("no way into a state", QByteArray::number(static_cast<int>(goal)));
}

} // namespace

JournalWorld::JournalWorld()
    : folder(folderTemplate())
    , keys(newKeys())
{
    if (!folder.isValid())
        fatal("no folder", folder.errorString().toUtf8());
    const JournalReport report = open();
    LK_ASSERT(report.problems.isEmpty() && report.tamperedActions.isEmpty());
}

JournalWorld::~JournalWorld()
{
    close();
}

JournalReport JournalWorld::open()
{
    SqliteStoreSetup setup;
    setup.options.sqlitePath = storePath();
    setup.faults = m_otherFaults ? m_otherFaults : &faults;
    setup.clock = &clock;
    store = need(SqliteStore::open(setup), "the store");
    guard = need(GuardFile::open(guardFolder()), "the guard");
    const auto known = need(guard->read(keys.publicKeys()), "the guard's record");
    journal = std::make_unique<Journal>(clock);
    QList<RememberedEntry> remembered;
    if (known)
        remembered.append(rememberedEntry(*known));
    const JournalReport report =
        need(journal->open(store->session(), lane, keys.publicKeys(), remembered), "the journal");
    journal->setKeys(keys);
    waves = std::make_unique<WaveQueue>(*store, *journal, scheduler);
    GuardRecord base = known.value_or(GuardRecord());
    base.storeId = "sto_1";
    waves->setGuard(&*guard, base, keys);
    waves->onFailure([this](const QByteArray& why) { failures.append(why); });
    return report;
}

void JournalWorld::close()
{
    waves.reset();
    journal.reset();
    guard.reset();
    store.reset();
}

QList<CommandOutcome> JournalWorld::runWave(std::vector<WaveCommand> commands)
{
    QList<CommandOutcome> outcomes(static_cast<qsizetype>(commands.size()));
    qsizetype told = 0;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        waves->submit("test", std::move(commands[i]), [&outcomes, &told, i](const auto& outcome) {
            outcomes[static_cast<qsizetype>(i)] = outcome;
            ++told;
        });
    }
    waves->flush();
    LK_ASSERT(told == outcomes.size());
    return outcomes;
}

CommandOutcome JournalWorld::run(WaveCommand command)
{
    return runWave({std::move(command)}).first();
}

CommandOutcome JournalWorld::apply(const ActionId& id, QList<ActionEvent> events, QByteArray data)
{
    return run(change(id, std::move(events), std::move(data)));
}

ActionId JournalWorld::idOf(int number)
{
    return ActionId("act_" + QByteArray::number(number).rightJustified(8, '0'));
}

ActionRecord JournalWorld::draft(int number) const
{
    ActionRecord record;
    record.id = idOf(number);
    record.submission = SubmissionId("sub_" + QByteArray::number(number));
    record.callId = "call-" + QByteArray::number(number);
    record.credential = CredentialId("crd_1");
    record.tool = {"files", "write_file"};
    record.effect = EffectClass::Idempotent;
    record.risk = RiskLevel::Medium;
    record.statementDigest = QByteArray(32, 's');
    record.equalityKey = QByteArray(32, 'e');
    record.targetKeys = QByteArray(32, 't');
    record.keyEpoch = 1;
    record.createdAtMs = clock.wallMs();
    record.decideByMs = clock.wallMs() + 86'400'000;
    return record;
}

WaveCommand JournalWorld::admission(int number, ActionEvent verdict)
{
    return [this, number, verdict](UnitOfWork& unit) -> Result<void> {
        ActionChange change;
        change.actor = "policy";
        const ActionRecord made = draft(number);
        LK_TRY(const qint64 rows,
               unit.execute("submission_insert",
                            {made.submission.value(), made.credential.value(), qint64(1),
                             made.createdAtMs, made.submission.value(), made.submission.value()}));
        Q_UNUSED(rows);
        LK_TRY(const ActionRecord record, journal->admit(unit, made, verdict, change));
        Q_UNUSED(record);
        return {};
    };
}

WaveCommand JournalWorld::change(const ActionId& id, QList<ActionEvent> events, QByteArray data)
{
    return [this, id, events = std::move(events),
            data = std::move(data)](UnitOfWork& unit) -> Result<void> {
        ActionChange change;
        change.events = events;
        change.actor = "test";
        change.data = data;
        LK_TRY(const ActionRecord record, journal->apply(unit, id, change));
        Q_UNUSED(record);
        return {};
    };
}

ActionId JournalWorld::actionIn(ActionState state, int number)
{
    const QList<ActionEvent> way = wayTo(state);
    LK_ASSERT(way.size() >= 2 && way.first() == ActionEvent::Admitted);
    need(run(admission(number, way[1])).result, "an admission");
    for (const ActionEvent event : way.mid(2))
        need(apply(idOf(number), {event}).result, "a step");
    LK_ASSERT(row(idOf(number)).state == state);
    return idOf(number);
}

ActionRecord JournalWorld::row(const ActionId& id)
{
    const auto found = need(findAction(store->session(), id), "a row");
    if (!found)
        fatal("no row", id.value());
    return *found;
}

std::optional<GuardRecord> JournalWorld::guardRecord()
{
    return need(guard->read(keys.publicKeys()), "the guard's record");
}

JournalWorld::Counts JournalWorld::counts()
{
    Counts counts;
    StoreSession& session = store->session();
    need(session.query("journal_lanes", {},
                       [&](const StoreRow& row) -> Result<void> {
                           counts.entries += row.integer(2);
                           return {};
                       }),
         "lanes");
    counts.rows = rowDigests().size();
    counts.events = outboxPositions().size();
    return counts;
}

QList<QByteArray> JournalWorld::rowDigests()
{
    QList<QByteArray> digests;
    const auto rows = need(
        readActions(store->session(), "action_page", {QByteArray("~"), qint64(100'000)}), "rows");
    for (const ActionRecord& row : rows)
        digests.append(rowDigest(row));
    return digests;
}

QList<qint64> JournalWorld::outboxPositions()
{
    QList<qint64> positions;
    need(store->session().query("outbox_after", {qint64(0), qint64(1'000'000)},
                                [&](const StoreRow& row) -> Result<void> {
                                    positions.append(row.integer(0));
                                    return {};
                                }),
         "the outbox");
    return positions;
}

void JournalWorld::tamper(const QByteArray& sql)
{
    LK_ASSERT(!store);
    tamperLive(sql);
}

void JournalWorld::tamperLive(const QByteArray& sql)
{
    sqlite3* database = nullptr;
    if (sqlite3_open(QFile::encodeName(storePath()).constData(), &database) != SQLITE_OK)
        fatal("the raw file", "cannot be opened");
    execute(database, "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF");
    dropTriggers(database);
    execute(database, sql);
    sqlite3_close(database);
}

QList<QByteArray> whatDoesNotFit(JournalWorld& world)
{
    world.faults.clear();
    const JournalReport report = world.reopen();
    QList<QByteArray> wrong = report.problems;
    for (const auto& [action, why] : report.tamperedActions)
        wrong.append(why);
    if (report.signedUpTo != report.lastNumber)
        wrong.append("the last entry is not signed");
    const auto guard = world.guardRecord();
    if (guard && guard->lanePosition > report.lastNumber)
        wrong.append("the guard is ahead of the journal");
    const QList<qint64> positions = world.outboxPositions();
    for (qsizetype i = 0; i < positions.size(); ++i) {
        if (positions[i] != i + 1)
            wrong.append("the outbox has position " + QByteArray::number(positions[i]) +
                         " in place " + QByteArray::number(i + 1));
    }
    return wrong;
}

} // namespace lockkeeper
