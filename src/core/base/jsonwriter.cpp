// SPDX-License-Identifier: Apache-2.0
#include "core/base/canonicaljson.h"

#include "core/base/assert.h"
#include "core/base/jsontext.h"

namespace lockkeeper {

namespace {

/// How many bytes of the ill-formed sequence at `offset` become one U+FFFD (the maximal subpart of
/// the Unicode standard).
qsizetype illFormedLength(QByteArrayView text, qsizetype offset)
{
    // A cut sequence is a prefix of a well-formed one: try to complete it.
    const qsizetype left = qMin<qsizetype>(3, text.size() - offset);
    for (qsizetype length = left; length > 1; --length) {
        for (const char* tail : {"\x80\x80\x80", "\xbf\xbf\xbf"}) {
            const QByteArray completed = text.sliced(offset, length).toByteArray() + tail;
            if (jsontext::utf8Length(completed, 0) > length)
                return length;
        }
    }
    return 1;
}

void appendControl(QByteArray& out, char byte)
{
    switch (byte) {
    case '\b':
        out += "\\b";
        return;
    case '\f':
        out += "\\f";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\r':
        out += "\\r";
        return;
    case '\t':
        out += "\\t";
        return;
    default:
        constexpr char kHex[] = "0123456789abcdef";
        out += "\\u00";
        out += kHex[(byte >> 4) & 15];
        out += kHex[byte & 15];
    }
}

} // namespace

QByteArray jsonString(QByteArrayView text)
{
    QByteArray out;
    out.reserve(text.size() + 2);
    out += '"';
    qsizetype at = 0;
    while (at < text.size()) {
        const char byte = text[at];
        const auto value = static_cast<unsigned char>(byte);
        if (value >= 0x80) {
            const int length = jsontext::utf8Length(text, at);
            if (length == 0) {
                out += "\xef\xbf\xbd";
                at += illFormedLength(text, at);
            } else {
                out += text.sliced(at, length);
                at += length;
            }
            continue;
        }
        if (byte == '"' || byte == '\\') {
            out += '\\';
            out += byte;
        } else if (value < 0x20) {
            appendControl(out, byte);
        } else {
            out += byte;
        }
        ++at;
    }
    out += '"';
    return out;
}

/// Before each value: the comma, if it needs one.
void JsonWriter::separate()
{
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    LK_ASSERT(m_open.isEmpty() ? m_first : m_open.back() == '[');
    if (!m_first)
        m_out += ',';
    m_first = false;
}

JsonWriter& JsonWriter::beginObject()
{
    separate();
    m_out += '{';
    m_open += '{';
    m_first = true;
    return *this;
}

JsonWriter& JsonWriter::endObject()
{
    LK_ASSERT(m_open.endsWith('{') && !m_afterKey);
    m_open.chop(1);
    m_out += '}';
    m_first = false;
    return *this;
}

JsonWriter& JsonWriter::beginArray()
{
    separate();
    m_out += '[';
    m_open += '[';
    m_first = true;
    return *this;
}

JsonWriter& JsonWriter::endArray()
{
    LK_ASSERT(m_open.endsWith('['));
    m_open.chop(1);
    m_out += ']';
    m_first = false;
    return *this;
}

JsonWriter& JsonWriter::key(QByteArrayView name)
{
    LK_ASSERT(m_open.endsWith('{') && !m_afterKey);
    if (!m_first)
        m_out += ',';
    m_first = false;
    m_out += jsonString(name);
    m_out += ':';
    m_afterKey = true;
    return *this;
}

JsonWriter& JsonWriter::string(QByteArrayView text)
{
    return raw(jsonString(text));
}

JsonWriter& JsonWriter::integer(qint64 value)
{
    return raw(QByteArray::number(value));
}

JsonWriter& JsonWriter::boolean(bool value)
{
    return raw(value ? "true" : "false");
}

JsonWriter& JsonWriter::null()
{
    return raw("null");
}

JsonWriter& JsonWriter::raw(QByteArrayView json)
{
    LK_ASSERT(!json.isEmpty());
    separate();
    m_out += json;
    return *this;
}

QByteArray JsonWriter::take()
{
    LK_ASSERT(m_open.isEmpty() && !m_out.isEmpty());
    m_first = true;
    return std::exchange(m_out, {});
}

} // namespace lockkeeper
