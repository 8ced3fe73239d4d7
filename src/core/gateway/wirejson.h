// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/domain/snapshots.h"
#include "core/domain/submission.h"

#include <QByteArray>

namespace lockkeeper::wire {

/// How much of an action a message shows.
enum class Detail {
    Line, ///< a row of a list: no arguments, no evidence
    Full,
};

/// The JSON objects that the local socket carries. Results and
/// arguments are spliced in as they are. Empty texts and times of 0 are left out.
[[nodiscard]] QByteArray toJson(const SubmissionAnswer& answer);
[[nodiscard]] QByteArray toJson(const CallResult& result);
[[nodiscard]] QByteArray toJson(const ActionSnapshot& action, Detail detail);
/// {"actions":[…]}: as many as fit into one line; "truncated":true says that more were left out.
[[nodiscard]] QByteArray toJson(const QList<ActionSnapshot>& actions);
[[nodiscard]] QByteArray toJson(const QList<ToolSnapshot>& tools);
[[nodiscard]] QByteArray toJson(const AgentSnapshot& agent);
[[nodiscard]] QByteArray toJson(const QList<AgentSnapshot>& agents);
/// `full` adds what only operators see: counts, positions and the servers' last stderr lines.
[[nodiscard]] QByteArray toJson(const StatusSnapshot& status, bool full);

/// The member "data" of an error: {"code":"NotFound","reason":"…"}.
[[nodiscard]] QByteArray errorData(const Error& error);

} // namespace lockkeeper::wire
