// SPDX-License-Identifier: Apache-2.0
// The part of the engine that answers: commands of agents and operators, snapshots, status.
#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/base/logging.h"
#include "core/base/random.h"
#include "core/coreengine.h"
#include "core/enginerunning.h"
#include "core/executor/effectassessment.h"
#include "core/journal/actionrows.h"

#include <algorithm>

#include <unistd.h>

namespace lockkeeper {

namespace {

constexpr qint64 kMaximumWaitMs = 60'000;
constexpr int kMaximumPage = 1000;
constexpr int kMaximumWaiters = 4096;
constexpr qint64 kPinAgainMs = 1000;

QByteArray tokenDigest(const QByteArray& token)
{
    // Tokens have 256 random bits: a plain digest of one cannot be searched.
    return taggedDigest("lockkeeper/agent-token/1", {token});
}

Decider deciderOf(const OperatorPrincipal& by)
{
    return {by.name, by.proof, by.pin};
}

Error unknownCredential()
{
    return Error(ErrorCode::PermissionDenied, "the credential is unknown or revoked");
}

Error notFound(const ActionId& action)
{
    return Error(ErrorCode::NotFound, "no action " + action.value());
}

} // namespace

void CoreEngine::submit(const CredentialId& credential, SubmissionRequest request,
                        Admission::Done done)
{
    if (const auto ready = writable(); !ready)
        return done(ready.error());
    if (const auto believed = checkCredential(credential); !believed)
        return done(believed.error());
    m_running->admission.submit(credential, std::move(request), std::move(done));
}

Result<SubmissionAnswer> CoreEngine::submission(const CredentialId& credential,
                                                const SubmissionId& id)
{
    if (!m_running)
        return writable().error();
    return m_running->admission.answerOf(credential, id);
}

Result<SubmissionAnswer> CoreEngine::submissionOfKey(const CredentialId& credential,
                                                     const QByteArray& keyNamespace,
                                                     const QByteArray& key)
{
    if (!m_running)
        return writable().error();
    return m_running->admission.answerOfKey(credential, keyNamespace, key);
}

Result<void> CoreEngine::checkCredential(const CredentialId& credential) const
{
    if (m_forged.contains(credential))
        return Error(ErrorCode::PermissionDenied,
                     "the row of this credential differs from the journal: it was tampered with");
    const auto known = m_registry->agents.constFind(credential);
    if (known != m_registry->agents.cend() && known->revoked)
        return Error(ErrorCode::PermissionDenied, "the credential is revoked");
    return {};
}

bool CoreEngine::isVisible(const CredentialId& credential, const ActionRecord& record,
                           const QByteArray& handle) const
{
    if (!checkCredential(credential))
        return false;
#ifdef LOCKKEEPER_FAULT_OTHERS_SHOWN
    Q_UNUSED(record);
    Q_UNUSED(handle);
    return true;
#else
    return credential.isEmpty() || record.credential == credential ||
           m_running->vault.actionOfHandle(handle) == record.id;
#endif
}

Result<ActionRecord> CoreEngine::findVisible(const CredentialId& credential, const ActionId& action,
                                             const QByteArray& handle)
{
    if (!m_running)
        return writable().error();
    const ActionId id = action.isEmpty() ? m_running->vault.actionOfHandle(handle) : action;
    if (id.isEmpty())
        return Error(ErrorCode::NotFound, "the handle is not one of this store");
    LK_TRY(const std::optional<ActionRecord> record, findAction(m_store->session(), id));
    if (!record || !isVisible(credential, *record, handle))
        return notFound(id);
    return *record;
}

void CoreEngine::result(const CredentialId& credential, const ResultQuery& query,
                        std::function<void(Result<CallResult>)> done)
{
    const auto record = findVisible(credential, query.action, query.handle);
    if (!record)
        return done(record.error());
    if (isSettled(record->state) || query.waitMs <= 0)
        return done(m_running->snapshots.result(*record));
    if (m_waiters.size() >= kMaximumWaiters)
        return done(Error(ErrorCode::ResourceExhausted, "too many callers wait for results"));
    const quint64 id = m_nextWaiter++;
    const ActionId action = record->id;
    Waiter waiter{action, record->submission, record->state, std::move(done), 0};
    waiter.timer = m_parts->scheduler->after(qMin(query.waitMs, kMaximumWaitMs), [this, id]() {
        const auto found = m_waiters.find(id);
        if (found == m_waiters.end())
            return;
        const Waiter due = *found;
        m_waiters.erase(found);
        const auto now = findAction(m_store->session(), due.action);
        if (now && *now)
            due.done(m_running->snapshots.result(**now));
        else
            due.done(now ? notFound(due.action) : now.error());
    });
    m_waiters.insert(id, std::move(waiter));
}

void CoreEngine::cancel(const CredentialId& credential, const ActionId& action,
                        const QByteArray& handle, std::function<void(Result<ActionRecord>)> done)
{
    cancelBy(credential, action, handle, {}, std::move(done));
}

void CoreEngine::cancelBy(const CredentialId& credential, const ActionId& action,
                          const QByteArray& handle, const QByteArray& operatorName,
                          std::function<void(Result<ActionRecord>)> done)
{
    if (const auto ready = writable(); !ready)
        return done(ready.error());
    const auto record = findVisible(credential, action, handle);
    if (!record)
        return done(record.error());
    const bool byOperator = credential.isEmpty();
    if (!byOperator && handle.isEmpty() && m_detached.contains(record->id))
        return done(*record); // "pending, handle H" was answered: only the handle cancels it now
    if (record->state == ActionState::Running || record->state == ActionState::Unknown) {
        (void)m_running->dispatcher.requestCancel(record->id);
        return done(*record); // what became of it is for the evidence to say
    }
    auto now = std::make_shared<ActionRecord>();
    auto claimed = std::make_shared<QList<ClaimedAttempt>>();
    const ActionId id = record->id;
    m_waves->submit(
        "cancel",
        [this, now, claimed, id, byOperator, operatorName](UnitOfWork& unit) -> Result<void> {
            claimed->clear();
            ActionChange change;
            change.events = {ActionEvent::CancelRequested};
            change.actor = byOperator ? "operator" : "principal";
            if (byOperator)
                change.data =
                    JsonWriter().beginObject().member("by", operatorName).endObject().take();
            LK_TRY(*now, m_journal.apply(unit, id, change));
            return m_running->claims.advance(unit, now->submission, *claimed, id);
        },
        [this, now, claimed, done](const CommandOutcome& outcome) {
            if (!outcome.result)
                return done(outcome.result.error());
            changed(*now);
            done(*now);
            m_running->dispatcher.dispatch(*claimed, outcome.guarded);
        });
}

void CoreEngine::cancelAsOperator(const OperatorPrincipal& by, const ActionId& action,
                                  Decisions::Done done)
{
    if (const auto ready = operable(by); !ready)
        return done(ready.error());
    cancelBy({}, action, {}, by.name, std::move(done));
}

void CoreEngine::callerDetached(const CredentialId& credential, const ActionId& action)
{
    if (findVisible(credential, action, {}))
        m_detached.insert(action);
}

Result<ActionSnapshot> CoreEngine::snapshot(const ActionRecord& record) const
{
    if (!m_running)
        return writable().error();
    ActionSnapshot made = m_running->snapshots.forOperator(record);
    made.callerGone = m_detached.contains(record.id);
    return made;
}

Result<ActionSnapshot> CoreEngine::action(const CredentialId& credential, const ActionId& id)
{
    LK_TRY(const ActionRecord record, findVisible(credential, id, {}));
    if (!credential.isEmpty())
        return m_running->snapshots.forAgent(record);
    noteShown(record);
    return snapshot(record);
}

Result<QList<ActionSnapshot>> CoreEngine::actions(const CredentialId& credential,
                                                  const ActionsQuery& query)
{
    if (!m_running)
        return writable().error();
    StoreSession& session = m_store->session();
    const qint64 limit = qBound(1, query.limit, kMaximumPage);
    const QByteArray before = query.before.isEmpty() ? QByteArray("~") : query.before.value();
    QList<ActionRecord> records;
    if (query.state.isEmpty()) {
        LK_TRY(records, readActions(session, "action_page", {before, limit}));
    } else if (query.state == "open") {
        LK_TRY(records, readActions(session, "action_open_all", {}));
    } else {
        const auto state =
            actionStateFromName({query.state.constData(), size_t(query.state.size())});
        if (!state)
            return Error(ErrorCode::InvalidArgument, "there is no state " + query.state);
        LK_TRY(records, readActions(session, "action_page_of_state",
                                    {static_cast<qint64>(*state), before, limit}));
    }
    QList<ActionSnapshot> snapshots;
    for (const ActionRecord& record : std::as_const(records)) {
        if (credential.isEmpty()) {
            LK_TRY(ActionSnapshot made, snapshot(record));
            snapshots.append(std::move(made));
        } else if (record.credential == credential) {
            snapshots.append(m_running->snapshots.forAgent(record));
        }
    }
    return snapshots;
}

Result<AgentPrincipal> CoreEngine::authenticate(const QByteArray& token)
{
    if (!m_store)
        return writable().error();
    const QByteArray digest = tokenDigest(token);
    if (!m_registry)
        return authenticateByRow(digest);
    for (auto it = m_registry->agents.cbegin(); it != m_registry->agents.cend(); ++it) {
        bool isRevoked = it->revoked;
#ifdef LOCKKEEPER_FAULT_REVOKED_TOKEN_TAKEN
        isRevoked = false;
#endif
        if (it->tokenDigest == digest && !isRevoked)
            return AgentPrincipal{it.key(), it->name};
    }
    return unknownCredential();
}

/// Before the journal is read nothing can be called. Whoever is let in by a row that the journal
/// does not know is refused afterwards (checkCredential).
Result<AgentPrincipal> CoreEngine::authenticateByRow(const QByteArray& digest)
{
    std::optional<AgentPrincipal> found;
    LK_CHECK(m_store->session().query(
        "agent_by_token", {Blob{digest}}, [&found](const StoreRow& row) -> Result<void> {
            if (row.integer(3) == 0)
                found = AgentPrincipal{CredentialId(row.bytes(0)), row.bytes(1)};
            return {};
        }));
    if (!found)
        return unknownCredential();
    return *found;
}

QList<ToolSnapshot> CoreEngine::tools() const
{
    QList<ToolSnapshot> snapshots;
    const QList<CataloguedTool> tools = m_tools.tools();
    for (const CataloguedTool& tool : tools) {
        const ServerSettings* server = settingsOf(tool.name.server);
        if (!server)
            continue;
        ToolSnapshot snapshot;
        snapshot.name = tool.name;
        snapshot.definition = tool.definition;
        snapshot.definitionDigest = tool.digest;
        snapshot.pinState = bytesOf(pinStateName(tool.state));
        const EffectAssessment assessed = assessEffect(*server, tool, false);
        snapshot.effect = assessed.effect;
        snapshot.risk = assessed.risk;
        snapshot.available = m_servers.value(server->name).state == "ready";
        snapshots.append(std::move(snapshot));
    }
    return snapshots;
}

const ServerSettings* CoreEngine::settingsOf(const QByteArray& server) const
{
    for (const ServerSettings& candidate : m_parts->settings.servers) {
        if (candidate.name == server)
            return &candidate;
    }
    return nullptr;
}

StatusSnapshot CoreEngine::status() const
{
    StatusSnapshot status;
    status.version = LOCKKEEPER_VERSION;
    status.pid = getpid();
    status.storeId = m_identity.storeId;
    status.incarnation = m_identity.incarnation;
    status.keyring = keyringStateName(m_keyring);
    status.readOnly = !writable().has_value();
    status.reasons = m_reasons;
    if (m_keyring != KeyringState::Ready && m_store)
        status.reasons.append(QByteArray("the keychain is ") + keyringStateName(m_keyring) +
                              (m_keyringDetail.isEmpty() ? QByteArray() : ": " + m_keyringDetail));
    if (m_keyring == KeyringState::Ready && m_reasons.isEmpty() && m_copier && !m_hasGuardCopy)
        status.reasons.append("the keychain has not taken the guard's first copy yet");
    for (const QByteArray& finding : m_findings)
        status.reasons.append("tampering: " + finding);
    status.operatorUnprotected = m_parts->settings.operatorUnprotected;
    status.pinProtected = m_running && !m_running->context.wrappedDecisionKey.isEmpty();
    status.servers = m_servers.values();
    const QList<CataloguedTool> tools = m_tools.tools();
    for (ServerSnapshot& server : status.servers)
        server.tools = int(std::count_if(tools.cbegin(), tools.cend(), [&server](const auto& tool) {
            return tool.name.server == server.name;
        }));
    if (!m_store)
        return status;
    const auto counted =
        m_store->session().query("run_totals", {}, [&status](const StoreRow& row) -> Result<void> {
            const int first = static_cast<int>(ActionState::Pending);
            for (const ActionState state : kAllActionStates) {
                const int column = static_cast<int>(state) - first;
                if (column >= 0 && row.integer(column) > 0)
                    status.counts.append({bytesOf(actionStateName(state)), row.integer(column)});
            }
            return {};
        });
    if (!counted)
        status.reasons.append("the store cannot be read: " + counted.error().message());
    status.journalPosition = m_journal.position();
    status.guardPosition = m_waves ? m_waves->guardPosition() : 0;
    if (m_running)
        status.feedPosition = m_running->feed.token(m_journal.outboxPosition());
    return status;
}

Result<void> CoreEngine::operable(const OperatorPrincipal& by)
{
    LK_CHECK(writable());
    return checkProof(m_running->context, deciderOf(by));
}

Result<void> CoreEngine::decidable(const OperatorPrincipal& by)
{
    LK_CHECK(writable());
    const Result<SeatKeys> keys = signingKeysOf(m_running->context, deciderOf(by));
    if (!keys)
        return keys.error();
    return {};
}

void CoreEngine::approve(const OperatorPrincipal& by, const ApproveRequest& request,
                         Decisions::Done done)
{
    if (const auto ready = writable(); !ready)
        return done(ready.error());
    m_running->decisions.approve(
        deciderOf(by), request.action,
        {request.fingerprint, request.now, request.coverage, request.reason}, std::move(done));
}

void CoreEngine::deny(const OperatorPrincipal& by, const ActionId& action, const QByteArray& reason,
                      Decisions::Done done)
{
    if (const auto ready = writable(); !ready)
        return done(ready.error());
    m_running->decisions.deny(deciderOf(by), action, reason, std::move(done));
}

void CoreEngine::undo(const OperatorPrincipal& by, const ActionId& action, Decisions::Done done)
{
    if (const auto ready = operable(by); !ready)
        return done(ready.error());
    if (m_running->determinations.undo(action)) {
        const auto record = findVisible({}, action, {});
        return done(record);
    }
    m_running->decisions.undo(deciderOf(by), action, std::move(done));
}

void CoreEngine::determine(const OperatorPrincipal& by, const DetermineRequest& request,
                           Decisions::Done done)
{
    if (const auto ready = writable(); !ready)
        return done(ready.error());
    m_running->determinations.determine(deciderOf(by), request.action, request.kind, request.reason,
                                        request.evidence, request.effectHasStopped,
                                        std::move(done));
}

void CoreEngine::addAgent(const OperatorPrincipal& by, const QByteArray& name,
                          std::function<void(Result<QPair<AgentSnapshot, QByteArray>>)> done)
{
    if (const auto ready = operable(by); !ready)
        return done(ready.error());
    if (name.isEmpty() || name.size() > 64)
        return done(Error(ErrorCode::InvalidArgument, "an agent's name has 1 to 64 bytes"));
    AgentSnapshot agent;
    agent.credential = CredentialId(m_ids.next("crd_"));
    agent.name = name;
    agent.createdAtMs = m_parts->clock->wallMs();
    const QByteArray token = "lka_" + randomBytes(32).toHex();
    const JournalRegistry::Agent registered{name, tokenDigest(token), false};
    m_waves->submit(
        "agent",
        [this, agent, registered](UnitOfWork& unit) -> Result<void> {
            const auto inserted =
                unit.execute("agent_insert", {agent.credential.value(), agent.name,
                                              Blob{registered.tokenDigest}, agent.createdAtMs});
            if (!inserted && inserted.error().code() == ErrorCode::Conflict)
                return Error(ErrorCode::AlreadyExists, "there is an agent of this name already");
            if (!inserted)
                return inserted.error();
            return m_journal.record(unit, JournalKind::AgentAdded,
                                    JournalRegistry::agentBody(agent.credential, registered));
        },
        [this, agent, token, registered, done](const CommandOutcome& outcome) {
            if (!outcome.result)
                return done(outcome.result.error());
            m_registry->agents.insert(agent.credential, registered);
            done(QPair(agent, token));
        });
}

void CoreEngine::revokeAgent(const OperatorPrincipal& by, const CredentialId& credential,
                             std::function<void(Result<AgentSnapshot>)> done)
{
    if (const auto ready = operable(by); !ready)
        return done(ready.error());
    m_waves->submit(
        "agent",
        [this, credential](UnitOfWork& unit) -> Result<void> {
            LK_TRY(const qint64 rows,
                   unit.execute("agent_revoke", {m_parts->clock->wallMs(), credential.value()}));
            if (rows != 1)
                return Error(ErrorCode::NotFound,
                             "there is no such agent, or it is revoked already");
            return m_journal.record(unit, JournalKind::AgentRevoked,
                                    JournalRegistry::revokedBody(credential));
        },
        [this, credential, done](const CommandOutcome& outcome) {
            if (!outcome.result)
                return done(outcome.result.error());
            if (const auto known = m_registry->agents.find(credential);
                known != m_registry->agents.end())
                known->revoked = true;
            const auto all = agents();
            if (!all)
                return done(all.error());
            for (const AgentSnapshot& agent : *all) {
                if (agent.credential == credential)
                    return done(agent);
            }
            done(Error(ErrorCode::NotFound, "there is no such agent"));
        });
}

Result<QList<AgentSnapshot>> CoreEngine::agents()
{
    QList<AgentSnapshot> all;
    if (!m_store)
        return writable().error();
    LK_CHECK(m_store->session().query("agent_all", {}, [&all](const StoreRow& row) -> Result<void> {
        all.append({CredentialId(row.bytes(0)), row.bytes(1), row.integer(2), row.integer(3)});
        return {};
    }));
    return all;
}

Result<QByteArray> CoreEngine::decisionKey() const
{
    if (!m_running)
        return writable().error();
    return m_running->context.keys.publicKeys().decisionKey;
}

void CoreEngine::subscribe(quint64 subscriber, const QByteArray& from,
                           const CredentialId& credential, ChangeFeed::Deliver deliver)
{
    if (m_running)
        m_running->feed.subscribe(subscriber, from, credential, m_journal.outboxPosition(),
                                  std::move(deliver));
    else
        m_early.append({subscriber, from, credential, std::move(deliver)});
}

void CoreEngine::unsubscribe(quint64 subscriber)
{
    erase_if(m_early,
             [subscriber](const EarlySubscriber& early) { return early.id == subscriber; });
    if (m_running)
        m_running->feed.unsubscribe(subscriber);
}

void CoreEngine::toolsDiscovered(const QByteArray& server, const QList<DiscoveredTool>& tools)
{
    const ServerSettings* settings = settingsOf(server);
    if (!settings || !m_running || !writable())
        return;
    pinTools(server, settings->trusted, tools);
}

void CoreEngine::pinTools(const QByteArray& server, bool trusted,
                          const QList<DiscoveredTool>& tools)
{
    auto observation = std::make_shared<Observation>();
    const quint64 number = m_tools.expect(server);
    m_waves->submit(
        "tools",
        [this, observation, server, trusted, tools](UnitOfWork& unit) -> Result<void> {
            *observation = m_tools.observe(server, trusted, tools);
            for (const PinRecord& pin : std::as_const(observation->store)) {
                LK_TRY(const qint64 rows,
                       unit.execute("tool_pin_put",
                                    {pin.tool.server, pin.tool.tool, Blob{pin.digest},
                                     static_cast<qint64>(pin.state), m_parts->clock->wallMs()}));
                if (rows != 1)
                    return Error(ErrorCode::Internal, "a tool's definition was not pinned");
                LK_CHECK(m_journal.record(
                    unit, JournalKind::ToolPinned,
                    JournalRegistry::pinBody(pin.tool,
                                             {pin.digest, bytesOf(pinStateName(pin.state))})));
            }
            return {};
        },
        [this, observation, server, trusted, tools, number](const CommandOutcome& outcome) {
            if (!outcome.result) {
                log::error("core", "tool definitions could not be pinned",
                           {{"why", outcome.result.error().describe()}});
                m_parts->scheduler->after(kPinAgainMs, [=, this, alive = m_alive]() {
                    if (*alive && writable() && m_tools.isNewest(server, number))
                        pinTools(server, trusted, tools);
                });
                return;
            }
            m_tools.apply(*observation);
            m_tools.settle(observation->server, number);
            advanceWaiting();
            m_toolsChanged();
            m_statusChanged(); // how many tools a server has
        });
}

} // namespace lockkeeper
