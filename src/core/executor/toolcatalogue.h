// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/toolname.h"
#include "core/domain/toolsettings.h"

#include <QByteArray>
#include <QHash>
#include <QList>

#include <optional>
#include <string_view>

namespace lockkeeper {

/// How a tool's definition stands to what was pinned. The numbers are stored: never change one.
enum class PinState : int {
    Accepted = 1,
    New = 2,     ///< seen first on a server that is not trusted: usable, asks
    Changed = 3, ///< differs from the pinned one, trusted or not: asks, is never allowed
};

/// "accepted", "new", "changed".
[[nodiscard]] std::string_view pinStateName(PinState state);
[[nodiscard]] std::optional<PinState> pinStateFromCode(int code);
[[nodiscard]] std::optional<PinState> pinStateFromName(QByteArrayView name);

/// What the store keeps of a tool. `digest` is that of the pinned definition: a change never
/// replaces it, so that the old definition coming back is recognised.
struct PinRecord
{
    ToolName tool;
    QByteArray digest; ///< 32 bytes
    PinState state = PinState::New;

    friend bool operator==(const PinRecord&, const PinRecord&) = default;
};

/// A tool as its server announces it now.
struct CataloguedTool
{
    ToolName name;
    QByteArray definition; ///< canonical bytes of the current definition
    QByteArray digest;     ///< of the current definition
    PinState state = PinState::New;

    friend bool operator==(const CataloguedTool&, const CataloguedTool&) = default;
};

/// taggedDigest over the definition with sorted members: the order of members is no change. A
/// definition that cannot be read has a digest of its own kind, which equals no other.
[[nodiscard]] QByteArray definitionDigest(QByteArrayView definition);

/// What an announcement of a server's tools means.
struct Observation
{
    QByteArray server;
    QList<CataloguedTool> tools; ///< all of the server's tools, in its order
    QList<PinRecord> store;      ///< records to be written
    QList<ToolName> changed;     ///< tools whose current definition is not the one of before
};

/// All tools that the servers announce now. Core thread; owned by the engine.
///
/// observe() changes nothing: it is asked inside a unit of work, and apply() makes its answer real
/// after the commit.
class ToolCatalogue
{
public:
    /// Replaces the pins by what the store has.
    void load(const QList<PinRecord>& pins);
    /// A tool that is announced twice is kept once, as changed: nobody knows which is meant.
    [[nodiscard]] Observation observe(const QByteArray& server, bool trusted,
                                      const QList<DiscoveredTool>& discovered) const;
    void apply(const Observation& observation);

    /// What is known of the server's tools may not be so any more: it went away, or it announces
    /// them again. Gives the number that settle() takes when that announcement was applied.
    quint64 expect(const QByteArray& server) { return ++m_expected[server]; }
    void settle(const QByteArray& server, quint64 number) { m_settled.insert(server, number); }
    /// Whether nothing newer is expected than this number.
    [[nodiscard]] bool isNewest(const QByteArray& server, quint64 number) const
    {
        return m_expected.value(server) == number;
    }
    /// Whether the tools are the ones that the running server announced last. Nothing is claimed
    /// before: neither by an older definition, nor refused because there is none yet.
    [[nodiscard]] bool isCurrent(const QByteArray& server) const
    {
        return m_expected.contains(server) && m_expected.value(server) == m_settled.value(server);
    }

    /// Whether the server has ever said since the start which tools it has.
    [[nodiscard]] bool isKnown(const QByteArray& server) const
    {
        return m_settled.contains(server);
    }

    [[nodiscard]] std::optional<CataloguedTool> find(const ToolName& name) const;
    /// By server and, within one, in its own order.
    [[nodiscard]] QList<CataloguedTool> tools() const;

private:
    QHash<ToolName, PinRecord> m_pins;
    QHash<QByteArray, QList<CataloguedTool>> m_tools; // by server
    QHash<QByteArray, quint64> m_expected;            // by server: how often something was expected
    QHash<QByteArray, quint64> m_settled;
};

} // namespace lockkeeper
