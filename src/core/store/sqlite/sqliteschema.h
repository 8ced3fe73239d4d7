// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/store/migrator.h"
#include "core/store/sqlite/sqlitestatements.h"

#include <QString>

namespace lockkeeper {

/// Every SQL text a SQLite store works with, loaded and checked. Immutable, shared by the
/// connections of all threads.
struct SqliteTexts
{
    StatementCatalogue open;
    StatementCatalogue bootstrap;
    StatementCatalogue transaction;
    StatementCatalogue statements;
    std::vector<Migration> migrations;

    /// Statements from `root`/statements and `root`/sqlite/statements, migrations from
    /// `root`/sqlite/migrations; the rest is always the built-in one. Internal: a startup error.
    [[nodiscard]] static Result<SqliteTexts> load(const QString& root);
};

/// Checks that the file is new or ours, before anything is written to it. DataLoss: not a database
/// or damaged; FailedPrecondition: another program's database.
[[nodiscard]] Result<void> checkApplicationId(SqliteConnection& connection,
                                              const SqliteTexts& texts);

/// Sets the connection's settings and reads each back; FailedPrecondition names one that did not
/// take. A reader does not set what belongs to the file and may not write.
[[nodiscard]] Result<void> applySettings(SqliteConnection& connection, const SqliteTexts& texts,
                                         SqliteConnection::Access access, int busyTimeoutMs);

/// Makes a new file ours and brings the schema up to date; an existing file is copied to
/// `path`.before-NNNN first, where NNNN is the first new step.
[[nodiscard]] Result<void> migrateSqlite(SqliteConnection& connection, const SqliteTexts& texts,
                                         const QString& path, const Clock& clock);

} // namespace lockkeeper
