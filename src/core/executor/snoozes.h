// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "core/executor/decisionproof.h"
#include "core/executor/enginecontext.h"

#include <QHash>
#include <QList>

#include <functional>

namespace lockkeeper {

/// Pending calls that operators have put aside for a while. Journaled, but known only to this
/// process, so that nothing that is stored can hide a call. Each ends at its time, whatever was
/// done to the wall clock, and with any change of the action. Core thread only.
class Snoozes
{
public:
    using Done = std::function<void(Result<ActionRecord>)>;

    static constexpr qint64 kLongestMs = 60LL * 60 * 1000;
    /// A call is back this long before it can no longer be decided, at the latest.
    static constexpr qint64 kBeforeDecideByMs = 2LL * 60 * 1000;
    static constexpr qsizetype kMaximumReason = 500;

    /// Whether a call that can be decided until `decideByMs` (0 = without limit) may be put aside;
    /// errors as CoreService::snooze says.
    [[nodiscard]] static Result<void> checkRules(const ActionRecord& record, qint64 decideByMs,
                                                 qint64 untilMs, const QByteArray& reason,
                                                 qint64 nowMs);

    explicit Snoozes(EngineContext& context);
    ~Snoozes();

    /// As CoreService::snooze says; the caller has checked the proof.
    void snooze(const Decider& by, const ActionRecord& record, qint64 untilMs,
                const QByteArray& reason, Done done);
    /// How this action is put aside now; untilMs 0 if it is not.
    [[nodiscard]] Snooze of(const ActionId& action) const;
    /// Brings back whose time is over. Called by the one timer, and to be called now and then: a
    /// wall clock that was set moves no timer.
    void endPast();

    /// Called with those that came back by themselves, because their time was over.
    void onEnded(std::function<void(const QList<ActionId>&)> ended) { m_ended = std::move(ended); }
    /// Called when events of this wait to be told.
    void onAnnounced(std::function<void()> announced) { m_announced = std::move(announced); }

private:
    struct Kept
    {
        Snooze snooze;
        qint64 endsAtBootMs = 0;
        qint64 version = 0;      ///< of the action when it was put aside
        qint64 extendedToMs = 0; ///< how far it was extended then
    };

    [[nodiscard]] Result<void> write(UnitOfWork& unit, const ActionRecord& record,
                                     const Snooze& snooze, const QByteArray& proof);
    [[nodiscard]] bool isOver(const Kept& kept) const;
    /// The action is still as it was when it was put aside.
    [[nodiscard]] bool isUnchanged(const ActionId& action, const Kept& kept) const;
    void schedule();

    EngineContext& m_context;
    QHash<ActionId, Kept> m_kept;
    Scheduler::TimerId m_timer = 0; ///< of the earliest end
    std::function<void(const QList<ActionId>&)> m_ended;
    std::function<void()> m_announced;
};

} // namespace lockkeeper
