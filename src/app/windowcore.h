// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/coreservice.h"
#include "ui/operatorcore.h"

#include <QByteArray>
#include <QObject>
#include <QPointer>

#include <utility>

namespace lockkeeper {

/// The window's end of the core: every command on behalf of the account that runs the console, as
/// the one authorisation function says.
///
/// Main thread, as the contexts that it is given; they may go before it does. It outlives the
/// service, and is closed before that goes.
class WindowCore final : public OperatorCore
{
public:
    explicit WindowCore(CoreService& service);

    /// From now on nothing reaches the service: every call is answered Unavailable.
    void close();

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

private:
    /// Asks the service, if it is there. The answer goes to this object first, which is there for
    /// as long as the service is, and to the asker only if that still is.
    template<class T, class Ask>
    void ask(const Reply<T>& reply, Ask&& command)
    {
        if (!m_service)
            return reply.deliver(Error(ErrorCode::Unavailable, "the console is stopping"));
        std::forward<Ask>(command)(Reply<T>(
            &m_home, [reply, asker = QPointer<QObject>(reply.context())](Result<T> answer) {
                if (asker)
                    reply.deliver(std::move(answer));
            }));
    }
    [[nodiscard]] OperatorPrincipal by(const SecretBytes& pin) const;

    CoreService* m_service; ///< null once closed
    QByteArray m_account;
    quint64 m_subscriber = 0; ///< 0 = not subscribed
    QObject m_home;
};

} // namespace lockkeeper
