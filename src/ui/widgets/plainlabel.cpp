// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/plainlabel.h"

#include <QLabel>

namespace lockkeeper {

QLabel* plainLabel(const QString& objectName, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* wrappedPlainLabel(const QString& objectName, QWidget* parent)
{
    QLabel* label = plainLabel(objectName, parent);
    label->setWordWrap(true);
    return label;
}

} // namespace lockkeeper
