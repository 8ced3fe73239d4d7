// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/approvalladder.h"

#include "core/base/canonicaljson.h"
#include "ui/arguments/visibletext.h"

#include <QCoreApplication>
#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <optional>

namespace lockkeeper {

namespace {

constexpr qsizetype kShortest = 3;
constexpr qsizetype kLongest = 20;
constexpr int kFieldCharacters = 40;
/// What lies deeper, or behind so many others, is not what a person looks at first.
constexpr int kMaximumDepth = 8;
constexpr int kMaximumPlaces = 2000;
/// No string of more bytes has its last part looked for.
constexpr qsizetype kLongestPath = 8192;

/// Characters that draw nothing although their category says letter, mark or symbol.
bool isBlank(char32_t c)
{
    struct Range
    {
        char32_t from;
        char32_t to;
    };
    static constexpr std::array kRanges = {
        Range{0x034F, 0x034F},   Range{0x115F, 0x1160},   Range{0x17B4, 0x17B5},
        Range{0x180B, 0x180F},   Range{0x2800, 0x2800},   Range{0x3164, 0x3164},
        Range{0xFE00, 0xFE0F},   Range{0xFFA0, 0xFFA0},   Range{0xFFF0, 0xFFFF},
        Range{0x1D159, 0x1D159}, Range{0xE0000, 0xE0FFF},
    };
    return std::any_of(kRanges.begin(), kRanges.end(),
                       [c](const Range& range) { return c >= range.from && c <= range.to; });
}

enum class Look { Hidden, Mark, Space, Visible };

Look lookOf(char32_t c)
{
    if (isBlank(c))
        return Look::Hidden;
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return Look::Hidden;
    case QChar::Separator_Space:
        return c == U' ' ? Look::Space : Look::Hidden;
    case QChar::Mark_NonSpacing:
    case QChar::Mark_SpacingCombining:
    case QChar::Mark_Enclosing:
        return Look::Mark;
    case QChar::Number_DecimalDigit:
    case QChar::Number_Letter:
    case QChar::Number_Other:
    case QChar::Letter_Uppercase:
    case QChar::Letter_Lowercase:
    case QChar::Letter_Titlecase:
    case QChar::Letter_Modifier:
    case QChar::Letter_Other:
    case QChar::Punctuation_Connector:
    case QChar::Punctuation_Dash:
    case QChar::Punctuation_Open:
    case QChar::Punctuation_Close:
    case QChar::Punctuation_InitialQuote:
    case QChar::Punctuation_FinalQuote:
    case QChar::Punctuation_Other:
    case QChar::Symbol_Math:
    case QChar::Symbol_Currency:
    case QChar::Symbol_Modifier:
    case QChar::Symbol_Other:
        return Look::Visible;
    }
    return Look::Hidden;
}

qsizetype charactersOf(const QString& text)
{
    return text.toUcs4().size();
}

/// The text if it can be asked for: of the right length and plain to see.
std::optional<QString> askable(QByteArrayView utf8)
{
    // No character has more than four bytes; long values are not even decoded.
    if (utf8.size() < kShortest || utf8.size() > kLongest * 4)
        return std::nullopt;
    // A byte order mark is a hidden character like others: it must not be eaten.
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom |
                                                     QStringDecoder::Flag::Stateless);
    const QString decoded = decoder.decode(utf8);
    if (decoder.hasError())
        return std::nullopt;
    QString text = decoded.normalized(QString::NormalizationForm_C);
    const qsizetype characters = charactersOf(text);
    if (characters < kShortest || characters > kLongest || !isPlainToSee(text))
        return std::nullopt;
    return text;
}

/// Looks through the arguments for a value to ask for.
class Finder
{
public:
    explicit Finder(const ActionCard& card)
        : m_card(card)
    {
    }

    void walk(const JsonView& value, const QString& field, int depth)
    {
        if (m_value || depth > kMaximumDepth || ++m_places > kMaximumPlaces)
            return;
        if (value.isObject()) {
            value.forEachMember([&](const QByteArray& name, const JsonView& member) {
                walk(member, visibleLine(name, TextRole::Identifier, kFieldCharacters), depth + 1);
                return isLooking();
            });
        } else if (value.isValid() && value.type() == JsonType::Array) {
            int index = 0;
            value.forEachElement([&](const JsonView& element) {
                //: An entry of a list: %1 the name of the list, %2 the place in it, from 0.
                const QString entry = QCoreApplication::translate("Challenge", "%1[%2]");
                walk(element, entry.arg(field, QString::number(index++)), depth + 1);
                return isLooking();
            });
        } else {
            look(value, field);
        }
    }

    [[nodiscard]] std::optional<Challenge> value() const { return m_value; }
    [[nodiscard]] std::optional<Challenge> pathPart() const { return m_pathPart; }

private:
    [[nodiscard]] bool isLooking() const { return !m_value && m_places <= kMaximumPlaces; }

    [[nodiscard]] bool isMasked(const JsonView& value) const
    {
        const qsizetype offset = value.raw().data() - m_card.arguments.constData();
        const auto found = std::lower_bound(
            m_card.masked.begin(), m_card.masked.end(), offset,
            [](const MaskedValue& one, qsizetype wanted) { return one.offset < wanted; });
        return found != m_card.masked.end() && found->offset == offset;
    }

    void look(const JsonView& value, const QString& field)
    {
        if (!value.isValid() || isMasked(value))
            return;
        if (value.type() == JsonType::Number) {
            if (const auto text = askable(value.raw()))
                m_value = Challenge{field, *text};
            return;
        }
        if (!value.isString() || value.raw().size() > kLongestPath)
            return;
        const QByteArray bytes = value.string().value_or(QByteArray());
        if (const auto text = askable(bytes)) {
            m_value = Challenge{field, *text};
            return;
        }
        const qsizetype slash = bytes.lastIndexOf('/');
        if (m_pathPart || slash < 0)
            return;
        if (const auto text = askable(QByteArrayView(bytes).sliced(slash + 1))) {
            //: What to type, fits into "To approve, type the %1 of this call."; %1 is the name of
            //: an argument that holds a path.
            const QString part = QCoreApplication::translate("Challenge", "last part of the %1");
            m_pathPart = Challenge{part.arg(field), *text};
        }
    }

    const ActionCard& m_card;
    int m_places = 0;
    std::optional<Challenge> m_value;
    std::optional<Challenge> m_pathPart;
};

/// The target if it says something of this call: "tool:server/tool" is the same for each, and what
/// is masked in it cannot be typed.
std::optional<QString> askableTarget(const ActionCard& card)
{
    const QList<QByteArray>& targets = card.snapshot.targets;
    if (targets.isEmpty() || targets.first().startsWith("tool:") ||
        targets.first().contains("\u2022\u2022\u2022"))
        return std::nullopt;
    return askable(targets.first());
}

} // namespace

bool isPlainToSee(const QString& text)
{
    Look before = Look::Space; // so that neither a space nor a mark may begin it
    QChar::Script script = QChar::Script_Common;
    for (const uint c : text.toUcs4()) {
        const Look look = lookOf(c);
        if (look == Look::Hidden)
            return false;
        if (before == Look::Space && look != Look::Visible)
            return false;
        const QChar::Script own = QChar::script(c);
        const bool isOfAny = own == QChar::Script_Common || own == QChar::Script_Inherited;
        if (!isOfAny && script != QChar::Script_Common && script != own)
            return false;
        if (!isOfAny)
            script = own;
        before = look;
    }
    return !text.isEmpty() && before != Look::Space;
}

bool Challenge::isMetBy(const QString& typed) const
{
    return !value.isEmpty() && typed.normalized(QString::NormalizationForm_C) ==
                                   value.normalized(QString::NormalizationForm_C);
}

Challenge challengeOf(const ActionCard& card)
{
    if (const auto target = askableTarget(card)) {
        //: What to type, fits into "To approve, type the %1 of this call."
        return {QCoreApplication::translate("Challenge", "target"), *target};
    }
    Finder finder(card);
    finder.walk(JsonView(card.arguments), {}, 0);
    if (const auto value = finder.value())
        return *value;
    if (const auto part = finder.pathPart())
        return *part;
    //: What to type, fits into "To approve, type the %1 of this call."
    return {QCoreApplication::translate("Challenge", "size of the arguments in bytes"),
            QString::number(card.arguments.size())};
}

RiskLevel ApprovalLadder::effectiveRisk() const
{
    return unmasked > 0 ? std::max(risk, RiskLevel::High) : risk;
}

ApprovalLadder::Step ApprovalLadder::next(bool isChallengeOpen) const
{
    if (isTampered)
        return Step::NotDecidable;
    if (!isPending || !canDecide)
        return Step::NotNow;
    if (!isToolUsable)
        return Step::NotDecidable;

    const RiskLevel level = effectiveRisk();
    if (level >= RiskLevel::Medium && !isSeenToTheEnd)
        return Step::Read;
    if (level >= RiskLevel::High && openWarnings > 0)
        return Step::Warnings;
#ifndef LOCKKEEPER_FAULT_CHALLENGE_SKIPPED
    if (needsChallenge()) {
        if (!isChallengeOpen)
            return Step::OpenChallenge;
        if (!isChallengeMet)
            return Step::Challenge;
    }
#endif
    if (level >= RiskLevel::Critical && reasonCharacters < kReasonCharacters)
        return isChallengeOpen ? Step::Reason : Step::OpenChallenge;
    return Step::Ready;
}

} // namespace lockkeeper
