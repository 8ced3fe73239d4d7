// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>

class QAbstractItemModel;
class QTableView;

namespace lockkeeper {

/// What both tables of this area have in common: rows of one height, one selected row, nothing to
/// edit, Tab leaves it, texts cut with a mark and never wrapped.
void setUpRunTable(QTableView& table, QAbstractItemModel& model);

/// Column widths in characters, one for each column; never narrower than its heading.
void setRunColumns(QTableView& table, std::initializer_list<int> characters);

} // namespace lockkeeper
