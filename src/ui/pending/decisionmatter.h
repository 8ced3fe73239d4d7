// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <optional>

namespace lockkeeper {

/// True if a decision on either would be the same decision: nothing differs that a person decides
/// on, or that an approval binds.
[[nodiscard]] bool isSameMatter(const std::optional<ActionCard>& a,
                                const std::optional<ActionCard>& b);

/// True if who has read one has read the other: the same action with the same arguments.
[[nodiscard]] bool isSameReading(const std::optional<ActionCard>& a,
                                 const std::optional<ActionCard>& b);

/// There is an object of arguments, be it an empty one. Without it nobody can know what would run.
[[nodiscard]] bool hasArguments(const ActionCard& card);

/// Masked values that the operator's own configuration does not name.
[[nodiscard]] int unexpectedMasks(const ActionCard& card);

} // namespace lockkeeper
