// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/chosenmark.h"

#include <QWidget>

namespace lockkeeper {

void markChosen(QWidget& button, bool isChosen)
{
    QFont words = button.font();
    words.setBold(isChosen);
    words.setUnderline(isChosen);
    button.setFont(words);
}

} // namespace lockkeeper
