// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/decision.h"
#include "core/executor/claims.h"
#include "core/executor/decisionproof.h"
#include "core/executor/dispatcher.h"
#include "core/executor/enginecontext.h"

#include <QHash>

#include <functional>

namespace lockkeeper {

/// What an approval says besides whose it is.
struct ApprovalTerms
{
    QByteArray fingerprintHex;
    bool now = false;    ///< drop the default hold up to Medium, never one set by policy
    QByteArray coverage; ///< what was shown; at most 200 printable ASCII characters
    QByteArray reason;   ///< sealed with the decision, for operators only; may be empty
};

/// Approvals, denials and their undoing. During a hold the signature
/// stays in this process's memory; it is stored in the commit that ends the hold. Core thread only.
class Decisions
{
public:
    using Done = std::function<void(Result<ActionRecord>)>;

    Decisions(EngineContext& context, Claims& claims, Dispatcher& dispatcher);
    ~Decisions();

    /// How much of the card was seen, as it is signed: at most this many printable ASCII bytes.
    static constexpr qsizetype kMaximumCoverage = 200;

    /// First the proof (errors: signingKeysOf), then InvalidArgument: coverage; Conflict: the
    /// fingerprint or version is another one; FailedPrecondition: not pending, or its tool has
    /// changed; DataLoss: tampered with.
    void approve(const Decider& by, const ActionId& action, const ApprovalTerms& terms, Done done);
    void deny(const Decider& by, const ActionId& action, const QByteArray& reason, Done done);
    /// Only while holding; nothing of the decision is left behind. The caller has checked the
    /// proof.
    void undo(const Decider& by, const ActionId& action, Done done);

    /// Drops all holds of this process (keys lost, stopping): their actions go back to pending.
    void dropAllHolds(const QByteArray& why);
    /// Called after each change of an action made here.
    void onChanged(std::function<void(const ActionRecord&)> changed)
    {
        m_changed = std::move(changed);
    }

private:
    struct Prepared
    {
        ActionRecord record;
        ActionStatement statement;
        SecretBytes key;
    };
    struct Hold
    {
        Decision decision;
        QByteArray bytes;
        QByteArray signature;
        QByteArray reason;
        SecretBytes key; ///< of the action, to seal the reason; empty without one
        qint64 endsAtBootMs = 0;
        qint64 asleepMs = 0; ///< boot minus awake time at the start: grows only by a suspend
        Scheduler::TimerId timer = 0;
    };

    [[nodiscard]] Result<Prepared> prepare(const ActionId& action);
    /// The same, and everything that has to hold for an approval. `verdict` is what policy says
    /// now.
    [[nodiscard]] Result<Prepared> prepareApproval(const ActionId& action,
                                                   const QByteArray& fingerprintHex,
                                                   PolicyVerdict& verdict);
    [[nodiscard]] Result<Prepared> open(const ActionId& action);
    [[nodiscard]] Decision draft(const Decider& by, const Prepared& prepared,
                                 Decision::Verdict verdict) const;
    void submitApproval(const ActionRecord& pending, const Hold& hold, const Done& done);
    void startHold(const ActionRecord& record, Hold hold);
    void endHold(const ActionId& action);
    /// `by` is the operator's name, if one did it.
    void breakHold(const ActionId& action, ActionEvent event, const QByteArray& why, Done done,
                   const QByteArray& by = {});
    [[nodiscard]] Result<void> storeDecision(UnitOfWork& unit, const Hold& hold) const;
    [[nodiscard]] static ActionChange approval(const Hold& hold, QList<ActionEvent> events,
                                               qint64 holdUntilMs);
    void tell(const Done& done, Result<ActionRecord> result);

    EngineContext& m_context;
    Claims& m_claims;
    Dispatcher& m_dispatcher;
    QHash<ActionId, Hold> m_holds;
    std::function<void(const ActionRecord&)> m_changed;
};

} // namespace lockkeeper
