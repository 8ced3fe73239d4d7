// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/sourcecharacter.h"

#include <QChar>

#include <unicode/utf8.h>

#include <algorithm>
#include <array>

namespace lockkeeper {

namespace {

constexpr char32_t kNonJoiner = 0x200C;
constexpr char32_t kJoiner = 0x200D;
constexpr char32_t kTextSelector = 0xFE0E;
constexpr char32_t kEmojiSelector = 0xFE0F;
constexpr char32_t kKeycap = 0x20E3;
constexpr char32_t kArabicHeh = 0x0647;
constexpr int kVirama = 9; // canonical combining class
/// How many marks may stand between a letter and a joiner: more are in no writing.
constexpr int kMostMarks = 4;
constexpr qsizetype kTagBytes = 4; // each tag character has as many in UTF-8

/// The only flags of parts of countries that are in use: a black flag, letters, an end tag.
constexpr std::array<QByteArrayView, 3> kTaggedFlags = {
    "\xF0\x9F\x8F\xB4\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2\xF3\xA0\x81\xA5\xF3\xA0\x81\xAE\xF3\xA0\x81"
    "\xA7\xF3\xA0\x81\xBF",
    "\xF0\x9F\x8F\xB4\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2\xF3\xA0\x81\xB3\xF3\xA0\x81\xA3\xF3\xA0\x81"
    "\xB4\xF3\xA0\x81\xBF",
    "\xF0\x9F\x8F\xB4\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2\xF3\xA0\x81\xB7\xF3\xA0\x81\xAC\xF3\xA0\x81"
    "\xB3\xF3\xA0\x81\xBF",
};

/// The code point that begins at `at`, before the end; `at` moves behind it. Negative, and one byte
/// further, if its bytes are no UTF-8.
UChar32 decodeAt(QByteArrayView text, qsizetype& at)
{
    UChar32 codePoint = 0;
    qsizetype next = at;
    const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
    U8_NEXT(bytes, next, text.size(), codePoint); // NOLINT(bugprone-inc-dec-in-conditions): ICU's
    at = codePoint < 0 ? at + 1 : next;
    return codePoint;
}

/// The code point that begins at `at`, which moves behind it; 0 at the end and for bad bytes.
char32_t codePointAfter(QByteArrayView text, qsizetype& at)
{
    return at < text.size() ? static_cast<char32_t>(std::max(decodeAt(text, at), 0)) : 0;
}

/// The code point that ends at `at`, which moves before it; 0 at the start and for bad bytes.
char32_t codePointBefore(QByteArrayView text, qsizetype& at)
{
    if (at <= 0)
        return 0;
    UChar32 codePoint = 0;
    const qsizetype start = std::max<qsizetype>(at - U8_MAX_LENGTH, 0);
    const auto* bytes = reinterpret_cast<const uint8_t*>(text.data() + start);
    auto length = static_cast<int32_t>(at - start);
    U8_PREV(bytes, 0, length, codePoint);
    at = start + length;
    return codePoint < 0 ? 0 : static_cast<char32_t>(codePoint);
}

bool isDrawnMark(char32_t codePoint)
{
    return QChar::category(codePoint) == QChar::Mark_NonSpacing &&
           codePointClass(codePoint) == CodePointClass::Visible;
}

/// Skips vowel signs and the like, which stand on a letter and leave its joining alone.
template<typename Step>
char32_t baseLetter(QByteArrayView text, qsizetype at, Step step)
{
    char32_t codePoint = step(text, at);
    for (int marks = 0; marks < kMostMarks && isDrawnMark(codePoint); ++marks)
        codePoint = step(text, at);
    return QChar::isLetter(codePoint) ? codePoint : 0;
}

bool isVirama(char32_t codePoint)
{
    return QChar::combiningClass(codePoint) == kVirama;
}

bool joins(char32_t letter)
{
    const QChar::JoiningType type = QChar::joiningType(letter);
    return type == QChar::Joining_Dual || type == QChar::Joining_Right ||
           type == QChar::Joining_Left || type == QChar::Joining_Causing;
}

bool joinsTheNext(char32_t letter)
{
    return joins(letter) && QChar::joiningType(letter) != QChar::Joining_Right;
}

bool joinsTheOneBefore(char32_t letter)
{
    return joins(letter) && QChar::joiningType(letter) != QChar::Joining_Left;
}

bool shareAScript(char32_t left, char32_t right)
{
    const QChar::Script one = QChar::script(left);
    const QChar::Script other = QChar::script(right);
    return one == other || one == QChar::Script_Common || other == QChar::Script_Common;
}

/// Whether an emoji that another can be joined to ends at `at`.
bool emojiEndsAt(QByteArrayView text, qsizetype at)
{
    char32_t codePoint = codePointBefore(text, at);
    if (codePoint == kEmojiSelector || codePoint == kTextSelector || isSkinTone(codePoint))
        codePoint = codePointBefore(text, at);
    return isPictograph(codePoint) && codePointClass(codePoint) == CodePointClass::Visible;
}

bool isJoinerInPlace(QByteArrayView text, const SourceCharacter& joiner, TextRole role)
{
    qsizetype back = joiner.from;
    const char32_t previous = codePointBefore(text, back);
    if (isVirama(previous))
        return true;
    qsizetype ahead = joiner.to;
    const char32_t following = codePointAfter(text, ahead);
    if (joiner.codePoint == kJoiner && isPictograph(following) && emojiEndsAt(text, joiner.from))
        return codePointClass(following) == CodePointClass::Visible;

    const char32_t left = baseLetter(text, joiner.from, codePointBefore);
    const char32_t right = baseLetter(text, joiner.to, codePointAfter);
    if (role == TextRole::Identifier)
        return joiner.codePoint == kNonJoiner && joinsTheNext(left) && joinsTheOneBefore(right);
    if (isVirama(following)) // Bengali and Kannada write r + joiner + virama + y
        return left == previous && left != 0 && shareAScript(left, following);
    if (joins(left) && joins(right))
        return shareAScript(left, right);
    // The letter that shortens "hijri" in dates is written in the form it has inside a word.
    return joiner.codePoint == kJoiner && previous == kArabicHeh && !joins(right);
}

bool isSelectorInPlace(QByteArrayView text, const SourceCharacter& selector)
{
    qsizetype back = selector.from;
    const char32_t base = codePointBefore(text, back);
    if (base == U'#' || base == U'*' || (base >= U'0' && base <= U'9')) {
        qsizetype ahead = selector.to;
        return selector.codePoint == kEmojiSelector && codePointAfter(text, ahead) == kKeycap;
    }
    return isPictograph(base);
}

bool isTagInPlace(QByteArrayView text, const SourceCharacter& tag)
{
    const qsizetype first = tag.from - kTaggedFlags.front().size() + kTagBytes;
    for (qsizetype start = tag.from - kTagBytes; start >= std::max<qsizetype>(first, 0);
         start -= kTagBytes) {
        if (text[start] != kTaggedFlags.front().front())
            continue;
        return std::ranges::any_of(kTaggedFlags, [rest = text.sliced(start)](QByteArrayView flag) {
            return rest.startsWith(flag);
        });
    }
    return false;
}

bool isInPlace(QByteArrayView text, const SourceCharacter& character, TextRole role)
{
    switch (character.codePoint) {
    case kNonJoiner:
    case kJoiner:
        return isJoinerInPlace(text, character, role);
    case kTextSelector:
    case kEmojiSelector:
        return isSelectorInPlace(text, character);
    default:
        return character.kind == CodePointClass::TagCharacter && isTagInPlace(text, character);
    }
}

/// Whether the three bytes of a surrogate stand at `offset`, as CESU-8 writes them.
bool isSurrogateAt(QByteArrayView text, qsizetype offset)
{
    const auto byte = [&](qsizetype index) { return static_cast<uchar>(text[offset + index]); };
    return text.size() - offset >= 3 && byte(0) == 0xED && byte(1) >= 0xA0 && byte(1) <= 0xBF &&
           byte(2) >= 0x80 && byte(2) <= 0xBF;
}

SourceCharacter invalidAt(QByteArrayView text, qsizetype offset)
{
    const auto byte = [&](qsizetype index) {
        return static_cast<char32_t>(static_cast<uchar>(text[offset + index]));
    };
    if (!isSurrogateAt(text, offset))
        return {offset, offset + 1, kInvalidByte + byte(0), CodePointClass::InvalidText};
    const char32_t surrogate = 0xD000U | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU);
    return {offset, offset + 3, surrogate, CodePointClass::InvalidText};
}

} // namespace

SourceCharacter sourceCharacterAt(QByteArrayView text, qsizetype offset, TextRole role)
{
    qsizetype next = offset;
    const UChar32 codePoint = decodeAt(text, next);
    if (codePoint < 0)
        return invalidAt(text, offset);
    SourceCharacter character{offset, next, static_cast<char32_t>(codePoint)};
    character.kind = codePointClass(character.codePoint);
    if (isHiddenClass(character.kind) && isInPlace(text, character, role))
        character.kind = CodePointClass::Visible;
    return character;
}

} // namespace lockkeeper
