// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "benchmarks/windowfigures.h"
#include "benchmarks/windowwatch.h"

#include <QEventLoop>
#include <QObject>
#include <QTimer>

#include <functional>
#include <random>

class QTableView;

namespace lockkeeper {

/// A table to scroll through.
struct ScrolledTable
{
    QTableView* view = nullptr;
    std::function<bool(int row)> isThere; ///< the row's content has come
    std::function<void()> sometimes;      ///< done once in a while, as a part of a step
};

struct ScrollFigures
{
    Samples frames; ///< from a step to its whole picture
    Samples cpu;    ///< the same, in time of the processor
    Samples jumps;  ///< from a jump far away to the picture with the rows that had to be read
    Samples gaps;   ///< between two beats of the thread, all the time
};

/// Scrolls as a person does, only without a rest: mostly by three rows, now and then by a page, one
/// step in a hundred to a place anywhere. After each step the whole table is painted, and whatever
/// else came is handled. GUI thread.
class ScrollRun final : public QObject
{
public:
    /// The figures outlive it.
    ScrollRun(const ScrolledTable& table, int betweenOthers, ScrollFigures& figures);

    /// Makes so many steps; returns when they are done.
    void run(int steps);

private:
    void step();
    void jumpSeen();
    [[nodiscard]] int nextPlace();

    const ScrolledTable m_table;
    const int m_betweenOthers;
    ScrollFigures& m_figures;
    std::mt19937 m_random{20};
    int m_steps = 0;
    int m_left = 0;
    int m_direction = 1;
    int m_awaited = -1; ///< row that a jump waits for
    qint64 m_jumpNs = 0;
    QTimer m_stepping;
    QTimer m_limit; ///< for what a jump waits for
    QEventLoop m_loop;
};

} // namespace lockkeeper
