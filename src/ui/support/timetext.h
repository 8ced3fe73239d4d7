// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockkeeper {

/// Wall milliseconds as a person reads them: local time with its offset from UTC, to the second.
/// Empty for 0.
[[nodiscard]] QString localTimeText(qint64 wallMs);
/// The same moment in UTC, ISO 8601 to the millisecond; for tool tips and copies. Empty for 0.
[[nodiscard]] QString utcTimeText(qint64 wallMs);
/// How long ago, in the largest unit that fits, translated: "40 s", "6 min", "3 h", "2 d".
[[nodiscard]] QString ageText(qint64 ageMs);

} // namespace lockkeeper
