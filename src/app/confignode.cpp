// SPDX-License-Identifier: Apache-2.0
#include "app/confignode.h"

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qsizetype kMaximumName = 128;
constexpr qsizetype kShownName = 64;

bool isPlainName(QByteArrayView name)
{
    return !name.isEmpty() && std::all_of(name.begin(), name.end(), [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
               (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' || byte == '$';
    });
}

bool hasControlCharacter(QByteArrayView text)
{
    return std::any_of(text.begin(), text.end(), [](char byte) {
        return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f;
    });
}

QByteArray knownKeys(const std::vector<ConfigNode::Key>& keys)
{
    QByteArray out;
    for (const ConfigNode::Key& key : keys) {
        if (!out.isEmpty())
            out += ", ";
        out += key.name;
    }
    return out;
}

} // namespace

int ConfigText::lineOf(QByteArrayView part) const
{
    return placeOf(json, part.data() - json.constData()).line;
}

ConfigNode::ConfigNode(const ConfigText& text)
    : ConfigNode(text, JsonView(text.json), QByteArray())
{
}

ConfigNode::ConfigNode(const ConfigText& text, JsonView view, QByteArray key)
    : m_text(&text)
    , m_view(view)
    , m_key(std::move(key))
{
}

Error ConfigNode::wrong(QByteArrayView what) const
{
    return wrongAt(m_view.raw(), what);
}

Error ConfigNode::wrongAt(QByteArrayView place, QByteArrayView what) const
{
    QByteArray message = m_text->fileName + ':' + QByteArray::number(m_text->lineOf(place)) + ": ";
    if (!m_key.isEmpty())
        message += "key " + m_key + ": ";
    return Error(ErrorCode::InvalidArgument, message + what.toByteArray());
}

ConfigNode ConfigNode::child(const QByteArray& name, JsonView view) const
{
    QByteArray key = m_key;
    if (!isPlainName(name)) {
        const bool cut = name.size() > kShownName;
        key += '[' + jsonString(cut ? name.first(kShownName) + "..." : name) + ']';
    } else {
        if (!key.isEmpty())
            key += '.';
        key += name;
    }
    return {*m_text, view, key};
}

Result<QByteArray> ConfigNode::string(qsizetype maximumBytes, bool mayBeEmpty) const
{
    const std::optional<QByteArray> text = m_view.string();
    if (!text)
        return wrong("must be a string");
    if (text->isEmpty() && !mayBeEmpty)
        return wrong("must not be empty");
    if (text->size() > maximumBytes)
        return wrong("must not be longer than " + QByteArray::number(maximumBytes) + " bytes");
    if (text->contains('\0'))
        return wrong("must not contain the character U+0000");
    return *text;
}

Result<bool> ConfigNode::boolean() const
{
    const std::optional<bool> value = m_view.boolean();
    if (!value)
        return wrong("must be true or false");
    return *value;
}

Result<qint64> ConfigNode::integer(qint64 minimum, qint64 maximum) const
{
    const std::optional<qint64> value = m_view.integer();
    if (!value || *value < minimum || *value > maximum)
        return wrong("must be a whole number from " + QByteArray::number(minimum) + " to " +
                     QByteArray::number(maximum));
    return *value;
}

Result<QByteArray> ConfigNode::word(std::initializer_list<const char*> allowed) const
{
    const std::optional<QByteArray> text = m_view.string();
    QByteArray list;
    for (const char* candidate : allowed) {
        if (text && *text == candidate)
            return *text;
        list += (list.isEmpty() ? "\"" : ", \"") + QByteArray(candidate) + '"';
    }
    return wrong((allowed.size() == 1 ? "must be " : "must be one of ") + list);
}

Result<void> ConfigNode::object(const std::vector<Key>& keys) const
{
    if (!m_view.isObject())
        return wrong("must be an object");
    for (JsonView::Cursor at = m_view.begin(); at.isAtMember(); at.next()) {
        const QByteArray name = at.name();
        const auto known = std::find_if(keys.begin(), keys.end(),
                                        [&name](const Key& key) { return name == key.name; });
        const ConfigNode value = child(name, at.value());
        if (known == keys.end())
            return value.wrongAt(at.rawName(), "is not known; remove it or correct its name "
                                               "(known here: " +
                                                   knownKeys(keys) + ')');
        LK_CHECK(known->read(value));
    }
    return {};
}

Result<void> ConfigNode::namedMembers(const ReadNamed& read) const
{
    if (!m_view.isObject())
        return wrong("must be an object");
    for (JsonView::Cursor at = m_view.begin(); at.isAtMember(); at.next()) {
        const QByteArray name = at.name();
        const ConfigNode value = child(name, at.value());
        if (name.isEmpty() || name.size() > kMaximumName || hasControlCharacter(name))
            return value.wrongAt(at.rawName(),
                                 "the name must have 1 to 128 bytes and no control characters");
        LK_CHECK(read(name, value));
    }
    return {};
}

Result<void> ConfigNode::array(qsizetype maximum, const Read& read) const
{
    if (!m_view.isArray())
        return wrong("must be an array");
    qsizetype index = 0;
    for (JsonView::Cursor at = m_view.begin(); at.isAtElement(); at.next()) {
        if (index == maximum)
            return wrong("must not have more than " + QByteArray::number(maximum) + " elements");
        LK_CHECK(
            read(ConfigNode(*m_text, at.value(), m_key + '[' + QByteArray::number(index) + ']')));
        ++index;
    }
    return {};
}

} // namespace lockkeeper
