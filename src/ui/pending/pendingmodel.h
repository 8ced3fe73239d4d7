// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pending/pendingfilter.h"
#include "ui/pending/pendingpresentation.h"

#include <QAbstractTableModel>
#include <QHash>

#include <functional>
#include <vector>

namespace lockkeeper {

/// What waits for a decision, most urgent first, or what is put aside. Rows never move by
/// themselves: what arrives waits in a buffer, what is decided elsewhere stays as a "gone" row, and
/// only merge() puts the list in order. GUI thread; owned by the list's pane.
class PendingModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Risk, Expires, Effect, Target, Tool, Agent, Waiting, State, kColumns };
    enum Role {
        IdRole = Qt::UserRole, ///< QByteArray
        RiskRole,              ///< int, a RiskLevel
        GoneRole,              ///< bool
        AttentionRole,         ///< bool: pending, and critical, high or soon over
        LeavesRole,            ///< bool: gone or not of this view; leaves at the next merge
        UnreadRole,            ///< bool: its card was not open here since it came
    };
    enum class View {
        Open,    ///< what waits for a decision
        Snoozed, ///< what is put aside, in the order of its return
    };
    /// Wall time in milliseconds.
    using WallClock = std::function<qint64()>;

    struct Totals
    {
        int waiting = 0; ///< pending or holding and not put aside, in the list or not
        int low = 0;
        int medium = 0;
        int high = 0;
        int critical = 0;
        int urgent = 0;         ///< pending, and critical or soon over
        int urgentFiltered = 0; ///< of these, those that the filter hides
        int fresh = 0;          ///< in the buffer
        int freshCritical = 0;  ///< of these
        int snoozed = 0;        ///< put aside; in none of the other numbers but those of its view
        int gone = 0;           ///< rows that leave at the next merge
        qint64 oldestAtMs = 0;  ///< 0 = nothing waits
    };

    explicit PendingModel(QObject* parent = nullptr, WallClock clock = {});

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

    /// The only way in for changes. Known rows change in place, others go into the buffer.
    void apply(const QList<ActionSnapshot>& changes);
    /// Everything that is open now. Returns those that were waiting here and are not among them:
    /// ask what became of them and apply() the answer.
    [[nodiscard]] QList<ActionId> synchronise(const QHash<ActionId, ActionSnapshot>& open);
    /// Puts the buffer into the list, takes gone rows out, and sorts anew. The kept row stays.
    void merge();
    [[nodiscard]] bool needsMerge() const;
    /// The row that is open beside the list: it stays, whatever becomes of it or of the filter.
    void setKept(const ActionId& action);
    void setSeen(const ActionId& action);
    void setFilter(const PendingFilter& filter);
    /// Shows the other ones, all that there are by now; no row is kept.
    void setView(View view);
    [[nodiscard]] View view() const { return m_view; }
    /// What was put aside and whose time has come arrives anew.
    void takeReturns();
    /// True: shows no row at all (the console is locked); nothing is forgotten.
    void setBlank(bool blank);
    /// Time has passed: tells the texts of these rows that depend on it as changed.
    void tick(int firstRow, int lastRow, bool all);

    /// -1 if it has no row.
    [[nodiscard]] int rowOf(const ActionId& action) const;
    [[nodiscard]] ActionId actionAt(int row) const;
    /// Null if there is none.
    [[nodiscard]] const PendingRow* find(const ActionId& action) const;
    [[nodiscard]] bool isAttention(int row) const;
    /// Waits for a decision, or for its return, in the view that is shown.
    [[nodiscard]] bool isOfView(const PendingRow& row) const
    {
        return !row.isGone && row.isAside == (m_view == View::Snoozed);
    }
    [[nodiscard]] Totals totals() const;

signals:
    /// Numbers of totals() may have changed.
    void totalsChanged();

private:
    struct Entry
    {
        PendingRow content;
        bool isFresh = false; ///< in the buffer
        int row = -1;
    };

    [[nodiscard]] const Entry& entryAt(int row) const { return m_entries[size_t(m_rows[row])]; }
    [[nodiscard]] QString text(const PendingRow& row, int column) const;
    [[nodiscard]] bool isShown(const Entry& entry) const;
    [[nodiscard]] bool isLeaving(const Entry& entry) const;
    void setAside(Entry& entry, bool isAside);
    void tellChanged(const Entry& entry);
    void countWaiting(const Entry& entry, Totals& totals) const;
    [[nodiscard]] QList<int> sorted(QList<int> entries) const;
    void take(const ActionSnapshot& snapshot);
    void removeGone();
    void insertFresh();
    void reorder();
    void number();
    void dropUnused();

    WallClock m_clock;
    PendingFilter m_filter;
    bool m_isBlank = false;
    View m_view = View::Open;
    ActionId m_kept;
    std::vector<Entry> m_entries; ///< in order of arrival here
    QHash<ActionId, int> m_places;
    QList<int> m_rows; ///< row → entry
};

} // namespace lockkeeper
