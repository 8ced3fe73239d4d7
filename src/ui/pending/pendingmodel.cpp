// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pendingmodel.h"

#include "ui/pending/pendingorder.h"
#include "ui/support/riskpresentation.h"
#include "ui/support/snoozerules.h"

#include <QDateTime>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qint64 kTicksEachSecondMs = 10LL * 60 * 1000;

} // namespace

PendingModel::PendingModel(QObject* parent, WallClock clock)
    : QAbstractTableModel(parent)
    , m_clock(clock ? std::move(clock) : []() { return QDateTime::currentMSecsSinceEpoch(); })
{
}

int PendingModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int PendingModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(kColumns);
}

QString PendingModel::text(const PendingRow& row, int column) const
{
    const ActionSnapshot& snapshot = row.snapshot;
    switch (Column(column)) {
    case Risk:
        return riskWord(snapshot.record.risk);
    case Expires:
        if (row.isGone)
            return {};
        return m_view == View::Snoozed && row.isAside ? returnText(snapshot)
                                                      : expiresText(snapshot, m_clock());
    case Effect:
        return effectText(snapshot);
    case Target:
        return targetText(snapshot);
    case Tool:
        return toolText(snapshot.record.tool);
    case Agent:
        return agentText(snapshot);
    case Waiting:
        return row.isGone ? QString() : waitingText(snapshot.record, m_clock());
    case State:
        return pendingStateText(row, m_clock());
    case kColumns:
        break;
    }
    return {};
}

QVariant PendingModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PendingRow& row = entryAt(index.row()).content;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return text(row, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == Risk ? pendingSentence(row, m_clock()) : text(row, index.column());
    case IdRole:
        return row.snapshot.record.id.value();
    case RiskRole:
        return int(row.snapshot.record.risk);
    case GoneRole:
        return row.isGone;
    case AttentionRole:
        return isAttention(index.row());
    case LeavesRole:
        return !isOfView(row);
    case UnreadRole:
        return !row.isSeen;
    default:
        return {};
    }
}

QVariant PendingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Risk:
        //: column of the list of requests
        return tr("Risk");
    case Expires:
        return m_view == View::Snoozed
                   //: column of the list of requests that are put aside: the time of their return
                   ? tr("Back at")
                   //: column of the list of requests: time that is left to decide
                   : tr("Expires");
    case Effect:
        //: column of the list of requests: what would happen
        return tr("Effect");
    case Target:
        //: column of the list of requests: what it would happen to
        return tr("Target");
    case Tool:
        //: column of the list of requests
        return tr("Tool");
    case Agent:
        //: column of the list of requests: what the agent calls itself
        return tr("Agent");
    case Waiting:
        //: column of the list of requests: for how long
        return tr("Waiting");
    case State:
        //: column of the list of requests
        return tr("State");
    case kColumns:
        break;
    }
    return {};
}

void PendingModel::take(const ActionSnapshot& snapshot)
{
    const ActionId& id = snapshot.record.id;
    const bool waits = isWaitingState(snapshot.record.state);
    const auto place = m_places.constFind(id);
    if (place == m_places.cend()) {
        if (!waits)
            return;
        m_places.insert(id, int(m_entries.size()));
        const bool isAside = isSnoozed(snapshot, m_clock());
        m_entries.push_back({{snapshot, false, false, isAside}, true, -1});
        return;
    }
    Entry& entry = m_entries[size_t(*place)];
    if (entry.content.snapshot.record.version > snapshot.record.version)
        return;
    entry.content.snapshot = snapshot;
    entry.content.isGone = !waits;
    setAside(entry, isSnoozed(snapshot, m_clock()));
    tellChanged(entry);
}

/// What comes back is as new as what comes for the first time. What has no row waits in the buffer.
void PendingModel::setAside(Entry& entry, bool isAside)
{
    if (entry.content.isAside == isAside)
        return;
    entry.content.isAside = isAside;
    entry.isFresh = entry.isFresh || (entry.row < 0 && !entry.content.isGone);
    if (!isAside)
        entry.content.isSeen = false;
}

void PendingModel::tellChanged(const Entry& entry)
{
    if (entry.row >= 0)
        emit dataChanged(index(entry.row, 0), index(entry.row, kColumns - 1));
}

void PendingModel::takeReturns()
{
    const qint64 now = m_clock();
    bool isAnyBack = false;
    for (Entry& entry : m_entries) {
        if (!entry.content.isAside || isSnoozed(entry.content.snapshot, now))
            continue;
        setAside(entry, false);
        tellChanged(entry);
        isAnyBack = true;
    }
    if (!isAnyBack)
        return;
    if (m_rows.isEmpty())
        merge();
    emit totalsChanged();
}

void PendingModel::apply(const QList<ActionSnapshot>& changes)
{
    for (const ActionSnapshot& snapshot : changes)
        take(snapshot);
    dropUnused();
#ifdef LOCKKEEPER_FAULT_ARRIVAL_MOVES_ROW
    merge();
#endif
    // Where nothing is shown, nothing can move.
    if (m_rows.isEmpty())
        merge();
    emit totalsChanged();
}

QList<ActionId> PendingModel::synchronise(const QHash<ActionId, ActionSnapshot>& open)
{
    QList<ActionId> vanished;
    for (Entry& entry : m_entries) {
        const ActionId& id = entry.content.snapshot.record.id;
        if (entry.content.isGone || open.contains(id))
            continue;
        vanished.append(id);
        entry.content.isGone = true;
        tellChanged(entry);
    }
    apply(open.values());
    return vanished;
}

void PendingModel::merge()
{
    if (m_isBlank)
        return;
    removeGone();
    insertFresh();
    reorder();
    dropUnused();
    emit totalsChanged();
}

bool PendingModel::needsMerge() const
{
    return std::any_of(m_entries.cbegin(), m_entries.cend(), [this](const Entry& entry) {
        return (entry.isFresh && isOfView(entry.content)) || isLeaving(entry);
    });
}

/// At the next merge.
bool PendingModel::isLeaving(const Entry& entry) const
{
    return entry.row >= 0 && !isOfView(entry.content) &&
           !(entry.content.snapshot.record.id == m_kept);
}

bool PendingModel::isShown(const Entry& entry) const
{
    const ActionId& id = entry.content.snapshot.record.id;
    if (id == m_kept)
        return true;
    return isOfView(entry.content) && m_filter.matches(entry.content.snapshot);
}

void PendingModel::removeGone()
{
    for (int last = int(m_rows.size()) - 1; last >= 0;) {
        if (isShown(entryAt(last))) {
            --last;
            continue;
        }
        int first = last;
        while (first > 0 && !isShown(entryAt(first - 1)))
            --first;
        beginRemoveRows({}, first, last);
        m_rows.remove(first, last - first + 1);
        number();
        endRemoveRows();
        last = first - 1;
    }
}

void PendingModel::insertFresh()
{
    QList<int> fresh;
    for (int place = 0; place < int(m_entries.size()); ++place) {
        Entry& entry = m_entries[size_t(place)];
        entry.isFresh = false;
        if (entry.row < 0 && isShown(entry))
            fresh.append(place);
    }
    if (fresh.isEmpty())
        return;
    beginInsertRows({}, int(m_rows.size()), int(m_rows.size() + fresh.size()) - 1);
    m_rows.append(fresh);
    number();
    endInsertRows();
}

QList<int> PendingModel::sorted(QList<int> entries) const
{
    const qint64 now = m_clock();
    std::vector<std::pair<PendingOrder, int>> keyed;
    keyed.reserve(size_t(entries.size()));
    for (const int place : entries) {
        const ActionSnapshot& snapshot = m_entries[size_t(place)].content.snapshot;
        keyed.emplace_back(
            m_view == View::Snoozed ? snoozedOrder(snapshot) : pendingOrder(snapshot, now), place);
    }
    std::sort(keyed.begin(), keyed.end());
    std::transform(keyed.cbegin(), keyed.cend(), entries.begin(),
                   [](const auto& one) { return one.second; });
    return entries;
}

void PendingModel::reorder()
{
    const QList<int> after = sorted(m_rows);
    if (after == m_rows)
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    QList<int> places;
    for (const QModelIndex& one : before)
        places.append(m_rows.at(one.row()));
    m_rows = after;
    number();
    QModelIndexList moved;
    for (qsizetype i = 0; i < before.size(); ++i)
        moved.append(index(m_entries[size_t(places.at(i))].row, before.at(i).column()));
    changePersistentIndexList(before, moved);
    emit layoutChanged({}, VerticalSortHint);
}

void PendingModel::number()
{
    for (Entry& entry : m_entries)
        entry.row = -1;
    for (int row = 0; row < int(m_rows.size()); ++row)
        m_entries[size_t(m_rows[row])].row = row;
}

void PendingModel::dropUnused()
{
    const auto isUsed = [this](const Entry& entry) {
        if (!entry.content.isGone || entry.row >= 0)
            return true;
        return !entry.isFresh && (m_isBlank || entry.content.snapshot.record.id == m_kept);
    };
    if (std::all_of(m_entries.cbegin(), m_entries.cend(), isUsed))
        return;
    const auto end = std::remove_if(m_entries.begin(), m_entries.end(),
                                    [&isUsed](const Entry& entry) { return !isUsed(entry); });
    m_entries.erase(end, m_entries.end());
    m_places.clear();
    for (int place = 0; place < int(m_entries.size()); ++place) {
        const Entry& entry = m_entries[size_t(place)];
        m_places.insert(entry.content.snapshot.record.id, place);
        if (entry.row >= 0)
            m_rows[entry.row] = place;
    }
}

void PendingModel::setKept(const ActionId& action)
{
    m_kept = action;
}

void PendingModel::setSeen(const ActionId& action)
{
    const auto place = m_places.constFind(action);
    if (place == m_places.cend() || m_entries[size_t(*place)].content.isSeen)
        return;
    Entry& entry = m_entries[size_t(*place)];
    entry.content.isSeen = true;
    tellChanged(entry);
}

void PendingModel::setFilter(const PendingFilter& filter)
{
    m_filter = filter;
    setBlank(m_isBlank);
    emit totalsChanged();
}

void PendingModel::setView(View view)
{
    m_view = view;
    m_kept = {};
    // Who changes over has asked for what there is.
    for (Entry& entry : m_entries)
        entry.isFresh = entry.isFresh && m_isBlank;
    setBlank(m_isBlank);
    emit headerDataChanged(Qt::Horizontal, Expires, Expires);
    emit totalsChanged();
}

void PendingModel::setBlank(bool blank)
{
    beginResetModel();
    m_isBlank = blank;
    m_rows.clear();
    for (int place = 0; place < int(m_entries.size()) && !blank; ++place) {
        const Entry& entry = m_entries[size_t(place)];
        if (!entry.isFresh && isShown(entry))
            m_rows.append(place);
    }
    m_rows = sorted(m_rows);
    number();
    endResetModel();
    dropUnused();
}

void PendingModel::tick(int firstRow, int lastRow, bool all)
{
    const qint64 now = m_clock();
    const int last = std::min(lastRow, rowCount() - 1);
    for (int row = std::max(firstRow, 0); row <= last; ++row) {
        const ActionSnapshot& snapshot = entryAt(row).content.snapshot;
        const ActionRecord& record = snapshot.record;
        const bool isFast =
            record.state == ActionState::Holding || now - record.createdAtMs < kTicksEachSecondMs ||
            (snapshot.decideByMs != 0 && snapshot.decideByMs - now < kTicksEachSecondMs);
        if (all || isFast)
            emit dataChanged(index(row, Expires), index(row, State),
                             {Qt::DisplayRole, Qt::ToolTipRole});
    }
}

int PendingModel::rowOf(const ActionId& action) const
{
    const auto place = m_places.constFind(action);
    return place == m_places.cend() ? -1 : m_entries[size_t(*place)].row;
}

ActionId PendingModel::actionAt(int row) const
{
    return row < 0 || row >= rowCount() ? ActionId() : entryAt(row).content.snapshot.record.id;
}

const PendingRow* PendingModel::find(const ActionId& action) const
{
    const auto place = m_places.constFind(action);
    return place == m_places.cend() ? nullptr : &m_entries[size_t(*place)].content;
}

bool PendingModel::isAttention(int row) const
{
    if (row < 0 || row >= rowCount())
        return false;
    const PendingRow& content = entryAt(row).content;
    return isOfView(content) && needsAttention(content.snapshot, m_clock());
}

PendingModel::Totals PendingModel::totals() const
{
    Totals totals;
    for (const Entry& entry : m_entries) {
        const PendingRow& content = entry.content;
        totals.gone += isLeaving(entry) ? 1 : 0;
        if (content.isGone)
            continue;
        const bool isNews =
            entry.isFresh && isOfView(content) && m_filter.matches(content.snapshot);
        const bool isCritical = content.snapshot.record.risk == RiskLevel::Critical;
        totals.fresh += isNews ? 1 : 0;
        totals.freshCritical += isNews && isCritical ? 1 : 0;
        totals.snoozed += content.isAside ? 1 : 0;
        if (!content.isAside)
            countWaiting(entry, totals);
    }
    return totals;
}

void PendingModel::countWaiting(const Entry& entry, Totals& totals) const
{
    const ActionSnapshot& snapshot = entry.content.snapshot;
    const ActionRecord& record = snapshot.record;
    const bool isUrgent = isUrgentAction(snapshot, m_clock());
    ++totals.waiting;
    totals.low += record.risk == RiskLevel::Low ? 1 : 0;
    totals.medium += record.risk == RiskLevel::Medium ? 1 : 0;
    totals.high += record.risk == RiskLevel::High ? 1 : 0;
    totals.critical += record.risk == RiskLevel::Critical ? 1 : 0;
    totals.urgent += isUrgent ? 1 : 0;
    const bool isInView = m_view == View::Open && m_filter.matches(snapshot);
    totals.urgentFiltered += isUrgent && !isInView ? 1 : 0;
    if (totals.oldestAtMs == 0 || record.createdAtMs < totals.oldestAtMs)
        totals.oldestAtMs = record.createdAtMs;
}

} // namespace lockkeeper
