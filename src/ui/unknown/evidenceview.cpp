// SPDX-License-Identifier: Apache-2.0
#include "ui/unknown/evidenceview.h"

#include "ui/unknown/evidencemodel.h"
#include "ui/widgets/celldelegate.h"

#include <QHeaderView>

#include <array>
#include <numeric>

namespace lockkeeper {

namespace {

/// Widths in average characters, in the order of the columns before the text: on one line, and
/// wrapped where that would leave the text too little.
constexpr std::array kWide = {31, 22, 14};
constexpr std::array kNarrow = {16, 14, 10};
constexpr int kTextCharacters = 30;

} // namespace

EvidenceView::EvidenceView(QWidget* parent)
    : QTableView(parent)
{
    setTabKeyNavigation(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setItemDelegate(new CellDelegate(this));
    setWordWrap(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
}

void EvidenceView::setModel(QAbstractItemModel* model)
{
    QTableView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &EvidenceView::fit);
    fit();
}

void EvidenceView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fit();
}

void EvidenceView::fit()
{
    const int character = fontMetrics().averageCharWidth();
    const int wide = std::accumulate(kWide.cbegin(), kWide.cend(), kTextCharacters);
    const auto& widths = viewport()->width() >= wide * character ? kWide : kNarrow;
    for (int column = 0; column < int(widths.size()); ++column)
        setColumnWidth(column, widths.at(size_t(column)) * character);
    resizeRowsToContents();
    setFixedHeight(horizontalHeader()->sizeHint().height() + verticalHeader()->length() +
                   2 * frameWidth());
}

} // namespace lockkeeper
