// SPDX-License-Identifier: Apache-2.0
// The runs of the core for tests of the window.
#include "support/fakeoperatorcore.h"

#include <QSet>

#include <algorithm>

namespace lockkeeper {

QByteArray FakeOperatorCore::runKey(const ActionId& action) const
{
    const ActionSnapshot snapshot = brief(action);
    if (snapshot.labels.runId.isEmpty())
        return snapshot.record.submission.value();
    return "run_" + snapshot.record.credential.value() + '/' + snapshot.labels.runId;
}

QList<ActionId> FakeOperatorCore::actionsOfRun(const QByteArray& key) const
{
    QList<ActionId> found;
    for (const ActionId& action : order) {
        if (runKey(action) == key)
            found.append(action);
    }
    return found;
}

RunSnapshot FakeOperatorCore::runSnapshot(const QByteArray& key) const
{
    RunSnapshot run;
    run.key = key;
    QSet<SubmissionId> submissions;
    const QList<ActionId> actions = actionsOfRun(key);
    for (const ActionId& action : actions) {
        const ActionSnapshot snapshot = brief(action);
        const ActionRecord& record = snapshot.record;
        submissions.insert(record.submission);
        run.credential = record.credential;
        run.labels = snapshot.labels;
        run.newest = record.submission;
        run.newestAtMs = record.createdAtMs;
        if (run.firstAtMs == 0)
            run.firstAtMs = record.createdAtMs;
        if (record.state == ActionState::Pending && run.oldestPendingAtMs == 0)
            run.oldestPendingAtMs = record.createdAtMs;
        ++run.counts.byCode.at(size_t(record.state));
    }
    run.submissions = submissions.size();
    run.agentName = "Atlas";
    return run;
}

void FakeOperatorCore::runs(const RunCursor& after, int limit, Reply<QList<RunSnapshot>> reply)
{
    QList<RunSnapshot> all;
    QSet<QByteArray> known;
    for (const ActionId& action : std::as_const(order)) {
        const QByteArray key = runKey(action);
        if (!known.contains(key))
            all.append(runSnapshot(key));
        known.insert(key);
    }
    const auto place = [](const RunCursor& cursor) {
        return QPair<int, QByteArray>(cursor.attention, cursor.newest.value());
    };
    std::sort(all.begin(), all.end(), [place](const RunSnapshot& a, const RunSnapshot& b) {
        return place(cursorAt(a)) > place(cursorAt(b));
    });
    QList<RunSnapshot> page;
    for (const RunSnapshot& run : std::as_const(all)) {
        if (page.size() < limit && place(cursorAt(run)) < place(after))
            page.append(run);
    }
    answer<QList<RunSnapshot>>(reply, page);
}

void FakeOperatorCore::runsOf(const QList<ActionId>& actions, Reply<QList<RunSnapshot>> reply)
{
    QList<RunSnapshot> found;
    QSet<QByteArray> known;
    for (const ActionId& action : actions) {
        if (!cards.contains(action) || known.contains(runKey(action)))
            continue;
        known.insert(runKey(action));
        found.append(runSnapshot(runKey(action)));
    }
    answer<QList<RunSnapshot>>(reply, found);
}

void FakeOperatorCore::runActions(const RunActionsQuery& query, Reply<RunPage> reply)
{
    RunActionsQuery asked = query;
    if (!asked.around.isEmpty()) {
        if (!cards.contains(asked.around))
            return answer<RunPage>(reply, Error(ErrorCode::NotFound, "no such action"));
        asked.run = runKey(asked.around);
        const qint64 place = actionsOfRun(asked.run).indexOf(asked.around);
        asked.from = place - place % asked.limit;
    }
    RunPage page;
    page.run = asked.run;
    page.next = asked.from;
    page.isLast = true;
    const QList<ActionId> actions = actionsOfRun(asked.run);
    for (qint64 place = asked.from; place < actions.size(); ++place) {
        const ActionSnapshot snapshot = brief(actions.at(place));
        if (!asked.states.isEmpty() && !asked.states.contains(snapshot.record.state))
            continue;
        if (page.actions.size() == asked.limit) {
            page.isLast = false;
            break;
        }
        RunAction action;
        action.place = place;
        action.snapshot = snapshot;
        if (snapshot.record.attempts > 0)
            action.startedAtMs = snapshot.record.createdAtMs;
        if (snapshot.record.attempts > 0 && snapshot.record.state != ActionState::Running)
            action.endedAtMs = snapshot.record.changedAtMs;
        page.actions.append(action);
        page.next = place + 1;
    }
    answer<RunPage>(reply, page);
}

} // namespace lockkeeper
