// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/keys/keyvault.h"

#include <QByteArray>

namespace lockkeeper::ctl {

/// Reads the item of a store's decision key from the OS keychain. Runs the main thread's event loop
/// until the answer is there (the vault has its own time limit); for a program whose main loop does
/// not run yet.
[[nodiscard]] VaultAnswer readDecisionItem(const QByteArray& storeId);

} // namespace lockkeeper::ctl
