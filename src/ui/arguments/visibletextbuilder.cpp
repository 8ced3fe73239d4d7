// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/visibletextbuilder.h"

#include <QChar>
#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace lockkeeper {

namespace {

constexpr qsizetype kPaddingSpaces = 40;
constexpr qsizetype kPaddingLines = 3;
constexpr char16_t kFaintSpace = u'\u00B7';
constexpr char16_t kFaintTab = u'\u2192';
constexpr char16_t kFaintLineFeed = u'\u23CE';

bool isPlainAscii(char byte)
{
    return byte > 0x20 && byte < 0x7F;
}

bool isDrawn(CodePointClass kind)
{
    return kind == CodePointClass::Visible || kind == CodePointClass::Bracket;
}

bool isRightToLeftLetter(char32_t codePoint)
{
    const QChar::Direction direction = QChar::direction(codePoint);
    return direction == QChar::DirR || direction == QChar::DirAL;
}

int asCount(qsizetype number)
{
    return static_cast<int>(std::min<qsizetype>(number, std::numeric_limits<int>::max()));
}

QString blankLinesText(qsizetype count)
{
    //: Stands for a long gap in a text that an agent wrote. Keep the two brackets.
    return QCoreApplication::translate("VisibleText", "⟦%n blank lines⟧", "", asCount(count));
}

QString spacesText(qsizetype count)
{
    //: Stands for a long gap in a text that an agent wrote. Keep the two brackets.
    return QCoreApplication::translate("VisibleText", "⟦%n spaces⟧", "", asCount(count));
}

TextFinding findingOf(CodePointClass hidden)
{
    switch (hidden) {
    case CodePointClass::BidiControl:
        return TextFinding::BidiControl;
    case CodePointClass::InvisibleFormat:
        return TextFinding::InvisibleFormat;
    case CodePointClass::TagCharacter:
        return TextFinding::TagCharacter;
    case CodePointClass::Unassigned:
        return TextFinding::Unassigned;
    case CodePointClass::InvalidText:
        return TextFinding::InvalidText;
    case CodePointClass::Control:
    case CodePointClass::LineFeed:
    case CodePointClass::Visible:
    case CodePointClass::Bracket:
    case CodePointClass::Space:
    case CodePointClass::Tab:
    case CodePointClass::LookAlikeSpace:
        break;
    }
    return TextFinding::Control;
}

} // namespace

VisibleTextBuilder::VisibleTextBuilder(QByteArrayView source, TextRole role, Options options)
    : m_source(source)
    , m_role(role)
    , m_options(options)
    , m_writer(source)
{
}

VisibleText VisibleTextBuilder::build()
{
    qsizetype offset = 0;
    while (offset < m_source.size()) {
        const qsizetype behind = addAscii(offset);
        if (behind > offset) {
            offset = behind;
            continue;
        }
        const SourceCharacter character = at(offset);
        if (isDrawn(character.kind)) {
            addVisible(character);
            offset = character.to;
        } else {
            const Run run = runAt(offset);
            addRun(run);
            offset = run.to;
        }
    }
    if (isIdentifier() && m_watch.hasMixedScripts())
        note(TextFinding::MixedScripts);
    if (isIdentifier() && m_watch.hasPunycode())
        note(TextFinding::Punycode);

    VisibleText text;
    text.spans = m_writer.take();
    for (int bit = 0; bit <= static_cast<int>(TextFinding::Punycode); ++bit) {
        if ((m_findings & (1U << static_cast<unsigned>(bit))) != 0)
            text.findings.append(static_cast<TextFinding>(bit));
    }
    text.hidden = asCount(m_hidden);
    text.isRightToLeft = m_isRightToLeft;
    return text;
}

SourceCharacter VisibleTextBuilder::at(qsizetype offset) const
{
    return sourceCharacterAt(m_source, offset, m_role);
}

/// Takes the printable ASCII characters from `offset` on, and single spaces between them, which is
/// what most texts are made of; returns the offset behind them.
qsizetype VisibleTextBuilder::addAscii(qsizetype offset)
{
    qsizetype behind = offset;
    for (; behind < m_source.size(); ++behind) {
        const char byte = m_source[behind];
        if (isPlainAscii(byte)) {
            if (isIdentifier())
                m_watch.add(static_cast<char32_t>(byte));
            m_hasVisible = true;
            continue;
        }
        if (byte != ' ' || !m_hasVisible || behind + 1 >= m_source.size() ||
            !isPlainAscii(m_source[behind + 1]))
            break;
        m_watch.endWord();
    }
    if (behind > offset)
        m_writer.addPlain(offset, behind);
    return behind;
}

void VisibleTextBuilder::addVisible(const SourceCharacter& character)
{
    m_hasVisible = true;
    if (character.kind == CodePointClass::Bracket) {
        // It hides nothing, but what is written between brackets could pass for a chip.
        m_writer.addChip(character);
        m_watch.endWord();
        return;
    }
    m_writer.addPlain(character.from, character.to);
    m_isRightToLeft = m_isRightToLeft || isRightToLeftLetter(character.codePoint);
    if (isIdentifier())
        m_watch.add(character.codePoint);
}

VisibleTextBuilder::Run VisibleTextBuilder::runAt(qsizetype offset) const
{
    Run run{offset, offset};
    run.isAtStart = !m_hasVisible;
    while (run.to < m_source.size()) {
        const SourceCharacter character = at(run.to);
        if (isDrawn(character.kind))
            break;
        if (character.kind == CodePointClass::LineFeed) {
            if (run.lineFeeds == 0)
                run.firstLineFeed = character.from;
            run.lastLineFeed = character.from;
            ++run.lineFeeds;
        }
        run.to = character.to;
    }
    run.isAtEnd = run.to == m_source.size() && !m_options.isCut;
    return run;
}

void VisibleTextBuilder::addRun(const Run& run)
{
    m_isEdge = run.isAtStart || run.isAtEnd;
    if (isIdentifier())
        addIdentifierRun(run);
    else
        addProseRun(run);
}

/// Blank lines lie between the first and the last line feed; at the start of the text also before
/// the first, and at its end behind the last if there is anything.
void VisibleTextBuilder::addProseRun(const Run& run)
{
    const bool isBlankToTheEnd = run.isAtEnd && run.lastLineFeed + 1 < run.to;
    const qsizetype from = run.isAtStart ? run.from : run.firstLineFeed + 1;
    const qsizetype to = isBlankToTheEnd ? run.to : run.lastLineFeed;
    const qsizetype blankLines =
        run.lineFeeds + 1 - (run.isAtStart ? 0 : 1) - (isBlankToTheEnd ? 0 : 1);
    if (run.lineFeeds == 0 || blankLines < kPaddingLines) {
        addLines(run.from, run.to);
        return;
    }
    if (!run.isAtStart) {
        addSegment(run.from, run.firstLineFeed);
        addLineFeed(run.firstLineFeed);
    }
    addFold(from, to, blankLines);
    if (!isBlankToTheEnd) {
        addLineFeed(run.lastLineFeed);
        addSegment(run.lastLineFeed + 1, run.to);
    }
}

void VisibleTextBuilder::addLines(qsizetype from, qsizetype to)
{
    while (true) {
        const qsizetype lineFeed = m_source.first(to).indexOf('\n', from);
        addSegment(from, lineFeed < 0 ? to : lineFeed);
        if (lineFeed < 0)
            return;
        addLineFeed(lineFeed);
        from = lineFeed + 1;
    }
}

void VisibleTextBuilder::addIdentifierRun(const Run& run)
{
    const qsizetype blankLines = run.lineFeeds - (run.isAtStart ? 0 : 1);
    const Segment whole = segment(run.from, run.to);
    if (whole.spaces > 0)
        m_watch.endWord();
    if (whole.spaces < kPaddingSpaces && blankLines < kPaddingLines) {
        addPieces(run.from, run.to);
        return;
    }
    addPieces(whole.from, whole.firstSpace);
    addFold(whole.firstSpace, whole.behindLastSpace, 0);
    addPieces(whole.behindLastSpace, whole.to);
}

VisibleTextBuilder::Segment VisibleTextBuilder::segment(qsizetype from, qsizetype to) const
{
    Segment segment{from, to};
    for (qsizetype offset = from; offset < to;) {
        const SourceCharacter character = at(offset);
        offset = character.to;
        if (!isSpaceClass(character.kind)) {
#ifdef LOCKKEEPER_FAULT_PADDING_INTERRUPTED
            segment.spaces = 0;
#endif
            continue;
        }
        if (segment.spaces == 0)
            segment.firstSpace = character.from;
        segment.behindLastSpace = character.to;
        ++segment.spaces;
    }
    return segment;
}

void VisibleTextBuilder::addSegment(qsizetype from, qsizetype to)
{
    const Segment part = segment(from, to);
    if (part.spaces < kPaddingSpaces) {
        addPieces(from, to);
        return;
    }
    addPieces(from, part.firstSpace);
    addFold(part.firstSpace, part.behindLastSpace, 0);
    addPieces(part.behindLastSpace, to);
}

void VisibleTextBuilder::addPieces(qsizetype from, qsizetype to)
{
    while (from < to) {
        const SourceCharacter character = at(from);
        addPiece(character);
        from = character.to;
    }
}

void VisibleTextBuilder::addPiece(const SourceCharacter& character)
{
    if (isHiddenClass(character.kind)) {
        addHidden(character);
        return;
    }
    if (isIdentifier()) {
        noteSpace(character.kind);
        if (character.kind == CodePointClass::Space && !m_isEdge) {
            m_writer.addPlain(character.from, character.to);
            return;
        }
        m_writer.addChip(character);
        ++m_hidden;
        return;
    }
    if (character.kind == CodePointClass::LineFeed)
        addLineFeed(character.from);
    else if (character.kind == CodePointClass::Tab)
        m_writer.addFaint(kFaintTab, character.from, character.to);
    else if (character.kind == CodePointClass::Space && !m_isEdge)
        m_writer.addPlain(character.from, character.to);
    else
        m_writer.addFaint(kFaintSpace, character.from, character.to);
}

void VisibleTextBuilder::addHidden(const SourceCharacter& character)
{
#ifdef LOCKKEEPER_FAULT_HIDDEN_DRAWN
    m_writer.addPlain(character.from, character.to);
#else
    m_writer.addChip(character);
#endif
    ++m_hidden;
    note(findingOf(character.kind));
}

void VisibleTextBuilder::addLineFeed(qsizetype offset)
{
    if (m_options.isOneLine)
        m_writer.addFaint(kFaintLineFeed, offset, offset + 1);
    else
        m_writer.addPlain(offset, offset + 1);
}

/// One span for a whole gap. What it hides besides spaces is listed in it, character by character
/// with counts: a gap must not grow by what is strewn into it.
void VisibleTextBuilder::addFold(qsizetype from, qsizetype to, qsizetype blankLines)
{
    note(TextFinding::Padding);
    FoldedCharacters listed;
    qsizetype spaces = 0;
    for (qsizetype offset = from; offset < to;) {
        const SourceCharacter character = at(offset);
        offset = character.to;
        if (isHiddenClass(character.kind)) {
            note(findingOf(character.kind));
            listed.add(character.codePoint);
            continue;
        }
        noteSpace(character.kind);
        if (isIdentifier() && character.kind != CodePointClass::Space)
            listed.add(character.codePoint);
        else
            ++spaces;
    }
    QString text;
    if (blankLines > 0)
        text = blankLinesText(blankLines);
    else if (spaces > 0)
        text = spacesText(spaces);
    m_writer.addFolded(text + listed.text(), from, to);
    m_hidden += listed.count();
}

void VisibleTextBuilder::note(TextFinding finding)
{
    m_findings |= 1U << static_cast<unsigned>(finding);
}

void VisibleTextBuilder::noteSpace(CodePointClass kind)
{
    if (!isIdentifier())
        return;
    if (m_isEdge)
        note(TextFinding::EdgeSpace);
    if (kind == CodePointClass::LineFeed)
        note(TextFinding::Control);
    else if (kind != CodePointClass::Space)
        note(TextFinding::LookAlikeSpace);
}

} // namespace lockkeeper
