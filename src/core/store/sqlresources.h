// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace lockkeeper {

/// Makes the SQL texts that are compiled into this static library visible under :/sql.
/// Cheap to call again; any thread.
void registerSqlResources();

/// Reads a text file (at most 1 MiB) from the resources or from disk. Internal: it is missing,
/// unreadable or too long; the text names the file.
[[nodiscard]] Result<QByteArray> readSqlFile(const QString& path);

/// The paths of the .sql files directly in `directory`, sorted by name; empty if there are none.
[[nodiscard]] QStringList sqlFilesIn(const QString& directory);

} // namespace lockkeeper
