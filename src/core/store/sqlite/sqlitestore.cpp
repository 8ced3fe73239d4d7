// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqlitestore.h"

#include "core/base/assert.h"
#include "core/store/sqlite/sqliteerrors.h"
#include "core/store/sqlite/sqlitefiles.h"

#include <QFileInfo>
#include <QThread>

namespace lockkeeper {
namespace {

const Clock& systemClock()
{
    static const SystemClock clock;
    return clock;
}

Error closedError()
{
    return {ErrorCode::Unavailable, "the store has to be opened again first"};
}

/// A read-only connection; opened, used and closed on one thread.
class SqliteReader final : public StoreSession
{
public:
    SqliteReader(std::shared_ptr<const SqliteTexts> texts,
                 std::unique_ptr<SqliteConnection> connection)
        : m_texts(std::move(texts))
        , m_connection(std::move(connection))
        , m_statements(*m_connection, m_texts->statements)
    {
    }

    Result<qint64> execute(QByteArrayView statement, std::initializer_list<StoreValue>) override
    {
        return Error(ErrorCode::Internal,
                     "statement " + statement.toByteArray() + ": a reader runs only queries");
    }
    Result<void> query(QByteArrayView statement, std::initializer_list<StoreValue> values,
                       const Visitor& visit) override
    {
        LK_ASSERT(QThread::currentThread() == m_thread);
        return m_statements.query(statement, values, visit, SqliteStatements::Need::ReadOnly);
    }

private:
    const std::shared_ptr<const SqliteTexts> m_texts;
    const std::unique_ptr<SqliteConnection> m_connection;
    SqliteStatements m_statements;
    const QThread* const m_thread = QThread::currentThread();
};

} // namespace

/// The writing connection with its statements, and the frame of its waves.
class SqliteStore::Writer final : public WaveTransaction, private StoreSession
{
public:
    static Result<std::unique_ptr<Writer>> open(const SqliteStoreSetup& setup,
                                                const SqliteTexts& texts)
    {
        constexpr auto kAccess = SqliteConnection::Access::ReadWrite;
        const StoreOptions& options = setup.options;
        LK_CHECK(prepareStoreFile(options.sqlitePath, options.createIfMissing));
        LK_TRY(auto connection,
               SqliteConnection::open(options.sqlitePath, kAccess, options.busyTimeoutMs));
        LK_CHECK(checkApplicationId(*connection, texts));
        LK_CHECK(applySettings(*connection, texts, kAccess, options.busyTimeoutMs));
        LK_CHECK(migrateSqlite(*connection, texts, options.sqlitePath,
                               setup.clock != nullptr ? *setup.clock : systemClock()));
        std::unique_ptr<Writer> writer(new Writer(std::move(connection), texts, setup.faults));
        LK_CHECK(writer->m_frame.prepareAll());
        LK_CHECK(writer->m_statements.prepareAll());
        return writer;
    }

    Result<void> begin() override { return m_frame.run("begin"); }
    Result<void> savepoint() override { return note(m_frame.run("savepoint")); }
    Result<void> release() override { return note(m_frame.run("release")); }
    Result<void> rollBackToSavepoint() override
    {
        LK_CHECK(note(m_frame.run("rollback_to")));
        return release();
    }
    Result<void> commit() override { return note(m_frame.run("commit")); }
    Result<void> rollBack() override { return note(m_frame.run("rollback")); }
    bool isOpen() const override { return m_connection->isInTransaction(); }
    bool isCertainlyUndone(const Error& commitError) const override
    {
        return isCommitCertainlyUndone(commitError.nativeCode().value_or(0), isOpen());
    }
    void breakConnection() override { m_broken = true; }
    StoreSession& statements() override { return *this; }

    /// For reading outside a wave.
    Result<void> read(QByteArrayView statement, std::initializer_list<StoreValue> values,
                      const Visitor& visit)
    {
        return note(m_statements.query(statement, values, visit, SqliteStatements::Need::ReadOnly));
    }
    [[nodiscard]] bool isBroken() const { return m_broken; }

private:
    Writer(std::unique_ptr<SqliteConnection> connection, const SqliteTexts& texts,
           StoreFaults* faults)
        : m_connection(std::move(connection))
        , m_frame(*m_connection, texts.transaction, faults)
        , m_statements(*m_connection, texts.statements, faults)
    {
    }

    Result<qint64> execute(QByteArrayView statement,
                           std::initializer_list<StoreValue> values) override
    {
        return note(m_statements.execute(statement, values));
    }
    Result<void> query(QByteArrayView statement, std::initializer_list<StoreValue> values,
                       const Visitor& visit) override
    {
        return note(m_statements.query(statement, values, visit));
    }

    /// After an I/O error or damage only a fresh look at the file helps. (A visitor's own DataLoss
    /// has no native code.)
    template<class T>
    Result<T> note(Result<T> result)
    {
        if (!result && result.error().code() == ErrorCode::DataLoss && result.error().nativeCode())
            m_broken = true;
        return result;
    }

    const std::unique_ptr<SqliteConnection> m_connection;
    SqliteStatements m_frame;
    SqliteStatements m_statements;
    bool m_broken = false;
};

/// Reads what is committed, between waves only, on the store's thread.
class SqliteStore::CommittedSession final : public StoreSession
{
public:
    explicit CommittedSession(const std::unique_ptr<Writer>& writer)
        : m_writer(writer)
    {
    }

    Result<qint64> execute(QByteArrayView statement, std::initializer_list<StoreValue>) override
    {
        return Error(ErrorCode::Internal,
                     "statement " + statement.toByteArray() + ": writing belongs in a wave");
    }
    Result<void> query(QByteArrayView statement, std::initializer_list<StoreValue> values,
                       const Visitor& visit) override
    {
        checkThread();
#ifndef LOCKKEEPER_FAULT_DISPATCH_BEFORE_COMMIT
        LK_ASSERT(!m_inWave); // a command reads through its unit of work
#endif
        if (!m_writer || m_writer->isBroken())
            return closedError();
        ++m_readers;
        auto result = m_writer->read(statement, values, visit);
        --m_readers;
        return result;
    }

    void checkThread() const
    {
        LK_ASSERT(QThread::currentThread() == m_thread);
    }
    /// Neither a wave nor reopening may happen inside a wave or inside a visitor: it would write on
    /// a stale snapshot, or take the connection away under it.
    void checkIdle() const
    {
        checkThread();
        LK_ASSERT(!m_inWave);
        LK_ASSERT(m_readers == 0);
    }
    void beginWave()
    {
        checkIdle();
        m_inWave = true;
    }
    void endWave()
    {
        m_inWave = false;
    }

private:
    const std::unique_ptr<Writer>& m_writer;
    const QThread* const m_thread = QThread::currentThread();
    bool m_inWave = false;
    int m_readers = 0;
};

SqliteStore::SqliteStore(const SqliteStoreSetup& setup, SqliteTexts texts)
    : m_setup(setup)
    , m_texts(std::make_shared<const SqliteTexts>(std::move(texts)))
    , m_session(std::make_unique<CommittedSession>(m_writer))
{
}

SqliteStore::~SqliteStore() = default;

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const SqliteStoreSetup& setup)
{
    SqliteStoreSetup absolute = setup;
    absolute.options.sqlitePath = QFileInfo(setup.options.sqlitePath).absoluteFilePath();
    LK_TRY(SqliteTexts texts, SqliteTexts::load(setup.sqlRoot));
    std::unique_ptr<SqliteStore> store(new SqliteStore(absolute, std::move(texts)));
    LK_CHECK(store->reopen());
    return store;
}

Result<std::unique_ptr<StoreSession>> SqliteStore::openSnapshot(const QString& path)
{
    constexpr auto kAccess = SqliteConnection::Access::ReadOnly;
    const int busyTimeoutMs = StoreOptions().busyTimeoutMs;
    if (!QFileInfo(path).isFile())
        return Error(ErrorCode::NotFound, "there is no such store file");
    LK_TRY(SqliteTexts loaded, SqliteTexts::load(SqliteStoreSetup().sqlRoot));
    const auto texts = std::make_shared<const SqliteTexts>(std::move(loaded));
    LK_TRY(auto connection, SqliteConnection::open(path, kAccess, busyTimeoutMs));
    LK_CHECK(checkApplicationId(*connection, *texts));
    LK_CHECK(applySettings(*connection, *texts, kAccess, busyTimeoutMs));
    // Deferred: the first query fixes the moment; closing the connection ends it.
    if (!QSqlDatabase(connection->database()).transaction())
        return Error(ErrorCode::Unavailable, "no transaction for reading can be begun");
    return std::unique_ptr<StoreSession>(
        std::make_unique<SqliteReader>(texts, std::move(connection)));
}

WaveResult SqliteStore::runWave(const std::vector<WaveCommand>& commands,
                                WaveParticipant* participant)
{
    m_session->checkThread();
    if (needsReopening())
        return {std::vector<Result<void>>(commands.size(), Result<void>(closedError())), true};
    m_session->beginWave();
    WaveResult result = lockkeeper::runWave(*m_writer, commands, participant);
    m_session->endWave();
    if (m_writer->isBroken())
        m_writer.reset(); // gives back the write lock
    return result;
}

StoreSession& SqliteStore::session()
{
    return *m_session;
}

Result<std::unique_ptr<StoreSession>> SqliteStore::openReader()
{
    constexpr auto kAccess = SqliteConnection::Access::ReadOnly;
    const StoreOptions& options = m_setup.options;
    LK_TRY(auto connection,
           SqliteConnection::open(options.sqlitePath, kAccess, options.busyTimeoutMs));
    LK_CHECK(checkApplicationId(*connection, *m_texts));
    LK_CHECK(applySettings(*connection, *m_texts, kAccess, options.busyTimeoutMs));
    return std::unique_ptr<StoreSession>(
        std::make_unique<SqliteReader>(m_texts, std::move(connection)));
}

bool SqliteStore::needsReopening() const
{
    return !m_writer || m_writer->isBroken();
}

Result<void> SqliteStore::reopen()
{
    m_session->checkIdle();
    m_writer.reset();
    LK_TRY(m_writer, Writer::open(m_setup, *m_texts));
    return {};
}

} // namespace lockkeeper
