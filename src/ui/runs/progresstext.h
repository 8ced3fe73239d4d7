// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"

#include <QString>

namespace lockkeeper {

/// What a progress event of a tool says, from its details: "3 of 10 (30 %): copying", or only the
/// numbers or the words where it has no others; empty if it has neither. The share is rounded down
/// and left out where the numbers make no share. Safe to draw; at most `maximum` characters of the
/// tool's words.
[[nodiscard]] QString progressText(const JsonView& details, int maximum);

} // namespace lockkeeper
