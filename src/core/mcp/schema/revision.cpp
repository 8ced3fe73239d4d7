// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/schema/revision.h"

#include <algorithm>

namespace lockkeeper::mcp {

QByteArray methodNotServedText(const Revision& revision, QByteArrayView method)
{
    const std::string_view wanted(method.data(), static_cast<size_t>(method.size()));
    const bool known = std::find(revision.clientMethods.begin(), revision.clientMethods.end(),
                                 wanted) != revision.clientMethods.end();
    const QByteArray version(revision.version.data(),
                             static_cast<qsizetype>(revision.version.size()));
    return known ? QByteArray("Method not offered by this server")
                 : "Method not found in MCP " + version;
}

} // namespace lockkeeper::mcp
