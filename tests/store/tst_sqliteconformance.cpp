// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqlitestore.h"
#include "store/storeconformance.h"

#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

// The suite is written against the interface; each dialect compiles it into its own test.
#include "storeconformance.cpp" // NOLINT(bugprone-suspicious-include)

using namespace lockkeeper;

/// The conformance suite on SQLite.
class TestSqliteConformance : public StoreConformance
{
    Q_OBJECT

protected:
    void makeDatabase() override { m_folder = std::make_unique<QTemporaryDir>(); }

    Result<std::unique_ptr<Store>> open(StoreFaults* faults, int busyTimeoutMs) override
    {
        SqliteStoreSetup setup;
        setup.options.sqlitePath = m_folder->filePath(QStringLiteral("store.sqlite"));
        setup.options.busyTimeoutMs = busyTimeoutMs;
        setup.sqlRoot = QStringLiteral(LOCKKEEPER_STORE_TEST_DATA);
        setup.faults = faults;
        LK_TRY(std::unique_ptr<SqliteStore> store, SqliteStore::open(setup));
        return std::unique_ptr<Store>(std::move(store));
    }

    NativeCodes nativeCodes() const override
    {
        return {SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_BUSY};
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestSqliteConformance)
#include "moc_storeconformance.cpp" // NOLINT(bugprone-suspicious-include): moc's own
#include "tst_sqliteconformance.moc"
