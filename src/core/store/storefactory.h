// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/store.h"

#include <QString>

namespace lockkeeper {

/// Where the store is and how it is opened.
struct StoreOptions
{
    QString sqlitePath; ///< the database file
    int busyTimeoutMs = 5000;
    bool createIfMissing = true;
};

/// Opens (and creates or migrates) the store. Calling thread = the core thread, for good. The file
/// gets mode 0600; before migrating an existing one it is copied to <path>.before-NNNN.
/// FailedPrecondition: a newer or changed schema, another program's database, or a network file
/// system, with the sentence to show; DataLoss: not a database or damaged; NotFound: no file and
/// createIfMissing is false; Unavailable: cannot be opened, or busy; ResourceExhausted: disk full.
[[nodiscard]] Result<std::unique_ptr<Store>> openStore(const StoreOptions& options);

/// Opens a SQLite store only to read it, also while a console writes it: everything is read as it
/// is at the moment of the first query. Nothing is created or migrated. The calling thread uses it.
/// NotFound: no such file; DataLoss: not a database; FailedPrecondition: another program's.
[[nodiscard]] Result<std::unique_ptr<StoreSession>> openStoreSnapshot(const QString& sqlitePath);

} // namespace lockkeeper
