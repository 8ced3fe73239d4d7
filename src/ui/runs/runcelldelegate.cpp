// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/runcelldelegate.h"

#include "ui/runs/runpresentation.h"

namespace lockkeeper {

void RunCellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    CellDelegate::initStyleOption(option, index);
    const auto tone = static_cast<RunTone>(index.data(kRunToneRole).toInt());
    if (tone == RunTone::Plain)
        return;
    option->palette.setColor(QPalette::Text, runToneColor(option->palette, tone));
    option->font.setBold(tone != RunTone::Faint);
}

} // namespace lockkeeper
