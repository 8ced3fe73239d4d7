// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commandline.h"

namespace lockkeeper {

/// Runs the console without a window until SIGTERM or SIGINT. The process is hardened, no thread
/// runs yet. "Lockkeeper is ready (profile …, socket …)" on stdout says that it listens; reasons
/// for not starting go to stderr.
[[nodiscard]] ExitCode runHeadless(int& argc, char** argv, const CommandLine& line);

} // namespace lockkeeper
