// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>
#include <QSqlDatabase>
#include <QString>

#include <memory>

struct sqlite3;

namespace lockkeeper {

/// One open SQLite connection of its own name, closed with the object. It belongs to the thread
/// that opened it; statements that were prepared on it must be gone before it.
class SqliteConnection
{
public:
    enum class Access { ReadWrite, ReadOnly };

    /// Opens a file that exists; looks into nothing yet. Unavailable: cannot be opened.
    [[nodiscard]] static Result<std::unique_ptr<SqliteConnection>>
    open(const QString& path, Access access, int busyTimeoutMs);
    ~SqliteConnection();
    SqliteConnection(const SqliteConnection&) = delete;
    SqliteConnection& operator=(const SqliteConnection&) = delete;

    /// Runs one statement that is not in a catalogue (a step of a migration).
    /// `label` names it in the error.
    [[nodiscard]] Result<void> executeText(QByteArrayView label, const QByteArray& sql);
    /// Asks SQLite itself; false after it has dropped a transaction.
    [[nodiscard]] bool isInTransaction() const;
    [[nodiscard]] const QSqlDatabase& database() const { return m_database; }
    [[nodiscard]] sqlite3* handle() const { return m_handle; }

private:
    SqliteConnection() = default;

    QSqlDatabase m_database;
    sqlite3* m_handle = nullptr;
};

} // namespace lockkeeper
