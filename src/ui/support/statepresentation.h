// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/actionstate.h"

#include <QString>

namespace lockkeeper {

/// The word a person reads for a state, translated. GUI thread or any other; keeps nothing.
[[nodiscard]] QString actionStateText(ActionState state);

} // namespace lockkeeper
