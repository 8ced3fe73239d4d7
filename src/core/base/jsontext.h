// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

/// What the strict reader, the views and the writer share, and what the window shows texts with.
/// Every function is safe for any bytes and any offset in 0..text.size().
namespace lockkeeper::jsontext {

[[nodiscard]] constexpr bool isSpace(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

[[nodiscard]] constexpr bool isDigit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/// The offset of the first byte from `offset` on that is no white space, or the size.
[[nodiscard]] inline qsizetype skipSpace(QByteArrayView text, qsizetype offset)
{
    while (offset < text.size() && isSpace(text.data()[offset]))
        ++offset;
    return offset;
}

/// The length (1 to 4) of the well-formed UTF-8 sequence at `offset`, or 0 if there is none there:
/// overlong forms, surrogates, values above U+10FFFF and cut sequences are not well-formed.
[[nodiscard]] int utf8Length(QByteArrayView text, qsizetype offset);

/// The four hexadecimal digits at `offset` as a number, or -1.
[[nodiscard]] int hexUnit(QByteArrayView text, qsizetype offset);

/// The offset behind the closing quote of the string that starts at `offset` (a quote), or -1.
[[nodiscard]] qsizetype stringEnd(QByteArrayView text, qsizetype offset);

enum class LoneSurrogate {
    Replace, ///< U+FFFD
    Keep,    ///< its own three bytes, so that different names stay different
};

/// Appends what stands between the quotes of a string, escapes decoded.
void appendDecoded(QByteArray& out, QByteArrayView inner, LoneSurrogate lone);

} // namespace lockkeeper::jsontext
