// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QList>

#include <functional>
#include <vector>

namespace lockkeeper {

/// A configuration text, comments blanked and checked; and its name for messages.
struct ConfigText
{
    QByteArray fileName;
    QByteArray json;

    [[nodiscard]] int lineOf(QByteArrayView part) const;
};

/// One value of a configuration and the key it stands at. Every reading function either gives a
/// value that is within the stated limits or an InvalidArgument that reads
/// "config.jsonc:7: key mcpServers.files.args[0]: must be a string"; the text never has a value in
/// it. The ConfigText must outlive the node. A plain value: any thread.
class ConfigNode
{
public:
    /// The whole text.
    explicit ConfigNode(const ConfigText& text);

    /// The error that says what is wrong with this value and what to do.
    [[nodiscard]] Error wrong(QByteArrayView what) const;
    [[nodiscard]] bool isString() const { return m_view.isString(); }
    [[nodiscard]] bool isArray() const { return m_view.isArray(); }

    /// A string without NUL, of at most `maximumBytes`, and not empty unless `mayBeEmpty`.
    [[nodiscard]] Result<QByteArray> string(qsizetype maximumBytes, bool mayBeEmpty = false) const;
    [[nodiscard]] Result<bool> boolean() const;
    [[nodiscard]] Result<qint64> integer(qint64 minimum, qint64 maximum) const;
    /// One of the strings in `allowed`.
    [[nodiscard]] Result<QByteArray> word(std::initializer_list<const char*> allowed) const;

    using Read = std::function<Result<void>(const ConfigNode&)>;
    /// A key that an object may have, and what reads its value.
    struct Key
    {
        const char* name;
        Read read;
    };
    /// The value is an object that has no other keys; calls the reader of each key that is there.
    [[nodiscard]] Result<void> object(const std::vector<Key>& keys) const;
    /// The value is an object with names of the operator's own choice, each not empty and of at
    /// most 128 bytes without control characters.
    using ReadNamed = std::function<Result<void>(const QByteArray& name, const ConfigNode&)>;
    [[nodiscard]] Result<void> namedMembers(const ReadNamed& read) const;
    /// The value is an array of at most `maximum` elements.
    [[nodiscard]] Result<void> array(qsizetype maximum, const Read& read) const;

private:
    ConfigNode(const ConfigText& text, JsonView view, QByteArray key);
    [[nodiscard]] Error wrongAt(QByteArrayView place, QByteArrayView what) const;
    [[nodiscard]] ConfigNode child(const QByteArray& name, JsonView view) const;

    const ConfigText* m_text;
    JsonView m_view;
    QByteArray m_key;
};

} // namespace lockkeeper
