// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/argumentstree.h"

#include "ui/arguments/jsonwalk.h"
#include "ui/arguments/shownbytes.h"
#include "ui/support/theme.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kGap = 10;             ///< pixels beside the line between names and values
constexpr int kCurrentWidth = 4;     ///< pixels of the mark of the current row
constexpr qreal kNameShare = 0.4;    ///< of the width
constexpr qreal kIndentShare = 0.35; ///< of the names' part, at most
constexpr qsizetype kRowSize = 64;   ///< what a row counts on the scroll bar besides its bytes

} // namespace

ArgumentsTree::ArgumentsTree(const ShownBytes& bytes, QWidget* parent)
    : BlocksView(parent)
    , m_bytes(bytes)
    , m_text(m_bytes, m_model)
{
    setObjectName(QStringLiteral("argumentsTree"));
    //: Accessible name of the view of a call's arguments, one value a row.
    setAccessibleName(tr("Arguments"));
}

void ArgumentsTree::reload()
{
    m_model.set(m_bytes.bytes());
    m_isOpen.clear();
    for (const ArgumentNode& node : m_model.nodes())
        m_isOpen.push_back(node.depth == 0 || node.to - node.from <= ArgumentsModel::kOpenSize);
    m_current = 0;
    m_currentMasked = -1;
    makeRows();
    resetBlocks();
}

void ArgumentsTree::makeRows()
{
    m_rows.clear();
    const int count = static_cast<int>(m_model.nodes().size());
    for (int node = 0; node < count;) {
        addValue(node);
        const bool isClosed = TreeRowText::isContainer(m_model, node) && !isOpen(node);
        node = isClosed ? std::max(m_model.node(node).behind, node + 1) : node + 1;
    }
    if (m_model.notShown() > 0)
        addRow(TreeRow::Kind::Missing, count - 1, 0, 0);
}

void ArgumentsTree::addValue(int node)
{
    const ArgumentNode& value = m_model.node(node);
    if (TreeRowText::isContainer(m_model, node) || m_bytes.maskedAt(value.from) >= 0 ||
        value.to - value.from <= ArgumentsModel::kOpenSize) {
        addRow(TreeRow::Kind::Value, node, value.from, value.to);
        return;
    }
    const QByteArrayView raw = m_model.rawValue(node);
    qsizetype at = 0;
    while (at < raw.size()) {
        const qsizetype size = jsonStringCut(raw.sliced(at), ArgumentsModel::kOpenSize);
        addRow(at == 0 ? TreeRow::Kind::Value : TreeRow::Kind::Part, node, value.from + at,
               value.from + at + size);
        at += size;
        if (!isOpen(node))
            break;
    }
    if (at < raw.size())
        addRow(TreeRow::Kind::More, node, value.from + at, value.to);
}

void ArgumentsTree::addRow(TreeRow::Kind kind, int node, qsizetype from, qsizetype to)
{
    qsizetype place = 0;
    if (!m_rows.empty()) {
        const TreeRow& last = m_rows.back();
        const bool hasBytes =
            (last.kind == TreeRow::Kind::Value && !TreeRowText::isContainer(m_model, last.node)) ||
            last.kind == TreeRow::Kind::Part;
        place = last.place + kRowSize + (hasBytes ? last.to - last.from : 0);
    }
    m_rows.push_back({kind, node, from, to, place});
}

qsizetype ArgumentsTree::blockFrom(int block) const
{
    if (block < blockCount())
        return row(block).place;
    return m_rows.empty() ? 0 : m_rows.back().place + kRowSize;
}

qreal ArgumentsTree::divide() const
{
    return kMargin + textWidth() * kNameShare;
}

qreal ArgumentsTree::indentOf(int node) const
{
    const qreal most = textWidth() * kNameShare * kIndentShare;
    const qreal step = std::min(QFontMetricsF(textFont()).averageCharWidth() * 2,
                                most / TreeRowText::kDeepestIndent);
    return step * std::min(m_model.node(node).depth, TreeRowText::kDeepestIndent);
}

BlocksView::Columns ArgumentsTree::layOut(int block) const
{
    const TreeRow& shown = row(block);
    const bool isNodeOpen = isOpen(shown.node);
    const int masked = m_bytes.maskedAt(m_model.node(shown.node).from);
    const auto valueRuns =
        m_text.value(shown, isNodeOpen, masked >= 0 && masked == m_currentMasked);
    Columns columns;
    if (shown.kind == TreeRow::Kind::Value) {
        const qreal x = kMargin + indentOf(shown.node);
        columns.emplace_back(m_text.name(shown, canOpen(shown.node), isNodeOpen), textFont(),
                             palette(), x, divide() - kGap - x, TextColumn::Wrap::Words);
    }
    const qreal x = divide() + kGap;
    columns.emplace_back(valueRuns, textFont(), palette(), x, kMargin + textWidth() - x,
                         TextColumn::Wrap::Words);
    return columns;
}

void ArgumentsTree::paintBehind(QPainter& painter, Place place, const QRect& line)
{
    const int x = static_cast<int>(divide());
    painter.setPen(themeColor(palette(), ColorRole::Line));
    painter.drawLine(x, line.top(), x, line.bottom());
    if (place.block == m_current && hasFocus())
        painter.fillRect(QRect(2, line.top(), kCurrentWidth, line.height()),
                         themeColor(palette(), ColorRole::Focus));
}

bool ArgumentsTree::canOpen(int node) const
{
    const ArgumentNode& value = m_model.node(node);
    if (TreeRowText::isContainer(m_model, node))
        return value.children > 0 && value.depth > 0;
    return value.to - value.from > ArgumentsModel::kOpenSize;
}

void ArgumentsTree::setOpen(int node, bool isNodeOpen)
{
    if (!canOpen(node) || isOpen(node) == isNodeOpen)
        return;
    m_isOpen[static_cast<std::size_t>(node)] = isNodeOpen;
    makeRows();
    refreshBlocks();
    setCurrent(rowOf(node));
}

int ArgumentsTree::rowOf(int node) const
{
    const auto found =
        std::lower_bound(m_rows.begin(), m_rows.end(), node,
                         [](const TreeRow& one, int wanted) { return one.node < wanted; });
    const auto place = static_cast<int>(found - m_rows.begin());
    return std::min(place, std::max(0, blockCount() - 1));
}

int ArgumentsTree::parentOf(int node) const
{
    int parent = node;
    while (parent > 0 && m_model.node(parent).depth >= m_model.node(node).depth)
        --parent;
    return parent;
}

void ArgumentsTree::setCurrent(int index)
{
    if (m_rows.empty())
        return;
    const int wanted = std::clamp(index, 0, blockCount() - 1);
    showLines({wanted, 0}, lineCount(wanted));
    enterRow(wanted);
}

/// Makes a row the current one where it stands.
void ArgumentsTree::enterRow(int index)
{
    if (m_rows.empty())
        return;
    m_current = index;
    viewport()->update();
    const TreeRow& shown = row(m_current);
    const int masked = m_bytes.maskedAt(m_model.node(shown.node).from);
    if (shown.kind == TreeRow::Kind::Value && masked >= 0)
        emit maskedEntered(masked);
}

/// Up or down by a row; a row that is higher than the screen is gone through line by line first.
void ArgumentsTree::moveCurrent(int step)
{
    if (m_rows.empty())
        return;
    const int lines = lineCount(m_current);
    if (lines > linesOnScreen() && m_current == top().block) {
        const int hidden = step < 0 ? top().line : lines - top().line - linesOnScreen();
        if (hidden > 0) {
            scrollLines(step);
            return;
        }
    }
    setCurrent(m_current + step);
}

void ArgumentsTree::setCurrentMasked(int masked, bool show)
{
    m_currentMasked = masked;
    refreshBlocks();
    if (masked < 0 || !show)
        return;
    const int node = m_model.nodeAt(m_bytes.masked()[masked].offset);
    if (node < 0)
        return;
    for (int parent = parentOf(node); parent > 0; parent = parentOf(parent))
        m_isOpen[static_cast<std::size_t>(parent)] = true;
    makeRows();
    refreshBlocks();
    setCurrent(rowOf(node));
}

bool ArgumentsTree::takeTreeKey(int key)
{
    const int node = row(m_current).node;
    switch (key) {
    case Qt::Key_Up:
        moveCurrent(-1);
        return true;
    case Qt::Key_Down:
        moveCurrent(1);
        return true;
    case Qt::Key_Left:
        if (canOpen(node) && isOpen(node))
            setOpen(node, false);
        else
            setCurrent(rowOf(parentOf(node)));
        return true;
    case Qt::Key_Right:
        if (canOpen(node) && !isOpen(node))
            setOpen(node, true);
        else
            moveCurrent(1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        setOpen(node, !isOpen(node));
        return true;
    default:
        return false;
    }
}

void ArgumentsTree::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = (event->modifiers() & ~Qt::KeypadModifier) == 0;
    if (isPlain && !m_rows.empty() && takeTreeKey(event->key()))
        return;
    if (!takeScrollKey(*event)) {
        event->ignore();
        return;
    }
    // The current row goes where the eye went.
    enterRow(event->key() == Qt::Key_End ? blockCount() - 1 : top().block);
}

void ArgumentsTree::mousePressEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->pos());
    if (event->button() != Qt::LeftButton || !place) {
        event->ignore();
        return;
    }
    const TreeRow shown = row(place->block);
    setCurrent(place->block);
    const bool isOpener = shown.kind == TreeRow::Kind::More ||
                          (shown.kind == TreeRow::Kind::Value && event->pos().x() < divide());
    if (isOpener)
        setOpen(shown.node, !isOpen(shown.node));
}

} // namespace lockkeeper
