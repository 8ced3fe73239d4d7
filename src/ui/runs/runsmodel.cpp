// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/runsmodel.h"

#include "ui/runs/runcelldelegate.h"
#include "ui/runs/runpresentation.h"
#include "ui/support/timetext.h"

#include <QLocale>

#include <algorithm>

namespace lockkeeper {

namespace {

bool isBefore(const RunSnapshot& a, const RunSnapshot& b)
{
    const RunCursor first = cursorAt(a);
    const RunCursor second = cursorAt(b);
    if (first.attention != second.attention)
        return first.attention > second.attention;
    return second.newest < first.newest;
}

QString countText(qint64 count)
{
    return count > 0 ? QLocale().toString(count) : QString();
}

} // namespace

int RunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_runs.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RunsModel::text(const RunSnapshot& run, Column column) const
{
    switch (column) {
    case Run:
        return runTitle(run);
    case Agent:
        return runAgent(run);
    case Waiting:
        return countText(run.counts.of(ActionState::Pending));
    case Unknown:
        return countText(run.counts.of(ActionState::Unknown));
    case Progress:
        return runProgressText(run.counts);
    case State:
        return runStateText(run, m_nowMs);
    case Age:
        return ageText(m_nowMs - run.newestAtMs);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RunSnapshot& run = m_runs.at(index.row());
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::DisplayRole)
        return text(run, column);
    if (role == Qt::AccessibleTextRole && column == Run) {
        //: A row of the list of runs for a screen reader; %1 run, %2 agent, %3 state, %4 progress
        return tr("Run %1. Agent %2. %3. %4.")
            .arg(runTitle(run), runAgent(run), runStateText(run, m_nowMs),
                 runProgressText(run.counts));
    }
    if (role == kRunToneRole) {
        RunTone tone = RunTone::Plain;
        if (column == Run && !run.tamperedWith.isEmpty())
            tone = RunTone::Tampered;
        else if (column == Waiting)
            tone = RunTone::Waiting;
        else if (column == Unknown)
            tone = RunTone::Unknown;
        else if (column == State)
            tone = runStateTone(run.counts);
        return int(tone);
    }
    return {};
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeading | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Run:
        //: Column of the list of runs: the name that the agent claims
        return tr("Run");
    case Agent:
        return tr("Agent");
    case Waiting:
        //: Column of the list of runs: how many calls wait for a decision
        return tr("Waiting for you");
    case Unknown:
        //: Column of the list of runs: how many calls have an outcome that nobody knows
        return tr("Unknown");
    case Progress:
        return tr("Progress");
    case State:
        return tr("State");
    case Age:
        //: Column of the list of runs: how long ago its newest calls came
        return tr("Age");
    case ColumnCount:
        break;
    }
    return {};
}

bool RunsModel::canFetchMore(const QModelIndex& parent) const
{
    return !parent.isValid() && !m_isLast && !m_isFetching && m_runs.size() < kMaximumRuns;
}

void RunsModel::fetchMore(const QModelIndex& parent)
{
    if (!canFetchMore(parent))
        return;
    m_isFetching = true;
    emit moreWanted(m_after);
}

void RunsModel::append(const QList<RunSnapshot>& page, bool isLast)
{
    m_isFetching = false;
    m_isLast = isLast;
    QList<RunSnapshot> known;
    QList<RunSnapshot> added;
    for (const RunSnapshot& run : page) {
        if (m_rows.contains(run.key))
            known.append(run);
        else
            added.append(run);
        m_arrived.remove(run.key);
    }
    if (!page.isEmpty())
        m_after = cursorAt(page.constLast());
    if (!added.isEmpty()) {
        const int first = int(m_runs.size());
        beginInsertRows({}, first, first + int(added.size()) - 1);
        m_runs.append(added);
        for (int row = first; row < m_runs.size(); ++row)
            m_rows.insert(m_runs.at(row).key, row);
        endInsertRows();
    }
    m_isOrderStale = !isSorted();
    apply(known);
}

void RunsModel::apply(const QList<RunSnapshot>& runs)
{
    for (const RunSnapshot& run : runs) {
        const int row = rowOf(run.key);
        if (row < 0) {
            if (m_arrived.size() < kMaximumRuns || m_arrived.contains(run.key))
                m_arrived.insert(run.key, run);
            continue;
        }
        const bool isMoved = !(cursorAt(m_runs.at(row)).newest == run.newest) ||
                             cursorAt(m_runs.at(row)).attention != cursorAt(run).attention;
        m_runs[row] = run;
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
        m_isOrderStale = m_isOrderStale || isMoved;
    }
    if (m_isOrderStale)
        m_isOrderStale = !isSorted();
    if (m_runs.isEmpty() && !m_arrived.isEmpty())
        return merge(); // nothing is there that could slip away
    emit staleChanged();
}

void RunsModel::merge()
{
    if (!isStale())
        return;
    if (!m_arrived.isEmpty()) {
        const int first = int(m_runs.size());
        beginInsertRows({}, first, first + int(m_arrived.size()) - 1);
        m_runs.append(m_arrived.values());
        m_arrived.clear();
        endInsertRows();
    }
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList persistent = persistentIndexList();
    QList<QByteArray> keys;
    for (const QModelIndex& old : persistent)
        keys.append(m_runs.at(old.row()).key);
    std::sort(m_runs.begin(), m_runs.end(), isBefore);
    indexRows();
    QModelIndexList moved;
    for (int i = 0; i < persistent.size(); ++i)
        moved.append(index(rowOf(keys.at(i)), persistent.at(i).column()));
    changePersistentIndexList(persistent, moved);
    m_isOrderStale = false;
    emit layoutChanged({}, VerticalSortHint);
    emit staleChanged();
}

void RunsModel::clear()
{
    beginResetModel();
    m_runs.clear();
    m_rows.clear();
    m_arrived.clear();
    m_after = {};
    m_isLast = false;
    m_isFetching = false;
    m_isOrderStale = false;
    endResetModel();
    emit staleChanged();
}

void RunsModel::setNow(qint64 nowMs)
{
    m_nowMs = nowMs;
    if (!m_runs.isEmpty())
        emit dataChanged(index(0, State), index(int(m_runs.size()) - 1, Age), {Qt::DisplayRole});
}

int RunsModel::inFlight() const
{
    return int(std::count_if(m_runs.cbegin(), m_runs.cend(),
                             [](const RunSnapshot& run) { return runInFlight(run.counts) > 0; }));
}

int RunsModel::waiting() const
{
    return int(std::count_if(m_runs.cbegin(), m_runs.cend(), [](const RunSnapshot& run) {
        return run.counts.of(ActionState::Pending) > 0;
    }));
}

bool RunsModel::isSorted() const
{
    return std::is_sorted(m_runs.cbegin(), m_runs.cend(), isBefore);
}

void RunsModel::indexRows()
{
    m_rows.clear();
    for (int row = 0; row < m_runs.size(); ++row)
        m_rows.insert(m_runs.at(row).key, row);
}

} // namespace lockkeeper
