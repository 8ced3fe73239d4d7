// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/runstopper.h"

namespace lockkeeper {

namespace {

constexpr int kPage = 200;

} // namespace

RunStopper::RunStopper(CoreClient& client, QObject* parent)
    : QObject(parent)
    , m_client(client)
{
}

void RunStopper::stop(const QByteArray& run)
{
    if (m_isAtWork || run.isEmpty())
        return;
    m_isAtWork = true;
    m_run = run;
    m_tally = {};
    m_asked.clear();
    m_from = 0;
    m_hasFoundNew = false;
    readPage();
}

void RunStopper::readPage()
{
    RunActionsQuery query;
    query.run = m_run;
    query.states = {ActionState::Pending, ActionState::Holding, ActionState::Approved};
#ifdef LOCKKEEPER_FAULT_STOP_TAKES_STARTED
    query.states.append(ActionState::Running);
#endif
    query.from = m_from;
    query.limit = kPage;
    m_client.core().runActions(query, m_client.reply<RunPage>(this, [this](Result<RunPage> page) {
        if (!page)
            return finish(page.error().message());
        take(*page);
    }));
}

void RunStopper::take(const RunPage& page)
{
    m_from = page.next;
    m_isLastPage = page.isLast;
    for (const RunAction& action : page.actions) {
        const ActionId& id = action.snapshot.record.id;
        if (m_asked.contains(id))
            continue;
        m_asked.insert(id);
        m_toCancel.append(id);
        m_hasFoundNew = true;
    }
    cancelNext();
}

void RunStopper::cancelNext()
{
    while (!m_toCancel.isEmpty() && m_onTheirWay < kAtOnce) {
        ++m_onTheirWay;
        m_client.core().cancel(
            m_toCancel.takeFirst(),
            m_client.reply<ActionSnapshot>(this, [this](Result<ActionSnapshot> answer) {
                --m_onTheirWay;
                count(answer);
                cancelNext();
            }));
    }
    if (m_onTheirWay > 0 || !m_toCancel.isEmpty())
        return;
    if (!m_isLastPage)
        return readPage();
    if (!m_hasFoundNew)
        return finish({});
    // Calls may have come meanwhile.
    m_from = 0;
    m_hasFoundNew = false;
    readPage();
}

void RunStopper::count(const Result<ActionSnapshot>& answer)
{
    if (!answer)
        ++m_tally.refused;
    else if (answer->record.state == ActionState::Cancelled)
        ++m_tally.cancelled;
    else
        ++m_tally.started;
    emit progressed();
}

void RunStopper::finish(const QByteArray& error)
{
    m_isAtWork = false;
    m_toCancel.clear();
    emit finished(error);
}

} // namespace lockkeeper
