// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/arguments/visibletext.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace lockkeeper {

struct ArgumentWarning;

/// How a value is judged: a short text without spaces inside is a path, a host, a name; anything
/// else is prose. `decoded` is the text without its quotes and escapes.
[[nodiscard]] TextRole roleOfValue(QByteArrayView decoded);

/// What the renderer finds in the names and texts of checked canonical JSON, each finding once for
/// each field, in the order of the bytes; at most kMaximumWarnings. Linear in the text; holds the
/// picture of at most 64 KiB at a time. Pure.
inline constexpr qsizetype kMaximumWarnings = 1000;
[[nodiscard]] QList<ArgumentWarning> argumentWarnings(QByteArrayView json);

/// The same for one value, e.g. one that was revealed; `pointer` is its field.
[[nodiscard]] QList<ArgumentWarning> valueWarnings(QByteArrayView rawValue,
                                                   const QByteArray& pointer);

} // namespace lockkeeper
