// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/coreservice.h"

#include <functional>

namespace lockkeeper {

/// The core as the window uses it: CoreService on behalf of the person at this screen, so that a
/// test can stand in for it. The composition root makes the real one, which asks the one
/// authorisation function for each command that decides.
///
/// Every function returns at once; answers come on the thread of the Reply's context. Errors are
/// those of CoreService. `pin` is empty unless the decision key is protected by one.
class OperatorCore
{
public:
    virtual ~OperatorCore() = default;

    virtual void status(Reply<StatusSnapshot> reply) = 0;
    /// Calls `changed` on the context's thread whenever status() would answer something else.
    virtual void onStatusChanged(QObject* context, std::function<void()> changed) = 0;
    /// Feed of all actions, see CoreService::subscribe. There is one subscriber per window.
    virtual void subscribe(const QByteArray& from, QObject* context,
                           CoreService::FeedSink sink) = 0;
    virtual void unsubscribe() = 0;

    /// Snapshots for lists: neither arguments nor evidence in them. A page, newest first.
    virtual void briefs(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply) = 0;
    /// The same for these actions (at most 1 000); those that do not exist are left out.
    virtual void briefsOf(const QList<ActionId>& actions, Reply<QList<ActionSnapshot>> reply) = 0;
    /// Everything about one action that a person decides on.
    virtual void card(const ActionId& action, Reply<ActionCard> reply) = 0;
    /// The result that the agent gets or got, by the same rules.
    virtual void result(const ActionId& action, Reply<CallResult> reply) = 0;
    /// The record, newest first; `before` 0 = from the end; `limit` 1 to 1 000.
    virtual void history(qint64 before, int limit, Reply<QList<HistoryEntry>> reply) = 0;

    /// Runs in the order of a list, see RunCursor; `limit` 1 to 1 000.
    virtual void runs(const RunCursor& after, int limit, Reply<QList<RunSnapshot>> reply) = 0;
    /// The runs that these actions (at most 1 000) belong to, each once.
    virtual void runsOf(const QList<ActionId>& actions, Reply<QList<RunSnapshot>> reply) = 0;
    virtual void runActions(const RunActionsQuery& query, Reply<RunPage> reply) = 0;

    virtual void approve(const ApproveRequest& request, const SecretBytes& pin,
                         Reply<ActionSnapshot> reply) = 0;
    virtual void deny(const ActionId& action, const QByteArray& reason, const SecretBytes& pin,
                      Reply<ActionSnapshot> reply) = 0;
    /// Takes back an approval or a determination whose hold has not ended.
    virtual void undo(const ActionId& action, Reply<ActionSnapshot> reply) = 0;
    virtual void cancel(const ActionId& action, Reply<ActionSnapshot> reply) = 0;
    virtual void determine(const DetermineRequest& request, const SecretBytes& pin,
                           Reply<ActionSnapshot> reply) = 0;
    /// Puts a pending call aside, or brings it back; see CoreService::snooze.
    virtual void snooze(const SnoozeRequest& request, const SecretBytes& pin,
                        Reply<ActionSnapshot> reply) = 0;
    /// Moves the time until which it can be decided to `decideByMs` (wall clock, later than it
    /// was).
    virtual void extend(const ActionId& action, qint64 decideByMs, const SecretBytes& pin,
                        Reply<ActionSnapshot> reply) = 0;
    /// The bytes of the masked scalar at `offset` of the card; each reveal is journaled.
    virtual void reveal(const ActionId& action, qsizetype offset, const SecretBytes& pin,
                        Reply<QByteArray> reply) = 0;
};

} // namespace lockkeeper
