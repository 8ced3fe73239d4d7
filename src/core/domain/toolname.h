// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHashFunctions>

namespace lockkeeper {

/// A tool is a pair (server, tool) with exact wire names; the two are never joined and parsed back.
struct ToolName
{
    QByteArray server;
    QByteArray tool;

    friend bool operator==(const ToolName&, const ToolName&) = default;
    friend bool operator<(const ToolName& a, const ToolName& b)
    {
        return a.server != b.server ? a.server < b.server : a.tool < b.tool;
    }
    friend size_t qHash(const ToolName& name, size_t seed = 0)
    {
        return qHashMulti(seed, name.server, name.tool);
    }
};

} // namespace lockkeeper
