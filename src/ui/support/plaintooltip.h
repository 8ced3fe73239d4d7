// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockkeeper {

/// This text for a tool tip. Qt guesses whether the text of a tool tip is rich, and draws what
/// looks like markup; with this nothing in it is markup. An empty text stays empty.
[[nodiscard]] QString plainToolTip(const QString& text);

} // namespace lockkeeper
