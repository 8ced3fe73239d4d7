// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/scrollrun.h"

#include <QScrollBar>
#include <QTableView>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kWheelRows = 3;
constexpr int kPageEvery = 10;
constexpr int kJumpEvery = 100;
constexpr int kLimitMs = 30'000;

} // namespace

ScrollRun::ScrollRun(const ScrolledTable& table, int betweenOthers, ScrollFigures& figures)
    : m_table(table)
    , m_betweenOthers(betweenOthers)
    , m_figures(figures)
{
    m_stepping.setInterval(0); // after everything else that waits
    connect(&m_stepping, &QTimer::timeout, this, &ScrollRun::step);
    m_limit.setSingleShot(true);
    m_limit.setInterval(kLimitMs);
    connect(&m_limit, &QTimer::timeout, this,
            []() { qFatal("rows that were jumped to did not come in half a minute"); });
    connect(m_table.view->model(), &QAbstractItemModel::dataChanged, this, [this]() {
        if (m_awaited >= 0 && m_table.isThere(m_awaited))
            jumpSeen();
    });
}

void ScrollRun::run(int steps)
{
    m_left = steps;
    StallProbe probe;
    probe.start();
    m_stepping.start();
    m_loop.exec();
    probe.stop();
    m_figures.gaps.add(probe.gaps());
}

int ScrollRun::nextPlace()
{
    const QScrollBar& bar = *m_table.view->verticalScrollBar();
    if (m_steps % kJumpEvery == 0)
        return int(m_random() % unsigned(bar.maximum() + 1));
    const int rows = m_steps % kPageEvery == 0 ? bar.pageStep() : kWheelRows;
    if (bar.value() + m_direction * rows > bar.maximum() || bar.value() + m_direction * rows < 0)
        m_direction = -m_direction;
    return std::clamp(bar.value() + m_direction * rows, 0, bar.maximum());
}

void ScrollRun::step()
{
    if (m_left-- == 0) {
        m_stepping.stop();
        m_loop.quit();
        return;
    }
    ++m_steps;
    const bool isJump = m_steps % kJumpEvery == 0;
    const int place = nextPlace();
    const qint64 start = nowNs();
    const double cpuStart = threadCpuMs();
    if (m_table.sometimes && m_steps % m_betweenOthers == 0)
        m_table.sometimes();
    m_table.view->verticalScrollBar()->setValue(place);
    m_table.view->viewport()->repaint();
    m_figures.cpu.add(threadCpuMs() - cpuStart);
    m_figures.frames.add(msSince(start));
    if (!isJump)
        return;
    m_jumpNs = start;
    m_awaited = std::max(0, m_table.view->rowAt(m_table.view->viewport()->height() / 2));
    if (m_table.isThere(m_awaited))
        return jumpSeen();
    // Nothing is done meanwhile but what brings the rows.
    m_stepping.stop();
    m_limit.start();
}

void ScrollRun::jumpSeen()
{
    m_awaited = -1;
    m_limit.stop();
    m_table.view->viewport()->repaint();
    m_figures.jumps.add(msSince(m_jumpNs));
    m_stepping.start();
}

} // namespace lockkeeper
