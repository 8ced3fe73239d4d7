// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executor/enginecontext.h"

#include <functional>

namespace lockkeeper {

/// What has to happen to open actions when a process takes over a store: running → unknown, holding
/// → pending; nothing is ever approved again. Also looks at the sealed parts, decisions and attempt
/// rows of everything open and marks what does not fit as tampered with. Core thread only.
class Recovery
{
public:
    explicit Recovery(EngineContext& context)
        : m_context(context)
    {
    }

    /// Queues one wave; `done` gets the sentences to show (tampered actions), after the commit.
    void run(std::function<void(Result<QList<QByteArray>>)> done);

private:
    void inspect(const ActionRecord& record, QList<QByteArray>& findings);
    [[nodiscard]] QByteArray whatDoesNotFit(const ActionRecord& record, const LedgerEntry& ledger);
    [[nodiscard]] Result<void> recoverOne(UnitOfWork& unit, const ActionRecord& record);
    [[nodiscard]] Result<void> loseRunning(UnitOfWork& unit, const ActionRecord& record);

    EngineContext& m_context;
};

} // namespace lockkeeper
