// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/methodcall.h"

namespace lockkeeper {

Result<QByteArray> requiredText(const JsonView& params, QByteArrayView name)
{
    LK_TRY(QByteArray text, optionalText(params, name));
    if (text.isEmpty())
        return Error(ErrorCode::InvalidArgument, name.toByteArray() + " is missing");
    return text;
}

Result<QByteArray> optionalText(const JsonView& params, QByteArrayView name)
{
    const JsonView member = params.member(name);
    if (!member.isValid() || member.isNull())
        return QByteArray();
    std::optional<QByteArray> text = member.string();
    if (!text)
        return Error(ErrorCode::InvalidArgument, name.toByteArray() + " must be a string");
    return std::move(*text);
}

Result<qint64> optionalInteger(const JsonView& params, QByteArrayView name, qint64 otherwise,
                               qint64 minimum, qint64 maximum)
{
    const JsonView member = params.member(name);
    if (!member.isValid() || member.isNull())
        return otherwise;
    const std::optional<qint64> value = member.integer();
    if (!value || *value < minimum || *value > maximum)
        return Error(ErrorCode::InvalidArgument,
                     name.toByteArray() + " must be a whole number from " +
                         QByteArray::number(minimum) + " to " + QByteArray::number(maximum));
    return *value;
}

Result<bool> optionalFlag(const JsonView& params, QByteArrayView name)
{
    const JsonView member = params.member(name);
    if (!member.isValid() || member.isNull())
        return false;
    const std::optional<bool> value = member.boolean();
    if (!value)
        return Error(ErrorCode::InvalidArgument, name.toByteArray() + " must be true or false");
    return *value;
}

} // namespace lockkeeper
