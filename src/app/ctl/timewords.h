// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace lockkeeper::ctl {

/// "90s", "15m", "2h" or "1d" in milliseconds, up to 365 d. InvalidArgument for anything else.
[[nodiscard]] Result<qint64> durationMs(const QByteArray& text);

/// A time of this machine's zone, "18:30" (the next one behind `nowMs`) or "2026-12-01T18:30"
/// (seconds may follow), or one with its own zone ("2026-12-01T18:30Z"), as wall milliseconds.
/// InvalidArgument for anything else.
[[nodiscard]] Result<qint64> timeMs(const QByteArray& text, qint64 nowMs);

} // namespace lockkeeper::ctl
