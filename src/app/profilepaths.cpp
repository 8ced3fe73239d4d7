// SPDX-License-Identifier: Apache-2.0
#include "app/profilepaths.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

QString homeDirectory(const QProcessEnvironment& environment)
{
    QString home = environment.value(QStringLiteral("HOME"));
    if (QDir::isAbsolutePath(home))
        return home;
    const passwd* account = getpwuid(getuid());
    const QString known = account ? QFile::decodeName(account->pw_dir) : QString();
    return QDir::isAbsolutePath(known) ? known : QString();
}

/// $`variable`/lockkeeper, or `fallback` below the home directory.
Result<QString> xdgDirectory(const QProcessEnvironment& environment, const char* variable,
                             const char* fallback)
{
    const QString value = environment.value(QLatin1String(variable));
    if (QDir::isAbsolutePath(value))
        return QDir::cleanPath(value + QStringLiteral("/lockkeeper"));
    const QString home = homeDirectory(environment);
    if (home.isEmpty())
        return Error(ErrorCode::FailedPrecondition,
                     QByteArray("there is no home directory; set HOME or ") + variable);
    return QDir::cleanPath(home + QLatin1Char('/') + QLatin1String(fallback) +
                           QStringLiteral("/lockkeeper"));
}

Result<void> makeDirectory(const QString& path)
{
    if (QFileInfo(path).isDir())
        return {};
    const QString parent = QFileInfo(path).path();
    if (parent != path)
        LK_CHECK(makeDirectory(parent));
    if (mkdir(QFile::encodeName(path).constData(), 0700) != 0 && errno != EEXIST) {
        const int native = errno;
        return Error(ErrorCode::Unavailable,
                     "the directory " + path.toUtf8() + " cannot be made: " + std::strerror(native),
                     native);
    }
    return {};
}

Result<void> checkOwner(const QString& path)
{
    struct stat status = {};
    if (stat(QFile::encodeName(path).constData(), &status) != 0 || !S_ISDIR(status.st_mode))
        return Error(ErrorCode::Unavailable, path.toUtf8() + " is not a directory");
    if (status.st_uid != geteuid())
        return Error(ErrorCode::FailedPrecondition,
                     "the directory " + path.toUtf8() + " belongs to another user");
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return Error(ErrorCode::FailedPrecondition, "the directory " + path.toUtf8() +
                                                        " can be written by others; run chmod "
                                                        "go-w on it");
    return {};
}

} // namespace

Result<ProfilePaths> profilePaths(const QString& profile, const QString& config,
                                  const QProcessEnvironment& environment)
{
    ProfilePaths paths;
    LK_TRY(const QString state, xdgDirectory(environment, "XDG_STATE_HOME", ".local/state"));
    paths.guardRoot = state;
    QString configDirectory;
    if (profile.isEmpty()) {
        LK_TRY(paths.profile, xdgDirectory(environment, "XDG_DATA_HOME", ".local/share"));
        LK_TRY(configDirectory, xdgDirectory(environment, "XDG_CONFIG_HOME", ".config"));
    } else {
        paths.profile = QDir::cleanPath(QFileInfo(profile).absoluteFilePath());
        configDirectory = paths.profile;
    }
    paths.configMustExist = !config.isEmpty();
    paths.configFile = config.isEmpty() ? configDirectory + QStringLiteral("/config.jsonc")
                                        : QFileInfo(config).absoluteFilePath();
    paths.logs = paths.profile + QStringLiteral("/logs");
    paths.store = paths.profile + QStringLiteral("/store.sqlite");
    return paths;
}

Result<void> makeDirectories(const ProfilePaths& paths)
{
    for (const QString& directory : {paths.profile, paths.logs, paths.guardRoot})
        LK_CHECK(makeDirectory(directory));
    LK_CHECK(checkOwner(paths.profile));
    LK_CHECK(checkOwner(paths.guardRoot));
    const QString profile = QFileInfo(paths.profile).canonicalFilePath();
    const QString guard = QFileInfo(paths.guardRoot).canonicalFilePath();
    if (guard == profile || guard.startsWith(profile + QLatin1Char('/')))
        return Error(ErrorCode::FailedPrecondition,
                     "the guard directory " + guard.toUtf8() + " lies inside the profile " +
                         profile.toUtf8() +
                         ", where a copied profile would take it along; choose another profile or "
                         "XDG_STATE_HOME");
    return {};
}

} // namespace lockkeeper
