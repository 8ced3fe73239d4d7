// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace lockkeeper {

/// What `console.json` in a profile says: where its console listens. Agents start their servers
/// with a bare environment, so this file is how lockkeeperctl finds the socket.
struct ConsoleFile
{
    QString socketPath;
    qint64 pid = 0;
    QByteArray version;
};

[[nodiscard]] QString consoleFilePath(const QString& profileDirectory);

/// NotFound if there is none (no console has been started or it stopped), DataLoss if it cannot be
/// read as what it is, PermissionDenied if it belongs to somebody else or others may write it.
[[nodiscard]] Result<ConsoleFile> readConsoleFile(const QString& profileDirectory);
/// Replaces the file in one step, mode 0600.
[[nodiscard]] Result<void> writeConsoleFile(const QString& profileDirectory,
                                            const ConsoleFile& content);
/// Removes the file if it is this process's (`pid`).
void removeConsoleFile(const QString& profileDirectory, qint64 pid);

} // namespace lockkeeper
