// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/celldelegate.h"

#include "ui/support/theme.h"
#include "ui/widgets/focusring.h"

#include <QPainter>

namespace lockkeeper {

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    QStyleOptionViewItem unfocused = option;
    unfocused.state &= ~QStyle::State_HasFocus;
    QStyledItemDelegate::paint(painter, unfocused, index);
    if ((option.state & QStyle::State_HasFocus) == 0)
        return;
    const bool isSelected = (option.state & QStyle::State_Selected) != 0;
    painter->save();
    painter->setPen(
        QPen(themeColor(option.palette, isSelected ? ColorRole::SelectionText : ColorRole::Focus),
             kFocusRing));
    painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    painter->restore();
}

} // namespace lockkeeper
