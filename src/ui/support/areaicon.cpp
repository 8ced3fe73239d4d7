// SPDX-License-Identifier: Apache-2.0
#include "ui/support/areaicon.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace lockkeeper {

namespace {

// All pictures are drawn on a field of 24 by 24.
constexpr qreal kField = 24;

/// A gate with a keyhole: somebody has to open it.
void drawPending(QPainter& painter)
{
    painter.drawRoundedRect(QRectF(4, 10, 16, 11), 2, 2);
    QPainterPath bow;
    bow.moveTo(7.5, 10);
    bow.lineTo(7.5, 7);
    bow.arcTo(QRectF(7.5, 2.5, 9, 9), 180, -180);
    bow.lineTo(16.5, 10);
    painter.drawPath(bow);
    painter.drawLine(QPointF(12, 14), QPointF(12, 17));
}

/// A triangle that goes on, and the lines that it has passed.
void drawRuns(QPainter& painter)
{
    painter.drawPolygon(QPolygonF({QPointF(12, 5), QPointF(21, 12), QPointF(12, 19)}));
    painter.drawLine(QPointF(3, 8), QPointF(9, 8));
    painter.drawLine(QPointF(3, 12), QPointF(9, 12));
    painter.drawLine(QPointF(3, 16), QPointF(9, 16));
}

/// A question in a broken frame.
void drawUnknown(QPainter& painter)
{
    const QPen whole = painter.pen();
    QPen broken = whole;
    broken.setDashPattern({2.2, 1.6});
    painter.setPen(broken);
    painter.drawRoundedRect(QRectF(3.5, 3.5, 17, 17), 2, 2);
    painter.setPen(whole);
    QPainterPath hook;
    hook.moveTo(9.2, 9.6);
    hook.cubicTo(9.2, 6.2, 14.8, 6.2, 14.8, 9.6);
    hook.cubicTo(14.8, 11.8, 12, 11.8, 12, 14);
    painter.drawPath(hook);
    painter.drawPoint(QPointF(12, 17));
}

/// Lines of a record, the newest one marked.
void drawHistory(QPainter& painter)
{
    for (const qreal y : {6.0, 12.0, 18.0}) {
        painter.drawLine(QPointF(9, y), QPointF(20, y));
        painter.drawPoint(QPointF(4.5, y));
    }
    painter.drawEllipse(QPointF(4.5, 6), 1.8, 1.8);
}

/// A line that says how it goes.
void drawStatus(QPainter& painter)
{
    painter.drawPolyline(QPolygonF({QPointF(2.5, 13), QPointF(7, 13), QPointF(10, 5),
                                    QPointF(14, 19), QPointF(17, 11), QPointF(21.5, 11)}));
}

/// A lock of a canal: two gates that meet.
void drawConsole(QPainter& painter)
{
    painter.drawPolyline(QPolygonF({QPointF(4, 3), QPointF(12, 9), QPointF(20, 3)}));
    painter.drawPolyline(QPolygonF({QPointF(4, 9), QPointF(12, 15), QPointF(20, 9)}));
    painter.drawLine(QPointF(3, 20), QPointF(21, 20));
}

} // namespace

QIcon areaIcon(AreaPicture picture, const QColor& color)
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(size / kField, size / kField);
        painter.setPen(QPen(color, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        switch (picture) {
        case AreaPicture::Pending:
            drawPending(painter);
            break;
        case AreaPicture::Runs:
            drawRuns(painter);
            break;
        case AreaPicture::Unknown:
            drawUnknown(painter);
            break;
        case AreaPicture::History:
            drawHistory(painter);
            break;
        case AreaPicture::Status:
            drawStatus(painter);
            break;
        case AreaPicture::Console:
            drawConsole(painter);
            break;
        }
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace lockkeeper
