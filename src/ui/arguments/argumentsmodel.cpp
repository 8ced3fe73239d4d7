// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/argumentsmodel.h"

#include "ui/arguments/jsonwalk.h"

#include <algorithm>

namespace lockkeeper {

void ArgumentsModel::set(const QByteArray& bytes)
{
    m_bytes = bytes;
    m_nodes.clear();
    m_notShown = 0;
    m_isComplete = false;
    JsonWalk walk(m_bytes);
    std::vector<int> open; // the node of each open container, -1 if it has none
    while (walk.next()) {
        if (walk.event() == JsonWalk::Event::Close) {
            if (open.back() >= 0) {
                ArgumentNode& node = m_nodes[static_cast<std::size_t>(open.back())];
                node.to = walk.to();
                node.behind = static_cast<int>(m_nodes.size());
            }
            open.pop_back();
            continue;
        }
        if (!open.empty() && open.back() >= 0)
            ++m_nodes[static_cast<std::size_t>(open.back())].children;
        int number = -1;
        if (m_nodes.size() < kMaximumNodes && m_notShown == 0) {
            number = static_cast<int>(m_nodes.size());
            if (number > 0)
                m_nodes.back().end = walk.itemFrom();
            m_nodes.push_back({walk.itemFrom(), walk.from(), walk.to(), m_bytes.size(),
                               walk.rawName().size(), walk.type(), walk.depth(), walk.index(), 0,
                               number + 1});
        } else {
            if (m_notShown == 0)
                m_nodes.back().end = walk.itemFrom();
            ++m_notShown;
        }
        if (walk.event() == JsonWalk::Event::Open)
            open.push_back(number);
    }
    m_isComplete = walk.isComplete() && m_notShown == 0;
}

QByteArrayView ArgumentsModel::rawName(int index) const
{
    const ArgumentNode& value = node(index);
    return QByteArrayView(m_bytes).sliced(value.itemFrom, value.nameSize);
}

QByteArrayView ArgumentsModel::rawValue(int index) const
{
    const ArgumentNode& value = node(index);
    return QByteArrayView(m_bytes).sliced(value.from,
                                          std::max<qsizetype>(value.to - value.from, 0));
}

QByteArray ArgumentsModel::name(int index) const
{
    const QByteArrayView raw = rawName(index);
    return raw.size() < 2 ? QByteArray() : decodedJsonString(raw.sliced(1, raw.size() - 2));
}

int ArgumentsModel::nodeAt(qsizetype offset) const
{
    const auto found = std::lower_bound(
        m_nodes.begin(), m_nodes.end(), offset,
        [](const ArgumentNode& value, qsizetype wanted) { return value.from < wanted; });
    return found != m_nodes.end() && found->from == offset
               ? static_cast<int>(found - m_nodes.begin())
               : -1;
}

bool ArgumentsModel::isBeyondExact(int index) const
{
    if (node(index).type != JsonType::Number)
        return false;
    constexpr QByteArrayView kLargestExact = "9007199254740992";
    QByteArrayView digits = rawValue(index);
    if (digits.startsWith('-'))
        digits = digits.sliced(1);
    const auto isDigit = [](char byte) { return byte >= '0' && byte <= '9'; };
    if (!std::all_of(digits.begin(), digits.end(), isDigit))
        return false;
    if (digits.size() != kLargestExact.size())
        return digits.size() > kLargestExact.size();
    return std::lexicographical_compare(kLargestExact.begin(), kLargestExact.end(), digits.begin(),
                                        digits.end());
}

} // namespace lockkeeper
