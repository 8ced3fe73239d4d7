// SPDX-License-Identifier: Apache-2.0
// The part of the engine that only operators' screens ask: lists, cards, the record, reveals.
#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/base/utf8text.h"
#include "core/coreengine.h"
#include "core/enginerunning.h"
#include "core/journal/actionrows.h"
#include "core/journal/historyreader.h"

namespace lockkeeper {

namespace {

constexpr int kMaximumPage = 1000;
constexpr qsizetype kMaximumPointer = 500;

Result<QList<ActionRecord>> recordsOf(StoreSession& session, const ActionsQuery& query)
{
    const qint64 limit = qBound(1, query.limit, kMaximumPage);
    const QByteArray before = query.before.isEmpty() ? QByteArray("~") : query.before.value();
    if (query.state.isEmpty())
        return readActions(session, "action_page", {before, limit});
    if (query.state == "open")
        return readActions(session, "action_page_open", {before, limit});
    const auto state = actionStateFromName({query.state.constData(), size_t(query.state.size())});
    if (!state)
        return Error(ErrorCode::InvalidArgument, "there is no state " + query.state);
    return readActions(session, "action_page_of_state",
                       {static_cast<qint64>(*state), before, limit});
}

/// What is journaled of a reveal: where, by whom, on which proof; never the value.
QByteArray revealBody(const OperatorPrincipal& by, const ActionRecord& record,
                      const QByteArray& pointer)
{
    return JsonWriter()
        .beginObject()
        .member("by", by.name)
        .member("pointer", cutCharacters(pointer, kMaximumPointer))
        .member("proof", by.proof)
        .member("state", static_cast<qint64>(record.state))
        .endObject()
        .take();
}

/// For operators' screens only: their record has one line more.
CoreEvent revealEvent(const OperatorPrincipal& by, const ActionRecord& record)
{
    CoreEvent event;
    event.type = "value_revealed";
    event.actionId = record.id.value();
    event.submissionId = record.submission.value();
    event.callId = record.callId;
    event.tool = record.tool.server + '/' + record.tool.tool;
    event.details = JsonWriter().beginObject().member("by", by.name).endObject().take();
    return event;
}

} // namespace

ActionSnapshot CoreEngine::brief(const ActionRecord& record) const
{
    ActionSnapshot made = m_running->snapshots.brief(record);
    made.callerGone = m_detached.contains(record.id);
    return made;
}

Result<QList<ActionSnapshot>> CoreEngine::briefs(const ActionsQuery& query)
{
    if (!m_running)
        return writable().error();
    LK_TRY(const QList<ActionRecord> records, recordsOf(m_store->session(), query));
    QList<ActionSnapshot> page;
    page.reserve(records.size());
    for (const ActionRecord& record : records)
        page.append(brief(record));
    return page;
}

Result<QList<ActionSnapshot>> CoreEngine::briefsOf(const QList<ActionId>& actions)
{
    if (!m_running)
        return writable().error();
    if (actions.size() > kMaximumPage)
        return Error(ErrorCode::InvalidArgument, "at most 1 000 actions are read at once");
    QList<ActionSnapshot> found;
    for (const ActionId& action : actions) {
        LK_TRY(const std::optional<ActionRecord> record, findAction(m_store->session(), action));
        if (record)
            found.append(brief(*record));
    }
    return found;
}

Result<ActionCard> CoreEngine::card(const ActionId& action)
{
    LK_TRY(const ActionRecord record, findVisible({}, action, {}));
    ActionCard made = m_running->snapshots.card(record);
    made.snapshot.callerGone = m_detached.contains(record.id);
    noteShown(record);
    return made;
}

Result<QList<HistoryEntry>> CoreEngine::history(qint64 before, int limit)
{
    if (!m_running)
        return writable().error();
    if (before < 0)
        return Error(ErrorCode::InvalidArgument, "positions of the record begin at 1");
    return readHistory(m_store->session(), m_journal.lane(), before,
                       qBound(1, limit, kMaximumPage));
}

void CoreEngine::reveal(const OperatorPrincipal& by, const ActionId& action, qsizetype offset,
                        std::function<void(Result<QByteArray>)> done)
{
#ifndef LOCKKEEPER_FAULT_REVEAL_UNPROVEN
    if (const auto ready = decidable(by); !ready)
        return done(ready.error());
#endif
    const auto record = findVisible({}, action, {});
    if (!record)
        return done(record.error());
    const auto hidden = m_running->snapshots.hidden(*record, offset);
    if (!hidden)
        return done(hidden.error());
#ifdef LOCKKEEPER_FAULT_REVEAL_UNJOURNALED
    return done(hidden->value);
#endif
    m_waves->submit(
        "reveal",
        [this, body = revealBody(by, *record, hidden->pointer), event = revealEvent(by, *record),
         action](UnitOfWork& unit) -> Result<void> {
            LK_CHECK(m_journal.record(unit, JournalKind::ValueRevealed, body, action));
            return m_journal.announce(unit, event, CredentialId());
        },
        [this, value = hidden->value, done](const CommandOutcome& outcome) {
            if (!outcome.result)
                return done(outcome.result.error());
            m_running->feed.wake();
#ifndef LOCKKEEPER_FAULT_REVEAL_UNGUARDED
            // Without the guard the record could be taken back unseen.
            if (!outcome.guarded)
                return done(
                    Error(ErrorCode::Unavailable, "the guard does not know of the reveal yet"));
#endif
            done(value);
        });
}

} // namespace lockkeeper
