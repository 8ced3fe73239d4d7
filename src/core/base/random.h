// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace lockkeeper {

/// Makes libsodium ready; call it once, first thing in main. Returns false if it cannot work.
[[nodiscard]] bool initialiseCrypto();

/// `count` bytes from the system's cryptographic generator.
[[nodiscard]] QByteArray randomBytes(int count);

} // namespace lockkeeper
