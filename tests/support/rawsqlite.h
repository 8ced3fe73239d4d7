// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

struct sqlite3;

namespace lockkeeper {

/// A plain connection to a SQLite file, past the store: what a person with sqlite3 at hand could
/// do. A failing call ends the test program.
class RawSqlite
{
public:
    explicit RawSqlite(const QString& path);
    ~RawSqlite();
    RawSqlite(const RawSqlite&) = delete;
    RawSqlite& operator=(const RawSqlite&) = delete;

    /// Runs any number of statements and drops their rows.
    void execute(const QByteArray& sql);
    /// As execute, but gives the result code instead of ending the program.
    int tryExecute(const QByteArray& sql);
    /// The first column of the first row as text; empty if there is none.
    QByteArray value(const QByteArray& sql);

private:
    sqlite3* m_handle = nullptr;
};

} // namespace lockkeeper
