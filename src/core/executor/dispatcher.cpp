// SPDX-License-Identifier: Apache-2.0
#include "core/executor/dispatcher.h"

#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/base/killpoint.h"
#include "core/base/logging.h"
#include "core/domain/fingerprint.h"
#include "core/executor/evidence.h"
#include "core/executor/outcomeclassifier.h"
#include "core/executor/permitmint.h"
#include "core/executor/preparation.h"

#include <QPointer>

namespace lockkeeper {

namespace {

constexpr qint64 kTickMs = 500;
constexpr qint64 kHeartbeatMs = 1000;
constexpr qint64 kLiveSpacingMs = 100;
constexpr int kMaximumWriteTries = 120;
constexpr int kMaximumRecent = 10'000;

} // namespace

/// Posts what a backend reports to the core thread. Shared with the io thread; forgets the
/// dispatcher when that goes.
class Dispatcher::Sink final : public BackendSink
{
public:
    explicit Sink(Dispatcher* owner)
        : m_owner(owner)
    {
    }
    void detach() { m_owner = nullptr; }

    void started(const DispatchId& dispatch) override
    {
        post([dispatch](Dispatcher& to) { to.started(dispatch); });
    }
    void progressed(const DispatchId& dispatch, const BackendProgress& progress) override
    {
        post([dispatch, progress](Dispatcher& to) { to.progressed(dispatch, progress); });
    }
    void finished(const DispatchId& dispatch, const BackendOutcome& outcome) override
    {
        LK_KILL_POINT("effect.reported");
        post([dispatch, outcome](Dispatcher& to) { to.finished(dispatch, outcome); });
    }
    void lateAnswer(const DispatchId& dispatch, const BackendOutcome& outcome) override
    {
        post([dispatch, outcome](Dispatcher& to) { to.lateAnswer(dispatch, outcome); });
    }

private:
    /// The owner outlives the io thread's work: the hub is closed before the engine goes.
    void post(std::function<void(Dispatcher&)> task)
    {
        Dispatcher* owner = m_owner;
        if (owner)
            QMetaObject::invokeMethod(
                owner, [owner, task = std::move(task)]() { task(*owner); }, Qt::QueuedConnection);
    }

    std::atomic<Dispatcher*> m_owner;
};

Dispatcher::Dispatcher(EngineContext& context, Claims& claims, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_claims(claims)
    , m_sink(std::make_shared<Sink>(this))
{
}

Dispatcher::~Dispatcher()
{
    m_sink->detach();
    if (m_tick != 0)
        m_context.scheduler.cancel(m_tick);
}

void Dispatcher::dispatch(const QList<ClaimedAttempt>& claimed, bool guarded)
{
    for (const ClaimedAttempt& claim : claimed) {
        bool mayStart = guarded;
#ifdef LOCKKEEPER_FAULT_GUARD_IGNORED
        mayStart = true;
#endif
        if (mayStart)
            launch(claim);
        else
            endWithoutStart(claim, "the guard file could not be written");
    }
}

Result<ToolCall> Dispatcher::prepareCall(Flight& flight)
{
    const ActionRecord& record = flight.claim.record;
    StoreSession& session = m_context.store.session();
    LK_TRY(flight.key, m_context.vault.openKey(session, record.id));
    LK_TRY(flight.statement, m_context.vault.openStatement(session, flight.key, record));
    LK_TRY(const SealedArguments sealed,
           m_context.vault.openArguments(session, flight.key, record));
    const ServerSettings* server = m_context.server(record.tool.server);
    if (!server)
        return Error(ErrorCode::FailedPrecondition, "its server is not configured any more");
    FingerprintInput input;
    input.salt = sealed.salt;
    input.tool = record.tool;
    input.definitionDigest = flight.statement.definitionDigest;
    input.resolvedEffect = m_context.resolvedEffect(*server, record.tool);
    input.arguments = sealed.arguments;
    input.sandboxProfile = flight.statement.sandboxProfile;
#ifndef LOCKKEEPER_FAULT_BYTES_UNCHECKED
    if (fingerprintOf(input) != flight.statement.fingerprint)
        return Error(ErrorCode::DataLoss, "what would run is not what was approved");
#endif
    PolicyInput policy;
    policy.credential = record.credential;
    policy.tool = record.tool;
    policy.effect = record.effect;
    policy.risk = record.risk;
    policy.serverTrusted = server->trusted;
    policy.definitionAccepted = true;
    policy.arguments = sealed.arguments;
#ifndef LOCKKEEPER_FAULT_POLICY_ASKED_ONCE
    const PolicyVerdict verdict = m_context.policy.evaluate(policy);
    if (verdict.kind == PolicyVerdict::Kind::Deny)
        return Error(ErrorCode::PermissionDenied, "policy denies it now: " + verdict.reason);
#endif
    const ToolSettings settings = m_context.toolSettings(record.tool);
    return ToolCall{flight.claim.dispatch,  record.tool,
                    sealed.arguments,       flight.statement.externalKey,
                    settings.idleTimeoutMs, settings.timeoutMs};
}

void Dispatcher::launch(const ClaimedAttempt& claim)
{
    Flight flight;
    flight.claim = claim;
    auto call = prepareCall(flight);
    if (!call) {
        if (call.error().code() == ErrorCode::DataLoss)
            m_context.journal.reportTampering(
                claim.record.id, "a claimed action was not started: " + call.error().message());
        endWithoutStart(claim, call.error().message());
        return;
    }
    flight.dispatchedAtBootMs = flight.progressAtBootMs = m_context.clock.bootMs();
    m_flights.insert(claim.dispatch, flight);
    m_byAction.insert(claim.record.id, claim.dispatch);
    if (m_tick == 0)
        m_tick = m_context.scheduler.after(kTickMs, [this]() { tick(); });

    LK_KILL_POINT("dispatch.before");
    auto permit = std::make_shared<DispatchPermit>(
        PermitMint::mint(claim.dispatch, m_context.clock.bootMs()));
    m_context.backends.post(claim.record.tool.server, [permit, toolCall = std::move(*call),
                                                       sink = m_sink](ToolBackend& backend) {
        LK_KILL_POINT("dispatch.start");
        backend.start(std::move(*permit), toolCall, sink);
        LK_KILL_POINT("dispatch.started");
    });
}

void Dispatcher::endWithoutStart(const ClaimedAttempt& claim, const QByteArray& why)
{
    Flight flight;
    flight.claim = claim;
    StoreSession& session = m_context.store.session();
    if (auto key = m_context.vault.openKey(session, claim.record.id)) {
        flight.key = std::move(*key);
        if (auto statement = m_context.vault.openStatement(session, flight.key, claim.record))
            flight.statement = std::move(*statement);
    }
    m_flights.insert(claim.dispatch, flight);
    m_byAction.insert(claim.record.id, claim.dispatch);
    BackendOutcome outcome;
    outcome.kind = BackendOutcome::Kind::NotStarted;
    outcome.detail = why.left(500);
    finished(claim.dispatch, outcome);
}

void Dispatcher::started(const DispatchId& dispatch)
{
    const auto found = m_flights.find(dispatch);
    if (found != m_flights.end())
        found->progressAtBootMs = m_context.clock.bootMs();
}

void Dispatcher::progressed(const DispatchId& dispatch, const BackendProgress& progress)
{
    const auto found = m_flights.find(dispatch);
    if (found == m_flights.end() || found->ended)
        return;
    const qint64 now = m_context.clock.bootMs();
    found->progressAtBootMs = now;
    found->progressAtMs = m_context.clock.wallMs();
    const bool hasNumbers = progress.current.has_value();
    const bool repeat = progress.text == found->lastText && progress.stream == found->lastStream;
    if ((progress.text.isEmpty() || repeat) && !hasNumbers)
        return;
    if (now - found->liveAtBootMs < kLiveSpacingMs)
        return; // at most ten a second a call; the next one tells what is new
    found->liveAtBootMs = now;
    found->lastText = progress.text;
    found->lastStream = progress.stream;
    if (!m_live)
        return;
    JsonWriter details;
    details.beginObject();
    if (progress.current)
        details.memberRaw("current", QByteArray::number(*progress.current, 'g', 17));
    details.member("elapsed_ms", now - found->dispatchedAtBootMs).memberBool("heartbeat", false);
    if (!progress.stream.isEmpty())
        details.member("stream", progress.stream);
    details.member("text", progress.text);
    if (progress.total)
        details.memberRaw("total", QByteArray::number(*progress.total, 'g', 17));
    CoreEvent event;
    event.type = "tool_progress";
    event.atMs = found->progressAtMs;
    event.actionId = found->claim.record.id.value();
    event.submissionId = found->claim.record.submission.value();
    event.callId = found->claim.record.callId;
    event.tool = found->claim.record.tool.server + '/' + found->claim.record.tool.tool;
    event.details = details.endObject().take();
    m_live(event, found->claim.record.credential);
}

void Dispatcher::tick()
{
    m_tick = 0;
    const qint64 now = m_context.clock.bootMs();
    const bool renew = now - m_renewedAtBootMs >= Claims::kRenewMs;
    for (auto& flight : m_flights) {
        if (flight.ended)
            continue;
        const qint64 quiet = now - qMax(flight.progressAtBootMs, flight.liveAtBootMs);
        if (quiet >= kHeartbeatMs && m_live) {
            flight.liveAtBootMs = now;
            CoreEvent event;
            event.type = "tool_progress";
            event.atMs = m_context.clock.wallMs();
            event.actionId = flight.claim.record.id.value();
            event.submissionId = flight.claim.record.submission.value();
            event.callId = flight.claim.record.callId;
            event.tool = flight.claim.record.tool.server + '/' + flight.claim.record.tool.tool;
            event.details = JsonWriter()
                                .beginObject()
                                .member("elapsed_ms", now - flight.dispatchedAtBootMs)
                                .memberBool("heartbeat", true)
                                .member("quiet_ms", now - flight.progressAtBootMs)
                                .endObject()
                                .take();
            m_live(event, flight.claim.record.credential);
        }
        if (renew) {
            m_renewedAtBootMs = now;
            const ClaimedAttempt claim = flight.claim;
            m_context.waves.submit(
                "lease",
                [this, claim](UnitOfWork& unit) -> Result<void> {
                    LK_TRY(const qint64 rows,
                           unit.execute("attempt_lease_renew",
                                        {m_context.clock.bootMs() + Claims::kLeaseMs,
                                         claim.record.id.value(), m_context.process, claim.epoch}));
                    if (rows != 1)
                        return Error(ErrorCode::Conflict, "the attempt's lease is gone");
                    return {};
                },
                {});
        }
    }
    if (!m_flights.isEmpty())
        m_tick = m_context.scheduler.after(kTickMs, [this]() { tick(); });
}

bool Dispatcher::requestCancel(const ActionId& action)
{
    const auto found = m_byAction.constFind(action);
    if (found == m_byAction.constEnd())
        return false;
    const DispatchId dispatch = found.value();
    Flight& flight = m_flights[dispatch];
    if (flight.cancelRequested || flight.ended)
        return true;
    flight.cancelRequested = true;
    m_context.backends.post(flight.claim.record.tool.server,
                            [dispatch](ToolBackend& backend) { backend.cancel(dispatch); });
    m_context.scheduler.after(kCancelGraceMs, [self = QPointer<Dispatcher>(this), dispatch]() {
        if (!self || !self->m_flights.contains(dispatch) || self->m_flights[dispatch].ended)
            return;
        BackendOutcome outcome;
        outcome.cause = ContactLostCause::StopRequested;
        self->finished(dispatch, outcome);
    });
    return true;
}

void Dispatcher::abandonAll()
{
    const QList<DispatchId> dispatches = m_flights.keys();
    for (const DispatchId& dispatch : dispatches) {
        BackendOutcome outcome;
        outcome.cause = ContactLostCause::StopRequested;
        finished(dispatch, outcome);
    }
}

qint64 Dispatcher::lastProgressAtMs(const ActionId& action) const
{
    const auto found = m_byAction.constFind(action);
    return found == m_byAction.constEnd() ? 0 : m_flights.value(found.value()).progressAtMs;
}

void Dispatcher::finished(const DispatchId& dispatch, const BackendOutcome& outcome)
{
    const auto found = m_flights.find(dispatch);
    if (found == m_flights.end() || found->ended) {
        lateAnswer(dispatch, outcome);
        return;
    }
#ifdef LOCKKEEPER_FAULT_RETRY_AFTER_RECONNECT
    if (outcome.kind == BackendOutcome::Kind::ContactLost &&
        outcome.cause == ContactLostCause::ConnectionBroken) {
        m_context.scheduler.after(1000, [this, claim = found->claim]() { launch(claim); });
        return;
    }
#endif
    found->ended = true;
    writeEnd(dispatch, outcome, 0);
}

void Dispatcher::forget(const DispatchId& dispatch)
{
    const Flight flight = m_flights.take(dispatch);
    if (m_byAction.value(flight.claim.record.id) == dispatch)
        m_byAction.remove(flight.claim.record.id);
    if (m_recent.size() >= kMaximumRecent)
        m_recent.clear();
    m_recent.insert(dispatch, flight.claim.record.id);
}

Result<void> Dispatcher::storeParts(UnitOfWork& unit, const Flight& flight,
                                    const BackendOutcome& outcome, bool unknown,
                                    const QByteArray& cause)
{
    const ActionRecord& record = flight.claim.record;
    if (flight.key.isEmpty())
        return {}; // its key cannot be opened: there is nothing to seal with
    if (!outcome.result.isEmpty() || !cause.isEmpty()) {
        JsonWriter part;
        part.beginObject().member("cause", cause).memberBool("is_error", outcome.isError);
        if (!outcome.result.isEmpty())
            part.memberRaw("result", outcome.result);
        LK_CHECK(
            m_context.vault.put(unit, flight.key, record.id,
                                {record.statementDigest, SealedKind::Result, flight.claim.attempt},
                                part.endObject().take()));
    }
    if (unknown) {
        QList<EvidenceLine> lines;
        lines.append(
            {m_context.clock.wallMs(), "dispatch", "certain",
             "attempt " + QByteArray::number(flight.claim.attempt),
             "dispatch " + flight.claim.dispatch.value() + " was recorded and the call started"});
        lines += evidenceOf(outcome, flight.claim.attempt, m_context.clock.wallMs(), false);
        LK_CHECK(m_context.vault.put(
            unit, flight.key, record.id,
            {record.statementDigest, SealedKind::Evidence, flight.claim.attempt},
            encodeEvidence(lines)));
    }
    return {};
}

Result<ActionRecord> Dispatcher::writeEndInUnit(UnitOfWork& unit, const Flight& flight,
                                                const BackendOutcome& outcome,
                                                QList<ClaimedAttempt>& next)
{
    const ActionRecord& record = flight.claim.record;
    const ToolSettings settings = m_context.toolSettings(record.tool);
    const Classification judged =
        classifyOutcome(record.effect, outcome, settings.errorsMeanNoEffect, 0);
    // Only the attempt that holds the newest dispatch may end the action; anybody else is fenced.
    const LedgerEntry* ledger = m_context.journal.ledger().find(record.id);
    if (!ledger || ledger->dispatch != flight.claim.dispatch ||
        ledger->state != ActionState::Running)
        return Error(ErrorCode::FailedPrecondition, "fenced: the attempt is not the running one");
    LK_TRY(const qint64 rows,
           unit.execute("attempt_finish",
                        {m_context.clock.wallMs(), static_cast<qint64>(judged.outcome),
                         record.id.value(), qint64(flight.claim.attempt), flight.claim.epoch}));
#ifdef LOCKKEEPER_FAULT_FENCE_OFF
    Q_UNUSED(rows);
#else
    if (rows != 1)
        return Error(ErrorCode::FailedPrecondition, "fenced: the attempt's row is gone or ended");
#endif
    LK_TRY(const qint64 released,
           unit.execute("attempt_lease_release", {record.id.value(), flight.claim.epoch}));
    Q_UNUSED(released);
    const bool unknown = judged.outcome == Outcome::Unknown;
    const QByteArray outcomeText = bytesOf(outcomeName(judged.outcome));
    ActionChange change;
    change.events = {judged.event};
    change.actor = "executor";
    change.data = JsonWriter()
                      .beginObject()
                      .member("ended_dispatch", flight.claim.dispatch.value())
                      .member("outcome", outcomeText)
                      .endObject()
                      .take();
    change.eventType = unknown ? "outcome_unknown" : "tool_completed";
    change.eventDetails =
        JsonWriter()
            .beginObject()
            .member("elapsed_ms", m_context.clock.bootMs() - flight.dispatchedAtBootMs)
            .member("outcome", outcomeText)
            .endObject()
            .take();
    change.edit = [&judged](ActionRecord& edited) {
        edited.outcome = judged.outcome;
        edited.hasOutcome = true;
    };
    LK_TRY(ActionRecord ended, m_context.journal.apply(unit, record.id, change));
    LK_CHECK(storeParts(unit, flight, outcome, unknown, judged.cause));
    LK_CHECK(m_claims.advance(unit, record.submission, next, record.id));
    return ended;
}

void Dispatcher::writeEnd(const DispatchId& dispatch, BackendOutcome outcome, int tries)
{
    auto next = std::make_shared<QList<ClaimedAttempt>>();
    auto ended = std::make_shared<ActionRecord>();
    const Flight flight = m_flights.value(dispatch);
    m_context.waves.submit(
        "terminal",
        [this, flight, outcome, next, ended](UnitOfWork& unit) -> Result<void> {
            next->clear();
            LK_TRY(*ended, writeEndInUnit(unit, flight, outcome, *next));
            return {};
        },
        [this, dispatch, outcome, tries, next, ended, flight](const CommandOutcome& done) {
            if (done.result) {
                forget(dispatch);
                if (m_settled)
                    m_settled(*ended);
                this->dispatch(*next, done.guarded);
                return;
            }
            const ErrorCode code = done.result.error().code();
            log::error("executor", "the end of an attempt could not be written",
                       {{"action", flight.claim.record.id.value()},
                        {"why", done.result.error().describe()}});
            if (code == ErrorCode::FailedPrecondition || code == ErrorCode::DataLoss ||
                tries >= kMaximumWriteTries) {
                // Fenced, tampered with, or hopeless: the lease stays, recovery will say unknown.
                forget(dispatch);
                return;
            }
#ifdef LOCKKEEPER_FAULT_RETRY_AFTER_FAILED_RECORD
            return launch(flight.claim);
#endif
            // The effect may have happened and its record was not written: from now on the answer
            // is only evidence, and nothing ever opens a retry.
            BackendOutcome lost = outcome;
            if (lost.kind != BackendOutcome::Kind::NotStarted) {
                lost.kind = BackendOutcome::Kind::ContactLost;
                lost.cause = ContactLostCause::RecordNotWritten;
            }
            m_context.scheduler.after(1000,
                                      [self = QPointer<Dispatcher>(this), dispatch, lost, tries]() {
                                          if (self && self->m_flights.contains(dispatch))
                                              self->writeEnd(dispatch, lost, tries + 1);
                                      });
        });
}

void Dispatcher::lateAnswer(const DispatchId& dispatch, const BackendOutcome& outcome)
{
    const ActionId action = m_recent.value(dispatch);
    if (action.isEmpty())
        return;
    auto changed = std::make_shared<ActionRecord>();
    m_context.waves.submit(
        "late",
        [this, action, outcome, changed](UnitOfWork& unit) -> Result<void> {
            ActionChange change;
            change.events = {ActionEvent::LateResult};
#ifdef LOCKKEEPER_FAULT_LATE_ANSWER_BELIEVED
            change.events.append(ActionEvent::SettledByEvidence);
#endif
            change.actor = "evidence";
            change.eventType = "outcome_unknown";
            LK_TRY(const ActionRecord record, m_context.journal.apply(unit, action, change));
            *changed = record;
            LK_TRY(const SecretBytes key, m_context.vault.openKey(unit, action));
            const SealContext context{record.statementDigest, SealedKind::Evidence,
                                      record.attempts};
            LK_TRY(const std::optional<QByteArray> old,
                   m_context.vault.get(unit, key, action, context));
            QList<EvidenceLine> lines;
            if (old) {
                LK_TRY(lines, decodeEvidence(*old));
            }
            lines += evidenceOf(outcome, record.attempts, m_context.clock.wallMs(), true);
            LK_CHECK(m_context.vault.put(unit, key, action, context, encodeEvidence(lines)));
            if (outcome.result.isEmpty())
                return {};
            return m_context.vault.put(
                unit, key, action, {record.statementDigest, SealedKind::Result, record.attempts},
                JsonWriter()
                    .beginObject()
                    .member("cause", "late answer")
                    .memberBool("is_error", outcome.isError)
                    .memberRaw("result", outcome.result)
                    .endObject()
                    .take());
        },
        [this, changed](const CommandOutcome& done) {
            if (!done.result)
                log::warning("executor", "a late answer could not be added",
                             {{"why", done.result.error().describe()}});
            else if (m_settled)
                m_settled(*changed);
        });
}

} // namespace lockkeeper
