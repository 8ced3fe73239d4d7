// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace lockkeeper {

/// Draws a cell of the list of what waits: risk as shape and word with a bar at the row's edge,
/// every other text in one line whose end is cut where it does not fit (the whole text is in the
/// tool tip). What nobody has opened is bold; what leaves and what is stale is grey. GUI thread.
class PendingDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// True: what is shown is not fresh, all rows are dimmed.
    void setStale(bool stale) { m_isStale = stale; }

    /// What the cell of a risk needs so that none of its words is cut.
    [[nodiscard]] static int riskWidth(const QFont& font);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

private:
    [[nodiscard]] QColor textColor(const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const;

    bool m_isStale = false;
};

} // namespace lockkeeper
