// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/runtable.h"

#include "ui/runs/runcelldelegate.h"

#include <QHeaderView>
#include <QTableView>

namespace lockkeeper {

namespace {

constexpr int kRowHeight = 32;

} // namespace

void setUpRunTable(QTableView& table, QAbstractItemModel& model)
{
    table.setModel(&model);
    table.setItemDelegate(new RunCellDelegate(&table));
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setTabKeyNavigation(false);
    table.setWordWrap(false);
    table.setTextElideMode(Qt::ElideRight);
    table.setShowGrid(false);
    table.setCornerButtonEnabled(false);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(
        qMax(kRowHeight, table.fontMetrics().height() + kRowHeight / 4));
    table.horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    table.horizontalHeader()->setStretchLastSection(true);
    table.horizontalHeader()->setHighlightSections(false);
}

void setRunColumns(QTableView& table, std::initializer_list<int> characters)
{
    const QHeaderView& header = *table.horizontalHeader();
    int column = 0;
    for (const int wanted : characters) {
        const int width = table.fontMetrics().averageCharWidth() * wanted;
        table.setColumnWidth(column, qMax(width, header.sectionSizeHint(column)));
        ++column;
    }
}

} // namespace lockkeeper
