// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/coreevents.h"
#include "ui/runs/runitem.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSet>
#include <QTimer>

namespace lockkeeper {

/// The calls of one run, a million or more, in the order of their admission. Without a filter each
/// row is a place of the run: rows are read in pages as they are looked at, and only the pages used
/// last are kept. With a filter the rows are what was found, up to a limit, and stay although they
/// change, until the filter is set anew. GUI thread.
class RunItemsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Place, State, Tool, Summary, Started, Took, Attempt, Result, ColumnCount };
    static constexpr int kPageSize = 200;
    static constexpr int kMaximumPages = 60;
    static constexpr int kMaximumFound = kPageSize * kMaximumPages;
    static constexpr int kApplyMs = 100; ///< live changes are shown at most so often

    explicit RunItemsModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

    /// Another run, or other states of it (empty = all), read anew. `total` is all calls of the
    /// run.
    void setRun(const QByteArray& key, qint64 total, const QList<ActionState>& states = {});
    void clear() { setRun({}, 0); }
    /// The run has so many calls now; never fewer than before.
    void setTotal(qint64 total);
    [[nodiscard]] const QByteArray& runKey() const { return m_key; }
    [[nodiscard]] qint64 total() const { return m_total; }
    [[nodiscard]] bool isFiltered() const { return !m_states.isEmpty(); }
    /// The filter found more than are kept.
    [[nodiscard]] bool isCut() const { return isFiltered() && m_found.size() >= kMaximumFound; }

    /// The answer to pageWanted(), which gave `from`.
    void takePage(qint64 from, const RunPage& page);
    /// It could not be read; it is asked for again when it is looked at again.
    void pageFailed(qint64 from);
    /// Calls as they are now, of whatever run.
    void apply(const QList<ActionSnapshot>& actions);
    /// Signs of life and progress of running calls, of whatever run.
    void applyProgress(const QList<CoreEvent>& events);
    /// Once a second: ages grow, and pages with calls that ended are read again for their results.
    void setNow(qint64 nowMs);

    /// The item of a row; place -1 if it is not read yet.
    [[nodiscard]] RunItem item(int row) const;
    /// -1 if it is not among the rows that are read.
    [[nodiscard]] int rowOf(const ActionId& action) const;
    [[nodiscard]] int keptPages() const { return int(m_pages.size()); }

signals:
    void pageWanted(const lockkeeper::RunActionsQuery& query);

private:
    struct Page
    {
        QList<RunItem> items;
        mutable quint64 used = 0; ///< looking at it is using it
    };
    struct Sign
    {
        qint64 atMs = 0;
        QString text;
    };

    [[nodiscard]] const RunItem* find(int row) const;
    [[nodiscard]] RunItem* find(const ActionId& action);
    void want(qint64 page) const;
    void askWanted();
    void ask(qint64 from);
    void takeFound(const RunPage& page);
    void forget(qint64 page);
    void flush();
    void rereadEnded();
    void changeRows(const QList<int>& rows);
    [[nodiscard]] QVariant text(const RunItem& item, Column column) const;
    [[nodiscard]] QString resultText(const RunItem& item) const;

    QByteArray m_key;
    QList<ActionState> m_states;
    qint64 m_total = 0;
    qint64 m_nowMs = 0;
    QHash<qint64, Page> m_pages;   ///< without a filter, by page number
    QHash<ActionId, int> m_rowsOf; ///< of all items that are kept
    QList<RunItem> m_found;        ///< with a filter
    qint64 m_next = 0;             ///< with a filter: place to go on from
    bool m_isLast = false;
    bool m_isFetching = false;
    int m_foundBefore = 0; ///< when the fetching began
    QHash<ActionId, ActionSnapshot> m_changes;
    QHash<ActionId, Sign> m_signs;
    QSet<qint64> m_toReread;        ///< pages with calls whose result is not known yet
    mutable QList<qint64> m_wanted; ///< pages looked at that are not there, newest last
    QList<qint64> m_asked;          ///< pages on their way
    mutable quint64 m_use = 0;
    mutable QTimer m_asking;
    QTimer m_applying;
};

} // namespace lockkeeper
