// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>

namespace lockkeeper {

/// Bytes [from, to) of the canonical arguments.
struct ByteRange
{
    qsizetype from = 0;
    qsizetype to = 0;

    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// Which bytes of the arguments have been on screen: ranges, not the furthest place, so that a jump
/// to the end does not count what was jumped over. Pure; a value.
class Coverage
{
public:
    /// Nothing seen of `total` bytes.
    explicit Coverage(qsizetype total = 0);

    /// These bytes were painted where a person could see them; what lies outside of the arguments
    /// is left out. True if any of them is new.
    bool add(ByteRange range);

    [[nodiscard]] qsizetype total() const { return m_total; }
    [[nodiscard]] qsizetype seen() const { return m_seen; }
    /// Whether every byte has been on screen. Of no bytes at all nothing has.
    [[nodiscard]] bool isWhole() const;
    /// 0 to 100, rounded down: 100 only if isWhole().
    [[nodiscard]] int percent() const;
    /// What has not been on screen, in order.
    [[nodiscard]] QList<ByteRange> missing() const;

private:
    qsizetype m_total = 0;
    qsizetype m_seen = 0;
    QList<ByteRange> m_ranges; ///< in order, apart from each other, none empty
};

} // namespace lockkeeper
