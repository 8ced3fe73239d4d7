// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/transport/stdio/diagnosticring.h"

#include "core/mcp/sanitisedtext.h"

#include <algorithm>

namespace lockkeeper::mcp {

void DiagnosticRing::append(QByteArrayView bytes)
{
    m_totalBytes += static_cast<quint64>(bytes.size());
    if (bytes.size() >= kCapacity) {
        m_bytes = bytes.last(kCapacity).toByteArray();
        return;
    }
    const qsizetype excess = m_bytes.size() + bytes.size() - kCapacity;
    if (excess > 0)
        m_bytes.remove(0, excess);
    m_bytes.append(bytes);
}

void DiagnosticRing::appendNoise(QByteArrayView line)
{
    ++m_noiseLines;
    constexpr qsizetype kMarkBytes = 10;
    const qsizetype cost = std::min(line.size(), kShownLineCharacters) + kMarkBytes;
    if (m_noiseBytes + cost > kShownNoiseBytes)
        return;
    m_noiseBytes += cost;
    if (!m_bytes.isEmpty() && !m_bytes.endsWith('\n'))
        append("\n");
    append("[stdout] ");
    append(line.first(std::min(line.size(), kShownLineCharacters)));
    append("\n");
}

QList<QByteArray> DiagnosticRing::lastLines(int count) const
{
    QList<QByteArray> lines;
    qsizetype end = m_bytes.size();
    while (end > 0 && lines.size() < count) {
        const qsizetype start = end == 0 ? 0 : m_bytes.lastIndexOf('\n', end - 1) + 1;
        const QByteArrayView line = QByteArrayView(m_bytes).sliced(start, end - start).trimmed();
        if (!line.isEmpty())
            lines.prepend(sanitisedText(line, kShownLineCharacters));
        end = start - 1;
    }
    return lines;
}

} // namespace lockkeeper::mcp
