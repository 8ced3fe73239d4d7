// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/blocksview.h"

#include "ui/support/theme.h"

#include <QFontDatabase>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <QWheelEvent>
#include <QWindow>

#include <algorithm>
#include <climits>

namespace lockkeeper {

namespace {

/// Blocks that stay laid out; more than fit on any screen.
constexpr qsizetype kLaidBlocks = 512;
constexpr int kLeading = 4; ///< pixels between lines
constexpr int kFocusWidth = 2;

/// Whether all of `line` is in the region.
bool holds(const QRegion& region, const QRect& line)
{
    return QRegion(line).subtracted(region).isEmpty();
}

} // namespace

BlocksView::BlocksView(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    viewport()->setAutoFillBackground(false);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    // What is code stays left to right in every language.
    setLayoutDirection(Qt::LeftToRight);
}

QFont BlocksView::textFont() const
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (font().pointSizeF() > 0)
        fixed.setPointSizeF(font().pointSizeF());
    else
        fixed.setPixelSize(font().pixelSize());
    return fixed;
}

int BlocksView::lineHeight() const
{
    return QFontMetrics(textFont()).height() + kLeading;
}

qreal BlocksView::textWidth() const
{
    // Below that much the text is cut off, and counts as not seen.
    constexpr qreal kLeast = 160;
    return std::max<qreal>(kLeast, viewport()->width() - 2 * kMargin);
}

int BlocksView::linesOnScreen() const
{
    return std::max(0, viewport()->height() - 2 * kFocusWidth) / lineHeight();
}

void BlocksView::paintBehind(QPainter& painter, Place place, const QRect& line)
{
    Q_UNUSED(painter);
    Q_UNUSED(place);
    Q_UNUSED(line);
}

const BlocksView::Columns& BlocksView::laid(int block) const
{
    const auto known = m_laid.constFind(block);
    if (known != m_laid.constEnd())
        return **known;
    auto made = std::make_shared<const Columns>(layOut(block));
    return **m_laid.insert(block, std::move(made));
}

int BlocksView::lineCount(int block) const
{
    int lines = 1;
    for (const TextColumn& column : laid(block))
        lines = std::max(lines, column.lineCount());
    return lines;
}

/// `lines` on from there (back if negative), inside of what there is.
BlocksView::Place BlocksView::moved(Place from, int lines) const
{
    if (blockCount() == 0)
        return {};
    Place place{from.block, from.line + lines};
    while (place.line < 0 && place.block > 0)
        place.line += lineCount(--place.block);
    while (place.block + 1 < blockCount() && place.line >= lineCount(place.block))
        place.line -= lineCount(place.block++);
    place.line = std::clamp(place.line, 0, lineCount(place.block) - 1);
    return place;
}

/// The top line when the last line is on screen.
BlocksView::Place BlocksView::lastTop() const
{
    if (blockCount() == 0)
        return {};
    const int last = blockCount() - 1;
    return moved({last, lineCount(last) - 1}, 1 - std::max(1, linesOnScreen()));
}

qsizetype BlocksView::barOf(Place place) const
{
    if (blockCount() == 0)
        return 0;
    const qsizetype from = blockFrom(place.block);
    const qsizetype size = blockFrom(place.block + 1) - from;
    return from + size * place.line / lineCount(place.block);
}

BlocksView::Place BlocksView::placeOfBar(qsizetype value) const
{
    if (blockCount() == 0)
        return {};
    int low = 0;
    int high = blockCount() - 1;
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (blockFrom(middle) <= value)
            low = middle;
        else
            high = middle - 1;
    }
    const qsizetype from = blockFrom(low);
    const qsizetype size = std::max<qsizetype>(1, blockFrom(low + 1) - from);
    const int lines = lineCount(low);
    const qsizetype line = (value - from) * lines / size;
    return {low, static_cast<int>(std::clamp<qsizetype>(line, 0, lines - 1))};
}

void BlocksView::forgetLayout()
{
    m_laid.clear();
    setAccessibleDescription({}); // it may hold what must not be kept
    viewport()->update();
}

void BlocksView::resetBlocks()
{
    forgetLayout();
    m_top = {};
    updateBar();
}

void BlocksView::refreshBlocks()
{
    forgetLayout();
    const int last = std::max(0, blockCount() - 1);
    m_top.block = std::min(m_top.block, last);
    setTop(m_top);
}

void BlocksView::setTop(Place top)
{
    if (blockCount() == 0) {
        m_top = {};
    } else {
        top.line = std::clamp(top.line, 0, lineCount(top.block) - 1);
        m_top = std::min(top, lastTop());
    }
    if (m_laid.size() > kLaidBlocks)
        m_laid.clear();
    updateBar();
    viewport()->update();
}

void BlocksView::updateBar()
{
    const auto toBar = [](qsizetype value) {
        return static_cast<int>(std::min<qsizetype>(value, INT_MAX));
    };
    QScrollBar* bar = verticalScrollBar();
    m_isMovingBar = true;
    const Place last = lastTop();
    const qsizetype end = blockCount() == 0 ? 0 : blockFrom(blockCount());
    bar->setRange(0, toBar(barOf(last)));
    bar->setPageStep(std::max(1, toBar(end - barOf(last))));
    bar->setSingleStep(std::max(1, bar->pageStep() / std::max(1, linesOnScreen())));
    bar->setValue(toBar(barOf(m_top)));
    m_isMovingBar = false;
}

void BlocksView::scrollContentsBy(int dx, int dy)
{
    Q_UNUSED(dx);
    Q_UNUSED(dy);
    if (m_isMovingBar)
        return;
    // The person moved the bar: the line at that place, the very end at its end.
    const QScrollBar* bar = verticalScrollBar();
    m_top =
        bar->value() >= bar->maximum() ? lastTop() : std::min(placeOfBar(bar->value()), lastTop());
    viewport()->update();
}

void BlocksView::scrollLines(int lines)
{
    setTop(moved(m_top, lines));
}

void BlocksView::scrollToBegin()
{
    setTop({});
}

void BlocksView::scrollToEnd()
{
    setTop(lastTop());
}

void BlocksView::page(bool forward)
{
    const int lines = std::max(1, linesOnScreen() - 1);
    scrollLines(forward ? lines : -lines);
}

void BlocksView::showLines(Place first, int lines)
{
    const int screen = std::max(1, linesOnScreen());
    const Place last = moved(first, std::min(lines, screen) - 1);
    if (first < m_top)
        setTop(first);
    else if (moved(m_top, screen - 1) < last)
        setTop(moved(last, 1 - screen));
}

std::optional<BlocksView::Place> BlocksView::placeAt(const QPoint& point) const
{
    int lines = (point.y() - kFocusWidth) / lineHeight();
    if (point.y() < kFocusWidth)
        return std::nullopt;
    for (Place place = m_top; place.block < blockCount(); place = {place.block + 1, 0}) {
        const int left = lineCount(place.block) - place.line;
        if (lines < left)
            return Place{place.block, place.line + lines};
        lines -= left;
    }
    return std::nullopt;
}

bool BlocksView::takeScrollKey(const QKeyEvent& press)
{
    if (press.modifiers() & ~(Qt::KeypadModifier | Qt::ControlModifier))
        return false;
    const bool hasControl = press.modifiers() & Qt::ControlModifier;
    switch (press.key()) {
    case Qt::Key_Home:
        scrollToBegin();
        return true;
    case Qt::Key_End:
        scrollToEnd();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (hasControl)
            return false;
        scrollLines(press.key() == Qt::Key_Up ? -1 : 1);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (hasControl)
            return false;
        page(press.key() == Qt::Key_PageDown);
        return true;
    default:
        return false;
    }
}

void BlocksView::wheelEvent(QWheelEvent* event)
{
    constexpr int kNotch = 120;
    m_wheel += event->angleDelta().y() * kWheelLines;
    const int lines = m_wheel / kNotch;
    m_wheel -= lines * kNotch;
    if (lines != 0)
        scrollLines(-lines);
    event->accept();
}

void BlocksView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    const int lines = m_laid.contains(m_top.block) ? lineCount(m_top.block) : 0;
    m_laid.clear();
    if (lines > 0) // the same text stays on top
        m_top.line = m_top.line * lineCount(m_top.block) / lines;
    setTop(m_top);
}

bool BlocksView::event(QEvent* event)
{
    if (event->type() == QEvent::WindowActivate)
        viewport()->update(); // what stood there unwatched is seen from now on
    return QAbstractScrollArea::event(event);
}

void BlocksView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    switch (event->type()) {
    case QEvent::FontChange:
    case QEvent::PaletteChange:
    case QEvent::StyleChange:
        refreshBlocks();
        break;
    default:
        break;
    }
}

void BlocksView::showEvent(QShowEvent* event)
{
    QAbstractScrollArea::showEvent(event);
    viewport()->update();
}

void BlocksView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void BlocksView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

/// Whether a person can be looking: on screen, in the window that has the input.
bool BlocksView::isWatched() const
{
#ifdef LOCKKEEPER_FAULT_UNWATCHED_COUNTS
    return true;
#else
    const QWidget* top = window();
    const QWindow* handle = top->windowHandle();
    return viewport()->isVisible() && !top->isMinimized() && top->isActiveWindow() &&
           handle != nullptr && handle->isExposed();
#endif
}

void BlocksView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), themeColor(palette(), ColorRole::Base));
    paintLines(painter, event->region());
    if (hasFocus())
        paintFocus(painter);
    tellScreen();
}

void BlocksView::paintLines(QPainter& painter, const QRegion& painted)
{
    const int height = lineHeight();
    const int ascent = QFontMetrics(textFont()).ascent();
    const QRegion visible = viewport()->visibleRegion().intersected(painted);
    const bool isSeen = m_sink && isWatched();
    const auto isInside = [this](const TextColumn& column) {
        return column.x() + column.width() <= viewport()->width();
    };
    QList<ByteRange> seen;
    int y = kFocusWidth;
    for (Place place = m_top; place.block < blockCount() && y < viewport()->height();) {
        const Columns& columns = laid(place.block);
        const QRect line(0, y, viewport()->width(), height);
        painter.setClipRect(line); // no mark above or below a letter reaches another line
        paintBehind(painter, place, line);
        for (const TextColumn& column : columns) {
            if (place.line >= column.lineCount())
                continue;
            column.draw(painter, place.line, 0, y + kLeading / 2 + ascent);
            if (isSeen && isInside(column) && holds(visible, line))
                seen.append(column.ranges(place.line));
        }
        y += height;
        if (++place.line >= lineCount(place.block))
            place = {place.block + 1, 0};
    }
    painter.setClipping(false);
    if (!seen.isEmpty())
        m_sink(seen);
}

void BlocksView::paintFocus(QPainter& painter)
{
    QPen pen(themeColor(palette(), ColorRole::Focus), kFocusWidth);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
}

/// After painting, once: what assistive technology reads.
void BlocksView::tellScreen()
{
    if (m_isTelling)
        return;
    m_isTelling = true;
    QTimer::singleShot(0, this, [this] {
        m_isTelling = false;
        const QString text = isVisible() ? textOnScreen() : QString();
        if (text == accessibleDescription())
            return;
        setAccessibleDescription(text);
        emit screenChanged();
    });
}

QString BlocksView::textOnScreen(qsizetype most) const
{
    QString text;
    int left = linesOnScreen();
    for (Place place = m_top; place.block < blockCount() && left > 0; --left) {
        for (const TextColumn& column : laid(place.block)) {
            if (place.line >= column.lineCount())
                continue;
            if (!text.isEmpty() && !text.endsWith('\n'))
                text += ' ';
            text += column.text(place.line);
        }
        text += '\n';
        if (text.size() >= most)
            break;
        if (++place.line >= lineCount(place.block))
            place = {place.block + 1, 0};
    }
    if (text.size() > most)
        text.truncate(text[most - 1].isHighSurrogate() ? most - 1 : most);
    return text;
}

} // namespace lockkeeper
