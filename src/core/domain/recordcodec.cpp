// SPDX-License-Identifier: Apache-2.0
#include "core/domain/recordcodec.h"

#include <limits>

namespace lockkeeper {

RecordReader::RecordReader(QByteArrayView bytes)
{
    if (auto checked = checkJson(bytes); !checked) {
        m_error = std::move(checked).error();
        return;
    }
    const JsonView record(bytes);
    if (!record.isObject()) {
        m_error = Error(ErrorCode::InvalidArgument, "a record is not an object");
        return;
    }
    record.forEachMember([this](const QByteArray& name, const JsonView& value) {
        m_members.emplace(name, value);
        return true;
    });
}

JsonView RecordReader::find(const char* name)
{
    if (m_error)
        return {};
    const auto found = m_members.find(QByteArray(name));
    if (found == m_members.end()) {
        fail(name, "is missing");
        return {};
    }
    return found->second;
}

void RecordReader::fail(const char* name, const char* what)
{
    if (!m_error)
        m_error = Error(ErrorCode::InvalidArgument,
                        QByteArray("the record's member \"") + name + "\" " + what);
}

QByteArray RecordReader::text(const char* name)
{
    const JsonView value = find(name);
    const auto text = value.isValid() ? value.string() : std::nullopt;
    if (!text)
        fail(name, "is not a string");
    return text.value_or(QByteArray());
}

QByteArray RecordReader::binary(const char* name)
{
    return QByteArray::fromHex(text(name));
}

qint64 RecordReader::integer(const char* name)
{
    const JsonView value = find(name);
    const auto number = value.isValid() ? value.integer() : std::nullopt;
    if (!number)
        fail(name, "is not a whole number");
    return number.value_or(0);
}

int RecordReader::smallInteger(const char* name)
{
    const qint64 value = integer(name);
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
        fail(name, "is out of range");
        return 0;
    }
    return static_cast<int>(value);
}

void RecordReader::expectText(const char* name, QByteArrayView expected)
{
    if (text(name) != expected)
        fail(name, "is not what it has to be");
}

} // namespace lockkeeper
