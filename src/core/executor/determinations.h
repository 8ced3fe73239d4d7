// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executor/decisions.h"

namespace lockkeeper {

/// What people record about unknown outcomes, in its basic form: happened,
/// did_not_happen, undetermined, each with a hold of 10 s of its own. Core thread only.
class Determinations
{
public:
    static constexpr qint64 kHoldMs = 10'000;
    using Done = Decisions::Done;

    Determinations(EngineContext& context, Claims& claims, Dispatcher& dispatcher);
    ~Determinations();

    /// Answers at once with the action still unknown; it is settled when the hold ends.
    /// First the proof (errors: signingKeysOf), then InvalidArgument: no reason;
    /// FailedPrecondition: not unknown, or did_not_happen while the worker is not proven gone and
    /// `effectHasStopped` was not said; Conflict: another one is being recorded; Unimplemented:
    /// in_part.
    void determine(const Decider& by, const ActionId& action, DeterminationKind kind,
                   const QByteArray& reason, const QByteArray& evidence, bool effectHasStopped,
                   Done done);
    /// Removes a determination whose hold has not ended. False if there is none. The caller has
    /// checked the proof.
    bool undo(const ActionId& action);
    void dropAll();
    /// When the recorded determination takes effect (wall ms); 0 if none is being held.
    [[nodiscard]] qint64 effectiveAtMs(const ActionId& action) const;

    void onChanged(std::function<void(const ActionRecord&)> changed)
    {
        m_changed = std::move(changed);
    }

private:
    struct Held
    {
        Determination determination;
        QByteArray bytes;
        QByteArray signature;
        QByteArray text;
        Scheduler::TimerId timer = 0;
    };

    [[nodiscard]] Result<Held> prepare(const Decider& by, const SeatKeys& keys,
                                       const ActionRecord& record, DeterminationKind kind,
                                       const QByteArray& reason, const QByteArray& evidence,
                                       bool effectHasStopped);
    void takeEffect(const ActionId& action);
    /// Tells operators' screens of a hold that has begun or is gone without taking effect.
    void announce(const ActionRecord& record, const QByteArray& type,
                  const Determination& determination);
    void announceRemoval(const Determination& determination);
    [[nodiscard]] Result<ActionRecord> settle(UnitOfWork& unit, const Held& held,
                                              QList<ClaimedAttempt>& claimed);

    EngineContext& m_context;
    Claims& m_claims;
    Dispatcher& m_dispatcher;
    QHash<ActionId, Held> m_held;
    std::function<void(const ActionRecord&)> m_changed;
};

} // namespace lockkeeper
