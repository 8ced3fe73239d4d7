// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/arguments/codepointclass.h"
#include "ui/arguments/visibletext.h"

#include <QByteArrayView>

namespace lockkeeper {

/// One character of a text, or one byte that is none.
struct SourceCharacter
{
    qsizetype from = 0; ///< its bytes
    qsizetype to = 0;
    char32_t codePoint = 0; ///< of a byte that belongs to no character: kInvalidByte + the byte
    CodePointClass kind = CodePointClass::Visible;
};

/// Lies behind every code point, so that bytes and characters can be counted in one table.
inline constexpr char32_t kInvalidByte = 0x110000;

/// The character at `offset`, which lies before the end. A surrogate in three bytes is one
/// character, every other byte that is no UTF-8 stands for itself.
/// Joiners, variation selectors and tags count as visible where they belong to what is drawn:
/// inside an emoji, between letters that join, after the sign that binds consonants. In identifiers
/// a joiner needs a place where it changes the picture (RFC 5892, appendix A). Looks at a few
/// neighbours, never further.
[[nodiscard]] SourceCharacter sourceCharacterAt(QByteArrayView text, qsizetype offset,
                                                TextRole role);

} // namespace lockkeeper
