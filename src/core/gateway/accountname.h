// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace lockkeeper {

/// The account's name of `uid`, or the number as text. Any thread.
[[nodiscard]] QByteArray accountName(quint32 uid);

} // namespace lockkeeper
