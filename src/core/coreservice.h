// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/reply.h"
#include "core/base/secretbytes.h"
#include "core/domain/coreevents.h"
#include "core/domain/snapshots.h"
#include "core/domain/submission.h"

#include <QObject>

#include <functional>
#include <memory>

namespace lockkeeper {

class CoreEngine;
struct CoreParts;

/// Who calls on behalf of an agent. Made by a gateway after it has authenticated the credential.
struct AgentPrincipal
{
    CredentialId credential;
    QByteArray name;
};

/// Who decides. Made only by the one authorisation function (gateway/authorisation.h).
struct OperatorPrincipal
{
    QByteArray name;  ///< the account's name
    QByteArray proof; ///< "window", "pin" or "unprotected"; signed into each decision
    SecretBytes pin;  ///< only for proof "pin"; dropped after the one decision it opens
};

/// What an agent may be told apart by, after a call was answered "pending, handle H".
struct ResultQuery
{
    ActionId action;   ///< either this …
    QByteArray handle; ///< … or this
    qint64 waitMs = 0; ///< long poll: answer when settled, at the latest after this (<= 60 000)
};

/// An operator's approval of one action.
struct ApproveRequest
{
    ActionId action;
    QByteArray fingerprint; ///< hex as shown; another one is Conflict, nothing happens
    bool now = false;       ///< drop the default hold up to Medium, never one set by policy
    /// How much of the card was seen; signed as it is. At most 200 printable ASCII characters.
    QByteArray coverage = "ctl";
    QByteArray reason = {}; ///< sealed with the decision, for operators only; may be empty
};

/// An operator puts a pending call aside; it stays pending, and its time goes on.
struct SnoozeRequest
{
    ActionId action;
    qint64 untilMs = 0; ///< wall clock; 0 = bring it back at once, the reason is not used then
    QByteArray reason;  ///< 1 to 500 bytes of UTF-8; sealed, for operators only
};

struct DetermineRequest
{
    ActionId action;
    DeterminationKind kind = DeterminationKind::Undetermined;
    QByteArray reason;
    QByteArray evidence;
    bool effectHasStopped =
        false; ///< the operator's explicit word, where the worker is not proven gone
};

struct ActionsQuery
{
    QByteArray state; ///< a state's name, "" for all, "open" for all that are not final
    ActionId before;  ///< only actions older than this one (paging); empty = from the newest
    int limit = 200;  ///< 1 to 1 000
};

/// The façade of the core: commands in, results and snapshots out. All that ui and gateways talk
/// to.
///
/// Lives on the core thread; every public function may be called from any thread and returns at
/// once; the answer comes through the Reply. Agents see only actions of their own credential or
/// whose handle they present: anything else is NotFound. While the seat's keys are not there, or
/// the store is damaged, everything that would decide or store is Unavailable with the reason.
class CoreService : public QObject
{
    Q_OBJECT

public:
    /// `parts` are what the composition root has made; see core/coreparts.h.
    explicit CoreService(std::unique_ptr<CoreParts> parts);
    ~CoreService() override;

    /// Opens store and journal, recovers, begins to claim. Core thread only; reasons that make the
    /// console read-only are in status(), not an error.
    void start();
    /// Orderly stop: refuses new requests, stops claiming, gives calls in flight `graceMs`,
    /// journals the rest as unknown, closes the store, then calls `stopped` on the core thread.
    void stop(qint64 graceMs, std::function<void()> stopped);

    // -- for agents ------------------------------------------------------------------------------
    void submit(const AgentPrincipal& agent, SubmissionRequest request,
                Reply<SubmissionAnswer> reply);
    void submission(const AgentPrincipal& agent, const SubmissionId& id,
                    Reply<SubmissionAnswer> reply);
    /// What was submitted under this idempotency key. NotFound: nothing was, and nothing is now.
    /// Unavailable: it cannot be told while the seat's keys are not there.
    void submissionOfKey(const AgentPrincipal& agent, const QByteArray& keyNamespace,
                         const QByteArray& key, Reply<SubmissionAnswer> reply);
    /// Answers when the call is settled or the wait is over, whichever comes first.
    void result(const AgentPrincipal& agent, const ResultQuery& query, Reply<CallResult> reply);
    /// Before the claim: cancelled for certain. After it: the cancel is forwarded and the state
    /// stays what the evidence says. FailedPrecondition when it is over already.
    /// `byHandle`: the caller presented the handle, so that an answer "pending, handle H" that was
    /// given before does not protect the call from this cancel.
    void cancel(const AgentPrincipal& agent, const ActionId& action, const QByteArray& handle,
                Reply<CallResult> reply);
    /// A "pending, handle H" was answered: from now on only a cancel by handle cancels it.
    void callerDetached(const AgentPrincipal& agent, const ActionId& action);
    void agentAction(const AgentPrincipal& agent, const ActionId& action,
                     Reply<ActionSnapshot> reply);
    void agentActions(const AgentPrincipal& agent, const ActionsQuery& query,
                      Reply<QList<ActionSnapshot>> reply);
    /// The credential whose token this is; PermissionDenied for an unknown or revoked one.
    void authenticate(const QByteArray& token, Reply<AgentPrincipal> reply);

    // -- for everybody ---------------------------------------------------------------------------
    void tools(Reply<QList<ToolSnapshot>> reply);
    void status(Reply<StatusSnapshot> reply);

    // -- for operators ---------------------------------------------------------------------------
    void action(const ActionId& action, Reply<ActionSnapshot> reply);
    void actions(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply);
    void operatorResult(const ResultQuery& query, Reply<CallResult> reply);
    /// See RunCursor, RunActionsQuery; `limit` 1 to 1 000. Only for showing: nothing is decided by
    /// what run an action belongs to.
    void runs(const RunCursor& after, int limit, Reply<QList<RunSnapshot>> reply);
    /// The runs that these actions belong to, each once; at most 1 000 actions.
    void runsOf(const QList<ActionId>& actions, Reply<QList<RunSnapshot>> reply);
    void runActions(const RunActionsQuery& query, Reply<RunPage> reply);
    void approve(const OperatorPrincipal& by, const ApproveRequest& request,
                 Reply<ActionSnapshot> reply);
    void deny(const OperatorPrincipal& by, const ActionId& action, const QByteArray& reason,
              Reply<ActionSnapshot> reply);
    void undo(const OperatorPrincipal& by, const ActionId& action, Reply<ActionSnapshot> reply);
    void cancelAsOperator(const OperatorPrincipal& by, const ActionId& action,
                          Reply<ActionSnapshot> reply);
    void unknowns(Reply<QList<ActionSnapshot>> reply);
    void determine(const OperatorPrincipal& by, const DetermineRequest& request,
                   Reply<ActionSnapshot> reply);
    /// Snapshots for lists, a page, newest first: neither arguments nor evidence nor what is read
    /// of results. "open" is paged as well.
    void briefs(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply);
    /// The same for these actions, at most 1 000; those that do not exist are left out.
    void briefsOf(const QList<ActionId>& actions, Reply<QList<ActionSnapshot>> reply);
    /// What an operator decides on; masked values are not in it.
    void card(const ActionId& action, Reply<ActionCard> reply);
    /// The record, newest first; `before` 0 = from the end; `limit` 1 to 1 000.
    void history(qint64 before, int limit, Reply<QList<HistoryEntry>> reply);
    /// Puts a pending call aside until a time that is at most 60 minutes away and at least 2
    /// minutes before it can no longer be decided; it comes back by itself, or when anything about
    /// it changes, and at the next start. Journaled. InvalidArgument: time or reason; NotFound;
    /// FailedPrecondition: not pending, or its risk is Critical (nobody puts that aside alone).
    void snooze(const OperatorPrincipal& by, const SnoozeRequest& request,
                Reply<ActionSnapshot> reply);
    /// Gives operators more time to decide a pending call, within what policy allows; the signed
    /// statement stays as it is. Journaled before it counts. InvalidArgument: not later than it is
    /// now, or later than policy allows (the sentence says until when); NotFound;
    /// FailedPrecondition: not pending, or its time is over.
    void extend(const OperatorPrincipal& by, const ActionId& action, qint64 decideByMs,
                Reply<ActionSnapshot> reply);
    /// The bytes of the masked value at this offset of the card, once that is journaled. Needs the
    /// proof of a decision. NotFound: no such action or place; DataLoss: something of the action
    /// does not open.
    void reveal(const OperatorPrincipal& by, const ActionId& action, qsizetype offset,
                Reply<QByteArray> reply);
    void addAgent(const OperatorPrincipal& by, const QByteArray& name,
                  Reply<QPair<AgentSnapshot, QByteArray>> reply); ///< with the token, shown once
    void revokeAgent(const OperatorPrincipal& by, const CredentialId& credential,
                     Reply<AgentSnapshot> reply);
    void agents(Reply<QList<AgentSnapshot>> reply);
    /// The seat's public decision key (32 bytes), to check operator proofs; Unavailable with the
    /// reason while the keys or the store are not there.
    void decisionKey(Reply<QByteArray> reply);

    // -- the feed --------------------------------------------------------------------------------
    using FeedSink = std::function<void(const FeedBatch&)>;
    /// `from` is a resume token or "" for "from now". Batches arrive on the context's thread, at
    /// most 20 a second; `agent` limits them to that credential's actions (null = all, operators).
    /// The first batch may be a gap. Ends with unsubscribe. The context must outlive the service.
    void subscribe(quint64 subscriber, const QByteArray& from,
                   std::shared_ptr<const AgentPrincipal> agent, QObject* context, FeedSink sink);
    void unsubscribe(quint64 subscriber);

signals:
    /// The tools offered to agents changed. Emitted on the core thread.
    void toolsChanged();
    /// Keys, store or configuration state changed: ask status() again. Core thread.
    void statusChanged();

private:
    /// Runs \p task with the engine on the core thread, later.
    template<class Task>
    void post(Task task);

    std::unique_ptr<CoreEngine> m_engine;
};

} // namespace lockkeeper
