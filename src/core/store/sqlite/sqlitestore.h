// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/store/sqlite/sqliteschema.h"
#include "core/store/storefactory.h"
#include "core/store/waverunner.h"

#include <memory>

namespace lockkeeper {

class StoreFaults;

/// How a SQLite store is opened; only `options` matters outside tests.
struct SqliteStoreSetup
{
    StoreOptions options;
    QString sqlRoot = QStringLiteral(":/sql"); ///< where statements and migrations are
    StoreFaults* faults = nullptr;             ///< must outlive the store
    const Clock* clock = nullptr;              ///< null: the system's; must outlive the store
};

/// The store in one SQLite file. Belongs to the thread that opened it, except openReader(), which
/// may be called on any thread while the store lives.
class SqliteStore final : public Store
{
public:
    /// Errors as openStore().
    [[nodiscard]] static Result<std::unique_ptr<SqliteStore>> open(const SqliteStoreSetup& setup);
    /// As openStoreSnapshot().
    [[nodiscard]] static Result<std::unique_ptr<StoreSession>> openSnapshot(const QString& path);
    ~SqliteStore() override;

    [[nodiscard]] WaveResult runWave(const std::vector<WaveCommand>& commands,
                                     WaveParticipant* participant) override;
    [[nodiscard]] StoreSession& session() override;
    [[nodiscard]] Result<std::unique_ptr<StoreSession>> openReader() override;
    [[nodiscard]] bool needsReopening() const override;
    [[nodiscard]] Result<void> reopen() override;

private:
    class Writer;
    class CommittedSession;

    SqliteStore(const SqliteStoreSetup& setup, SqliteTexts texts);

    const SqliteStoreSetup m_setup;
    const std::shared_ptr<const SqliteTexts> m_texts;
    std::unique_ptr<Writer> m_writer;
    std::unique_ptr<CommittedSession> m_session;
};

} // namespace lockkeeper
