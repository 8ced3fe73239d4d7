// SPDX-License-Identifier: Apache-2.0
#include "support/rawsqlite.h"

#include <QFile>

#include <sqlite3.h>

namespace lockkeeper {

RawSqlite::RawSqlite(const QString& path)
{
    if (sqlite3_open(QFile::encodeName(path).constData(), &m_handle) != SQLITE_OK)
        qFatal("RawSqlite: cannot open %s", qPrintable(path));
    sqlite3_busy_timeout(m_handle, 5000);
}

RawSqlite::~RawSqlite()
{
    sqlite3_close(m_handle);
}

int RawSqlite::tryExecute(const QByteArray& sql)
{
    return sqlite3_exec(m_handle, sql.constData(), nullptr, nullptr, nullptr);
}

void RawSqlite::execute(const QByteArray& sql)
{
    if (tryExecute(sql) != SQLITE_OK)
        qFatal("RawSqlite: %s: %s", sql.constData(), sqlite3_errmsg(m_handle));
}

QByteArray RawSqlite::value(const QByteArray& sql)
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(m_handle, sql.constData(), -1, &statement, nullptr) != SQLITE_OK)
        qFatal("RawSqlite: %s: %s", sql.constData(), sqlite3_errmsg(m_handle));
    QByteArray text;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const void* bytes = sqlite3_column_blob(statement, 0);
        text = QByteArray(static_cast<const char*>(bytes), sqlite3_column_bytes(statement, 0));
    }
    sqlite3_finalize(statement);
    return text;
}

} // namespace lockkeeper
