// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/keys/keyvault.h"
#include "core/keys/seatkeys.h"

#include <QObject>

#include <optional>

namespace lockkeeper {

/// Where the seat's keys stand. Everything but Ready means: decide nothing, lose nothing.
enum class KeyringState {
    Opening,
    Ready,
    Locked,      ///< the keychain is locked
    Missing,     ///< the keychain answers "no such item" although the store has a seat: it is
                 ///< locked, another one, or the key is gone; never a reason to make a new key
    Foreign,     ///< keys were found, but not the ones the store was made with
    Damaged,     ///< an item is empty or has the wrong size
    Unavailable, ///< no keychain, or no answer in time
};

[[nodiscard]] const char* keyringStateName(KeyringState state);

/// Brings a seat's three keys from the KeyVault: an asynchronous state machine on the main thread
/// that tries again by itself (2 s, doubling to 30 s) until it is Ready, and makes new keys only
/// when the store has no seat yet and the keychain is proven open and empty.
class SeatKeyring : public QObject
{
    Q_OBJECT

public:
    /// `vault` outlives this. `itemPrefix` names the items, e.g. "lockkeeper/<store id>/".
    SeatKeyring(KeyVault& vault, QString itemPrefix, QObject* parent = nullptr);

    /// `expected`: the public keys the store knows, or nullopt for a store that has never had a
    /// seat (and so no ciphertext). Starts reading; changed() follows.
    void open(const std::optional<SeatPublicKeys>& expected);

    [[nodiscard]] KeyringState state() const { return m_state; }
    /// The keys when Ready.
    [[nodiscard]] const std::optional<SeatKeys>& keys() const { return m_keys; }
    /// Developer text about the state, no secrets.
    [[nodiscard]] const QByteArray& detail() const { return m_detail; }

signals:
    /// The state is another one now. Emitted on the main thread.
    void changed();

private:
    KeyVault& m_vault;
    QString m_prefix;
    KeyringState m_state = KeyringState::Opening;
    std::optional<SeatKeys> m_keys;
    QByteArray m_detail;
};

} // namespace lockkeeper
