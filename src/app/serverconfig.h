// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/confignode.h"
#include "core/domain/toolsettings.h"

namespace lockkeeper {

/// Reads one block of mcpServers. What this version cannot run (an address in place of a command,
/// a keychain reference, a name that the wire form of a tool cannot carry) is not an error: the
/// server comes back with skippedBecause, which names file, line and key.
[[nodiscard]] Result<ServerSettings> readServer(const QByteArray& name, const ConfigNode& node);

} // namespace lockkeeper
