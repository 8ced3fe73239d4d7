// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqlitestatements.h"

#include "core/base/assert.h"
#include "core/store/sqlite/sqliteerrors.h"
#include "core/store/storefaults.h"

#include <QSqlError>
#include <QSqlResult>
#include <QStringDecoder>
#include <QVariant>

#include <sqlite3.h>

namespace lockkeeper {

struct SqliteStatements::Prepared
{
    const Statement* statement = nullptr;
    std::unique_ptr<QSqlQuery> query; // empty until prepared
    bool returnsRows = false;
    bool readOnly = false;
    bool active = false;
};

namespace {

/// Text is bound as UTF-16. SQLite takes a leading U+FEFF or U+FFFE for a byte order mark, so such
/// a text gets one more in front, which SQLite removes.
Result<QVariant> textVariant(const QByteArray& utf8)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringConverter::Flag::Stateless |
                                                     QStringConverter::Flag::ConvertInitialBom);
    QString text = decoder.decode(utf8);
    if (decoder.hasError())
        return Error(ErrorCode::InvalidArgument, "a text value is not valid UTF-8");
    if (text.isNull())
        text = QLatin1String("");
    if (text.startsWith(QChar(0xFEFF)) || text.startsWith(QChar(0xFFFE)))
        text.prepend(QChar(0xFEFF));
    return QVariant(text);
}

/// A null QVariant of any type would be bound as NULL, so empty values are made not null.
Result<QVariant> variantOf(const StoreValue& value)
{
    if (const auto* integer = std::get_if<qint64>(&value))
        return QVariant(*integer);
    if (const auto* text = std::get_if<QByteArray>(&value))
        return textVariant(*text);
    if (const auto* blob = std::get_if<Blob>(&value))
        return QVariant(blob->bytes.isNull() ? QByteArray("") : blob->bytes);
    return QVariant();
}

class QueryRow final : public StoreRow
{
public:
    explicit QueryRow(const QSqlQuery& query)
        : m_query(query)
    {
    }
    [[nodiscard]] bool isNull(int column) const override { return value(column).isNull(); }
    [[nodiscard]] qint64 integer(int column) const override
    {
        const QVariant variant = value(column);
        if (variant.isNull())
            return 0;
        LK_ASSERT(variant.typeId() == QMetaType::LongLong || variant.typeId() == QMetaType::Int);
        return variant.toLongLong();
    }
    [[nodiscard]] QByteArray bytes(int column) const override
    {
        const QVariant variant = value(column);
        if (variant.isNull())
            return {};
        if (variant.typeId() == QMetaType::QByteArray)
            return variant.toByteArray();
        LK_ASSERT(variant.typeId() == QMetaType::QString);
        return variant.toString().toUtf8();
    }

private:
    [[nodiscard]] QVariant value(int column) const
    {
        QVariant variant = m_query.value(column);
        LK_ASSERT(variant.isValid()); // false: no such column
        return variant;
    }

    const QSqlQuery& m_query;
};

/// Marks a statement as running and resets it at the end, whatever happens.
class Running
{
public:
    Running(QSqlQuery& query, bool& active)
        : m_query(query)
        , m_active(active)
    {
        LK_ASSERT(!m_active); // a visitor started its own statement again
        m_active = true;
    }
    ~Running()
    {
        m_query.finish();
        m_active = false;
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

private:
    QSqlQuery& m_query;
    bool& m_active;
};

int nativeCode(const QSqlQuery& query)
{
    bool ok = false;
    const int code = query.lastError().nativeErrorCode().toInt(&ok);
    return ok ? code : SQLITE_ERROR;
}

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
        if (const auto result = prepare(**it, it.key()); !result)
            failures += (failures.isEmpty() ? "" : "; ") + result.error().message();
    }
    if (!failures.isEmpty())
        return Error(ErrorCode::Internal, failures);
    return {};
}

Result<void> SqliteStatements::prepare(Prepared& prepared, const QByteArray& name)
{
    if (prepared.query)
        return {};
    auto query = std::make_unique<QSqlQuery>(m_connection.database());
    query->setForwardOnly(true);
    if (!query->prepare(QString::fromUtf8(prepared.statement->sql))) {
        const int code = nativeCode(*query);
        return Error(ErrorCode::Internal,
                     "statement " + name +
                         " cannot be prepared: " + query->lastError().databaseText().toUtf8(),
                     code);
    }
    const QVariant handle = query->result()->handle();
    auto* native = *static_cast<sqlite3_stmt* const*>(handle.constData());
    prepared.returnsRows = sqlite3_column_count(native) > 0;
    prepared.readOnly = sqlite3_stmt_readonly(native) != 0;
    prepared.query = std::move(query);
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

Result<void> SqliteStatements::start(Prepared& prepared, QByteArrayView name,
                                     std::initializer_list<StoreValue> values)
{
    int position = 0;
    for (const StoreValue& value : values) {
        auto variant = variantOf(value);
        if (!variant) {
            return Error(variant.error().code(),
                         "statement " + name.toByteArray() + ": " + variant.error().message());
        }
        prepared.query->bindValue(position++, *variant);
    }
    const StoreFaults::Fault fault =
        m_faults != nullptr ? m_faults->beforeStatement(name) : StoreFaults::Fault{};
    if (fault.effect == StoreFaults::Effect::DropTransaction)
        QSqlDatabase(m_connection.database()).rollback();
    if (fault.effect == StoreFaults::Effect::Fail ||
        fault.effect == StoreFaults::Effect::DropTransaction) {
        return sqliteError(name, fault.nativeCode);
    }
    if (!prepared.query->exec())
        return sqliteError(name, nativeCode(*prepared.query));
    if (fault.effect == StoreFaults::Effect::FailAfterwards)
        return sqliteError(name, fault.nativeCode);
    return {};
}

Result<qint64> SqliteStatements::execute(QByteArrayView name,
                                         std::initializer_list<StoreValue> values)
{
    LK_TRY(Prepared * prepared, find(name, values.size()));
    if (prepared->returnsRows)
        return misuse(name, "returns rows, so it must be queried");
    const Running running(*prepared->query, prepared->active);
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
    const Running running(*prepared->query, prepared->active);
    LK_CHECK(start(*prepared, name, values));
    const QueryRow row(*prepared->query);
    while (prepared->query->next())
        LK_CHECK(visit(row));
    if (prepared->query->lastError().isValid())
        return sqliteError(name, nativeCode(*prepared->query));
    return {};
}

Result<void> SqliteStatements::run(QByteArrayView name)
{
    LK_TRY(Prepared * prepared, find(name, 0));
    const Running running(*prepared->query, prepared->active);
    LK_CHECK(start(*prepared, name, {}));
    while (prepared->query->next()) {
    }
    if (prepared->query->lastError().isValid())
        return sqliteError(name, nativeCode(*prepared->query));
    return {};
}

} // namespace lockkeeper
