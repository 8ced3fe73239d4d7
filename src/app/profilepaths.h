// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QProcessEnvironment>
#include <QString>

namespace lockkeeper {

/// Where a profile's parts are; all paths are absolute.
struct ProfilePaths
{
    QString profile;    ///< store, logs, console.json, lock
    QString configFile; ///< config.jsonc
    bool configMustExist = false;
    QString guardRoot; ///< outside the profile
    QString logs;
    QString store;
};

/// `profile` and `config` as on the command line, empty for the XDG directories of `environment`
/// (relative values in it are ignored, as the XDG specification asks).
/// FailedPrecondition if there is no home directory.
[[nodiscard]] Result<ProfilePaths> profilePaths(const QString& profile, const QString& config,
                                                const QProcessEnvironment& environment);

/// Makes the missing directories with mode 0700 and leaves existing ones as they are.
/// FailedPrecondition, for a person: the profile belongs to or can be written by somebody else, or
/// the guard would lie inside the profile; Unavailable: a directory cannot be made.
[[nodiscard]] Result<void> makeDirectories(const ProfilePaths& paths);

} // namespace lockkeeper
