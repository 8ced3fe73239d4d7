// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/arguments/sourcecharacter.h"
#include "ui/arguments/visibletext.h"

#include <QHash>
#include <QString>

#include <array>

namespace lockkeeper {

/// "⟦U+202E⟧", "⟦3 × U+200B⟧", "⟦0xFF⟧": what stands for so many of a character.
[[nodiscard]] QString chipText(char32_t codePoint, qsizetype count);

/// What was folded away, by character; the order is that of their first place.
class FoldedCharacters
{
public:
    void add(char32_t codePoint);
    [[nodiscard]] qsizetype count() const { return m_count; }
    /// A chip for each.
    [[nodiscard]] QString text() const;

private:
    struct Entry
    {
        char32_t codePoint;
        qsizetype count;
    };
    QList<Entry> m_entries;
    QHash<char32_t, qsizetype> m_places; ///< in m_entries
    qsizetype m_count = 0;
};

/// Collects the spans of a text from its start to its end; neighbours of one kind become one span.
class SpanWriter
{
public:
    explicit SpanWriter(QByteArrayView source);

    void addPlain(qsizetype from, qsizetype to);
    void addChip(const SourceCharacter& character);
    /// `symbol` stands for these bytes.
    void addFaint(char16_t symbol, qsizetype from, qsizetype to);
    void addFolded(const QString& text, qsizetype from, qsizetype to);
    /// The spans; nothing is left here.
    [[nodiscard]] QList<VisibleSpan> take();

private:
    void add(VisibleSpan::Kind kind, char32_t codePoint, qsizetype from, qsizetype to);
    void flush();
    [[nodiscard]] QString cachedChipText(char32_t codePoint);

    struct CachedText
    {
        char32_t codePoint = 0;
        QString text;
    };
    static constexpr std::size_t kCachedTexts = 256;

    QByteArrayView m_source;
    QList<VisibleSpan> m_spans;
    VisibleSpan::Kind m_kind = VisibleSpan::Kind::Plain; ///< of the span that grows
    char32_t m_codePoint = 0;
    qsizetype m_count = 0; ///< of characters in it; 0 = there is none
    qsizetype m_from = 0;
    qsizetype m_to = 0;
    std::array<CachedText, kCachedTexts> m_texts; ///< a text full of chips has few kinds of them
};

} // namespace lockkeeper
