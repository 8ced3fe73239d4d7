// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/arguments/coverage.h"
#include "ui/arguments/visibletext.h"

#include <QFont>
#include <QList>
#include <QPalette>
#include <QString>
#include <QTextLayout>

#include <memory>
#include <vector>

class QPainter;

namespace lockkeeper {

/// How a piece of text is drawn.
enum class RunStyle {
    Plain,
    Faint,       ///< stands for white space
    Chip,        ///< stands for what is hidden
    CurrentChip, ///< the masked value that a reveal would be for
    Name,        ///< the name of a member
    Note,        ///< the console's own words
    Revealed,    ///< a secret while it may be seen
};

/// A piece of text that is safe to draw, and the positions of the arguments that have been seen
/// once it has been on screen (none if from == to).
struct TextRun
{
    QString text;
    RunStyle style = RunStyle::Plain;
    qsizetype from = 0;
    qsizetype to = 0;
};

/// The spans of a text as runs. `positionOf` gives the position of an offset in the text's bytes.
template<class PositionOf>
void appendRuns(QList<TextRun>& runs, const VisibleText& text, RunStyle plain,
                PositionOf&& positionOf)
{
    for (const VisibleSpan& span : text.spans) {
        RunStyle style = plain;
        if (span.kind == VisibleSpan::Kind::Faint)
            style = RunStyle::Faint;
        else if (span.kind != VisibleSpan::Kind::Plain)
            style = RunStyle::Chip;
        runs.append({span.text, style, positionOf(span.from), positionOf(span.to)});
    }
}

/// Runs laid out in lines of one width, always from the left to the right: right-to-left letters
/// keep their natural order inside of their word, isolated, and can move nothing around them.
/// Nothing is ever drawn that is not in a run. GUI thread.
class TextColumn
{
public:
    enum class Wrap {
        Anywhere, ///< each line is filled: bytes
        Words,    ///< breaks at words if it can: reading
    };

    TextColumn(const QList<TextRun>& runs, const QFont& font, const QPalette& palette, qreal x,
               qreal width, Wrap wrap);

    [[nodiscard]] int lineCount() const { return static_cast<int>(m_lines.size()); }
    [[nodiscard]] qreal x() const { return m_x; }
    [[nodiscard]] qreal width() const { return m_width; }
    /// The positions that the line stands for; none if it does not fit into the width.
    [[nodiscard]] const QList<ByteRange>& ranges(int line) const
    {
        return m_lines[static_cast<std::size_t>(line)].ranges;
    }
    /// What the line shows.
    [[nodiscard]] QString text(int line) const;
    /// Draws the line with its baseline there; `left` is added to x().
    void draw(QPainter& painter, int line, qreal left, qreal baseline) const;

private:
    /// A part of a run, as it stands in the layout's text.
    struct Piece
    {
        int at = 0; ///< in the layout's text
        int length = 0;
        int run = 0;
        int offset = 0; ///< in the run's text
    };
    struct Line
    {
        int from = 0;
        int to = 0;
        QList<ByteRange> ranges;
    };

    [[nodiscard]] QString makeText(Wrap wrap);
    void appendPiece(QString& text, int run, int offset, int length);
    [[nodiscard]] QList<QTextLayout::FormatRange> formats(const QPalette& palette) const;
    void breakLines();
    [[nodiscard]] QList<ByteRange> rangesBetween(int from, int to) const;
    [[nodiscard]] qsizetype position(int run, int offset) const;

    QList<TextRun> m_runs;
    std::vector<Piece> m_pieces;
    std::vector<Line> m_lines;
    std::unique_ptr<QTextLayout> m_layout;
    qreal m_x = 0;
    qreal m_width = 0;
};

} // namespace lockkeeper
