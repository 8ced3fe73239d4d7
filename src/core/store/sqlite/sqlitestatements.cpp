// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqlitestatements.h"

#include "core/base/assert.h"
#include "core/store/sqlite/sqliteerrors.h"
#include "core/store/storefaults.h"

#include <sqlite3.h>

#include <cstring>

namespace lockkeeper {

struct SqliteStatements::Prepared
{
    struct Finalize
    {
        void operator()(sqlite3_stmt* prepared) const { sqlite3_finalize(prepared); }
    };

    const Statement* statement = nullptr;
    std::unique_ptr<sqlite3_stmt, Finalize> handle; // empty until prepared
    bool returnsRows = false;
    bool readOnly = false;
    bool active = false;
};

namespace {

/// The bytes must live until the statement is reset; empty values are not NULL.
int bind(sqlite3_stmt* handle, int position, const StoreValue& value)
{
    if (const auto* integer = std::get_if<qint64>(&value))
        return sqlite3_bind_int64(handle, position, *integer);
    if (const auto* text = std::get_if<QByteArray>(&value)) {
        // constData() of a null array points at an empty string.
        return sqlite3_bind_text64(handle, position, text->constData(),
                                   static_cast<sqlite3_uint64>(text->size()), SQLITE_STATIC,
                                   SQLITE_UTF8);
    }
    if (const auto* blob = std::get_if<Blob>(&value)) {
        return sqlite3_bind_blob64(handle, position, blob->bytes.constData(),
                                   static_cast<sqlite3_uint64>(blob->bytes.size()), SQLITE_STATIC);
    }
    return sqlite3_bind_null(handle, position);
}

class StatementRow final : public StoreRow
{
public:
    explicit StatementRow(sqlite3_stmt* handle)
        : m_handle(handle)
    {
    }
    [[nodiscard]] bool isNull(int column) const override { return type(column) == SQLITE_NULL; }
    [[nodiscard]] qint64 integer(int column) const override
    {
        if (isNull(column))
            return 0;
        LK_ASSERT(type(column) == SQLITE_INTEGER);
        return sqlite3_column_int64(m_handle, column);
    }
    [[nodiscard]] QByteArray bytes(int column) const override
    {
        if (isNull(column))
            return {};
        LK_ASSERT(type(column) == SQLITE_TEXT || type(column) == SQLITE_BLOB);
        const void* bytes = sqlite3_column_blob(m_handle, column); // text stays as it is stored
        return {static_cast<const char*>(bytes), sqlite3_column_bytes(m_handle, column)};
    }

private:
    [[nodiscard]] int type(int column) const
    {
        LK_ASSERT(column >= 0 && column < sqlite3_column_count(m_handle));
        return sqlite3_column_type(m_handle, column);
    }

    sqlite3_stmt* m_handle;
};

/// Marks a statement as running and resets it at the end, whatever happens.
class Running
{
public:
    Running(sqlite3_stmt* handle, bool& active)
        : m_handle(handle)
        , m_active(active)
    {
        LK_ASSERT(!m_active); // a visitor started its own statement again
        m_active = true;
    }
    ~Running()
    {
        sqlite3_reset(m_handle);
        sqlite3_clear_bindings(m_handle);
        m_active = false;
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

private:
    sqlite3_stmt* m_handle;
    bool& m_active;
};

Error misuse(QByteArrayView name, const char* what)
{
    return {ErrorCode::Internal, "statement " + name.toByteArray() + ": " + what};
}

} // namespace

SqliteStatements::SqliteStatements(SqliteConnection& connection,
                                   const StatementCatalogue& catalogue, StoreFaults* faults)
    : m_connection(connection)
    , m_faults(faults)
{
    for (const auto& [name, statement] : catalogue.statements()) {
        auto prepared = std::make_shared<Prepared>();
        prepared->statement = &statement;
        m_prepared.insert(name, std::move(prepared));
    }
}

SqliteStatements::~SqliteStatements() = default;

Result<void> SqliteStatements::prepareAll()
{
    QByteArray failures;
    for (auto it = m_prepared.cbegin(); it != m_prepared.cend(); ++it) {
        const auto result = prepare(**it, it.key());
        if (!result && result.error().code() != ErrorCode::Internal)
            return result; // busy or damaged: nothing is wrong with the statement
        if (!result)
            failures += (failures.isEmpty() ? "" : "; ") + result.error().message();
    }
    if (!failures.isEmpty())
        return Error(ErrorCode::Internal, failures);
    return {};
}

Result<void> SqliteStatements::prepare(Prepared& prepared, const QByteArray& name)
{
    if (prepared.handle)
        return {};
    const QByteArray& sql = prepared.statement->sql;
    sqlite3_stmt* handle = nullptr;
    const int code =
        sqlite3_prepare_v3(m_connection.handle(), sql.constData(), static_cast<int>(sql.size()),
                           SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
    if (code != SQLITE_OK) {
        // Nothing is bound yet, so SQLite's text shows no value.
        return Error(sqliteErrorCode(code),
                     "statement " + name +
                         " cannot be prepared: " + sqlite3_errmsg(m_connection.handle()),
                     code);
    }
    prepared.handle.reset(handle);
    prepared.returnsRows = sqlite3_column_count(handle) > 0;
    prepared.readOnly = sqlite3_stmt_readonly(handle) != 0;
    return {};
}

Result<SqliteStatements::Prepared*> SqliteStatements::find(QByteArrayView name,
                                                           std::size_t valueCount)
{
    const auto place = m_prepared.constFind(QByteArray::fromRawData(name.data(), name.size()));
    if (place == m_prepared.constEnd())
        return misuse(name, "not in the catalogue");
    Prepared* prepared = place->get();
    if (static_cast<std::size_t>(prepared->statement->parameterCount) != valueCount)
        return misuse(name, "takes another number of values");
    LK_CHECK(prepare(*prepared, place.key()));
    return prepared;
}

Result<bool> SqliteStatements::start(Prepared& prepared, QByteArrayView name,
                                     std::initializer_list<StoreValue> values)
{
    int position = 0;
    for (const StoreValue& value : values) {
        const auto* text = std::get_if<QByteArray>(&value);
        if (text != nullptr && !text->isValidUtf8()) {
            return Error(ErrorCode::InvalidArgument,
                         "statement " + name.toByteArray() + ": a text value is not valid UTF-8");
        }
        if (const int code = bind(prepared.handle.get(), ++position, value); code != SQLITE_OK)
            return sqliteError(name, code);
    }
    const StoreFaults::Fault fault =
        m_faults != nullptr ? m_faults->beforeStatement(name) : StoreFaults::Fault{};
    if (fault.effect == StoreFaults::Effect::DropTransaction)
        QSqlDatabase(m_connection.database()).rollback();
    if (fault.effect == StoreFaults::Effect::Fail ||
        fault.effect == StoreFaults::Effect::DropTransaction) {
        return sqliteError(name, fault.nativeCode);
    }
    LK_TRY(const bool hasRow, step(prepared, name));
    if (fault.effect == StoreFaults::Effect::FailAfterwards)
        return sqliteError(name, fault.nativeCode);
    return hasRow;
}

Result<bool> SqliteStatements::step(Prepared& prepared, QByteArrayView name)
{
    const int code = sqlite3_step(prepared.handle.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return sqliteError(name, code);
    return code == SQLITE_ROW;
}

Result<qint64> SqliteStatements::execute(QByteArrayView name,
                                         std::initializer_list<StoreValue> values)
{
    LK_TRY(Prepared * prepared, find(name, values.size()));
    if (prepared->returnsRows)
        return misuse(name, "returns rows, so it must be queried");
    const Running running(prepared->handle.get(), prepared->active);
    LK_CHECK(start(*prepared, name, values));
    return sqlite3_changes64(m_connection.handle());
}

Result<void> SqliteStatements::query(QByteArrayView name, std::initializer_list<StoreValue> values,
                                     const StoreSession::Visitor& visit, Need need)
{
    LK_TRY(Prepared * prepared, find(name, values.size()));
    if (!prepared->returnsRows)
        return misuse(name, "returns no rows, so it must be executed");
    if (need == Need::ReadOnly && !prepared->readOnly)
        return misuse(name, "writes, so it belongs in a wave");
    const Running running(prepared->handle.get(), prepared->active);
    LK_TRY(bool hasRow, start(*prepared, name, values));
    const StatementRow row(prepared->handle.get());
    while (hasRow) {
        LK_CHECK(visit(row));
        LK_TRY(hasRow, step(*prepared, name));
    }
    return {};
}

Result<void> SqliteStatements::run(QByteArrayView name)
{
    LK_TRY(Prepared * prepared, find(name, 0));
    const Running running(prepared->handle.get(), prepared->active);
    LK_TRY(bool hasRow, start(*prepared, name, {}));
    while (hasRow) {
        LK_TRY(hasRow, step(*prepared, name));
    }
    return {};
}

} // namespace lockkeeper
