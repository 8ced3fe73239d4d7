// SPDX-License-Identifier: Apache-2.0
#include "app/commandline.h"
#include "app/console.h"
#include "app/hardening.h"
#include "core/base/killpoint.h"

#include <QFile>

#include <cstdio>

int main(int argc, char** argv)
{
    using namespace lockkeeper;

    hardenProcess();
    initialiseKillPoints();
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QFile::decodeName(argv[i]));
    const Result<CommandLine> line = parseCommandLine(arguments);
    if (!line) {
        std::fprintf(stderr, "lockkeeper: %s; try --help\n", line.error().message().constData());
        return static_cast<int>(ExitCode::Usage);
    }
    switch (line->task) {
    case CommandLine::Task::ShowHelp:
        std::fputs(usageText().constData(), stdout);
        return static_cast<int>(ExitCode::Done);
    case CommandLine::Task::ShowVersion:
        std::puts("lockkeeper " LOCKKEEPER_VERSION);
        return static_cast<int>(ExitCode::Done);
    case CommandLine::Task::Run:
        break;
    }
    return static_cast<int>(runConsole(argc, argv, *line));
}
