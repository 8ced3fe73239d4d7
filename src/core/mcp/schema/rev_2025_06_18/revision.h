// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/schema/revision.h"

namespace lockkeeper::mcp::rev_2025_06_18 {

/// MCP 2025-06-18.
[[nodiscard]] const Revision& revision();

} // namespace lockkeeper::mcp::rev_2025_06_18
