// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/schema/rev_2025_06_18/revision.h"

#include <array>

namespace lockkeeper::mcp::rev_2025_06_18 {

namespace {

constexpr auto kClientMethods = std::to_array<std::string_view>({
    "completion/complete",
    "initialize",
    "logging/setLevel",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/subscribe",
    "resources/templates/list",
    "resources/unsubscribe",
    "tools/call",
    "tools/list",
});

constexpr Revision kRevision = {
    .version = "2025-06-18",
    .clientMethods = kClientMethods,
    .maximumToolNameLength = 0,
    .inputFaultsAreToolErrors = true,
};

} // namespace

const Revision& revision()
{
    return kRevision;
}

} // namespace lockkeeper::mcp::rev_2025_06_18
