// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/schema/revisions.h"

#include "core/mcp/schema/rev_2025_06_18/revision.h"
#include "core/mcp/schema/rev_2025_11_25/revision.h"

#include <array>

namespace lockkeeper::mcp {

std::span<const Revision* const> supportedRevisions()
{
    static const std::array<const Revision*, 2> kRevisions = {&rev_2025_11_25::revision(),
                                                              &rev_2025_06_18::revision()};
    return kRevisions;
}

const Revision& newestRevision()
{
    return *supportedRevisions().front();
}

const Revision* findRevision(QByteArrayView version)
{
    const std::string_view wanted(version.data(), static_cast<size_t>(version.size()));
    for (const Revision* revision : supportedRevisions()) {
        if (revision->version == wanted)
            return revision;
    }
    return nullptr;
}

} // namespace lockkeeper::mcp
