// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/mcp/schema/revision.h"

#include <QByteArray>
#include <QList>

namespace lockkeeper::mcp {

/// A tool server's hints with the protocol's defaults in place of what is absent or no boolean.
/// Untrusted: what lowers scrutiny counts only for servers that the operator trusts.
struct ToolAnnotations
{
    bool readOnlyHint = false;
    bool destructiveHint = true;
    bool idempotentHint = false;
    bool openWorldHint = true;
};

/// One tool as its server announced it. All of it is untrusted.
struct ToolDefinition
{
    QByteArray name;       ///< exact wire name, decoded
    QByteArray definition; ///< the whole object, canonical bytes
    ToolAnnotations annotations;
};

/// One page of a tools/list result.
struct ToolPage
{
    QList<ToolDefinition> tools;
    QByteArray nextCursor; ///< raw string with its quotes; empty on the last page
    /// Entries that were left out because they are no usable definition.
    int unusable = 0;
};

/// Reads the raw result of tools/list. InvalidArgument if it is no such result at all; single
/// entries without a usable name (1 to 128 characters where the revision says so, at most 256
/// bytes anywhere, no lone surrogates) or without an inputSchema object are left out and counted.
[[nodiscard]] Result<ToolPage> readToolPage(QByteArrayView result, const Revision& revision);

} // namespace lockkeeper::mcp
