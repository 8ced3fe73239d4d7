// SPDX-License-Identifier: Apache-2.0
#include "ui/support/plaintooltip.h"

namespace lockkeeper {

QString plainToolTip(const QString& text)
{
#ifdef LOCKKEEPER_FAULT_TOOL_TIP_GUESSED
    return text;
#else
    if (text.isEmpty())
        return text;
    return QStringLiteral("<span style=\"white-space:pre-wrap\">%1</span>")
        .arg(text.toHtmlEscaped());
#endif
}

} // namespace lockkeeper
