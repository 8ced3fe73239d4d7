// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/unknown/waitingcalls.h"

#include <QAbstractTableModel>

namespace lockkeeper {

/// One unknown outcome as the list holds it.
struct UnknownRow
{
    ActionSnapshot snapshot;
    QList<ActionId> waiting; ///< calls that it holds up
    int freed = 0;           ///< of them, those that only it holds up
    qint64 holdUntilMs = 0;  ///< a determination takes effect then; 0 or past: none is held
    bool isSettled = false;  ///< no longer unknown; its row stays until the next arrange()
    bool isRead = false;     ///< `snapshot` is whole: with evidence and cause
};

/// Actions whose outcome nobody knows. arrange() puts them in order: most calls held up first, then
/// the least repairable effect, then the oldest. Changes from the core never move a row: new ones
/// come at the end, settled ones stay, until somebody asks for order again. GUI thread.
class UnknownModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Blocks, Target, Effect, Since, Evidence, State, kColumns };
    enum Role {
        ActionRole = Qt::UserRole + 1, ///< the action's id
        BlocksRole,
        SettledRole,
    };

    explicit UnknownModel(QObject* parent = nullptr);

    /// Reads everything anew, in order.
    void reset(const QHash<ActionId, ActionSnapshot>& open);
    /// Takes what `changed` without moving a row; `open` is what is open now.
    void apply(const QHash<ActionId, ActionSnapshot>& open, const QList<ActionSnapshot>& changed);
    /// Snapshots that were asked for because a wait reason may be old.
    void takeFresh(const QHash<ActionId, ActionSnapshot>& open,
                   const QList<ActionSnapshot>& snapshots);
    /// The whole snapshot of one action, with its evidence and its hold.
    void takeWhole(const ActionSnapshot& snapshot);
    /// Puts the rows in order and drops settled ones, but for `kept`.
    void arrange(const ActionId& kept = {});
    /// False if arrange() would move or drop something.
    [[nodiscard]] bool isArranged() const;
    /// Now, for ages and holds.
    void setNow(qint64 wallMs);
    /// Blank: cells say nothing.
    void setBlank(bool blank);

    [[nodiscard]] int openCount() const;
    [[nodiscard]] int blockingCount() const;
    /// Calls whose wait reason should be asked again; at most 1 000.
    [[nodiscard]] QList<ActionId> doubtful() const;
    /// The first of these rows of which only a brief snapshot is here; empty if there is none.
    [[nodiscard]] ActionId unreadIn(int firstRow, int lastRow) const;
    /// -1 = not here.
    [[nodiscard]] int rowOf(const ActionId& action) const;
    [[nodiscard]] const UnknownRow& rowAt(int row) const { return m_rows.at(row); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    void take(const ActionSnapshot& changed, QList<UnknownRow>& added);
    void count(const QHash<ActionId, ActionSnapshot>& open);
    [[nodiscard]] QList<UnknownRow> inOrder(const ActionId& kept) const;
    [[nodiscard]] QString text(const UnknownRow& row, int column) const;
    [[nodiscard]] QString sentence(const UnknownRow& row) const;
    [[nodiscard]] QString stateText(const UnknownRow& row) const;

    QList<UnknownRow> m_rows;
    QHash<ActionId, ActionSnapshot> m_newer;
    QList<ActionId> m_doubtful;
    qint64 m_nowMs = 0;
    bool m_isBlank = false;
};

} // namespace lockkeeper
