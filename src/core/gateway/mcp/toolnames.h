// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/toolname.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QSet>

namespace lockkeeper {

/// The two tools that every agent sees besides those of the servers.
inline constexpr QByteArrayView kResultTool = "lockkeeper_result";
inline constexpr QByteArrayView kCancelTool = "lockkeeper_cancel";
/// The longest name that is shown to agents.
inline constexpr qsizetype kMaximumAgentToolName = 64;

/// The names under which agents see `tools`: 1 to 64 characters of [A-Za-z0-9_-], all different,
/// none of our own two.
///
/// A name is `server__tool`. Where a character had to be replaced, the name had to be cut, or two
/// tools would share a name, it ends in "_" and 8 (if that is not enough 16 or 32) hexadecimal
/// digits of a digest of the pair. Tools of the servers in `plainServers` keep their own name where
/// it is allowed and nobody else's. The answer depends only on the set of tools, never on their
/// order, and a name is never taken apart again: keep the table. Pure.
[[nodiscard]] QHash<ToolName, QByteArray> agentToolNames(const QList<ToolName>& tools,
                                                         const QSet<QByteArray>& plainServers);

/// `definition` (a checked JSON object with a member "name") with only the name's value replaced;
/// every other byte stays. A definition without a name comes back empty.
[[nodiscard]] QByteArray definitionWithName(QByteArrayView definition, QByteArrayView name);

} // namespace lockkeeper
