// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QByteArray>
#include <QHash>
#include <QSet>

#include <optional>

namespace lockkeeper {

/// The tools as one agent sees them: names, definitions and the way back from a name to the pair.
/// Names are made for all known tools, so that a server that comes and goes renames nobody; only
/// the available ones are listed. A plain value.
class AgentTools
{
public:
    struct Entry
    {
        ToolName tool;
        bool hasOutputSchema = false;
    };

    AgentTools() = default;
    AgentTools(const QList<ToolSnapshot>& tools, const QSet<QByteArray>& plainServers);

    /// The tool behind exactly this name.
    [[nodiscard]] std::optional<Entry> find(const QByteArray& name) const;
    /// A JSON array of definitions, sorted by name, ours last.
    [[nodiscard]] const QByteArray& list() const { return m_list; }

private:
    QHash<QByteArray, Entry> m_byName;
    QByteArray m_list = "[]";
};

} // namespace lockkeeper
