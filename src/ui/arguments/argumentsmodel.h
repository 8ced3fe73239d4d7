// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace lockkeeper {

/// A value of the arguments with the place it has in the bytes. All offsets are in those bytes.
struct ArgumentNode
{
    qsizetype itemFrom = 0; ///< where its name, or without one its value, begins
    qsizetype from = 0;     ///< the value
    qsizetype to = 0;       ///< behind the value
    qsizetype end = 0;      ///< where the next node begins: the bytes up to there are its row's
    qsizetype nameSize = 0; ///< of the name with its quotes; 0 = none
    JsonType type = JsonType::Null;
    int depth = 0;
    int index = 0;    ///< place in its container
    int children = 0; ///< direct ones, also those that have no node
    int behind = 0;   ///< the node behind it and all that is in it
};

/// The members of a call's arguments as flat nodes in the order of the bytes: names, spellings and
/// order as they are. Made in one pass; texts are decoded by whoever shows a node. At most
/// kMaximumNodes have a node, the others are counted. Not a Qt model: rows are painted by
/// ArgumentsTree, and a hundred thousand of them are never made. GUI thread.
class ArgumentsModel
{
public:
    static constexpr int kMaximumNodes = 10'000;
    /// Containers and texts up to this size are open from the start.
    static constexpr qsizetype kOpenSize = 4096;

    /// `bytes` is checked canonical JSON.
    void set(const QByteArray& bytes);
    void clear() { set({}); }

    [[nodiscard]] const std::vector<ArgumentNode>& nodes() const { return m_nodes; }
    [[nodiscard]] const ArgumentNode& node(int index) const
    {
        return m_nodes[static_cast<std::size_t>(index)];
    }
    /// How many values have no node.
    [[nodiscard]] qsizetype notShown() const { return m_notShown; }
    /// Every byte belongs to a node.
    [[nodiscard]] bool isComplete() const { return m_isComplete; }

    [[nodiscard]] QByteArrayView rawName(int index) const;
    [[nodiscard]] QByteArrayView rawValue(int index) const;
    /// The decoded name; lone surrogates as bytes that are no UTF-8.
    [[nodiscard]] QByteArray name(int index) const;
    /// The node whose value begins at `offset`, or -1.
    [[nodiscard]] int nodeAt(qsizetype offset) const;
    /// A whole number that is beyond 2^53: programs that read numbers as floating point round it.
    [[nodiscard]] bool isBeyondExact(int index) const;

private:
    QByteArray m_bytes;
    std::vector<ArgumentNode> m_nodes;
    qsizetype m_notShown = 0;
    bool m_isComplete = false;
};

} // namespace lockkeeper
