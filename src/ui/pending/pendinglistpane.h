// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pending/pendingmodel.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper {

class PendingView;

/// The list of what waits, or of what is put aside, with its filter, a line of notices, the strip
/// of what has arrived and the totals. All of them keep their places: nothing that arrives moves
/// anything. The list is put in order when a person asks for it, or when nobody has used it for a
/// while. GUI thread.
///
/// Object names: openViewButton, snoozedViewButton, pendingFilter, pendingNotice, pendingList,
/// newRowsStrip, pendingTotals.
class PendingListPane final : public QWidget
{
    Q_OBJECT

public:
    /// Without a key and with no pointer over the list for so long, it puts itself in order.
    static constexpr int kQuietMs = 3000;

    explicit PendingListPane(QWidget* parent = nullptr, PendingModel::WallClock clock = {});
    ~PendingListPane() override;

    [[nodiscard]] PendingModel& model() { return m_model; }
    [[nodiscard]] PendingView& view() const { return *m_view; }
    [[nodiscard]] QLineEdit& filterField() const { return *m_filter; }
    /// Shows what waits, or what is put aside; the row that was current there is so again.
    void setView(PendingModel::View view);

    /// Asked before the list puts itself in order; false: somebody is about to decide.
    void setQuietCheck(std::function<bool()> isQuiet) { m_isQuiet = std::move(isQuiet); }
    /// Somebody uses the area: the time of quiet begins anew.
    void noteActivity();
    void mergeNow();
    /// Makes its row current, merging first if need be; false if it is not here.
    bool select(const ActionId& action);
    /// The next row in list order that waits for a decision, from the top after the last; empty if
    /// there is none but this one.
    [[nodiscard]] ActionId nextAfter(const ActionId& action) const;
    /// No row is shown until it is taken back; the selection comes back with them.
    void setBlank(bool blank);
    /// `asOfMs` not 0: what is shown is as of then (wall time), there is no connection.
    void setStale(qint64 asOfMs);
    /// Once a second while it is visible.
    void tick();

signals:
    /// Another row became current; may be empty.
    void selected(const lockkeeper::ActionId& action);
    /// The person wants to go into the card.
    void cardWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void quietPassed();
    void applyFilter();
    [[nodiscard]] QPushButton* makeViewButton(PendingModel::View view, const QString& name);
    void markView(PendingModel::View view);
    void refreshTexts();
    void refreshEmptyText();
    void refreshNotice(const PendingModel::Totals& totals);
    void keepCurrent(const std::function<void()>& change);

    PendingModel::WallClock m_clock;
    PendingModel m_model;
    PendingView* m_view = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_snoozed = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_notice = nullptr;
    QPushButton* m_strip = nullptr;
    QLabel* m_totals = nullptr;
    std::function<bool()> m_isQuiet;
    QTimer m_quiet;
    int m_ticks = 0;
    qint64 m_staleAsOfMs = 0;
    bool m_isRestoring = false;
    ActionId m_current;
    ActionId m_currentElsewhere; ///< in the other view
};

} // namespace lockkeeper
