// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>
#include <QList>
#include <QString>

namespace lockkeeper {

/// What a text is, which decides how strictly spaces and scripts are judged.
enum class TextRole {
    Prose,      ///< a body, a reason: spaces inside are normal
    Identifier, ///< a path, host, name, key: look-alike spaces and mixed scripts are not
};

/// What was found in a text that a person must know of.
enum class TextFinding {
    BidiControl,     ///< U+202A–E, U+2066–9, U+200E/F, U+061C
    InvisibleFormat, ///< zero width, word joiner, BOM, soft hyphen, variation selectors outside
                     ///< emoji
    TagCharacter,    ///< U+E0000–E007F
    Control,         ///< C0 but tab and line feed, DEL, C1, U+2028, U+2029; in identifiers also
                     ///< line feed
    Unassigned,      ///< unassigned, private use, noncharacters
    InvalidText,     ///< bytes that are no UTF-8, lone surrogates
    LookAlikeSpace,  ///< a tab, or a space that is not U+0020; identifiers only
    EdgeSpace,       ///< white space at the start or end; identifiers only
    Padding,         ///< 3 or more blank lines, or 40 or more spaces, in a row
    MixedScripts,    ///< letters of several scripts in one word of an identifier
    Punycode,        ///< a label that begins with xn--; identifiers only
};

/// A piece of a text as it is drawn.
struct VisibleSpan
{
    enum class Kind {
        Plain, ///< drawn as it is
        Chip, ///< stands for something invisible or harmful: "⟦U+202E⟧", "⟦3 × U+200B⟧", for
              ///< a byte that is no text: "⟦0xFF⟧", or for a bracket of this kind itself
        Faint,  ///< stands for white space: "·", "→"
        Folded, ///< stands for padding and what is hidden in it: "⟦143 blank lines⟧",
                ///< "⟦60 spaces⟧⟦2 × U+200B⟧"
    };
    Kind kind = Kind::Plain;
    /// Never holds a control but line feed, a format or an unassigned character; but for joiners,
    /// and the tags of three flags, where they belong to what is drawn.
    QString text;
    qsizetype from = 0; ///< the bytes of the source that it stands for
    qsizetype to = 0;
};

/// A text made safe to draw. The spans cover every byte of the source, in order, without gaps.
struct VisibleText
{
    QList<VisibleSpan> spans;
    QList<TextFinding> findings; ///< each kind once, in the order of the enumeration
    int hidden = 0;              ///< characters that stand in chips, brackets not counted
    bool isRightToLeft = false;  ///< holds natural right-to-left letters: isolate when drawn

    /// The spans' texts, one after another; for labels, tool tips, accessible names, notifications.
    /// With right-to-left letters in it, it is wrapped in U+2068 … U+2069 (first-strong isolate).
    [[nodiscard]] QString plain() const;
};

/// THE renderer of untrusted text: everything that an agent, a tool server or a file can influence
/// goes through it before it reaches a pixel, a notification or an accessible name. The bytes are
/// not changed; only the picture of them is. Pure; any thread; linear in the text.
/// Source of the rules: what the README calls "hidden text is shown".
[[nodiscard]] VisibleText visibleText(QByteArrayView utf8, TextRole role);

/// visibleText(…).plain() on one line: line breaks become "⏎", cut after `maximumCharacters` of the
/// source, and what is drawn together with the last of them, with a mark that says how many follow.
[[nodiscard]] QString visibleLine(QByteArrayView utf8, TextRole role, int maximumCharacters = 400);

/// A sentence about a finding in the field of this name, translated. Takes the name as the agent
/// wrote it, and makes it visible.
[[nodiscard]] QString findingText(TextFinding finding, const QString& field);

} // namespace lockkeeper
