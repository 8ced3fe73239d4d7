// SPDX-License-Identifier: Apache-2.0
#include "core/executor/claims.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/base/logging.h"
#include "core/domain/planner.h"
#include "core/executor/decisioncheck.h"
#include "core/executor/preparation.h"
#include "core/journal/actionrows.h"

#include <algorithm>

namespace lockkeeper {

namespace {

Result<std::optional<DeterminationKind>> determinationOf(StoreSession& session,
                                                         const ActionRecord& record)
{
    std::optional<DeterminationKind> kind;
    if (record.state != ActionState::Determined)
        return kind;
    LK_CHECK(session.query("determination_of_action", {record.id.value()},
                           [&kind](const StoreRow& row) -> Result<void> {
                               LK_TRY(const Determination found,
                                      Determination::decode(row.bytes(1)));
                               kind = found.kind;
                               return {};
                           }));
    return kind;
}

Result<QList<PlannedCall>> plannedCalls(StoreSession& session, const QList<ActionRecord>& records,
                                        const QSet<ActionId>& waiting)
{
    QList<PlannedCall> calls;
    for (const ActionRecord& record : records) {
        PlannedCall call;
        call.ordinal = record.ordinal;
        call.isConcurrencySafe = record.effect == EffectClass::ReadOnly;
        call.state = record.state;
        call.hasWaitReason = waiting.contains(record.id);
        LK_TRY(call.determination, determinationOf(session, record));
        calls.append(call);
    }
    return calls;
}

QByteArray batchIdFor(const QList<PlannedBatch>& batches, const SubmissionId& submission,
                      int ordinal)
{
    for (const PlannedBatch& batch : batches) {
        if (batch.contains(ordinal))
            return batchIdOf(submission, batch.first());
    }
    return {};
}

} // namespace

QByteArray batchIdOf(const SubmissionId& submission, int firstOrdinal)
{
    return "tb_" + taggedDigest("lockkeeper/batch/1",
                                {submission.value(), QByteArray::number(firstOrdinal)})
                       .left(6)
                       .toHex();
}

Result<SubmissionMode> modeOf(StoreSession& session, const SubmissionId& submission)
{
    std::optional<SubmissionMode> mode;
    LK_CHECK(session.query("submission_by_id", {submission.value()},
                           [&mode](const StoreRow& row) -> Result<void> {
                               mode = static_cast<SubmissionMode>(row.integer(1));
                               return {};
                           }));
    if (!mode)
        return Error(ErrorCode::NotFound, "no submission " + submission.value());
    return *mode;
}

Claims::Claims(EngineContext& context)
    : m_context(context)
{
}

QSet<SubmissionId> Claims::waitingSubmissions() const
{
    return QSet<SubmissionId>(m_waitingSubmission.cbegin(), m_waitingSubmission.cend());
}

/// What an action waited for may be there now: the planner considers it again.
void Claims::forgetWaits(const SubmissionId& submission)
{
    for (auto it = m_waitingSubmission.begin(); it != m_waitingSubmission.end();) {
        if (it.value() == submission) {
            m_waiting.remove(it.key());
            it = m_waitingSubmission.erase(it);
        } else {
            ++it;
        }
    }
}

bool Claims::wait(const ActionRecord& record, WaitReason reason)
{
    m_heldUp.insert(record.id);
    m_waiting.insert(record.id, reason);
    m_waitingSubmission.insert(record.id, record.submission);
    return false;
}

Result<void> Claims::advance(UnitOfWork& unit, const SubmissionId& submission,
                             QList<ClaimedAttempt>& claimed, const ActionId& justEnded)
{
    LK_TRY(const SubmissionMode mode, modeOf(unit, submission));
    // Whether a call still has to wait is found out anew each time.
    m_heldUp.clear();
    forgetWaits(submission);
    if (!justEnded.isEmpty())
        LK_CHECK(announceBatchEnd(unit, submission, mode, justEnded));
    // Each round changes at least one action's state; an action changes a bounded number of times.
    for (int round = 0; round < 4 * kMaximumCalls; ++round) {
        LK_TRY(const bool changed, advanceOnce(unit, submission, mode, claimed));
        if (!changed)
            break;
    }
    return {};
}

Result<bool> Claims::advanceOnce(UnitOfWork& unit, const SubmissionId& submission,
                                 SubmissionMode mode, QList<ClaimedAttempt>& claimed)
{
    LK_TRY(const QList<ActionRecord> records, actionsOfSubmission(unit, submission));
    if (mode != SubmissionMode::Independent && !allFit(records))
        return false;
    LK_TRY(const QList<PlannedCall> calls, plannedCalls(unit, records, m_heldUp));
    const QList<PlannedBatch> batches = planBatches(calls);
    const Plan plan = planNext(mode, calls);
    const auto byOrdinal = [&records](int ordinal) -> const ActionRecord& {
        for (const ActionRecord& record : records) {
            if (record.ordinal == ordinal)
                return record;
        }
        return records.first();
    };
    bool changed = false;
    for (const PlannedSkip& skipped : plan.skip) {
        LK_TRY(const bool done,
               skip(unit, byOrdinal(skipped.ordinal), byOrdinal(skipped.causedBy)));
        changed = changed || done;
    }
    if (!m_context.claiming)
        return changed;
    for (const int ordinal : plan.start) {
        const QByteArray batchId = batchIdFor(batches, submission, ordinal);
        LK_TRY(const bool done, tryClaim(unit, byOrdinal(ordinal), mode, batchId, claimed));
        changed = changed || done;
    }
    return changed;
}

/// Where one call depends on the others, a row that somebody changed holds up all of them.
bool Claims::allFit(const QList<ActionRecord>& records)
{
    const bool fit = std::all_of(records.cbegin(), records.cend(), [this](const ActionRecord& one) {
        return m_context.journal.checkRow(one).has_value();
    });
    if (fit)
        return true;
    for (const ActionRecord& record : records) {
        if (record.state == ActionState::Approved)
            wait(record, WaitReason::Tampered);
    }
    return false;
}

Result<bool> Claims::skip(UnitOfWork& unit, const ActionRecord& record, const ActionRecord& cause)
{
    ActionChange change;
    change.events = {ActionEvent::BatchStopped};
    change.actor = "planner";
    change.data = JsonWriter().beginObject().member("source", cause.id.value()).endObject().take();
    change.eventType = "tool_skipped";
    change.eventDetails = JsonWriter()
                              .beginObject()
                              .member("reason", "batch_stopped")
                              .member("source_action_id", cause.id.value())
                              .member("source_call_id", cause.callId)
                              .endObject()
                              .take();
    const auto applied = m_context.journal.apply(unit, record.id, change);
    if (applied)
        return true;
    if (applied.error().code() == ErrorCode::DataLoss)
        return false; // a tampered row is shown and left alone
    return applied.error();
}

QByteArray Claims::whyNotValid(const ActionStatement& statement, bool& denied,
                               PolicyVerdict* verdict) const
{
    denied = false;
    const std::optional<CataloguedTool> tool = m_context.tools.find(statement.tool);
    const ServerSettings* server = m_context.server(statement.tool.server);
    if (!server || !tool)
        return "its tool is not offered any more";
#ifndef LOCKKEEPER_FAULT_DEFINITION_UNCHECKED
    if (tool->digest != statement.definitionDigest)
        return "the tool's definition is another one than when the call was proposed";
#endif
#ifndef LOCKKEEPER_FAULT_GENERATION_UNCHECKED
    if (sha256(m_context.resolvedEffect(*server, statement.tool)) != statement.resolvedEffectDigest)
        return "the server's configuration or program is another one than when the call was "
               "proposed";
#endif
    PolicyInput input;
    input.credential = statement.credential;
    input.tool = statement.tool;
    input.effect = statement.effect;
    input.risk = statement.risk;
    input.serverTrusted = server->trusted;
    input.definitionAccepted = tool->state == PinState::Accepted;
    // The arguments are still sealed here; the dispatcher asks again with them before it starts.
    input.arguments = "{}";
    const PolicyVerdict now = m_context.policy.evaluate(input);
    if (verdict)
        *verdict = now;
    denied = now.kind == PolicyVerdict::Kind::Deny;
    return denied ? "policy denies it now: " + now.reason : QByteArray();
}

Result<ActionRecord> Claims::invalidate(UnitOfWork& unit, const ActionRecord& record,
                                        const QByteArray& reason)
{
    const bool last = record.invalidations + 1 >= kMaximumInvalidations;
    ActionChange change;
    change.events = {last ? ActionEvent::InvalidatedDeny : ActionEvent::InvalidatedAsk};
    change.actor = "policy";
    change.data = JsonWriter().beginObject().member("because", reason).endObject().take();
    change.eventType = last ? "permission_resolved" : "permission_requested";
    change.eventDetails =
        JsonWriter().beginObject().member("asked_again_because", reason).endObject().take();
    change.edit = [](ActionRecord& edited) {
        edited.invalidations += 1;
        edited.decision = DecisionId();
        edited.executeByMs = 0;
        edited.holdUntilMs = 0;
    };
    return m_context.journal.apply(unit, record.id, change);
}

Result<ActionStatement> Claims::openStatement(UnitOfWork& unit, const ActionRecord& record,
                                              SubmissionMode mode) const
{
    LK_TRY(const SecretBytes key, m_context.vault.openKey(unit, record.id));
    LK_TRY(ActionStatement statement, m_context.vault.openStatement(unit, key, record));
    if (statement.mode != mode)
        return Error(ErrorCode::DataLoss, "the mode of the submission of action " +
                                              record.id.value() +
                                              " is not the one of its statement");
    return statement;
}

QByteArray Claims::whyNoAttempt(UnitOfWork& unit, const ActionRecord& record,
                                const LedgerEntry& ledger, const ActionStatement& statement) const
{
    if (!ledger.decision.isEmpty()) {
        const auto decision = verifiedDecision(unit, m_context, record, ledger);
        if (!decision)
            return decision.error().message();
        if (ledger.decisionSpent)
            return "its decision is spent already";
    }
    bool isUsedUp = record.attempts >= statement.attemptLimit;
#ifdef LOCKKEEPER_FAULT_EFFECT_REPEATED_AFTER_A_KILL
    isUsedUp = false;
#endif
    return isUsedUp ? "all attempts of the signed statement are used" : QByteArray();
}

Result<bool> Claims::tryClaim(UnitOfWork& unit, const ActionRecord& record, SubmissionMode mode,
                              const QByteArray& batchId, QList<ClaimedAttempt>& claimed)
{
    Journal& journal = m_context.journal;
    // The claim believes the journal, not the row.
    if (const auto fits = journal.checkRow(record); !fits) {
        journal.markTampered(record.id, fits.error().message());
        return wait(record, WaitReason::Tampered);
    }
    const LedgerEntry ledger = *journal.ledger().find(record.id);
    bool isLate = record.executeByMs > 0 && m_context.clock.wallMs() >= record.executeByMs;
#ifdef LOCKKEEPER_FAULT_EXECUTE_BY_IGNORED
    isLate = false;
#endif
    if (isLate) {
        ActionChange change;
        change.events = {ActionEvent::DeadlinePassed};
        change.actor = "clock";
        LK_TRY(const ActionRecord expired, journal.apply(unit, record.id, change));
        return expired.state != record.state;
    }
    // Not before its tools are known either: a definition that is still on its way is no other one.
    if (!m_context.backends.isReady(record.tool.server) ||
        !m_context.tools.isCurrent(record.tool.server))
        return wait(record, WaitReason::ServerNotReady);

    const auto statement = openStatement(unit, record, mode);
    if (!statement) {
        journal.markTampered(record.id, statement.error().message());
        return wait(record, WaitReason::Tampered);
    }
    bool denied = false;
    PolicyVerdict verdict;
    QByteArray why = whyNotValid(*statement, denied, &verdict);
    const bool decided = !ledger.decision.isEmpty();
    if (why.isEmpty() && !decided && verdict.kind != PolicyVerdict::Kind::Allow)
        why = "policy asks a person now";
    if (denied) {
        ActionChange change;
        change.events = {ActionEvent::InvalidatedDeny};
        change.actor = "policy";
        change.eventType = "permission_resolved";
        LK_TRY(const ActionRecord now, journal.apply(unit, record.id, change));
        return now.state != record.state;
    }
    if (!why.isEmpty()) {
        LK_TRY(const ActionRecord now, invalidate(unit, record, why));
        return now.state != record.state;
    }
    if (const QByteArray tampered = whyNoAttempt(unit, record, ledger, *statement);
        !tampered.isEmpty()) {
        journal.markTampered(record.id, tampered);
        return wait(record, WaitReason::Tampered);
    }
    LK_TRY(ClaimedAttempt attempt, claim(unit, record, batchId));
    claimed.append(std::move(attempt));
    return true;
}

Result<ClaimedAttempt> Claims::claim(UnitOfWork& unit, const ActionRecord& record,
                                     const QByteArray& batchId)
{
    ClaimedAttempt attempt;
    attempt.dispatch = DispatchId(m_context.ids.next("dsp_"));
    attempt.attempt = record.attempts + 1;
    attempt.epoch = attempt.attempt;
    LK_CHECK(announceBatch(unit, record, "tool_batch_started", batchId));

    ActionChange change;
    change.events = {ActionEvent::Claimed};
    change.actor = "executor";
    change.data = JsonWriter()
                      .beginObject()
                      .member("attempt", qint64(attempt.attempt))
                      .member("dispatch", attempt.dispatch.value())
                      .member("holder", m_context.process)
                      .endObject()
                      .take();
    change.eventType = "tool_started";
    change.batchId = batchId;
    change.eventDetails =
        JsonWriter().beginObject().member("attempt", qint64(attempt.attempt)).endObject().take();
    change.edit = [&attempt](ActionRecord& edited) { edited.attempts = attempt.attempt; };
    LK_TRY(attempt.record, m_context.journal.apply(unit, record.id, change, record.version));

    const qint64 now = m_context.clock.wallMs();
    LK_TRY(const qint64 inserted,
           unit.execute("attempt_insert",
                        {record.id.value(), qint64(attempt.attempt), attempt.dispatch.value(),
                         m_context.process, attempt.epoch, now}));
    LK_TRY(const qint64 leased,
           unit.execute("attempt_lease_take",
                        {record.id.value(), qint64(attempt.attempt), m_context.process,
                         attempt.epoch, m_context.clock.bootMs() + kLeaseMs}));
    if (inserted != 1 || leased != 1)
        return Error(ErrorCode::Internal, "an attempt's row or lease was not inserted");
    return attempt;
}

Result<void> Claims::announceBatch(UnitOfWork& unit, const ActionRecord& member,
                                   const QByteArray& type, const QByteArray& batchId)
{
    LK_TRY(const QList<ActionRecord> records, actionsOfSubmission(unit, member.submission));
    LK_TRY(const QList<PlannedCall> calls, plannedCalls(unit, records, m_heldUp));
    QList<ActionRecord> members;
    for (const PlannedBatch& batch : planBatches(calls)) {
        if (batchIdOf(member.submission, batch.first()) != batchId)
            continue;
        for (const ActionRecord& record : records) {
            if (batch.contains(record.ordinal))
                members.append(record);
        }
    }
    JsonWriter details;
    details.beginObject().key("call_ids").beginArray();
    for (const ActionRecord& record : members) {
        if (type == "tool_batch_started" && record.attempts > 0)
            return {}; // it has started already
        details.string(record.callId);
    }
    details.endArray().memberBool("concurrency_safe", member.effect == EffectClass::ReadOnly);
    CoreEvent event;
    event.type = type;
    event.submissionId = member.submission.value();
    event.batchId = batchId;
    event.details = details.endObject().take();
    return m_context.journal.announce(unit, std::move(event), member.credential);
}

Result<void> Claims::announceBatchEnd(UnitOfWork& unit, const SubmissionId& submission,
                                      SubmissionMode mode, const ActionId& justEnded)
{
    LK_TRY(const QList<ActionRecord> records, actionsOfSubmission(unit, submission));
    LK_TRY(const QList<PlannedCall> calls, plannedCalls(unit, records, m_heldUp));
    const QList<PlannedBatch> batches = planBatches(calls);
    for (const int index : planNext(mode, calls).batchesCompleted) {
        for (const ActionRecord& record : records) {
            if (record.id == justEnded && batches[index].contains(record.ordinal))
                return announceBatch(unit, record, "tool_batch_completed",
                                     batchIdOf(submission, batches[index].first()));
        }
    }
    return {};
}

} // namespace lockkeeper
