// SPDX-License-Identifier: Apache-2.0
#include "support/fakeoperatorcore.h"

#include <QDateTime>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qint64 kDeterminationHoldMs = 10'000;
constexpr qint64 kDayMs = 24LL * 60 * 60 * 1000;

Error missing(const ActionId& action)
{
    return Error(ErrorCode::NotFound, "no action " + action.value());
}

bool isFor(const ActionsQuery& query, ActionState state)
{
    if (query.state.isEmpty())
        return true;
    if (query.state == "open")
        return !isFinal(state);
    const auto asked = actionStateFromName({query.state.constData(), size_t(query.state.size())});
    return asked && *asked == state;
}

} // namespace

StatusSnapshot FakeOperatorCore::writable()
{
    StatusSnapshot status;
    status.version = "test";
    status.storeId = "sto_test";
    status.keyring = "ready";
    status.readOnly = false;
    return status;
}

void FakeOperatorCore::status(Reply<StatusSnapshot> reply)
{
    answer<StatusSnapshot>(reply, currentStatus);
}

void FakeOperatorCore::onStatusChanged(QObject* context, std::function<void()> changed)
{
    m_statusContext = context;
    m_statusChanged = std::move(changed);
}

void FakeOperatorCore::subscribe(const QByteArray& from, QObject* context,
                                 CoreService::FeedSink sink)
{
    Q_UNUSED(from);
    m_context = context;
    m_sink = std::move(sink);
}

void FakeOperatorCore::unsubscribe()
{
    m_sink = {};
    m_statusChanged = {};
}

ActionSnapshot FakeOperatorCore::brief(const ActionId& action) const
{
    return cards.value(action).snapshot;
}

void FakeOperatorCore::briefs(const ActionsQuery& query, Reply<QList<ActionSnapshot>> reply)
{
    QList<ActionSnapshot> page;
    bool isAfter = query.before.isEmpty();
    for (auto action = order.crbegin(); action != order.crend() && page.size() < query.limit;
         ++action) {
        if (isAfter && isFor(query, brief(*action).record.state))
            page.append(brief(*action));
        isAfter = isAfter || *action == query.before;
    }
    answer<QList<ActionSnapshot>>(reply, page);
}

void FakeOperatorCore::briefsOf(const QList<ActionId>& actions, Reply<QList<ActionSnapshot>> reply)
{
    QList<ActionSnapshot> found;
    for (const ActionId& action : actions) {
        if (cards.contains(action))
            found.append(brief(action));
    }
    answer<QList<ActionSnapshot>>(reply, found);
}

void FakeOperatorCore::card(const ActionId& action, Reply<ActionCard> reply)
{
    if (!cards.contains(action))
        return answer<ActionCard>(reply, missing(action));
    answer<ActionCard>(reply, cards.value(action));
}

void FakeOperatorCore::result(const ActionId& action, Reply<CallResult> reply)
{
    CallResult result;
    result.action = action;
    result.state = brief(action).record.state;
    result.summary = brief(action).resultSummary;
    result.result = results.value(action);
    result.settled = isFinal(result.state) || result.state == ActionState::Determined;
    answer<CallResult>(reply, result);
}

void FakeOperatorCore::history(qint64 before, int limit, Reply<QList<HistoryEntry>> reply)
{
    QList<HistoryEntry> page;
    for (auto entry = entries.crbegin(); entry != entries.crend() && page.size() < limit; ++entry) {
        if (before == 0 || entry->position < before)
            page.append(*entry);
    }
    answer<QList<HistoryEntry>>(reply, page);
}

void FakeOperatorCore::move(const ActionId& action, ActionState state,
                            const Reply<ActionSnapshot>& reply)
{
    if (refusesWith)
        return answer<ActionSnapshot>(reply, *refusesWith);
    if (!cards.contains(action))
        return answer<ActionSnapshot>(reply, missing(action));
    setState(action, state);
    answer<ActionSnapshot>(reply, brief(action));
}

void FakeOperatorCore::approve(const ApproveRequest& request, const SecretBytes& pin,
                               Reply<ActionSnapshot> reply)
{
    Q_UNUSED(pin);
    approvals.append({request.action, request.fingerprint});
    if (cards.contains(request.action)) {
        const ActionSnapshot now = brief(request.action);
        if (now.record.state != ActionState::Pending)
            return answer<ActionSnapshot>(
                reply, Error(ErrorCode::FailedPrecondition, "the action is not pending"));
        if (now.fingerprint != request.fingerprint)
            return answer<ActionSnapshot>(
                reply, Error(ErrorCode::Conflict, "the fingerprint is another one"));
    }
    move(request.action, ActionState::Holding, reply);
}

void FakeOperatorCore::deny(const ActionId& action, const QByteArray& reason,
                            const SecretBytes& pin, Reply<ActionSnapshot> reply)
{
    Q_UNUSED(pin);
    denials.append({action, reason});
    move(action, ActionState::Denied, reply);
}

void FakeOperatorCore::undo(const ActionId& action, Reply<ActionSnapshot> reply)
{
    undos.append(action);
    if (refusesWith || brief(action).record.state != ActionState::Unknown)
        return move(action, ActionState::Pending, reply);
    change(action, [](ActionCard& card) { card.snapshot.record.holdUntilMs = 0; });
    answer<ActionSnapshot>(reply, brief(action));
}

void FakeOperatorCore::cancel(const ActionId& action, Reply<ActionSnapshot> reply)
{
    cancels.append(action);
    move(action, ActionState::Cancelled, reply);
}

void FakeOperatorCore::determine(const DetermineRequest& request, const SecretBytes& pin,
                                 Reply<ActionSnapshot> reply)
{
    Q_UNUSED(pin);
    determinations.append(request);
    if (!refusesWith && cards.contains(request.action)) {
        // The action stays unknown while its determination is held.
        cards[request.action].snapshot.record.holdUntilMs =
            QDateTime::currentMSecsSinceEpoch() + kDeterminationHoldMs;
    }
    move(request.action, ActionState::Unknown, reply);
}

void FakeOperatorCore::snooze(const SnoozeRequest& request, const SecretBytes& pin,
                              Reply<ActionSnapshot> reply)
{
    Q_UNUSED(pin);
    snoozes.append(request);
    if (refusesWith)
        return answer<ActionSnapshot>(reply, *refusesWith);
    change(request.action, [&request](ActionCard& card) {
        card.snapshot.snooze =
            request.untilMs == 0 ? Snooze() : Snooze{request.untilMs, "operator", request.reason};
    });
    answer<ActionSnapshot>(reply, brief(request.action));
}

void FakeOperatorCore::extend(const ActionId& action, qint64 decideByMs, const SecretBytes& pin,
                              Reply<ActionSnapshot> reply)
{
    Q_UNUSED(pin);
    extensions.append(action);
    if (refusesWith)
        return answer<ActionSnapshot>(reply, *refusesWith);
    change(action, [decideByMs](ActionCard& card) { card.snapshot.decideByMs = decideByMs; });
    answer<ActionSnapshot>(reply, brief(action));
}

void FakeOperatorCore::reveal(const ActionId& action, qsizetype offset, const SecretBytes& pin,
                              Reply<QByteArray> reply)
{
    Q_UNUSED(pin);
    reveals.append({action, offset});
    answer<QByteArray>(reply, QByteArray("\"revealed\""));
}

ActionId FakeOperatorCore::add(RiskLevel risk, const QByteArray& arguments, ActionState state)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    ActionCard card;
    ActionRecord& record = card.snapshot.record;
    record.id = ActionId("act_" + QByteArray::number(++m_number).rightJustified(8, '0'));
    record.submission = SubmissionId("sub_test");
    record.callId = "c" + QByteArray::number(m_number);
    record.state = state;
    record.version = 1;
    record.credential = CredentialId("crd_test");
    record.tool = ToolName{"files", "write_file"};
    record.risk = risk;
    record.createdAtMs = now;
    record.changedAtMs = now;
    record.decideByMs = now + kDayMs;
    card.snapshot.decideByMs = record.decideByMs;
    card.snapshot.fingerprint = QByteArray::number(m_number).rightJustified(64, 'a');
    card.snapshot.labels.agentId = "atlas";
    card.snapshot.summary = "Write the file a.txt";
    card.snapshot.agentReason = "because";
    card.snapshot.riskReasons = {"the tool does not say that it can be undone"};
    card.snapshot.targets = {"file:a.txt"};
    card.arguments = arguments;
    card.toolDefinition = R"({"name":"write_file"})";
    const ActionId id = record.id;
    cards.insert(id, card);
    order.append(id);
    CoreEvent event;
    event.type = "admitted";
    event.actionId = id.value();
    tell(event);
    return id;
}

void FakeOperatorCore::change(const ActionId& action, const std::function<void(ActionCard&)>& edit)
{
    ActionCard& card = cards[action];
    edit(card);
    ++card.snapshot.record.version;
    card.snapshot.record.changedAtMs = QDateTime::currentMSecsSinceEpoch();
    CoreEvent event;
    event.type = "changed";
    event.actionId = action.value();
    tell(event);
}

void FakeOperatorCore::setState(const ActionId& action, ActionState state)
{
    change(action, [state](ActionCard& card) {
        card.snapshot.record.state = state;
        card.snapshot.record.finishedAtMs = isFinal(state) ? 1 : 0;
    });
}

void FakeOperatorCore::setStatus(const StatusSnapshot& status)
{
    currentStatus = status;
    if (m_statusChanged)
        QMetaObject::invokeMethod(m_statusContext, m_statusChanged, Qt::QueuedConnection);
}

void FakeOperatorCore::tell(const CoreEvent& event)
{
    if (!m_sink || isSilent)
        return;
    FeedBatch batch;
    CoreEvent numbered = event;
    if (numbered.type != "tool_progress")
        numbered.seq = ++m_seq;
    numbered.atMs = QDateTime::currentMSecsSinceEpoch();
    batch.events = {numbered};
    QMetaObject::invokeMethod(
        m_context,
        [this, batch]() {
            if (m_sink)
                m_sink(batch);
        },
        Qt::QueuedConnection);
}

void FakeOperatorCore::tellGap()
{
    if (!m_sink)
        return;
    FeedBatch batch;
    batch.gapFrom = 1;
    batch.gapTo = m_seq;
    QMetaObject::invokeMethod(
        m_context,
        [this, batch]() {
            if (m_sink)
                m_sink(batch);
        },
        Qt::QueuedConnection);
}

} // namespace lockkeeper
