// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/transport/stdio/diagnosticring.h"

#include "core/mcp/sanitisedtext.h"

#include <algorithm>
#include <cstring>

namespace lockkeeper::mcp {

void DiagnosticRing::append(QByteArrayView bytes)
{
    m_totalBytes += static_cast<quint64>(bytes.size());
    if (bytes.size() > kCapacity)
        bytes = bytes.last(kCapacity);
    const QByteArrayView grown = bytes.first(std::min(bytes.size(), kCapacity - m_bytes.size()));
    m_bytes.append(grown);
    bytes = bytes.sliced(grown.size());
    while (!bytes.isEmpty()) {
        const QByteArrayView part = bytes.first(std::min(bytes.size(), kCapacity - m_oldest));
        std::memcpy(m_bytes.data() + m_oldest, part.data(), static_cast<size_t>(part.size()));
        m_oldest = (m_oldest + part.size()) % kCapacity;
        bytes = bytes.sliced(part.size());
    }
}

void DiagnosticRing::appendNoise(QByteArrayView line)
{
    ++m_noiseLines;
    constexpr qsizetype kMarkBytes = 10;
    const qsizetype cost = std::min(line.size(), kShownLineCharacters) + kMarkBytes;
    if (m_noiseBytes + cost > kShownNoiseBytes)
        return;
    m_noiseBytes += cost;
    if (!m_bytes.isEmpty() && m_bytes.at((m_oldest + m_bytes.size() - 1) % m_bytes.size()) != '\n')
        append("\n");
    append("[stdout] ");
    append(line.first(std::min(line.size(), kShownLineCharacters)));
    append("\n");
}

QList<QByteArray> DiagnosticRing::lastLines(int count) const
{
    const QByteArray text = m_bytes.mid(m_oldest) + m_bytes.left(m_oldest);
    QList<QByteArray> lines;
    qsizetype end = text.size();
    while (end > 0 && lines.size() < count) {
        const qsizetype start = text.lastIndexOf('\n', end - 1) + 1;
        const QByteArrayView line = QByteArrayView(text).sliced(start, end - start).trimmed();
        if (!line.isEmpty())
            lines.prepend(sanitisedText(line, kShownLineCharacters));
        end = start - 1;
    }
    return lines;
}

} // namespace lockkeeper::mcp
