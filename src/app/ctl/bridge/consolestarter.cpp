// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/bridge/consolestarter.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <array>

#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper::ctl {

namespace {

constexpr std::array kAllowed = {
    "HOME",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TERM",
    "USER",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LC_TIME",
    "TZ",
    "TMPDIR",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
    "XDG_STATE_HOME",
    "DBUS_SESSION_BUS_ADDRESS",
};

bool isOwnFolder(const QString& path)
{
    struct stat found
    {
    };
    return ::lstat(QFile::encodeName(path).constData(), &found) == 0 && S_ISDIR(found.st_mode) &&
           found.st_uid == ::geteuid() && (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

} // namespace

QProcessEnvironment consoleEnvironment(const QProcessEnvironment& ours)
{
    QProcessEnvironment theirs;
    for (const char* name : kAllowed) {
        const QString key = QLatin1String(name);
        if (ours.contains(key))
            theirs.insert(key, ours.value(key));
    }
    const QString runtime = QStringLiteral("XDG_RUNTIME_DIR");
    const QString usual = QStringLiteral("/run/user/%1").arg(::geteuid());
    if (!theirs.contains(runtime) && isOwnFolder(usual))
        theirs.insert(runtime, usual);
    const QString bus = QStringLiteral("DBUS_SESSION_BUS_ADDRESS");
    const QString socket = theirs.value(runtime) + QStringLiteral("/bus");
    if (!theirs.contains(bus) && theirs.contains(runtime) && QFileInfo::exists(socket))
        theirs.insert(bus, QStringLiteral("unix:path=") + socket);
    return theirs;
}

bool isExistingProfile(const ProfilePaths& paths)
{
    return QFileInfo(paths.profile).isDir() &&
           (QFileInfo::exists(paths.configFile) || QFileInfo::exists(paths.store));
}

Result<void> startConsole(const QString& profileOption, const QString& ctlPath)
{
    QString program = QFileInfo(ctlPath).absolutePath() + QStringLiteral("/lockkeeper");
    if (!QFileInfo(program).isExecutable())
        program = QStandardPaths::findExecutable(QStringLiteral("lockkeeper"));
    if (program.isEmpty())
        return Error(ErrorCode::Unavailable, "the program lockkeeper is not installed");
    QStringList arguments = {QStringLiteral("--headless")};
    if (!profileOption.isEmpty())
        arguments += {QStringLiteral("--profile"), QFileInfo(profileOption).absoluteFilePath()};

    QProcess process;
    process.setProgram(program);
    process.setArguments(arguments);
    process.setProcessEnvironment(consoleEnvironment(QProcessEnvironment::systemEnvironment()));
    process.setWorkingDirectory(QStringLiteral("/"));
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    // Detached: a child of init in a session of its own, which outlives this bridge.
    if (!process.startDetached())
        return Error(ErrorCode::Unavailable, "the console cannot be started");
    return {};
}

} // namespace lockkeeper::ctl
