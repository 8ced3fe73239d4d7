// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/mcp/heldcall.h"

#include "core/base/canonicaljson.h"
#include "core/mcp/sanitisedtext.h"

namespace lockkeeper {

namespace {

constexpr qsizetype kMaximumNumber = 32;

QByteArray number(const JsonView& value)
{
    if (!value.isValid() || value.type() != JsonType::Number || value.raw().size() > kMaximumNumber)
        return {};
    return value.raw().toByteArray();
}

} // namespace

QByteArray progressText(QByteArrayView details)
{
    if (details.isEmpty() || !checkJson(details))
        return {};
    const JsonView event(details);
    QByteArray text = event.member("text").string().value_or(QByteArray());
    if (text.isEmpty())
        text = event.member("message").string().value_or(QByteArray());
    const QByteArray current = number(event.member("current"));
    const QByteArray total = number(event.member("total"));
    QByteArray counted;
    if (!current.isEmpty())
        counted = '(' + current + (total.isEmpty() ? QByteArray() : '/' + total) + ')';
    if (text.isEmpty())
        return counted;
    text = mcp::sanitisedText(text);
    return counted.isEmpty() ? text : counted + ' ' + text;
}

} // namespace lockkeeper
