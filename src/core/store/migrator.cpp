// SPDX-License-Identifier: Apache-2.0
#include "core/store/migrator.h"

#include "core/base/digest.h"
#include "core/store/sqlresources.h"
#include "core/store/sqltext.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace lockkeeper {
namespace {

Error refusal(const QString& path, const QByteArray& what)
{
    return {ErrorCode::Internal, "migration " + path.toUtf8() + ": " + what};
}

Result<Migration> loadMigration(const QString& path)
{
    static const QRegularExpression pattern(QStringLiteral("^([0-9]{4})_([a-z0-9_]+)\\.sql$"));
    const auto match = pattern.match(QFileInfo(path).fileName());
    if (!match.hasMatch())
        return refusal(path, "the file name must be NNNN_name.sql");
    LK_TRY(const QByteArray text, readSqlFile(path));
    Migration migration;
    migration.number = match.capturedView(1).toInt();
    migration.name = match.captured(2).toUtf8();
    migration.checksum = sha256(text).toHex();
    auto statements = splitStatements(text);
    if (!statements)
        return refusal(path, statements.error().message());
    if (statements->empty())
        return refusal(path, "no statement in it");
    migration.statements = std::move(*statements);
    return migration;
}

QByteArray label(int number, const QByteArray& name)
{
    return QByteArray::number(number) + " (" + name + ")";
}

} // namespace

Result<std::vector<Migration>> loadMigrations(const QString& directory)
{
    std::vector<Migration> migrations;
    for (const QString& path : sqlFilesIn(directory)) {
        LK_TRY(Migration migration, loadMigration(path));
        if (migration.number != static_cast<int>(migrations.size()) + 1)
            return refusal(path, "the numbers must count from 0001, each once");
        migrations.push_back(std::move(migration));
    }
    if (migrations.empty())
        return refusal(directory, "no migration there");
    return migrations;
}

Result<void> checkApplied(const std::vector<Migration>& known,
                          const std::vector<AppliedMigration>& applied)
{
    if (!applied.empty() && applied.back().number > static_cast<qint64>(known.size())) {
        return Error(ErrorCode::FailedPrecondition,
                     "The store was written by a newer version of Lockkeeper: its schema is " +
                         QByteArray::number(applied.back().number) + ", this version knows " +
                         QByteArray::number(static_cast<int>(known.size())) +
                         ". Nothing was changed.");
    }
    for (std::size_t i = 0; i < applied.size(); ++i) {
        const Migration& expected = known[i];
        if (applied[i].number != expected.number) {
            return Error(ErrorCode::FailedPrecondition,
                         "The store lacks schema step " + label(expected.number, expected.name) +
                             " but has later ones. Nothing was changed.");
        }
        if (applied[i].name != expected.name || applied[i].checksum != expected.checksum) {
            return Error(ErrorCode::FailedPrecondition,
                         "Schema step " + label(expected.number, expected.name) +
                             " of the store is not the one this version knows. "
                             "Nothing was changed.");
        }
    }
    return {};
}

Result<void> migrate(MigrationTarget& target, const std::vector<Migration>& known)
{
    LK_TRY(const std::vector<AppliedMigration> applied, target.applied());
    LK_CHECK(checkApplied(known, applied));
    if (applied.size() == known.size())
        return {};
    if (!applied.empty())
        LK_CHECK(target.copyAside(known[applied.size()]));
    for (std::size_t i = applied.size(); i < known.size(); ++i)
        LK_CHECK(target.apply(known[i]));
    LK_TRY(const std::vector<AppliedMigration> now, target.applied());
    return checkApplied(known, now);
}

} // namespace lockkeeper
