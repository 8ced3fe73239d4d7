// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace lockkeeper {

/// A number that no other subscriber of the feed in this process has. Any thread.
[[nodiscard]] quint64 nextSubscriber();

} // namespace lockkeeper
