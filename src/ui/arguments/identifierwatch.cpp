// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/identifierwatch.h"

#include <QChar>

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace lockkeeper {

namespace {

constexpr std::u32string_view kPunycodePrefix = U"xn--";

bool isAsciiLetter(char32_t codePoint)
{
    return (codePoint >= U'a' && codePoint <= U'z') || (codePoint >= U'A' && codePoint <= U'Z');
}

bool isAsciiDigit(char32_t codePoint)
{
    return codePoint >= U'0' && codePoint <= U'9';
}

bool isWordCharacter(char32_t codePoint)
{
    if (codePoint < 0x80)
        return isAsciiLetter(codePoint) || isAsciiDigit(codePoint);
    return QChar::isLetterOrNumber(codePoint) || QChar::isMark(codePoint);
}

/// Domain names take the wide forms of ASCII for ASCII, and capitals for small letters.
char32_t asInDomainNames(char32_t codePoint)
{
    constexpr char32_t kFirstWide = 0xFF01;
    constexpr char32_t kLastWide = 0xFF5E;
    if (codePoint >= kFirstWide && codePoint <= kLastWide)
        codePoint -= kFirstWide - U'!';
    return codePoint < 0x80 ? QChar::toLower(codePoint) : codePoint;
}

} // namespace

void IdentifierWatch::add(char32_t codePoint)
{
    addToWord(codePoint);
    addToLabel(codePoint);
}

void IdentifierWatch::endWord()
{
    startWord();
    m_prefix = 0;
}

void IdentifierWatch::startWord()
{
    m_scripts.set();
    m_isOnlyLatin = false;
    m_hasLatin = false;
    m_hasForeignDigit = false;
}

void IdentifierWatch::addToWord(char32_t codePoint)
{
    if (isAsciiDigit(codePoint) || (m_isOnlyLatin && isAsciiLetter(codePoint)))
        return;
    if (!isWordCharacter(codePoint) && QChar::category(codePoint) != QChar::Other_Format) {
        startWord();
        return;
    }
    if (isAsciiLetter(codePoint)) {
        m_isOnlyLatin = m_scripts.all();
        m_hasLatin = true;
        m_scripts &= latin();
    } else {
        const Scripts scripts = scriptsOf(codePoint);
        m_isOnlyLatin = m_isOnlyLatin && scripts.all();
        m_hasLatin = m_hasLatin || scripts.test(USCRIPT_LATIN);
        m_hasForeignDigit = m_hasForeignDigit || (!scripts.all() && QChar::category(codePoint) ==
                                                                        QChar::Number_DecimalDigit);
        m_scripts &= scripts;
    }
    if (m_scripts.none() || (m_hasLatin && m_hasForeignDigit))
        m_hasMixedScripts = true;
}

void IdentifierWatch::addToLabel(char32_t codePoint)
{
    const char32_t folded = asInDomainNames(codePoint);
    if (folded != U'-' && folded != U'_' && !isWordCharacter(folded)) {
        m_prefix = 0;
        return;
    }
    if (m_prefix < 0)
        return;
    const bool fits = kPunycodePrefix[static_cast<std::size_t>(m_prefix)] == folded;
    m_prefix = fits ? m_prefix + 1 : -1;
    if (fits && static_cast<std::size_t>(m_prefix) == kPunycodePrefix.size()) {
        m_hasPunycode = true;
        m_prefix = -1;
    }
}

const IdentifierWatch::Scripts& IdentifierWatch::latin()
{
    static const Scripts scripts = scriptsOf(U'a');
    return scripts;
}

IdentifierWatch::Scripts IdentifierWatch::scriptsOf(char32_t codePoint)
{
    constexpr int kMostExtensions = 64;
    std::array<UScriptCode, kMostExtensions> extensions{};
    UErrorCode error = U_ZERO_ERROR;
    const int count = uscript_getScriptExtensions(static_cast<UChar32>(codePoint),
                                                  extensions.data(), kMostExtensions, &error);
    Scripts scripts;
    const auto add = [&scripts](std::initializer_list<UScriptCode> codes) {
        for (const UScriptCode code : codes)
            scripts.set(static_cast<std::size_t>(code));
    };
    for (int i = 0; i < std::min(count, kMostExtensions); ++i) {
        const UScriptCode script = extensions.at(static_cast<std::size_t>(i));
        if (script == USCRIPT_COMMON || script == USCRIPT_INHERITED)
            return Scripts().set();
        add({script});
        if (script == USCRIPT_HAN)
            add({USCRIPT_JAPANESE, USCRIPT_KOREAN, USCRIPT_HAN_WITH_BOPOMOFO});
        else if (script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA)
            add({USCRIPT_JAPANESE});
        else if (script == USCRIPT_HANGUL)
            add({USCRIPT_KOREAN});
        else if (script == USCRIPT_BOPOMOFO)
            add({USCRIPT_HAN_WITH_BOPOMOFO});
        else if (script == USCRIPT_LATIN)
            add({USCRIPT_JAPANESE, USCRIPT_KOREAN, USCRIPT_HAN_WITH_BOPOMOFO, USCRIPT_THAI});
    }
    return scripts;
}

} // namespace lockkeeper
