// SPDX-License-Identifier: Apache-2.0
#include "core/store/storefactory.h"

#include "core/store/sqlite/sqlitestore.h"

namespace lockkeeper {

Result<std::unique_ptr<Store>> openStore(const StoreOptions& options)
{
    SqliteStoreSetup setup;
    setup.options = options;
    LK_TRY(std::unique_ptr<SqliteStore> store, SqliteStore::open(setup));
    return std::unique_ptr<Store>(std::move(store));
}

Result<std::unique_ptr<StoreSession>> openStoreSnapshot(const QString& sqlitePath)
{
    return SqliteStore::openSnapshot(sqlitePath);
}

} // namespace lockkeeper
