// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/arguments/textcolumn.h"

#include <QAbstractScrollArea>
#include <QHash>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockkeeper {

/// A text of any size in lines of one height, laid out block by block when a block comes on screen,
/// so that ten megabytes open as fast as ten lines. Knows which lines a person could see: painted
/// whole, in the visible part of the viewport, in an active window. GUI thread.
class BlocksView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    /// Told, while painting, which positions can be seen. Must only keep them.
    using Sink = std::function<void(const QList<ByteRange>&)>;

    explicit BlocksView(QWidget* parent = nullptr);

    void setSink(Sink sink) { m_sink = std::move(sink); }
    /// A screen on or back, with one line in common.
    void page(bool forward);
    /// What assistive technology is told of the lines on screen, in characters.
    static constexpr qsizetype kTextSize = 2000;
    /// The lines on screen as text; at most so many characters.
    [[nodiscard]] QString textOnScreen(qsizetype most = kTextSize) const;

signals:
    /// The text on screen is another one.
    void screenChanged();

protected:
    /// A line of a block.
    struct Place
    {
        int block = 0;
        int line = 0;

        friend auto operator<=>(const Place&, const Place&) = default;
    };
    using Columns = std::vector<TextColumn>;

    [[nodiscard]] virtual int blockCount() const = 0;
    /// Where the block begins on the scroll bar; of blockCount(): where it all ends.
    [[nodiscard]] virtual qsizetype blockFrom(int block) const = 0;
    /// The block laid out between kMargin and the right margin; at least one column.
    [[nodiscard]] virtual Columns layOut(int block) const = 0;
    [[nodiscard]] const Columns& laid(int block) const;
    /// Draws what is behind the text of a line.
    virtual void paintBehind(QPainter& painter, Place place, const QRect& line);

    static constexpr int kMargin = 8;
    static constexpr int kWheelLines = 3;

    /// The contents are others: shows their beginning.
    void resetBlocks();
    /// The contents of the blocks changed, or their number; the place on screen stays.
    void refreshBlocks();
    void scrollLines(int lines);
    void scrollToBegin();
    void scrollToEnd();
    /// Brings these lines (as many as fit) on screen, scrolling as little as needed.
    void showLines(Place first, int lines);
    [[nodiscard]] int lineCount(int block) const;
    [[nodiscard]] int linesOnScreen() const;
    [[nodiscard]] std::optional<Place> placeAt(const QPoint& point) const;
    [[nodiscard]] Place top() const { return m_top; }
    [[nodiscard]] QFont textFont() const;
    [[nodiscard]] int lineHeight() const;
    [[nodiscard]] qreal textWidth() const;

    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    /// Arrows, Page Up, Page Down, Home, End; false for another key.
    bool takeScrollKey(const QKeyEvent& press);

private:
    [[nodiscard]] Place moved(Place from, int lines) const;
    [[nodiscard]] Place lastTop() const;
    [[nodiscard]] qsizetype barOf(Place place) const;
    [[nodiscard]] Place placeOfBar(qsizetype value) const;
    void forgetLayout();
    void setTop(Place top);
    void updateBar();
    [[nodiscard]] bool isWatched() const;
    void paintLines(QPainter& painter, const QRegion& painted);
    void paintFocus(QPainter& painter);
    void tellScreen();

    Sink m_sink;
    mutable QHash<int, std::shared_ptr<const Columns>> m_laid;
    Place m_top;
    int m_wheel = 0; ///< eighths of a degree that are not a line yet
    bool m_isMovingBar = false;
    bool m_isTelling = false;
};

} // namespace lockkeeper
