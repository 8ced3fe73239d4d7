// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqltext.h"

namespace lockkeeper {
namespace {

bool isWordStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

enum class TokenKind { End, Open, Word, Quoted, Symbol };

/// A token and where it ends. Open means: something is never closed.
struct Token
{
    TokenKind kind = TokenKind::End;
    QByteArrayView text;
    qsizetype begin = 0;
    qsizetype end = 0;
};

/// Where a comment that begins at `at` ends; `at` itself if none begins there; -1 if it is open.
qsizetype skipComment(QByteArrayView text, qsizetype at)
{
    if (text.sliced(at).startsWith("--")) {
        const qsizetype newline = text.indexOf('\n', at);
        return newline < 0 ? text.size() : newline + 1;
    }
    if (text.sliced(at).startsWith("/*")) {
        const qsizetype close = text.indexOf("*/", at + 2);
        return close < 0 ? -1 : close + 2;
    }
    return at;
}

/// The end of the quoted text that begins at `at`, where a doubled quote stands for itself.
qsizetype skipQuoted(QByteArrayView text, qsizetype at)
{
    const char close = text[at] == '[' ? ']' : text[at];
    for (qsizetype i = at + 1; i < text.size(); ++i) {
        if (text[i] != close)
            continue;
        if (close != ']' && i + 1 < text.size() && text[i + 1] == close)
            ++i;
        else
            return i + 1;
    }
    return -1;
}

/// The next token at or after `at`, white space and comments skipped.
Token nextToken(QByteArrayView text, qsizetype at)
{
    const Token open{TokenKind::Open, {}, at, text.size()};
    while (at < text.size()) {
        if (isSpace(text[at])) {
            ++at;
            continue;
        }
        const qsizetype behind = skipComment(text, at);
        if (behind < 0)
            return open;
        if (behind == at)
            break;
        at = behind;
    }
    if (at >= text.size())
        return {TokenKind::End, {}, text.size(), text.size()};
    const char c = text[at];
    if (c == '\'' || c == '"' || c == '`' || c == '[') {
        const qsizetype end = skipQuoted(text, at);
        if (end < 0)
            return open;
        return {TokenKind::Quoted, text.sliced(at, end - at), at, end};
    }
    qsizetype end = at + 1;
    if (isWordStart(c) || isDigit(c)) {
        while (end < text.size() && (isWordStart(text[end]) || isDigit(text[end])))
            ++end;
        return {TokenKind::Word, text.sliced(at, end - at), at, end};
    }
    return {TokenKind::Symbol, text.sliced(at, 1), at, end};
}

bool isWord(const Token& token, QByteArrayView word)
{
    return token.kind == TokenKind::Word && token.text.compare(word, Qt::CaseInsensitive) == 0;
}

/// Follows the tokens of one statement and tells whether a semicolon ends it.
class StatementShape
{
public:
    void take(const Token& token)
    {
        if (m_count == 0)
            m_create = isWord(token, "create");
        else if (m_create && m_count <= 2 && isWord(token, "trigger"))
            m_trigger = m_count == 1 || m_temporary;
        else if (m_create && m_count == 1)
            m_temporary = isWord(token, "temp") || isWord(token, "temporary");
        ++m_count;
        m_endsBody = m_afterSemicolon && isWord(token, "end");
        m_afterSemicolon = token.text == ";";
    }
    [[nodiscard]] bool isEmpty() const { return m_count == 0; }
    /// A trigger ends with `; END ;`, everything else with the first semicolon.
    [[nodiscard]] bool endsAtSemicolon() const { return !m_trigger || m_endsBody; }

private:
    int m_count = 0;
    bool m_create = false;
    bool m_temporary = false;
    bool m_trigger = false;
    bool m_afterSemicolon = false;
    bool m_endsBody = false;
};

Error leftOpen()
{
    return {ErrorCode::InvalidArgument, "SQL text: a string, comment or trigger is left open"};
}

} // namespace

Result<std::vector<QByteArray>> splitStatements(QByteArrayView script)
{
    std::vector<QByteArray> statements;
    StatementShape shape;
    qsizetype begin = 0;
    qsizetype end = 0;
    for (qsizetype at = 0;;) {
        const Token token = nextToken(script, at);
        if (token.kind == TokenKind::Open)
            return leftOpen();
        const bool semicolon = token.text == ";";
        if (token.kind == TokenKind::End || (semicolon && shape.endsAtSemicolon())) {
            if (!shape.isEmpty() && !shape.endsAtSemicolon())
                return leftOpen();
            if (!shape.isEmpty())
                statements.push_back(script.sliced(begin, end - begin).toByteArray());
            if (token.kind == TokenKind::End)
                return statements;
            shape = {};
        } else {
            if (shape.isEmpty())
                begin = token.begin;
            end = token.end;
            shape.take(token);
        }
        at = token.end;
    }
}

Result<int> countPlaceholders(QByteArrayView statement)
{
    int count = 0;
    for (qsizetype at = 0;;) {
        const Token token = nextToken(statement, at);
        if (token.kind == TokenKind::Open)
            return leftOpen();
        if (token.kind == TokenKind::End)
            return count;
        at = token.end;
        const char next = at < statement.size() ? statement[at] : ' ';
        const bool named = token.text == ":" || token.text == "@" || token.text == "$";
        const bool castBefore = token.begin > 0 && statement[token.begin - 1] == ':';
        if ((token.text == "?" && isDigit(next)) ||
            (named && !castBefore && (isWordStart(next) || isDigit(next)))) {
            return Error(ErrorCode::InvalidArgument,
                         "SQL text: only plain ? placeholders are allowed");
        }
        if (token.text == "?")
            ++count;
    }
}

} // namespace lockkeeper
