// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace lockkeeper {

/// How the console ends: the exit codes of lockkeeper.
enum class ExitCode : int {
    Done = 0,   ///< help or version printed, or an orderly stop
    Failed = 1, ///< refused or failed, with the reason on stderr
    Usage = 2,  ///< the command line is wrong, with the reason on stderr
};

/// What `lockkeeper` was asked to do.
struct CommandLine
{
    enum class Task { Run, ShowHelp, ShowVersion };
    Task task = Task::Run;
    QString profile; ///< empty: XDG directories
    QString config;  ///< empty: the profile's config.jsonc
    bool headless = false;
    bool demo = false;
};

/// `arguments` are those behind the program's name. InvalidArgument: what is wrong, for a person.
/// Help and version win over all else that is well-formed.
[[nodiscard]] Result<CommandLine> parseCommandLine(const QStringList& arguments);

/// The text of --help, with a line end.
[[nodiscard]] QByteArray usageText();

} // namespace lockkeeper
