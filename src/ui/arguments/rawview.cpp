// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/rawview.h"

#include "ui/arguments/maskedtext.h"
#include "ui/arguments/shownbytes.h"

#include <QKeyEvent>

#include <algorithm>

namespace lockkeeper {

RawView::RawView(const ShownBytes& bytes, QWidget* parent)
    : BlocksView(parent)
    , m_bytes(bytes)
{
    setObjectName(QStringLiteral("rawView"));
    //: Accessible name of the view of a call's arguments as the bytes that will be sent.
    setAccessibleName(tr("Raw arguments"));
}

void RawView::reload()
{
    m_from.clear();
    m_current = -1;
    const qsizetype size = m_bytes.bytes().size();
    for (qsizetype at = 0; at < size; at = cutBefore(at, at + kBlockSize))
        m_from.push_back(at);
    m_from.push_back(size);
    resetBlocks();
}

/// Where the block that begins at `from` ends: at the last comma before `wanted` that is not far,
/// else between two printable ASCII characters, else between any two. Never inside a placeholder.
qsizetype RawView::cutBefore(qsizetype from, qsizetype wanted) const
{
    constexpr qsizetype kLookBack = 512;
    const QByteArray& bytes = m_bytes.bytes();
    if (wanted >= bytes.size())
        return bytes.size();
    const auto isPlain = [&bytes](qsizetype at) { return bytes[at] > ' ' && bytes[at] < '\x7f'; };
    qsizetype plain = -1;
    qsizetype any = wanted;
    while (any > from + 1 && (static_cast<unsigned char>(bytes[any]) & 0xc0) == 0x80)
        --any;
    for (qsizetype at = wanted; at > std::max(from, wanted - kLookBack); --at) {
        if (!isPlain(at - 1) || !isPlain(at) || m_bytes.maskedAt(at - 1) >= 0)
            continue;
        if (bytes[at - 1] == ',')
            return at;
        if (plain < 0)
            plain = at;
    }
    return plain > 0 ? plain : any;
}

int RawView::blockCount() const
{
    return std::max(0, static_cast<int>(m_from.size()) - 1);
}

qsizetype RawView::blockFrom(int block) const
{
    return m_from[static_cast<std::size_t>(block)];
}

QList<TextRun> RawView::runs(int block) const
{
    QList<TextRun> runs;
    qsizetype at = blockFrom(block);
    const qsizetype end = blockFrom(block + 1);
    const QList<MaskedValue>& masked = m_bytes.masked();
    for (int i = m_bytes.firstMaskedFrom(at); i < masked.size() && masked[i].offset < end; ++i) {
        appendText(runs, at, masked[i].offset);
        appendMasked(runs, i);
        at = masked[i].offset + ShownBytes::kPlaceholderSize;
    }
    appendText(runs, at, end);
    return runs;
}

void RawView::appendText(QList<TextRun>& runs, qsizetype from, qsizetype to) const
{
    if (from >= to)
        return;
    const QByteArrayView text = QByteArrayView(m_bytes.bytes()).sliced(from, to - from);
    const qsizetype position = m_bytes.positionOf(from);
    appendRuns(runs, visibleText(text, TextRole::Prose), RunStyle::Plain,
               [position](qsizetype offset) { return position + offset; });
}

void RawView::appendMasked(QList<TextRun>& runs, int masked) const
{
    const QByteArrayView value = m_bytes.revealed(masked);
    if (value.isEmpty()) {
        runs.append(maskedRun(m_bytes, masked, masked == m_current));
        return;
    }
    const QByteArrayView shown = value.first(std::min(value.size(), kRevealedSize));
    const qsizetype from = m_bytes.rangeOf(masked).from;
    // Bytes that cannot be the value are shown, but have not been read.
    const qsizetype step = m_bytes.isRevealedWhole(masked) ? 1 : 0;
    appendRuns(runs, visibleText(shown, TextRole::Prose), RunStyle::Revealed,
               [from, step](qsizetype offset) { return from + offset * step; });
    if (shown.size() < value.size())
        runs.append(cutRun(shown.size(), value.size()));
}

BlocksView::Columns RawView::layOut(int block) const
{
    Columns columns;
    columns.emplace_back(runs(block), textFont(), palette(), kMargin, textWidth(),
                         TextColumn::Wrap::Anywhere);
    return columns;
}

void RawView::setCurrentMasked(int masked, bool show)
{
    if (masked == m_current && !show)
        return;
    m_current = masked;
    refreshBlocks();
    if (masked < 0 || !show)
        return;
    const qsizetype offset = m_bytes.masked()[masked].offset;
    const auto next = std::upper_bound(m_from.begin(), m_from.end(), offset);
    const int block = static_cast<int>(next - m_from.begin()) - 1;
    const TextColumn& column = laid(block).front();
    const qsizetype position = m_bytes.positionOf(offset);
    int line = 0;
    for (int i = 0; i < column.lineCount(); ++i) {
        const QList<ByteRange>& ranges = column.ranges(i);
        if (!ranges.isEmpty() && ranges.front().from <= position)
            line = i;
    }
    showLines({block, line}, 2);
}

void RawView::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() == Qt::NoModifier &&
        (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
        emit maskedStepWanted(event->key() == Qt::Key_Left ? -1 : 1);
        return;
    }
    if (!takeScrollKey(*event))
        event->ignore();
}

} // namespace lockkeeper
