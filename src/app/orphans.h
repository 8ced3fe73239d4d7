// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

namespace lockkeeper {

/// Ends what an earlier console on this profile left running when it was killed: tool servers and
/// whatever they started, told by a mark in their environment. From then on this process carries
/// the mark itself and hands it down. Returns how many there were, once they are gone; Unavailable
/// if one does not go within five seconds. A program that hides its environment is not found.
///
/// Call it with the profile's lock held and before any thread is started: it changes the
/// environment.
[[nodiscard]] Result<int> endOrphans(const QString& profile);

} // namespace lockkeeper
