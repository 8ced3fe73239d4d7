// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QColor;
class QPainter;
class QRectF;

namespace lockkeeper {

/// Shapes that tell levels apart without colour.
enum class ShapeKind {
    OutlineCircle,
    Diamond,
    Triangle,
    Octagon,
    DashedSquare, ///< with a question mark
};

/// Draws the shape into the largest square in the middle of `area`, at any size and scale.
void paintShape(QPainter& painter, const QRectF& area, ShapeKind kind, const QColor& color);

/// One shape as a widget, as high as the text beside it. It says nothing to a screen reader: the
/// word stands beside it. GUI thread.
class RiskShape final : public QWidget
{
    Q_OBJECT

public:
    explicit RiskShape(QWidget* parent = nullptr);

    void setShape(ShapeKind kind, const QColor& color);
    [[nodiscard]] ShapeKind shape() const { return m_kind; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ShapeKind m_kind = ShapeKind::OutlineCircle;
    QColor m_color;
};

} // namespace lockkeeper
