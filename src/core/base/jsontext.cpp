// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsontext.h"

#include <cstring>

namespace lockkeeper::jsontext {

namespace {

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

bool isHighSurrogate(int unit)
{
    return unit >= 0xd800 && unit <= 0xdbff;
}

bool isLowSurrogate(int unit)
{
    return unit >= 0xdc00 && unit <= 0xdfff;
}

/// Appends the UTF-8 form of `code`, also of a surrogate.
void appendCode(QByteArray& out, int code)
{
    const auto tail = [code](int shift) {
        return static_cast<char>(0x80 | ((code >> shift) & 63));
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

/// Appends the character of the \u escape at `offset` (its backslash); returns the offset behind.
/// An escape without four digits is taken as it stands.
qsizetype appendUnicodeEscape(QByteArray& out, QByteArrayView inner, qsizetype offset,
                              LoneSurrogate lone)
{
    const int unit = hexUnit(inner, offset + 2);
    if (unit < 0) {
        out += inner.sliced(offset, 2);
        return offset + 2;
    }
    const qsizetype behind = offset + 6;
    if (isHighSurrogate(unit) && inner.size() - behind >= 6 && inner[behind] == '\\' &&
        inner[behind + 1] == 'u') {
        const int low = hexUnit(inner, behind + 2);
        if (isLowSurrogate(low)) {
            appendCode(out, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
            return behind + 6;
        }
    }
    const bool isLone = isHighSurrogate(unit) || isLowSurrogate(unit);
    appendCode(out, isLone && lone == LoneSurrogate::Replace ? 0xfffd : unit);
    return behind;
}

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
        return letter; // the quote, the backslash and the slash stand for themselves
    }
}

} // namespace

int utf8Length(QByteArrayView text, qsizetype offset)
{
    // Unicode, table 3-7 (well-formed UTF-8 byte sequences).
    const qsizetype left = text.size() - offset;
    if (left <= 0)
        return 0;
    const auto byte = [&text, offset](qsizetype n) {
        return static_cast<unsigned char>(text.data()[offset + n]);
    };
    const auto isTail = [&byte](qsizetype n) { return (byte(n) & 0xc0) == 0x80; };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2)
        return 0;
    if (lead < 0xe0)
        return left >= 2 && isTail(1) ? 2 : 0;
    if (lead < 0xf0) {
        if (left < 3 || !isTail(1) || !isTail(2))
            return 0;
        if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) > 0x9f))
            return 0;
        return 3;
    }
    if (lead > 0xf4 || left < 4 || !isTail(1) || !isTail(2) || !isTail(3))
        return 0;
    if ((lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) > 0x8f))
        return 0;
    return 4;
}

int hexUnit(QByteArrayView text, qsizetype offset)
{
    if (text.size() - offset < 4)
        return -1;
    int unit = 0;
    for (qsizetype i = offset; i < offset + 4; ++i) {
        const int digit = hexDigit(text[i]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

qsizetype stringEnd(QByteArrayView text, qsizetype offset)
{
    for (qsizetype at = offset + 1; at < text.size(); ++at) {
        if (text[at] == '"')
            return at + 1;
        if (text[at] == '\\')
            ++at;
    }
    return -1;
}

void appendDecoded(QByteArray& out, QByteArrayView inner, LoneSurrogate lone)
{
    qsizetype at = 0;
    while (at < inner.size()) {
        const auto* found = static_cast<const char*>(
            std::memchr(inner.data() + at, '\\', static_cast<size_t>(inner.size() - at)));
        const qsizetype escape = found ? found - inner.data() : inner.size();
        out += inner.sliced(at, escape - at);
        at = escape;
        if (inner.size() - at < 2)
            return; // the end, or a lone backslash that no checked text has
        if (inner[at + 1] == 'u') {
            at = appendUnicodeEscape(out, inner, at, lone);
        } else {
            out += simpleEscape(inner[at + 1]);
            at += 2;
        }
    }
}

} // namespace lockkeeper::jsontext
