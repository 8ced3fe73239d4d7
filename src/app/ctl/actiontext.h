// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"

#include <QByteArray>

namespace lockkeeper::ctl {

/// {"actions":[…]} as a table for people; "none" if it is empty.
[[nodiscard]] QByteArray actionsTable(const JsonView& answer);
/// Everything of one action, one line a member.
[[nodiscard]] QByteArray actionText(const JsonView& action);
/// "act_… is approved", for the answer to a decision.
[[nodiscard]] QByteArray actionLine(const JsonView& action);

} // namespace lockkeeper::ctl
