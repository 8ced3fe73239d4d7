// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace lockkeeper {

/// One step of the schema, from a file NNNN_name.sql.
struct Migration
{
    int number = 0;      ///< counts from 1 without gaps
    QByteArray name;     ///< lower case letters, digits and _
    QByteArray checksum; ///< SHA-256 of the file, hexadecimal
    std::vector<QByteArray> statements;
};

/// What the table schema_migration says about one step.
struct AppliedMigration
{
    qint64 number = 0;
    QByteArray name;
    QByteArray checksum;
};

/// A database that can be migrated; one per dialect. Belongs to the thread of its connection.
class MigrationTarget
{
public:
    virtual ~MigrationTarget() = default;
    /// In order of their numbers.
    [[nodiscard]] virtual Result<std::vector<AppliedMigration>> applied() = 0;
    /// Copies an existing database aside, where the dialect can. Called once, before the first
    /// step that is missing, and only if the database has a schema already.
    [[nodiscard]] virtual Result<void> copyAside(const Migration& before) = 0;
    /// Runs one step and records it in one transaction of its own; does nothing if another process
    /// has done it meanwhile. When it fails the database is as it was before this step.
    [[nodiscard]] virtual Result<void> apply(const Migration& migration) = 0;
};

/// Reads the migrations in `directory`. Internal: a wrong file name, a number twice or left out,
/// a file without a statement or with one left open.
[[nodiscard]] Result<std::vector<Migration>> loadMigrations(const QString& directory);

/// Compares what is applied with what this program knows. FailedPrecondition, with a sentence to
/// show: the schema is newer than this program, or an applied step was changed or left out.
[[nodiscard]] Result<void> checkApplied(const std::vector<Migration>& known,
                                        const std::vector<AppliedMigration>& applied);

/// Brings the database up to the last migration, forward only. Errors: those of checkApplied and
/// of the target; steps that were finished before a failing one stay.
[[nodiscard]] Result<void> migrate(MigrationTarget& target, const std::vector<Migration>& known);

} // namespace lockkeeper
