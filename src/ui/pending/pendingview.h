// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pending/pendingmodel.h"

#include <QTableView>

namespace lockkeeper {

class PendingDelegate;

/// The list of what waits. Row height and column widths are fixed, nothing is sorted by a header,
/// Tab leaves it, Enter never decides anything. It does not scroll by itself, but for keys. GUI
/// thread.
///
/// Object name: pendingList.
class PendingView final : public QTableView
{
    Q_OBJECT

public:
    /// At least; more if the font needs it.
    static constexpr int kRowHeight = 32;

    /// The model must outlive it.
    explicit PendingView(PendingModel& model, QWidget* parent = nullptr);

    void setStale(bool stale);
    /// Said where the rows would be while there is none.
    void setEmptyText(const QString& text);
    /// The action of the current row; empty if there is none.
    [[nodiscard]] ActionId current() const;
    /// Makes this row current and scrolls to it; -1 = none.
    void setCurrentRow(int row);
    /// Goes to the next (or previous) row that needs attention, over the end if need be.
    void goToAttention(bool forward);
    /// merge() of the model: the current row stays where it is on the screen, if it is on it.
    void mergeInPlace();
    [[nodiscard]] int firstVisibleRow() const;
    [[nodiscard]] int lastVisibleRow() const;

signals:
    /// Another row is current; the id may be empty.
    void currentActionChanged(const lockkeeper::ActionId& action);
    /// Enter or a double click: into the card.
    void cardWanted();
    void mergeWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void setSizes();
    void move(int rows);
    [[nodiscard]] bool takeKey(const QKeyEvent& event);

    PendingModel& m_model;
    PendingDelegate* m_delegate = nullptr;
    QString m_emptyText;
};

} // namespace lockkeeper
