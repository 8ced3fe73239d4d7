// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/statementtape.h"

#include <QElapsedTimer>
#include <QFile>
#include <QHash>

#include <sqlite3.h>

#include <fcntl.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

constexpr qint64 kSlot = 4096;

StatementTape* recording = nullptr;
QHash<QByteArray, std::size_t>* known = nullptr;

/// Takes the literal that stands at `at` in a text of sqlite3_expanded_sql.
StoreValue takeLiteral(QByteArrayView text, qsizetype& at)
{
    if (text.sliced(at).startsWith("NULL")) {
        at += 4;
        return std::monostate();
    }
    const bool blob = text[at] == 'x';
    if (!blob && text[at] != '\'') {
        const qsizetype begin = at;
        while (at < text.size() && (text[at] == '-' || (text[at] >= '0' && text[at] <= '9')))
            ++at;
        return text.sliced(begin, at - begin).toByteArray().toLongLong();
    }
    at += blob ? 2 : 1;
    QByteArray value;
    while (text[at] != '\'' || (at + 1 < text.size() && text[at + 1] == '\'')) {
        if (text[at] == '\'')
            ++at;
        value += text[at++];
    }
    ++at;
    if (blob)
        return Blob{QByteArray::fromHex(value)};
    return value;
}

/// Finds the values by laying the statement beside the same text with its values in it.
std::vector<StoreValue> valuesOf(QByteArrayView sql, QByteArrayView expanded)
{
    std::vector<StoreValue> values;
    bool quoted = false;
    qsizetype at = 0;
    for (const char character : sql) {
        if (character == '\'')
            quoted = !quoted;
        if (character == '?' && !quoted) {
            values.push_back(takeLiteral(expanded, at));
            continue;
        }
        if (at >= expanded.size() || expanded[at] != character)
            qFatal("a statement cannot be recorded: %s", sql.toByteArray().constData());
        ++at;
    }
    return values;
}

int traced(unsigned, void*, void* statement, void* text)
{
    const QByteArrayView shown(static_cast<const char*>(text));
    if (!recording || shown.startsWith("--")) // a trigger's own statements come as comments
        return 0;
    auto* handle = static_cast<sqlite3_stmt*>(statement);
    const QByteArray sql = sqlite3_sql(handle);
    if (!known->contains(sql)) {
        known->insert(sql, recording->sql.size());
        recording->sql.push_back(sql);
    }
    char* expanded = sqlite3_expanded_sql(handle);
    recording->steps.push_back({known->value(sql), valuesOf(sql, expanded)});
    sqlite3_free(expanded);
    return 0;
}

int connectionOpened(sqlite3* database, char**, const sqlite3_api_routines*)
{
    return sqlite3_trace_v2(database, SQLITE_TRACE_STMT, traced, nullptr);
}

void must(int code, sqlite3* database, const char* what)
{
    if (code != SQLITE_OK && code != SQLITE_DONE)
        qFatal("%s: %s", what, sqlite3_errmsg(database));
}

sqlite3* openRaw(const QString& path)
{
    sqlite3* database = nullptr;
    must(sqlite3_open_v2(QFile::encodeName(path).constData(), &database,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr),
         database, "open");
    // Nothing is recorded here, and a trace costs time.
    sqlite3_trace_v2(database, 0, nullptr, nullptr);
    must(sqlite3_exec(database,
                      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                      "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON;"
                      "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF",
                      nullptr, nullptr, nullptr),
         database, "settings");
    return database;
}

void bind(sqlite3_stmt* statement, int index, const StoreValue& value)
{
    if (const auto* integer = std::get_if<qint64>(&value))
        sqlite3_bind_int64(statement, index, *integer);
    else if (const auto* text = std::get_if<QByteArray>(&value))
        sqlite3_bind_text(statement, index, text->constData(), int(text->size()), SQLITE_STATIC);
    else if (const auto* blob = std::get_if<Blob>(&value))
        sqlite3_bind_blob(statement, index, blob->bytes.isNull() ? "" : blob->bytes.constData(),
                          int(blob->bytes.size()), SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, index);
}

/// Looks at every column of every row, as a program that wanted them would.
qint64 stepAll(sqlite3* database, sqlite3_stmt* statement)
{
    qint64 sum = 0;
    int code = sqlite3_step(statement);
    for (; code == SQLITE_ROW; code = sqlite3_step(statement)) {
        for (int column = 0; column < sqlite3_column_count(statement); ++column) {
            if (sqlite3_column_type(statement, column) == SQLITE_INTEGER)
                sum += sqlite3_column_int64(statement, column);
            else if (sqlite3_column_blob(statement, column))
                sum += sqlite3_column_bytes(statement, column);
        }
    }
    must(code, database, sqlite3_sql(statement));
    sqlite3_reset(statement);
    return sum;
}

class GuardSlots
{
public:
    explicit GuardSlots(const QString& path)
        : m_descriptor(
              ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
        , m_bytes(kSlot, 'g')
    {
        flush();
        flush(); // both slots exist before anything is measured
    }
    ~GuardSlots() { ::close(m_descriptor); }
    GuardSlots(const GuardSlots&) = delete;
    GuardSlots& operator=(const GuardSlots&) = delete;

    void flush()
    {
        m_slot = 1 - m_slot;
        if (::pwrite(m_descriptor, m_bytes.constData(), kSlot, m_slot * kSlot) != kSlot ||
            ::fdatasync(m_descriptor) != 0)
            qFatal("the raw guard cannot be written");
    }

private:
    int m_descriptor;
    int m_slot = 1;
    QByteArray m_bytes;
};

} // namespace

void makeConnectionsRecordable()
{
    known = new QHash<QByteArray, std::size_t>;
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(connectionOpened));
}

TapeRecording::TapeRecording(StatementTape& tape)
{
    known->clear();
    recording = &tape;
}

TapeRecording::~TapeRecording()
{
    recording = nullptr;
}

void copyStore(const QString& from, const QString& to)
{
    sqlite3* source = openRaw(from);
    sqlite3* target = openRaw(to);
    sqlite3_backup* backup = sqlite3_backup_init(target, "main", source, "main");
    if (!backup || sqlite3_backup_step(backup, -1) != SQLITE_DONE)
        qFatal("the store cannot be copied: %s", sqlite3_errmsg(target));
    sqlite3_backup_finish(backup);
    sqlite3_close(target);
    sqlite3_close(source);
}

qint64 playTape(const StatementTape& tape, const QString& path, const QString& guardPath)
{
    sqlite3* database = openRaw(path);
    GuardSlots guard(guardPath);
    std::vector<sqlite3_stmt*> statements;
    std::vector<bool> commits;
    std::vector<bool> journals;
    for (const QByteArray& sql : tape.sql) {
        sqlite3_stmt* statement = nullptr;
        must(sqlite3_prepare_v3(database, sql.constData(), int(sql.size()),
                                SQLITE_PREPARE_PERSISTENT, &statement, nullptr),
             database, sql.constData());
        statements.push_back(statement);
        commits.push_back(sql.startsWith("COMMIT"));
        journals.push_back(sql.contains("INSERT INTO journal "));
    }
    QElapsedTimer timer;
    timer.start();
    bool journaled = false;
    qint64 seen = 0;
    for (const StatementTape::Step& step : tape.steps) {
        sqlite3_stmt* statement = statements[step.statement];
        int index = 0;
        for (const StoreValue& value : step.values)
            bind(statement, ++index, value);
        seen += stepAll(database, statement);
        journaled = journaled || journals[step.statement];
        if (commits[step.statement] && std::exchange(journaled, false))
            guard.flush();
    }
    const qint64 took = timer.nsecsElapsed();
    if (seen == 0)
        qFatal("the tape read nothing");
    for (sqlite3_stmt* statement : statements)
        sqlite3_finalize(statement);
    sqlite3_close(database);
    return took;
}

} // namespace lockkeeper
