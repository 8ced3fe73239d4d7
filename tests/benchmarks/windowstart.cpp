// SPDX-License-Identifier: Apache-2.0
// From the start to a list that can be used, beside the least that this could take: the same rows
// read with the plain SQLite C API and a table view that has nothing to say.
#include "benchmarks/rawtable.h"
#include "benchmarks/realconsole.h"
#include "benchmarks/windowbench.h"
#include "benchmarks/windowwatch.h"
#include "core/store/sqlresources.h"
#include "core/store/statementcatalogue.h"
#include "ui/mainwindow.h"
#include "ui/pending/pendingview.h"

#include <QFile>

#include <sqlite3.h>

namespace lockkeeper {

namespace {

constexpr int kPage = 500; ///< as the window asks for them
constexpr QSize kSize{1280, 800};
constexpr double kWindowMs = 300;
constexpr double kUsableMs = 1200;

struct Parts
{
    Samples window;
    Samples rows;
    Samples usable;
    Samples usableCpu;
    Samples raw;
    Samples rawCpu;
};

void must(int code, sqlite3* database)
{
    if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
        qFatal("SQLite: %s", sqlite3_errmsg(database));
}

QByteArray statementText(const char* name)
{
    registerSqlResources();
    const auto catalogue = StatementCatalogue::load({QStringLiteral(":/sql/statements")});
    const Statement* statement = catalogue ? catalogue->find(name) : nullptr;
    if (!statement)
        qFatal("there is no statement %s", name);
    return statement->sql;
}

/// Reads one page of open actions, every column, and gives how many rows there were.
int readPage(sqlite3_stmt* statement, QByteArray& before)
{
    sqlite3_bind_text(statement, 1, before.constData(), int(before.size()), SQLITE_TRANSIENT);
    sqlite3_bind_int(statement, 2, kPage);
    int rows = 0;
    qint64 seen = 0;
    int code = sqlite3_step(statement);
    for (; code == SQLITE_ROW; code = sqlite3_step(statement)) {
        ++rows;
        for (int column = 0; column < sqlite3_column_count(statement); ++column) {
            if (sqlite3_column_blob(statement, column) != nullptr)
                seen += sqlite3_column_bytes(statement, column);
        }
        before = QByteArray(static_cast<const char*>(sqlite3_column_blob(statement, 0)),
                            sqlite3_column_bytes(statement, 0));
    }
    must(code, sqlite3_db_handle(statement));
    sqlite3_reset(statement);
    if (rows > 0 && seen == 0)
        qFatal("the rows are empty");
    return rows;
}

int readOpenActions(const QString& path, const QByteArray& sql)
{
    sqlite3* database = nullptr;
    must(sqlite3_open_v2(QFile::encodeName(path).constData(), &database, SQLITE_OPEN_READWRITE,
                         nullptr),
         database);
    sqlite3_stmt* statement = nullptr;
    must(sqlite3_prepare_v2(database, sql.constData(), int(sql.size()), &statement, nullptr),
         database);
    QByteArray before = "~";
    int all = 0;
    int rows = 0;
    do {
        rows = readPage(statement, before);
        all += rows;
    } while (rows == kPage);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return all;
}

void rawStart(const RealConsole& console, const QByteArray& sql, Parts& parts)
{
    const double cpuStart = programCpuMs();
    const qint64 start = nowNs();
    const int rows = readOpenActions(console.storePath(), sql);
    RawModel model(rows, PendingModel::kColumns);
    QTableView view;
    view.setModel(&model);
    view.verticalHeader()->hide();
    view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view.resize(kSize);
    view.show();
    waitUntilPainted(
        *view.viewport(), []() { return true; }, "the raw table");
    pressKey(view, Qt::Key_Down);
    waitUntilPainted(
        *view.viewport(), [&view]() { return view.currentIndex().isValid(); }, "the raw selection");
    parts.raw.add(msSince(start));
    parts.rawCpu.add(programCpuMs() - cpuStart);
}

void startOnce(RealConsole& console, int pending, Parts& parts)
{
    const qint64 start = nowNs();
    const double cpuStart = programCpuMs();
    console.start();
    waitUntilPainted(
        console.window(), []() { return true; }, "the window");
    parts.window.add(msSince(start));
    const auto find = [&console]() {
        return console.window().findChild<PendingView*>(QStringLiteral("pendingList"));
    };
    waitUntil([&find]() { return find() != nullptr; }, "the list");
    PendingView& view = *find();
    waitUntilPainted(
        *view.viewport(), [&]() { return view.model()->rowCount() >= pending; }, "its rows");
    parts.rows.add(msSince(start));
    pressKey(view, Qt::Key_Down);
    waitUntilPainted(
        *view.viewport(), [&view]() { return view.currentIndex().isValid(); }, "the selection");
    parts.usable.add(msSince(start));
    parts.usableCpu.add(programCpuMs() - cpuStart);
}

} // namespace

void measureStart(const WindowBenchOptions& options, RealConsole& console, FigureTable& table)
{
    const QByteArray sql = statementText("action_page_open");
    Parts parts;
    for (int round = 0; round < options.starts; ++round) {
        console.stop();
        const bool rawFirst = round % 2 == 1;
        if (rawFirst)
            rawStart(console, sql, parts);
        startOnce(console, options.pending, parts);
        if (!rawFirst)
            rawStart(console, sql, parts);
    }
    const QByteArray pending = QByteArray::number(options.pending) + " pending";
    const QList<Limit> usable{{0.5, kUsableMs}};
    table.add({"start > window painted", parts.window, {}, {{0.5, kWindowMs}}, {{0.5, kWindowMs}}});
    table.add({"start > list with " + pending + " painted", parts.rows, {}, {}});
    table.add({"start > a key has moved the selection", parts.usable, parts.raw, usable});
    table.add({"start: the same, processor time of all threads",
               parts.usableCpu,
               parts.rawCpu,
               {},
               usable});
}

} // namespace lockkeeper
