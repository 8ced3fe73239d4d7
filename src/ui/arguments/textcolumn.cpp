// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/textcolumn.h"

#include "ui/support/theme.h"

#include <QPainter>
#include <QStringEncoder>
#include <QTextOption>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr QChar kIsolate(0x2068);
constexpr QChar kIsolateEnd(0x2069);
constexpr QChar kFixedSpace(0x00a0);

/// The bytes of `text` in UTF-8, without making them. A lone surrogate counts as three.
qsizetype utf8Size(QStringView text)
{
    qsizetype size = 0;
    for (const QChar unit : text) {
        if (unit.unicode() < 0x80)
            size += 1;
        else if (unit.unicode() < 0x800 || unit.isSurrogate())
            size += 2; // a pair is four
        else
            size += 3;
    }
    return size;
}

/// The character at `at`, pairs taken together.
char32_t characterAt(QStringView text, qsizetype at)
{
    const QChar unit = text[at];
    if (unit.isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate())
        return QChar::surrogateToUcs4(unit, text[at + 1]);
    return unit.unicode();
}

bool isRightToLeft(char32_t character)
{
    const QChar::Direction direction = QChar::direction(character);
    return direction == QChar::DirR || direction == QChar::DirAL || direction == QChar::DirAN;
}

/// What may stand between two right-to-left words of one text. Never what ends a string or its
/// escapes: two strings side by side must not be taken for one.
bool joinsWords(QChar unit)
{
    constexpr QChar kQuote(0x2019);
    constexpr QChar kNonJoiner(0x200c);
    constexpr QChar kJoiner(0x200d);
    return unit == ' ' || unit == '-' || unit == '.' || unit == '\'' || unit == kQuote ||
           unit == kNonJoiner || unit == kJoiner || unit.category() == QChar::Mark_NonSpacing ||
           unit.category() == QChar::Mark_Enclosing;
}

/// The length of the right-to-left text at `at` (0 if there is none): from a right-to-left letter
/// to the last one that only joining characters part from it.
qsizetype rightToLeftLength(QStringView text, qsizetype at)
{
    qsizetype end = at;
    qsizetype i = at;
    while (i < text.size()) {
        const char32_t character = characterAt(text, i);
        const qsizetype size = QChar::requiresSurrogates(character) ? 2 : 1;
        const bool isLetter = isRightToLeft(character);
        if (!isLetter && (i == at || !joinsWords(text[i])))
            break;
        i += size;
        if (isLetter || QChar::category(character) == QChar::Mark_NonSpacing)
            end = i;
    }
    return end - at;
}

QTextCharFormat formatOf(RunStyle style, const QPalette& palette)
{
    QTextCharFormat format;
    const auto color = [&palette](ColorRole role) { return themeColor(palette, role); };
    format.setForeground(color(ColorRole::Text));
    switch (style) {
    case RunStyle::Plain:
        break;
    case RunStyle::Faint:
    case RunStyle::Note:
        format.setForeground(color(ColorRole::SecondaryText));
        break;
    case RunStyle::Chip:
        format.setForeground(color(ColorRole::ChipText));
        format.setBackground(color(ColorRole::ChipBackground));
        break;
    case RunStyle::CurrentChip:
        format.setForeground(color(ColorRole::ChipText));
        format.setBackground(color(ColorRole::ChipBackground));
        format.setFontWeight(QFont::Bold);
        format.setFontUnderline(true);
        break;
    case RunStyle::Name:
        format.setFontWeight(QFont::Bold);
        break;
    case RunStyle::Revealed:
        format.setBackground(color(ColorRole::WarningBackground));
        break;
    }
    return format;
}

} // namespace

TextColumn::TextColumn(const QList<TextRun>& runs, const QFont& font, const QPalette& palette,
                       qreal x, qreal width, Wrap wrap)
    : m_runs(runs)
    , m_x(x)
    , m_width(width)
{
    m_layout = std::make_unique<QTextLayout>(makeText(wrap), font);
    m_layout->setCacheEnabled(true);
    QTextOption option;
    option.setTextDirection(Qt::LeftToRight);
    option.setAlignment(Qt::AlignLeft);
    option.setUseDesignMetrics(true);
    option.setWrapMode(wrap == Wrap::Anywhere ? QTextOption::WrapAnywhere
                                              : QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_layout->setTextOption(option);
    m_layout->setFormats(formats(palette));
    breakLines();
}

void TextColumn::appendPiece(QString& text, int run, int offset, int length)
{
    if (length == 0)
        return;
    m_pieces.push_back({static_cast<int>(text.size()), length, run, offset});
    text += QStringView(m_runs[run].text).sliced(offset, length);
}

/// The layout's text: the runs, isolates around right-to-left words, line feeds as the layout wants
/// them. Spaces that could hang over the edge of a line unseen do not break: they are drawn.
QString TextColumn::makeText(Wrap wrap)
{
    QString text;
    for (int run = 0; run < m_runs.size(); ++run) {
        const QStringView source(m_runs[run].text);
        qsizetype plain = 0;
        qsizetype at = 0;
        while (at < source.size()) {
            const qsizetype length = rightToLeftLength(source, at);
            if (length == 0) {
                ++at;
                continue;
            }
            appendPiece(text, run, static_cast<int>(plain), static_cast<int>(at - plain));
            text += kIsolate;
            appendPiece(text, run, static_cast<int>(at), static_cast<int>(length));
            text += kIsolateEnd;
            at += length;
            plain = at;
        }
        appendPiece(text, run, static_cast<int>(plain), static_cast<int>(at - plain));
    }
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == '\n')
            text[i] = QChar::LineSeparator;
        else if (text[i] == ' ' && (wrap == Wrap::Anywhere ||
                                    (i > 0 && (text[i - 1] == ' ' || text[i - 1] == kFixedSpace))))
            text[i] = kFixedSpace;
    }
    return text;
}

QList<QTextLayout::FormatRange> TextColumn::formats(const QPalette& palette) const
{
    QList<QTextLayout::FormatRange> ranges;
    for (const Piece& piece : m_pieces) {
        QTextLayout::FormatRange range;
        range.start = piece.at;
        range.length = piece.length;
        range.format = formatOf(m_runs[piece.run].style, palette);
        ranges.append(range);
    }
    return ranges;
}

void TextColumn::breakLines()
{
    m_layout->beginLayout();
    for (QTextLine line = m_layout->createLine(); line.isValid(); line = m_layout->createLine()) {
        line.setLineWidth(m_width);
        line.setPosition({0, 0});
        const int from = line.textStart();
        const int to = from + line.textLength();
        // What is wider than the line was not seen whole.
        const bool fits = line.naturalTextWidth() <= m_width;
        m_lines.push_back({from, to, fits ? rangesBetween(from, to) : QList<ByteRange>()});
    }
    m_layout->endLayout();
}

/// The position of a place inside of a run: exact where the run's text is what its bytes spell, in
/// proportion where it stands for something else.
qsizetype TextColumn::position(int run, int offset) const
{
    const TextRun& source = m_runs[run];
    if (offset == source.text.size())
        return source.to;
    const qsizetype whole = utf8Size(source.text);
    const qsizetype before = utf8Size(QStringView(source.text).first(offset));
    return source.from + (source.to - source.from) * before / whole;
}

QList<ByteRange> TextColumn::rangesBetween(int lineFrom, int lineTo) const
{
    QList<ByteRange> result;
    auto piece = std::upper_bound(m_pieces.begin(), m_pieces.end(), lineFrom,
                                  [](int at, const Piece& one) { return at < one.at; });
    if (piece != m_pieces.begin())
        --piece;
    for (; piece != m_pieces.end() && piece->at < lineTo; ++piece) {
        const int from = std::max(lineFrom, piece->at);
        const int to = std::min(lineTo, piece->at + piece->length);
        if (from >= to)
            continue;
        const ByteRange range{position(piece->run, piece->offset + from - piece->at),
                              position(piece->run, piece->offset + to - piece->at)};
        if (range.from == range.to)
            continue;
        if (!result.isEmpty() && result.back().to == range.from)
            result.back().to = range.to;
        else
            result.append(range);
    }
    return result;
}

QString TextColumn::text(int line) const
{
    const Line& place = m_lines[static_cast<std::size_t>(line)];
    QString text = m_layout->text().mid(place.from, place.to - place.from);
    text.remove(QChar(QChar::LineSeparator));
    text.replace(kFixedSpace, QChar(u' '));
    return text;
}

void TextColumn::draw(QPainter& painter, int line, qreal left, qreal baseline) const
{
    const QTextLine place = m_layout->lineAt(line);
    place.draw(&painter, {left + m_x, baseline - place.ascent()});
}

} // namespace lockkeeper
