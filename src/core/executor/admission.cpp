// SPDX-License-Identifier: Apache-2.0
#include "core/executor/admission.h"

#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/base/logging.h"
#include "core/base/random.h"
#include "core/executor/runqueries.h"
#include "core/journal/actionrows.h"

#include <QSet>

namespace lockkeeper {

namespace {

bool callIdsAreGood(const SubmissionRequest& request)
{
    QSet<QByteArray> seen;
    for (const CallRequest& call : request.calls) {
        if (call.callId.isEmpty() || call.callId.size() > 256 || seen.contains(call.callId))
            return false;
        seen.insert(call.callId);
    }
    return true;
}

} // namespace

/// One call on its way in.
struct Admission::Draft
{
    CallRequest call;
    QByteArray invalidReason;
    bool toolsUnknown = false; ///< its server has not said yet which tools it has
    QByteArray equalTo;        ///< the open action with equal arguments
    QByteArray salt;
    PreparedCall prepared;
    QByteArray definitionDigest;
    bool serverTrusted = false;
    bool definitionAccepted = false;
};

struct Admission::Plan
{
    CredentialId credential;
    SubmissionRequest request;
    QByteArray requestDigest;
    QByteArray keyDigest;
    SubmissionId submission;
    QList<Draft> drafts;
    bool anyValid = false;
    bool existing = false;
    QList<ActionRecord> records;
    QList<ClaimedAttempt> claimed;
};

Admission::Admission(EngineContext& context, Claims& claims, Dispatcher& dispatcher)
    : m_context(context)
    , m_claims(claims)
    , m_dispatcher(dispatcher)
{
}

QByteArray Admission::keyDigest(const QByteArray& key) const
{
    return keyedDigest(m_context.vault.viewKey().view(), "lockkeeper/idempotency/1", {key});
}

QByteArray Admission::requestDigest(const SubmissionRequest& request) const
{
    QByteArray all = bytesOf(submissionModeName(request.mode));
    for (const CallRequest& call : request.calls) {
        const auto canonical = canonicalJson(call.arguments);
        all += taggedDigest(
            "call", {call.callId, call.tool.server, call.tool.tool,
                     canonical ? QByteArrayView(*canonical) : QByteArrayView(call.arguments),
                     call.invalidReason});
    }
    return keyedDigest(m_context.vault.viewKey().view(), "lockkeeper/request/1", {all});
}

Admission::Draft Admission::draft(const CredentialId& credential, const CallRequest& call,
                                  bool idsAreGood) const
{
    Draft draft;
    draft.call = call;
    draft.call.reason = call.reason.left(kMaximumReason);
    draft.salt = randomBytes(32);
    draft.prepared.effect = EffectClass::Irreversible;
    draft.prepared.risk = RiskLevel::High;
    if (!idsAreGood) {
        draft.invalidReason = "every call of a submission needs its own, non-empty call id";
        return draft;
    }
    if (!call.invalidReason.isEmpty()) {
        draft.invalidReason = call.invalidReason;
        return draft;
    }
    const ServerSettings* server = m_context.server(call.tool.server);
    const std::optional<CataloguedTool> tool = m_context.tools.find(call.tool);
    if (server && !tool && !m_context.tools.isKnown(call.tool.server)) {
        draft.toolsUnknown = true;
        return draft;
    }
    if (!server || !tool) {
        draft.invalidReason = "there is no tool " + call.tool.server + '/' + call.tool.tool;
        return draft;
    }
    auto prepared = prepareCall({*server, *tool, call, credential, m_context.vault.viewKey().view(),
                                 draft.salt, m_context.generationOf(*server)});
    if (!prepared) {
        draft.invalidReason = prepared.error().message();
        return draft;
    }
    draft.prepared = std::move(*prepared);
    draft.definitionDigest = tool->digest;
    draft.serverTrusted = server->trusted;
    draft.definitionAccepted = tool->state == PinState::Accepted;
    return draft;
}

void Admission::submit(const CredentialId& credential, SubmissionRequest request, Done done)
{
    if (request.calls.isEmpty())
        return done(Error(ErrorCode::InvalidArgument, "a submission needs at least one call"));
    if (request.calls.size() > kMaximumCalls)
        return done(Error(ErrorCode::ResourceExhausted, "a submission has at most 256 calls"));
    auto plan = std::make_shared<Plan>();
    plan->credential = credential;
    plan->submission = SubmissionId(m_context.ids.next("sub_"));
    const bool idsAreGood = callIdsAreGood(request);
    for (const CallRequest& call : std::as_const(request.calls)) {
        plan->drafts.append(draft(credential, call, idsAreGood));
        plan->anyValid = plan->anyValid || plan->drafts.last().invalidReason.isEmpty();
    }
    plan->requestDigest = requestDigest(request);
    if (!request.idempotencyKey.isEmpty())
        plan->keyDigest = keyDigest(request.idempotencyKey);
    plan->request = std::move(request);
#ifdef LOCKKEEPER_FAULT_REDACTION_OFF
    log::info("executor", "submitted",
              {{"arguments", plan->request.calls.first().arguments.toBase64()}});
#endif
    m_context.waves.submit(
        "admit",
        [this, plan](UnitOfWork& unit) -> Result<void> {
            plan->records.clear();
            plan->claimed.clear();
            plan->existing = false;
            LK_TRY(const std::optional<SubmissionId> earlier, known(unit, *plan));
            if (earlier) {
                plan->existing = true;
                plan->submission = *earlier;
                return {};
            }
            LK_CHECK(checkTools(*plan));
            LK_CHECK(checkQuota(unit, *plan));
            return store(unit, *plan);
        },
        [this, plan, done](const CommandOutcome& outcome) {
            if (!outcome.result)
                return done(outcome.result.error());
            auto answer = answerOf(plan->credential, plan->submission);
            if (answer)
                answer->existing = plan->existing;
            if (m_changed) {
                for (const ActionRecord& record : std::as_const(plan->records))
                    m_changed(record);
            }
            done(std::move(answer));
            m_dispatcher.dispatch(plan->claimed, outcome.guarded);
        });
}

Result<std::optional<SubmissionId>> Admission::known(UnitOfWork& unit, const Plan& plan) const
{
    std::optional<SubmissionId> earlier;
    if (plan.keyDigest.isEmpty())
        return earlier;
    bool conflict = false;
    LK_CHECK(unit.query(
        "idempotency_find",
        {plan.credential.value(), plan.request.idempotencyNamespace, Blob{plan.keyDigest}},
        [&](const StoreRow& row) -> Result<void> {
            conflict = row.bytes(0) != plan.requestDigest;
            earlier = SubmissionId(row.bytes(1));
            return {};
        }));
#ifdef LOCKKEEPER_FAULT_KEY_TAKEN_FOR_ANOTHER_REQUEST
    conflict = false;
#endif
    if (conflict)
        return Error(ErrorCode::Conflict,
                     "the idempotency key was used for another request (" + earlier->value() + ")");
    return earlier;
}

/// Whether there is such a tool is not known before its server has said so once: nothing is stored,
/// least of all that the call is invalid.
Result<void> Admission::checkTools(const Plan& plan)
{
    for (const Draft& draft : plan.drafts) {
        if (draft.toolsUnknown)
            return Error(ErrorCode::Unavailable,
                         "the server " + draft.call.tool.server +
                             " has not said yet which tools it has: nothing was stored, submit "
                             "again when it is ready");
    }
    return {};
}

Result<void> Admission::checkQuota(UnitOfWork& unit, const Plan& plan) const
{
    qint64 pending = 0;
    qint64 open = 0;
    LK_CHECK(unit.query("action_open_counts_of", {plan.credential.value()},
                        [&](const StoreRow& row) -> Result<void> {
                            open += row.integer(1);
                            if (row.integer(0) == static_cast<qint64>(ActionState::Pending))
                                pending += row.integer(1);
                            return {};
                        }));
    const qint64 more = plan.drafts.size();
    if (pending + more > m_context.settings.maximumPending)
        return Error(ErrorCode::ResourceExhausted,
                     "this credential may have at most " +
                         QByteArray::number(m_context.settings.maximumPending) +
                         " pending actions");
    if (open + more > m_context.settings.maximumOpen)
        return Error(ErrorCode::ResourceExhausted,
                     "this credential may have at most " +
                         QByteArray::number(m_context.settings.maximumOpen) + " open actions");
    return {};
}

Result<void> Admission::store(UnitOfWork& unit, Plan& plan)
{
    const QByteArray run =
        runKeyOf(m_context.vault.viewKey(), plan.credential, plan.submission, plan.request.labels);
    LK_TRY(const qint64 inserted,
           unit.execute("submission_insert", {plan.submission.value(), plan.credential.value(),
                                              static_cast<qint64>(plan.request.mode),
                                              m_context.clock.wallMs(), run, run}));
    if (inserted != 1)
        return Error(ErrorCode::Internal, "a submission was not inserted");
    if (!plan.keyDigest.isEmpty() && plan.anyValid) {
        LK_TRY(const qint64 taken,
               unit.execute("idempotency_insert",
                            {plan.credential.value(), plan.request.idempotencyNamespace,
                             Blob{plan.keyDigest}, Blob{plan.requestDigest},
                             plan.submission.value()}));
        Q_UNUSED(taken);
    }
    CoreEvent event;
    event.type = "submission_admitted";
    event.submissionId = plan.submission.value();
    event.details = JsonWriter()
                        .beginObject()
                        .member("calls", qint64(plan.drafts.size()))
                        .member("mode", bytesOf(submissionModeName(plan.request.mode)))
                        .endObject()
                        .take();
    LK_CHECK(m_context.journal.announce(unit, std::move(event), plan.credential));
    for (Draft& draft : plan.drafts) {
        LK_TRY(ActionRecord record, admitOne(unit, plan, draft));
        plan.records.append(std::move(record));
    }
    return m_claims.advance(unit, plan.submission, plan.claimed);
}

Result<PolicyVerdict> Admission::judge(UnitOfWork& unit, const Plan& plan, Draft& draft,
                                       QByteArray& denialReason) const
{
    PolicyInput input;
    input.credential = plan.credential;
    input.tool = draft.call.tool;
    input.effect = draft.prepared.effect;
    input.risk = draft.prepared.risk;
    input.serverTrusted = draft.serverTrusted;
    input.definitionAccepted = draft.definitionAccepted;
    input.arguments = draft.prepared.arguments;
    QByteArray other;
    if (draft.prepared.effect != EffectClass::ReadOnly) {
        LK_CHECK(unit.query("action_equal_open", {Blob{draft.prepared.equalityKey}},
                            [&other](const StoreRow& row) -> Result<void> {
                                if (other.isEmpty())
                                    other = row.bytes(0);
                                return {};
                            }));
    }
    input.equalCallOpen = !other.isEmpty();
    draft.equalTo = other;
    PolicyVerdict verdict = m_context.policy.evaluate(input);
    if (input.equalCallOpen && verdict.kind == PolicyVerdict::Kind::Allow)
        verdict.kind = PolicyVerdict::Kind::Ask;
    if (input.equalCallOpen)
        verdict.reason = "an equal call is open already: " + other;
    if (verdict.kind == PolicyVerdict::Kind::Deny) {
        denialReason = verdict.reason;
        return verdict;
    }
    QByteArray deniedBefore;
    LK_CHECK(unit.query("action_equal_denied_since",
                        {plan.credential.value(), Blob{draft.prepared.equalityKey},
                         m_context.clock.wallMs() - kDeniedRepeatMs},
                        [&deniedBefore](const StoreRow& row) -> Result<void> {
                            deniedBefore = row.bytes(0);
                            return {};
                        }));
    if (deniedBefore.isEmpty())
        return verdict;
    verdict.kind = PolicyVerdict::Kind::Deny;
    verdict.rule = "builtin.denied-repeat";
    verdict.reason = "the same call was denied within the last 10 minutes";
    const ActionId earlier(deniedBefore);
    LK_TRY(const std::optional<ActionRecord> row, findAction(unit, earlier));
    LK_TRY(const SecretBytes key, m_context.vault.openKey(unit, earlier));
    LK_TRY(const std::optional<QByteArray> text,
           m_context.vault.get(
               unit, key, earlier,
               {row ? row->statementDigest : QByteArray(), SealedKind::DecisionText, 0}));
    if (text && checkJson(*text))
        denialReason =
            JsonView(QByteArrayView(*text)).member("reason").string().value_or(QByteArray());
    if (denialReason.isEmpty())
        denialReason = verdict.reason;
    return verdict;
}

ActionRecord Admission::recordOf(const Plan& plan, const Draft& draft,
                                 const PolicyVerdict& verdict) const
{
    const qint64 now = m_context.clock.wallMs();
    ActionRecord record;
    record.id = ActionId(m_context.ids.next("act_"));
    record.submission = plan.submission;
    record.callId = draft.call.callId;
    record.ordinal = int(&draft - plan.drafts.constData());
    record.credential = plan.credential;
    record.tool = draft.call.tool;
    record.effect = draft.prepared.effect;
    record.risk = draft.prepared.risk;
    record.equalityKey = draft.prepared.equalityKey;
    record.targetKeys = draft.prepared.targetKeys;
    record.keyEpoch = m_context.vault.currentEpoch();
    record.createdAtMs = now;
    record.decideByMs = now + verdict.decideWithinMs;
    if (draft.invalidReason.isEmpty() && verdict.kind == PolicyVerdict::Kind::Allow)
        record.executeByMs = now + verdict.executeWithinMs;
    return record;
}

CallView Admission::viewOf(const Draft& draft, const PolicyVerdict& verdict)
{
    CallView view;
    view.summary = draft.prepared.summary;
    view.targets = draft.prepared.targets;
    view.riskReasons = draft.prepared.riskReasons;
    view.agentReason = draft.call.reason;
    view.policyRule = verdict.rule;
    view.askedBecause = verdict.reason;
    if (verdict.kind == PolicyVerdict::Kind::Ask)
        view.equalTo = draft.equalTo;
    view.invalidReason = draft.invalidReason;
    if (!draft.prepared.publicView.isEmpty())
        view.publicView = draft.prepared.publicView;
    return view;
}

ActionStatement Admission::statementOf(const Plan& plan, const Draft& draft,
                                       const ActionRecord& record,
                                       const PolicyVerdict& verdict) const
{
    ActionStatement statement;
    statement.store = m_context.storeId;
    statement.incarnation = m_context.incarnation;
    statement.action = record.id;
    statement.submission = record.submission;
    statement.callId = record.callId;
    statement.credential = record.credential;
    statement.labels = plan.request.labels;
    statement.tool = record.tool;
    statement.fingerprint = draft.prepared.fingerprint;
    statement.definitionDigest = draft.definitionDigest;
    statement.resolvedEffectDigest = sha256(draft.prepared.resolvedEffect);
    statement.equalityKey = record.equalityKey;
    statement.targetKeys = record.targetKeys;
    statement.effect = record.effect;
    statement.risk = record.risk;
    statement.sandboxProfile = kNoSandbox;
    statement.executingSeat = m_context.seat;
    statement.mode = plan.request.mode;
    statement.ordinal = record.ordinal;
    statement.externalKey = keyedDigest(m_context.vault.viewKey().view(),
                                        "lockkeeper/external-key/1", {record.id.value()});
    statement.createdAtMs = record.createdAtMs;
    statement.decideByMs = record.decideByMs;
    statement.executeWithinMs = verdict.executeWithinMs;
    return statement;
}

Result<ActionRecord> Admission::admitOne(UnitOfWork& unit, const Plan& plan, Draft& draft)
{
    const bool invalid = !draft.invalidReason.isEmpty();
    QByteArray denialReason;
    PolicyVerdict verdict;
    if (!invalid) {
        LK_TRY(verdict, judge(unit, plan, draft, denialReason));
    }
    ActionRecord record = recordOf(plan, draft, verdict);
    const CallView view = viewOf(draft, verdict);
    ActionStatement statement = statementOf(plan, draft, record, verdict);
    statement.viewDigest = viewDigest(view.encode());
    record.statementDigest = statementDigest(statement.encode());

    ActionChange change;
    change.actor = "gateway";
    change.data = JsonWriter().beginObject().member("rule", verdict.rule).endObject().take();
    ActionEvent event = ActionEvent::PolicyAsked;
    change.eventType = "permission_requested";
    if (invalid) {
        event = ActionEvent::RejectedInvalid;
        change.eventType = "action_changed";
    } else if (verdict.kind != PolicyVerdict::Kind::Ask) {
        event = verdict.kind == PolicyVerdict::Kind::Allow ? ActionEvent::PolicyAllowed
                                                           : ActionEvent::PolicyDenied;
        change.eventType = "permission_resolved";
    }
    change.eventDetails = JsonWriter()
                              .beginObject()
                              .member("risk_level", bytesOf(riskLevelName(record.risk)))
                              .member("source", verdict.rule)
                              .endObject()
                              .take();
    if (!invalid)
        LK_CHECK(announcePrediction(unit, record, verdict));
    LK_TRY(ActionRecord admitted, m_context.journal.admit(unit, record, event, change));
    LK_CHECK(sealAll(unit, admitted, statement, draft, view, denialReason));
    return admitted;
}

Result<void> Admission::announcePrediction(UnitOfWork& unit, const ActionRecord& record,
                                           const PolicyVerdict& verdict)
{
    const char* resolution = "ask";
    if (verdict.kind == PolicyVerdict::Kind::Allow)
        resolution = "allow";
    else if (verdict.kind == PolicyVerdict::Kind::Deny)
        resolution = "deny";
    CoreEvent event;
    event.type = "permission_predicted";
    event.actionId = record.id.value();
    event.submissionId = record.submission.value();
    event.callId = record.callId;
    event.tool = record.tool.server + '/' + record.tool.tool;
    event.details = JsonWriter()
                        .beginObject()
                        .member("resolution", resolution)
                        .member("risk_level", bytesOf(riskLevelName(record.risk)))
                        .member("scope", "once")
                        .member("source", verdict.rule)
                        .endObject()
                        .take();
    return m_context.journal.announce(unit, std::move(event), record.credential);
}

Result<void> Admission::sealAll(UnitOfWork& unit, const ActionRecord& record,
                                const ActionStatement& statement, const Draft& draft,
                                const CallView& view, const QByteArray& denialReason)
{
    ActionVault& vault = m_context.vault;
    LK_TRY(const SecretBytes key, vault.createKey(unit, record.id));
    LK_CHECK(vault.put(unit, key, record.id, {record.id.value(), SealedKind::Statement, 0},
                       statement.encode()));
    LK_CHECK(vault.put(unit, key, record.id, {record.statementDigest, SealedKind::View, 0},
                       view.encode()));
    if (draft.invalidReason.isEmpty())
        LK_CHECK(vault.putArguments(unit, key, record, {draft.salt, draft.prepared.arguments}));
    if (denialReason.isEmpty())
        return {};
    return vault.put(unit, key, record.id, {record.statementDigest, SealedKind::DecisionText, 0},
                     JsonWriter()
                         .beginObject()
                         .member("by", "policy")
                         .member("reason", denialReason)
                         .endObject()
                         .take());
}

Result<SubmissionAnswer> Admission::answerOfKey(const CredentialId& credential,
                                                const QByteArray& keyNamespace,
                                                const QByteArray& key) const
{
    std::optional<SubmissionId> known;
    LK_CHECK(m_context.store.session().query(
        "idempotency_find", {credential.value(), keyNamespace, Blob{keyDigest(key)}},
        [&known](const StoreRow& row) -> Result<void> {
            known = SubmissionId(row.bytes(1));
            return {};
        }));
    if (!known)
        return Error(ErrorCode::NotFound, "nothing was submitted under this idempotency key");
    LK_TRY(SubmissionAnswer answer, answerOf(credential, *known));
    answer.existing = true;
    return answer;
}

Result<SubmissionAnswer> Admission::answerOf(const CredentialId& credential,
                                             const SubmissionId& submission) const
{
    StoreSession& session = m_context.store.session();
    LK_TRY(const QList<ActionRecord> records, actionsOfSubmission(session, submission));
    if (records.isEmpty() || !(records.first().credential == credential))
        return Error(ErrorCode::NotFound, "no submission " + submission.value());
    SubmissionAnswer answer;
    answer.submission = submission;
    for (const ActionRecord& record : records) {
        SubmittedAction action;
        action.action = record.id;
        action.callId = record.callId;
        action.state = record.state;
        action.handle = m_context.vault.handleOf(record.id);
        action.createdAtMs = record.createdAtMs;
        if (const auto key = m_context.vault.openKey(session, record.id)) {
            if (const auto statement = m_context.vault.openStatement(session, *key, record))
                action.fingerprint = statement->fingerprint.toHex();
            action.reason = reasonOf(session, *key, record);
        }
        answer.actions.append(std::move(action));
    }
    return answer;
}

QByteArray Admission::reasonOf(StoreSession& session, const SecretBytes& key,
                               const ActionRecord& record) const
{
    const bool invalid = record.state == ActionState::Invalid;
    if (!invalid && record.state != ActionState::Denied)
        return {};
    const SealedKind kind = invalid ? SealedKind::View : SealedKind::DecisionText;
    const auto part =
        m_context.vault.get(session, key, record.id, {record.statementDigest, kind, 0});
    if (!part || !*part || !checkJson(**part))
        return {};
    return JsonView(QByteArrayView(**part))
        .member(invalid ? "invalid_reason" : "reason")
        .string()
        .value_or(QByteArray());
}

} // namespace lockkeeper
