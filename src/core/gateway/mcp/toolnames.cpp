// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/mcp/toolnames.h"

#include "core/base/assert.h"
#include "core/base/canonicaljson.h"
#include "core/base/digest.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lockkeeper {

namespace {

/// Hexadecimal digits of the suffix at each step; 0 = no suffix.
constexpr std::array<qsizetype, 4> kSuffixDigits = {0, 8, 16, 32};

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

bool isAllowed(QByteArrayView name)
{
    return !name.isEmpty() && name.size() <= kMaximumAgentToolName &&
           std::all_of(name.begin(), name.end(), isNameCharacter);
}

QByteArray sanitised(QByteArrayView text)
{
    QByteArray out = text.toByteArray();
    for (char& c : out) {
        if (!isNameCharacter(c))
            c = '_';
    }
    return out;
}

struct Entry
{
    ToolName tool;
    bool plain = false;
    std::size_t step = 0; ///< index into kSuffixDigits
    QByteArray name;
};

QByteArray prefixedName(const ToolName& tool, qsizetype digits)
{
    QByteArray name = sanitised(tool.server) + "__" + sanitised(tool.tool);
    if (digits == 0)
        return name;
    const QByteArray suffix =
        '_' + taggedDigest("lockkeeper.toolname", {tool.server, tool.tool}).toHex().left(digits);
    name.truncate(kMaximumAgentToolName - suffix.size());
    return name + suffix;
}

Entry firstTry(const ToolName& tool, const QSet<QByteArray>& plainServers)
{
    Entry entry;
    entry.tool = tool;
    entry.plain = plainServers.contains(tool.server) && isAllowed(tool.tool);
    const bool bareFits =
        !tool.server.isEmpty() && !tool.tool.isEmpty() && isAllowed(tool.server + "__" + tool.tool);
    entry.step = bareFits ? 0 : 1;
    return entry;
}

/// Takes one step away from a shared name. Where plain and prefixed names meet, the plain ones
/// give way.
void stepAside(const std::vector<Entry*>& sharing)
{
    const bool anyPlain = std::any_of(sharing.begin(), sharing.end(),
                                      [](const Entry* entry) { return entry->plain; });
    for (Entry* entry : sharing) {
        if (entry->plain) {
            entry->plain = false;
        } else if (!anyPlain) {
            LK_ASSERT(entry->step + 1 < kSuffixDigits.size());
            ++entry->step;
        }
    }
}

} // namespace

QHash<ToolName, QByteArray> agentToolNames(const QList<ToolName>& tools,
                                           const QSet<QByteArray>& plainServers)
{
    std::vector<Entry> entries;
    QSet<ToolName> seen;
    for (const ToolName& tool : tools) {
        if (seen.contains(tool))
            continue;
        seen.insert(tool);
        entries.push_back(firstTry(tool, plainServers));
    }

    for (bool shared = true; shared;) {
        shared = false;
        QHash<QByteArray, std::vector<Entry*>> byName;
        for (Entry& entry : entries) {
            entry.name = entry.plain ? entry.tool.tool
                                     : prefixedName(entry.tool, kSuffixDigits.at(entry.step));
            byName[entry.name].push_back(&entry);
        }
        for (auto it = byName.cbegin(); it != byName.cend(); ++it) {
            const bool reserved = it.key() == kResultTool || it.key() == kCancelTool;
            if (it.value().size() > 1 || reserved) {
                stepAside(it.value());
                shared = true;
            }
        }
    }

    QHash<ToolName, QByteArray> names;
    for (const Entry& entry : entries)
        names.insert(entry.tool, entry.name);
    return names;
}

QByteArray definitionWithName(QByteArrayView definition, QByteArrayView name)
{
    const JsonView member = JsonView(definition).member("name");
    if (!member.isValid())
        return {};
    const qsizetype start = member.raw().data() - definition.data();
    QByteArray out;
    out.reserve(definition.size() + name.size());
    out.append(definition.first(start));
    out.append(jsonString(name));
    out.append(definition.sliced(start + member.raw().size()));
    return out;
}

} // namespace lockkeeper
