// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/toolbackend.h"
#include "core/base/clock.h"
#include "core/base/scheduler.h"
#include "core/mcp/client/mcpclientsession.h"

#include <QHash>
#include <QMap>
#include <QObject>

#include <memory>
#include <optional>

namespace lockkeeper {

/// The calls on one connection to one tool server: permits, deadlines, progress, answers.
///
/// Each start() leads to exactly one finished(). Deadlines are read from the boot-time clock; the
/// idle one is moved by progress that increases, the absolute one by nothing. At a deadline the
/// server is asked to cancel and the contact is lost; what it answers later is a lateAnswer.
/// Io thread; session, scheduler and clock must outlive it.
class SessionCalls final : public QObject
{
    Q_OBJECT

public:
    /// How long a cancelled call may still be answered before its contact counts as lost.
    static constexpr qint64 kCancelGraceMs = 5'000;
    /// The least time between two progress reports of one call; the last value wins.
    static constexpr qint64 kProgressGapMs = 100;
    static constexpr qsizetype kProgressTextBytes = 4096;

    SessionCalls(mcp::McpClientSession& session, Scheduler& scheduler, const Clock& clock,
                 QObject* parent = nullptr);
    ~SessionCalls() override;

    void start(DispatchPermit permit, ToolCall call, std::shared_ptr<BackendSink> sink);
    /// False if the dispatch is not running here.
    bool cancel(const DispatchId& dispatch);
    [[nodiscard]] bool contains(const DispatchId& dispatch) const
    {
        return m_numbers.contains(dispatch);
    }
    [[nodiscard]] qsizetype running() const { return m_calls.size(); }
    /// From now on a broken connection means that we stopped the server ourselves.
    void stopRequested() { m_stopRequested = true; }

private:
    struct Call
    {
        DispatchId dispatch;
        std::shared_ptr<BackendSink> sink;
        qint64 idleTimeoutMs = 0;
        qint64 idleDueMs = 0;
        qint64 absoluteDueMs = 0;
        qint64 permitDueMs = 0;
        std::optional<qint64> graceDueMs; ///< set by cancel()
        bool started = false;
        Scheduler::TimerId dueTimer = 0;
        std::optional<qint64> lastReportMs;
        std::optional<BackendProgress> unreported;
        Scheduler::TimerId progressTimer = 0;
    };
    struct Finished
    {
        DispatchId dispatch;
        std::shared_ptr<BackendSink> sink;
    };

    [[nodiscard]] static qint64 dueMs(const Call& call);
    void arm(mcp::RequestNumber number);
    void onDue(mcp::RequestNumber number);
    void onStarted(mcp::RequestNumber number);
    void onProgress(mcp::RequestNumber number, const mcp::CallProgress& progress);
    void reportProgress(mcp::RequestNumber number);
    void onLateAnswer(mcp::RequestNumber number, const mcp::CallOutcome& outcome);
    void onClosed();
    void finish(mcp::RequestNumber number, const BackendOutcome& outcome);
    [[nodiscard]] BackendOutcome translate(const mcp::CallOutcome& outcome) const;

    mcp::McpClientSession& m_session;
    Scheduler& m_scheduler;
    const Clock& m_clock;
    QHash<mcp::RequestNumber, Call> m_calls;
    QHash<DispatchId, mcp::RequestNumber> m_numbers;
    QMap<mcp::RequestNumber, Finished> m_finished; ///< bounded: the oldest are forgotten
    bool m_stopRequested = false;
};

} // namespace lockkeeper
