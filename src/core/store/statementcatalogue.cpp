// SPDX-License-Identifier: Apache-2.0
#include "core/store/statementcatalogue.h"

#include "core/store/sqlresources.h"
#include "core/store/sqltext.h"

#include <array>
#include <optional>

namespace lockkeeper {
namespace {

using Statements = std::map<QByteArray, Statement>;

constexpr std::array<const char*, 3> kHeaders = {"purpose", "parameters", "rows"};

Error refusal(const QByteArray& source, const QByteArray& name, const QByteArray& what)
{
    return {ErrorCode::Internal, "statement file " + source +
                                     (name.isEmpty() ? QByteArray() : ", statement " + name) +
                                     ": " + what};
}

bool isName(const QByteArray& text)
{
    if (text.isEmpty() || text.front() < 'a' || text.front() > 'z')
        return false;
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

/// The value of the header line `-- key: value`, or nullopt if the line is something else.
std::optional<QByteArray> headerValue(const QByteArray& line, const QByteArray& key)
{
    const QByteArray prefix = "-- " + key + ":";
    if (!line.startsWith(prefix))
        return std::nullopt;
    return line.mid(prefix.size()).trimmed();
}

/// One block as it is read: from its name line to the next one.
struct Block
{
    QByteArray name;
    std::array<int, kHeaders.size()> headersSeen = {};
    QByteArray text;
};

/// Checks a finished block and puts it into `statements`.
Result<void> finishBlock(const Block& block, const QByteArray& source, Statements& statements)
{
    if (!isName(block.name))
        return refusal(source, block.name, "the name must be lower case letters, digits and _");
    for (std::size_t i = 0; i < kHeaders.size(); ++i) {
        if (block.headersSeen[i] != 1)
            return refusal(source, block.name,
                           QByteArray("needs exactly one header ") + kHeaders[i] + " with a text");
    }
    const auto parts = splitStatements(block.text);
    if (!parts)
        return refusal(source, block.name, parts.error().message());
    if (parts->size() != 1) {
        return refusal(source, block.name,
                       parts->empty() ? "the block is empty"
                                      : "more than one statement in a block");
    }
    const auto placeholders = countPlaceholders(parts->front());
    if (!placeholders)
        return refusal(source, block.name, placeholders.error().message());
    if (!statements.emplace(block.name, Statement{parts->front(), *placeholders, source}).second)
        return refusal(source, block.name, "the name is used twice");
    return {};
}

void takeLine(Block& block, const QByteArray& line)
{
    for (std::size_t i = 0; i < kHeaders.size(); ++i) {
        if (const auto value = headerValue(line, kHeaders[i]); value && !value->isEmpty())
            ++block.headersSeen[i];
    }
    block.text += line + '\n';
}

Result<void> readFile(const QString& path, Statements& statements)
{
    const QByteArray source = path.toUtf8();
    LK_TRY(const QByteArray text, readSqlFile(path));
    std::optional<Block> block;
    for (QByteArray line : text.split('\n')) {
        while (line.endsWith('\r'))
            line.chop(1);
        if (const auto name = headerValue(line, "name")) {
            if (block)
                LK_CHECK(finishBlock(*block, source, statements));
            block = Block{*name, {}, {}};
        } else if (block) {
            takeLine(*block, line);
        } else if (!line.trimmed().isEmpty() && !line.startsWith("--")) {
            return refusal(source, {}, "text before the first name");
        }
    }
    if (!block)
        return refusal(source, {}, "no statement in it");
    return finishBlock(*block, source, statements);
}

Result<Statements> readAll(const QStringList& entries)
{
    Statements statements;
    for (const QString& entry : entries) {
        const QStringList files =
            entry.endsWith(QLatin1String(".sql")) ? QStringList{entry} : sqlFilesIn(entry);
        for (const QString& file : files)
            LK_CHECK(readFile(file, statements));
    }
    return statements;
}

} // namespace

Result<StatementCatalogue> StatementCatalogue::load(const QStringList& common,
                                                    const QStringList& dialect)
{
    StatementCatalogue catalogue;
    LK_TRY(catalogue.m_statements, readAll(common));
    LK_TRY(Statements overrides, readAll(dialect));
    for (auto& [name, statement] : overrides) {
        const auto place = catalogue.m_statements.find(name);
        if (place == catalogue.m_statements.end())
            return refusal(statement.source, name, "overrides no common statement");
        if (place->second.parameterCount != statement.parameterCount)
            return refusal(statement.source, name, "takes other parameters than the common one");
        place->second = std::move(statement);
    }
    return catalogue;
}

const Statement* StatementCatalogue::find(QByteArrayView name) const
{
    const auto place = m_statements.find(QByteArray::fromRawData(name.data(), name.size()));
    return place == m_statements.end() ? nullptr : &place->second;
}

} // namespace lockkeeper
