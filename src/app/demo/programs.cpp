// SPDX-License-Identifier: Apache-2.0
#include "app/demo/programs.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace lockkeeper {

QString programPath(Program program)
{
    const QString name = program == Program::Control ? QStringLiteral("lockkeeperctl")
                                                     : QStringLiteral("lockkeeper-practice");
    const QDir own(QCoreApplication::applicationDirPath());
    for (const char* place : {".", LOCKKEEPER_LIBEXEC_FROM_BIN, LOCKKEEPER_BIN_FROM_LIBEXEC}) {
        const QFileInfo file(own, QLatin1String(place) + QLatin1Char('/') + name);
        if (file.isFile() && file.isExecutable())
            return file.canonicalFilePath();
    }
    return {};
}

} // namespace lockkeeper
