// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executor/claims.h"
#include "core/executor/enginecontext.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <memory>

namespace lockkeeper {

/// Carries claimed attempts to their tool and their outcome into the journal: permit → dispatch →
/// terminal write. The only caller of ToolBackend::start.
/// Core thread; the sink it gives to backends posts from the io thread.
class Dispatcher : public QObject
{
    Q_OBJECT

public:
    /// How long a call that was asked to stop may take to answer, in milliseconds.
    static constexpr qint64 kCancelGraceMs = 10'000;

    Dispatcher(EngineContext& context, Claims& claims, QObject* parent = nullptr);
    ~Dispatcher() override;

    /// For each claim of a committed command. `guarded` false: the guard is not on disk, so the
    /// attempt is ended as not started and no permit is ever made.
    void dispatch(const QList<ClaimedAttempt>& claimed, bool guarded);

    /// Asks a running call to stop; settles nothing for certain. False if it is not in flight.
    bool requestCancel(const ActionId& action);
    [[nodiscard]] bool isInFlight(const ActionId& action) const
    {
        return m_byAction.contains(action);
    }
    [[nodiscard]] bool isIdle() const { return m_flights.isEmpty(); }
    /// Ends everything in flight as unknown (stop requested mid-call).
    void abandonAll();
    [[nodiscard]] qint64 lastProgressAtMs(const ActionId& action) const;

    /// Called after a terminal write, with the action's new row.
    void onSettled(std::function<void(const ActionRecord&)> settled)
    {
        m_settled = std::move(settled);
    }
    /// Live-only events: progress and heartbeats.
    void onLive(std::function<void(const CoreEvent&, const CredentialId&)> live)
    {
        m_live = std::move(live);
    }

private:
    struct Flight
    {
        ClaimedAttempt claim;
        ActionStatement statement;
        SecretBytes key;
        qint64 dispatchedAtBootMs = 0;
        qint64 progressAtBootMs = 0;
        qint64 progressAtMs = 0;
        qint64 liveAtBootMs = 0; ///< of the last event sent on
        QByteArray lastText;
        QByteArray lastStream;
        bool cancelRequested = false;
        bool ended = false;
    };
    class Sink;

    void launch(const ClaimedAttempt& claim);
    [[nodiscard]] Result<ToolCall> prepareCall(Flight& flight);
    void started(const DispatchId& dispatch);
    void progressed(const DispatchId& dispatch, const BackendProgress& progress);
    void finished(const DispatchId& dispatch, const BackendOutcome& outcome);
    void lateAnswer(const DispatchId& dispatch, const BackendOutcome& outcome);
    void endWithoutStart(const ClaimedAttempt& claim, const QByteArray& why);
    void writeEnd(const DispatchId& dispatch, BackendOutcome outcome, int tries);
    [[nodiscard]] Result<ActionRecord> writeEndInUnit(UnitOfWork& unit, const Flight& flight,
                                                      const BackendOutcome& outcome,
                                                      QList<ClaimedAttempt>& next);
    [[nodiscard]] Result<void> storeParts(UnitOfWork& unit, const Flight& flight,
                                          const BackendOutcome& outcome, bool unknown,
                                          const QByteArray& cause);
    void forget(const DispatchId& dispatch);
    void tick();

    EngineContext& m_context;
    Claims& m_claims;
    std::shared_ptr<Sink> m_sink;
    QHash<DispatchId, Flight> m_flights;
    QHash<ActionId, DispatchId> m_byAction;
    QHash<DispatchId, ActionId> m_recent; ///< for late answers; bounded
    std::function<void(const ActionRecord&)> m_settled;
    std::function<void(const CoreEvent&, const CredentialId&)> m_live;
    Scheduler::TimerId m_tick = 0;
    qint64 m_renewedAtBootMs = 0;
};

} // namespace lockkeeper
