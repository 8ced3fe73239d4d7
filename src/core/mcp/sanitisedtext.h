// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace lockkeeper::mcp {

/// How much of a peer's error text is shown or kept.
inline constexpr qsizetype kErrorTextCharacters = 500;

/// `text` of a peer as valid UTF-8 with control characters as \xNN, at most `maximumCharacters` of
/// it (then "…"). Still untrusted: invisible and bidirectional characters stay for the renderer.
[[nodiscard]] QByteArray sanitisedText(QByteArrayView text,
                                       qsizetype maximumCharacters = kErrorTextCharacters);

} // namespace lockkeeper::mcp
