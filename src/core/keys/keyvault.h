// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secretbytes.h"

#include <QByteArray>
#include <QString>

#include <functional>

namespace lockkeeper {

/// What the OS keychain said. The answers are kept apart on purpose: only `NotFound`
/// from a keychain that is known to be open may lead to a new key.
enum class VaultStatus {
    Found,       ///< the item exists and has bytes
    NotFound,    ///< the keychain is open (a probe item could be written) and has no such item
    Empty,       ///< the item exists and is empty: damaged, never a reason to make a new key
    Locked,      ///< there is a keychain, and it is locked
    Unavailable, ///< no keychain, no bus, or no answer within the limit
};

struct VaultAnswer
{
    VaultStatus status = VaultStatus::Unavailable;
    SecretBytes secret; ///< only when Found
    QByteArray detail;  ///< developer text, no secret
};

/// The OS keychain. Lives on the main thread and is called there only (libsecret calls back
/// through the main GLib loop); every job has our own time-out, nothing blocks, no nested loop.
/// Callbacks come later on the main thread, exactly once.
class KeyVault
{
public:
    using Callback = std::function<void(VaultAnswer)>;

    virtual ~KeyVault() = default;
    virtual void read(const QString& name, Callback callback) = 0;
    /// Writes and reads back; Found means that exactly these bytes are stored now.
    virtual void write(const QString& name, const SecretBytes& secret, Callback callback) = 0;
};

} // namespace lockkeeper
