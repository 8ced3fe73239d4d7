// SPDX-License-Identifier: Apache-2.0
// The part of the engine that shows runs.
#include "core/coreengine.h"
#include "core/enginerunning.h"
#include "core/executor/runqueries.h"

namespace lockkeeper {

Result<QList<RunSnapshot>> CoreEngine::runs(const RunCursor& after, int limit)
{
    if (!m_running)
        return writable().error();
    return runQueries().page(after, limit);
}

Result<QList<RunSnapshot>> CoreEngine::runsOf(const QList<ActionId>& actions)
{
    if (!m_running)
        return writable().error();
    return runQueries().ofActions(actions);
}

Result<RunPage> CoreEngine::runActions(const RunActionsQuery& query)
{
    if (!m_running)
        return writable().error();
    return runQueries().actions(query);
}

RunQueries CoreEngine::runQueries() const
{
    return {m_running->context,
            [this](const ActionRecord& record, bool withSummary) {
                ActionSnapshot made = brief(record);
                if (withSummary)
                    made.resultSummary = m_running->snapshots.result(record).summary;
                return made;
            },
            [this](const CredentialId& credential) {
                return m_registry ? m_registry->agents.value(credential).name : QByteArray();
            }};
}

} // namespace lockkeeper
