// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <string_view>

namespace lockkeeper {

/// The characters of a constant (the name of a state and the like) as bytes.
[[nodiscard]] inline QByteArray bytesOf(std::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

} // namespace lockkeeper
