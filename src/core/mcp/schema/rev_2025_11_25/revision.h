// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/schema/revision.h"

namespace lockkeeper::mcp::rev_2025_11_25 {

/// MCP 2025-11-25.
[[nodiscard]] const Revision& revision();

} // namespace lockkeeper::mcp::rev_2025_11_25
