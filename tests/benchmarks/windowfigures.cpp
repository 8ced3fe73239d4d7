// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/windowfigures.h"

#include <algorithm>
#include <cmath>

namespace lockkeeper {

namespace {

constexpr double kMedian = 0.5;
constexpr double kPercent = 100;

QByteArray number(double ms)
{
    return QByteArray::number(ms, 'f', ms < 10 ? 2 : 1);
}

QByteArray shareName(double share)
{
    return share >= 1 ? QByteArray("worst") : "p" + QByteArray::number(share * kPercent);
}

QByteArray mustText(const QList<Limit>& must)
{
    QByteArrayList parts;
    for (const Limit& limit : must)
        parts.append(shareName(limit.share) + " <= " + number(limit.mostMs));
    return parts.join(", ");
}

QByteArray verdict(const Figure& figure)
{
    if (figure.must.isEmpty())
        return {};
    const bool isKept =
        std::all_of(figure.must.cbegin(), figure.must.cend(), [&figure](const Limit& limit) {
            return figure.ours.at(limit.share) <= limit.mostMs;
        });
    return isKept ? "kept" : "MISSED";
}

} // namespace

void Samples::add(double ms)
{
    m_values.append(ms);
    m_isSorted = false;
}

void Samples::add(const Samples& more)
{
    m_values.append(more.m_values);
    m_isSorted = false;
}

double Samples::at(double share) const
{
    if (m_values.isEmpty())
        return 0;
    if (!m_isSorted)
        std::sort(m_values.begin(), m_values.end());
    m_isSorted = true;
    const auto rank = qsizetype(std::ceil(share * double(m_values.size())));
    return m_values.at(std::clamp<qsizetype>(rank - 1, 0, m_values.size() - 1));
}

double Samples::median() const
{
    return at(kMedian);
}

QList<QByteArrayList> FigureTable::cells() const
{
    QList<QByteArrayList> rows;
    rows.append({"milliseconds", "n", "p50", "p99", "p99.9", "worst", "raw p50", "raw p99",
                 "of raw", "must", ""});
    for (const Figure& figure : m_figures) {
        const Samples& ours = figure.ours;
        QByteArrayList row{
            figure.what,           QByteArray::number(ours.size()), number(ours.median()),
            number(ours.at(0.99)), number(ours.at(0.999)),          number(ours.worst())};
        if (figure.raw.size() > 0)
            row.append({number(figure.raw.median()), number(figure.raw.at(0.99)),
                        number(ours.median() / std::max(figure.raw.median(), 1e-6))});
        else
            row.append({"", "", ""});
        row.append({mustText(figure.must), verdict(figure)});
        rows.append(row);
    }
    return rows;
}

QByteArray FigureTable::text() const
{
    const QList<QByteArrayList> rows = cells();
    QList<qsizetype> widths(rows.constFirst().size(), 0);
    for (const QByteArrayList& row : rows) {
        for (qsizetype column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths.at(column), row.at(column).size());
    }
    QByteArray out;
    for (const QByteArrayList& row : rows) {
        QByteArray line;
        for (qsizetype column = 0; column < row.size(); ++column) {
            const bool isWord = column == 0 || column >= row.size() - 2;
            const QByteArray& cell = row.at(column);
            line += isWord ? cell.leftJustified(widths.at(column))
                           : cell.rightJustified(widths.at(column));
            line += "  ";
        }
        while (line.endsWith(' '))
            line.chop(1);
        out += line + '\n';
    }
    for (const QByteArray& sentence : m_notes)
        out += '\n' + sentence;
    return m_notes.isEmpty() ? out : out + '\n';
}

QByteArray FigureTable::markdown() const
{
    QByteArray out;
    const QList<QByteArrayList> rows = cells();
    for (const QByteArrayList& row : rows) {
        out += "| " + row.join(" | ") + " |\n";
        if (&row == &rows.constFirst())
            out += '|' + QByteArray(" --- |").repeated(row.size()) + '\n';
    }
    for (const QByteArray& sentence : m_notes)
        out += '\n' + sentence + '\n';
    return out;
}

QByteArrayList FigureTable::exceeded(double factor) const
{
    QByteArrayList found;
    for (const Figure& figure : m_figures) {
        for (const Limit& limit : figure.checks) {
            const double is = figure.ours.at(limit.share);
            if (is > factor * limit.mostMs)
                found.append(figure.what + ": " + shareName(limit.share) + " was " + number(is) +
                             " ms, expected at most " + number(factor * limit.mostMs) + " ms");
        }
    }
    return found;
}

} // namespace lockkeeper
