// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commandline.h"

namespace lockkeeper {

/// Runs the console, with its window unless the command line says headless, until SIGTERM, SIGINT
/// or the person stops it. The process is hardened, no thread runs yet. "Lockkeeper is ready
/// (profile …, socket …)" on stdout says that it listens; reasons for not starting go to stderr.
[[nodiscard]] ExitCode runConsole(int& argc, char** argv, const CommandLine& line);

} // namespace lockkeeper
