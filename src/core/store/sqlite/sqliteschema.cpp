// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqliteschema.h"

#include "core/base/logging.h"
#include "core/store/sqlite/sqlitefiles.h"

#include <array>

namespace lockkeeper {
namespace {

constexpr qint64 kApplicationId = 1280004178; // "LKPR", as in bootstrap.sql

/// A setting, the value that has to be read back, and whether a reader sets it too.
struct Setting
{
    const char* name;
    const char* text; ///< null: the number counts
    qint64 number;
    bool writerSets;
    bool readerSets;
};

constexpr std::array<Setting, 7> kSettings = {{
    {"journal_mode", "wal", 0, true, false},
    {"synchronous", nullptr, 2, true, true},
    {"foreign_keys", nullptr, 1, true, true},
    {"recursive_triggers", nullptr, 1, true, true},
    {"cell_size_check", nullptr, 1, true, true},
    {"trusted_schema", nullptr, 0, true, true},
    {"query_only", nullptr, 1, false, true},
}};

QString builtIn(const char* file)
{
    return QStringLiteral(":/sql/sqlite/") + QLatin1String(file);
}

Result<qint64> readNumber(SqliteStatements& statements, QByteArrayView name)
{
    qint64 number = 0;
    LK_CHECK(statements.query(name, {}, [&](const StoreRow& row) -> Result<void> {
        number = row.integer(0);
        return {};
    }));
    return number;
}

Error settingRefused(QByteArrayView name)
{
    return {ErrorCode::FailedPrecondition,
            "SQLite did not accept the setting " + name.toByteArray() + " for this store"};
}

Result<void> checkSetting(SqliteStatements& statements, const Setting& setting)
{
    bool matches = false;
    LK_CHECK(statements.query(
        QByteArray("read_") + setting.name, {}, [&](const StoreRow& row) -> Result<void> {
            matches = setting.text != nullptr ? row.bytes(0) == setting.text
                                              : row.integer(0) == setting.number;
            return {};
        }));
    if (!matches)
        return settingRefused(setting.name);
    return {};
}

/// Runs `body` in an immediate transaction; rolls back if it fails.
template<class Body>
Result<void> inTransaction(SqliteConnection& connection, SqliteStatements& transaction, Body&& body)
{
    LK_CHECK(transaction.run("begin"));
    Result<void> result = body();
    if (result)
        result = transaction.run("commit");
    if (!result && connection.isInTransaction()) {
        if (const auto undone = transaction.run("rollback"); !undone)
            log::error("store", "a failed migration could not be rolled back");
    }
    return result;
}

class SqliteMigrationTarget final : public MigrationTarget
{
public:
    SqliteMigrationTarget(SqliteConnection& connection, const SqliteTexts& texts,
                          const QString& path, const Clock& clock)
        : m_connection(connection)
        , m_bootstrap(connection, texts.bootstrap)
        , m_transaction(connection, texts.transaction)
        , m_path(path)
        , m_clock(clock)
    {
    }

    Result<void> bootstrap()
    {
        LK_TRY(const qint64 idNow, readNumber(m_bootstrap, "read_application_id"));
        if (idNow == kApplicationId)
            return {}; // without waiting for the write lock
        return inTransaction(m_connection, m_transaction, [this]() -> Result<void> {
            LK_TRY(const qint64 id, readNumber(m_bootstrap, "read_application_id"));
            if (id == kApplicationId)
                return {};
            LK_CHECK(m_bootstrap.run("set_application_id"));
            return m_bootstrap.run("create_schema_migration");
        });
    }

    Result<std::vector<AppliedMigration>> applied() override
    {
        std::vector<AppliedMigration> migrations;
        LK_CHECK(
            m_bootstrap.query("applied_migrations", {}, [&](const StoreRow& row) -> Result<void> {
                migrations.push_back({row.integer(0), row.bytes(1), row.bytes(2)});
                return {};
            }));
        return migrations;
    }

    Result<void> copyAside(const Migration& before) override
    {
        const QString number = QString::number(before.number).rightJustified(4, QLatin1Char('0'));
        return copyDatabase(m_connection.handle(), m_path + QStringLiteral(".before-") + number);
    }

    Result<void> apply(const Migration& migration) override
    {
        const QByteArray label = "of migration " + migration.name;
        return inTransaction(m_connection, m_transaction, [&]() -> Result<void> {
            LK_TRY(const std::vector<AppliedMigration> done, applied());
            if (!done.empty() && done.back().number >= migration.number)
                return {};
            for (std::size_t i = 0; i < migration.statements.size(); ++i) {
                LK_CHECK(m_connection.executeText(QByteArray::number(i + 1) + ' ' + label,
                                                  migration.statements[i]));
            }
            LK_TRY(const qint64 rows,
                   m_bootstrap.execute("record_migration", {migration.number, migration.name,
                                                            migration.checksum, m_clock.wallMs()}));
            Q_UNUSED(rows);
            return {};
        });
    }

private:
    SqliteConnection& m_connection;
    SqliteStatements m_bootstrap;
    SqliteStatements m_transaction;
    QString m_path;
    const Clock& m_clock;
};

} // namespace

Result<SqliteTexts> SqliteTexts::load(const QString& root)
{
    SqliteTexts texts;
    LK_TRY(texts.open, StatementCatalogue::load({builtIn("open.sql")}));
    LK_TRY(texts.bootstrap, StatementCatalogue::load({builtIn("bootstrap.sql")}));
    LK_TRY(texts.transaction, StatementCatalogue::load({builtIn("transaction.sql")}));
    LK_TRY(texts.statements,
           StatementCatalogue::load({root + QStringLiteral("/statements")},
                                    {root + QStringLiteral("/sqlite/statements")}));
    LK_TRY(texts.migrations, loadMigrations(root + QStringLiteral("/sqlite/migrations")));
    return texts;
}

Result<void> checkApplicationId(SqliteConnection& connection, const SqliteTexts& texts)
{
    SqliteStatements bootstrap(connection, texts.bootstrap);
    LK_TRY(const qint64 objects, readNumber(bootstrap, "count_schema_objects"));
    LK_TRY(const qint64 id, readNumber(bootstrap, "read_application_id"));
    if (id == kApplicationId || (id == 0 && objects == 0))
        return {};
    return Error(ErrorCode::FailedPrecondition,
                 "The file is a SQLite database of another program, not a Lockkeeper store. "
                 "Nothing was changed.");
}

Result<void> applySettings(SqliteConnection& connection, const SqliteTexts& texts,
                           SqliteConnection::Access access, int busyTimeoutMs)
{
    SqliteStatements statements(connection, texts.open);
    const bool writer = access == SqliteConnection::Access::ReadWrite;
    for (const Setting& setting : kSettings) {
        if (writer ? setting.writerSets : setting.readerSets)
            LK_CHECK(statements.run(QByteArray("set_") + setting.name));
        if (!writer || setting.writerSets)
            LK_CHECK(checkSetting(statements, setting));
#ifdef LOCKKEEPER_FAULT_SYNCHRONOUS_OFF
        if (QByteArrayView(setting.name) == "synchronous") {
            QByteArray text = texts.open.find("set_synchronous")->sql;
            LK_CHECK(connection.executeText("fault", text.replace("FULL", "OFF")));
        }
#endif
    }
    LK_TRY(const qint64 timeout, readNumber(statements, "read_busy_timeout"));
    if (timeout != busyTimeoutMs)
        return settingRefused("busy_timeout");
    return {};
}

Result<void> migrateSqlite(SqliteConnection& connection, const SqliteTexts& texts,
                           const QString& path, const Clock& clock)
{
    SqliteMigrationTarget target(connection, texts, path, clock);
    LK_CHECK(target.bootstrap());
    return migrate(target, texts.migrations);
}

} // namespace lockkeeper
