// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace lockkeeper {

/// How many characters (Unicode code points) `text`, valid UTF-8, has.
[[nodiscard]] qsizetype characterCount(QByteArrayView text);

/// `text`, valid UTF-8, if it has at most `maximum` (at least 1) characters; else its first
/// `maximum` - 1 characters and "…". Never splits a character.
[[nodiscard]] QByteArray cutCharacters(QByteArrayView text, qsizetype maximum);

} // namespace lockkeeper
