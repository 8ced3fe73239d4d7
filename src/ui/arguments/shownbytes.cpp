// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/shownbytes.h"

#include "core/base/secretbytes.h"

#include <algorithm>

namespace lockkeeper {

namespace {

bool isSame(const MaskedValue& a, const MaskedValue& b)
{
    return a.offset == b.offset && a.size == b.size && a.isExpected == b.isExpected &&
           a.pointer == b.pointer;
}

} // namespace

ShownBytes::ShownBytes(QObject* parent)
    : QObject(parent)
{
}

ShownBytes::~ShownBytes()
{
    forget();
}

void ShownBytes::set(const QByteArray& bytes, const QList<MaskedValue>& masked)
{
    forget();
    m_bytes = bytes;
    m_given = masked;
    m_masked.clear();
    m_growth.clear();
    qsizetype growth = 0;
    qsizetype unreachable = 0;
    qsizetype behind = 0;
    for (const MaskedValue& value : masked) {
        const bool isThere = value.size > 0 && value.offset >= behind &&
                             value.offset <= bytes.size() - kPlaceholderSize &&
                             bytes[value.offset] == '"' && bytes[value.offset + 1] == '"';
        if (!isThere) {
            unreachable += std::max<qsizetype>(value.size, 1);
            continue;
        }
        growth += value.size - kPlaceholderSize;
        behind = value.offset + kPlaceholderSize;
        m_masked.append(value);
        m_growth.push_back(growth);
    }
    m_size = bytes.size() + growth + unreachable;
    const auto count = static_cast<std::size_t>(m_masked.size());
    m_shown.resize(count);
    m_timers.resize(count);
}

void ShownBytes::clear()
{
    set({}, {});
}

bool ShownBytes::holds(const QByteArray& bytes, const QList<MaskedValue>& masked) const
{
    return bytes == m_bytes &&
           std::equal(masked.begin(), masked.end(), m_given.begin(), m_given.end(), isSame);
}

qsizetype ShownBytes::positionOf(qsizetype offset) const
{
    // A value grows behind its first byte.
    const int before = firstMaskedFrom(offset);
    return before == 0 ? offset : offset + m_growth[static_cast<std::size_t>(before) - 1];
}

ByteRange ShownBytes::rangeOf(int masked) const
{
    const qsizetype from = positionOf(m_masked[masked].offset);
    return {from, from + m_masked[masked].size};
}

int ShownBytes::firstMaskedFrom(qsizetype offset) const
{
    const auto found = std::lower_bound(
        m_masked.begin(), m_masked.end(), offset,
        [](const MaskedValue& value, qsizetype wanted) { return value.offset < wanted; });
    return static_cast<int>(found - m_masked.begin());
}

int ShownBytes::maskedAt(qsizetype offset) const
{
    const int found = firstMaskedFrom(offset);
    return found < m_masked.size() && m_masked[found].offset == offset ? found : -1;
}

bool ShownBytes::reveal(qsizetype offset, const QByteArray& bytes)
{
    const int masked = maskedAt(offset);
    if (masked < 0)
        return false;
    const auto place = static_cast<std::size_t>(masked);
    wipe(m_shown[place]);
    m_shown[place] = QByteArray(bytes.constData(), bytes.size());
    m_timers[place] = std::make_unique<QTimer>(this);
    m_timers[place]->setSingleShot(true);
    connect(m_timers[place].get(), &QTimer::timeout, this, [this, masked] { hide(masked); });
    m_timers[place]->start(kRevealMs);
    emit revealedChanged(masked);
    return true;
}

QByteArrayView ShownBytes::revealed(int masked) const
{
    return m_shown[static_cast<std::size_t>(masked)];
}

bool ShownBytes::isRevealedWhole(int masked) const
{
    return revealed(masked).size() == m_masked[masked].size;
}

void ShownBytes::hide(int masked)
{
    wipe(m_shown[static_cast<std::size_t>(masked)]);
    emit revealedChanged(masked);
}

void ShownBytes::forget()
{
    m_timers.clear();
    for (QByteArray& shown : m_shown)
        wipe(shown);
    m_shown.clear();
}

} // namespace lockkeeper
