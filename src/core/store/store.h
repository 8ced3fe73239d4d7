// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>

#include <functional>
#include <initializer_list>
#include <memory>
#include <variant>
#include <vector>

namespace lockkeeper {

/// A blob parameter (a plain QByteArray is text).
struct Blob
{
    QByteArray bytes;
};

/// One parameter of a statement, by position: NULL, integer, UTF-8 text, or blob. An empty text or
/// blob is not NULL.
using StoreValue = std::variant<std::monostate, qint64, QByteArray, Blob>;

/// The current row of a query; valid only during the visit. Columns count from 0. Asking for a
/// column that does not exist, or of another kind than it holds, is a broken invariant.
class StoreRow
{
public:
    virtual ~StoreRow() = default;
    [[nodiscard]] virtual bool isNull(int column) const = 0;
    /// 0 for NULL.
    [[nodiscard]] virtual qint64 integer(int column) const = 0;
    /// Text or blob as bytes; empty for NULL.
    [[nodiscard]] virtual QByteArray bytes(int column) const = 0;
};

/// What can run statements of the catalogue (core/store/statements) by name.
/// Belongs to the thread of its connection.
class StoreSession
{
public:
    using Visitor = std::function<Result<void>(const StoreRow&)>;

    virtual ~StoreSession() = default;
    /// Runs a statement that returns no rows; gives the number of changed rows.
    /// Errors: Conflict (constraint, lost race), Unavailable (busy), ResourceExhausted (disk or
    /// memory full), DataLoss (I/O error, corrupt), each with the native code. InvalidArgument (a
    /// text that is not UTF-8) and Internal (no such statement, another number of values, it
    /// returns rows) come before anything runs.
    [[nodiscard]] virtual Result<qint64> execute(QByteArrayView statement,
                                                 std::initializer_list<StoreValue> values) = 0;
    /// Visits each row in order; the visitor's first error ends the query and is returned.
    /// The visitor must not run statements of the same session. Errors as for execute().
    [[nodiscard]] virtual Result<void> query(QByteArrayView statement,
                                             std::initializer_list<StoreValue> values,
                                             const Visitor& visit) = 0;
};

/// The commands of one wave run in it one after another, each behind a savepoint. It exists only
/// inside Store::runWave. After a failed statement the command can only be rolled back: further
/// statements fail with FailedPrecondition and do not run.
class UnitOfWork : public StoreSession
{
};

/// One command of a wave. Returning an Error rolls back what this command did, and only that; so
/// does a failed statement, whose error then is the command's, even if it returns success.
/// May be called a second time (by itself, in a transaction of its own) if the database dropped
/// the whole transaction: it must keep its in-memory effects for afterwards.
using WaveCommand = std::function<Result<void>(UnitOfWork&)>;

/// What became of each command of a wave, in order.
struct WaveResult
{
    std::vector<Result<void>> commands;
    /// False: a commit gave no clear answer, so it may be there or not. Its commands have
    /// OutcomeUnknown and nobody may be told a result of the wave: reopen, then read each by its
    /// id.
    bool decided = true;
};

/// Called inside the transaction: before the first command, when a command was rolled back (undo
/// its in-memory part), and last before the commit (sign the wave's end). After waveBegins() comes
/// committed() or waveRolledBack(), or neither if the commit's fate is unknown.
class WaveParticipant
{
public:
    virtual ~WaveParticipant() = default;
    /// A transaction begins: whatever an earlier one left uncommitted is void.
    virtual void waveBegins() = 0;
    virtual void commandBegins() = 0;
    virtual void commandRolledBack() = 0;
    /// Last call before the commit; an Error rolls the whole wave back.
    [[nodiscard]] virtual Result<void> beforeCommit(UnitOfWork& unit) = 0;
    virtual void committed() = 0;
    /// The whole transaction is gone; nothing of it happened. Also when no command succeeded.
    virtual void waveRolledBack() = 0;
};

/// A store of actions (SQLite, PostgreSQL). One writing session on the core thread.
class Store
{
public:
    virtual ~Store() = default;

    /// Runs the commands as one wave: one immediate
    /// transaction, a savepoint each, one commit with full sync. After any failed statement it is
    /// checked that the transaction still exists; if it is gone, each command is run again in a
    /// transaction of its own. `participant` may be null. If another writer does not finish in
    /// time every command is Unavailable and nothing began; likewise while needsReopening().
    /// Calling it from a command or a visitor is a broken invariant.
    [[nodiscard]] virtual WaveResult runWave(const std::vector<WaveCommand>& commands,
                                             WaveParticipant* participant) = 0;
    /// For reading outside a wave, on the core thread: the last committed state. A command reads
    /// through its unit of work; using this inside a wave is a broken invariant. execute(), and a
    /// query that would write, is Internal.
    [[nodiscard]] virtual StoreSession& session() = 0;
    /// A connection of its own for another thread, read-only; open it on the thread that uses it.
    [[nodiscard]] virtual Result<std::unique_ptr<StoreSession>> openReader() = 0;
    /// True after an error that only closing and opening again can clear.
    [[nodiscard]] virtual bool needsReopening() const = 0;
    /// Closes and opens again with all checks. Unavailable or DataLoss when that fails.
    [[nodiscard]] virtual Result<void> reopen() = 0;
};

} // namespace lockkeeper
