// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/domain/submission.h"

#include <QByteArray>

namespace lockkeeper {

/// The MCP result objects that Lockkeeper gives to agents. Pure functions.
///
/// A tool's own result of a call that succeeded is passed on exactly. Everything else is a text
/// that says what is known and no more, with the machine-readable state under _meta
/// ("io.lockkeeper/state", "/action", "/handle", "/outcome", "/reason").
namespace mcpanswer {

/// What the answer's shape depends on.
struct Shape
{
    /// The tool promises structured content: an answer without it must be marked as an error, or
    /// the agent's own library refuses it unread.
    bool hasOutputSchema = false;
    qint64 suggestedWaitSeconds = 45;
};

/// Whether `result` says all that will ever be said in answer to the call: final, determined, or
/// unknown (which only a person can settle).
[[nodiscard]] bool isConclusive(const CallResult& result);

/// The answer for a conclusive result.
[[nodiscard]] QByteArray conclusive(const CallResult& result, const Shape& shape);
/// "pending, handle H": how the call stands and how to collect it. Not an error.
[[nodiscard]] QByteArray pending(const CallResult& result, const Shape& shape);
/// Too many polls: ask again after `seconds`.
[[nodiscard]] QByteArray retryAfter(QByteArrayView handle, qint64 seconds);
/// The answer of lockkeeper_cancel.
[[nodiscard]] QByteArray cancelled(const CallResult& result);
/// The call was sent again after a restart, and it cannot be told what became of the first time.
[[nodiscard]] QByteArray cannotTell(const Error& error);
/// Nothing was taken on; the agent may read why.
[[nodiscard]] QByteArray refused(const Error& error);

} // namespace mcpanswer
} // namespace lockkeeper
