// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/schema/revision.h"

namespace lockkeeper::mcp {

/// The revisions that this program speaks, newest first. The one place that names them all.
[[nodiscard]] std::span<const Revision* const> supportedRevisions();
/// The newest one: offered by our client, and by our server to a client that asks for an unknown.
[[nodiscard]] const Revision& newestRevision();
/// nullptr if this program does not speak it.
[[nodiscard]] const Revision* findRevision(QByteArrayView version);

} // namespace lockkeeper::mcp
