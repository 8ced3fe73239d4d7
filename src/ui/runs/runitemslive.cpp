// SPDX-License-Identifier: Apache-2.0
// The part of the model that follows what happens.
#include "core/base/canonicaljson.h"
#include "ui/runs/progresstext.h"
#include "ui/runs/runitemsmodel.h"

#include <algorithm>

namespace lockkeeper {

void RunItemsModel::apply(const QList<ActionSnapshot>& actions)
{
    for (const ActionSnapshot& snapshot : actions) {
        if (m_rowsOf.contains(snapshot.record.id))
            m_changes.insert(snapshot.record.id, snapshot);
    }
    if (!m_changes.isEmpty() && !m_applying.isActive())
        m_applying.start();
}

void RunItemsModel::applyProgress(const QList<CoreEvent>& events)
{
    for (const CoreEvent& event : events) {
        if (event.type != "tool_progress" || !m_rowsOf.contains(ActionId(event.actionId)))
            continue;
        Sign& sign = m_signs[ActionId(event.actionId)];
        sign.atMs = event.atMs;
        if (!checkJson(event.details))
            continue;
        const JsonView details{QByteArrayView(event.details)};
        if (details.member("heartbeat").boolean().value_or(false)) {
            // The console's own beat says how long the tool has been quiet, not that it lives.
            sign.atMs -= details.member("quiet_ms").integer().value_or(0);
            continue;
        }
        const QString words = progressText(details, kRunItemCharacters);
        if (!words.isEmpty())
            sign.text = words;
    }
    if (!m_signs.isEmpty() && !m_applying.isActive())
        m_applying.start();
}

void RunItemsModel::flush()
{
    QList<int> rows;
    for (const ActionSnapshot& snapshot : std::as_const(m_changes)) {
        RunItem* item = find(snapshot.record.id);
        if (!item || item->version > snapshot.record.version)
            continue; // what is shown is newer
        const ActionRecord& record = snapshot.record;
        const bool isStart =
            record.state == ActionState::Running &&
            (item->state != ActionState::Running || item->attempts != record.attempts);
        if (isStart || (item->startedAtMs == 0 && record.attempts > 0))
            item->startedAtMs = record.changedAtMs;
        if (isStart)
            item->endedAtMs = 0;
        else if (item->endedAtMs == 0 && item->startedAtMs > 0 &&
                 record.state != ActionState::Running)
            item->endedAtMs = record.changedAtMs;
        setRunItemWords(*item, snapshot);
        // Live changes come without the summary of the result.
        if (record.hasOutcome && item->result.isEmpty() && !isFiltered())
            m_toReread.insert(rowOf(record.id) / kPageSize);
        rows.append(rowOf(record.id));
    }
    m_changes.clear();
    for (auto sign = m_signs.cbegin(); sign != m_signs.cend(); ++sign) {
        RunItem* item = find(sign.key());
        if (!item || item->state != ActionState::Running)
            continue;
        item->lastSignAtMs = qMax(item->lastSignAtMs, sign->atMs);
        if (!sign->text.isEmpty())
            item->result = sign->text;
        rows.append(rowOf(sign.key()));
    }
    m_signs.clear();
    changeRows(rows);
}

/// Few pages at a time: each is read whole.
void RunItemsModel::rereadEnded()
{
    constexpr int kAtOnce = 2;
    for (int i = 0; i < kAtOnce && !m_toReread.isEmpty(); ++i) {
        const qint64 page = *m_toReread.cbegin();
        m_toReread.remove(page);
        if (m_pages.contains(page))
            want(page);
    }
}

/// Tells of changed rows in the fewest ranges.
void RunItemsModel::changeRows(const QList<int>& rows)
{
    QList<int> sorted = rows;
    std::sort(sorted.begin(), sorted.end());
    for (int i = 0; i < sorted.size();) {
        int last = i;
        while (last + 1 < sorted.size() && sorted.at(last + 1) - sorted.at(last) <= 1)
            ++last;
        emit dataChanged(index(sorted.at(i), 0), index(sorted.at(last), ColumnCount - 1));
        i = last + 1;
    }
}

} // namespace lockkeeper
