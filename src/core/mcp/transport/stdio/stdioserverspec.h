// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QPair>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace lockkeeper::mcp {

/// What a tool server's process is started from. No shell is involved anywhere.
struct StdioServerSpec
{
    QString command;       ///< a path, or a name that is looked for in the child's PATH
    QStringList arguments; ///< argv[1] and so on, passed as they are
    QList<QPair<QByteArray, QByteArray>> environment; ///< values may be secret: never logged
    QString workingDirectory;                         ///< empty: the console's own
    int closeGraceMs = 2000;                          ///< from closing stdin to SIGTERM
    int terminateGraceMs = 2000;                      ///< from SIGTERM to SIGKILL
};

/// The child's environment: HOME, LOGNAME, PATH, SHELL, TERM, USER, LANG, LANGUAGE and LC_* of the
/// console's own, then what is configured, then the console's mark if it has one. No bus, display
/// or runtime directory slips through.
[[nodiscard]] QProcessEnvironment
serverEnvironment(const QProcessEnvironment& own,
                  const QList<QPair<QByteArray, QByteArray>>& configured);

} // namespace lockkeeper::mcp
