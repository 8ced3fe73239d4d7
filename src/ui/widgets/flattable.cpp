// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/flattable.h"

#include "ui/support/plaintooltip.h"
#include "ui/support/shortcutkey.h"
#include "ui/widgets/celldelegate.h"

#include <QEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kRowPadding = 12;
constexpr int kCellPadding = 16;

} // namespace

FlatTable::FlatTable(QWidget* parent)
    : QTableView(parent)
{
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setShowGrid(false);
    setItemDelegate(new CellDelegate(this));
    setCornerButtonEnabled(false);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    measure();
}

void FlatTable::setWidths(const QList<int>& characters)
{
    m_characters = characters;
    measure();
}

void FlatTable::measure()
{
    const int height = fontMetrics().height() + kRowPadding;
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
    for (int column = 0; column < m_characters.size(); ++column)
        setColumnWidth(column,
                       fontMetrics().averageCharWidth() * m_characters.at(column) + kCellPadding);
}

void FlatTable::tellVisibleRows()
{
    const int rows = model() ? model()->rowCount() : 0;
    if (rows == 0) {
        emit visibleRowsChanged(0, -1);
        return;
    }
    const int first = std::max(0, rowAt(0));
    const int last = rowAt(viewport()->height() - 1);
    emit visibleRowsChanged(first, last < 0 ? rows - 1 : last);
}

void FlatTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    tellVisibleRows();
}

void FlatTable::updateGeometries()
{
    QTableView::updateGeometries();
    tellVisibleRows();
}

void FlatTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measure();
}

void FlatTable::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    const int key = shortcutKey(*event);
    if (isPlain && (key == Qt::Key_J || key == Qt::Key_K)) {
        QKeyEvent arrow(event->type(), key == Qt::Key_J ? Qt::Key_Down : Qt::Key_Up,
                        Qt::NoModifier);
        QTableView::keyPressEvent(&arrow);
        return;
    }
    // No search by typed letters: letters are commands, and a model of a million rows is paged.
    if (isPlain && !event->text().isEmpty() && event->text().at(0).isPrint()) {
        event->ignore();
        return;
    }
    QTableView::keyPressEvent(event);
}

bool FlatTable::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QTableView::viewportEvent(event);
    const auto* help = static_cast<const QHelpEvent*>(event);
    const QString text = indexAt(help->pos()).data(Qt::ToolTipRole).toString();
    QToolTip::showText(help->globalPos(), plainToolTip(text), viewport());
    return true;
}

} // namespace lockkeeper
