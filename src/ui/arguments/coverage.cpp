// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/coverage.h"

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kWhole = 100;

} // namespace

Coverage::Coverage(qsizetype total)
    : m_total(std::max<qsizetype>(total, 0))
{
}

bool Coverage::add(ByteRange range)
{
    range.from = std::max<qsizetype>(range.from, 0);
    range.to = std::min(range.to, m_total);
    if (range.from >= range.to)
        return false;
    // The ranges that touch the new one become one with it.
    const auto first =
        std::lower_bound(m_ranges.begin(), m_ranges.end(), range.from,
                         [](const ByteRange& known, qsizetype from) { return known.to < from; });
    auto last = first;
    qsizetype known = 0;
    ByteRange merged = range;
    for (; last != m_ranges.end() && last->from <= range.to; ++last) {
        merged.from = std::min(merged.from, last->from);
        merged.to = std::max(merged.to, last->to);
        known += last->to - last->from;
    }
    const qsizetype gained = merged.to - merged.from - known;
    if (gained == 0)
        return false;
    const qsizetype place = first - m_ranges.begin();
    m_ranges.erase(first, last);
    m_ranges.insert(place, merged);
    m_seen += gained;
    return true;
}

bool Coverage::isWhole() const
{
#ifdef LOCKKEEPER_FAULT_COVERAGE_IGNORED
    return m_seen > 0;
#else
    return m_total > 0 && m_seen == m_total;
#endif
}

int Coverage::percent() const
{
    if (isWhole())
        return kWhole;
    if (m_total == 0)
        return 0;
    const double share = static_cast<double>(m_seen) / static_cast<double>(m_total);
    return std::clamp(static_cast<int>(share * kWhole), 0, kWhole - 1);
}

QList<ByteRange> Coverage::missing() const
{
    QList<ByteRange> holes;
    qsizetype at = 0;
    for (const ByteRange& range : m_ranges) {
        if (range.from > at)
            holes.append({at, range.from});
        at = range.to;
    }
    if (at < m_total)
        holes.append({at, m_total});
    return holes;
}

} // namespace lockkeeper
