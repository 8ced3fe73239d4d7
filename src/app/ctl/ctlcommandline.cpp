// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/ctlcommandline.h"

#include "app/ctl/plaintext.h"

#include <algorithm>

namespace lockkeeper::ctl {

namespace {

Error usage(const QString& text)
{
    return Error(ErrorCode::InvalidArgument, text.toUtf8());
}

const CommandSpec* named(std::span<const CommandSpec> commands, const QString& name)
{
    for (const CommandSpec& command : commands) {
        if (name == QLatin1String(command.name))
            return &command;
    }
    return nullptr;
}

/// The command's words are the first one or two of `words`; they are taken away.
Result<const CommandSpec*> takeCommand(std::span<const CommandSpec> commands, QStringList& words)
{
    if (words.isEmpty())
        return usage(QStringLiteral("a command is missing"));
    if (words.size() >= 2) {
        const QString both = words.at(0) + QLatin1Char(' ') + words.at(1);
        if (const CommandSpec* found = named(commands, both)) {
            words.remove(0, 2);
            return found;
        }
    }
    if (const CommandSpec* found = named(commands, words.constFirst())) {
        words.removeFirst();
        return found;
    }
    return usage(QStringLiteral("“%1” is not a command of lockkeeperctl").arg(words.constFirst()));
}

struct Raw
{
    QStringList words;
    QList<QPair<QString, QString>> options; ///< with "=VALUE" cut off; null if there was none
};

/// Whether an option takes a value is known only with the command, so all that could be one is
/// looked up in every command: an option's name means the same wherever it stands.
bool takesValue(std::span<const CommandSpec> commands, const QString& option)
{
    if (option == QLatin1String("--profile"))
        return true;
    return std::any_of(commands.begin(), commands.end(), [&option](const CommandSpec& command) {
        return command.valueOptions.contains(option);
    });
}

Result<Raw> split(const QStringList& arguments, std::span<const CommandSpec> commands)
{
    Raw raw;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString& argument = arguments.at(i);
        if (argument == QLatin1String("--")) {
            raw.words += arguments.mid(i + 1);
            break;
        }
        if (argument == QLatin1String("-") || !argument.startsWith(QLatin1Char('-'))) {
            raw.words += argument;
            continue;
        }
        const qsizetype equals = argument.indexOf(QLatin1Char('='));
        const QString name = equals < 0 ? argument : argument.first(equals);
        QString value;
        if (equals >= 0) {
            value = argument.sliced(equals + 1);
            if (value.isNull())
                value = QLatin1String("");
        } else if (takesValue(commands, name)) {
            if (i + 1 >= arguments.size())
                return usage(QStringLiteral("%1 needs a value").arg(name));
            value = arguments.at(++i);
        }
        raw.options.append({name, value});
    }
    return raw;
}

Result<void> takeOption(CtlCommandLine& line, const QString& name, const QString& value)
{
    const bool isValue = line.command->valueOptions.contains(name);
    const bool isFlag = line.command->flags.contains(name);
    if (!isValue && !isFlag)
        return usage(QStringLiteral("%1 is not an option of %2")
                         .arg(name, QLatin1String(line.command->name)));
    if (isFlag && !value.isNull())
        return usage(QStringLiteral("%1 takes no value").arg(name));
    if (line.values.contains(name) || line.flags.contains(name))
        return usage(QStringLiteral("%1 is given twice").arg(name));
    if (isFlag)
        line.flags.insert(name);
    else
        line.values.insert(name, value);
    return {};
}

/// Takes --profile, --json, --help and --version out of `options`.
Result<void> takeGlobals(CtlCommandLine& line, QList<QPair<QString, QString>>& options)
{
    QList<QPair<QString, QString>> rest;
    for (const QPair<QString, QString>& option : std::as_const(options)) {
        const QString& name = option.first;
        if (name == QLatin1String("--profile")) {
            if (option.second.isEmpty() || !line.profile.isEmpty())
                return usage(QStringLiteral("--profile needs one directory"));
            line.profile = option.second;
        } else if (name == QLatin1String("--json") && option.second.isNull()) {
            line.json = true;
        } else if (name == QLatin1String("--help") || name == QLatin1String("-h")) {
            line.task = CtlCommandLine::Task::ShowHelp;
        } else if (name == QLatin1String("--version")) {
            if (line.task == CtlCommandLine::Task::Run)
                line.task = CtlCommandLine::Task::ShowVersion;
        } else {
            rest.append(option);
        }
    }
    options = rest;
    return {};
}

} // namespace

Result<CtlCommandLine> parseCtlCommandLine(const QStringList& arguments,
                                           std::span<const CommandSpec> commands)
{
    CtlCommandLine line;
    LK_TRY(Raw raw, split(arguments, commands));
    LK_CHECK(takeGlobals(line, raw.options));
    if (line.task != CtlCommandLine::Task::Run)
        return line;
    LK_TRY(line.command, takeCommand(commands, raw.words));
    for (const auto& [name, value] : std::as_const(raw.options))
        LK_CHECK(takeOption(line, name, value));
    line.arguments = raw.words;
    const QString shape =
        QStringLiteral("lockkeeperctl %1 %2")
            .arg(QLatin1String(line.command->name), QLatin1String(line.command->arguments));
    if (line.arguments.size() < line.command->minimumArguments)
        return usage(QStringLiteral("something is missing: %1").arg(shape.trimmed()));
    if (line.arguments.size() > line.command->maximumArguments)
        return usage(QStringLiteral("“%1” is too much: %2")
                         .arg(line.arguments.at(line.command->maximumArguments), shape.trimmed()));
    return line;
}

QByteArray ctlUsage(std::span<const CommandSpec> commands)
{
    QList<QList<QByteArray>> rows;
    for (const CommandSpec& command : commands) {
        QByteArray shape = QByteArray("  ") + command.name;
        if (command.arguments[0] != '\0')
            shape += QByteArray(" ") + command.arguments;
        rows.append({shape, command.summary});
    }
    return "Usage: lockkeeperctl [--profile DIR] [--json] COMMAND\n"
           "\n"
           "Shows and decides what a running Lockkeeper console holds.\n"
           "\n"
           "Commands:\n" +
           alignedTable(rows) +
           "\n"
           "Options:\n"
           "  --profile DIR  the console's profile; without it the XDG directories\n"
           "  --json         one JSON object per line instead of text\n"
           "  --help         this text\n"
           "  --version      the version\n"
           "\n"
           "Exit codes: 0 done; 1 refused or failed; 2 usage; 3 console not reachable;\n"
           "4 stale or conflicting; 5 not found.\n";
}

} // namespace lockkeeper::ctl
