// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/schema/rev_2025_11_25/revision.h"

#include <array>

namespace lockkeeper::mcp::rev_2025_11_25 {

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
    "tasks/cancel",
    "tasks/get",
    "tasks/list",
    "tasks/result",
    "tools/call",
    "tools/list",
});

constexpr Revision kRevision = {
    .version = "2025-11-25",
    .clientMethods = kClientMethods,
    .maximumToolNameLength = 128,
    .inputFaultsAreToolErrors = true,
};

} // namespace

const Revision& revision()
{
    return kRevision;
}

} // namespace lockkeeper::mcp::rev_2025_11_25
