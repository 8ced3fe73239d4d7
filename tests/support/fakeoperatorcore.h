// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/operatorcore.h"

#include <QHash>
#include <QList>

namespace lockkeeper {

/// A core for tests of the window: actions are what the test says, commands are written down and,
/// unless told otherwise, done as the real core would do them. One thread.
class FakeOperatorCore final : public OperatorCore
{
public:
    struct Approved
    {
        ActionId action;
        QByteArray fingerprint;
    };

    // -- OperatorCore
    void status(Reply<StatusSnapshot> reply) override;
    void onStatusChanged(QObject* context, std::function<void()> changed) override;
    void subscribe(const QByteArray& from, QObject* context, CoreService::FeedSink sink) override;
    void unsubscribe() override;
    void briefs(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply) override;
    void briefsOf(const QList<ActionId>& actions, Reply<QList<ActionSnapshot>> reply) override;
    void card(const ActionId& action, Reply<ActionCard> reply) override;
    void result(const ActionId& action, Reply<CallResult> reply) override;
    void history(qint64 before, int limit, Reply<QList<HistoryEntry>> reply) override;
    void runs(const RunCursor& after, int limit, Reply<QList<RunSnapshot>> reply) override;
    void runsOf(const QList<ActionId>& actions, Reply<QList<RunSnapshot>> reply) override;
    void runActions(const RunActionsQuery& query, Reply<RunPage> reply) override;
    void approve(const ApproveRequest& request, const SecretBytes& pin,
                 Reply<ActionSnapshot> reply) override;
    void deny(const ActionId& action, const QByteArray& reason, const SecretBytes& pin,
              Reply<ActionSnapshot> reply) override;
    void undo(const ActionId& action, Reply<ActionSnapshot> reply) override;
    void cancel(const ActionId& action, Reply<ActionSnapshot> reply) override;
    void determine(const DetermineRequest& request, const SecretBytes& pin,
                   Reply<ActionSnapshot> reply) override;
    void snooze(const SnoozeRequest& request, const SecretBytes& pin,
                Reply<ActionSnapshot> reply) override;
    void extend(const ActionId& action, qint64 decideByMs, const SecretBytes& pin,
                Reply<ActionSnapshot> reply) override;
    void reveal(const ActionId& action, qsizetype offset, const SecretBytes& pin,
                Reply<QByteArray> reply) override;

    /// A pending action of this risk with these canonical arguments, told through the feed.
    ActionId add(RiskLevel risk, const QByteArray& arguments = R"({"path":"a.txt"})",
                 ActionState state = ActionState::Pending);
    /// Changes an action and tells it.
    void change(const ActionId& action, const std::function<void(ActionCard&)>& edit);
    void setState(const ActionId& action, ActionState state);
    /// Tells that the status changed.
    void setStatus(const StatusSnapshot& status);
    /// Tells any event.
    void tell(const CoreEvent& event);
    void tellGap();

    StatusSnapshot currentStatus = writable();
    QHash<ActionId, ActionCard> cards;
    QHash<ActionId, QByteArray> results; ///< result objects of tools
    QList<ActionId> order;               ///< of admission
    QList<HistoryEntry> entries;
    bool isSilent = false;            ///< answers nothing
    std::optional<Error> refusesWith; ///< every command
    QList<Approved> approvals;
    QList<QPair<ActionId, QByteArray>> denials;
    QList<ActionId> undos;
    QList<ActionId> cancels;
    QList<DetermineRequest> determinations;
    QList<ActionId> extensions;
    QList<SnoozeRequest> snoozes;
    QList<QPair<ActionId, qsizetype>> reveals;

    [[nodiscard]] static StatusSnapshot writable();

private:
    template<class T>
    void answer(const Reply<T>& reply, Result<T> result)
    {
        if (!isSilent)
            reply.deliver(std::move(result));
    }
    void move(const ActionId& action, ActionState state, const Reply<ActionSnapshot>& reply);
    [[nodiscard]] ActionSnapshot brief(const ActionId& action) const;
    /// A run is the actions of one claimed run id, or of one submission.
    [[nodiscard]] QByteArray runKey(const ActionId& action) const;
    [[nodiscard]] QList<ActionId> actionsOfRun(const QByteArray& key) const;
    [[nodiscard]] RunSnapshot runSnapshot(const QByteArray& key) const;

    QObject* m_context = nullptr;
    CoreService::FeedSink m_sink;
    QObject* m_statusContext = nullptr;
    std::function<void()> m_statusChanged;
    qint64 m_seq = 0;
    int m_number = 0;
};

} // namespace lockkeeper
