// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/arguments/identifierwatch.h"
#include "ui/arguments/sourcecharacter.h"
#include "ui/arguments/spanwriter.h"
#include "ui/arguments/visibletext.h"

#include <QByteArrayView>
#include <QString>

namespace lockkeeper {

/// What visibleText() and visibleLine() have in common.
class VisibleTextBuilder
{
public:
    struct Options
    {
        bool isOneLine = false; ///< line feeds become "⏎"
        bool isCut = false;     ///< the text goes on behind its end, which is no edge then
    };

    VisibleTextBuilder(QByteArrayView source, TextRole role, Options options);

    /// Call it once.
    [[nodiscard]] VisibleText build();

private:
    /// Characters in a row that draw nothing: white space, and what chips stand for.
    struct Run
    {
        qsizetype from = 0;
        qsizetype to = 0;
        qsizetype lineFeeds = 0;
        qsizetype firstLineFeed = 0;
        qsizetype lastLineFeed = 0;
        bool isAtStart = false; ///< of the text
        bool isAtEnd = false;
    };
    /// What a run holds between two line ends.
    struct Segment
    {
        qsizetype from = 0;
        qsizetype to = 0;
        qsizetype spaces = 0; ///< white space of any kind
        qsizetype firstSpace = 0;
        qsizetype behindLastSpace = 0;
    };

    [[nodiscard]] bool isIdentifier() const { return m_role == TextRole::Identifier; }
    [[nodiscard]] SourceCharacter at(qsizetype offset) const;
    [[nodiscard]] qsizetype addAscii(qsizetype offset);
    void addVisible(const SourceCharacter& character);
    [[nodiscard]] Run runAt(qsizetype offset) const;
    void addRun(const Run& run);
    void addProseRun(const Run& run);
    void addLines(qsizetype from, qsizetype to);
    void addIdentifierRun(const Run& run);
    [[nodiscard]] Segment segment(qsizetype from, qsizetype to) const;
    void addSegment(qsizetype from, qsizetype to);
    void addPieces(qsizetype from, qsizetype to);
    void addPiece(const SourceCharacter& character);
    void addHidden(const SourceCharacter& character);
    void addLineFeed(qsizetype offset);
    void addFold(qsizetype from, qsizetype to, qsizetype blankLines);
    void note(TextFinding finding);
    void noteSpace(CodePointClass kind);

    QByteArrayView m_source;
    TextRole m_role;
    Options m_options;
    SpanWriter m_writer;
    IdentifierWatch m_watch;
    bool m_hasVisible = false; ///< something was drawn before
    bool m_isEdge = false;     ///< the run touches the start or the end of the text
    quint32 m_findings = 0;    ///< a bit for each
    qsizetype m_hidden = 0;
    bool m_isRightToLeft = false;
};

} // namespace lockkeeper
