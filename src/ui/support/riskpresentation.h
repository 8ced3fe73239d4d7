// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/effectclass.h"
#include "ui/support/theme.h"
#include "ui/widgets/riskshape.h"

#include <QString>

namespace lockkeeper {

/// How a risk level looks and is called: shape, word and colour, never colour alone. Pure but for
/// the translation; GUI thread.
[[nodiscard]] QString riskWord(RiskLevel risk);
[[nodiscard]] ShapeKind riskShapeKind(RiskLevel risk);
[[nodiscard]] ColorRole riskColorRole(RiskLevel risk);
/// Width in pixels of the bar at a row's leading edge; 0 = none.
[[nodiscard]] int riskBarWidth(RiskLevel risk);
/// Critical rows are bold.
[[nodiscard]] bool isRiskBold(RiskLevel risk);
/// Levels as a person types them in a filter: "low", "high" …, in English as the command line has
/// them.
[[nodiscard]] QString riskFilterWord(RiskLevel risk);

} // namespace lockkeeper
