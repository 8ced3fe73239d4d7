// SPDX-License-Identifier: Apache-2.0
#include "app/demo/practicecommand.h"

#include "app/commandline.h"
#include "app/demo/practiceagent.h"
#include "app/demo/practiceserver.h"
#include "app/demo/programs.h"
#include "app/demo/standardstreams.h"
#include "core/base/random.h"

#include <QCoreApplication>

#include <cstdio>

#include <sys/stat.h>

namespace lockkeeper {

namespace {

constexpr char kUsage[] = "Usage: lockkeeper-practice server --dir DIR\n"
                          "       lockkeeper-practice agent --profile DIR [--token-file FILE]\n";

int fail(ExitCode code, const QByteArray& text)
{
    std::fprintf(stderr, "lockkeeper-practice: %s\n", text.constData());
    return static_cast<int>(code);
}

int serve(const QString& directory)
{
    Result<PracticeTools> tools = PracticeTools::open(directory);
    if (!tools)
        return fail(ExitCode::Failed, tools.error().message());
    StandardStreams streams;
    PracticeServer server(streams, *std::move(tools));
    QObject::connect(&server, &PracticeServer::finished, QCoreApplication::instance(),
                     &QCoreApplication::quit, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

int propose(const QString& profile, const QString& tokenFile)
{
    mcp::StdioServerSpec bridge;
    bridge.command = programPath(Program::Control);
    bridge.arguments = {QStringLiteral("--profile"), profile, QStringLiteral("mcp"),
                        QStringLiteral("--no-start")};
    if (!tokenFile.isEmpty())
        bridge.arguments += {QStringLiteral("--token-file"), tokenFile};
    if (bridge.command.isEmpty())
        return fail(ExitCode::Failed, "lockkeeperctl is not where it was installed");
    PracticeAgent agent(bridge);
    QObject::connect(
        &agent, &PracticeAgent::finished, QCoreApplication::instance(),
        [](bool isComplete) {
            QCoreApplication::exit(
                static_cast<int>(isComplete ? ExitCode::Done : ExitCode::Failed));
        },
        Qt::QueuedConnection);
    agent.start();
    return QCoreApplication::exec();
}

/// The value behind `option`, once; empty if it is not there. Takes both out of `arguments`.
QString takeOption(QStringList& arguments, const QString& option)
{
    const qsizetype at = arguments.indexOf(option);
    if (at < 0 || at + 1 >= arguments.size())
        return {};
    const QString value = arguments.at(at + 1);
    arguments.remove(at, 2);
    return value;
}

} // namespace

int runPractice(int argc, char** argv)
{
    umask(077);
    const QCoreApplication application(argc, argv);
    if (!initialiseCrypto())
        return fail(ExitCode::Failed, "libsodium does not work here");
    QStringList arguments = QCoreApplication::arguments().mid(1);
    const QString task = arguments.isEmpty() ? QString() : arguments.takeFirst();
    if (task == QLatin1String("server")) {
        const QString directory = takeOption(arguments, QStringLiteral("--dir"));
        if (!directory.isEmpty() && arguments.isEmpty())
            return serve(directory);
    } else if (task == QLatin1String("agent")) {
        const QString profile = takeOption(arguments, QStringLiteral("--profile"));
        const QString tokenFile = takeOption(arguments, QStringLiteral("--token-file"));
        if (!profile.isEmpty() && arguments.isEmpty())
            return propose(profile, tokenFile);
    } else if (task == QLatin1String("--help")) {
        std::fputs(kUsage, stdout);
        return static_cast<int>(ExitCode::Done);
    }
    std::fputs(kUsage, stderr);
    return static_cast<int>(ExitCode::Usage);
}

} // namespace lockkeeper
