// SPDX-License-Identifier: Apache-2.0
#include "core/executor/argumentplaces.h"

#include "core/base/utf8text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace lockkeeper {

namespace {

bool isUpper(char byte)
{
    return byte >= 'A' && byte <= 'Z';
}

bool isLetterOrDigit(char byte)
{
    return (byte >= 'a' && byte <= 'z') || isUpper(byte) || (byte >= '0' && byte <= '9');
}

bool isTokenByte(char byte)
{
    return isLetterOrDigit(byte) || byte == '_' || byte == '-';
}

/// The words of a name: client_secret, client-secret and clientSecret are client and secret.
QList<QByteArray> wordsOf(QByteArrayView name)
{
    QList<QByteArray> words = {QByteArray()};
    char before = '\0';
    for (const char byte : name) {
        const bool begins = isUpper(byte) && !isUpper(before);
        if (!isLetterOrDigit(byte) || begins)
            words.append(QByteArray());
        if (isLetterOrDigit(byte))
            words.last().append(isUpper(byte) ? char(byte - 'A' + 'a') : byte);
        before = byte;
    }
    words.removeAll(QByteArray());
    return words;
}

/// A kind of token: how it starts, and how many token bytes must follow.
struct TokenKind
{
    std::string_view start;
    qsizetype following;
};

constexpr std::array<TokenKind, 15> kTokenKinds = {{{"sk-", 16},
                                                    {"sk_live_", 8},
                                                    {"sk_test_", 8},
                                                    {"rk_live_", 8},
                                                    {"ghp_", 16},
                                                    {"gho_", 16},
                                                    {"ghu_", 16},
                                                    {"ghs_", 16},
                                                    {"ghr_", 16},
                                                    {"github_pat_", 16},
                                                    {"glpat-", 12},
                                                    {"AKIA", 16},
                                                    {"ASIA", 16},
                                                    {"AIza", 30},
                                                    {"npm_", 30}}};

/// How many token bytes follow at `from`.
qsizetype runLength(QByteArrayView text, qsizetype from)
{
    const auto end = std::find_if_not(text.begin() + from, text.end(), isTokenByte);
    return end - text.begin() - from;
}

/// Calls isMatch(offset behind `start`) for each place where `start` begins a word.
template<class Match>
bool anyAt(QByteArrayView text, std::string_view start, Match&& isMatch)
{
    const QByteArrayView needle(start.data(), qsizetype(start.size()));
    for (qsizetype at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
        const bool beginsWord = at == 0 || !isLetterOrDigit(text[at - 1]);
        if (beginsWord && isMatch(at + needle.size()))
            return true;
    }
    return false;
}

bool hasJsonWebToken(QByteArrayView text)
{
    return anyAt(text, "eyJ", [&text](qsizetype from) {
        const qsizetype header = runLength(text, from);
        const qsizetype dot = from + header;
        return header >= 8 && dot < text.size() && text[dot] == '.' &&
               runLength(text, dot + 1) >= 8;
    });
}

bool hasSlackToken(QByteArrayView text)
{
    return anyAt(text, "xox", [&text](qsizetype from) {
        return text.size() - from > 2 && text[from + 1] == '-' && runLength(text, from + 2) >= 8;
    });
}

bool hasPrivateKey(QByteArrayView text)
{
    return anyAt(text, "-----BEGIN ", [&text](qsizetype from) {
        return text.sliced(from, qMin<qsizetype>(60, text.size() - from)).contains("PRIVATE KEY");
    });
}

QByteArray escapedForPointer(QByteArray name)
{
    return name.replace('~', "~0").replace('/', "~1");
}

QByteArray shownName(const QByteArray& name)
{
    if (looksLikeSecret(name))
        return "(a name like a secret)";
    return escapedForPointer(cutCharacters(name, 64));
}

bool isSecretBySchema(const JsonView& schema)
{
    if (!schema.isObject())
        return false;
    return schema.member("format").string() == QByteArray("password") ||
           schema.member("writeOnly").boolean() == true;
}

JsonView schemaOfMember(const JsonView& schema, const QByteArray& name)
{
    const JsonView properties = schema.isObject() ? schema.member("properties") : JsonView();
    return properties.isObject() ? properties.member(name) : JsonView();
}

} // namespace

bool isSecretName(QByteArrayView name)
{
    if (name.isEmpty())
        return false;
    const QList<QByteArray> words = wordsOf(name);
    const QByteArray joined = words.join();
    constexpr std::array kParts = {"password",   "passwd",     "passphrase",
                                   "secret",     "apikey",     "accesskey",
                                   "privatekey", "credential", "authorization"};
    const auto isPartOfName = [&joined](const char* part) { return joined.contains(part); };
    if (std::any_of(kParts.begin(), kParts.end(), isPartOfName) || joined.endsWith("token"))
        return true;
    constexpr std::array kWords = {"token", "pwd", "pass", "cookie", "bearer", "otp"};
    return std::any_of(kWords.begin(), kWords.end(),
                       [&words](const char* word) { return words.contains(word); });
}

bool looksLikeSecret(QByteArrayView text)
{
    if (text.size() < 12)
        return false;
    for (const TokenKind& kind : kTokenKinds) {
        const auto isLongEnough = [&](qsizetype from) {
            return runLength(text, from) >= kind.following;
        };
        if (anyAt(text, kind.start, isLongEnough))
            return true;
    }
    return hasJsonWebToken(text) || hasSlackToken(text) || hasPrivateKey(text);
}

QByteArray ArgumentPlace::pointer() const
{
    if (!parent)
        return {};
    return parent->pointer() + '/' +
           (index >= 0 ? QByteArray::number(index) : escapedForPointer(name));
}

QByteArray ArgumentPlace::shownPointer() const
{
    if (!parent)
        return {};
    return parent->shownPointer() + '/' +
           (index >= 0 ? QByteArray::number(index) : shownName(name));
}

ArgumentPlaces::ArgumentPlaces(const ToolSettings& settings, JsonView schema, JsonView arguments)
    : m_settings(settings)
    , m_schema(schema)
    , m_arguments(arguments)
{
}

ArgumentPlace ArgumentPlaces::root() const
{
    ArgumentPlace place;
    place.value = m_arguments;
    place.schema = m_schema;
    place.mask = m_settings.secretPointers.contains("") ? MaskReason::Operator : MaskReason::None;
    place.isPublic = m_settings.publicPointers.contains("");
    return place;
}

void ArgumentPlaces::judge(ArgumentPlace& place) const
{
    place.isPublic = place.parent->isPublic;
    place.mask = place.parent->mask;
    if (!m_settings.publicPointers.isEmpty() && !place.isPublic)
        place.isPublic = m_settings.publicPointers.contains(place.pointer());
    // The operator's word stands before all others: such a value was meant to be hidden.
    if (!m_settings.secretPointers.isEmpty() && m_settings.secretPointers.contains(place.pointer()))
        place.mask = MaskReason::Operator;
    if (place.mask == MaskReason::None && isSecretBySchema(place.schema))
        place.mask = MaskReason::Schema;
    if (place.mask == MaskReason::None && isSecretName(place.name))
        place.mask = MaskReason::Name;
    if (place.mask == MaskReason::None && place.value.isString() &&
        looksLikeSecret(place.value.string().value_or(QByteArray())))
        place.mask = MaskReason::Pattern;
}

void ArgumentPlaces::walk(const ArgumentPlace& parent,
                          const std::function<void(const ArgumentPlace&)>& visit) const
{
    ArgumentPlace place;
    place.parent = &parent;
    const auto pass = [&](const JsonView& value) {
        place.value = value;
        judge(place);
        visit(place);
        if (!place.isScalar())
            walk(place, visit);
        return true;
    };
    parent.value.forEachMember([&](const QByteArray& name, const JsonView& value) {
        place.name = name;
        place.schema = schemaOfMember(parent.schema, name);
        return pass(value);
    });
    if (!parent.value.isArray())
        return;
    place.schema = parent.schema.isObject() ? parent.schema.member("items") : JsonView();
    parent.value.forEachElement([&](const JsonView& value) {
        ++place.index;
        return pass(value);
    });
}

void ArgumentPlaces::forEach(const std::function<void(const ArgumentPlace&)>& visit) const
{
    walk(root(), visit);
}

ArgumentPlace ArgumentPlaces::at(const QList<QByteArray>& path) const
{
    std::vector<ArgumentPlace> way(static_cast<size_t>(path.size()) + 1);
    way.front() = root();
    for (size_t i = 1; i < way.size(); ++i) {
        const ArgumentPlace& parent = way[i - 1];
        ArgumentPlace& place = way[i];
        place.parent = &parent;
        place.name = path[qsizetype(i) - 1];
        place.value = parent.value.isObject() ? parent.value.member(place.name) : JsonView();
        if (!place.value.isValid())
            return {};
        place.schema = schemaOfMember(parent.schema, place.name);
        judge(place);
    }
    ArgumentPlace found = way.back();
    found.parent = nullptr;
    return found;
}

} // namespace lockkeeper
