// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/runitemsmodel.h"

#include "ui/runs/runcelldelegate.h"
#include "ui/runs/runpresentation.h"
#include "ui/support/timetext.h"

#include <QLocale>

#include <algorithm>
#include <limits>

namespace lockkeeper {

namespace {

/// Pages on their way at a time, and pages remembered as wanted: whoever scrolls through a million
/// rows is not waited for by all the pages that flew by.
constexpr int kAskedAtOnce = 4;
constexpr int kWanted = 8;

} // namespace

RunItemsModel::RunItemsModel(QObject* parent)
    : QAbstractTableModel(parent)
{
    m_asking.setSingleShot(true);
    m_asking.setInterval(0);
    connect(&m_asking, &QTimer::timeout, this, &RunItemsModel::askWanted);
    m_applying.setSingleShot(true);
    m_applying.setInterval(kApplyMs);
    connect(&m_applying, &QTimer::timeout, this, &RunItemsModel::flush);
}

int RunItemsModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid())
        return 0;
    if (isFiltered())
        return int(m_found.size());
    return int(qMin<qint64>(m_total, std::numeric_limits<int>::max()));
}

int RunItemsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const RunItem* RunItemsModel::find(int row) const
{
    if (isFiltered())
        return row < m_found.size() ? &m_found.at(row) : nullptr;
    const auto page = m_pages.constFind(row / kPageSize);
    if (page == m_pages.cend())
        return nullptr;
    const int offset = row % kPageSize;
    return offset < page->items.size() ? &page->items.at(offset) : nullptr;
}

RunItem* RunItemsModel::find(const ActionId& action)
{
    const int row = m_rowsOf.value(action, -1);
    if (row < 0)
        return nullptr;
    return isFiltered() ? &m_found[row] : &m_pages[row / kPageSize].items[row % kPageSize];
}

RunItem RunItemsModel::item(int row) const
{
    const RunItem* found = row < 0 ? nullptr : find(row);
    return found ? *found : RunItem();
}

int RunItemsModel::rowOf(const ActionId& action) const
{
    return m_rowsOf.value(action, -1);
}

QString RunItemsModel::resultText(const RunItem& item) const
{
    if (item.state != ActionState::Running || item.lastSignAtMs == 0)
        return item.result;
    const QString age = ageText(m_nowMs - item.lastSignAtMs);
    if (item.result.isEmpty()) {
        //: A running call; %1 is how long ago it was heard of, such as "3 s"
        return tr("Last sign %1 ago").arg(age);
    }
    //: A running call; %1 how long ago it was heard of, %2 its own words about its progress
    return tr("Last sign %1 ago: %2").arg(age, item.result);
}

QVariant RunItemsModel::text(const RunItem& item, Column column) const
{
    switch (column) {
    case Place:
        break;
    case State:
        return item.stateText;
    case Tool:
        return item.tool;
    case Summary:
        return item.summary;
    case Started: {
        const qint64 since = item.startedAtMs > 0 ? item.startedAtMs : item.createdAtMs;
        const QString age = ageText(m_nowMs - since);
        //: When a call was started or, if it was not, proposed; %1 is an age such as "3 min"
        return item.startedAtMs > 0 ? tr("%1 ago").arg(age) : tr("proposed %1 ago").arg(age);
    }
    case Took: {
        const qint64 took = runItemTookMs(item, m_nowMs);
        return took < 0 ? QString() : runDurationText(took);
    }
    case Attempt:
        return item.attempts > 0 ? QString::number(item.attempts) : QString();
    case Result:
        return resultText(item);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant RunItemsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() ||
        (role != Qt::DisplayRole && role != kRunToneRole && role != Qt::AccessibleTextRole))
        return {};
    const RunItem* item = find(index.row());
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::DisplayRole && column == Place)
        return QLocale().toString((item ? item->place : qint64(index.row())) + 1);
    if (!item) {
        want(index.row() / kPageSize);
        if (role == kRunToneRole)
            return int(RunTone::Faint);
        //: A row of the table that has not been read from the store yet
        return role == Qt::DisplayRole && column == State ? tr("Reading …") : QVariant();
    }
    if (!isFiltered())
        m_pages.constFind(index.row() / kPageSize)->used = ++m_use;
    if (role == Qt::DisplayRole)
        return text(*item, column);
    if (role == kRunToneRole)
        return int(column == State ? actionTone(item->state, item->isTamperedWith)
                                   : RunTone::Plain);
    if (column != Place)
        return {};
    //: A row for a screen reader: %1 number, %2 tool, %3 state, %4 summary, %5 result
    return tr("Call %1. %2. %3. %4. %5")
        .arg(QLocale().toString(item->place + 1), item->tool, item->stateText, item->summary,
             resultText(*item));
}

QVariant RunItemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeading | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Place:
        //: Column: the number of a call in its run
        return tr("#");
    case State:
        return tr("State");
    case Tool:
        return tr("Tool");
    case Summary:
        return tr("Summary");
    case Started:
        return tr("Started");
    case Took:
        //: Column: how long a call took, or has taken so far
        return tr("Took");
    case Attempt:
        return tr("Attempt");
    case Result:
        return tr("Result");
    case ColumnCount:
        break;
    }
    return {};
}

bool RunItemsModel::canFetchMore(const QModelIndex& parent) const
{
    return !parent.isValid() && isFiltered() && !m_isLast && !m_isFetching && !isCut();
}

void RunItemsModel::fetchMore(const QModelIndex& parent)
{
    if (!canFetchMore(parent))
        return;
    m_isFetching = true;
    m_foundBefore = int(m_found.size());
    ask(m_next);
}

void RunItemsModel::setRun(const QByteArray& key, qint64 total, const QList<ActionState>& states)
{
    beginResetModel();
    m_key = key;
    m_total = total;
    m_states = states;
    m_pages.clear();
    m_rowsOf.clear();
    m_found.clear();
    m_next = 0;
    m_isLast = false;
    m_isFetching = false;
    m_wanted.clear();
    m_asked.clear();
    m_changes.clear();
    m_signs.clear();
    m_toReread.clear();
    endResetModel();
}

void RunItemsModel::setTotal(qint64 total)
{
    if (total <= m_total)
        return;
    if (isFiltered()) {
        m_total = total;
        return;
    }
    const qint64 lastPage = m_total / kPageSize;
    beginInsertRows({}, int(m_total), int(total) - 1);
    m_total = total;
    endInsertRows();
    if (m_pages.contains(lastPage))
        want(lastPage); // it was not full
}

void RunItemsModel::want(qint64 page) const
{
    if (m_asked.contains(page))
        return;
    m_wanted.removeOne(page);
    m_wanted.append(page);
    if (m_wanted.size() > kWanted)
        m_wanted.removeFirst();
    if (!m_asking.isActive())
        m_asking.start();
}

void RunItemsModel::askWanted()
{
    while (!m_wanted.isEmpty() && m_asked.size() < kAskedAtOnce) {
        const qint64 page = m_wanted.takeLast();
        m_asked.append(page);
        ask(page * kPageSize);
    }
}

void RunItemsModel::ask(qint64 from)
{
    RunActionsQuery query;
    query.run = m_key;
    query.states = m_states;
    query.from = from;
    query.limit = kPageSize;
    emit pageWanted(query);
}

void RunItemsModel::takePage(qint64 from, const RunPage& page)
{
    if (page.run != m_key)
        return; // of a run that was left meanwhile
    if (isFiltered()) {
        if (m_isFetching && from == m_next)
            takeFound(page);
        return;
    }
    const qint64 number = from / kPageSize;
    if (!m_asked.removeOne(number))
        return;
    forget(number);
    if (m_pages.size() >= kMaximumPages) {
        const auto oldest =
            std::min_element(m_pages.cbegin(), m_pages.cend(),
                             [](const Page& a, const Page& b) { return a.used < b.used; });
        forget(oldest.key());
    }
    Page taken;
    taken.used = ++m_use;
    for (const RunAction& action : page.actions) {
        // Places have no gaps; a store that says otherwise shows rows that are never read.
        if (action.place != from + taken.items.size())
            break;
        m_rowsOf.insert(action.snapshot.record.id, int(action.place));
        taken.items.append(runItemOf(action));
    }
    m_pages.insert(number, taken);
    const qint64 end = qMin(from + kPageSize, m_total);
    if (from < end)
        emit dataChanged(index(int(from), 0), index(int(end) - 1, ColumnCount - 1));
    setTotal(from + taken.items.size());
    if (!m_wanted.isEmpty() && !m_asking.isActive())
        m_asking.start();
}

void RunItemsModel::takeFound(const RunPage& page)
{
    m_next = page.next;
    m_isLast = page.isLast;
    const int room = kMaximumFound - int(m_found.size());
    const QList<RunAction> actions = page.actions.mid(0, room);
    if (!actions.isEmpty()) {
        const int first = int(m_found.size());
        beginInsertRows({}, first, first + int(actions.size()) - 1);
        for (const RunAction& action : actions) {
            m_rowsOf.insert(action.snapshot.record.id, int(m_found.size()));
            m_found.append(runItemOf(action));
        }
        endInsertRows();
    }
    // Pages may come half empty: go on until there is one page's worth, or nothing more.
    if (!m_isLast && !isCut() && m_found.size() - m_foundBefore < kPageSize)
        return ask(m_next);
    m_isFetching = false;
}

void RunItemsModel::pageFailed(qint64 from)
{
    m_asked.removeOne(from / kPageSize);
    m_isFetching = false;
}

void RunItemsModel::forget(qint64 page)
{
    const auto found = m_pages.constFind(page);
    if (found == m_pages.cend())
        return;
    for (const RunItem& item : found->items)
        m_rowsOf.remove(item.action);
    m_pages.erase(found);
}

void RunItemsModel::setNow(qint64 nowMs)
{
    m_nowMs = nowMs;
    rereadEnded();
    const int rows = rowCount();
    if (rows > 0)
        emit dataChanged(index(0, Started), index(rows - 1, Result), {Qt::DisplayRole});
}

} // namespace lockkeeper
