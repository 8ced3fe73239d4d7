// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/visibletext.h"

namespace lockkeeper {

QString VisibleText::plain() const
{
    return {};
}

VisibleText visibleText(QByteArrayView utf8, TextRole role)
{
    Q_UNUSED(utf8);
    Q_UNUSED(role);
    return {};
}

QString visibleLine(QByteArrayView utf8, TextRole role, int maximumCharacters)
{
    Q_UNUSED(role);
    Q_UNUSED(maximumCharacters);
    return QString::fromUtf8(utf8);
}

QString findingText(TextFinding finding, const QString& field)
{
    Q_UNUSED(finding);
    return field;
}

} // namespace lockkeeper
