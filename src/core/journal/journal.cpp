// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journal.h"

#include "core/base/assert.h"
#include "core/base/canonicaljson.h"
#include "core/domain/actiontransitions.h"
#include "core/journal/actionrows.h"

namespace lockkeeper {

namespace {

StoreValue number(qint64 value)
{
    return value;
}

qint64 outcomeCode(const ActionRecord& record)
{
    return record.hasOutcome ? static_cast<qint64>(record.outcome) : 0;
}

/// The state after all events, or what is wrong.
Result<ActionState> walk(std::optional<ActionState> from, const QList<ActionEvent>& events)
{
    LK_ASSERT(!events.isEmpty());
    std::optional<ActionState> current = from;
    for (const ActionEvent event : events) {
        const auto to = next(current, event);
        if (!to) {
            const std::string_view at = current ? actionStateName(*current) : "nothing";
            const std::string_view name = actionEventName(event);
            return Error(ErrorCode::FailedPrecondition,
                         "the action is " + QByteArray(at.data(), qsizetype(at.size())) + ": " +
                             QByteArray(name.data(), qsizetype(name.size())) + " is not possible");
        }
        current = to;
    }
    return *current;
}

QByteArray entryBody(const ActionChange& change, const QList<ActionEvent>& events,
                     const ActionRecord& record, bool first)
{
    JsonWriter body;
    body.beginObject().member("actor", change.actor).memberRaw("data", change.data);
    body.key("events").beginArray();
    for (const ActionEvent event : events)
        body.integer(static_cast<int>(event));
    body.endArray().member("row", rowDigest(record).toHex());
    body.member("state", static_cast<qint64>(record.state));
    if (first) {
        body.member("statement", record.statementDigest.toHex());
        body.member("submission", record.submission.value());
    }
    return body.member("version", record.version).endObject().take();
}

Result<void> insertRow(UnitOfWork& unit, const ActionRecord& r)
{
    LK_TRY(const qint64 rows,
           unit.execute("action_write_insert", {r.id.value(),
                                                r.submission.value(),
                                                r.callId,
                                                number(r.ordinal),
                                                number(static_cast<int>(r.state)),
                                                r.version,
                                                r.credential.value(),
                                                r.tool.server,
                                                r.tool.tool,
                                                number(static_cast<int>(r.effect)),
                                                number(static_cast<int>(r.risk)),
                                                Blob{r.statementDigest},
                                                Blob{r.equalityKey},
                                                Blob{r.targetKeys},
                                                r.keyEpoch,
                                                r.createdAtMs,
                                                r.decideByMs,
                                                r.executeByMs,
                                                r.holdUntilMs,
                                                r.firstShownAtMs,
                                                r.changedAtMs,
                                                r.finishedAtMs,
                                                number(r.attempts),
                                                number(r.invalidations),
                                                r.decision.value(),
                                                outcomeCode(r),
                                                r.follows.value()}));
    if (rows != 1)
        return Error(ErrorCode::Internal, "an action's row was not inserted");
    return {};
}

Result<qint64> updateRow(UnitOfWork& unit, const ActionRecord& r, const ActionRecord& old)
{
#ifdef LOCKKEEPER_FAULT_NO_STATE_CONDITION
    Q_UNUSED(old);
    return unit.execute("action_write_state_unchecked",
                        {number(static_cast<int>(r.state)), r.version, r.decideByMs, r.executeByMs,
                         r.holdUntilMs, r.firstShownAtMs, r.changedAtMs, r.finishedAtMs,
                         number(r.attempts), number(r.invalidations), r.decision.value(),
                         outcomeCode(r), r.id.value()});
#else
    return unit.execute("action_write_state",
                        {number(static_cast<int>(r.state)), r.version, r.decideByMs, r.executeByMs,
                         r.holdUntilMs, r.firstShownAtMs, r.changedAtMs, r.finishedAtMs,
                         number(r.attempts), number(r.invalidations), r.decision.value(),
                         outcomeCode(r), r.id.value(), number(static_cast<int>(old.state)),
                         old.version});
#endif
}

} // namespace

Journal::Journal(const Clock& clock)
    : m_clock(clock)
{
    m_committed.head = laneStartHash();
    m_wave = m_command = m_committed;
}

Result<JournalEntry> Journal::append(UnitOfWork& unit, JournalKind kind, const QByteArray& body,
                                     const ActionId& action, const QByteArray& actionPrevious)
{
    LK_ASSERT(m_inWave && m_keys && !m_lane.isEmpty());
    JournalEntry entry;
    entry.lane = m_lane;
    entry.number = m_command.number + 1;
    entry.atMs = m_clock.wallMs();
    entry.kind = kind;
    entry.action = action;
    entry.body = body;
    entry.previousHash = m_command.head;
    entry.actionPreviousHash = actionPrevious;
    entry.hash = entry.computeHash();
    LK_TRY(const qint64 rows,
           unit.execute("journal_append",
                        {entry.lane, entry.number, entry.atMs, number(static_cast<int>(kind)),
                         action.value(), Blob{body}, Blob{entry.previousHash}, Blob{actionPrevious},
                         Blob{entry.hash}}));
    if (rows != 1)
        return Error(ErrorCode::Internal, "a journal entry was not inserted");
    m_command.number = entry.number;
    m_command.head = entry.hash;
    return entry;
}

Result<ActionRecord> Journal::admit(UnitOfWork& unit, ActionRecord record, ActionEvent verdict,
                                    const ActionChange& change)
{
    const QList<ActionEvent> events{ActionEvent::Admitted, verdict};
    LK_TRY(record.state, walk(std::nullopt, events));
    record.version = 1;
    record.changedAtMs = m_clock.wallMs();
    record.finishedAtMs = isFinal(record.state) ? record.changedAtMs : 0;
    const QByteArray body = entryBody(change, events, record, true);
    LK_TRY(const JournalEntry entry,
           append(unit, JournalKind::ActionEvent, body, record.id, QByteArray()));
    LK_CHECK(insertRow(unit, record));
    LK_TRY(LedgerEntry ledgerEntry, replayEntry(std::nullopt, entry));
    m_ledger.set(record.id, std::move(ledgerEntry));
    LK_CHECK(announceChange(unit, record, change));
    return record;
}

Result<void> Journal::checkRow(const ActionRecord& row) const
{
    const LedgerEntry* known = m_ledger.find(row.id);
    if (isFinal(row.state) && !known)
        return {}; // nothing is ever done with a final action; rows were compared at start
    if (!known)
        return Error(ErrorCode::DataLoss, "action " + row.id.value() +
                                              " has a row but no journal entry says it is open");
    if (!known->tampered.isEmpty())
        return Error(ErrorCode::DataLoss, known->tampered);
    if (known->state != row.state || known->version != row.version ||
        known->rowDigest != rowDigest(row) || known->statementDigest != row.statementDigest)
        return Error(ErrorCode::DataLoss,
                     "the row of action " + row.id.value() + " differs from the journal");
    return {};
}

Result<ActionRecord> Journal::apply(UnitOfWork& unit, const ActionId& id,
                                    const ActionChange& change, qint64 expectedVersion)
{
    LK_TRY(const std::optional<ActionRecord> found, findAction(unit, id));
    if (!found)
        return Error(ErrorCode::NotFound, "no action " + id.value());
    const ActionRecord& old = *found;
    LK_CHECK(checkRow(old));
    if (expectedVersion >= 0 && old.version != expectedVersion)
        return Error(ErrorCode::Conflict, "the action has changed meanwhile");
    LK_TRY(const ActionState to, walk(old.state, change.events));

    ActionRecord record = old;
    if (change.edit)
        change.edit(record);
    record.state = to;
    record.version = old.version + 1;
    record.changedAtMs = m_clock.wallMs();
    record.finishedAtMs = isFinal(to) ? record.changedAtMs : 0;

    const LedgerEntry before = *m_ledger.find(id);
    const QByteArray body = entryBody(change, change.events, record, false);
    LK_TRY(const JournalEntry entry,
           append(unit, JournalKind::ActionEvent, body, id, before.lastHash));
    LK_TRY(const qint64 rows, updateRow(unit, record, old));
    if (rows != 1)
        return Error(ErrorCode::Conflict, "the action has changed meanwhile");
    LK_TRY(LedgerEntry after, replayEntry(before, entry));
    m_ledger.set(id, std::move(after));
    LK_CHECK(announceChange(unit, record, change));
    return record;
}

Result<void> Journal::record(UnitOfWork& unit, JournalKind kind, const QByteArray& body,
                             const ActionId& action)
{
    LK_ASSERT(kind != JournalKind::ActionEvent);
    LK_TRY(const JournalEntry entry, append(unit, kind, body, action, QByteArray()));
    Q_UNUSED(entry);
    return {};
}

Result<void> Journal::announceChange(UnitOfWork& unit, const ActionRecord& record,
                                     const ActionChange& change)
{
    CoreEvent event;
    event.type = change.eventType.isEmpty() ? QByteArray("action_changed") : change.eventType;
    event.actionId = record.id.value();
    event.submissionId = record.submission.value();
    event.batchId = change.batchId;
    event.callId = record.callId;
    event.tool = record.tool.server + '/' + record.tool.tool;
    const std::string_view state = actionStateName(record.state);
    JsonWriter details;
    details.beginObject();
    JsonView(change.eventDetails)
        .forEachMember([&details](const QByteArray& name, const JsonView& value) {
            details.memberRaw(name, value.raw());
            return true;
        });
    details.member("state", QByteArrayView(state.data(), qsizetype(state.size())));
    event.details = details.endObject().take();
    return announce(unit, std::move(event), record.credential);
}

Result<void> Journal::announce(UnitOfWork& unit, CoreEvent event, const CredentialId& credential)
{
    event.seq = m_command.outbox + 1;
    event.atMs = m_clock.wallMs();
    LK_TRY(const qint64 rows,
           unit.execute("outbox_append", {event.seq, event.atMs, event.type, event.actionId,
                                          event.submissionId, event.batchId, event.callId,
                                          event.tool, credential.value(), event.details}));
    Q_UNUSED(rows);
    m_command.outbox = event.seq;
    return {};
}

void Journal::waveBegins()
{
    m_inWave = true;
    m_ledger.dropWave();
    m_wave = m_command = m_committed;
}

void Journal::commandBegins()
{
    m_ledger.beginCommand();
    m_wave = m_command;
}

void Journal::commandRolledBack()
{
    m_ledger.dropCommand();
    m_command = m_wave;
}

Result<void> Journal::beforeCommit(UnitOfWork& unit)
{
    m_ledger.beginCommand();
    m_wave = m_command;
    if (m_wave.number == m_committed.number)
        return {}; // nothing journaled, nothing to sign
    LK_ASSERT(m_keys.has_value());
    LK_TRY(const QByteArray signature, m_keys->sign(SignaturePurpose::WaveEnd, m_wave.head));
    LK_TRY(const qint64 rows,
           unit.execute("journal_append_signature", {Blob{signature}, m_lane, m_wave.number}));
    if (rows != 1)
        return Error(ErrorCode::Internal, "the wave's last entry could not be signed");
    return {};
}

void Journal::committed()
{
    m_ledger.commit();
    m_committed = m_command = m_wave;
    m_inWave = false;
}

void Journal::waveRolledBack()
{
    m_ledger.dropWave();
    m_wave = m_command = m_committed;
    m_inWave = false;
}

} // namespace lockkeeper
