// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqliteconnection.h"

#include "core/store/sqlite/sqliteerrors.h"

#include <QSqlDriver>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <sqlite3.h>

#include <atomic>
#include <cstring>

namespace lockkeeper {
namespace {

QString nextConnectionName()
{
    static std::atomic<quint64> counter = 0;
    return QStringLiteral("lockkeeper-sqlite-%1").arg(++counter);
}

/// Switches that are not settings of the file: no writes behind SQLite's back, and a misspelt
/// column in double quotes is an error, not a string.
Result<void> harden(sqlite3* handle)
{
    sqlite3_extended_result_codes(handle, 1);
    constexpr std::pair<int, int> kSwitches[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
    };
    for (const auto& [option, wanted] : kSwitches) {
        int now = -1;
        const int code = sqlite3_db_config(handle, option, wanted, &now);
        if (code != SQLITE_OK || now != wanted)
            return Error(ErrorCode::Unavailable, "SQLite refused a connection switch", code);
    }
    return {};
}

} // namespace

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const QString& path, Access access,
                                                                 int busyTimeoutMs)
{
    std::unique_ptr<SqliteConnection> connection(new SqliteConnection);
    QSqlDatabase& database = connection->m_database;
    database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), nextConnectionName());
    if (!database.isValid())
        return Error(ErrorCode::Unavailable, "Qt's SQLite driver is not installed");
    database.setDatabaseName(path);
    QString options = QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(busyTimeoutMs);
    if (access == Access::ReadOnly)
        options += QStringLiteral(";QSQLITE_OPEN_READONLY");
    database.setConnectOptions(options);
    if (!database.open()) {
        const int code = database.lastError().nativeErrorCode().toInt();
        return Error(ErrorCode::Unavailable, "the SQLite file cannot be opened", code);
    }
    const QVariant handle = database.driver()->handle();
    if (!handle.isValid() || std::strcmp(handle.typeName(), "sqlite3*") != 0)
        return Error(ErrorCode::Internal, "Qt's SQLite driver shows no native handle");
    connection->m_handle = *static_cast<sqlite3* const*>(handle.constData());
    LK_CHECK(harden(connection->m_handle));
    return connection;
}

SqliteConnection::~SqliteConnection()
{
    const QString name = m_database.connectionName();
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(name);
}

Result<void> SqliteConnection::executeText(QByteArrayView label, const QByteArray& sql)
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.exec(QString::fromUtf8(sql)))
        return sqliteError(label, query.lastError().nativeErrorCode().toInt());
    while (query.next()) {
    }
    if (query.lastError().isValid())
        return sqliteError(label, query.lastError().nativeErrorCode().toInt());
    return {};
}

bool SqliteConnection::isInTransaction() const
{
    return sqlite3_get_autocommit(m_handle) == 0;
}

} // namespace lockkeeper
