// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace lockkeeper {

/// Marks one of several buttons as the chosen one, not by its colour alone. GUI thread.
void markChosen(QWidget& button, bool isChosen);

} // namespace lockkeeper
