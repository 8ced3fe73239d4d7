// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pendingdelegate.h"

#include "ui/pending/pendingmodel.h"
#include "ui/support/plaintooltip.h"
#include "ui/support/riskpresentation.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kMargin = 6;
constexpr int kBarSpace = 8; ///< kept free at the leading edge, whether there is a bar or not
constexpr int kFocusWidth = 2;

} // namespace

QColor PendingDelegate::textColor(const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const
{
    if ((option.state & QStyle::State_Selected) != 0)
        return themeColor(option.palette, ColorRole::SelectionText);
    const bool isDim = m_isStale || index.data(PendingModel::LeavesRole).toBool();
    return themeColor(option.palette, isDim ? ColorRole::SecondaryText : ColorRole::Text);
}

void PendingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const auto risk = RiskLevel(index.data(PendingModel::RiskRole).toInt());
    const bool isGone = index.data(PendingModel::GoneRole).toBool();
    const bool isSelected = (option.state & QStyle::State_Selected) != 0;
    const bool isRisk = index.column() == PendingModel::Risk;
    const auto mirrored = [&option](const QRect& part) {
        return QStyle::visualRect(option.direction, option.rect, part);
    };

    painter->save();
    painter->fillRect(option.rect, themeColor(option.palette,
                                              isSelected ? ColorRole::Selection : ColorRole::Base));
    QColor color = textColor(option, index);
    QRect content = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    QFont font = option.font;
    if (isRisk) {
        if (!isSelected && !isGone && !m_isStale)
            color = themeColor(option.palette, riskColorRole(risk));
        QRect bar = option.rect;
        bar.setWidth(riskBarWidth(risk));
        if (!isGone)
            painter->fillRect(mirrored(bar), color);
        content.setLeft(option.rect.left() + kBarSpace);
        const int side = option.fontMetrics.height();
        const QRect shape(content.left(), content.center().y() - side / 2, side, side);
        paintShape(*painter, mirrored(shape), riskShapeKind(risk), color);
        content.setLeft(shape.right() + kMargin);
    }
    const bool isUnread =
        index.data(PendingModel::UnreadRole).toBool() &&
        (index.column() == PendingModel::Effect || index.column() == PendingModel::State);
    font.setBold((isRiskBold(risk) || isUnread) && !isGone);
    font.setStrikeOut(isGone && index.column() == PendingModel::Effect);
    painter->setFont(font);
    painter->setPen(color);
    const QString text =
        QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, content.width());
    painter->drawText(mirrored(content),
                      int(Qt::AlignVCenter | Qt::TextSingleLine) |
                          int(QStyle::visualAlignment(option.direction, Qt::AlignLeft)),
                      text);
    if ((option.state & QStyle::State_HasFocus) != 0) {
        painter->setPen(QPen(
            themeColor(option.palette, isSelected ? ColorRole::SelectionText : ColorRole::Focus),
            kFocusWidth));
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

int PendingDelegate::riskWidth(const QFont& font)
{
    QFont bold = font;
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    int word = 0;
    for (const RiskLevel risk :
         {RiskLevel::Low, RiskLevel::Medium, RiskLevel::High, RiskLevel::Critical})
        word = std::max(word, metrics.horizontalAdvance(riskWord(risk)));
    return kBarSpace + QFontMetrics(font).height() + word + 3 * kMargin;
}

bool PendingDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view,
                                const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const QString text = index.data(Qt::ToolTipRole).toString();
    QToolTip::showText(event->globalPos(), plainToolTip(text), view);
    return true;
}

} // namespace lockkeeper
