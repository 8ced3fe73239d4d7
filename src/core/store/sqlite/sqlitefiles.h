// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

struct sqlite3;

namespace lockkeeper {

/// Whether a file system of this statfs type may lie on another machine, where the shared memory
/// of a write-ahead log is not shared. FUSE counts: from here nobody can tell what is behind it.
[[nodiscard]] bool isNetworkFileSystem(long statfsType);

/// Makes sure that `path` is a regular file which only its owner can read (mode 0600) on a local
/// file system; creates an empty one if allowed. NotFound: missing and not to be created;
/// FailedPrecondition: network file system, or no regular file; Unavailable: the system refuses.
[[nodiscard]] Result<void> prepareStoreFile(const QString& path, bool createIfMissing);

/// Copies the whole database to `target` (mode 0600) with SQLite's backup interface, flushed to
/// the disk; a file of that name is replaced only by a complete copy.
[[nodiscard]] Result<void> copyDatabase(sqlite3* source, const QString& target);

} // namespace lockkeeper
