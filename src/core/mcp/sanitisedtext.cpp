// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/sanitisedtext.h"

#include <QString>

#include <algorithm>

namespace lockkeeper::mcp {

namespace {

bool isControl(QChar c)
{
    return c.unicode() < 0x20 || (c.unicode() >= 0x7f && c.unicode() < 0xa0);
}

} // namespace

QByteArray sanitisedText(QByteArrayView text, qsizetype maximumCharacters)
{
    // Four bytes make at least one character: no need to decode more than can be shown.
    const qsizetype useful = maximumCharacters * 4 + 4;
    const QString decoded = QString::fromUtf8(text.first(std::min(text.size(), useful)));
    QString shown;
    qsizetype taken = 0;
    for (const QChar c : decoded) {
        if (taken == maximumCharacters)
            break;
        ++taken;
        if (isControl(c))
            shown += QStringLiteral("\\x%1").arg(c.unicode(), 2, 16, QLatin1Char('0'));
        else
            shown += c;
    }
    if (!shown.isEmpty() && shown.back().isHighSurrogate())
        shown.chop(1);
    if (taken < decoded.size() || useful < text.size())
        shown += QChar(0x2026);
    return shown.toUtf8();
}

} // namespace lockkeeper::mcp
