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

void takeEventData(LedgerEntry& state, const JsonView& data)
{
    if (const auto attempt = data.member("attempt").integer())
        state.attempts = static_cast<int>(*attempt);
    if (const auto dispatch = data.member("dispatch").string()) {
        state.dispatch = DispatchId(*dispatch);
        state.decisionSpent = true;
    }
    if (const auto decision = data.member("decision").string()) {
        state.decision = DecisionId(*decision);
        state.decisionDigest = fromHexMember(data, "decision_digest");
        state.decisionSpent = false;
    }
}

/// What an event does to the decision besides the state.
void takeDecisionRule(LedgerEntry& state, ActionEvent event)
{
    // Proof that nothing happened frees the decision for the next attempt of the signed limit.
    if (event == ActionEvent::NotStarted || event == ActionEvent::NoEffectRetry)
        state.decisionSpent = false;
    if (event == ActionEvent::InvalidatedAsk || event == ActionEvent::Undone) {
        state.decision = DecisionId();
        state.decisionDigest.clear();
    }
}

} // namespace

Result<LedgerEntry> replayEntry(const std::optional<LedgerEntry>& before, const JournalEntry& entry)
{
    LK_CHECK(checkJson(entry.body));
    const JsonView body{QByteArrayView(entry.body)};
    LedgerEntry state = before.value_or(LedgerEntry());
    if (entry.actionPreviousHash != (before ? before->lastHash : QByteArray()))
        return damaged(entry, "does not follow the action's entry before it");
    std::optional<ActionState> current = before ? std::optional(before->state) : std::nullopt;

    Result<void> walked;
    int steps = 0;
    body.member("events").forEachElement([&](const JsonView& value) {
        const auto code = value.integer();
        const auto event = code ? actionEventFromCode(static_cast<int>(*code)) : std::nullopt;
        const auto to = event ? next(current, *event) : std::nullopt;
        if (!to) {
            walked = damaged(entry, "names a transition that the table does not have");
            return false;
        }
        current = to;
        takeDecisionRule(state, *event);
        ++steps;
        return true;
    });
    LK_CHECK(walked);
    if (steps == 0)
        return damaged(entry, "names no event");
    const auto version = body.member("version").integer();
    if (!version || *version != state.version + 1)
        return damaged(entry, "does not count the version by one");
    state.state = *current;
    state.version = *version;
    state.rowDigest = fromHexMember(body, "row");
    if (!before) {
        state.statementDigest = fromHexMember(body, "statement");
        state.submission = SubmissionId(body.member("submission").string().value_or(QByteArray()));
    }
    takeEventData(state, body.member("data"));
    state.lastHash = entry.hash;
    return state;
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
        if (isFinal(it->state))
            m_committed.remove(it.key());
        else
            m_committed.insert(it.key(), it.value());
    }
    m_wave.clear();
}

void Ledger::load(QHash<ActionId, LedgerEntry> entries)
{
    dropWave();
    m_committed = std::move(entries);
}

} // namespace lockkeeper
