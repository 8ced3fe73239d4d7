// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace lockkeeper::mcp {

/// The last 1 MiB of what a tool server wrote to stderr, and the first 64 KiB of what it wrote to
/// stdout that was no message. Untrusted text that may hold secrets: shown to operators, never
/// logged. A plain value.
class DiagnosticRing
{
public:
    static constexpr qsizetype kCapacity = 1024 * 1024;
    static constexpr qsizetype kShownNoiseBytes = 64 * 1024;
    static constexpr qsizetype kShownLineCharacters = 500;

    void append(QByteArrayView bytes);
    /// A line of stdout that is no message; marked in the ring, and only counted past the bound.
    void appendNoise(QByteArrayView line);

    /// The last `count` lines that are not blank, oldest first: valid UTF-8, control characters
    /// as \xNN, cut at 500 characters with a mark.
    [[nodiscard]] QList<QByteArray> lastLines(int count) const;
    [[nodiscard]] qsizetype size() const { return m_bytes.size(); }
    [[nodiscard]] quint64 totalBytes() const { return m_totalBytes; }
    [[nodiscard]] quint64 noiseLines() const { return m_noiseLines; }

private:
    QByteArray m_bytes;
    qsizetype m_oldest = 0; ///< where the oldest byte is once the ring is full
    qsizetype m_noiseBytes = 0;
    quint64 m_noiseLines = 0;
    quint64 m_totalBytes = 0;
};

} // namespace lockkeeper::mcp
