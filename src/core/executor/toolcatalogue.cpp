// SPDX-License-Identifier: Apache-2.0
#include "core/executor/toolcatalogue.h"

#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/base/digest.h"

#include <algorithm>
#include <array>

namespace lockkeeper {

namespace {

constexpr std::array<std::string_view, 3> kPinStateNames = {"accepted", "new", "changed"};

/// How a definition with `digest` stands to `pin`, which may not be there yet.
PinState judged(const std::optional<PinRecord>& pin, const QByteArray& digest, bool trusted,
                bool isAmbiguous)
{
#ifdef LOCKKEEPER_FAULT_CHANGED_TOOL_ACCEPTED
    if (isAmbiguous)
        return PinState::Changed;
    if (pin && pin->digest != digest)
        return PinState::Accepted;
#else
    if (isAmbiguous || (pin && pin->digest != digest))
        return PinState::Changed;
#endif
    // A trusted server vouches for what was seen first; the same definition coming back after a
    // change is as good as it was.
    if (trusted || (pin && pin->state == PinState::Accepted))
        return PinState::Accepted;
    return PinState::New;
}

} // namespace

std::string_view pinStateName(PinState state)
{
    return kPinStateNames[static_cast<size_t>(state) - 1];
}

std::optional<PinState> pinStateFromCode(int code)
{
    if (code < 1 || code > int(kPinStateNames.size()))
        return std::nullopt;
    return static_cast<PinState>(code);
}

std::optional<PinState> pinStateFromName(QByteArrayView name)
{
    for (int code = 1; code <= int(kPinStateNames.size()); ++code) {
        const auto state = static_cast<PinState>(code);
        if (name == bytesOf(pinStateName(state)))
            return state;
    }
    return std::nullopt;
}

QByteArray definitionDigest(QByteArrayView definition)
{
    const auto sorted = sortedJson(definition);
    if (!sorted)
        return taggedDigest("lockkeeper/unreadable-definition/1", {definition});
    return taggedDigest("lockkeeper/definition/1", {*sorted});
}

void ToolCatalogue::load(const QList<PinRecord>& pins)
{
    m_pins.clear();
    for (const PinRecord& pin : pins)
        m_pins.insert(pin.tool, pin);
}

Observation ToolCatalogue::observe(const QByteArray& server, bool trusted,
                                   const QList<DiscoveredTool>& discovered) const
{
    Observation result;
    result.server = server;
    QHash<QByteArray, int> announced;
    for (const DiscoveredTool& tool : discovered)
        ++announced[tool.name];
    for (const DiscoveredTool& tool : discovered) {
        const int times = announced.value(tool.name);
        if (times == 0)
            continue; // a repetition
        announced[tool.name] = 0;
        const ToolName name{server, tool.name};
        const QByteArray digest = definitionDigest(tool.definition);
        const auto found = m_pins.constFind(name);
        const auto pin = found == m_pins.cend() ? std::nullopt : std::optional(*found);
        const bool isAmbiguous = times > 1 || !checkJson(tool.definition);
        const PinState state = judged(pin, digest, trusted, isAmbiguous);
        result.tools.append({name, tool.definition, digest, state});

        const PinRecord record{name, pin ? pin->digest : digest, state};
        if (!pin || !(*pin == record))
            result.store.append(record);
        const auto before = find(name);
        if ((before && before->digest != digest) || (pin && pin->digest != digest))
            result.changed.append(name);
    }
    return result;
}

void ToolCatalogue::apply(const Observation& observation)
{
    for (const PinRecord& record : observation.store)
        m_pins.insert(record.tool, record);
    m_tools.insert(observation.server, observation.tools);
}

std::optional<CataloguedTool> ToolCatalogue::find(const ToolName& name) const
{
    const auto server = m_tools.constFind(name.server);
    if (server == m_tools.cend())
        return std::nullopt;
    const auto found = std::find_if(server->begin(), server->end(),
                                    [&name](const auto& tool) { return tool.name == name; });
    return found == server->end() ? std::nullopt : std::optional(*found);
}

QList<CataloguedTool> ToolCatalogue::tools() const
{
    QList<QByteArray> servers = m_tools.keys();
    std::sort(servers.begin(), servers.end());
    QList<CataloguedTool> all;
    for (const QByteArray& server : qAsConst(servers))
        all.append(m_tools.value(server));
    return all;
}

} // namespace lockkeeper
