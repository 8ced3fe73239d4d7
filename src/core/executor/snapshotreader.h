// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executor/claims.h"
#include "core/executor/determinations.h"
#include "core/executor/dispatcher.h"
#include "core/executor/enginecontext.h"
#include "core/executor/maskedarguments.h"
#include "core/executor/snoozes.h"

namespace lockkeeper {

/// Opens what is sealed and makes the values that gateways and the window show. Core thread only.
class SnapshotReader
{
public:
    SnapshotReader(EngineContext& context, const Claims& claims, const Dispatcher& dispatcher,
                   const Determinations& determinations, const Snoozes& snoozes);

    /// A masked value of an action's arguments.
    struct Hidden
    {
        QByteArray pointer; ///< as it is shown
        QByteArray value;   ///< canonical bytes
    };

    /// Everything, for operators. What cannot be opened is left empty and named in tamperedWith.
    [[nodiscard]] ActionSnapshot forOperator(const ActionRecord& record) const;
    /// The same for lists, in a fraction of the time: neither arguments nor evidence nor result.
    [[nodiscard]] ActionSnapshot brief(const ActionRecord& record) const;
    /// What an operator decides on; masked values are not in it.
    [[nodiscard]] ActionCard card(const ActionRecord& record) const;
    /// The masked value at this offset of the card. NotFound: there is none; DataLoss: something of
    /// the action does not open or does not fit.
    [[nodiscard]] Result<Hidden> hidden(const ActionRecord& record, qsizetype offset) const;
    /// Without arguments, the operator's evidence, and what other credentials did.
    [[nodiscard]] ActionSnapshot forAgent(const ActionRecord& record) const;
    /// What the agent that proposed it learns. A withheld result stays withheld.
    [[nodiscard]] CallResult result(const ActionRecord& record) const;

private:
    struct Opened;

    [[nodiscard]] Opened open(const ActionRecord& record) const;
    /// The same without the arguments.
    [[nodiscard]] Opened openShown(const ActionRecord& record) const;
    /// What agents and operators both see.
    [[nodiscard]] ActionSnapshot shown(const ActionRecord& record, const Opened& opened) const;
    /// What a card or a list shows operators besides.
    void addForOperators(const Opened& opened, ActionSnapshot& snapshot) const;
    void addEvidence(const Opened& opened, ActionSnapshot& snapshot) const;
    [[nodiscard]] MaskedArguments masked(const ActionRecord& record, const Opened& opened,
                                         const std::optional<CataloguedTool>& tool) const;
    /// The tool as it was when the action was admitted, if that is still known.
    [[nodiscard]] std::optional<CataloguedTool> toolOf(const Opened& opened) const;
    [[nodiscard]] CallResult result(const ActionRecord& record, const Opened& opened) const;
    void addDecision(const ActionRecord& record, const SecretBytes& key,
                     ActionSnapshot& snapshot) const;
    /// With the reason of an approval as well.
    void addDecisionForOperators(const ActionRecord& record, const SecretBytes& key,
                                 ActionSnapshot& snapshot) const;
    [[nodiscard]] QByteArray textPart(const ActionRecord& record, const SecretBytes& key,
                                      SealedKind kind, qint64 attempt, QByteArrayView member) const;

    EngineContext& m_context;
    const Claims& m_claims;
    const Dispatcher& m_dispatcher;
    const Determinations& m_determinations;
    const Snoozes& m_snoozes;
};

/// An action is settled for its agent when nothing more will come: final or determined.
[[nodiscard]] bool isSettled(ActionState state);

} // namespace lockkeeper
