// SPDX-License-Identifier: Apache-2.0
#include "app/commandline.h"

namespace lockkeeper {

namespace {

/// The options that take a directory or file, and where it goes.
QString* pathOption(CommandLine& line, const QString& name)
{
    if (name == QLatin1String("--profile"))
        return &line.profile;
    if (name == QLatin1String("--config"))
        return &line.config;
    return nullptr;
}

bool takeFlag(CommandLine& line, const QString& name)
{
    if (name == QLatin1String("--headless"))
        line.headless = true;
    else if (name == QLatin1String("--demo"))
        line.demo = true;
    else if (name == QLatin1String("--help") || name == QLatin1String("-h"))
        line.task = CommandLine::Task::ShowHelp;
    else if (name == QLatin1String("--version")) {
        if (line.task == CommandLine::Task::Run)
            line.task = CommandLine::Task::ShowVersion;
    } else
        return false;
    return true;
}

Error usage(const QString& text)
{
    return Error(ErrorCode::InvalidArgument, text.toUtf8());
}

} // namespace

Result<CommandLine> parseCommandLine(const QStringList& arguments)
{
    CommandLine line;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString& argument = arguments.at(i);
        const qsizetype equals = argument.startsWith(QLatin1String("--"))
                                     ? argument.indexOf(QLatin1Char('='))
                                     : qsizetype(-1);
        const QString name = equals < 0 ? argument : argument.first(equals);
        if (QString* path = pathOption(line, name)) {
            const bool isNext = equals < 0 && i + 1 < arguments.size();
            const QString value = isNext ? arguments.at(++i)
                                         : argument.mid(equals < 0 ? argument.size() : equals + 1);
            if (value.isEmpty())
                return usage(QStringLiteral("%1 needs a value").arg(name));
            if (!path->isEmpty())
                return usage(QStringLiteral("%1 is given twice").arg(name));
            *path = value;
        } else if (equals >= 0 || !takeFlag(line, argument)) {
            return usage(QStringLiteral("“%1” is not an option of lockkeeper").arg(argument));
        }
    }
    if (line.demo && !line.config.isEmpty())
        return usage(QStringLiteral("--demo writes its own configuration; leave --config out"));
    return line;
}

QByteArray usageText()
{
    return R"(Usage: lockkeeper [--profile DIR] [--config FILE] [--headless] [--demo]

Holds the tool calls of AI agents for approval and runs what was approved at most once.

  --profile DIR  keep everything but the guard in DIR (made if it is missing);
                 without it: config in $XDG_CONFIG_HOME/lockkeeper,
                 data in $XDG_DATA_HOME/lockkeeper
  --config FILE  read FILE in place of the profile's config.jsonc
  --headless     run core and gateways without a window
  --demo         a profile with harmless practice tools and an agent that proposes
                 real calls to them; without --profile it is thrown away at the end.
                 Operators need no proof in it
  --help         show this text
  --version      show the version

The guard file lies in $XDG_STATE_HOME/lockkeeper, outside every profile.
SIGTERM or SIGINT stop in order; a second one stops at once.
Exit codes: 0 done, 1 refused or failed (the reason is on stderr), 2 usage.
)";
}

} // namespace lockkeeper
