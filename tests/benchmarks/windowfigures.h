// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QList>

namespace lockkeeper {

/// Times of one thing that was done again and again, in milliseconds.
class Samples
{
public:
    void add(double ms);
    void add(const Samples& more);
    [[nodiscard]] qsizetype size() const { return m_values.size(); }
    /// The least value that `share` (0 to 1) of all are not above; 0 if there are none.
    [[nodiscard]] double at(double share) const;
    [[nodiscard]] double median() const;
    [[nodiscard]] double worst() const { return at(1); }

private:
    mutable QList<double> m_values;
    mutable bool m_isSorted = true;
};

/// So much of all samples took no longer than this.
struct Limit
{
    double share = 0.5;
    double mostMs = 0;
};

/// One line of the table.
struct Figure
{
    QByteArray what;
    Samples ours;
    Samples raw; ///< the ceiling, measured in turns with it; empty if there is none
    QList<Limit> must;
    /// What the short form checks, many times as wide: nothing that fails for what else the machine
    /// does.
    QList<Limit> checks = {};
};

/// What was measured, as one table.
class FigureTable
{
public:
    void add(const Figure& figure) { m_figures.append(figure); }
    /// A sentence below the table.
    void note(const QByteArray& sentence) { m_notes.append(sentence); }
    [[nodiscard]] QByteArray text() const;
    [[nodiscard]] QByteArray markdown() const;
    /// A sentence for each of the checks that fails although it is `factor` times as wide.
    [[nodiscard]] QByteArrayList exceeded(double factor) const;

private:
    [[nodiscard]] QList<QByteArrayList> cells() const;

    QList<Figure> m_figures;
    QByteArrayList m_notes;
};

} // namespace lockkeeper
