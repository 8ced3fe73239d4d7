// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/celldelegate.h"

namespace lockkeeper {

/// Draws the words of a cell in the colour of its tone (role kRunToneRole, a RunTone). GUI thread.
class RunCellDelegate final : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

inline constexpr int kRunToneRole = Qt::UserRole + 1;

} // namespace lockkeeper
