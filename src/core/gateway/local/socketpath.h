// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

namespace lockkeeper {

/// The longest path that a local socket can have, in bytes (sockaddr_un without its end mark).
inline constexpr qsizetype kMaximumSocketPath = 107;

/// Where a profile's console listens: `<runtimeDirectory>/lockkeeper/<digest of the profile>.sock`
/// if that is usable (exists, this user's, closed to others), else `<profile>/run/console.sock`.
/// InvalidArgument if neither path is short enough; the text says how long they are.
[[nodiscard]] Result<QString> socketPathFor(const QString& profileDirectory,
                                            const QString& runtimeDirectory);

/// Makes the folder of `socketPath` for this user alone (0700), or checks that it is. Fails with
/// PermissionDenied for a folder that is somebody else's, a link, or open to others.
[[nodiscard]] Result<void> prepareSocketFolder(const QString& socketPath);

/// Removes what an ended console left behind. The caller holds the profile's lock. AlreadyExists
/// if something still answers there or the path is no socket.
[[nodiscard]] Result<void> removeStaleSocket(const QString& socketPath);

} // namespace lockkeeper
