// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executor/claims.h"
#include "core/executor/determinations.h"
#include "core/executor/dispatcher.h"
#include "core/executor/enginecontext.h"

namespace lockkeeper {

/// Opens what is sealed and makes the values that gateways and the window show. Core thread only.
class SnapshotReader
{
public:
    SnapshotReader(EngineContext& context, const Claims& claims, const Dispatcher& dispatcher,
                   const Determinations& determinations);

    /// Everything, for operators. What cannot be opened is left empty and named in tamperedWith.
    [[nodiscard]] ActionSnapshot forOperator(const ActionRecord& record) const;
    /// Without arguments, the operator's evidence, and what other credentials did.
    [[nodiscard]] ActionSnapshot forAgent(const ActionRecord& record) const;
    /// What the agent that proposed it learns. A withheld result stays withheld.
    [[nodiscard]] CallResult result(const ActionRecord& record) const;

private:
    struct Opened;

    [[nodiscard]] Opened open(const ActionRecord& record) const;
    void addDecision(const ActionRecord& record, const SecretBytes& key,
                     ActionSnapshot& snapshot) const;
    [[nodiscard]] QByteArray textPart(const ActionRecord& record, const SecretBytes& key,
                                      SealedKind kind, qint64 attempt, QByteArrayView member) const;

    EngineContext& m_context;
    const Claims& m_claims;
    const Dispatcher& m_dispatcher;
    const Determinations& m_determinations;
};

/// An action is settled for its agent when nothing more will come: final or determined.
[[nodiscard]] bool isSettled(ActionState state);

} // namespace lockkeeper
