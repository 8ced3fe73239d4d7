// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/wrappingbutton.h"

#include "ui/support/theme.h"

#include <QEvent>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QTextLayout>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kSidePadding = 12;
constexpr int kEdgePadding = 7;
/// Above this width the words go on two lines.
constexpr int kWidestLine = 220;
constexpr int kSlack = 24;
constexpr int kNarrowest = 68;
/// Lines are broken by fractions of pixels, and measured in whole ones.
constexpr int kRounding = 4;
constexpr int kGuardFoot = 4;
constexpr int kGuardInset = 2;
constexpr int kFocusWidth = 2;
constexpr int kFocusInset = 2;

} // namespace

WrappingButton::WrappingButton(const QString& objectName, QWidget* parent)
    : QPushButton(parent)
{
    setObjectName(objectName);
    setAutoDefault(false);
    setDefault(false);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void WrappingButton::setWords(const QString& words, const QString& accessibleName)
{
    const QString full = accessibleName.isEmpty() ? words : accessibleName;
    if (words == m_words && full == this->accessibleName())
        return;
    m_words = words;
    // An ampersand of somebody else's must not become a key that clicks.
    QString escaped = words;
    setText(escaped.replace(QLatin1Char('&'), QLatin1String("&&")));
    setAccessibleName(full);
    updateGeometry();
    update();
}

void WrappingButton::setGuarded(bool isGuarded)
{
    if (m_isGuarded == isGuarded)
        return;
    m_isGuarded = isGuarded;
    update();
}

QSize WrappingButton::sizeHint() const
{
    const int full = fullWidth();
    const int width = full <= kWidestLine ? full : std::max(kWidestLine, full / 2 + kSlack);
    return {width, bothLinesHeight()};
}

QSize WrappingButton::minimumSizeHint() const
{
    return {std::min(fullWidth(), kNarrowest), bothLinesHeight()};
}

int WrappingButton::fullWidth() const
{
    return fontMetrics().horizontalAdvance(m_words) + 2 * kSidePadding + kRounding;
}

int WrappingButton::bothLinesHeight() const
{
    return std::max(kMinimumHeight, 2 * fontMetrics().lineSpacing() + 2 * kEdgePadding);
}

void WrappingButton::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event);
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text.clear();
    option.state &= ~QStyle::State_HasFocus;
    painter.drawControl(QStyle::CE_PushButton, option);
    if (hasFocus()) {
        painter.setPen(QPen(themeColor(palette(), ColorRole::Focus), kFocusWidth));
        painter.drawRect(
            rect().adjusted(kFocusInset, kFocusInset, -kFocusInset - 1, -kFocusInset - 1));
    }
    if (m_isGuarded && isEnabled()) {
        const QRect foot(kEdgePadding, height() - kGuardFoot - kGuardInset,
                         width() - 2 * kEdgePadding, kGuardFoot);
        painter.fillRect(foot, QBrush(themeColor(palette(), ColorRole::Line), Qt::BDiagPattern));
    }
    drawWords(painter);
}

void WrappingButton::drawWords(QPainter& painter) const
{
    const int width = std::max(this->width() - 2 * kSidePadding, 1);
    QTextLayout layout(m_words, font());
    QTextOption option(Qt::AlignHCenter);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(layoutDirection());
    layout.setTextOption(option);
    layout.beginLayout();
    QTextLine first = layout.createLine();
    if (!first.isValid())
        return;
    first.setLineWidth(width);
    QTextLine second = layout.createLine();
    if (second.isValid())
        second.setLineWidth(width);
    layout.endLayout();

    const int line = fontMetrics().lineSpacing();
    const int lines = second.isValid() ? 2 : 1;
    const qreal top = (height() - lines * line) / 2.0;
    painter.setPen(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
    first.draw(&painter, QPointF(kSidePadding, top));
    if (!second.isValid())
        return;
    if (second.textStart() + second.textLength() >= m_words.size()) {
        second.draw(&painter, QPointF(kSidePadding, top + line));
        return;
    }
    const QString rest =
        fontMetrics().elidedText(m_words.mid(second.textStart()), Qt::ElideRight, width);
    painter.drawText(QRectF(kSidePadding, top + line, width, line), Qt::AlignCenter, rest);
}

void WrappingButton::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateGeometry();
    QPushButton::changeEvent(event);
}

} // namespace lockkeeper
