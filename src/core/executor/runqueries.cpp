// SPDX-License-Identifier: Apache-2.0
#include "core/executor/runqueries.h"

#include "core/base/digest.h"
#include "core/journal/actionrows.h"

#include <algorithm>

namespace lockkeeper {

namespace {

// Behind the 27 columns of an action.
constexpr int kPlaceColumn = 27;
constexpr int kStartedColumn = 28;
constexpr int kEndedColumn = 29;
/// Where the counts begin in a row of a run; from pending on, in the order of their codes.
constexpr int kCountsColumn = 7;
/// What a run's row names when its run id is claimed; anything else is a submission by itself.
constexpr QByteArrayView kKeyedPrefix = "run_";

RunSnapshot readRun(const StoreRow& row)
{
    RunSnapshot run;
    run.key = row.bytes(0);
    run.credential = CredentialId(row.bytes(1));
    run.newest = SubmissionId(row.bytes(2));
    run.firstAtMs = row.integer(3);
    run.newestAtMs = row.integer(4);
    run.submissions = row.integer(5);
    run.mode = static_cast<SubmissionMode>(row.integer(6)); // checked by the table
    const int first = static_cast<int>(ActionState::Pending);
    const int last = static_cast<int>(ActionState::Determined);
    for (int code = first; code <= last; ++code)
        run.counts.byCode.at(size_t(code)) = row.integer(kCountsColumn + code - first);
    return run;
}

qint64 bitsOf(const QList<ActionState>& states)
{
    qint64 bits = 0;
    for (const ActionState state : states)
        bits |= qint64(1) << static_cast<int>(state);
    return bits;
}

} // namespace

struct RunQueries::Found
{
    ActionRecord record;
    qint64 place = 0;
    qint64 startedAtMs = 0;
    qint64 endedAtMs = 0;
};

QByteArray runKeyOf(const SecretBytes& viewKey, const CredentialId& credential,
                    const SubmissionId& submission, const ClaimedLabels& labels)
{
    if (labels.runId.isEmpty())
        return submission.value();
    return kKeyedPrefix.toByteArray() +
           keyedDigest(viewKey.view(), "lockkeeper/run/1", {credential.value(), labels.runId})
               .toHex();
}

RunQueries::RunQueries(EngineContext& context, Brief brief, NameOf nameOf)
    : m_context(context)
    , m_brief(std::move(brief))
    , m_nameOf(std::move(nameOf))
{
}

Result<QList<RunSnapshot>> RunQueries::page(const RunCursor& after, int limit) const
{
    QList<RunSnapshot> runs;
    LK_CHECK(m_context.store.session().query(
        "run_page",
        {qint64(after.attention), after.newest.value(), qint64(qBound(1, limit, kMaximumPage))},
        [&runs](const StoreRow& row) -> Result<void> {
            runs.append(readRun(row));
            return {};
        }));
    LK_CHECK(complete(runs));
    return runs;
}

Result<QList<RunSnapshot>> RunQueries::ofActions(const QList<ActionId>& actions) const
{
    if (actions.size() > kMaximumPage)
        return Error(ErrorCode::InvalidArgument, "at most 1000 actions may be asked for at once");
    QList<RunSnapshot> runs;
    QSet<QByteArray> known;
    for (const ActionId& action : actions) {
        LK_CHECK(m_context.store.session().query("run_of_action", {action.value()},
                                                 [&](const StoreRow& row) -> Result<void> {
                                                     if (!known.contains(row.bytes(0)))
                                                         runs.append(readRun(row));
                                                     known.insert(row.bytes(0));
                                                     return {};
                                                 }));
    }
    LK_CHECK(complete(runs));
    return runs;
}

/// Adds what the rows of the runs do not hold.
Result<void> RunQueries::complete(QList<RunSnapshot>& runs) const
{
    const bool anyWaits = std::any_of(runs.cbegin(), runs.cend(), [](const RunSnapshot& run) {
        return run.counts.of(ActionState::Pending) > 0;
    });
    QHash<QByteArray, qint64> oldest;
    if (anyWaits) {
        LK_CHECK(m_context.store.session().query("run_oldest_pending", {},
                                                 [&oldest](const StoreRow& row) -> Result<void> {
                                                     oldest.insert(row.bytes(0), row.integer(1));
                                                     return {};
                                                 }));
    }
    for (RunSnapshot& run : runs) {
        run.oldestPendingAtMs = oldest.value(run.key);
        run.agentName = m_nameOf(run.credential);
        addLabels(run);
    }
    return {};
}

void RunQueries::addLabels(RunSnapshot& run) const
{
    StoreSession& session = m_context.store.session();
    const auto records = readActions(session, "run_first_action", {run.newest.value()});
    if (!records || records->isEmpty()) {
        run.tamperedWith = "the newest submission of the run has no action";
        return;
    }
    const ActionRecord& record = records->constFirst();
    const auto key = m_context.vault.openKey(session, record.id);
    if (!key) {
        run.tamperedWith = key.error().message();
        return;
    }
    const auto statement = m_context.vault.openStatement(session, *key, record);
    if (!statement) {
        run.tamperedWith = statement.error().message();
        return;
    }
    run.tamperedWith = misplaced(run.key, record, statement->labels);
    if (run.tamperedWith.isEmpty() && !(record.credential == run.credential))
        run.tamperedWith = "the run's row names another credential than its newest submission";
    if (run.tamperedWith.isEmpty())
        run.labels = statement->labels;
}

/// Why an action does not belong to the run that the rows put it into, or "".
QByteArray RunQueries::misplaced(const QByteArray& run, const ActionRecord& record,
                                 const ClaimedLabels& labels) const
{
    // A key of an earlier epoch cannot be computed again. Submissions older than this grouping are
    // runs by themselves, whatever run id they claim.
    const bool cannotTell = run.startsWith(kKeyedPrefix)
                                ? record.keyEpoch != m_context.vault.currentEpoch()
                                : run == record.submission.value();
#ifdef LOCKKEEPER_FAULT_RUN_ROW_BELIEVED
    return {};
#endif
    if (cannotTell ||
        run == runKeyOf(m_context.vault.viewKey(), record.credential, record.submission, labels))
        return {};
    return "the row of its submission names another run than its statement";
}

Result<void> RunQueries::moveToAction(RunActionsQuery& query) const
{
    bool isFound = false;
    LK_CHECK(m_context.store.session().query("run_place_of_action", {query.around.value()},
                                             [&](const StoreRow& row) -> Result<void> {
                                                 isFound = true;
                                                 query.run = row.bytes(0);
                                                 query.from = row.integer(1);
                                                 return {};
                                             }));
    if (!isFound)
        return Error(ErrorCode::NotFound, "no action " + query.around.value());
    query.from -= query.from % query.limit;
    return {};
}

Result<QList<RunQueries::Found>> RunQueries::find(const RunActionsQuery& query, RunPage& page) const
{
    QList<Found> found;
    const auto take = [&found](const StoreRow& row) -> Result<void> {
        found.append({readActionRow(row), row.integer(kPlaceColumn), row.integer(kStartedColumn),
                      row.integer(kEndedColumn)});
        return {};
    };
    StoreSession& session = m_context.store.session();
    const qint64 limit = query.limit;
    const qint64 bits = bitsOf(query.states);
    const bool onlyOpen = std::none_of(query.states.cbegin(), query.states.cend(), isFinal);
    if (query.states.isEmpty()) {
        LK_CHECK(session.query("run_actions", {query.run, query.from, query.from, limit}, take));
    } else if (onlyOpen) {
        LK_CHECK(session.query("run_actions_open", {query.run, query.from, bits, limit}, take));
    } else {
        const qint64 end = query.from + kScannedPlaces;
        LK_CHECK(session.query("run_actions_in_states",
                               {query.run, query.from, query.from, end, bits, limit}, take));
        if (found.size() < limit) {
            // The last submission that was looked at may reach over the bound.
            const qint64 seen = found.isEmpty() ? 0 : found.constLast().place + 1;
            page.next = qMax(end, seen);
            qint64 total = 0;
            LK_CHECK(session.query("run_size", {query.run},
                                   [&total](const StoreRow& row) -> Result<void> {
                                       total = row.integer(0);
                                       return {};
                                   }));
            page.isLast = page.next >= total;
            return found;
        }
    }
    page.next = found.isEmpty() ? query.from : found.constLast().place + 1;
    page.isLast = found.size() < limit;
    return found;
}

Result<RunPage> RunQueries::actions(const RunActionsQuery& query) const
{
    RunActionsQuery asked = query;
    asked.limit = qBound(1, asked.limit, kMaximumPage);
    asked.from = qMax(qint64(0), asked.from);
    if (!asked.around.isEmpty())
        LK_CHECK(moveToAction(asked));
    RunPage page;
    page.run = asked.run;
    LK_TRY(const QList<Found> found, find(asked, page));
    for (const Found& each : found) {
        LK_TRY(RunAction made, shown(asked.run, each));
        page.actions.append(std::move(made));
    }
    return page;
}

Result<bool> RunQueries::hasShortResult(const ActionRecord& record) const
{
    bool isShort = false;
    LK_CHECK(m_context.store.session().query(
        "run_result_size",
        {record.id.value(), static_cast<qint64>(SealedKind::Result), qint64(record.attempts)},
        [&isShort](const StoreRow& row) -> Result<void> {
            isShort = row.integer(0) <= kSummarisedBytes;
            return {};
        }));
    return isShort;
}

Result<RunAction> RunQueries::shown(const QByteArray& run, const Found& found) const
{
    RunAction made;
    LK_TRY(const bool isShort, hasShortResult(found.record));
    made.snapshot = m_brief(found.record, isShort);
    if (made.snapshot.tamperedWith.isEmpty())
        made.snapshot.tamperedWith = misplaced(run, found.record, made.snapshot.labels);
    made.place = found.place;
    made.startedAtMs = found.startedAtMs;
    made.endedAtMs = found.endedAtMs;
    return made;
}

} // namespace lockkeeper
