// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockkeeper {

/// Names the console's profile in the environment of all that it starts, so that the next console
/// on the profile finds what a killed one left running.
inline constexpr const char* kConsoleMark = "LOCKKEEPER_CONSOLE_MARK";

} // namespace lockkeeper
