// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/codepointclass.h"

#include <QChar>

#include <unicode/uchar.h>

namespace lockkeeper {

namespace {

/// Symbols and marks that are drawn as nothing, or that Qt keeps for its own embedded objects,
/// although no property says so.
bool isBlankSymbol(char32_t codePoint)
{
    switch (codePoint) {
    case 0x2800:  // BRAILLE PATTERN BLANK
    case 0x2D7F:  // TIFINAGH CONSONANT JOINER
    case 0xFFFC:  // OBJECT REPLACEMENT CHARACTER
    case 0x16FE4: // KHITAN SMALL SCRIPT FILLER
    case 0x1D159: // MUSICAL SYMBOL NULL NOTEHEAD
        return true;
    default:
        return false;
    }
}

bool hasProperty(char32_t codePoint, UProperty property)
{
    return u_hasBinaryProperty(static_cast<UChar32>(codePoint), property) != 0;
}

CodePointClass controlClass(char32_t codePoint)
{
    if (codePoint == U'\t')
        return CodePointClass::Tab;
    return codePoint == U'\n' ? CodePointClass::LineFeed : CodePointClass::Control;
}

CodePointClass classOfDrawn(char32_t codePoint)
{
    if (codePoint == 0x27E6 || codePoint == 0x27E7)
        return CodePointClass::Bracket;
    if (isBlankSymbol(codePoint) || hasProperty(codePoint, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
        return CodePointClass::InvisibleFormat;
    return CodePointClass::Visible;
}

} // namespace

CodePointClass codePointClass(char32_t codePoint)
{
    if (codePoint > 0x20 && codePoint < 0x7F)
        return CodePointClass::Visible;
    if (codePoint <= 0x20)
        return codePoint == U' ' ? CodePointClass::Space : controlClass(codePoint);
    if (codePoint >= 0xE0000 && codePoint <= 0xE007F)
        return CodePointClass::TagCharacter;
    switch (QChar::category(codePoint)) {
    case QChar::Other_Control:
        return controlClass(codePoint);
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return CodePointClass::Control;
    case QChar::Other_Format:
        return hasProperty(codePoint, UCHAR_BIDI_CONTROL) ? CodePointClass::BidiControl
                                                          : CodePointClass::InvisibleFormat;
    case QChar::Other_Surrogate:
        return CodePointClass::InvalidText;
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
        return CodePointClass::Unassigned;
    case QChar::Separator_Space:
        return CodePointClass::LookAlikeSpace;
    default: // letters, marks, numbers, punctuation and symbols
        return classOfDrawn(codePoint);
    }
}

bool isPictograph(char32_t codePoint)
{
    return codePoint > 0x7F && hasProperty(codePoint, UCHAR_EXTENDED_PICTOGRAPHIC) &&
           hasProperty(codePoint, UCHAR_EMOJI);
}

} // namespace lockkeeper
