// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/keys/seatkeyring.h"

#include <functional>
#include <optional>

namespace lockkeeper {

/// What the core is told of the seat's keys.
struct KeyringReport
{
    KeyringState state = KeyringState::Opening;
    std::optional<SeatKeys> keys;  ///< when Ready
    QByteArray detail;             ///< developer text, no secrets
    QByteArray wrappedDecisionKey; ///< when Ready and the PIN protects the decision key
    QByteArray guardCopy;          ///< when Ready: the keychain's copy of the guard, empty if none
};

/// How the core reaches the seat's keys, which live on the main thread.
class KeySource
{
public:
    virtual ~KeySource() = default;
    /// Opens the keyring for this store: `expected` as in SeatKeyring::open. `changed` is called on
    /// the core thread now and whenever the state is another one.
    using Changed = std::function<void(const KeyringReport& report)>;
    virtual void open(const QByteArray& storeId, const std::optional<SeatPublicKeys>& expected,
                      Changed changed) = 0;
    /// Writes the copy of the guard beside the keys of the store that was opened, over the one
    /// before. `written` is called later on the core thread, exactly once unless this is destroyed
    /// first: Unavailable when the keychain did not take it (it may still be there then).
    using Written = std::function<void(const Result<void>& result)>;
    virtual void writeGuardCopy(const QByteArray& copy, Written written) = 0;
};

} // namespace lockkeeper
