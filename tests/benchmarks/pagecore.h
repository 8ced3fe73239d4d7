// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/threads.h"
#include "support/historycore.h"

#include <QTimer>

#include <memory>

namespace lockkeeper {

/// A core without a store, with one run of as many calls as wanted and three records of each: what
/// is asked for is computed on a thread of its own, as the real core answers from one. While it
/// grows, calls come twenty times a second: each batch runs, and ends with the next one.
class PageCore final : public HistoryCore
{
public:
    static constexpr int kBatchMs = 50;
    static constexpr int kBatch = 50; ///< calls

    explicit PageCore(qint64 calls);
    ~PageCore() override;

    void setGrowing(bool isGrowing);
    /// Answers nothing any more: whoever asked may go.
    void close();

    void status(Reply<StatusSnapshot> reply) override;
    void subscribe(const QByteArray& from, QObject* context, CoreService::FeedSink sink) override;
    void unsubscribe() override;
    void briefsOf(const QList<ActionId>& actions, Reply<QList<ActionSnapshot>> reply) override;
    void result(const ActionId& action, Reply<CallResult> reply) override;
    void history(qint64 before, int limit, Reply<QList<HistoryEntry>> reply) override;
    void runs(const RunCursor& after, int limit, Reply<QList<RunSnapshot>> reply) override;
    void runsOf(const QList<ActionId>& actions, Reply<QList<RunSnapshot>> reply) override;
    void runActions(const RunActionsQuery& query, Reply<RunPage> reply) override;

private:
    // On the core's thread from here on.
    void grow();
    void tell(qint64 first, qint64 end, const QByteArray& type);
    [[nodiscard]] RunAction call(qint64 place) const;
    [[nodiscard]] RunSnapshot run() const;

    qint64 m_calls;
    qint64 m_runningFrom; ///< calls from this place on run
    qint64 m_seq = 0;
    const qint64 m_startMs;
    QObject* m_listener = nullptr;
    CoreService::FeedSink m_sink;
    std::unique_ptr<QTimer> m_growth;
    EventThread m_thread;
};

} // namespace lockkeeper
