// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/store.h"

namespace lockkeeper {

/// What a dialect gives to run waves: the frame of one transaction and the statements inside it.
/// Belongs to the thread of its connection.
class WaveTransaction
{
public:
    virtual ~WaveTransaction() = default;
    /// Begins with the write lock taken. Unavailable: another writer did not finish in time.
    [[nodiscard]] virtual Result<void> begin() = 0;
    [[nodiscard]] virtual Result<void> savepoint() = 0;
    [[nodiscard]] virtual Result<void> release() = 0;
    /// Undoes what happened since the savepoint and ends the savepoint.
    [[nodiscard]] virtual Result<void> rollBackToSavepoint() = 0;
    [[nodiscard]] virtual Result<void> commit() = 0;
    [[nodiscard]] virtual Result<void> rollBack() = 0;
    /// Asks the database whether the transaction still exists.
    [[nodiscard]] virtual bool isOpen() const = 0;
    /// Whether a commit that failed with this error is not there, neither now nor after a restart.
    [[nodiscard]] virtual bool isCertainlyUndone(const Error& commitError) const = 0;
    /// The connection is of no more use: nothing may run on it until it was opened again.
    virtual void breakConnection() = 0;
    /// Statements of the catalogue on the writing connection.
    [[nodiscard]] virtual StoreSession& statements() = 0;
};

/// Runs the commands as one wave, as Store::runWave says; the same for every dialect.
/// A command with a failed statement is rolled back even if it returns success (PostgreSQL allows
/// nothing else); its further statements fail without running.
[[nodiscard]] WaveResult runWave(WaveTransaction& transaction,
                                 const std::vector<WaveCommand>& commands,
                                 WaveParticipant* participant);

} // namespace lockkeeper
