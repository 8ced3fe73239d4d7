// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/client/answer.h"

#include "core/mcp/sanitisedtext.h"

#include <QHash>

#include <cmath>

namespace lockkeeper::mcp {

CallOutcome readCallAnswer(const JsonRpcMessage& message, qint64 bytesSent, qint64 bytesReceived)
{
    CallOutcome outcome;
    outcome.bytesSent = bytesSent;
    outcome.bytesReceived = bytesReceived;
    if (message.kind == JsonRpcMessage::Kind::Error) {
        outcome.kind = CallOutcome::Kind::Error;
        outcome.errorCode = message.errorCode;
        outcome.detail = sanitisedText(message.errorMessage);
        return outcome;
    }
    const JsonView result(message.result);
    const JsonView isError = result.member("isError");
    outcome.kind = CallOutcome::Kind::NotUnderstood;
    if (!result.isObject()) {
        outcome.detail = "the result is not an object";
    } else if (isError.isValid() && !isError.isNull() && !isError.boolean()) {
        outcome.detail = "isError of the result is not a boolean";
    } else {
        outcome.kind = CallOutcome::Kind::Answered;
        outcome.isError = isError.boolean().value_or(false);
        outcome.result = message.result;
    }
    return outcome;
}

std::optional<RequestNumber> readOwnNumber(QByteArrayView id)
{
    const QByteArray spelt = id.toByteArray();
    bool good = false;
    const RequestNumber number = spelt.toULongLong(&good);
    if (!good || number == 0 || QByteArray::number(number) != spelt)
        return std::nullopt;
    return number;
}

std::optional<double> readProgressNumber(const JsonView& value)
{
    if (!value.isValid() || value.type() != JsonType::Number)
        return std::nullopt;
    bool good = false;
    const double number = value.raw().toByteArray().toDouble(&good);
    if (!good || !std::isfinite(number))
        return std::nullopt;
    return number;
}

QList<ToolDefinition> withoutAmbiguousNames(QList<ToolDefinition> tools, quint64& unusable)
{
    QHash<QByteArray, int> times;
    for (const ToolDefinition& tool : std::as_const(tools))
        ++times[tool.name];
    const qsizetype removed =
        tools.removeIf([&times](const ToolDefinition& tool) { return times.value(tool.name) > 1; });
    unusable += static_cast<quint64>(removed);
    return tools;
}

} // namespace lockkeeper::mcp
