// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace lockkeeper {

enum class Program { Control, Practice };

/// The absolute path of one of our other programs: beside the running one (a build tree) or where
/// the installation has it, seen from the running one. Empty if it is not there. Needs a
/// QCoreApplication. PATH is never asked: what it finds may be something else.
[[nodiscard]] QString programPath(Program program);

} // namespace lockkeeper
