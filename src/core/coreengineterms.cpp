// SPDX-License-Identifier: Apache-2.0
// The part of the engine that changes nothing of an action but how long and whether operators have
// it before them: more time to decide, putting aside, and that its card was drawn.
#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/base/logging.h"
#include "core/coreengine.h"
#include "core/enginerunning.h"

#include <QDateTime>

namespace lockkeeper {

namespace {

/// What was drawn is on record this much later at the latest; usually with what is decided on it.
constexpr qint64 kShownWithinMs = 1000;

QByteArray utcText(qint64 wallMs)
{
    return QDateTime::fromMSecsSinceEpoch(wallMs, Qt::UTC)
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss 'UTC'"))
        .toLatin1();
}

CoreEvent eventAbout(const ActionRecord& record, const QByteArray& type)
{
    CoreEvent event;
    event.type = type;
    event.actionId = record.id.value();
    event.submissionId = record.submission.value();
    event.callId = record.callId;
    event.tool = record.tool.server + '/' + record.tool.tool;
    return event;
}

QByteArray extensionBody(const OperatorPrincipal& by, const ActionRecord& record, qint64 decideByMs)
{
    return JsonWriter()
        .beginObject()
        .member("by", by.name)
        .member("decide_by_ms", decideByMs)
        .member("proof", by.proof)
        .member("state", static_cast<qint64>(record.state))
        .endObject()
        .take();
}

/// Its agent is told as well: it has more time to wait for.
CoreEvent extensionEvent(const OperatorPrincipal& by, const ActionRecord& record, qint64 decideByMs)
{
    CoreEvent event = eventAbout(record, "decide_by_extended");
    event.details = JsonWriter()
                        .beginObject()
                        .member("by", by.name)
                        .member("decide_by_ms", decideByMs)
                        .endObject()
                        .take();
    return event;
}

} // namespace

void CoreEngine::snooze(const OperatorPrincipal& by, const SnoozeRequest& request,
                        Decisions::Done done)
{
    if (const auto ready = decidable(by); !ready)
        return done(ready.error());
    const auto record = findVisible({}, request.action, {});
    if (!record)
        return done(record.error());
    m_running->snoozes.snooze({by.name, by.proof, SecretBytes()}, *record, request.untilMs,
                              request.reason, std::move(done));
}

void CoreEngine::snoozesEnded(const QList<ActionId>& actions)
{
    QList<CoreEvent> events;
    for (const ActionId& action : actions) {
        const auto record = findVisible({}, action, {});
        if (record)
            events.append(eventAbout(*record, "snooze_ended"));
    }
    if (!writable()) { // nothing is stored any more, but screens have to show it again
        for (const CoreEvent& event : std::as_const(events))
            m_running->feed.live(event, CredentialId());
        return;
    }
    m_waves->submit(
        "snooze",
        [this, events](UnitOfWork& unit) -> Result<void> {
            for (const CoreEvent& event : events)
                LK_CHECK(m_journal.announce(unit, event, CredentialId())); // operators only
            return {};
        },
        [this](const CommandOutcome& outcome) {
            if (!outcome.result)
                log::warning("core", "it could not be told that calls are back",
                             {{"why", outcome.result.error().describe()}});
            m_running->feed.wake();
        });
}

Result<ActionRecord> CoreEngine::extensible(const ActionId& action, qint64 decideByMs)
{
    LK_TRY(ActionRecord record, findVisible({}, action, {}));
    LK_CHECK(m_journal.checkRow(record));
    if (record.state != ActionState::Pending)
        return Error(ErrorCode::FailedPrecondition,
                     "the action is " + bytesOf(actionStateName(record.state)) + ", not pending");
    const qint64 current = m_journal.decideByMs(record);
    if (m_parts->clock->wallMs() >= current)
        return Error(ErrorCode::FailedPrecondition, "its decide-by time has passed");
    if (decideByMs <= current)
        return Error(ErrorCode::InvalidArgument,
                     "it can be decided until " + utcText(current) + " already");
    const qint64 latest = m_running->context.policy.latestDecideByMs(record.createdAtMs);
#ifndef LOCKKEEPER_FAULT_EXTENDED_BEYOND_POLICY
    if (decideByMs > latest)
        return Error(ErrorCode::InvalidArgument,
                     "policy gives it time until " + utcText(latest) + " and no longer");
#else
    Q_UNUSED(latest);
#endif
    return record;
}

void CoreEngine::extend(const OperatorPrincipal& by, const ActionId& action, qint64 decideByMs,
                        Decisions::Done done)
{
    if (const auto ready = decidable(by); !ready)
        return done(ready.error());
    const auto record = extensible(action, decideByMs);
    if (!record)
        return done(record.error());
#ifdef LOCKKEEPER_FAULT_EXTENDED_BEFORE_COMMIT
    LedgerEntry early = *m_journal.ledger().find(action);
    early.decideByMs = decideByMs - 1;
    m_journal.ledger().set(action, early);
    m_journal.ledger().commit();
#endif
    m_waves->submit(
        "extend",
        [this, by, row = *record, decideByMs](UnitOfWork& unit) -> Result<void> {
            const LedgerEntry* now = m_journal.ledger().find(row.id);
            if (!now || now->version != row.version)
                return Error(ErrorCode::Conflict, "the action has changed meanwhile");
            if (now->decideByMs >= decideByMs)
                return Error(ErrorCode::Conflict, "it was given more time meanwhile");
            LK_CHECK(m_journal.record(unit, JournalKind::DecideByExtended,
                                      extensionBody(by, row, decideByMs), row.id));
            return m_journal.announce(unit, extensionEvent(by, row, decideByMs), row.credential);
        },
        [this, row = *record, done = std::move(done)](const CommandOutcome& outcome) {
            if (!outcome.result)
                return done(outcome.result.error());
            m_running->feed.wake();
            if (!outcome.guarded)
                return done(
                    Error(ErrorCode::Unavailable, "the guard does not know of the extension yet"));
            done(row);
        });
}

std::optional<ActionState> CoreEngine::statePastDeadline(const ActionId& action) const
{
    const LedgerEntry* known = m_journal.ledger().find(action);
    if (!known || !known->tampered.isEmpty())
        return std::nullopt;
    const bool isUndecided =
        known->state == ActionState::Pending || known->state == ActionState::Holding;
    if (isUndecided && m_parts->clock->wallMs() < known->decideByMs)
        return std::nullopt;
    return known->state;
}

void CoreEngine::noteShown(const ActionRecord& record)
{
    const LedgerEntry* known = m_journal.ledger().find(record.id);
    if (record.state != ActionState::Pending || record.firstShownAtMs != 0 || !known ||
        known->firstShownAtMs != 0 || !known->tampered.isEmpty() || m_noted.contains(record.id) ||
        !writable())
        return;
    m_noted.insert(record.id);
    m_waves->submitLater(
        "shown",
        [this, action = record.id,
         at = m_parts->clock->wallMs()](UnitOfWork& unit) -> Result<void> {
            const LedgerEntry* now = m_journal.ledger().find(action);
            if (!now || isFinal(now->state) || now->firstShownAtMs != 0)
                return {}; // it ended before its card was on record
            return m_journal.record(unit, JournalKind::FirstShown,
                                    JsonWriter()
                                        .beginObject()
                                        .member("at_ms", at)
                                        .member("state", static_cast<qint64>(now->state))
                                        .endObject()
                                        .take(),
                                    action);
        },
        [this, action = record.id](const CommandOutcome& outcome) {
            m_noted.remove(action); // what was not recorded is noted again
            if (!outcome.result)
                log::warning(
                    "core", "it could not be recorded that a card was shown",
                    {{"action", action.value()}, {"why", outcome.result.error().describe()}});
        },
        kShownWithinMs);
}

} // namespace lockkeeper
