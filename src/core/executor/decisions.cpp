// SPDX-License-Identifier: Apache-2.0
#include "core/executor/decisions.h"

#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/base/logging.h"
#include "core/base/random.h"
#include "core/executor/decisioncheck.h"
#include "core/journal/actionrows.h"

#include <algorithm>

namespace lockkeeper {

namespace {

/// Timers and clocks are not exact: what counts as a suspend, in milliseconds.
constexpr qint64 kSuspendToleranceMs = 200;

QByteArray saltedDigest(QByteArrayView text)
{
    return text.isEmpty() ? QByteArray()
                          : taggedDigest("lockkeeper/reason/1", {randomBytes(32), text});
}

bool isCoverage(const QByteArray& text)
{
    return text.size() <= Decisions::kMaximumCoverage &&
           std::all_of(text.cbegin(), text.cend(),
                       [](char byte) { return byte >= ' ' && byte <= '~'; });
}

} // namespace

Decisions::Decisions(EngineContext& context, Claims& claims, Dispatcher& dispatcher)
    : m_context(context)
    , m_claims(claims)
    , m_dispatcher(dispatcher)
{
}

Decisions::~Decisions()
{
    for (const Hold& hold : std::as_const(m_holds))
        m_context.scheduler.cancel(hold.timer);
}

void Decisions::tell(const Done& done, Result<ActionRecord> result)
{
    if (result && m_changed)
        m_changed(*result);
    if (done)
        done(std::move(result));
}

Result<Decisions::Prepared> Decisions::prepare(const ActionId& action)
{
    auto prepared = open(action);
    if (!prepared && prepared.error().code() == ErrorCode::DataLoss)
        m_context.journal.markTampered(action, prepared.error().message());
    return prepared;
}

Result<Decisions::Prepared> Decisions::open(const ActionId& action)
{
    StoreSession& session = m_context.store.session();
    LK_TRY(const std::optional<ActionRecord> found, findAction(session, action));
    if (!found)
        return Error(ErrorCode::NotFound, "no action " + action.value());
    LK_CHECK(m_context.journal.checkRow(*found));
    Prepared prepared;
    prepared.record = *found;
    if (found->state != ActionState::Pending) {
        return Error(ErrorCode::FailedPrecondition,
                     "the action is " + bytesOf(actionStateName(found->state)) + ", not pending");
    }
    LK_TRY(prepared.key, m_context.vault.openKey(session, action));
    LK_TRY(prepared.statement, m_context.vault.openStatement(session, prepared.key, *found));
    // What cannot be shown whole is not decided either.
    LK_CHECK(m_context.vault.openView(session, prepared.key, *found, prepared.statement));
    LK_CHECK(m_context.vault.openArguments(session, prepared.key, *found));
    return prepared;
}

Decision Decisions::draft(const Decider& by, const Prepared& prepared,
                          Decision::Verdict verdict) const
{
    Decision decision;
    decision.id = DecisionId(m_context.ids.next("dec_"));
    decision.action = prepared.record.id;
    decision.statementDigest = prepared.record.statementDigest;
    decision.fingerprint = prepared.statement.fingerprint;
    decision.contentRevision = prepared.record.version;
    decision.verdict = verdict;
    decision.definitionDigest = prepared.statement.definitionDigest;
    decision.quorumGroup = "operators";
    decision.operatorName = by.name;
    decision.seat = m_context.seat;
    decision.proof = by.proof;
    decision.decidedAtMs = m_context.clock.wallMs();
    return decision;
}

Result<void> Decisions::storeDecision(UnitOfWork& unit, const Hold& hold) const
{
    LK_TRY(const qint64 rows,
           unit.execute("decision_insert",
                        {hold.decision.id.value(), hold.decision.action.value(), Blob{hold.bytes},
                         Blob{hold.signature}, m_context.clock.wallMs()}));
    if (rows != 1)
        return Error(ErrorCode::Internal, "a decision was not stored");
    if (hold.key.isEmpty())
        return {};
    const QByteArray text = JsonWriter()
                                .beginObject()
                                .member("by", hold.decision.operatorName)
                                .member("reason", hold.reason)
                                .endObject()
                                .take();
    return m_context.vault.put(unit, hold.key, hold.decision.action,
                               {hold.decision.statementDigest, SealedKind::DecisionText, 0}, text);
}

ActionChange Decisions::approval(const Hold& hold, QList<ActionEvent> events, qint64 holdUntilMs)
{
    ActionChange change;
    change.events = std::move(events);
    change.actor = "operator";
    JsonWriter data;
    data.beginObject().member("by", hold.decision.operatorName);
    const bool ends = change.events.contains(ActionEvent::HoldElapsed);
    if (ends) {
        data.member("decision", hold.decision.id.value());
        data.member("decision_digest", decisionDigest(hold.bytes).toHex());
    }
    change.data = data.member("hold_ms", hold.decision.holdMs).endObject().take();
    change.eventType = ends ? "permission_resolved" : "action_changed";
    change.eventDetails = JsonWriter()
                              .beginObject()
                              .member("by", hold.decision.operatorName)
                              .member("proof", hold.decision.proof)
                              .member("resolution", "allow")
                              .member("scope", "once")
                              .endObject()
                              .take();
    change.edit = [hold, ends, holdUntilMs](ActionRecord& edited) {
        edited.holdUntilMs = holdUntilMs;
        if (ends) {
            edited.decision = hold.decision.id;
            edited.executeByMs = hold.decision.executeByMs;
        }
    };
    return change;
}

Result<Decisions::Prepared> Decisions::prepareApproval(const ActionId& action,
                                                       const QByteArray& fingerprintHex,
                                                       PolicyVerdict& verdict)
{
    LK_TRY(Prepared prepared, prepare(action));
#ifdef LOCKKEEPER_FAULT_FINGERPRINT_UNCHECKED
    Q_UNUSED(fingerprintHex);
#else
    if (!equalConstantTime(prepared.statement.fingerprint.toHex(), fingerprintHex.toLower()))
        return Error(ErrorCode::Conflict, "the fingerprint is not this action's: read it again");
#endif
    if (m_context.clock.wallMs() >= m_context.journal.decideByMs(prepared.record))
        return Error(ErrorCode::FailedPrecondition, "its decide-by time has passed");
    const ToolName& tool = prepared.statement.tool;
    if (m_context.server(tool.server) && !m_context.tools.find(tool) &&
        !m_context.tools.isCurrent(tool.server))
        return Error(ErrorCode::Unavailable,
                     "its tool server has not said yet which tools it has: approve it "
                     "again when the server is ready");
    bool denied = false;
    const QByteArray why = m_claims.whyNotValid(prepared.statement, denied, &verdict);
    if (!why.isEmpty())
        return Error(ErrorCode::FailedPrecondition,
                     "it cannot be approved: " + why +
                         "; deny it and let the agent propose it again");
    return prepared;
}

void Decisions::approve(const Decider& by, const ActionId& action, const ApprovalTerms& terms,
                        Done done)
{
    const auto keys = signingKeysOf(m_context, by);
    if (!keys)
        return tell(done, keys.error());
    if (!isCoverage(terms.coverage))
        return tell(done, Error(ErrorCode::InvalidArgument,
                                "coverage has at most 200 printable ASCII characters"));
    PolicyVerdict verdict;
    const auto prepared = prepareApproval(action, terms.fingerprintHex, verdict);
    if (!prepared)
        return tell(done, prepared.error());

    Hold hold;
    hold.decision = draft(by, *prepared, Decision::Verdict::Approve);
    hold.decision.policyRevision = verdict.revision;
    hold.decision.coverage = terms.coverage;
    hold.decision.reasonDigest = saltedDigest(terms.reason);
    hold.reason = terms.reason;
    if (!hold.reason.isEmpty())
        hold.key = prepared->key;
    const RiskLevel risk = prepared->record.risk;
    hold.decision.holdMs = verdict.holdMs >= 0 ? verdict.holdMs : defaultHoldMs(risk);
    if (terms.now && verdict.holdMs < 0 && risk <= RiskLevel::Medium)
        hold.decision.holdMs = 0;
#ifdef LOCKKEEPER_FAULT_HOLD_OFF
    hold.decision.holdMs = 0;
#endif
    hold.decision.executeByMs =
        m_context.clock.wallMs() + hold.decision.holdMs + prepared->statement.executeWithinMs;
    hold.bytes = hold.decision.encode();
    auto signature = keys->sign(SignaturePurpose::Decision, hold.bytes);
    if (!signature)
        return tell(done, signature.error());
    hold.signature = *signature;
    submitApproval(prepared->record, hold, done);
}

void Decisions::submitApproval(const ActionRecord& pending, const Hold& hold, const Done& done)
{
    const ActionId action = pending.id;
    const qint64 version = pending.version;
    const bool immediate = hold.decision.holdMs == 0;
    QList<ActionEvent> events{ActionEvent::OperatorApproved};
    if (immediate)
        events.append(ActionEvent::HoldElapsed);
    const qint64 holdUntil = immediate ? 0 : m_context.clock.wallMs() + hold.decision.holdMs;
    auto claimed = std::make_shared<QList<ClaimedAttempt>>();
    auto record = std::make_shared<ActionRecord>();
    m_context.waves.submit(
        "decision",
        [=, this](UnitOfWork& unit) -> Result<void> {
            claimed->clear();
            LK_TRY(*record, m_context.journal.apply(unit, action, approval(hold, events, holdUntil),
                                                    version));
            if (!immediate)
                return {};
            LK_CHECK(storeDecision(unit, hold));
            return m_claims.advance(unit, record->submission, *claimed);
        },
        [=, this](const CommandOutcome& outcome) {
            if (!outcome.result)
                return tell(done, outcome.result.error());
            if (!immediate)
                startHold(*record, hold);
            tell(done, *record);
            m_dispatcher.dispatch(*claimed, outcome.guarded);
        });
}

void Decisions::startHold(const ActionRecord& record, Hold hold)
{
    const ActionId action = record.id;
    hold.endsAtBootMs = m_context.clock.bootMs() + hold.decision.holdMs;
    hold.asleepMs = m_context.clock.bootMs() - m_context.clock.awakeMs();
    hold.timer =
        m_context.scheduler.after(hold.decision.holdMs, [this, action]() { endHold(action); });
    m_holds.insert(action, std::move(hold));
}

void Decisions::endHold(const ActionId& action)
{
    const auto found = m_holds.find(action);
    if (found == m_holds.end())
        return;
    const qint64 left = found->endsAtBootMs - m_context.clock.bootMs();
    if (left > 0) {
        found->timer = m_context.scheduler.after(left, [this, action]() { endHold(action); });
        return;
    }
    qint64 asleep = m_context.clock.bootMs() - m_context.clock.awakeMs();
#ifdef LOCKKEEPER_FAULT_SUSPEND_IGNORED
    asleep = found->asleepMs;
#endif
    if (asleep - found->asleepMs > kSuspendToleranceMs) {
        breakHold(action, ActionEvent::SeatLost, "the machine slept during the hold", {});
        return;
    }
    const Hold hold = m_holds.take(action);
    auto claimed = std::make_shared<QList<ClaimedAttempt>>();
    auto record = std::make_shared<ActionRecord>();
    m_context.waves.submit(
        "hold",
        [=, this](UnitOfWork& unit) -> Result<void> {
            claimed->clear();
            ActionChange change = approval(hold, {ActionEvent::HoldElapsed}, 0);
            LK_TRY(*record, m_context.journal.apply(unit, action, change));
            LK_CHECK(storeDecision(unit, hold));
            return m_claims.advance(unit, record->submission, *claimed);
        },
        [=, this](const CommandOutcome& outcome) {
            if (!outcome.result) {
                log::warning(
                    "executor", "a hold could not be ended",
                    {{"action", action.value()}, {"why", outcome.result.error().describe()}});
                breakHold(action, ActionEvent::SeatLost, "the end of the hold could not be stored",
                          {});
                return;
            }
            tell({}, *record);
            m_dispatcher.dispatch(*claimed, outcome.guarded);
        });
}

void Decisions::breakHold(const ActionId& action, ActionEvent event, const QByteArray& why,
                          Done done, const QByteArray& by)
{
    if (const auto found = m_holds.find(action); found != m_holds.end()) {
        m_context.scheduler.cancel(found->timer);
        m_holds.erase(found);
    }
    auto record = std::make_shared<ActionRecord>();
    m_context.waves.submit(
        "undo",
        [=, this](UnitOfWork& unit) -> Result<void> {
            ActionChange change;
            change.events = {event};
            change.actor = event == ActionEvent::Undone ? "operator" : "recovery";
            change.data = JsonWriter()
                              .beginObject()
                              .member("because", why)
                              .member("by", by)
                              .endObject()
                              .take();
            change.edit = [](ActionRecord& edited) { edited.holdUntilMs = 0; };
            LK_TRY(*record, m_context.journal.apply(unit, action, change));
            return {};
        },
        [=, this](const CommandOutcome& outcome) {
            if (!outcome.result)
                return tell(done, outcome.result.error());
            tell(done, *record);
        });
}

void Decisions::undo(const Decider& by, const ActionId& action, Done done)
{
    breakHold(action, ActionEvent::Undone, "undone by " + by.name, std::move(done), by.name);
}

void Decisions::dropAllHolds(const QByteArray& why)
{
    const QList<ActionId> actions = m_holds.keys();
    for (const ActionId& action : actions)
        breakHold(action, ActionEvent::SeatLost, why, {});
}

void Decisions::deny(const Decider& by, const ActionId& action, const QByteArray& reason, Done done)
{
    const auto keys = signingKeysOf(m_context, by);
    if (!keys)
        return tell(done, keys.error());
    auto prepared = prepare(action);
    if (!prepared)
        return tell(done, prepared.error());
    Hold hold;
    hold.decision = draft(by, *prepared, Decision::Verdict::Deny);
    hold.decision.coverage = "";
    hold.decision.reasonDigest = saltedDigest(reason);
    hold.reason = reason;
    hold.key = prepared->key;
    hold.bytes = hold.decision.encode();
    auto signature = keys->sign(SignaturePurpose::Decision, hold.bytes);
    if (!signature)
        return tell(done, signature.error());
    hold.signature = *signature;
    const qint64 version = prepared->record.version;
    auto claimed = std::make_shared<QList<ClaimedAttempt>>();
    auto record = std::make_shared<ActionRecord>();
    m_context.waves.submit(
        "decision",
        [=, this](UnitOfWork& unit) -> Result<void> {
            claimed->clear();
            ActionChange change;
            change.events = {ActionEvent::OperatorDenied};
            change.actor = "operator";
            change.data = JsonWriter()
                              .beginObject()
                              .member("by", by.name)
                              .member("denied_by", hold.decision.id.value())
                              .member("denied_digest", decisionDigest(hold.bytes).toHex())
                              .endObject()
                              .take();
            change.eventType = "permission_resolved";
            change.eventDetails = JsonWriter()
                                      .beginObject()
                                      .member("by", by.name)
                                      .member("resolution", "deny")
                                      .endObject()
                                      .take();
            change.edit = [&hold](ActionRecord& edited) { edited.decision = hold.decision.id; };
            LK_TRY(*record, m_context.journal.apply(unit, action, change, version));
            LK_CHECK(storeDecision(unit, hold));
            return m_claims.advance(unit, record->submission, *claimed, action);
        },
        [=, this](const CommandOutcome& outcome) {
            if (!outcome.result)
                return tell(done, outcome.result.error());
            tell(done, *record);
            m_dispatcher.dispatch(*claimed, outcome.guarded);
        });
}

} // namespace lockkeeper
