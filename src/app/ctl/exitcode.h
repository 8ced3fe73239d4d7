// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace lockkeeper::ctl {

/// How lockkeeperctl ends.
enum class ExitCode : int {
    Done = 0,
    Failed = 1,       ///< refused or failed, with the reason on stderr
    Usage = 2,        ///< the command line is wrong
    NotReachable = 3, ///< no console answers
    Stale = 4,        ///< what was asked for is stale or conflicts with something
    NotFound = 5,
};

/// Native code of an Error that says that no console answers.
inline constexpr int kNotReachable = 1'000'003;

[[nodiscard]] ExitCode exitCodeOf(const Error& error);
/// The code whose errorCodeName is `name`; Internal for an unknown name.
[[nodiscard]] ErrorCode errorCodeNamed(const QByteArray& name);

} // namespace lockkeeper::ctl
