// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"
#include "core/mcp/client/clientvalues.h"
#include "core/mcp/client/tooldefinition.h"
#include "core/mcp/jsonrpc.h"

#include <QList>

#include <optional>

namespace lockkeeper::mcp {

/// Limits of one listing of tools.
inline constexpr qsizetype kMaximumTools = 10'000;
inline constexpr qint64 kMaximumListBytes = 64LL * 1024 * 1024;
inline constexpr qsizetype kMaximumPages = 1'000;

/// Reads the answer (a Response or an Error) to a tools/call. A result that is no object, or whose
/// isError is neither a boolean nor null, is NotUnderstood.
[[nodiscard]] CallOutcome readCallAnswer(const JsonRpcMessage& message, qint64 bytesSent,
                                         qint64 bytesReceived);

/// The request number that a raw id spells exactly as we did; nullopt for any other id.
[[nodiscard]] std::optional<RequestNumber> readOwnNumber(QByteArrayView id);

/// The value of a number for showing progress, rounded to a double; nullopt if it is no number or
/// too large for one. Never used for arguments or results.
[[nodiscard]] std::optional<double> readProgressNumber(const JsonView& value);

/// Leaves out every tool whose name is listed more than once: which one would be called cannot be
/// said. Adds them to `unusable`.
[[nodiscard]] QList<ToolDefinition> withoutAmbiguousNames(QList<ToolDefinition> tools,
                                                          quint64& unusable);

} // namespace lockkeeper::mcp
