// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QStringList>

#include <map>

namespace lockkeeper {

/// One named SQL statement.
struct Statement
{
    QByteArray sql;
    int parameterCount = 0; ///< number of `?`
    QByteArray source;      ///< the file it came from, for messages
};

/// The named SQL statements of a store, read from files of blocks:
///
///     -- name: action_write_state
///     -- purpose: why it exists; further comment lines may follow
///     -- parameters: version, state, id
///     -- rows: none
///     UPDATE action SET … WHERE id = ?
///
/// A block holds exactly one statement and all four headers; before the first block of a file only
/// comments are allowed. Immutable once loaded, so any thread may read it.
class StatementCatalogue
{
public:
    /// Each entry of `common` and `dialect` is a .sql file, which must exist, or a folder of them,
    /// which may be empty. A statement of a dialect takes the place of the common one with its
    /// name; there must be one. Internal (a startup error) names file and block: duplicate name,
    /// missing or empty header, empty block, more than one statement, an override of nothing.
    [[nodiscard]] static Result<StatementCatalogue> load(const QStringList& common,
                                                         const QStringList& dialect = {});

    /// Null if there is no such statement.
    [[nodiscard]] const Statement* find(QByteArrayView name) const;
    [[nodiscard]] const std::map<QByteArray, Statement>& statements() const { return m_statements; }

private:
    std::map<QByteArray, Statement> m_statements;
};

} // namespace lockkeeper
