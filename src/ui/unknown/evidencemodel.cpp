// SPDX-License-Identifier: Apache-2.0
#include "ui/unknown/evidencemodel.h"

#include "ui/arguments/visibletext.h"
#include "ui/support/timetext.h"
#include "ui/unknown/unknowntext.h"

namespace lockkeeper {

namespace {

constexpr int kLongestLine = 2000; ///< the core keeps 500 characters: nothing is cut here

} // namespace

EvidenceModel::EvidenceModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void EvidenceModel::setLines(const QList<EvidenceLine>& lines)
{
    beginResetModel();
    m_lines = lines;
    endResetModel();
}

int EvidenceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_lines.size());
}

int EvidenceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString EvidenceModel::text(const EvidenceLine& line, int column) const
{
    switch (column) {
    case Time:
        //: Cell: a line of evidence without a time.
        return line.atMs == 0 ? tr("–") : localTimeText(line.atMs);
    case Source:
        return UnknownText::source(line.source);
    case Strength:
        return UnknownText::strength(line.strength);
    case Text:
        return line.reach.isEmpty()
                   ? visibleLine(line.text, TextRole::Prose, kLongestLine)
                   //: A line of evidence: %1 what is known, %2 how far it reaches ("attempt 1").
                   : tr("%1 (%2)").arg(visibleLine(line.text, TextRole::Prose, kLongestLine),
                                       visibleLine(line.reach, TextRole::Prose));
    default: // a column is a number
        return {};
    }
}

QString EvidenceModel::sentence(const EvidenceLine& line) const
{
    //: A row for screen readers: %1 how sure, %2 what is known, %3 source, %4 time.
    return tr("%1. %2. Source: %3. %4.")
        .arg(text(line, Strength), text(line, Text), text(line, Source), text(line, Time));
}

QVariant EvidenceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const EvidenceLine& line = m_lines.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(line, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == 0 ? sentence(line) : text(line, index.column());
    case Qt::ToolTipRole:
        return index.column() == Time ? utcTimeText(line.atMs) : QString();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignTop | Qt::AlignLeading);
    default: // roles are numbers that views may extend
        return {};
    }
}

QVariant EvidenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        //: Column of the evidence: when.
        return tr("Time");
    case Source:
        //: Column of the evidence: where it comes from.
        return tr("Source");
    case Strength:
        //: Column of the evidence: certain, strong, weak or not known.
        return tr("How sure");
    case Text:
        //: Column of the evidence.
        return tr("What we know");
    default: // sections are numbers
        return {};
    }
}

} // namespace lockkeeper
