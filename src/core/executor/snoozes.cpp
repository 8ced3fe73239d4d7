// SPDX-License-Identifier: Apache-2.0
#include "core/executor/snoozes.h"

#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"

#include <QString>

#include <algorithm>
#include <limits>
#include <utility>

namespace lockkeeper {

namespace {

bool isUtf8(const QByteArray& text)
{
    return QString::fromUtf8(text).toUtf8() == text;
}

QByteArray bodyOf(const ActionRecord& record, const Snooze& snooze, const QByteArray& proof)
{
    return JsonWriter()
        .beginObject()
        .member("by", snooze.by)
        .member("proof", proof)
        .member("state", static_cast<qint64>(record.state))
        .member("until_ms", snooze.untilMs)
        .endObject()
        .take();
}

/// For operators only: an agent does not learn who put its call aside.
CoreEvent eventOf(const ActionRecord& record, const Snooze& snooze)
{
    CoreEvent event;
    event.type = snooze.untilMs == 0 ? "snooze_ended" : "snoozed";
    event.actionId = record.id.value();
    event.submissionId = record.submission.value();
    event.callId = record.callId;
    event.tool = record.tool.server + '/' + record.tool.tool;
    JsonWriter details;
    details.beginObject().member("by", snooze.by);
    if (snooze.untilMs != 0)
        details.member("until_ms", snooze.untilMs);
    event.details = details.endObject().take();
    return event;
}

} // namespace

Snoozes::Snoozes(EngineContext& context)
    : m_context(context)
{
}

Snoozes::~Snoozes()
{
    m_context.scheduler.cancel(m_timer);
}

Result<void> Snoozes::checkRules(const ActionRecord& record, qint64 decideByMs, qint64 untilMs,
                                 const QByteArray& reason, qint64 nowMs)
{
    if (record.state != ActionState::Pending)
        return Error(ErrorCode::FailedPrecondition,
                     "the action is " + bytesOf(actionStateName(record.state)) + ", not pending");
    if (untilMs == 0)
        return {}; // back at once
#ifndef LOCKKEEPER_FAULT_CRITICAL_SNOOZED
    if (record.risk == RiskLevel::Critical)
        return Error(ErrorCode::FailedPrecondition,
                     "its risk is critical: nobody puts that aside alone");
#endif
    if (reason.trimmed().isEmpty() || reason.size() > kMaximumReason || !isUtf8(reason))
        return Error(ErrorCode::InvalidArgument,
                     "putting a call aside needs a reason of 1 to 500 bytes");
    if (untilMs <= nowMs || untilMs > nowMs + kLongestMs)
        return Error(ErrorCode::InvalidArgument,
                     "a call is put aside until a time within the next 60 minutes");
    if (decideByMs != 0 && untilMs > decideByMs - kBeforeDecideByMs)
        return Error(ErrorCode::InvalidArgument,
                     "a call has to be back 2 minutes before it can no longer be decided");
    return {};
}

Result<void> Snoozes::write(UnitOfWork& unit, const ActionRecord& record, const Snooze& snooze,
                            const QByteArray& proof)
{
    const LedgerEntry* now = m_context.journal.ledger().find(record.id);
    if (!now || now->state != record.state || now->version != record.version)
        return Error(ErrorCode::Conflict, "the action has changed meanwhile");
    LK_CHECK(m_context.journal.record(unit, JournalKind::Snoozed, bodyOf(record, snooze, proof),
                                      record.id));
    if (snooze.untilMs != 0) {
        LK_TRY(const SecretBytes key, m_context.vault.openKey(unit, record.id));
        LK_CHECK(m_context.vault.put(
            unit, key, record.id, {record.statementDigest, SealedKind::SnoozeText, snooze.untilMs},
            JsonWriter()
                .beginObject()
                .member("by", snooze.by)
                .member("reason", snooze.reason)
                .endObject()
                .take()));
    }
    return m_context.journal.announce(unit, eventOf(record, snooze), CredentialId());
}

void Snoozes::snooze(const Decider& by, const ActionRecord& record, qint64 untilMs,
                     const QByteArray& reason, Done done)
{
    if (const auto fits = m_context.journal.checkRow(record); !fits)
        return done(fits.error());
    const qint64 decideBy = m_context.journal.decideByMs(record);
    if (const auto good = checkRules(record, decideBy, untilMs, reason, m_context.clock.wallMs());
        !good)
        return done(good.error());
    if (untilMs == 0 && of(record.id).untilMs == 0)
        return done(record); // nothing to bring back
    const Snooze snooze{untilMs, by.name, untilMs == 0 ? QByteArray() : reason};
    // As it is now, not as it is when the wave is through: any change counts.
    Kept kept{snooze, 0, record.version, m_context.journal.ledger().decideByMs(record.id)};
    m_context.waves.submit(
        "snooze",
        [this, record, snooze, proof = by.proof](UnitOfWork& unit) {
            return write(unit, record, snooze, proof);
        },
        [this, record, kept, done = std::move(done)](const CommandOutcome& outcome) mutable {
            const qint64 until = kept.snooze.untilMs;
            if (until == 0) // it comes back even if that cannot be recorded
                m_kept.remove(record.id);
            if (!outcome.result)
                return done(outcome.result.error());
            if (m_announced)
                m_announced();
            // Without the guard the record could be taken back unseen.
            if (!outcome.guarded)
                return done(Error(ErrorCode::Unavailable, "the guard does not know of it yet"));
            kept.endsAtBootMs = m_context.clock.bootMs() + until - m_context.clock.wallMs();
            if (until != 0)
                m_kept.insert(record.id, kept);
            schedule();
            done(record);
        });
}

bool Snoozes::isOver(const Kept& kept) const
{
#ifdef LOCKKEEPER_FAULT_SNOOZED_FOR_EVER
    Q_UNUSED(kept);
    return false;
#else
    return m_context.clock.wallMs() >= kept.snooze.untilMs ||
           m_context.clock.bootMs() >= kept.endsAtBootMs;
#endif
}

bool Snoozes::isUnchanged(const ActionId& action, const Kept& kept) const
{
    const LedgerEntry* now = m_context.journal.ledger().find(action);
    return now && now->state == ActionState::Pending && now->tampered.isEmpty() &&
           now->version == kept.version && now->decideByMs == kept.extendedToMs;
}

Snooze Snoozes::of(const ActionId& action) const
{
    const auto found = m_kept.constFind(action);
    if (found == m_kept.cend() || isOver(*found) || !isUnchanged(action, *found))
        return {};
    return found->snooze;
}

void Snoozes::endPast()
{
    if (m_kept.isEmpty())
        return;
    QList<ActionId> ended;
    for (auto it = m_kept.begin(); it != m_kept.end();) {
        const bool isSame = isUnchanged(it.key(), *it); // else the change has been told already
        if (isSame && !isOver(*it)) {
            ++it;
            continue;
        }
        if (isSame)
            ended.append(it.key());
        it = m_kept.erase(it);
    }
    schedule();
    if (!ended.isEmpty() && m_ended)
        m_ended(ended);
}

void Snoozes::schedule()
{
    m_context.scheduler.cancel(std::exchange(m_timer, 0));
#ifndef LOCKKEEPER_FAULT_SNOOZED_FOR_EVER
    if (m_kept.isEmpty())
        return;
    qint64 earliest = std::numeric_limits<qint64>::max();
    for (const Kept& kept : std::as_const(m_kept))
        earliest = std::min(earliest, kept.endsAtBootMs);
    const qint64 left = std::max<qint64>(1, earliest - m_context.clock.bootMs());
    m_timer = m_context.scheduler.after(left, [this]() {
        m_timer = 0;
        endPast();
    });
#endif
}

} // namespace lockkeeper
