// SPDX-License-Identifier: Apache-2.0
#include "ui/unknown/unknownmodel.h"

#include "ui/arguments/visibletext.h"
#include "ui/support/statepresentation.h"
#include "ui/support/timetext.h"
#include "ui/unknown/unknowntext.h"

#include <algorithm>
#include <tuple>

namespace lockkeeper {

namespace {

constexpr qsizetype kMostDoubtful = 1000; ///< what briefsOf takes at once
constexpr qint64 kSecondMs = 1000;

bool isBefore(const UnknownRow& a, const UnknownRow& b)
{
    const auto rank = [](const UnknownRow& row) {
        return std::make_tuple(row.isSettled, -row.waiting.size(),
                               -static_cast<int>(row.snapshot.record.effect),
                               row.snapshot.record.changedAtMs);
    };
    const auto first = rank(a);
    const auto second = rank(b);
    return first != second ? first < second : a.snapshot.record.id < b.snapshot.record.id;
}

/// What the list shows of the evidence: an answer of the tool, or why there is none.
QString evidenceText(const UnknownRow& row)
{
    const ActionSnapshot& snapshot = row.snapshot;
    for (const EvidenceLine& line : snapshot.evidence) {
        if (line.source == "tool")
            //: Cell: the tool answered, but that settles nothing; %1 = how sure (Strong, Weak …).
            return UnknownModel::tr("The tool answered (%1)")
                .arg(UnknownText::strength(line.strength));
    }
    if (!snapshot.resultSummary.isEmpty())
        return visibleLine(snapshot.resultSummary, TextRole::Prose);
    if (!row.isRead)
        //: Cell: it is being read from the store.
        return UnknownModel::tr("…");
    //: Cell: nothing is known about the outcome.
    return UnknownModel::tr("None");
}

} // namespace

UnknownModel::UnknownModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void UnknownModel::reset(const QHash<ActionId, ActionSnapshot>& open)
{
    beginResetModel();
    m_newer.clear();
    m_rows.clear();
    for (const ActionSnapshot& snapshot : open) {
        if (snapshot.record.state != ActionState::Unknown)
            continue;
        UnknownRow row;
        row.snapshot = snapshot;
        row.holdUntilMs = snapshot.record.holdUntilMs;
        m_rows.append(row);
    }
    count(open);
    std::sort(m_rows.begin(), m_rows.end(), isBefore);
    endResetModel();
}

void UnknownModel::take(const ActionSnapshot& changed, QList<UnknownRow>& added)
{
    const bool isUnknown = changed.record.state == ActionState::Unknown;
    const int at = rowOf(changed.record.id);
    if (at < 0) {
        if (!isUnknown)
            return;
        UnknownRow row;
        row.snapshot = changed;
        row.holdUntilMs = changed.record.holdUntilMs;
        added.append(row);
        return;
    }
    UnknownRow& row = m_rows[at];
    if (row.snapshot.record.version > changed.record.version)
        return;
    // A brief snapshot says nothing of the evidence: what was read stays until it is read again.
    const QList<EvidenceLine> evidence = row.snapshot.evidence;
    const QByteArray cause = row.snapshot.resultSummary;
    row.snapshot = changed;
    row.snapshot.evidence = evidence;
    row.snapshot.resultSummary = cause;
    row.holdUntilMs = changed.record.holdUntilMs;
    row.isSettled = !isUnknown;
    row.isRead = false;
}

void UnknownModel::apply(const QHash<ActionId, ActionSnapshot>& open,
                         const QList<ActionSnapshot>& changed)
{
    QList<UnknownRow> added;
    for (const ActionSnapshot& snapshot : changed)
        take(snapshot, added);
    if (!added.isEmpty()) {
        std::sort(added.begin(), added.end(), isBefore);
        beginInsertRows({}, rowCount(), rowCount() + int(added.size()) - 1);
        m_rows += added;
        endInsertRows();
    }
    count(open);
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

void UnknownModel::count(const QHash<ActionId, ActionSnapshot>& open)
{
    for (auto newer = m_newer.begin(); newer != m_newer.end();) {
        if (open.contains(newer.key()))
            ++newer;
        else
            newer = m_newer.erase(newer);
    }
    const WaitingCalls waiting = waitingCalls(open, m_newer);
    for (UnknownRow& row : m_rows) {
        row.waiting = waiting.byUnknown.value(row.snapshot.record.id);
        row.freed = waiting.freed.value(row.snapshot.record.id);
    }
    m_doubtful = waiting.doubtful;
}

void UnknownModel::takeFresh(const QHash<ActionId, ActionSnapshot>& open,
                             const QList<ActionSnapshot>& snapshots)
{
    for (const ActionSnapshot& snapshot : snapshots)
        m_newer.insert(snapshot.record.id, snapshot);
    apply(open, {});
}

void UnknownModel::takeWhole(const ActionSnapshot& snapshot)
{
    const int at = rowOf(snapshot.record.id);
    if (at < 0 || m_rows.at(at).snapshot.record.version > snapshot.record.version)
        return;
    UnknownRow& row = m_rows[at];
    row.snapshot = snapshot;
    row.holdUntilMs = snapshot.record.holdUntilMs;
    row.isSettled = snapshot.record.state != ActionState::Unknown;
    row.isRead = true;
    emit dataChanged(index(at, 0), index(at, kColumns - 1));
}

QList<UnknownRow> UnknownModel::inOrder(const ActionId& kept) const
{
    QList<UnknownRow> rows;
    std::copy_if(m_rows.cbegin(), m_rows.cend(), std::back_inserter(rows),
                 [&kept](const UnknownRow& row) {
                     return !row.isSettled || row.snapshot.record.id == kept;
                 });
    std::sort(rows.begin(), rows.end(), isBefore);
    return rows;
}

void UnknownModel::arrange(const ActionId& kept)
{
    beginResetModel();
    m_rows = inOrder(kept);
    endResetModel();
}

bool UnknownModel::isArranged() const
{
    const bool hasSettled = std::any_of(m_rows.cbegin(), m_rows.cend(),
                                        [](const UnknownRow& row) { return row.isSettled; });
    return !hasSettled && std::is_sorted(m_rows.cbegin(), m_rows.cend(), isBefore);
}

void UnknownModel::setNow(qint64 wallMs)
{
    m_nowMs = wallMs;
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, Since), index(rowCount() - 1, State));
}

void UnknownModel::setBlank(bool blank)
{
    m_isBlank = blank;
    if (!m_rows.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int UnknownModel::openCount() const
{
    return int(std::count_if(m_rows.cbegin(), m_rows.cend(),
                             [](const UnknownRow& row) { return !row.isSettled; }));
}

int UnknownModel::blockingCount() const
{
    return int(std::count_if(m_rows.cbegin(), m_rows.cend(), [](const UnknownRow& row) {
        return !row.isSettled && !row.waiting.isEmpty();
    }));
}

QList<ActionId> UnknownModel::doubtful() const
{
    return m_doubtful.mid(0, kMostDoubtful);
}

ActionId UnknownModel::unreadIn(int firstRow, int lastRow) const
{
    for (int row = std::max(0, firstRow); row <= lastRow && row < m_rows.size(); ++row) {
        if (!m_rows.at(row).isRead)
            return m_rows.at(row).snapshot.record.id;
    }
    return {};
}

int UnknownModel::rowOf(const ActionId& action) const
{
    for (int row = 0; row < m_rows.size(); ++row) {
        if (m_rows.at(row).snapshot.record.id == action)
            return row;
    }
    return -1;
}

int UnknownModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int UnknownModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString UnknownModel::stateText(const UnknownRow& row) const
{
    if (row.isSettled)
        return actionStateText(row.snapshot.record.state == ActionState::Unknown
                                   ? ActionState::Determined
                                   : row.snapshot.record.state);
    if (!row.snapshot.tamperedWith.isEmpty())
        //: State of a call: what is stored about it was changed by somebody.
        return tr("Does not match the record");
    if (row.holdUntilMs > m_nowMs)
        //: State: a determination is recorded and takes effect in %1 seconds.
        return tr("Takes effect in %1 s")
            .arg((row.holdUntilMs - m_nowMs + kSecondMs - 1) / kSecondMs);
    //: State of an unknown outcome: nobody has recorded anything.
    return tr("Open");
}

QString UnknownModel::text(const UnknownRow& row, int column) const
{
    const ActionSnapshot& snapshot = row.snapshot;
    switch (column) {
    case Blocks:
        //: Cell: this outcome holds nothing up.
        return row.waiting.isEmpty() ? tr("Nothing") : QString::number(row.waiting.size());
    case Target:
        return UnknownText::targets(snapshot);
    case Effect:
        //: Cell: %1 = class of effect ("Irreversible"), %2 = what the call does.
        return tr("%1: %2").arg(UnknownText::effect(snapshot.record.effect),
                                visibleLine(snapshot.summary, TextRole::Prose));
    case Since:
        //: Cell: since when; %1 = an age such as "6 min".
        return tr("%1 ago").arg(ageText(m_nowMs - snapshot.record.changedAtMs));
    case Evidence:
        return evidenceText(row);
    case State:
        return stateText(row);
    default: // a column is a number, not an enumeration, in Qt's models
        return {};
    }
}

QString UnknownModel::sentence(const UnknownRow& row) const
{
    //: A row for screen readers: %1 effect, %2 target, %3 since when ("6 min ago"), %4 state.
    const QString sentence =
        tr("Outcome unknown. %1. Target %2. %3. %4.")
            .arg(text(row, Effect), text(row, Target), text(row, Since), text(row, State));
    if (row.waiting.isEmpty())
        return sentence;
    //: A row for screen readers: %1 = the sentences above, %2 = calls that wait.
    return tr("%1 Waiting calls: %2.").arg(sentence, text(row, Blocks));
}

QVariant UnknownModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || m_isBlank)
        return {};
    const UnknownRow& row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == 0 ? sentence(row) : text(row, index.column());
    case Qt::ToolTipRole:
        if (index.column() != Since)
            return text(row, index.column());
        //: Tool tip of a time: %1 = local, %2 = UTC.
        return tr("%1\n%2").arg(localTimeText(row.snapshot.record.changedAtMs),
                                utcTimeText(row.snapshot.record.changedAtMs));
    case ActionRole:
        return row.snapshot.record.id.value();
    case BlocksRole:
        return int(row.waiting.size());
    case SettledRole:
        return row.isSettled;
    default: // roles are numbers that views may extend
        return {};
    }
}

QVariant UnknownModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Blocks:
        //: Column: how many calls wait because of it.
        return tr("Blocks");
    case Target:
        //: Column: the outside object that the call touches.
        return tr("Target");
    case Effect:
        //: Column: class of effect.
        return tr("Effect");
    case Since:
        //: Column: since when the outcome is unknown.
        return tr("Since");
    case Evidence:
        //: Column: what is known about the outcome.
        return tr("Evidence");
    case State:
        //: Column: what has been recorded about it.
        return tr("State");
    default: // sections are numbers
        return {};
    }
}

} // namespace lockkeeper
