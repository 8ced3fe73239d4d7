// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace lockkeeper {

/// Splits a script into its statements, without the semicolons and without what lies between
/// statements. Understands strings, quoted identifiers, both kinds of comments, and
/// CREATE TRIGGER … BEGIN … END, whose inner semicolons do not end it.
/// InvalidArgument: a string, comment or trigger is left open. Pure; any thread.
[[nodiscard]] Result<std::vector<QByteArray>> splitStatements(QByteArrayView script);

/// The number of `?` placeholders outside strings, quoted identifiers and comments.
/// InvalidArgument: a numbered or named placeholder (?1, :a, @a, $a), or something left open.
[[nodiscard]] Result<int> countPlaceholders(QByteArrayView statement);

} // namespace lockkeeper
