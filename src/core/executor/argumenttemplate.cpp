// SPDX-License-Identifier: Apache-2.0
#include "core/executor/argumenttemplate.h"

#include "core/base/utf8text.h"

#include <QDir>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qsizetype kMaximumTargetValueBytes = 1024;
constexpr qsizetype kMaximumSummaryValueCharacters = 80;

Error badTemplate(const QByteArray& what, qsizetype at)
{
    return Error(ErrorCode::InvalidArgument, what + " at byte " + QByteArray::number(at));
}

/// The text of a scalar that may stand in a target.
std::optional<QByteArray> targetValue(const JsonView& value)
{
    if (value.isString()) {
        auto text = value.string();
        return text->size() <= kMaximumTargetValueBytes ? text : std::nullopt;
    }
    if (value.isValid() && value.type() == JsonType::Boolean)
        return value.raw().toByteArray();
    // 1, 1.0 and 1e0 may mean the same object: only one spelling is a target.
    if (value.isValid() && value.type() == JsonType::Number) {
        const QByteArrayView digits = value.raw().sliced(value.raw().startsWith('-') ? 1 : 0);
        const bool isWhole = std::all_of(digits.begin(), digits.end(),
                                         [](char byte) { return byte >= '0' && byte <= '9'; });
        const bool isNegativeZero = value.raw() == QByteArrayView("-0");
        if (isWhole && !isNegativeZero && digits.size() <= kMaximumTargetValueBytes)
            return value.raw().toByteArray();
    }
    return std::nullopt;
}

QByteArray withoutControls(QByteArray text)
{
    for (char& byte : text) {
        if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f)
            byte = ' ';
    }
    return text;
}

QByteArray summaryValue(const JsonView& value)
{
    if (!value.isValid())
        return "?";
    if (value.isObject())
        return "{…}";
    if (value.isArray())
        return "[…]";
    const QByteArray text = value.string().value_or(value.raw().toByteArray());
    return withoutControls(cutCharacters(text, kMaximumSummaryValueCharacters));
}

} // namespace

Result<ArgumentTemplate::Part> ArgumentTemplate::parsePlaceholder(QByteArrayView text)
{
    QList<QByteArray> words = text.toByteArray().split('|');
    Part part;
    part.path = words.takeFirst().trimmed().split('.');
    if (part.path.contains(QByteArray()))
        return Error(ErrorCode::InvalidArgument, "a placeholder names no member");
    for (const QByteArray& word : qAsConst(words)) {
        const QByteArray name = word.trimmed();
        if (name == "lower")
            part.normalisers.append(Normaliser::Lower);
        else if (name == "trim")
            part.normalisers.append(Normaliser::Trim);
        else if (name == "path")
            part.normalisers.append(Normaliser::Path);
        else
            return Error(ErrorCode::InvalidArgument, "a normaliser is none of lower, trim, path");
    }
    return part;
}

Result<ArgumentTemplate> ArgumentTemplate::parse(QByteArrayView text)
{
    ArgumentTemplate result;
    qsizetype at = 0;
    while (at < text.size()) {
        qsizetype open = text.indexOf('{', at);
        if (open < 0)
            open = text.size();
        const QByteArray literal = text.sliced(at, open - at).toByteArray();
        if (const qsizetype stray = literal.indexOf('}'); stray >= 0)
            return badTemplate("a } closes nothing", at + stray);
        Part part;
        if (open < text.size()) {
            const qsizetype close = text.indexOf('}', open);
            if (close < 0)
                return badTemplate("a { is not closed", open);
            auto placeholder = parsePlaceholder(text.sliced(open + 1, close - open - 1));
            if (!placeholder)
                return badTemplate(placeholder.error().message(), open);
            part = std::move(*placeholder);
            open = close + 1;
        }
        part.literal = literal;
        result.m_parts.append(part);
        at = open;
    }
    if (result.m_parts.isEmpty())
        return badTemplate("the template is empty", 0);
    return result;
}

QByteArray ArgumentTemplate::normalised(QByteArray value, const QList<Normaliser>& normalisers)
{
    for (const Normaliser normaliser : normalisers) {
        switch (normaliser) {
        case Normaliser::Lower:
            value = QString::fromUtf8(value).toLower().toUtf8();
            break;
        case Normaliser::Trim:
            value = QString::fromUtf8(value).trimmed().toUtf8();
            break;
        case Normaliser::Path:
            value = QDir::cleanPath(QString::fromUtf8(value)).toUtf8();
            break;
        }
    }
    return value;
}

std::optional<ArgumentTemplate::Target> ArgumentTemplate::target(const ArgumentPlaces& places) const
{
    Target target;
    for (const Part& part : m_parts) {
        target.text += part.literal;
        target.shown += part.literal;
        if (part.path.isEmpty())
            continue;
        const ArgumentPlace place = places.at(part.path);
        const auto value = targetValue(place.value);
        const QByteArray text = normalised(value.value_or(QByteArray()), part.normalisers);
        if (text.isEmpty())
            return std::nullopt;
        const bool isPath = part.normalisers.contains(Normaliser::Path);
        const QByteArray encoded = text.toPercentEncoding(isPath ? "/" : "");
        target.text += encoded;
        target.shown += place.isMasked() ? QByteArray(kMaskedText) : encoded;
    }
    return target;
}

QByteArray ArgumentTemplate::summary(const ArgumentPlaces& places) const
{
    QByteArray text;
    for (const Part& part : m_parts) {
        text += part.literal;
        if (part.path.isEmpty())
            continue;
        const ArgumentPlace place = places.at(part.path);
        text += place.isMasked() ? QByteArray(kMaskedText)
                                 : normalised(summaryValue(place.value), part.normalisers);
    }
    return cutCharacters(text, 240);
}

} // namespace lockkeeper
