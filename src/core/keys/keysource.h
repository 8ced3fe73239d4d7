// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/keys/seatkeyring.h"

#include <functional>
#include <optional>

namespace lockkeeper {

/// How the core reaches the seat's keys, which live on the main thread.
class KeySource
{
public:
    virtual ~KeySource() = default;
    /// Opens the keyring for this store: `expected` as in SeatKeyring::open. `changed` is called on
    /// the core thread now and whenever the state is another one.
    using Changed = std::function<void(KeyringState, std::optional<SeatKeys>, QByteArray detail,
                                       QByteArray wrappedDecisionKey)>;
    virtual void open(const QByteArray& storeId, const std::optional<SeatPublicKeys>& expected,
                      Changed changed) = 0;
};

} // namespace lockkeeper
