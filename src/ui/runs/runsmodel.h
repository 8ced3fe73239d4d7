// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QAbstractTableModel>
#include <QHash>

namespace lockkeeper {

/// The list of runs: what waits for a person first, then what is unknown, then by age. Flat records
/// in the order that was shown last: news change the words of a row, but rows neither move nor
/// appear until merge() is called, so that nothing slips away under a pointer. GUI thread.
class RunsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Run, Agent, Waiting, Unknown, Progress, State, Age, ColumnCount };
    /// Most runs that are kept; older ones are found through History.
    static constexpr int kMaximumRuns = 20'000;

    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

    /// The next page of the store's list, as asked for by moreWanted().
    void append(const QList<RunSnapshot>& page, bool isLast);
    /// The page could not be read: it is asked for again when it is wanted again.
    void pageFailed() { m_isFetching = false; }
    /// Runs as they are now.
    void apply(const QList<RunSnapshot>& runs);
    /// Takes in what arrived and puts all into their order.
    void merge();
    void clear();
    void setNow(qint64 nowMs);

    [[nodiscard]] const RunSnapshot& run(int row) const { return m_runs.at(row); }
    /// -1 if it is not in the list.
    [[nodiscard]] int rowOf(const QByteArray& key) const { return m_rows.value(key, -1); }
    /// Runs that are not in the list before merge().
    [[nodiscard]] int arrived() const { return int(m_arrived.size()); }
    /// Arrivals or changes make another order than the one shown.
    [[nodiscard]] bool isStale() const { return !m_arrived.isEmpty() || m_isOrderStale; }
    /// Runs with calls that are not over, among those listed.
    [[nodiscard]] int inFlight() const;
    /// Runs of the list that wait for a person.
    [[nodiscard]] int waiting() const;

signals:
    void moreWanted(const lockkeeper::RunCursor& after);
    /// isStale() or arrived() changed.
    void staleChanged();

private:
    [[nodiscard]] QString text(const RunSnapshot& run, Column column) const;
    [[nodiscard]] bool isSorted() const;
    void indexRows();

    QList<RunSnapshot> m_runs;
    QHash<QByteArray, int> m_rows;
    QHash<QByteArray, RunSnapshot> m_arrived;
    RunCursor m_after; ///< behind the last page
    qint64 m_nowMs = 0;
    bool m_isLast = false;
    bool m_isFetching = false;
    bool m_isOrderStale = false;
};

} // namespace lockkeeper
