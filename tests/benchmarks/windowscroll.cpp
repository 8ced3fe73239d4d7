// SPDX-License-Identifier: Apache-2.0
// Scrolling through long tables while rows come, beside a plain table view of the same size to
// which as many rows come.
#include "benchmarks/pagecore.h"
#include "benchmarks/rawtable.h"
#include "benchmarks/realconsole.h"
#include "benchmarks/scrollrun.h"
#include "benchmarks/windowbench.h"
#include "benchmarks/windowwatch.h"
#include "ui/history/historymodel.h"
#include "ui/mainwindow.h"
#include "ui/runs/runitemsmodel.h"

#include <QAction>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <memory>

#include <unistd.h>

namespace lockkeeper {

namespace {

constexpr int kRounds = 4;        ///< ours and raw take turns so often
constexpr int kRealBatch = 5;     ///< calls of a submission
constexpr int kRealShare = 10;    ///< over the real store only so many of the steps are made
constexpr int kBetweenKeys = 200; ///< steps after which the new records are taken in
constexpr double kFrameP50Ms = 8;
constexpr double kFrameP99Ms = 16.7;
constexpr double kStallMs = 50;
constexpr double kStallWorstMs = 200;
constexpr double kMostMebibytes = 250;

template<class T>
T& child(MainWindow& window, const char* name)
{
    auto* found = window.findChild<T*>(QLatin1String(name));
    if (!found)
        qFatal("there is no %s in the window", name);
    return *found;
}

ScrolledTable openRuns(MainWindow& window, qint64 rows)
{
    child<QAction>(window, "railRunsCommand").trigger();
    auto& runs = child<QTableView>(window, "runsTable");
    auto& view = child<QTableView>(window, "runItemsTable");
    waitUntil([&runs]() { return runs.model()->rowCount() > 0; }, "the run");
    runs.selectRow(0);
    waitUntil([&]() { return view.model()->rowCount() >= rows; }, "the calls of the run");
    const auto* items = qobject_cast<const RunItemsModel*>(view.model());
    return {&view, [items](int row) { return items->item(row).place >= 0; }, {}};
}

ScrolledTable openHistory(MainWindow& window, qint64 rows)
{
    child<QAction>(window, "railHistoryCommand").trigger();
    auto& view = child<QTableView>(window, "historyTable");
    waitUntil([&]() { return view.model()->rowCount() >= rows; }, "the record");
    const auto isThere = [&view](int row) {
        return view.model()->index(row, 0).data(HistoryModel::LoadedRole).toBool();
    };
    view.setFocus();
    return {&view, isThere, [&view]() { pressKey(view, Qt::Key_Period, QStringLiteral(".")); }};
}

/// The program's own memory that is not shared with others, in MiB.
double residentMebibytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArrayList pages = file.readAll().split(' ');
    return double((pages.value(1).toLongLong() - pages.value(2).toLongLong()) *
                  sysconf(_SC_PAGESIZE)) /
           (1024 * 1024);
}

struct Scrolled
{
    ScrollFigures ours;
    ScrollFigures raw;
};

/// `growing` begins and ends the coming of rows for ours.
Scrolled scroll(const ScrolledTable& table, int steps, bool rawAtTop,
                const std::function<void(bool)>& growing)
{
    Scrolled measured;
    RawModel rawModel(table.view->model()->rowCount(), table.view->model()->columnCount());
    RawTable rawView(rawModel, *table.view);
    QTimer rawGrowth;
    rawGrowth.setInterval(PageCore::kBatchMs);
    QObject::connect(&rawGrowth, &QTimer::timeout, &rawView,
                     [&]() { rawModel.insert(PageCore::kBatch, rawAtTop); });
    ScrollRun ours(table, kBetweenKeys, measured.ours);
    ScrollRun raw({&rawView, [](int) { return true; }, {}}, kBetweenKeys, measured.raw);
    for (int round = 0; round < kRounds; ++round) {
        growing(true);
        ours.run(steps / kRounds);
        growing(false);
        rawView.show();
        rawGrowth.start();
        raw.run(steps / kRounds);
        rawGrowth.stop();
        rawView.hide();
    }
    return measured;
}

void addFigures(const QByteArray& where, const Scrolled& scrolled, FigureTable& table)
{
    const QList<Limit> frame{{0.5, kFrameP50Ms}, {0.99, kFrameP99Ms}};
    table.add({where + ": step > painted", scrolled.ours.frames, scrolled.raw.frames, frame});
    table.add(
        {where + ": the same, processor time", scrolled.ours.cpu, scrolled.raw.cpu, frame, frame});
    table.add({where + ": jump > its rows painted", scrolled.ours.jumps, {}, {}});
    table.add({where + ": GUI thread between two beats",
               scrolled.ours.gaps,
               scrolled.raw.gaps,
               {{0.999, kStallMs}, {1, kStallWorstMs}},
               {{1, kStallWorstMs}}});
}

void measureReal(const WindowBenchOptions& options, RealConsole& console, FigureTable& table)
{
    QTimer arrivals;
    arrivals.setInterval(PageCore::kBatchMs);
    QObject::connect(&arrivals, &QTimer::timeout, &console.window(), [&console]() {
        console.submit(kRealBatch, [](const SubmissionAnswer& answer) { Q_UNUSED(answer); });
    });
    const auto growing = [&arrivals](bool isGrowing) {
        if (isGrowing)
            arrivals.start();
        else
            arrivals.stop();
    };
    const int steps = std::max(kRounds, options.steps / kRealShare);
    const ScrolledTable runs = openRuns(console.window(), options.pending);
    addFigures("Runs on the store", scroll(runs, steps, false, growing), table);
    const ScrolledTable history = openHistory(console.window(), options.pending);
    addFigures("History on the store", scroll(history, steps, true, growing), table);
}

void measureComputed(const WindowBenchOptions& options, const QString& directory,
                     FigureTable& table)
{
    const double before = residentMebibytes();
    PageCore core(options.rows);
    auto window = std::make_unique<MainWindow>(directory + QStringLiteral("/window.ini"));
    window->open();
    window->connectCore(core);
    const auto growing = [&core](bool isGrowing) { core.setGrowing(isGrowing); };
    const QByteArray rows = QByteArray::number(options.rows) + " rows";
    const ScrolledTable runs = openRuns(*window, options.rows);
    addFigures("Runs, " + rows, scroll(runs, options.steps, false, growing), table);
    const ScrolledTable history = openHistory(*window, options.rows);
    addFigures("History, " + rows + " or more", scroll(history, options.steps, true, growing),
               table);
    const double grown = residentMebibytes() - before;
    table.note("The window over " + rows + " took " + QByteArray::number(grown, 'f', 0) +
               " MiB more than was there before it (must: 250 at most" +
               (grown <= kMostMebibytes ? "" : "; MISSED") + ").");
    window->disconnectCore();
    core.close();
    window.reset();
}

} // namespace

void measureScrolling(const WindowBenchOptions& options, RealConsole& console, FigureTable& table)
{
    measureReal(options, console, table);
    console.stop();
    measureComputed(options, console.directory(), table);
}

} // namespace lockkeeper
