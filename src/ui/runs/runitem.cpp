// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/runitem.h"

#include "ui/arguments/visibletext.h"
#include "ui/runs/runpresentation.h"

namespace lockkeeper {

void setRunItemWords(RunItem& item, const ActionSnapshot& snapshot)
{
    const ActionRecord& record = snapshot.record;
    item.version = record.version;
    item.state = record.state;
    item.wait = snapshot.waitReason;
    item.isTamperedWith = !snapshot.tamperedWith.isEmpty();
    item.attempts = record.attempts;
    item.lastSignAtMs = qMax(item.lastSignAtMs, snapshot.lastProgressAtMs);
    item.stateText = callStateText(item.state, item.wait, item.isTamperedWith);
    // While it runs, the words of its progress stay.
    if (item.state != ActionState::Running || !snapshot.resultSummary.isEmpty())
        item.result = visibleLine(snapshot.resultSummary, TextRole::Prose, kRunItemCharacters);
}

qint64 runItemTookMs(const RunItem& item, qint64 nowMs)
{
    if (item.startedAtMs == 0)
        return -1;
    if (item.endedAtMs > 0)
        return item.endedAtMs - item.startedAtMs;
    return item.state == ActionState::Running ? nowMs - item.startedAtMs : -1;
}

RunItem runItemOf(const RunAction& action)
{
    const ActionRecord& record = action.snapshot.record;
    RunItem item;
    item.place = action.place;
    item.action = record.id;
    item.createdAtMs = record.createdAtMs;
    item.startedAtMs = action.startedAtMs;
    item.endedAtMs = action.endedAtMs;
    item.tool = visibleLine(record.tool.server + '/' + record.tool.tool, TextRole::Identifier,
                            kRunItemCharacters);
    item.summary = visibleLine(action.snapshot.summary, TextRole::Prose, kRunItemCharacters);
    setRunItemWords(item, action.snapshot);
    return item;
}

} // namespace lockkeeper
