// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "benchmarks/windowfigures.h"

#include <QString>

namespace lockkeeper {

class RealConsole;

/// How much is measured.
struct WindowBenchOptions
{
    int pending = 10'000;
    qint64 rows = 1'000'000;
    int steps = 10'000; ///< of scrolling, in each table
    int starts = 7;
    int samples = 300; ///< of what is done one by one
};

/// The window over a store on disk where so many calls wait, from its start until it is usable.
/// Leaves it started.
void measureStart(const WindowBenchOptions& options, RealConsole& console, FigureTable& table);
/// From an admission to the row on the screen, and from an approval to the tool.
void measureLive(const WindowBenchOptions& options, RealConsole& console, FigureTable& table);
/// Scrolling while rows come: the tables over that store, and over a core without one that has as
/// many rows as wanted.
void measureScrolling(const WindowBenchOptions& options, RealConsole& console, FigureTable& table);

} // namespace lockkeeper
