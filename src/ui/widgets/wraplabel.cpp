// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/wraplabel.h"

#include <QPainter>
#include <QTextLayout>

#include <cmath>

namespace lockkeeper {

namespace {

constexpr int kHintCharacters = 40;
constexpr int kLeastCharacters = 12;

} // namespace

WrapLabel::WrapLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

qreal WrapLabel::breakLines(QTextLayout& layout, int width) const
{
    QTextOption option(layoutDirection() == Qt::RightToLeft ? Qt::AlignRight : Qt::AlignLeft);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(layoutDirection());
    layout.setTextOption(option);
    QString lines = text();
    lines.replace(QLatin1Char('\n'), QChar::LineSeparator);
    layout.setText(lines);
    layout.setFont(font());
    qreal height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

int WrapLabel::heightForWidth(int width) const
{
    QTextLayout layout;
    const QMargins around = contentsMargins();
    return int(std::ceil(breakLines(layout, width - around.left() - around.right()))) +
           around.top() + around.bottom();
}

QSize WrapLabel::sizeHint() const
{
    const int least = fontMetrics().averageCharWidth() * kHintCharacters;
    const int width = std::min(least, fontMetrics().horizontalAdvance(text()) + 1);
    return {width, heightForWidth(width)};
}

QSize WrapLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * kLeastCharacters, fontMetrics().height()};
}

void WrapLabel::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event);
    const QRect area = contentsRect();
    QTextLayout layout;
    const qreal height = breakLines(layout, area.width());
    QPainter painter(this);
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    const qreal spare =
        alignment() & Qt::AlignTop ? 0 : std::max(0.0, (area.height() - height) / 2);
    layout.draw(&painter, QPointF(area.left(), area.top() + spare));
}

} // namespace lockkeeper
