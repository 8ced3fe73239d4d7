// SPDX-License-Identifier: Apache-2.0
// The window's own benchmark: how long it takes until it can be used over a store where many calls
// wait, how long until a call is seen and a yes reaches the tool, and what its long tables cost
// while they are scrolled and rows come. Beside each stands what the machine can do at best,
// measured in turns with it in the same run.
#include "benchmarks/windowbench.h"

#include "benchmarks/realconsole.h"
#include "core/base/random.h"
#include "ui/support/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QSaveFile>
#include <QTemporaryDir>

#include <cstdio>

using namespace lockkeeper;

namespace {

constexpr int kQuickPending = 1000;
constexpr int kQuickSteps = 400;
constexpr int kQuickStarts = 3;
constexpr int kQuickSamples = 40;
constexpr double kQuickFactor = 10;
constexpr int kLeast = 100;

void say(const char* what)
{
    std::fprintf(stderr, "%s …\n", what);
}

FigureTable measure(const WindowBenchOptions& options, const QString& directory)
{
    const QTemporaryDir place(directory + QStringLiteral("/windowbench-XXXXXX"));
    if (!place.isValid())
        qFatal("no folder can be made in %s", qPrintable(directory));
    FigureTable table;
    RealConsole console(place.path());
    say("filling the store");
    console.startCore();
    console.fill(options.pending);
    say("starting");
    measureStart(options, console, table);
    say("admitting and approving");
    measureLive(options, console, table);
    say("scrolling");
    measureScrolling(options, console, table);
    table.note("Of one run, on whatever the machine does besides: the ratios to raw mean most. A "
               "start is that of core and window, without the process and the keychain.");
    return table;
}

bool write(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription("How fast the window is, beside what the machine can do");
    parser.addHelpOption();
    parser.addOptions({{"directory", "On which disk (default: here).", "DIR", QDir::currentPath()},
                       {"pending", "Calls that wait in the store (default 10000).", "N"},
                       {"rows", "Rows of the tables without a store (default 1000000).", "N"},
                       {"steps", "Steps of scrolling in each of them (default 10000).", "N"},
                       {"starts", "Measured starts (default 7).", "N"},
                       {"samples", "Measured admissions and approvals (default 300).", "N"},
                       {"markdown", "Also write the table to this file.", "FILE"},
                       {"quick", "A short run that fails where a limit is missed tenfold."}});
    parser.process(application);
    WindowBenchOptions options;
    const bool isQuick = parser.isSet("quick");
    if (isQuick)
        options = {kQuickPending, options.rows, kQuickSteps, kQuickStarts, kQuickSamples};
    const auto number = [&parser](const char* name, auto& into) {
        if (parser.isSet(name))
            into = std::max(1, parser.value(name).toInt());
    };
    number("pending", options.pending);
    number("rows", options.rows);
    number("steps", options.steps);
    number("starts", options.starts);
    number("samples", options.samples);
    if (options.pending < kLeast || options.rows < kLeast || options.steps < kLeast ||
        !initialiseCrypto())
        parser.showHelp(2);
    applyTheme(application, ThemeChoice::Light);

    const FigureTable table = measure(options, parser.value("directory"));
    std::fputs(table.text().constData(), stdout);
    if (parser.isSet("markdown") && !write(parser.value("markdown"), table.markdown())) {
        std::fprintf(stderr, "%s cannot be written\n", qPrintable(parser.value("markdown")));
        return 2;
    }
    const QByteArrayList exceeded = isQuick ? table.exceeded(kQuickFactor) : QByteArrayList();
    for (const QByteArray& sentence : exceeded)
        std::fprintf(stderr, "%s\n", sentence.constData());
    return exceeded.isEmpty() ? 0 : 1;
}
