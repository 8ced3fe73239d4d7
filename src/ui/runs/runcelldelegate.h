// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace lockkeeper {

/// Draws the words of a cell in the colour of its tone (role kRunToneRole, a RunTone). GUI thread.
class RunCellDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

inline constexpr int kRunToneRole = Qt::UserRole + 1;

} // namespace lockkeeper
