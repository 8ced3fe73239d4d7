// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/sqlite/sqliteconnection.h"
#include "core/store/statementcatalogue.h"
#include "core/store/store.h"

#include <QHash>

#include <memory>

namespace lockkeeper {

class StoreFaults;

/// The statements of one catalogue on one connection, prepared once and used again and again.
/// They run on SQLite's own interface: Qt's query class goes through UTF-16, which changes some
/// texts (U+FFFE, U+FFFF, a leading U+FEFF), and takes two to three times as long.
/// Belongs to the connection's thread; connection and catalogue must outlive it.
class SqliteStatements
{
public:
    /// What a caller of query() wants of the statement.
    enum class Need { Any, ReadOnly };

    SqliteStatements(SqliteConnection& connection, const StatementCatalogue& catalogue,
                     StoreFaults* faults = nullptr);
    ~SqliteStatements();

    /// Prepares every statement; otherwise each is prepared at its first use.
    /// Internal: some cannot be; the text names them all with what SQLite says.
    [[nodiscard]] Result<void> prepareAll();

    /// As StoreSession::execute. Internal also: no such statement, another number of values, or a
    /// statement that returns rows; InvalidArgument: a text that is not UTF-8. None of these run.
    [[nodiscard]] Result<qint64> execute(QByteArrayView name,
                                         std::initializer_list<StoreValue> values);
    /// As StoreSession::query; a statement may not be started again while its rows are visited
    /// (a broken invariant). Internal also: a statement without rows, or one that writes when
    /// ReadOnly is needed.
    [[nodiscard]] Result<void> query(QByteArrayView name, std::initializer_list<StoreValue> values,
                                     const StoreSession::Visitor& visit, Need need = Need::Any);
    /// Runs a statement that takes no values to its end, rows or not.
    [[nodiscard]] Result<void> run(QByteArrayView name);

private:
    struct Prepared;

    Result<Prepared*> find(QByteArrayView name, std::size_t valueCount);
    Result<void> prepare(Prepared& prepared, const QByteArray& name);
    /// Binds and makes the first step; true: there is a row.
    Result<bool> start(Prepared& prepared, QByteArrayView name,
                       std::initializer_list<StoreValue> values);
    static Result<bool> step(Prepared& prepared, QByteArrayView name);

    SqliteConnection& m_connection;
    StoreFaults* m_faults;
    QHash<QByteArray, std::shared_ptr<Prepared>> m_prepared;
};

} // namespace lockkeeper
