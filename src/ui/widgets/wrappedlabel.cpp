// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/wrappedlabel.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace lockkeeper {

namespace {

constexpr int kPreferredCharacters = 40;
constexpr int kLeastCharacters = 10;

/// Lays `text` out in lines of `width`; returns the height.
double layOut(QTextLayout& layout, double width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

/// QTextLayout knows paragraphs only by this character.
QString inOneLayout(const QString& text)
{
    QString result = text;
    return result.replace(QLatin1Char('\n'), QChar(QChar::LineSeparator));
}

} // namespace

WrappedLabel::WrappedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QSize WrappedLabel::sizeHint() const
{
    const int preferred = fontMetrics().averageCharWidth() * kPreferredCharacters;
    const int width = std::min(preferred, fontMetrics().horizontalAdvance(text()) + 1);
    return {width, heightForWidth(std::max(width, 1))};
}

QSize WrappedLabel::minimumSizeHint() const
{
    const int least = fontMetrics().averageCharWidth() * kLeastCharacters;
    return {std::min(least, sizeHint().width()), fontMetrics().height()};
}

int WrappedLabel::heightForWidth(int width) const
{
    QTextLayout layout(inOneLayout(text()), font());
    return std::max(fontMetrics().height(), int(std::ceil(layOut(layout, std::max(width, 1)))));
}

void WrappedLabel::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event);
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    QTextLayout layout(inOneLayout(text()), font());
    layOut(layout, width());
    layout.draw(&painter, contentsRect().topLeft());
}

} // namespace lockkeeper
