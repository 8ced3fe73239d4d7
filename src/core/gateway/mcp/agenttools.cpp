// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/mcp/agenttools.h"

#include "core/base/canonicaljson.h"
#include "core/gateway/mcp/toolnames.h"

#include <map>

namespace lockkeeper {

namespace {

constexpr QByteArrayView kOwnDefinitions =
    R"({"name":"lockkeeper_result","title":"Collect a held call's result",)"
    R"("description":"Waits for the result of a call that was answered \"pending, handle H\". )"
    R"(Give its handle. The answer is the tool's own result, a denial with the operator's reason, )"
    R"(or pending again.",)"
    R"("inputSchema":{"type":"object","properties":{)"
    R"("handle":{"type":"string","description":"the handle as it was given"},)"
    R"("wait_seconds":{"type":"integer","minimum":0,"maximum":60,"default":45,)"
    R"("description":"how long to wait for the result"}},)"
    R"("required":["handle"],"additionalProperties":false},)"
    R"("annotations":{"readOnlyHint":true,"openWorldHint":false}},)"
    R"({"name":"lockkeeper_cancel","title":"Withdraw a held call",)"
    R"("description":"Takes back a call that was answered \"pending, handle H\". A call that has )"
    R"(not started is cancelled for certain; of a running one the cancel is passed on.",)"
    R"("inputSchema":{"type":"object","properties":{)"
    R"("handle":{"type":"string","description":"the handle as it was given"}},)"
    R"("required":["handle"],"additionalProperties":false},)"
    R"("annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,)"
    R"("openWorldHint":false}})";

} // namespace

AgentTools::AgentTools(const QList<ToolSnapshot>& tools, const QSet<QByteArray>& plainServers)
{
    QList<ToolName> names;
    names.reserve(tools.size());
    for (const ToolSnapshot& tool : tools)
        names.append(tool.name);
    const QHash<ToolName, QByteArray> agentNames = agentToolNames(names, plainServers);

    std::map<QByteArray, QByteArray> listed;
    for (const ToolSnapshot& tool : tools) {
        const QByteArray name = agentNames.value(tool.name);
        const JsonView definition(tool.definition);
        m_byName.insert(name, {tool.name, definition.member("outputSchema").isValid()});
        if (!tool.available)
            continue;
        const QByteArray renamed = definitionWithName(tool.definition, name);
        if (!renamed.isEmpty())
            listed[name] = renamed;
    }
    m_list = "[";
    for (const auto& [name, definition] : listed)
        m_list += definition + ',';
    m_list += kOwnDefinitions;
    m_list += ']';
}

std::optional<AgentTools::Entry> AgentTools::find(const QByteArray& name) const
{
    const auto found = m_byName.constFind(name);
    if (found == m_byName.cend())
        return std::nullopt;
    return *found;
}

} // namespace lockkeeper
