// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/arguments/textcolumn.h"

namespace lockkeeper {

class ShownBytes;

/// "28 bytes", translated.
[[nodiscard]] QString bytesText(qsizetype bytes);

/// The chip of a value that is masked just now. It counts as having seen the value only if the
/// operator's own configuration says that it is a secret.
[[nodiscard]] TextRun maskedRun(const ShownBytes& bytes, int masked, bool isCurrent);

/// The mark behind a text that is shown in part.
[[nodiscard]] TextRun cutRun(qsizetype shown, qsizetype size);

} // namespace lockkeeper
