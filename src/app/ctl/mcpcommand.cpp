// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/bridge/bridge.h"
#include "app/ctl/bridge/consolestarter.h"
#include "app/ctl/commands.h"

#include <QCoreApplication>
#include <QFile>

#include <unistd.h>

namespace lockkeeper::ctl {

namespace {

constexpr qint64 kMaximumToken = 4096;

Result<QByteArray> readToken(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error(ErrorCode::Unavailable,
                     "the token file cannot be read: " + file.errorString().toUtf8());
    if (file.permissions() & (QFile::ReadGroup | QFile::ReadOther))
        return Error(ErrorCode::PermissionDenied, "others may read the token file: chmod 600 it");
    QByteArray token = file.read(kMaximumToken).trimmed();
    if (token.isEmpty())
        return Error(ErrorCode::InvalidArgument, "the token file is empty");
    return token;
}

} // namespace

int runMcp(CtlSession& session, const CtlCommandLine& line)
{
    BridgeSettings settings;
    settings.profile = session.paths().profile;
    if (line.has("--token-file")) {
        Result<QByteArray> token = readToken(line.values.value(QStringLiteral("--token-file")));
        if (!token)
            return session.fail(token.error());
        settings.credential = std::move(*token);
    }
    if (!line.has("--no-start") && isExistingProfile(session.paths())) {
        settings.startConsole = [profile = line.profile, program = session.around().programPath] {
            return startConsole(profile, program);
        };
    }
    StdioEnd agent(STDIN_FILENO, STDOUT_FILENO);
    Bridge bridge(agent, std::move(settings));
    QObject::connect(&bridge, &Bridge::finished, qApp, &QCoreApplication::exit,
                     Qt::QueuedConnection);
    bridge.start();
    return QCoreApplication::exec();
}

} // namespace lockkeeper::ctl
