// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

#include <span>

namespace lockkeeper::ctl {

class CtlSession;
struct CtlCommandLine;

/// One command of lockkeeperctl: its words, what may follow, and what does it. `name` may have two
/// words ("agents add").
struct CommandSpec
{
    const char* name;
    const char* arguments; ///< as --help shows them
    const char* summary;
    int minimumArguments = 0;
    int maximumArguments = 0;
    QStringList valueOptions; ///< "--reason"
    QStringList flags;        ///< "--now"
    int (*run)(CtlSession& session, const CtlCommandLine& line) = nullptr;
};

/// What lockkeeperctl was asked to do.
struct CtlCommandLine
{
    enum class Task { Run, ShowHelp, ShowVersion };
    Task task = Task::Run;
    QString profile; ///< empty: XDG directories
    bool json = false;
    const CommandSpec* command = nullptr;
    QStringList arguments;
    QHash<QString, QString> values;
    QSet<QString> flags;

    [[nodiscard]] QByteArray argument(qsizetype index) const
    {
        return arguments.value(index).toUtf8();
    }
    [[nodiscard]] QByteArray value(const char* option) const
    {
        return values.value(QLatin1String(option)).toUtf8();
    }
    [[nodiscard]] bool has(const char* option) const
    {
        return flags.contains(QLatin1String(option)) || values.contains(QLatin1String(option));
    }
};

/// `arguments` are those behind the program's name. --profile, --json, --help and --version may
/// stand anywhere; "--" ends the options. InvalidArgument: what is wrong, for a person.
[[nodiscard]] Result<CtlCommandLine> parseCtlCommandLine(const QStringList& arguments,
                                                         std::span<const CommandSpec> commands);

/// The text of --help.
[[nodiscard]] QByteArray ctlUsage(std::span<const CommandSpec> commands);

} // namespace lockkeeper::ctl
