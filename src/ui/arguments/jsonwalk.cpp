// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/jsonwalk.h"

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kEscapeSize = 6; ///< of \uXXXX
constexpr int kPairSize = 12;  ///< of two of them

bool isHighSurrogate(int unit)
{
    return unit >= 0xd800 && unit <= 0xdbff;
}

bool isLowSurrogate(int unit)
{
    return unit >= 0xdc00 && unit <= 0xdfff;
}

int hexDigit(char byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    if (byte >= 'A' && byte <= 'F')
        return byte - 'A' + 10;
    return -1;
}

/// The unit of the \uXXXX escape at `offset`, or -1 if there is none.
int unitAt(QByteArrayView text, qsizetype offset)
{
    if (offset < 0 || text.size() - offset < kEscapeSize || text[offset] != '\\' ||
        text[offset + 1] != 'u')
        return -1;
    int unit = 0;
    for (qsizetype i = offset + 2; i < offset + kEscapeSize; ++i) {
        const int digit = hexDigit(text[i]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

/// Appends the UTF-8 form of `code`; that of a lone surrogate is no valid UTF-8.
void appendCode(QByteArray& out, int code)
{
    const auto tail = [code](int shift) {
        return static_cast<char>(0x80 | ((code >> shift) & 0x3f));
    };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xc0 | (code >> 6));
        out += tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xe0 | (code >> 12));
        out += tail(6);
        out += tail(0);
    } else {
        out += static_cast<char>(0xf0 | (code >> 18));
        out += tail(12);
        out += tail(6);
        out += tail(0);
    }
}

/// The character of an escape of two bytes; quote, backslash and slash stand for themselves.
char simpleEscape(char letter)
{
    switch (letter) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return letter;
    }
}

/// The bytes of the character or escape at `offset`, taken together with the second half of a pair.
qsizetype unitSize(QByteArrayView inner, qsizetype offset)
{
    const qsizetype left = inner.size() - offset;
    if (inner[offset] != '\\') {
        qsizetype size = 1;
        while (size < left && (static_cast<unsigned char>(inner[offset + size]) & 0xc0) == 0x80)
            ++size;
        return size;
    }
    const int unit = unitAt(inner, offset);
    if (unit < 0)
        return std::min<qsizetype>(2, left);
    const bool isPair =
        isHighSurrogate(unit) && isLowSurrogate(unitAt(inner, offset + kEscapeSize));
    return isPair ? kPairSize : kEscapeSize;
}

} // namespace

JsonWalk::JsonWalk(QByteArrayView text)
    : m_text(text)
{
}

char JsonWalk::at(qsizetype offset) const
{
    return offset < m_text.size() ? m_text[offset] : '\0';
}

bool JsonWalk::stop(bool isComplete)
{
    m_isComplete = isComplete;
    m_isStopped = true;
    m_frames.clear();
    return false;
}

bool JsonWalk::next()
{
    if (m_isStopped)
        return false;
    if (m_frames.empty()) {
        if (m_hasBegun)
            return stop(m_at == m_text.size());
        m_hasBegun = true;
        m_name = {};
        m_itemFrom = 0;
        m_index = 0;
        return takeValue();
    }
    Frame& frame = m_frames.back();
    const char end = frame.isObject ? '}' : ']';
    if (at(m_at) == end)
        return close();
    if (frame.items > 0) {
        if (at(m_at) != ',')
            return stop(false);
        ++m_at;
    }
    m_index = frame.items++;
    m_itemFrom = m_at;
    m_name = {};
    if (frame.isObject && !takeName())
        return stop(false);
    return takeValue();
}

bool JsonWalk::close()
{
    const Frame frame = m_frames.back();
    m_frames.pop_back();
    m_event = Event::Close;
    m_type = frame.isObject ? JsonType::Object : JsonType::Array;
    m_depth = static_cast<int>(m_frames.size());
    m_from = frame.from;
    m_to = ++m_at;
    return true;
}

qsizetype JsonWalk::stringEnd(qsizetype offset) const
{
    qsizetype at = offset + 1;
    while (at < m_text.size()) {
        const char byte = m_text[at];
        if (byte == '"')
            return at + 1;
        at += byte == '\\' ? 2 : 1;
    }
    return -1;
}

bool JsonWalk::takeName()
{
    const qsizetype end = at(m_at) == '"' ? stringEnd(m_at) : -1;
    if (end < 0 || at(end) != ':')
        return false;
    m_name = m_text.sliced(m_at, end - m_at);
    m_at = end + 1;
    return true;
}

bool JsonWalk::takeValue()
{
    m_depth = static_cast<int>(m_frames.size());
    m_from = m_at;
    m_to = m_at;
    m_event = Event::Scalar;
    qsizetype end = -1;
    switch (at(m_at)) {
    case '{':
    case '[':
        m_event = Event::Open;
        m_type = m_text[m_at] == '{' ? JsonType::Object : JsonType::Array;
        m_frames.push_back({m_at, 0, m_type == JsonType::Object});
        ++m_at;
        return true;
    case '"':
        m_type = JsonType::String;
        end = stringEnd(m_at);
        break;
    default:
        m_type = at(m_at) == 'n'                        ? JsonType::Null
                 : (at(m_at) == 't' || at(m_at) == 'f') ? JsonType::Boolean
                                                        : JsonType::Number;
        for (end = m_at; end < m_text.size(); ++end) {
            const char byte = m_text[end];
            if (byte == ',' || byte == ']' || byte == '}')
                break;
        }
    }
    if (end <= m_at)
        return stop(false);
    m_at = end;
    m_to = end;
    return true;
}

QByteArray decodedJsonString(QByteArrayView inner)
{
    QByteArray out;
    out.reserve(inner.size());
    qsizetype at = 0;
    while (at < inner.size()) {
        qsizetype plain = inner.indexOf('\\', at);
        if (plain < 0)
            plain = inner.size();
        out += inner.sliced(at, plain - at);
        at = plain;
        if (at >= inner.size())
            break;
        const qsizetype size = unitSize(inner, at);
        const int unit = unitAt(inner, at);
        if (size == kPairSize) {
            const int low = unitAt(inner, at + kEscapeSize);
            appendCode(out, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
        } else if (unit >= 0) {
            appendCode(out, unit);
        } else if (size == 2) {
            out += simpleEscape(inner[at + 1]);
        } else {
            out += inner.sliced(at, size);
        }
        at += size;
    }
    return out;
}

qsizetype jsonStringCut(QByteArrayView inner, qsizetype wanted)
{
    constexpr qsizetype kLookBack = 256;
    if (wanted >= inner.size())
        return inner.size();
    const auto isPlain = [inner](qsizetype at) {
        const char byte = inner[at];
        return byte > ' ' && byte < '\x7f' && byte != '\\';
    };
    qsizetype at = 0;
    qsizetype best = 0;
    bool isBehindPlain = false;
    while (at < inner.size()) {
        // Between two plain characters nothing belongs together.
        if (isBehindPlain && isPlain(at))
            best = at;
        const qsizetype size = unitSize(inner, at);
        if (at + size > wanted && at > 0)
            break;
        isBehindPlain = isPlain(at);
        at += size;
    }
    return best > 0 && at - best <= kLookBack ? best : at;
}

} // namespace lockkeeper
