// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/transport.h"

namespace lockkeeper::mcp {

Transport::~Transport() = default;

} // namespace lockkeeper::mcp
