// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/toolsettings.h"

#include <QString>

namespace lockkeeper {

/// The file that starting `server` would run: its command with a slash is taken from the working
/// directory, without one it is looked for in PATH of the server's own environment, else in ours.
/// Empty if there is none.
[[nodiscard]] QString executableOf(const ServerSettings& server);

/// Digest over everything that decides what a server is: name, argv, executable (path and
/// content), directory, names and values of its environment. Not over our own keys. Reads the
/// executable. See ServerSettings::connectionGeneration for where it may go.
[[nodiscard]] QByteArray connectionGenerationOf(const ServerSettings& server);

} // namespace lockkeeper
