// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/focusring.h"

#include "ui/support/theme.h"

#include <QPainter>
#include <QWidget>

namespace lockkeeper {

void paintFocusRing(QWidget& widget)
{
    if (!widget.hasFocus())
        return;
    QPainter painter(&widget);
    painter.setPen(QPen(themeColor(widget.palette(), ColorRole::Focus), kFocusRing));
    const int inset = kFocusRing / 2;
    painter.drawRect(widget.rect().adjusted(inset, inset, -inset, -inset));
}

} // namespace lockkeeper
