// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/keys/keyvault.h"

#include <QByteArray>

namespace lockkeeper::ctl {

/// Reads the item of a store's decision key from the OS keychain. Runs the main thread's event loop
/// until the answer is there (the vault has its own time limit); for a program whose main loop does
/// not run yet.
[[nodiscard]] VaultAnswer readDecisionItem(const QByteArray& storeId);

/// Replaces that item and reads it back. Runs the event loop like readDecisionItem.
[[nodiscard]] VaultAnswer writeDecisionItem(const QByteArray& storeId, const SecretBytes& item);

} // namespace lockkeeper::ctl
