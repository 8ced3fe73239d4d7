// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/riskshape.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockkeeper {

namespace {

constexpr double kMargin = 0.08;    ///< of the square, on each side
constexpr double kLineWidth = 0.12; ///< of the square
constexpr double kOctagonCut = 0.293;

QPolygonF diamond(const QRectF& box)
{
    return {{QPointF(box.center().x(), box.top()), QPointF(box.right(), box.center().y()),
             QPointF(box.center().x(), box.bottom()), QPointF(box.left(), box.center().y())}};
}

QPolygonF triangle(const QRectF& box)
{
    return {{QPointF(box.center().x(), box.top()), box.bottomRight(), box.bottomLeft()}};
}

QPolygonF octagon(const QRectF& box)
{
    const double cut = box.width() * kOctagonCut;
    return {{QPointF(box.left() + cut, box.top()), QPointF(box.right() - cut, box.top()),
             QPointF(box.right(), box.top() + cut), QPointF(box.right(), box.bottom() - cut),
             QPointF(box.right() - cut, box.bottom()), QPointF(box.left() + cut, box.bottom()),
             QPointF(box.left(), box.bottom() - cut), QPointF(box.left(), box.top() + cut)}};
}

void paintQuestion(QPainter& painter, const QRectF& box, const QColor& color)
{
    QFont font = painter.font();
    font.setPixelSize(std::max(1, int(std::lround(box.height() * 0.8))));
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(box, Qt::AlignCenter, QStringLiteral("?"));
}

} // namespace

void paintShape(QPainter& painter, const QRectF& area, ShapeKind kind, const QColor& color)
{
    const double side = std::min(area.width(), area.height());
    QRectF box(0, 0, side * (1 - 2 * kMargin), side * (1 - 2 * kMargin));
    box.moveCenter(area.center());
    const double line = std::max(1.0, side * kLineWidth);
    const QRectF inner = box.adjusted(line / 2, line / 2, -line / 2, -line / 2);

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    switch (kind) {
    case ShapeKind::OutlineCircle:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, line));
        painter.drawEllipse(inner);
        break;
    case ShapeKind::Diamond:
        painter.drawPolygon(diamond(box));
        break;
    case ShapeKind::Triangle:
        painter.drawPolygon(triangle(box));
        break;
    case ShapeKind::Octagon:
        painter.drawPolygon(octagon(box));
        break;
    case ShapeKind::DashedSquare: {
        QPen pen(color, line);
        pen.setDashPattern({1.5, 1});
        painter.setBrush(Qt::NoBrush);
        painter.setPen(pen);
        painter.drawRect(inner);
        paintQuestion(painter, inner, color);
        break;
    }
    }
    painter.restore();
}

RiskShape::RiskShape(QWidget* parent)
    : QWidget(parent)
    , m_color(palette().color(QPalette::WindowText))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusPolicy(Qt::NoFocus);
}

void RiskShape::setShape(ShapeKind kind, const QColor& color)
{
    m_kind = kind;
    m_color = color;
    update();
}

QSize RiskShape::sizeHint() const
{
    const int side = fontMetrics().height();
    return {side, side};
}

void RiskShape::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event);
    QPainter painter(this);
    paintShape(painter, rect(), m_kind, m_color);
}

} // namespace lockkeeper
