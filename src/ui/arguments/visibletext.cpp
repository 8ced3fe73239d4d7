// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/visibletext.h"

#include "ui/arguments/sourcecharacter.h"
#include "ui/arguments/visibletextbuilder.h"

#include <QChar>
#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace lockkeeper {

namespace {

/// A character that is drawn together with the one before it has at most so many companions that a
/// cut waits for; more are in no writing.
constexpr int kMostCompanions = 16;

bool belongsToTheOneBefore(char32_t codePoint)
{
    constexpr char32_t kJoiner = 0x200D;
    constexpr char32_t kNonJoiner = 0x200C;
    return QChar::isMark(codePoint) || isSkinTone(codePoint) || codePoint == kJoiner ||
           codePoint == kNonJoiner || codePointClass(codePoint) == CodePointClass::TagCharacter;
}

bool takesTheNext(char32_t codePoint)
{
    return QChar::category(codePoint) == QChar::Other_Format;
}

/// The offset behind the first `characters` of the text and what belongs to the last of them.
qsizetype cutOffset(QByteArrayView text, TextRole role, int characters)
{
    qsizetype offset = 0;
    char32_t last = 0;
    for (int count = 0; offset < text.size(); ++count) {
        const SourceCharacter character = sourceCharacterAt(text, offset, role);
        const bool isCompanion = character.kind == CodePointClass::Visible && count > 0 &&
                                 count < characters + kMostCompanions &&
                                 (takesTheNext(last) || belongsToTheOneBefore(character.codePoint));
        if (count >= characters && !isCompanion)
            break;
        last = character.kind == CodePointClass::Visible ? character.codePoint : 0;
        offset = character.to;
    }
    return offset;
}

int countCharacters(QByteArrayView text, qsizetype offset, TextRole role)
{
    qsizetype count = 0;
    for (; offset < text.size(); ++count)
        offset = sourceCharacterAt(text, offset, role).to;
    return static_cast<int>(std::min<qsizetype>(count, std::numeric_limits<int>::max()));
}

QString isolated(const QString& text)
{
    return u'\u2068' + text + u'\u2069';
}

/// With %1 where the name of the field stands.
QString sentence(TextFinding finding)
{
    switch (finding) {
    case TextFinding::BidiControl:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate(
            "VisibleText",
            "Hidden characters in %1 turn the direction of the text. They are shown as boxes.");
    case TextFinding::InvisibleFormat:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate("VisibleText",
                                           "Hidden characters in %1. They are shown as boxes.");
    case TextFinding::TagCharacter:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate("VisibleText",
                                           "Hidden tag characters in %1, which can carry a whole "
                                           "message. They are shown as boxes.");
    case TextFinding::Control:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate("VisibleText",
                                           "Control characters in %1. They are shown as boxes.");
    case TextFinding::Unassigned:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate(
            "VisibleText", "Characters without a common meaning in %1. They are shown as boxes.");
    case TextFinding::InvalidText:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate(
            "VisibleText", "Some bytes in %1 are no text. They are shown as boxes.");
    case TextFinding::LookAlikeSpace:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate("VisibleText",
                                           "Unusual spaces in %1. They are shown as boxes.");
    case TextFinding::EdgeSpace:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate(
            "VisibleText", "There is white space at an end of %1. It is shown as a box.");
    case TextFinding::Padding:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate("VisibleText",
                                           "Blank lines or spaces were folded in %1.");
    case TextFinding::MixedScripts:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate("VisibleText",
                                           "A word in %1 is written in several alphabets. It may "
                                           "only look like a name that you know.");
    case TextFinding::Punycode:
        //: %1 is the name of a field of a tool call.
        return QCoreApplication::translate(
            "VisibleText",
            "There is a coded host name (xn--) in %1. It may look like a name that you know.");
    }
    return {};
}

} // namespace

QString VisibleText::plain() const
{
    QString text;
    for (const VisibleSpan& span : spans)
        text += span.text;
    return isRightToLeft ? isolated(text) : text;
}

VisibleText visibleText(QByteArrayView utf8, TextRole role)
{
    return VisibleTextBuilder(utf8, role, {}).build();
}

QString visibleLine(QByteArrayView utf8, TextRole role, int maximumCharacters)
{
    const qsizetype cut = cutOffset(utf8, role, maximumCharacters);
    const bool isCut = cut < utf8.size();
    const VisibleTextBuilder::Options options{true, isCut};
    QString line = VisibleTextBuilder(utf8.first(cut), role, options).build().plain();
    if (!isCut)
        return line;
    const int left = countCharacters(utf8, cut, role);
    //: Stands in brackets at the end of a text that was cut; %n characters follow.
    const QString more = QCoreApplication::translate("VisibleText", "… and %n more", nullptr, left);
    return line + u'\u27E6' + more + u'\u27E7';
}

QString findingText(TextFinding finding, const QString& field)
{
    QString name = visibleLine(field.toUtf8(), TextRole::Identifier);
    if (!name.startsWith(u'\u2068'))
        name = isolated(name);
    return sentence(finding).arg(name);
}

} // namespace lockkeeper
