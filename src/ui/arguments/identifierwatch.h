// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>

namespace lockkeeper {

/// Looks at an identifier as it is read: without the characters that nobody sees. Finds words that
/// are written in several scripts and labels of host names in their coded form.
///
/// Scripts go together as UTS 39 has it in its "highly restrictive" level: the scripts of Chinese,
/// Japanese and Korean with each other and with Latin. Thai may stand beside Latin too, since its
/// words have no spaces between them; digits of other scripts may not.
class IdentifierWatch
{
public:
    /// The next character that is drawn.
    void add(char32_t codePoint);
    /// White space, or the like, stands between what came and what comes.
    void endWord();

    [[nodiscard]] bool hasMixedScripts() const { return m_hasMixedScripts; }
    [[nodiscard]] bool hasPunycode() const { return m_hasPunycode; }

private:
    /// By ICU's number of a script; larger than any that it has.
    static constexpr std::size_t kMostScripts = 256;
    using Scripts = std::bitset<kMostScripts>;

    [[nodiscard]] static Scripts scriptsOf(char32_t codePoint);
    [[nodiscard]] static const Scripts& latin();
    void addToWord(char32_t codePoint);
    void addToLabel(char32_t codePoint);
    void startWord();

    Scripts m_scripts = Scripts().set(); ///< that every letter of the word can belong to
    bool m_isOnlyLatin = false;          ///< so far; spares the look-ups
    bool m_hasLatin = false;
    bool m_hasForeignDigit = false;
    int m_prefix = 0; ///< characters of "xn--" at the start of this label, or -1
    bool m_hasMixedScripts = false;
    bool m_hasPunycode = false;
};

} // namespace lockkeeper
