// SPDX-License-Identifier: Apache-2.0
#include "app/windowcore.h"

#include "core/gateway/accountname.h"
#include "core/gateway/authorisation.h"
#include "core/gateway/subscriber.h"

#include <unistd.h>

namespace lockkeeper {

WindowCore::WindowCore(CoreService& service)
    : m_service(&service)
    , m_account(accountName(::getuid()))
{
}

void WindowCore::close()
{
    unsubscribe();
    m_service = nullptr;
}

OperatorPrincipal WindowCore::by(const SecretBytes& pin) const
{
    return windowOperator(m_account, pin);
}

void WindowCore::status(Reply<StatusSnapshot> reply)
{
    ask(reply, [this](const auto& through) { m_service->status(through); });
}

void WindowCore::onStatusChanged(QObject* context, std::function<void()> changed)
{
    if (m_service)
        QObject::connect(m_service, &CoreService::statusChanged, context, std::move(changed),
                         Qt::QueuedConnection);
}

void WindowCore::subscribe(const QByteArray& from, QObject* context, CoreService::FeedSink sink)
{
    unsubscribe();
    if (!m_service)
        return;
    m_subscriber = nextSubscriber();
    m_service->subscribe(m_subscriber, from, nullptr, &m_home,
                         [this, subscriber = m_subscriber, listener = QPointer<QObject>(context),
                          sink = std::move(sink)](const FeedBatch& batch) {
                             // Batches may be on their way when the subscription ends.
                             if (listener && subscriber == m_subscriber)
                                 sink(batch);
                         });
}

void WindowCore::unsubscribe()
{
    if (m_service && m_subscriber != 0)
        m_service->unsubscribe(m_subscriber);
    m_subscriber = 0;
}

void WindowCore::briefs(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply)
{
    ask(reply, [&](const auto& through) { m_service->briefs(query, through); });
}

void WindowCore::briefsOf(const QList<ActionId>& actions, Reply<QList<ActionSnapshot>> reply)
{
    ask(reply, [&](const auto& through) { m_service->briefsOf(actions, through); });
}

void WindowCore::card(const ActionId& action, Reply<ActionCard> reply)
{
    ask(reply, [&](const auto& through) { m_service->card(action, through); });
}

void WindowCore::result(const ActionId& action, Reply<CallResult> reply)
{
    ask(reply, [&](const auto& through) { m_service->operatorResult({action, {}, 0}, through); });
}

void WindowCore::history(qint64 before, int limit, Reply<QList<HistoryEntry>> reply)
{
    ask(reply, [&](const auto& through) { m_service->history(before, limit, through); });
}

void WindowCore::runs(const RunCursor& after, int limit, Reply<QList<RunSnapshot>> reply)
{
    ask(reply, [&](const auto& through) { m_service->runs(after, limit, through); });
}

void WindowCore::runsOf(const QList<ActionId>& actions, Reply<QList<RunSnapshot>> reply)
{
    ask(reply, [&](const auto& through) { m_service->runsOf(actions, through); });
}

void WindowCore::runActions(const RunActionsQuery& query, Reply<RunPage> reply)
{
    ask(reply, [&](const auto& through) { m_service->runActions(query, through); });
}

void WindowCore::approve(const ApproveRequest& request, const SecretBytes& pin,
                         Reply<ActionSnapshot> reply)
{
    ask(reply, [&](const auto& through) { m_service->approve(by(pin), request, through); });
}

void WindowCore::deny(const ActionId& action, const QByteArray& reason, const SecretBytes& pin,
                      Reply<ActionSnapshot> reply)
{
    ask(reply, [&](const auto& through) { m_service->deny(by(pin), action, reason, through); });
}

void WindowCore::undo(const ActionId& action, Reply<ActionSnapshot> reply)
{
    ask(reply, [&](const auto& through) { m_service->undo(by({}), action, through); });
}

void WindowCore::cancel(const ActionId& action, Reply<ActionSnapshot> reply)
{
    ask(reply, [&](const auto& through) { m_service->cancelAsOperator(by({}), action, through); });
}

void WindowCore::determine(const DetermineRequest& request, const SecretBytes& pin,
                           Reply<ActionSnapshot> reply)
{
    ask(reply, [&](const auto& through) { m_service->determine(by(pin), request, through); });
}

void WindowCore::snooze(const SnoozeRequest& request, const SecretBytes& pin,
                        Reply<ActionSnapshot> reply)
{
    ask(reply, [&](const auto& through) { m_service->snooze(by(pin), request, through); });
}

void WindowCore::extend(const ActionId& action, qint64 decideByMs, const SecretBytes& pin,
                        Reply<ActionSnapshot> reply)
{
    ask(reply,
        [&](const auto& through) { m_service->extend(by(pin), action, decideByMs, through); });
}

void WindowCore::reveal(const ActionId& action, qsizetype offset, const SecretBytes& pin,
                        Reply<QByteArray> reply)
{
    ask(reply, [&](const auto& through) { m_service->reveal(by(pin), action, offset, through); });
}

} // namespace lockkeeper
