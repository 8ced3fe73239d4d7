// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/coreservice.h"

#include <QCoreApplication>
#include <QString>

namespace lockkeeper {

/// The words of the area Unknown, translated. Any thread; keeps nothing.
class UnknownText
{
    Q_DECLARE_TR_FUNCTIONS(UnknownText)

public:
    /// What kind of effect it is: "Irreversible".
    [[nodiscard]] static QString effect(EffectClass effect);
    /// How sure a line of evidence is, from its name in the core.
    [[nodiscard]] static QString strength(const QByteArray& strength);
    /// Where a line of evidence comes from, from its name in the core.
    [[nodiscard]] static QString source(const QByteArray& source);
    /// The targets on one line, made visible.
    [[nodiscard]] static QString targets(const ActionSnapshot& snapshot);
    /// What a person recorded: "It happened".
    [[nodiscard]] static QString determination(DeterminationKind kind);
    /// What the button says that records it.
    [[nodiscard]] static QString record(DeterminationKind kind);
    /// What is about to be recorded, and what follows from it: of `held` calls `freed` continue.
    [[nodiscard]] static QString consequence(DeterminationKind kind, qsizetype freed,
                                             qsizetype held);
    /// Why the core did not record it.
    [[nodiscard]] static QString refusal(const Error& error, const DetermineRequest& request);
};

} // namespace lockkeeper
