// SPDX-License-Identifier: Apache-2.0
#include "core/journal/ledger.h"

#include "core/base/canonicaljson.h"
#include "core/domain/actiontransitions.h"

namespace lockkeeper {

namespace {

Error damaged(const JournalEntry& entry, const char* what)
{
    return Error(ErrorCode::DataLoss, "journal entry " + QByteArray::number(entry.number) +
                                          " of action " + entry.action.value() + ": " + what);
}

QByteArray fromHexMember(const JsonView& object, QByteArrayView name)
{
    const auto text = object.member(name).string();
    return text ? QByteArray::fromHex(*text) : QByteArray();
}

void takeDispatch(LedgerEntry& state, const JsonView& data)
{
    state.dispatch = DispatchId(data.member("dispatch").string().value_or(QByteArray()));
    state.attempts = static_cast<int>(data.member("attempt").integer().value_or(0));
#ifndef LOCKKEEPER_FAULT_DECISION_NEVER_SPENT
    state.decisionSpent = true;
#endif
}

void takeDecision(LedgerEntry& state, const JsonView& data)
{
    state.decision = DecisionId(data.member("decision").string().value_or(QByteArray()));
    state.decisionDigest = fromHexMember(data, "decision_digest");
    state.decisionSpent = false;
}

/// What an event that leads to `to` does besides the state.
void takeEvent(LedgerEntry& state, ActionEvent event, ActionState to, const JsonView& data)
{
    if (event == ActionEvent::Claimed)
        takeDispatch(state, data);
    if (event == ActionEvent::HoldElapsed)
        takeDecision(state, data);
    // Proof that nothing happened frees the decision for the next attempt of the signed limit.
    if (event == ActionEvent::NotStarted || event == ActionEvent::NoEffectRetry)
        state.decisionSpent = false;
    // Whoever waits for a decision has none.
    if (to == ActionState::Pending) {
        state.decision = DecisionId();
        state.decisionDigest.clear();
    }
}

Result<void> takeExtension(LedgerEntry* open, const JournalEntry& entry)
{
    const qint64 until =
        JsonView(QByteArrayView(entry.body)).member("decide_by_ms").integer().value_or(0);
    if (!open || open->state != ActionState::Pending)
        return damaged(entry, "extends what does not wait for a decision");
    if (until <= open->decideByMs)
        return damaged(entry, "does not extend");
    open->decideByMs = until;
    return {};
}

Result<void> takeFirstShown(LedgerEntry* open, const JournalEntry& entry)
{
    const qint64 at = JsonView(QByteArrayView(entry.body)).member("at_ms").integer().value_or(0);
    if (!open || open->firstShownAtMs != 0 || at <= 0)
        return damaged(entry, "is no first sight of an open action");
    open->firstShownAtMs = at;
    return {};
}

/// Walks the events of an entry's body through the table and gives the last state.
Result<ActionState> walkEvents(LedgerEntry& state, std::optional<ActionState> from,
                               const JournalEntry& entry, const JsonView& body)
{
    const JsonView data = body.member("data");
    std::optional<ActionState> current = from;
    Result<void> walked = damaged(entry, "names no event");
    body.member("events").forEachElement([&](const JsonView& value) {
        const qint64 code = value.integer().value_or(0);
        const auto event = code > 0 && code <= kActionEventCount
                               ? actionEventFromCode(static_cast<int>(code))
                               : std::nullopt;
        const auto to = event ? next(current, *event) : std::nullopt;
        if (!to) {
            walked = damaged(entry, "names a transition that the table does not have");
            return false;
        }
        walked = {};
        current = to;
        takeEvent(state, *event, *to, data);
        return true;
    });
    LK_CHECK(walked);
    return *current;
}

} // namespace

Result<LedgerEntry> replayEntry(const std::optional<LedgerEntry>& before, const JournalEntry& entry)
{
    LK_CHECK(checkJson(entry.body));
    const JsonView body{QByteArrayView(entry.body)};
    LedgerEntry state = before.value_or(LedgerEntry());
    if (entry.actionPreviousHash != (before ? before->lastHash : QByteArray()))
        return damaged(entry, "does not follow the action's entry before it");
    LK_TRY(state.state,
           walkEvents(state, before ? std::optional(before->state) : std::nullopt, entry, body));
    if (body.member("state").integer() != static_cast<qint64>(state.state))
        return damaged(entry, "names another state than its events lead to");
    const auto version = body.member("version").integer();
    if (!version || *version != state.version + 1)
        return damaged(entry, "does not count the version by one");
    state.version = *version;
    state.rowDigest = fromHexMember(body, "row");
    if (!before) {
        state.statementDigest = fromHexMember(body, "statement");
        state.submission = SubmissionId(body.member("submission").string().value_or(QByteArray()));
    }
    state.lastHash = entry.hash;
    return state;
}

Result<void> replayRecord(LedgerEntry* open, const JournalEntry& entry)
{
    const bool isExtension = entry.kind == JournalKind::DecideByExtended;
    if (!isExtension && entry.kind != JournalKind::FirstShown)
        return {};
    LK_CHECK(checkJson(entry.body));
    return isExtension ? takeExtension(open, entry) : takeFirstShown(open, entry);
}

bool LedgerEntry::fits(const ActionRecord& row) const
{
    return state == row.state && version == row.version &&
           rowDigest == lockkeeper::rowDigest(row) && statementDigest == row.statementDigest;
}

const LedgerEntry* Ledger::find(const ActionId& action) const
{
    for (const auto* layer : {&m_command, &m_wave, &m_committed}) {
        const auto found = layer->constFind(action);
        if (found != layer->constEnd())
            return &found.value();
    }
    return nullptr;
}

qint64 Ledger::decideByMs(const ActionId& action) const
{
    const LedgerEntry* known = find(action);
    return known ? known->decideByMs : m_extended.value(action);
}

void Ledger::markTampered(const ActionId& action, const QByteArray& why)
{
    for (auto* layer : {&m_command, &m_wave, &m_committed}) {
        const auto found = layer->find(action);
        if (found != layer->end() && found->tampered.isEmpty())
            found->tampered = why;
    }
}

void Ledger::beginCommand()
{
    m_wave.insert(m_command);
    m_command.clear();
}

void Ledger::dropWave()
{
    m_wave.clear();
    m_command.clear();
}

void Ledger::commit()
{
    beginCommand();
    for (auto it = m_wave.cbegin(); it != m_wave.cend(); ++it) {
        if (!isFinal(it->state)) {
            m_committed.insert(it.key(), it.value());
            continue;
        }
        if (it->decideByMs > 0)
            m_extended.insert(it.key(), it->decideByMs);
        m_committed.remove(it.key());
    }
    m_wave.clear();
}

void Ledger::load(QHash<ActionId, LedgerEntry> entries)
{
    dropWave();
    m_extended.clear();
    for (auto it = entries.begin(); it != entries.end();) {
        if (!isFinal(it->state) || !it->tampered.isEmpty()) {
            ++it;
            continue;
        }
        if (it->decideByMs > 0)
            m_extended.insert(it.key(), it->decideByMs);
        it = entries.erase(it);
    }
    m_committed = std::move(entries);
}

} // namespace lockkeeper
