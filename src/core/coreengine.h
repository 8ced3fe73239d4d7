// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/idgenerator.h"
#include "core/coreparts.h"
#include "core/coreservice.h"
#include "core/executor/admission.h"
#include "core/executor/decisions.h"
#include "core/executor/determinations.h"
#include "core/executor/snapshotreader.h"
#include "core/feed/changefeed.h"
#include "core/keys/guardcopier.h"
#include "core/policy/builtinpolicy.h"

#include <QHash>

#include <memory>
#include <optional>
#include <vector>

namespace lockkeeper {

class RunQueries;

/// The core behind the façade: opens store, keys, guard and journal in that order, recovers, and
/// then wires admission, decisions, claims and dispatch together. Core thread only, except that
/// CoreService posts to it. Whatever is missing makes it read-only with a reason.
class CoreEngine final : public ServerListener
{
public:
    CoreEngine(std::unique_ptr<CoreParts> parts, std::function<void()> statusChanged,
               std::function<void()> toolsChanged);
    ~CoreEngine() override;

    void start();
    void stop(qint64 graceMs, std::function<void()> stopped);

    /// An Error (Unavailable, with the reason) while nothing may be stored or decided.
    [[nodiscard]] Result<void> writable() const;
    /// Writable, and what `by` brings as a proof is one; for operators' commands without a
    /// signature.
    [[nodiscard]] Result<void> operable(const OperatorPrincipal& by);
    /// Writable, and `by` could sign a decision now: where a PIN protects the decision key, it was
    /// given.
    [[nodiscard]] Result<void> decidable(const OperatorPrincipal& by);

    void submit(const CredentialId& credential, SubmissionRequest request, Admission::Done done);
    [[nodiscard]] Result<SubmissionAnswer> submission(const CredentialId& credential,
                                                      const SubmissionId& id);
    [[nodiscard]] Result<SubmissionAnswer> submissionOfKey(const CredentialId& credential,
                                                           const QByteArray& keyNamespace,
                                                           const QByteArray& key);
    /// `credential` empty = an operator asks.
    void result(const CredentialId& credential, const ResultQuery& query,
                std::function<void(Result<CallResult>)> done);
    void cancel(const CredentialId& credential, const ActionId& action, const QByteArray& handle,
                std::function<void(Result<ActionRecord>)> done);
    void cancelAsOperator(const OperatorPrincipal& by, const ActionId& action,
                          Decisions::Done done);
    void callerDetached(const CredentialId& credential, const ActionId& action);
    [[nodiscard]] Result<ActionSnapshot> action(const CredentialId& credential, const ActionId& id);
    [[nodiscard]] Result<QList<ActionSnapshot>> actions(const CredentialId& credential,
                                                        const ActionsQuery& query);
    [[nodiscard]] Result<QList<RunSnapshot>> runs(const RunCursor& after, int limit);
    [[nodiscard]] Result<QList<RunSnapshot>> runsOf(const QList<ActionId>& actions);
    [[nodiscard]] Result<RunPage> runActions(const RunActionsQuery& query);
    [[nodiscard]] Result<AgentPrincipal> authenticate(const QByteArray& token);
    [[nodiscard]] QList<ToolSnapshot> tools() const;
    [[nodiscard]] StatusSnapshot status() const;
    void approve(const OperatorPrincipal& by, const ApproveRequest& request, Decisions::Done done);
    void deny(const OperatorPrincipal& by, const ActionId& action, const QByteArray& reason,
              Decisions::Done done);
    void undo(const OperatorPrincipal& by, const ActionId& action, Decisions::Done done);
    void determine(const OperatorPrincipal& by, const DetermineRequest& request,
                   Decisions::Done done);
    [[nodiscard]] Result<QList<ActionSnapshot>> briefs(const ActionsQuery& query);
    [[nodiscard]] Result<QList<ActionSnapshot>> briefsOf(const QList<ActionId>& actions);
    [[nodiscard]] Result<ActionCard> card(const ActionId& action);
    [[nodiscard]] Result<QList<HistoryEntry>> history(qint64 before, int limit);
    void snooze(const OperatorPrincipal& by, const SnoozeRequest& request, Decisions::Done done);
    void extend(const OperatorPrincipal& by, const ActionId& action, qint64 decideByMs,
                Decisions::Done done);
    void reveal(const OperatorPrincipal& by, const ActionId& action, qsizetype offset,
                std::function<void(Result<QByteArray>)> done);
    void addAgent(const OperatorPrincipal& by, const QByteArray& name,
                  std::function<void(Result<QPair<AgentSnapshot, QByteArray>>)> done);
    void revokeAgent(const OperatorPrincipal& by, const CredentialId& credential,
                     std::function<void(Result<AgentSnapshot>)> done);
    [[nodiscard]] Result<QList<AgentSnapshot>> agents();
    [[nodiscard]] Result<QByteArray> decisionKey() const;
    [[nodiscard]] Result<ActionSnapshot> snapshot(const ActionRecord& record) const;

    void subscribe(quint64 subscriber, const QByteArray& from, const CredentialId& credential,
                   ChangeFeed::Deliver deliver);
    void unsubscribe(quint64 subscriber);

    // -- ServerListener
    // ----------------------------------------------------------------------------
    void serverChanged(const QByteArray& server, const QByteArray& state, const QByteArray& reason,
                       const QList<QByteArray>& lastStderr) override;
    void toolsDiscovered(const QByteArray& server, const QList<DiscoveredTool>& tools) override;

private:
    /// What exists only when store, keys, guard and journal are all there.
    struct Running;
    struct Waiter
    {
        ActionId action;
        SubmissionId submission;
        ActionState asked = ActionState::Pending; ///< the state when the waiting began
        std::function<void(Result<CallResult>)> done;
        Scheduler::TimerId timer = 0;
    };
    struct PastAction
    {
        ActionId action;
        SubmissionId submission;
        ActionState state = ActionState::Pending; ///< in which its time is over
    };
    struct EarlySubscriber
    {
        quint64 id = 0;
        QByteArray from;
        CredentialId credential;
        ChangeFeed::Deliver deliver;
    };
    /// What the store said of itself before the keys were there.
    struct StoreIdentity
    {
        QByteArray storeId;
        qint64 incarnation = 1;
        QByteArray seat;
        std::optional<SeatPublicKeys> seatKeys;
        bool isNew = false;
    };

    void addReason(const QByteArray& reason);
    /// Stores what the announcement means and applies it; tries again until that is done.
    void pinTools(const QByteArray& server, bool trusted, const QList<DiscoveredTool>& tools);
    [[nodiscard]] Result<StoreIdentity> readIdentity();
    void keysChanged(const KeyringReport& report);
    void open(const KeyringReport& keyring);
    [[nodiscard]] Result<void> openJournal(const KeyringReport& keyring);
    /// What the guard and its copy remember; what is wrong with them becomes a reason.
    [[nodiscard]] Result<QList<RememberedEntry>> readGuard(const KeyringReport& keyring,
                                                           std::optional<GuardRecord>& record);
    [[nodiscard]] Result<QHash<qint64, KeyEpoch>> openEpochs(const SeatKeys& keys);
    void createStore(const SeatKeys& keys, const QByteArray& wrappedDecisionKey);
    /// Once the keychain has a copy of the guard.
    void whenCopied(std::function<void()> then);
    void makeRunning(const SeatKeys& keys, QHash<qint64, KeyEpoch> epochs,
                     const QByteArray& wrappedDecisionKey);
    void recovered(const Result<QList<QByteArray>>& findings);
    /// `action`: the one that they are about, if it is one.
    void journalFindings(const QList<QByteArray>& findings, const ActionId& action = ActionId());
    void tamperingFound(const ActionId& action, const QByteArray& why);
    [[nodiscard]] const ServerSettings* settingsOf(const QByteArray& server) const;
    [[nodiscard]] Result<void> loadPins();
    [[nodiscard]] Result<void> compareRegistry();
    void advanceWaiting();
    void advanceAll();
    void advance(const SubmissionId& submission);
    void changed(const ActionRecord& record);
    [[nodiscard]] RunQueries runQueries() const;
    void answerWaiters(const ActionRecord& record);
    void stopWhenIdle(qint64 deadlineBootMs, std::function<void()> stopped);
    void sweep();
    [[nodiscard]] QList<PastAction> pastDeadline() const;
    void expirePast();
    void trimOutbox();
    [[nodiscard]] Result<AgentPrincipal> authenticateByRow(const QByteArray& digest);
    /// PermissionDenied: revoked, or let in by a row that the journal does not know.
    [[nodiscard]] Result<void> checkCredential(const CredentialId& credential) const;
    [[nodiscard]] bool isVisible(const CredentialId& credential, const ActionRecord& record,
                                 const QByteArray& handle) const;
    /// `operatorName` empty: the agent cancels its own call.
    void cancelBy(const CredentialId& credential, const ActionId& action, const QByteArray& handle,
                  const QByteArray& operatorName, std::function<void(Result<ActionRecord>)> done);
    [[nodiscard]] ActionSnapshot brief(const ActionRecord& record) const;
    /// The row of an action that can be given time until `decideByMs`; errors as
    /// CoreService::extend says.
    [[nodiscard]] Result<ActionRecord> extensible(const ActionId& action, qint64 decideByMs);
    /// The state in which an action is past its time that the store lists so; nullopt: operators
    /// have extended it, or it was tampered with.
    [[nodiscard]] std::optional<ActionState> statePastDeadline(const ActionId& action) const;
    /// An operator has the whole of this action before them: that goes on record, once.
    void noteShown(const ActionRecord& record);
    void snoozesEnded(const QList<ActionId>& actions);
    [[nodiscard]] Result<ActionRecord>
    findVisible(const CredentialId& credential, const ActionId& action, const QByteArray& handle);

    std::unique_ptr<CoreParts> m_parts;
    std::function<void()> m_statusChanged;
    std::function<void()> m_toolsChanged;
    IdGenerator m_ids;
    BuiltinPolicy m_policy;
    ToolCatalogue m_tools;
    std::unique_ptr<Store> m_store;
    Journal m_journal;
    StoreIdentity m_identity;
    std::optional<GuardFile> m_guard;
    std::unique_ptr<GuardCopier> m_copier;
    std::optional<JournalRegistry> m_registry; ///< once the journal was read
    QSet<CredentialId> m_forged; ///< credentials whose rows say something else than the journal
    bool m_hasGuardCopy = false;
    std::unique_ptr<WaveQueue> m_waves;
    std::unique_ptr<Running> m_running;
    KeyringState m_keyring = KeyringState::Opening;
    QByteArray m_keyringDetail;
    QList<QByteArray> m_reasons;  ///< why read-only
    QList<QByteArray> m_findings; ///< single tampered actions: shown, but the rest goes on
    QHash<QByteArray, ServerSnapshot> m_servers;
    QHash<quint64, Waiter> m_waiters;
    quint64 m_nextWaiter = 1;
    QList<EarlySubscriber> m_early; ///< subscribed before the store was open
    QSet<ActionId> m_detached;      ///< "pending, handle H" was answered or the caller is gone
    QSet<ActionId> m_noted;         ///< shown to an operator; on its way into the journal
    Scheduler::TimerId m_sweep = 0;
    qint64 m_wallMinusBoot = 0;
    qint64 m_trimmedUpTo = 0;
    bool m_stopping = false;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

} // namespace lockkeeper
