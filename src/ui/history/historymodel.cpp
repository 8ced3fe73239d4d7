// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historymodel.h"

#include "ui/arguments/visibletext.h"
#include "ui/coreclient.h"
#include "ui/history/historytext.h"
#include "ui/support/timetext.h"

#include <QLocale>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace lockkeeper {

HistoryModel::HistoryModel(CoreClient& client, QObject* parent)
    : QAbstractTableModel(parent)
    , m_client(client)
{
}

void HistoryModel::askNewest()
{
    if (m_isAskingNewest) {
        m_isAskedAgain = true;
        return;
    }
    m_isAskingNewest = true;
    m_client.core().history(
        0, 1,
        m_client.reply<QList<HistoryEntry>>(
            this, [this, generation = m_generation](Result<QList<HistoryEntry>> page) {
                if (generation != m_generation)
                    return;
                m_isAskingNewest = false;
                if (page && !page->isEmpty())
                    takeNewest(page->constFirst().position);
                if (page && std::exchange(m_isAskedAgain, false))
                    askNewest();
            }));
}

void HistoryModel::takeNewest(qint64 newest)
{
    if (newest <= m_newest)
        return;
    m_newest = newest;
    if (m_head == 0)
        showNewest();
    else
        emit newRecordsChanged();
}

void HistoryModel::showNewest()
{
    const qint64 room = std::numeric_limits<int>::max() - qint64(rowCount());
    const qint64 added = std::min(m_newest - m_head, room);
    if (added <= 0)
        return;
    beginInsertRows({}, 0, int(added) - 1);
    m_head += added;
    endInsertRows();
    emit newRecordsChanged();
    fetch();
}

void HistoryModel::setVisibleRows(int first, int last)
{
    m_firstVisible = std::max(0, first);
    m_lastVisible = std::min(last, rowCount() - 1);
    fetch();
}

void HistoryModel::askAgain()
{
    ++m_generation;
    m_asked.clear();
    m_isAskingNewest = false;
    m_isAskedAgain = false;
    askNewest();
    fetch();
}

bool HistoryModel::isWhole(qint64 page) const
{
    const auto found = m_pages.constFind(page);
    if (found == m_pages.cend())
        return false;
    const qint64 wanted = std::min<qint64>(m_head - page * kPageRows, kPageRows);
    // A record that did not come with its page will not come by asking again.
    return found->size() >= wanted;
}

void HistoryModel::fetch()
{
    if (m_head == 0 || m_lastVisible < m_firstVisible || m_isBlank)
        return;
    dropFar();
    // What is on screen first, then one page on either side of it.
    const qint64 newest = pageOf(positionOf(m_firstVisible));
    const qint64 oldest = pageOf(std::max<qint64>(1, positionOf(m_lastVisible)));
    QList<qint64> wanted;
    for (qint64 page = newest; page >= oldest; --page)
        wanted.append(page);
    wanted.append(oldest - 1);
    wanted.append(newest + 1);
    for (const qint64 page : std::as_const(wanted)) {
        if (m_asked.size() >= kMostAsked)
            return;
        const bool isThere = page >= 0 && page * kPageRows < m_head;
        if (isThere && !isWhole(page) && !m_asked.contains(page))
            ask(page);
    }
}

void HistoryModel::ask(qint64 page)
{
    m_asked.insert(page);
    m_client.core().history((page + 1) * kPageRows + 1, kPageRows,
                            m_client.reply<QList<HistoryEntry>>(
                                this, [this, page, head = m_head, generation = m_generation](
                                          Result<QList<HistoryEntry>> entries) {
                                    if (generation != m_generation)
                                        return;
                                    m_asked.remove(page);
                                    if (!entries)
                                        return; // the next scroll or beat asks again
                                    take(page, head, *entries);
                                    fetch();
                                }));
}

void HistoryModel::take(qint64 page, qint64 headThen, const QList<HistoryEntry>& entries)
{
    const qint64 first = page * kPageRows + 1;
    const qint64 last = std::min(headThen, first + kPageRows - 1);
    Page& kept = m_pages[page];
    kept = Page(last - first + 1);
    for (const HistoryEntry& entry : entries) {
        if (entry.position >= first && entry.position <= last)
            kept[entry.position - first] = entry;
    }
    const int firstRow = int(m_head - last);
    const int lastRow = int(m_head - first);
    emit dataChanged(index(firstRow, 0), index(lastRow, kColumns - 1));
    emit loaded(firstRow, lastRow);
    dropFar();
}

void HistoryModel::dropFar()
{
    while (m_pages.size() > kMostPages) {
        const qint64 centre = pageOf(
            std::max<qint64>(1, positionOf((m_firstVisible + std::max(0, m_lastVisible)) / 2)));
        const qint64 farthest =
            *std::max_element(m_pages.keyBegin(), m_pages.keyEnd(), [centre](qint64 a, qint64 b) {
                return std::abs(a - centre) < std::abs(b - centre);
            });
        m_pages.remove(farthest);
    }
}

void HistoryModel::setBlank(bool blank)
{
    m_isBlank = blank;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    fetch();
}

int HistoryModel::rowOf(qint64 position) const
{
    return position < 1 || position > m_head ? -1 : int(m_head - position);
}

const HistoryEntry* HistoryModel::entry(int row) const
{
    const qint64 position = positionOf(row);
    if (position < 1 || position > m_head)
        return nullptr;
    const qint64 page = pageOf(position);
    const auto found = m_pages.constFind(page);
    const qint64 at = position - page * kPageRows - 1;
    if (found == m_pages.cend() || at >= found->size() || found->at(at).position == 0)
        return nullptr;
    return &found->at(at);
}

int HistoryModel::rowOf(const ActionId& action) const
{
    qint64 newest = 0;
    for (const Page& page : m_pages) {
        for (const HistoryEntry& entry : page) {
            if (entry.action == action && !action.isEmpty())
                newest = std::max(newest, entry.position);
        }
    }
    return rowOf(newest);
}

int HistoryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(std::min<qint64>(m_head, std::numeric_limits<int>::max()));
}

int HistoryModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString HistoryModel::text(const HistoryEntry& entry, int column) const
{
    switch (column) {
    case Position:
        return QLocale().toString(entry.position);
    case Time:
        return localTimeText(entry.atMs);
    case What:
        return HistoryText::kind(entry.kind);
    case Action:
        return visibleLine(entry.action.value(), TextRole::Identifier);
    case Tool:
        return HistoryText::tool(entry.tool);
    case State:
        return HistoryText::state(entry.state);
    case By:
        return visibleLine(entry.by, TextRole::Identifier);
    default: // a column is a number
        return {};
    }
}

QString HistoryModel::sentence(const HistoryEntry& entry) const
{
    const QString first =
        //: A record for screen readers: %1 its number, %2 what happened, %3 when.
        tr("Record %1. %2. %3.").arg(text(entry, Position), text(entry, What), text(entry, Time));
    if (entry.action.isEmpty())
        return first;
    //: A record for screen readers: %1 = the sentences above, %2 tool, %3 state afterwards.
    return tr("%1 Tool %2. Afterwards: %3.").arg(first, text(entry, Tool), text(entry, State));
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || m_isBlank)
        return {};
    const HistoryEntry* known = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
        if (!known)
            return index.column() == Position ? QLocale().toString(positionOf(index.row()))
                                              : QString();
        return text(*known, index.column());
    case Qt::AccessibleTextRole:
        if (!known)
            //: A record for screen readers, while it is being read; %1 = its number.
            return tr("Record %1, not read yet").arg(QLocale().toString(positionOf(index.row())));
        return index.column() == 0 ? sentence(*known) : text(*known, index.column());
    case Qt::ToolTipRole:
        if (!known)
            return {};
        return index.column() == Time ? utcTimeText(known->atMs) : text(*known, index.column());
    case PositionRole:
        return positionOf(index.row());
    case LoadedRole:
        return known != nullptr;
    default: // roles are numbers that views may extend
        return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Position:
        //: Column: the number of a record.
        return tr("Record");
    case Time:
        //: Column: when, local time with its offset from UTC.
        return tr("Time");
    case What:
        //: Column: what a record says.
        return tr("What happened");
    case Action:
        //: Column: the id of the call that a record is about.
        return tr("Call");
    case Tool:
        //: Column: server and tool.
        return tr("Tool");
    case State:
        //: Column: the call's state after what happened.
        return tr("State");
    case By:
        //: Column: who decided.
        return tr("By");
    default: // sections are numbers
        return {};
    }
}

} // namespace lockkeeper
