// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/base/result.h"
#include "core/base/strongid.h"

#include <QByteArray>
#include <QByteArrayView>

#include <map>
#include <optional>
#include <string_view>

namespace lockkeeper {

/// Reads one of our own records: a flat JSON object, as encode() of a statement or decision wrote
/// it. Used by their decode(); a value on the stack of one thread. After the first member that is
/// missing or of the wrong kind the getters give empty values and error() names that member.
///
/// It is not strict by itself: decode() encodes what it has read and compares the bytes.
class RecordReader
{
public:
    /// `bytes` must outlive the reader.
    explicit RecordReader(QByteArrayView bytes);

    [[nodiscard]] QByteArray text(const char* name);
    /// Bytes that were written as hexadecimal digits.
    [[nodiscard]] QByteArray binary(const char* name);
    [[nodiscard]] qint64 integer(const char* name);
    /// As integer(), for members of type int: out of its range is an error.
    [[nodiscard]] int smallInteger(const char* name);

    template<class Id>
    [[nodiscard]] Id id(const char* name)
    {
        return Id(text(name));
    }
    /// `fromName` is one of the …FromName functions of effectclass.h.
    template<class Enum>
    [[nodiscard]] Enum named(const char* name, std::optional<Enum> (*fromName)(std::string_view))
    {
        const QByteArray spelt = text(name);
        const auto value = fromName(std::string_view(spelt.constData(), size_t(spelt.size())));
        if (!value)
            fail(name, "is no known name");
        return value.value_or(Enum{});
    }
    /// The member must be there and say exactly `expected` (a type tag).
    void expectText(const char* name, QByteArrayView expected);

    /// InvalidArgument that names the first member that did not fit, if any.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    [[nodiscard]] JsonView find(const char* name);
    void fail(const char* name, const char* what);

    std::map<QByteArray, JsonView> m_members;
    std::optional<Error> m_error;
};

/// Ends a decode(): the error that `reader` has met, or InvalidArgument if `value` would not have
/// been written as `bytes`, or the value.
template<class Record>
[[nodiscard]] Result<Record> finishDecoding(const RecordReader& reader, Record value,
                                            QByteArrayView bytes)
{
    if (reader.error())
        return *reader.error();
    if (value.encode() != bytes)
        return Error(ErrorCode::InvalidArgument, "a record is not in its canonical form");
    return value;
}

} // namespace lockkeeper
