// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/spanwriter.h"

#include <utility>

namespace lockkeeper {

namespace {

QString codePointText(char32_t codePoint)
{
    constexpr int kHexadecimal = 16;
    const bool isByte = codePoint >= kInvalidByte;
    const QString digits =
        QString::number(isByte ? codePoint - kInvalidByte : codePoint, kHexadecimal).toUpper();
    if (isByte)
        return QStringLiteral("0x") + digits;
    constexpr int kFewestDigits = 4;
    return QStringLiteral("U+") + digits.rightJustified(kFewestDigits, QLatin1Char('0'));
}

} // namespace

QString chipText(char32_t codePoint, qsizetype count)
{
    const QString code = codePointText(codePoint);
    if (count == 1)
        return u'\u27E6' + code + u'\u27E7';
    return u'\u27E6' + QString::number(count) + QStringLiteral(" \u00D7 ") + code + u'\u27E7';
}

void FoldedCharacters::add(char32_t codePoint)
{
    ++m_count;
    const auto place = m_places.constFind(codePoint);
    if (place != m_places.constEnd()) {
        ++m_entries[*place].count;
        return;
    }
    m_places.insert(codePoint, m_entries.size());
    m_entries.append({codePoint, 1});
}

QString FoldedCharacters::text() const
{
    QString text;
    for (const Entry& entry : m_entries)
        text += chipText(entry.codePoint, entry.count);
    return text;
}

SpanWriter::SpanWriter(QByteArrayView source)
    : m_source(source)
{
}

void SpanWriter::addPlain(qsizetype from, qsizetype to)
{
    add(VisibleSpan::Kind::Plain, 0, from, to);
}

void SpanWriter::addChip(const SourceCharacter& character)
{
    add(VisibleSpan::Kind::Chip, character.codePoint, character.from, character.to);
}

void SpanWriter::addFaint(char16_t symbol, qsizetype from, qsizetype to)
{
    add(VisibleSpan::Kind::Faint, symbol, from, to);
}

void SpanWriter::addFolded(const QString& text, qsizetype from, qsizetype to)
{
    flush();
    m_spans.append({VisibleSpan::Kind::Folded, text, from, to});
}

QList<VisibleSpan> SpanWriter::take()
{
    flush();
    return std::exchange(m_spans, {});
}

void SpanWriter::add(VisibleSpan::Kind kind, char32_t codePoint, qsizetype from, qsizetype to)
{
    if (m_count == 0 || m_kind != kind || m_codePoint != codePoint) {
        flush();
        m_kind = kind;
        m_codePoint = codePoint;
        m_from = from;
    }
    ++m_count;
    m_to = to;
}

void SpanWriter::flush()
{
    if (m_count == 0)
        return;
    QString text;
    switch (m_kind) {
    case VisibleSpan::Kind::Plain:
        text = QString::fromUtf8(m_source.sliced(m_from, m_to - m_from));
        break;
    case VisibleSpan::Kind::Chip:
        text = m_count == 1 ? cachedChipText(m_codePoint) : chipText(m_codePoint, m_count);
        break;
    case VisibleSpan::Kind::Faint:
        text = QString(m_count, QChar(static_cast<char16_t>(m_codePoint)));
        break;
    case VisibleSpan::Kind::Folded: // is complete at once
        break;
    }
    m_spans.append({m_kind, text, m_from, m_to});
    m_count = 0;
}

QString SpanWriter::cachedChipText(char32_t codePoint)
{
    constexpr unsigned kByteBits = 8;
    CachedText& cached = m_texts[(codePoint ^ (codePoint >> kByteBits)) % kCachedTexts];
    if (cached.text.isEmpty() || cached.codePoint != codePoint)
        cached = {codePoint, chipText(codePoint, 1)};
    return cached.text;
}

} // namespace lockkeeper
