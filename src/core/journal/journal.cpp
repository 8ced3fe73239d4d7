// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journal.h"

#include "core/base/assert.h"
#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/domain/actiontransitions.h"
#include "core/journal/actionrows.h"

#include <algorithm>

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
            return Error(ErrorCode::FailedPrecondition, "the action is " + bytesOf(at) + ": " +
                                                            bytesOf(actionEventName(event)) +
                                                            " is not possible");
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

Result<void> updateRow(UnitOfWork& unit, const ActionRecord& r, const ActionRecord& old)
{
#ifdef LOCKKEEPER_FAULT_NO_STATE_CONDITION
    LK_TRY(const std::optional<ActionRecord> now, findAction(unit, r.id));
    const ActionRecord& expected = now ? *now : old;
#else
    const ActionRecord& expected = old;
#endif
    LK_TRY(const qint64 rows,
           unit.execute("action_write_state",
                        {number(static_cast<int>(r.state)), r.version, r.decideByMs, r.executeByMs,
                         r.holdUntilMs, r.firstShownAtMs, r.changedAtMs, r.finishedAtMs,
                         number(r.attempts), number(r.invalidations), r.decision.value(),
                         outcomeCode(r), r.id.value(), number(static_cast<int>(expected.state)),
                         expected.version}));
    if (rows != 1)
        return Error(ErrorCode::Conflict, "the action has changed meanwhile");
    return {};
}

/// A change edits only what action_write_state stores: anything else would be in the journal's
/// digest of the row, but not in the row.
bool editsOnlyWhatIsStored(const ActionRecord& edited, ActionRecord old)
{
    old.decideByMs = edited.decideByMs;
    old.executeByMs = edited.executeByMs;
    old.holdUntilMs = edited.holdUntilMs;
    old.firstShownAtMs = edited.firstShownAtMs;
    old.attempts = edited.attempts;
    old.invalidations = edited.invalidations;
    old.decision = edited.decision;
    old.outcome = edited.outcome;
    old.hasOutcome = edited.hasOutcome;
    return edited == old;
}

void stamp(ActionRecord& record, qint64 nowMs)
{
    record.changedAtMs = nowMs;
    record.finishedAtMs = isFinal(record.state) ? nowMs : 0;
    if (!record.hasOutcome)
        record.outcome = Outcome::NotStarted; // as it is read back
}

} // namespace

Journal::Journal(const Clock& clock)
    : m_clock(clock)
{
    m_committed.head = laneStartHash();
    m_wave = m_command = m_committed;
}

Result<void> Journal::checkWritable() const
{
    LK_ASSERT(m_inWave);
    if (m_halfWritten)
        return Error(ErrorCode::FailedPrecondition, "an earlier change of this command failed");
    if (!m_damage.isEmpty())
        return Error(ErrorCode::FailedPrecondition, "nothing is journaled: " + m_damage);
    if (!m_keys || m_lane.isEmpty())
        return Error(ErrorCode::FailedPrecondition, "nothing is journaled without the seat's keys");
    return {};
}

JournalEntry Journal::draft(JournalKind kind, const QByteArray& body, const ActionId& action,
                            const QByteArray& actionPrevious) const
{
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
    return entry;
}

Result<void> Journal::append(UnitOfWork& unit, const JournalEntry& entry)
{
    m_halfWritten = true;
    LK_TRY(const qint64 rows,
           unit.execute("journal_append",
                        {entry.lane, entry.number, entry.atMs, number(static_cast<int>(entry.kind)),
                         entry.action.value(), Blob{entry.body}, Blob{entry.previousHash},
                         Blob{entry.actionPreviousHash}, Blob{entry.hash}}));
    if (rows != 1)
        return Error(ErrorCode::Internal, "a journal entry was not inserted");
    m_command.number = entry.number;
    m_command.head = entry.hash;
    m_halfWritten = false;
    return {};
}

Result<void> Journal::write(UnitOfWork& unit, const JournalEntry& entry, const ActionRecord& record,
                            const ActionRecord* old, const ActionChange& change)
{
    LK_CHECK(append(unit, entry));
    m_halfWritten = true;
    LK_CHECK(old ? updateRow(unit, record, *old) : insertRow(unit, record));
    LK_CHECK(announceChange(unit, record, change));
    m_halfWritten = false;
    return {};
}

Result<ActionRecord> Journal::admit(UnitOfWork& unit, ActionRecord record, ActionEvent verdict,
                                    const ActionChange& change)
{
    LK_CHECK(checkWritable());
    const QList<ActionEvent> events{ActionEvent::Admitted, verdict};
    LK_TRY(record.state, walk(std::nullopt, events));
    record.version = 1;
    stamp(record, m_clock.wallMs());
    const JournalEntry entry =
        draft(JournalKind::ActionEvent, entryBody(change, events, record, true), record.id, {});
    LK_TRY(LedgerEntry after, replayEntry(std::nullopt, entry));
    LK_CHECK(write(unit, entry, record, nullptr, change));
    m_ledger.set(record.id, std::move(after));
    return record;
}

Result<void> Journal::checkRow(const ActionRecord& row) const
{
#ifdef LOCKKEEPER_FAULT_ROW_BELIEVED
    Q_UNUSED(row);
    return {};
#else
    const LedgerEntry* known = m_ledger.find(row.id);
    if (isFinal(row.state) && !known)
        return {}; // nothing is ever done with a final action; rows were compared at start
    if (known && known->tampered.isEmpty() && known->fits(row))
        return {};
    if (known && !known->tampered.isEmpty())
        return Error(ErrorCode::DataLoss, known->tampered);
    const Error error(ErrorCode::DataLoss,
                      known ? "the row of action " + row.id.value() + " differs from the journal"
                            : "action " + row.id.value() +
                                  " has a row but no journal entry says it is open");
    if (m_tampering)
        m_tampering(row.id, error.message());
    return error;
#endif
}

qint64 Journal::decideByMs(const ActionRecord& row) const
{
    return row.decideByMs == 0 ? 0 : std::max(row.decideByMs, m_ledger.decideByMs(row.id));
}

void Journal::markTampered(const ActionId& action, const QByteArray& why)
{
    m_ledger.markTampered(action, why);
    reportTampering(action, why);
}

void Journal::reportTampering(const ActionId& action, const QByteArray& why) const
{
    if (m_tampering)
        m_tampering(action, why);
}

Result<ActionRecord> Journal::apply(UnitOfWork& unit, const ActionId& id,
                                    const ActionChange& change, qint64 expectedVersion)
{
    LK_CHECK(checkWritable());
    const LedgerEntry* known = m_ledger.find(id);
    LK_TRY(const std::optional<ActionRecord> found, findAction(unit, id));
    if (!found && known) {
        const Error missing(ErrorCode::DataLoss, "the row of action " + id.value() + " is missing");
        if (m_tampering)
            m_tampering(id, missing.message());
        return missing;
    }
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
    LK_ASSERT(editsOnlyWhatIsStored(record, old));
#ifndef LOCKKEEPER_FAULT_SHOWN_FORGOTTEN
    if (record.firstShownAtMs == 0 && known)
        record.firstShownAtMs = known->firstShownAtMs;
#endif
    record.state = to;
    record.version = old.version + 1;
    stamp(record, m_clock.wallMs());

    LK_ASSERT(known); // final rows ended in walk(), others without an entry in checkRow()
    const JournalEntry entry =
        draft(JournalKind::ActionEvent, entryBody(change, change.events, record, false), id,
              known->lastHash);
    LK_TRY(LedgerEntry after, replayEntry(*known, entry));
    LK_CHECK(write(unit, entry, record, &old, change));
    m_ledger.set(id, std::move(after));
    return record;
}

Result<void> Journal::record(UnitOfWork& unit, JournalKind kind, const QByteArray& body,
                             const ActionId& action)
{
    LK_ASSERT(kind != JournalKind::ActionEvent);
    LK_CHECK(checkWritable());
    const LedgerEntry* known = action.isEmpty() ? nullptr : m_ledger.find(action);
    std::optional<LedgerEntry> linked;
    if (known && !isFinal(known->state))
        linked = *known;
    const JournalEntry entry = draft(kind, body, action, linked ? linked->lastHash : QByteArray());
    LK_CHECK(replayRecord(linked ? &*linked : nullptr, entry));
    LK_CHECK(append(unit, entry));
    if (linked) {
        linked->lastHash = entry.hash;
        m_ledger.set(action, std::move(*linked));
    }
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
    details.member("state", bytesOf(state));
    event.details = details.endObject().take();
    return announce(unit, std::move(event), record.credential);
}

Result<void> Journal::announce(UnitOfWork& unit, CoreEvent event, const CredentialId& credential)
{
    LK_ASSERT(m_inWave);
    event.seq = m_command.outbox + 1;
    event.atMs = m_clock.wallMs();
    LK_TRY(const qint64 rows,
           unit.execute("outbox_append", {event.seq, event.atMs, event.type, event.actionId,
                                          event.submissionId, event.batchId, event.callId,
                                          event.tool, credential.value(), event.details}));
    if (rows != 1)
        return Error(ErrorCode::Internal, "an event was not inserted");
    m_command.outbox = event.seq;
    return {};
}

Result<bool> Journal::endsAt(StoreSession& session, const Position& position) const
{
    bool found = position.number == 0;
    int behind = 0;
    const qint64 from = std::max<qint64>(position.number, 1);
    LK_CHECK(session.query("journal_entries_from", {m_lane, from, number(2)},
                           [&](const StoreRow& row) -> Result<void> {
                               if (row.integer(0) == position.number)
                                   found = row.bytes(7) == position.head;
                               else
                                   ++behind;
                               return {};
                           }));
    qint64 outbox = 0;
    LK_CHECK(session.query("outbox_range", {}, [&outbox](const StoreRow& row) -> Result<void> {
        outbox = row.integer(1);
        return {};
    }));
    return found && behind == 0 && outbox == position.outbox;
}

Result<void> Journal::checkEnd(StoreSession& session) const
{
    LK_TRY(const bool fits, endsAt(session, m_committed));
    if (!fits)
        return Error(ErrorCode::DataLoss, "the store ends with another entry or event than the one "
                                          "that was committed last");
    return {};
}

Result<Journal::WaveFate> Journal::fateOfWave(StoreSession& session) const
{
    const bool leftTrace =
        m_wave.number != m_committed.number || m_wave.outbox != m_committed.outbox;
    if (leftTrace) {
        LK_TRY(const bool committed, endsAt(session, m_wave));
        if (committed)
            return WaveFate::Committed;
    }
    LK_CHECK(checkEnd(session));
    return leftTrace ? WaveFate::Gone : WaveFate::CannotBeTold;
}

void Journal::waveBegins()
{
    m_inWave = true;
    m_halfWritten = false;
    m_ledger.dropWave();
    m_wave = m_command = m_committed;
}

void Journal::commandBegins()
{
    LK_ASSERT(!m_halfWritten);
    m_ledger.beginCommand();
    m_wave = m_command;
}

void Journal::commandRolledBack()
{
    m_halfWritten = false;
    m_ledger.dropCommand();
    m_command = m_wave;
}

Result<void> Journal::beforeCommit(UnitOfWork& unit)
{
    LK_ASSERT(!m_halfWritten);
    m_ledger.beginCommand();
    m_wave = m_command;
    if (m_wave.number == m_committed.number)
        return {}; // nothing journaled, nothing to sign
#ifndef LOCKKEEPER_FAULT_WAVE_UNSIGNED
    LK_ASSERT(m_keys.has_value());
    LK_TRY(const QByteArray signature, m_keys->sign(SignaturePurpose::WaveEnd, m_wave.head));
    LK_TRY(const qint64 rows,
           unit.execute("journal_append_signature", {Blob{signature}, m_lane, m_wave.number}));
    if (rows != 1)
        return Error(ErrorCode::Internal, "the wave's last entry could not be signed");
#else
    Q_UNUSED(unit);
#endif
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
    m_halfWritten = false;
    m_ledger.dropWave();
    m_wave = m_command = m_committed;
    m_inWave = false;
}

} // namespace lockkeeper
