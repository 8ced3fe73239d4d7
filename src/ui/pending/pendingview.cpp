// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pendingview.h"

#include "ui/pending/pendingdelegate.h"
#include "ui/support/shortcutkey.h"
#include "ui/support/theme.h"
#include "ui/widgets/focusring.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <array>

namespace lockkeeper {

namespace {

/// In average characters of the font, in the order of PendingModel::Column.
constexpr std::array<int, PendingModel::kColumns> kColumnCharacters = {14, 10, 22, 15,
                                                                       11, 7,  9,  16};
constexpr int kLeastSection = 40;
constexpr int kRowPadding = 8;
constexpr int kEmptyMargin = 24;

} // namespace

PendingView::PendingView(PendingModel& model, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
    , m_delegate(new PendingDelegate(this))
{
    setObjectName(QStringLiteral("pendingList"));
    //: accessible name of the list of requests that wait for a decision
    setAccessibleName(tr("Requests that wait for a decision"));
    setModel(&model);
    setItemDelegate(m_delegate);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setSortingEnabled(false);
    setShowGrid(false);
    setWordWrap(false);
    setFrameStyle(int(StyledPanel) | int(Plain));
    setLineWidth(kFocusRing);
    setAutoScroll(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(1);
    QHeaderView* columns = horizontalHeader();
    columns->setSectionsClickable(false);
    columns->setStretchLastSection(true);
    columns->setHighlightSections(false);
    columns->setSectionResizeMode(QHeaderView::Interactive);
    columns->setMinimumSectionSize(kLeastSection);
    columns->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    columns->setFocusPolicy(Qt::NoFocus);
    setSizes();
    connect(this, &QTableView::doubleClicked, this, [this]() { emit cardWanted(); });
}

void PendingView::setSizes()
{
    verticalHeader()->setDefaultSectionSize(
        std::max(kRowHeight, fontMetrics().height() + kRowPadding));
    for (int column = 0; column < int(kColumnCharacters.size()); ++column)
        horizontalHeader()->resizeSection(column, kColumnCharacters.at(size_t(column)) *
                                                      fontMetrics().averageCharWidth());
    // The word of the risk is never cut, in whatever language.
    horizontalHeader()->resizeSection(
        PendingModel::Risk,
        std::max(columnWidth(PendingModel::Risk), PendingDelegate::riskWidth(font())));
}

void PendingView::setStale(bool stale)
{
    m_delegate->setStale(stale);
    viewport()->update();
}

void PendingView::setEmptyText(const QString& text)
{
    if (text == m_emptyText)
        return;
    m_emptyText = text;
    setAccessibleDescription(text);
    viewport()->update();
}

void PendingView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_emptyText.isEmpty() || m_model.rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setPen(themeColor(palette(), ColorRole::SecondaryText));
    const QRect space = viewport()->rect().adjusted(kEmptyMargin, kEmptyMargin, -kEmptyMargin, 0);
    painter.drawText(space, int(Qt::AlignHCenter) | int(Qt::TextWordWrap), m_emptyText);
}

ActionId PendingView::current() const
{
    return m_model.actionAt(currentIndex().row());
}

void PendingView::setCurrentRow(int row)
{
    const QModelIndex target = m_model.index(row, PendingModel::Risk);
    if (!target.isValid()) {
        setCurrentIndex({});
        clearSelection();
        return;
    }
    selectionModel()->setCurrentIndex(target, QItemSelectionModel::ClearAndSelect |
                                                  QItemSelectionModel::Rows);
    scrollTo(target);
}

void PendingView::goToAttention(bool forward)
{
    const int count = m_model.rowCount();
    const int from = currentIndex().row();
    for (int step = 1; step <= count; ++step) {
        const int start = from < 0 && !forward ? 0 : from;
        const int row = ((start + (forward ? step : -step)) % count + count) % count;
        if (m_model.isAttention(row))
            return setCurrentRow(row);
    }
}

void PendingView::mergeInPlace()
{
    const ActionId kept = current();
    const int before = m_model.rowOf(kept);
    const int y = before < 0 ? -1 : rowViewportPosition(before);
    const bool isOnScreen = y > -verticalHeader()->defaultSectionSize() && y < viewport()->height();
    m_model.merge();
    const int after = m_model.rowOf(kept);
    if (before < 0 || after < 0 || !isOnScreen)
        return;
    // The scroll bar learns of new rows only with the layout.
    updateGeometries();
    verticalScrollBar()->setValue(after * verticalHeader()->defaultSectionSize() - y);
}

int PendingView::firstVisibleRow() const
{
    return std::max(rowAt(0), 0);
}

int PendingView::lastVisibleRow() const
{
    const int row = rowAt(viewport()->height() - 1);
    return row < 0 ? m_model.rowCount() - 1 : row;
}

void PendingView::move(int rows)
{
    const int last = m_model.rowCount() - 1;
    const int from = currentIndex().row();
    setCurrentRow(from < 0 ? 0 : std::clamp(from + rows, 0, last));
}

bool PendingView::takeKey(const QKeyEvent& event)
{
    if ((event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) != 0)
        return false;
    const bool isShifted = (event.modifiers() & Qt::ShiftModifier) != 0;
    switch (shortcutKey(event)) {
    case Qt::Key_J:
        move(1);
        return true;
    case Qt::Key_K:
        move(-1);
        return true;
    case Qt::Key_N:
        goToAttention(!isShifted);
        return true;
    case Qt::Key_Period:
        emit mergeWanted();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit cardWanted();
        return true;
    case Qt::Key_Home:
        setCurrentRow(0);
        return true;
    case Qt::Key_End:
        setCurrentRow(m_model.rowCount() - 1);
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        // Forward leads into the card; back is nothing here.
        if ((event.key() == Qt::Key_Right) == (layoutDirection() == Qt::LeftToRight))
            emit cardWanted();
        return true;
    default:
        return false;
    }
}

void PendingView::keyPressEvent(QKeyEvent* event)
{
    if (takeKey(*event))
        return event->accept();
    // No search by typing: a letter is a command somewhere, or nothing.
    if (!event->text().isEmpty() && event->text().at(0).isPrint())
        return event->ignore();
    QTableView::keyPressEvent(event);
    scrollTo(currentIndex());
}

void PendingView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        setSizes();
}

void PendingView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (current.row() != previous.row() || !current.isValid() || !previous.isValid())
        emit currentActionChanged(m_model.actionAt(current.row()));
}

bool PendingView::event(QEvent* event)
{
    const bool isDone = QTableView::event(event);
    if (event->type() == QEvent::Paint)
        paintFocusRing(*this);
    return isDone;
}

void PendingView::focusOutEvent(QFocusEvent* event)
{
    QTableView::focusOutEvent(event);
    update();
}

void PendingView::focusInEvent(QFocusEvent* event)
{
    update();
    // QAbstractItemView makes the first row current when the focus comes: that would open a card
    // that nobody chose.
    const QModelIndex before = currentIndex();
    if (before.isValid())
        return QTableView::focusInEvent(event);
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

} // namespace lockkeeper
