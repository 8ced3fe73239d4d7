// SPDX-License-Identifier: Apache-2.0
#include "core/base/canonicaljson.h"

#include "core/base/jsonscanner.h"
#include "core/base/jsontext.h"

#include <algorithm>
#include <vector>

namespace lockkeeper {

namespace {

using jsontext::Name;
using jsontext::Scanner;

/// Copies what stands between the white space.
class SpaceRemover final : public jsontext::Listener
{
public:
    explicit SpaceRemover(QByteArrayView text)
        : m_text(text)
    {
    }
    void spacePassed(qsizetype begin, qsizetype end) override
    {
        if (m_copied == 0)
            m_out.reserve(m_text.size());
        m_out += m_text.sliced(m_copied, begin - m_copied);
        m_copied = end;
    }
    void objectPassed(const Scanner&, qsizetype, qsizetype, std::span<const Name>) override {}
    /// What is left, once the whole text was passed.
    QByteArray take()
    {
        if (m_copied == 0)
            return m_text.toByteArray();
        m_out += m_text.sliced(m_copied);
        m_out.squeeze();
        return std::move(m_out);
    }

private:
    QByteArrayView m_text;
    QByteArray m_out;
    qsizetype m_copied = 0;
};

/// Sorts the members of each object where they stand, innermost first. The text must have no white
/// space between tokens; sorting keeps every object's size, and the scanner never looks back.
class MemberSorter final : public jsontext::Listener
{
public:
    explicit MemberSorter(char* text)
        : m_text(text)
    {
    }
    void spacePassed(qsizetype, qsizetype) override {}
    void objectPassed(const Scanner& scanner, qsizetype, qsizetype end,
                      std::span<const Name> names) override
    {
        const auto isLess = [&scanner](const Name& a, const Name& b) {
            return scanner.decoded(a) < scanner.decoded(b);
        };
        if (std::is_sorted(names.begin(), names.end(), isLess))
            return;
        m_order.clear();
        for (size_t i = 0; i < names.size(); ++i) {
            // A member reaches to the comma before the next one, the last one to the brace.
            const qsizetype next = i + 1 < names.size() ? names[i + 1].begin : end;
            m_order.push_back({names[i], next - 1 - names[i].begin});
        }
        std::sort(m_order.begin(), m_order.end(),
                  [&isLess](const Member& a, const Member& b) { return isLess(a.name, b.name); });
        m_sorted.clear();
        for (const Member& member : m_order) {
            m_sorted.append(m_text + member.name.begin, member.size);
            m_sorted += ',';
        }
        m_sorted.chop(1);
        std::copy(m_sorted.cbegin(), m_sorted.cend(), m_text + names.front().begin);
    }

private:
    struct Member
    {
        Name name;
        qsizetype size = 0;
    };

    char* m_text;
    std::vector<Member> m_order;
    QByteArray m_sorted;
};

QByteArray placeText(QByteArrayView text, qsizetype offset)
{
    const TextPlace place = placeOf(text, offset);
    return "line " + QByteArray::number(place.line) + ", column " +
           QByteArray::number(place.column) + " (byte " + QByteArray::number(offset) + ")";
}

/// The offset behind the comment that starts at `offset`, or -1 if it is open.
qsizetype commentEnd(QByteArrayView text, qsizetype offset)
{
    if (text[offset + 1] == '/') {
        qsizetype at = offset + 2;
        while (at < text.size() && text[at] != '\n' && text[at] != '\r')
            ++at;
        return at;
    }
    const qsizetype close = text.indexOf("*/", offset + 2);
    return close < 0 ? -1 : close + 2;
}

bool startsComment(QByteArrayView text, qsizetype offset)
{
    return text.size() - offset >= 2 && text[offset] == '/' &&
           (text[offset + 1] == '/' || text[offset + 1] == '*');
}

} // namespace

const char* jsonTypeName(JsonType type)
{
    switch (type) {
    case JsonType::Null:
        return "null";
    case JsonType::Boolean:
        return "a boolean";
    case JsonType::Number:
        return "a number";
    case JsonType::String:
        return "a string";
    case JsonType::Array:
        return "an array";
    case JsonType::Object:
        return "an object";
    }
    return "something else";
}

TextPlace placeOf(QByteArrayView text, qsizetype offset)
{
    const QByteArrayView before = text.first(qBound(qsizetype{0}, offset, text.size()));
    const qsizetype newline = before.lastIndexOf('\n');
    return {static_cast<int>(before.count('\n')) + 1, static_cast<int>(before.size() - newline)};
}

Result<void> checkJson(QByteArrayView text, const JsonLimits& limits)
{
    return Scanner(text, limits, nullptr).run();
}

Result<QByteArray> canonicalJson(QByteArrayView text, const JsonLimits& limits)
{
    SpaceRemover remover(text);
    LK_CHECK(Scanner(text, limits, &remover).run());
    return remover.take();
}

Result<QByteArray> canonicalObject(QByteArrayView text, const JsonLimits& limits)
{
    LK_TRY(QByteArray canonical, canonicalJson(text, limits));
    const JsonType type = JsonView(canonical).type();
    if (type != JsonType::Object)
        return Error(ErrorCode::InvalidArgument, placeText(text, jsontext::skipSpace(text, 0)) +
                                                     ": an object is needed, not " +
                                                     jsonTypeName(type));
    return canonical;
}

Result<QByteArray> sortedJson(QByteArrayView text, const JsonLimits& limits)
{
    LK_TRY(QByteArray sorted, canonicalJson(text, limits));
    MemberSorter sorter(sorted.data());
    LK_CHECK(Scanner(sorted, limits, &sorter).run());
    return sorted;
}

Result<QByteArray> blankComments(QByteArrayView text)
{
    QByteArray out = text.toByteArray();
    qsizetype comma = -1; // one that may turn out to be trailing
    char last = '\0';     // the last byte that is neither white space nor comment
    qsizetype at = 0;
    while (at < text.size()) {
        const char byte = text[at];
        if (byte == '"') {
            const qsizetype end = jsontext::stringEnd(text, at);
            if (end < 0)
                break; // an open string: checkJson says so
            at = end;
            last = byte;
            continue;
        }
        if (startsComment(text, at)) {
            const qsizetype end = commentEnd(text, at);
            if (end < 0)
                return Error(ErrorCode::InvalidArgument,
                             placeText(text, at) + ": this comment is not closed");
            for (; at < end; ++at) {
                if (out.at(at) != '\n' && out.at(at) != '\r')
                    out[at] = ' ';
            }
            continue;
        }
        if (!jsontext::isSpace(byte)) {
            if ((byte == ']' || byte == '}') && last == ',' && comma >= 0)
                out[comma] = ' ';
            // Only a comma behind a complete value can be trailing: "[,]" stays wrong.
            const bool followsValue =
                last != '\0' && last != '[' && last != '{' && last != ',' && last != ':';
            comma = byte == ',' && followsValue ? at : -1;
            last = byte;
        }
        ++at;
    }
    return out;
}

} // namespace lockkeeper
