// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSet>

namespace lockkeeper {

class CoreClient;

/// The record, newest first. Positions are dense from 1, so every row is known by its position; the
/// entries come by pages, asked for around the rows that are on screen, and those far from them are
/// dropped again: at most kMostPages are kept. New records do not move anything: they wait until
/// showNewest(). GUI thread.
class HistoryModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Position, Time, What, Action, Tool, State, By, kColumns };
    enum Role {
        PositionRole = Qt::UserRole + 1,
        LoadedRole, ///< the row's entry is here
    };
    static constexpr int kPageRows = 200;
    static constexpr int kMostPages = 50;
    static constexpr int kMostAsked = 4; ///< pages that are asked for at a time

    explicit HistoryModel(CoreClient& client, QObject* parent = nullptr);

    /// Asks how far the record goes; the first answer fills the table, later ones newRecords().
    void askNewest();
    /// Takes the new records into the table, at its top.
    void showNewest();
    /// Records that are there but not in the table yet.
    [[nodiscard]] qint64 newRecords() const { return m_newest - m_head; }
    /// Rows on screen: what is around them is fetched, what is far away dropped.
    void setVisibleRows(int first, int last);
    /// Forgets what was asked: the core fell silent, answers may never come.
    void askAgain();
    void setBlank(bool blank);

    [[nodiscard]] qint64 positionOf(int row) const { return m_head - row; }
    /// -1 = not in the table.
    [[nodiscard]] int rowOf(qint64 position) const;
    /// The row's entry; null while it is not here.
    [[nodiscard]] const HistoryEntry* entry(int row) const;
    /// The newest row about this action among those that are here; -1 = none.
    [[nodiscard]] int rowOf(const ActionId& action) const;
    [[nodiscard]] int loadedPages() const { return int(m_pages.size()); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

signals:
    void newRecordsChanged();
    /// Entries of these rows came.
    void loaded(int firstRow, int lastRow);

private:
    /// Entries of the positions of one page, lowest first; those that did not come have position 0.
    /// Shorter than kPageRows where the record ended when it was asked for.
    using Page = QList<HistoryEntry>;

    [[nodiscard]] static qint64 pageOf(qint64 position) { return (position - 1) / kPageRows; }
    [[nodiscard]] bool isWhole(qint64 page) const;
    void takeNewest(qint64 newest);
    void fetch();
    void ask(qint64 page);
    void take(qint64 page, qint64 headThen, const QList<HistoryEntry>& entries);
    void dropFar();
    [[nodiscard]] QString text(const HistoryEntry& entry, int column) const;
    [[nodiscard]] QString sentence(const HistoryEntry& entry) const;

    CoreClient& m_client;
    QHash<qint64, Page> m_pages;
    QSet<qint64> m_asked;
    qint64 m_head = 0;   ///< position of row 0
    qint64 m_newest = 0; ///< position of the newest record that is known of
    int m_firstVisible = 0;
    int m_lastVisible = -1;
    int m_generation = 0;
    bool m_isAskingNewest = false;
    bool m_isAskedAgain = false; ///< askNewest() came while an answer was out
    bool m_isBlank = false;
};

} // namespace lockkeeper
