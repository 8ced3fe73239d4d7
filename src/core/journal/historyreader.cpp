// SPDX-License-Identifier: Apache-2.0
#include "core/journal/historyreader.h"

#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/domain/actionstate.h"
#include "core/journal/journalentry.h"

#include <limits>

namespace lockkeeper {

namespace {

QByteArray textOf(const JsonView& object, QByteArrayView name)
{
    return object.member(name).string().value_or(QByteArray());
}

/// What happened, by the first event of the entry: what follows it in the same commit is seen by
/// the state.
QByteArray firstEventOf(const JsonView& body)
{
    QByteArray name;
    body.member("events").forEachElement([&name](const JsonView& value) {
        const qint64 code = value.integer().value_or(0);
        const auto event = code > 0 && code <= kActionEventCount
                               ? actionEventFromCode(static_cast<int>(code))
                               : std::nullopt;
        if (event == ActionEvent::Claimed)
            name = "dispatch_started"; // the claim is what is journaled before a dispatch
        else if (event)
            name = bytesOf(actionEventName(*event));
        return false;
    });
    return name;
}

HistoryEntry entryOf(const StoreRow& row)
{
    HistoryEntry entry;
    entry.position = row.integer(0);
    entry.atMs = row.integer(1);
    entry.action = ActionId(row.bytes(3));
    entry.tool = {row.bytes(5), row.bytes(6)};
    const QByteArray bytes = row.bytes(4);
    const JsonView body = checkJson(bytes) ? JsonView(bytes) : JsonView();
    const auto kind = static_cast<JournalKind>(row.integer(2));
    if (kind == JournalKind::ActionEvent) {
        entry.kind = firstEventOf(body);
        entry.by = textOf(body.member("data"), "by");
    } else {
        entry.kind = journalKindName(kind);
        entry.by = textOf(body, "by");
    }
    if (kind == JournalKind::Snoozed && body.member("until_ms").integer() == 0)
        entry.kind = "snooze_ended";
    if (kind == JournalKind::ToolPinned)
        entry.tool = {textOf(body, "server"), textOf(body, "tool")};
    const qint64 code = body.member("state").integer().value_or(0);
    const auto state = code > 0 && code <= qint64(kAllActionStates.size())
                           ? actionStateFromCode(static_cast<int>(code))
                           : std::nullopt;
    if (state)
        entry.state = bytesOf(actionStateName(*state));
    return entry;
}

} // namespace

Result<QList<HistoryEntry>> readHistory(StoreSession& session, const QByteArray& lane,
                                        qint64 before, int limit)
{
    QList<HistoryEntry> page;
    const qint64 below = before > 0 ? before : std::numeric_limits<qint64>::max();
    LK_CHECK(session.query("journal_page", {lane, below, qint64(limit)},
                           [&page](const StoreRow& row) -> Result<void> {
                               page.append(entryOf(row));
                               return {};
                           }));
    return page;
}

} // namespace lockkeeper
