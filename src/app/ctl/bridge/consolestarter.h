// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/profilepaths.h"
#include "core/base/result.h"

#include <QProcessEnvironment>
#include <QString>

namespace lockkeeper::ctl {

/// The allow-listed part of `ours` for a console that a bridge starts, with what an agent's bare
/// environment lacks to reach the user's own bus and keychain (XDG_RUNTIME_DIR and the bus in it,
/// if they are there and this user's).
[[nodiscard]] QProcessEnvironment consoleEnvironment(const QProcessEnvironment& ours);

/// True if a console has been set up for these paths: there is a configuration or a store.
[[nodiscard]] bool isExistingProfile(const ProfilePaths& paths);

/// Starts `lockkeeper --headless` for the profile in a session of its own, with nothing of ours but
/// that environment. `profileOption` as it was given to us, or empty. Unavailable if the program is
/// not there or cannot be started.
[[nodiscard]] Result<void> startConsole(const QString& profileOption, const QString& ctlPath);

} // namespace lockkeeper::ctl
