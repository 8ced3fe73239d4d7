// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/operatorcore.h"

#include <QList>
#include <QPair>

#include <algorithm>

namespace lockkeeper {

/// A core whose record is as long as a test says: entries are computed when they are asked for.
/// Everything but status, history and the feed is answered with Unimplemented. One thread.
class HistoryCore : public OperatorCore
{
public:
    qint64 newest = 0;        ///< position of the newest entry
    bool isSilent = false;    ///< answers nothing
    int mostRows = 0;         ///< the largest page that was asked for
    int open = 0;             ///< questions that are not answered yet
    int mostOpen = 0;         ///< the most of them at a time
    QList<qint64> asked;      ///< `before` of each question for a page
    StatusSnapshot nowStatus; ///< what status() answers

    [[nodiscard]] static HistoryEntry entryAt(qint64 position)
    {
        HistoryEntry entry;
        entry.position = position;
        entry.atMs = 1'700'000'000'000 + position;
        entry.kind = position % 2 == 0 ? "dispatch_started" : "operator_approved";
        entry.action = ActionId("act_" + QByteArray::number(position / 4));
        entry.tool = {"files", "write_file"};
        entry.state = position % 2 == 0 ? "running" : "approved";
        entry.by = position % 2 == 0 ? QByteArray() : QByteArray("bea");
        return entry;
    }

    void history(qint64 before, int limit, Reply<QList<HistoryEntry>> reply) override
    {
        asked.append(before);
        mostRows = std::max(mostRows, limit);
        mostOpen = std::max(mostOpen, ++open);
        if (isSilent)
            return;
        QList<HistoryEntry> page;
        qint64 position = before == 0 ? newest : std::min(newest, before - 1);
        for (; position > 0 && page.size() < limit; --position)
            page.append(entryAt(position));
        reply.deliver(page);
        // The answer is out when the queued delivery has run; this one is queued behind it.
        Reply<int>(m_context, [this](const Result<int>&) { --open; }).deliver(0);
    }

    void tell(const QByteArray& type)
    {
        FeedBatch batch;
        CoreEvent event;
        event.type = type;
        batch.events = {event};
        Reply<int>(m_context, [this, batch](const Result<int>&) { m_sink(batch); }).deliver(0);
    }

    void status(Reply<StatusSnapshot> reply) override
    {
        if (!isSilent)
            reply.deliver(nowStatus);
    }
    void onStatusChanged(QObject* context, std::function<void()> changed) override
    {
        m_context = context;
        Q_UNUSED(changed);
    }
    void subscribe(const QByteArray& from, QObject* context, CoreService::FeedSink sink) override
    {
        Q_UNUSED(from);
        m_context = context;
        m_sink = std::move(sink);
    }
    void unsubscribe() override {}
    void briefs(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply) override
    {
        Q_UNUSED(query);
        reply.deliver(QList<ActionSnapshot>());
    }
    void briefsOf(const QList<ActionId>& actions, Reply<QList<ActionSnapshot>> reply) override
    {
        Q_UNUSED(actions);
        reply.deliver(QList<ActionSnapshot>());
    }
    void card(const ActionId& action, Reply<ActionCard> reply) override { refuse(action, reply); }
    void result(const ActionId& action, Reply<CallResult> reply) override { refuse(action, reply); }
    void runs(const RunCursor& after, int limit, Reply<QList<RunSnapshot>> reply) override
    {
        Q_UNUSED(after);
        Q_UNUSED(limit);
        refuse(ActionId(), reply);
    }
    void runsOf(const QList<ActionId>& actions, Reply<QList<RunSnapshot>> reply) override
    {
        refuse(actions.value(0), reply);
    }
    void runActions(const RunActionsQuery& query, Reply<RunPage> reply) override
    {
        refuse(query.around, reply);
    }
    void approve(const ApproveRequest& request, const SecretBytes& pin,
                 Reply<ActionSnapshot> reply) override
    {
        Q_UNUSED(pin);
        refuse(request.action, reply);
    }
    void deny(const ActionId& action, const QByteArray& reason, const SecretBytes& pin,
              Reply<ActionSnapshot> reply) override
    {
        Q_UNUSED(reason);
        Q_UNUSED(pin);
        refuse(action, reply);
    }
    void undo(const ActionId& action, Reply<ActionSnapshot> reply) override
    {
        refuse(action, reply);
    }
    void cancel(const ActionId& action, Reply<ActionSnapshot> reply) override
    {
        refuse(action, reply);
    }
    void determine(const DetermineRequest& request, const SecretBytes& pin,
                   Reply<ActionSnapshot> reply) override
    {
        Q_UNUSED(pin);
        refuse(request.action, reply);
    }
    void snooze(const SnoozeRequest& request, const SecretBytes& pin,
                Reply<ActionSnapshot> reply) override
    {
        Q_UNUSED(pin);
        refuse(request.action, reply);
    }
    void extend(const ActionId& action, qint64 decideByMs, const SecretBytes& pin,
                Reply<ActionSnapshot> reply) override
    {
        Q_UNUSED(decideByMs);
        Q_UNUSED(pin);
        refuse(action, reply);
    }
    void reveal(const ActionId& action, qsizetype offset, const SecretBytes& pin,
                Reply<QByteArray> reply) override
    {
        Q_UNUSED(offset);
        Q_UNUSED(pin);
        refuse(action, reply);
    }

private:
    template<class T>
    static void refuse(const ActionId& action, const Reply<T>& reply)
    {
        reply.deliver(Error(ErrorCode::Unimplemented, "not in this test: " + action.value()));
    }

    QObject* m_context = nullptr;
    CoreService::FeedSink m_sink;
};

} // namespace lockkeeper
