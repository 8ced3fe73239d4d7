// SPDX-License-Identifier: Apache-2.0
// Nothing here trusts the text: whatever it holds, offsets stay inside and every loop moves on.
#include "core/base/canonicaljson.h"

#include "core/base/jsontext.h"

#include <charconv>

namespace lockkeeper {

namespace {

using jsontext::LoneSurrogate;
using jsontext::skipSpace;

bool startsValue(char byte)
{
    return byte == '{' || byte == '[' || byte == '"' || byte == 't' || byte == 'f' || byte == 'n' ||
           byte == '-' || jsontext::isDigit(byte);
}

qsizetype containerEnd(QByteArrayView text, qsizetype offset)
{
    qsizetype depth = 0;
    qsizetype at = offset;
    while (at < text.size()) {
        switch (text.data()[at]) {
        case '"':
            at = jsontext::stringEnd(text, at);
            if (at < 0)
                return -1;
            continue;
        case '{':
        case '[':
            ++depth;
            break;
        case '}':
        case ']':
            if (--depth == 0)
                return at + 1;
            break;
        default:
            break;
        }
        ++at;
    }
    return -1;
}

/// The offset behind the value at `offset`, or -1 if there is none.
qsizetype valueEnd(QByteArrayView text, qsizetype offset)
{
    if (offset >= text.size() || !startsValue(text[offset]))
        return -1;
    if (text[offset] == '"')
        return jsontext::stringEnd(text, offset);
    if (text[offset] == '{' || text[offset] == '[')
        return containerEnd(text, offset);
    qsizetype at = offset + 1;
    while (at < text.size() && !jsontext::isSpace(text[at]) && text[at] != ',' && text[at] != ']' &&
           text[at] != '}')
        ++at;
    return at;
}

/// What stands between the quotes, or nullopt if `quoted` is not one whole string.
std::optional<QByteArrayView> inside(QByteArrayView quoted)
{
    if (!quoted.startsWith('"') || jsontext::stringEnd(quoted, 0) != quoted.size())
        return std::nullopt;
    return quoted.sliced(1, quoted.size() - 2);
}

QByteArray decoded(QByteArrayView inner, LoneSurrogate lone)
{
    QByteArray out;
    out.reserve(inner.size());
    jsontext::appendDecoded(out, inner, lone);
    return out;
}

/// Whether a name (with its quotes) is `name`. Lone surrogates equal nothing.
bool isNamed(QByteArrayView quoted, QByteArrayView name)
{
    const auto inner = inside(quoted);
    if (!inner)
        return false;
    if (inner->contains('\\'))
        return decoded(*inner, LoneSurrogate::Keep) == name;
    return *inner == name;
}

/// A reference token without its ~ escapes, or nullopt.
std::optional<QByteArray> unescapedToken(QByteArrayView token)
{
    QByteArray out;
    out.reserve(token.size());
    for (qsizetype i = 0; i < token.size(); ++i) {
        if (token[i] != '~') {
            out += token[i];
            continue;
        }
        ++i;
        if (i == token.size() || (token[i] != '0' && token[i] != '1'))
            return std::nullopt;
        out += token[i] == '0' ? '~' : '/';
    }
    return out;
}

/// An array index as RFC 6901 spells it (no sign, no leading zero), or nullopt.
std::optional<qint64> indexOf(QByteArrayView token)
{
    if (token.isEmpty() || !jsontext::isDigit(token[0]) || (token.size() > 1 && token[0] == '0'))
        return std::nullopt;
    qint64 index = 0;
    const char* end = token.data() + token.size();
    const auto [stop, failure] = std::from_chars(token.data(), end, index);
    if (failure != std::errc() || stop != end)
        return std::nullopt;
    return index;
}

} // namespace

JsonView::JsonView(QByteArrayView text)
{
    qsizetype end = text.size();
    while (end > 0 && jsontext::isSpace(text[end - 1]))
        --end;
    const qsizetype begin = skipSpace(text.first(end), 0);
    if (begin < end && startsValue(text[begin]))
        m_raw = text.sliced(begin, end - begin);
}

JsonType JsonView::type() const
{
    if (m_raw.isEmpty())
        return JsonType::Null;
    switch (m_raw[0]) {
    case '{':
        return JsonType::Object;
    case '[':
        return JsonType::Array;
    case '"':
        return JsonType::String;
    case 't':
    case 'f':
        return JsonType::Boolean;
    case 'n':
        return JsonType::Null;
    default:
        return JsonType::Number;
    }
}

std::optional<QByteArray> JsonView::string() const
{
    const auto inner = inside(m_raw);
    if (!inner)
        return std::nullopt;
    return decoded(*inner, LoneSurrogate::Replace);
}

std::optional<qint64> JsonView::integer() const
{
    if (m_raw.isEmpty() || type() != JsonType::Number)
        return std::nullopt;
    qint64 value = 0;
    const char* end = m_raw.data() + m_raw.size();
    const auto [stop, failure] = std::from_chars(m_raw.data(), end, value);
    if (failure != std::errc() || stop != end)
        return std::nullopt;
    return value;
}

std::optional<bool> JsonView::boolean() const
{
    if (m_raw == "true")
        return true;
    if (m_raw == "false")
        return false;
    return std::nullopt;
}

JsonView JsonView::member(QByteArrayView name) const
{
    for (Cursor cursor = begin(); cursor.isAtMember(); cursor.next()) {
        if (isNamed(cursor.rawName(), name))
            return cursor.value();
    }
    return {};
}

JsonView JsonView::at(QByteArrayView pointer) const
{
    JsonView view = *this;
    qsizetype at = 0;
    while (at < pointer.size() && view.isValid()) {
        if (pointer[at] != '/')
            return {};
        const qsizetype slash = pointer.indexOf('/', at + 1);
        const qsizetype end = slash < 0 ? pointer.size() : slash;
        const QByteArrayView token = pointer.sliced(at + 1, end - at - 1);
        at = end;
        if (view.isObject()) {
            const auto name = unescapedToken(token);
            view = name ? view.member(*name) : JsonView();
            continue;
        }
        const auto index = view.isArray() ? indexOf(token) : std::nullopt;
        if (!index)
            return {};
        Cursor cursor = view.begin();
        for (qint64 i = 0; i < *index && cursor.isAtElement(); ++i)
            cursor.next();
        view = cursor.isAtElement() ? cursor.value() : JsonView();
    }
    return view;
}

JsonView::Cursor JsonView::begin() const
{
    Cursor cursor;
    if (!isObject() && !isArray())
        return cursor;
    cursor.m_text = m_raw;
    cursor.m_object = isObject();
    cursor.next();
    return cursor;
}

QByteArray JsonView::Cursor::name() const
{
    const auto inner = inside(m_name);
    return inner ? decoded(*inner, LoneSurrogate::Replace) : QByteArray();
}

JsonView JsonView::Cursor::value() const
{
    return JsonView(m_value);
}

void JsonView::Cursor::next()
{
    const bool isFirst = m_offset == 0;
    qsizetype at = skipSpace(m_text, isFirst ? qMin<qsizetype>(1, m_text.size()) : m_offset);
    m_name = {};
    m_value = {};
    m_offset = m_text.size(); // the end, unless a whole item follows
    if (!isFirst) {
        if (at >= m_text.size() || m_text[at] != ',')
            return;
        at = skipSpace(m_text, at + 1);
    }
    QByteArrayView name;
    if (m_object) {
        if (at >= m_text.size() || m_text[at] != '"')
            return;
        const qsizetype nameEnd = jsontext::stringEnd(m_text, at);
        if (nameEnd < 0)
            return;
        name = m_text.sliced(at, nameEnd - at);
        at = skipSpace(m_text, nameEnd);
        if (at >= m_text.size() || m_text[at] != ':')
            return;
        at = skipSpace(m_text, at + 1);
    }
    const qsizetype end = valueEnd(m_text, at);
    if (end < 0)
        return;
    m_name = name;
    m_value = m_text.sliced(at, end - at);
    m_offset = end;
}

} // namespace lockkeeper
