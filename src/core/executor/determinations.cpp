// SPDX-License-Identifier: Apache-2.0
#include "core/executor/determinations.h"

#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/base/logging.h"
#include "core/base/random.h"
#include "core/executor/evidence.h"
#include "core/journal/actionrows.h"

#include <algorithm>

namespace lockkeeper {

Determinations::Determinations(EngineContext& context, Claims& claims, Dispatcher& dispatcher)
    : m_context(context)
    , m_claims(claims)
    , m_dispatcher(dispatcher)
{
}

Determinations::~Determinations()
{
    dropAll();
}

void Determinations::dropAll()
{
    for (const Held& held : std::as_const(m_held))
        m_context.scheduler.cancel(held.timer);
    m_held.clear();
}

qint64 Determinations::effectiveAtMs(const ActionId& action) const
{
    const auto found = m_held.constFind(action);
    return found == m_held.constEnd() ? 0 : found->determination.effectiveAtMs;
}

Result<Determinations::Held>
Determinations::prepare(const Decider& by, const SeatKeys& keys, const ActionRecord& record,
                        DeterminationKind kind, const QByteArray& reason,
                        const QByteArray& evidence, bool effectHasStopped)
{
    StoreSession& session = m_context.store.session();
    LK_CHECK(m_context.journal.checkRow(record));
    if (record.state != ActionState::Unknown)
        return Error(ErrorCode::FailedPrecondition, "the action's outcome is not unknown");
    if (kind == DeterminationKind::InPart)
        return Error(ErrorCode::Unimplemented,
                     "in_part needs the single effects of a call; it comes later");
#ifndef LOCKKEEPER_FAULT_DETERMINED_WITHOUT_REASON
    if (reason.trimmed().isEmpty())
        return Error(ErrorCode::InvalidArgument, "a determination needs a reason");
#endif
    LK_TRY(const SecretBytes key, m_context.vault.openKey(session, record.id));
    LK_TRY(const std::optional<QByteArray> sealedEvidence,
           m_context.vault.get(session, key, record.id,
                               {record.statementDigest, SealedKind::Evidence, record.attempts}));
    QList<EvidenceLine> lines;
    if (sealedEvidence) {
        LK_TRY(lines, decodeEvidence(*sealedEvidence));
    }
    bool provenGone = std::any_of(lines.cbegin(), lines.cend(), [](const EvidenceLine& line) {
        return line.source == "recovery" && line.strength == "certain";
    });
#ifdef LOCKKEEPER_FAULT_DETERMINED_WITHOUT_PROOF
    provenGone = true;
#endif
    if (kind == DeterminationKind::DidNotHappen && !provenGone && !effectHasStopped)
        return Error(ErrorCode::FailedPrecondition,
                     "the worker is not proven gone: say explicitly that the effect has stopped");
    Held held;
    held.determination.id = DeterminationId(m_context.ids.next("det_"));
    held.determination.action = record.id;
    held.determination.statementDigest = record.statementDigest;
    held.determination.attempt = record.attempts;
    held.determination.evidenceDigest = evidenceDigest(sealedEvidence.value_or(QByteArray()));
    held.determination.kind = kind;
    held.determination.operatorName = by.name;
    held.determination.seat = m_context.seat;
    held.determination.proof = by.proof;
    held.determination.recordedAtMs = m_context.clock.wallMs();
    held.determination.effectiveAtMs = held.determination.recordedAtMs + kHoldMs;
    held.determination.reasonDigest =
        taggedDigest("lockkeeper/reason/1", {randomBytes(32), reason, evidence});
    held.text = JsonWriter()
                    .beginObject()
                    .member("by", by.name)
                    .member("evidence", evidence)
                    .member("reason", reason)
                    .endObject()
                    .take();
    held.bytes = held.determination.encode();
    LK_TRY(held.signature, keys.sign(SignaturePurpose::Determination, held.bytes));
    return held;
}

void Determinations::determine(const Decider& by, const ActionId& action, DeterminationKind kind,
                               const QByteArray& reason, const QByteArray& evidence,
                               bool effectHasStopped, Done done)
{
    const auto keys = signingKeysOf(m_context, by);
    if (!keys)
        return done(keys.error());
    const auto record = findAction(m_context.store.session(), action);
    if (!record)
        return done(record.error());
    if (!*record)
        return done(Error(ErrorCode::NotFound, "no action " + action.value()));
    if (const auto held = m_held.constFind(action); held != m_held.constEnd()) {
        if (held->determination.kind == kind)
            return done(**record); // the same once more changes nothing
        return done(Error(ErrorCode::Conflict, "another determination of it is being recorded"));
    }
    auto held = prepare(by, *keys, **record, kind, reason, evidence, effectHasStopped);
    if (!held)
        return done(held.error());
    held->timer = m_context.scheduler.after(kHoldMs, [this, action]() { takeEffect(action); });
    announce(**record, "determination_held", held->determination);
    m_held.insert(action, std::move(*held));
    done(**record);
}

bool Determinations::undo(const ActionId& action)
{
    const auto found = m_held.find(action);
    if (found == m_held.end())
        return false;
    m_context.scheduler.cancel(found->timer);
    const Determination removed = found->determination;
    m_held.erase(found);
    announceRemoval(removed);
    return true;
}

void Determinations::announce(const ActionRecord& record, const QByteArray& type,
                              const Determination& determination)
{
    CoreEvent event;
    event.type = type;
    event.actionId = record.id.value();
    event.submissionId = record.submission.value();
    event.callId = record.callId;
    event.tool = record.tool.server + '/' + record.tool.tool;
    event.details = JsonWriter()
                        .beginObject()
                        .member("by", determination.operatorName)
                        .member("determination", bytesOf(determinationKindName(determination.kind)))
                        .member("effective_at_ms", determination.effectiveAtMs)
                        .endObject()
                        .take();
    m_context.waves.submit(
        "announce",
        [this, event](UnitOfWork& unit) {
            // Nothing is determined yet: agents hear of it when it is.
            return m_context.journal.announce(unit, event, CredentialId());
        },
        [this, record](const CommandOutcome& outcome) {
            if (!outcome.result)
                log::warning(
                    "executor", "a determination's hold could not be announced",
                    {{"action", record.id.value()}, {"why", outcome.result.error().describe()}});
            else if (m_changed)
                m_changed(record);
        });
}

void Determinations::announceRemoval(const Determination& determination)
{
    const auto record = findAction(m_context.store.session(), determination.action);
    if (record && *record)
        announce(**record, "determination_removed", determination);
}

Result<ActionRecord> Determinations::settle(UnitOfWork& unit, const Held& held,
                                            QList<ClaimedAttempt>& claimed)
{
    const Determination& determination = held.determination;
    LK_TRY(const SecretBytes key, m_context.vault.openKey(unit, determination.action));
    LK_TRY(const std::optional<QByteArray> evidence,
           m_context.vault.get(
               unit, key, determination.action,
               {determination.statementDigest, SealedKind::Evidence, determination.attempt}));
#ifndef LOCKKEEPER_FAULT_STALE_EVIDENCE_SIGNED
    if (evidenceDigest(evidence.value_or(QByteArray())) != determination.evidenceDigest)
        return Error(ErrorCode::Conflict, "the evidence has changed meanwhile: look again");
#endif
    const QByteArray kindText = bytesOf(determinationKindName(determination.kind));
    ActionChange change;
    change.events = {ActionEvent::Determined};
    change.actor = "operator";
    change.data = JsonWriter()
                      .beginObject()
                      .member("by", determination.operatorName)
                      .member("determination", determination.id.value())
                      .member("kind", kindText)
                      .endObject()
                      .take();
    change.eventType = "determination_recorded";
    change.eventDetails = JsonWriter()
                              .beginObject()
                              .member("by", determination.operatorName)
                              .member("determination", kindText)
                              .endObject()
                              .take();
    LK_TRY(ActionRecord record, m_context.journal.apply(unit, determination.action, change));
    LK_TRY(const qint64 rows,
           unit.execute("determination_insert",
                        {determination.id.value(), determination.action.value(), Blob{held.bytes},
                         Blob{held.signature}, m_context.clock.wallMs()}));
    if (rows != 1)
        return Error(ErrorCode::Internal, "a determination was not stored");
    LK_CHECK(m_context.vault.put(
        unit, key, determination.action,
        {determination.statementDigest, SealedKind::DeterminationText, determination.attempt},
        held.text));
    LK_CHECK(m_claims.advance(unit, record.submission, claimed, record.id));
    return record;
}

void Determinations::takeEffect(const ActionId& action)
{
    const auto found = m_held.find(action);
    if (found == m_held.end())
        return;
    const Held held = *found;
    m_held.erase(found);
    auto claimed = std::make_shared<QList<ClaimedAttempt>>();
    auto record = std::make_shared<ActionRecord>();
    m_context.waves.submit(
        "determination",
        [=, this](UnitOfWork& unit) -> Result<void> {
            claimed->clear();
            LK_TRY(*record, settle(unit, held, *claimed));
            return {};
        },
        [=, this](const CommandOutcome& outcome) {
            if (!outcome.result) {
                log::warning(
                    "executor", "a determination could not be recorded",
                    {{"action", action.value()}, {"why", outcome.result.error().describe()}});
                announceRemoval(held.determination);
                return;
            }
            if (m_changed)
                m_changed(*record);
            m_dispatcher.dispatch(*claimed, outcome.guarded);
        });
}

} // namespace lockkeeper
