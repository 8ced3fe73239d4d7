// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace lockkeeper {

/// What a character is to a person who looks at a text, wherever it stands.
enum class CodePointClass : quint8 {
    Visible,         ///< draws something, or joins what is drawn
    Bracket,         ///< U+27E6 and U+27E7, which mean a chip here
    Space,           ///< U+0020
    Tab,             ///< U+0009
    LineFeed,        ///< U+000A
    LookAlikeSpace,  ///< any other space
    BidiControl,     ///< turns the direction of the text
    InvisibleFormat, ///< draws nothing, or what only a text engine understands
    TagCharacter,    ///< U+E0000 to U+E007F
    Control,         ///< C0, DEL, C1, U+2028, U+2029
    Unassigned,      ///< unassigned, private use, noncharacter
    InvalidText,     ///< a surrogate
};

/// Space, Tab, LineFeed and LookAlikeSpace.
[[nodiscard]] constexpr bool isSpaceClass(CodePointClass kind)
{
    return kind >= CodePointClass::Space && kind <= CodePointClass::LookAlikeSpace;
}

/// What must stand in a chip, whatever the text is.
[[nodiscard]] constexpr bool isHiddenClass(CodePointClass kind)
{
    return kind >= CodePointClass::BidiControl;
}

/// By the tables of Qt, which draws the text, and of ICU where Qt has none. Pure; any thread.
[[nodiscard]] CodePointClass codePointClass(char32_t codePoint);

/// A character that an emoji begins with; neither digits nor flag letters nor skin tones.
[[nodiscard]] bool isPictograph(char32_t codePoint);

/// One of the five skin tones.
[[nodiscard]] constexpr bool isSkinTone(char32_t codePoint)
{
    return codePoint >= 0x1F3FB && codePoint <= 0x1F3FF;
}

} // namespace lockkeeper
