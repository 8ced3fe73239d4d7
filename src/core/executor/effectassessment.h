// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/effectclass.h"
#include "core/domain/toolsettings.h"
#include "core/executor/toolcatalogue.h"

#include <QByteArray>
#include <QList>

namespace lockkeeper {

/// What a call of a tool may do, how carefully a person should look, and why.
struct EffectAssessment
{
    EffectClass effect = EffectClass::Irreversible;
    RiskLevel risk = RiskLevel::High;
    QList<QByteArray> reasons; ///< sentences, the most telling first
};

/// The settings of `tool`, or the defaults.
[[nodiscard]] ToolSettings settingsOf(const ServerSettings& server, const QByteArray& tool);

/// Effect class: the configuration's word, else what a trusted server's accepted definition claims
/// (exact annotation names), else irreversible. Claims that raise the risk count whoever makes
/// them; nothing that a tool claims lowers what the configuration says. `hidesValues`: the
/// arguments hold masked values that the configuration does not name.
[[nodiscard]] EffectAssessment assessEffect(const ServerSettings& server,
                                            const CataloguedTool& tool, bool hidesValues);

} // namespace lockkeeper
