// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/scheduler.h"
#include "core/keys/keyvault.h"
#include "core/keys/seatkeys.h"

#include <QObject>

#include <array>
#include <cstddef>
#include <functional>
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

/// "ready", "locked", "missing", … for logs and status answers.
[[nodiscard]] const char* keyringStateName(KeyringState state);

/// Brings a seat's three keys from the KeyVault: an asynchronous state machine on the main thread
/// that tries again by itself (2 s, doubling to 30 s; Foreign and Damaged every 30 s) until it is
/// Ready, and makes new keys only when the store has no seat yet and the keychain is proven open
/// and empty. No nested event loop, no waiting.
///
/// The items are itemPrefix + "record-key", "decision-key" and "seal-key". An item that exists is
/// never written over: when a crash during the making of the keys left some of the three, those are
/// kept and only the missing ones are made (nothing can be sealed or signed yet by a store that has
/// no seat). Made keys count only after all three were read back.
///
/// For a store that has a seat it also reads the keychain's copy of the guard (item "guard-copy"):
/// Ready without one means that an open keychain says that there is none.
///
/// When the PIN wraps the decision key (pinprotection.h), keys() has no decision secret and
/// wrappedDecisionKey() has the wrapped bytes.
class SeatKeyring : public QObject
{
    Q_OBJECT

public:
    /// `vault` and `scheduler` outlive this; without a scheduler it uses timers of its own.
    /// `itemPrefix` names the items, e.g. "lockkeeper/<store id>/".
    SeatKeyring(KeyVault& vault, QString itemPrefix, QObject* parent = nullptr,
                Scheduler* scheduler = nullptr);
    ~SeatKeyring() override;

    /// `expected`: the public keys the store knows, or nullopt for a store that has never had a
    /// seat (and so no ciphertext). Starts reading; changed() follows. Calling it again starts anew
    /// and drops the answers that are under way.
    void open(const std::optional<SeatPublicKeys>& expected);

    [[nodiscard]] KeyringState state() const { return m_state; }
    /// The keys when Ready.
    [[nodiscard]] const std::optional<SeatKeys>& keys() const { return m_keys; }
    /// The PIN-wrapped decision key when Ready and wrapped, else empty.
    [[nodiscard]] const QByteArray& wrappedDecisionKey() const { return m_wrappedDecision; }
    /// The keychain's copy of the guard when Ready, as it was written; empty if there is none.
    [[nodiscard]] const QByteArray& guardCopy() const { return m_guardCopy; }
    /// Writes the copy of the guard, over the one before. `written` comes later, exactly once
    /// unless this is destroyed or opened again first: false when the keychain did not take it.
    void writeGuardCopy(const QByteArray& copy,
                        std::function<void(bool kept, const QByteArray& detail)> written);
    /// Developer text about the state, no secrets.
    [[nodiscard]] const QByteArray& detail() const { return m_detail; }

signals:
    /// The state is another one now. Emitted on the main thread.
    void changed();

private:
    static constexpr std::size_t kItemCount = 3; ///< record, decision, seal
    using Secrets = std::array<std::optional<SecretBytes>, kItemCount>;

    [[nodiscard]] QString itemName(std::size_t item) const;
    [[nodiscard]] KeyVault::Callback guarded(void (SeatKeyring::*step)(std::size_t, VaultAnswer),
                                             std::size_t item);
    void startPass();
    void readItem(std::size_t item);
    void itemRead(std::size_t item, VaultAnswer answer);
    void allRead();
    void makeMissing();
    void writeItem(std::size_t item);
    void itemWritten(std::size_t item, VaultAnswer answer);
    void compareKeys();
    void copyRead(VaultAnswer answer);
    void finish();
    void retryLater(KeyringState state, QByteArray detail);
    void become(KeyringState state, QByteArray detail);

    KeyVault& m_vault;
    QString m_prefix;
    Scheduler* m_scheduler;
    Scheduler::TimerId m_timer = 0;
    quint64 m_generation = 0; ///< answers of an older open() are dropped
    qint64 m_delayMs = 0;
    std::optional<SeatPublicKeys> m_expected;
    Secrets m_found; ///< of the pass that is under way
    Secrets m_made;  ///< written in this pass, not yet proven
    bool m_isMaking = false;
    KeyringState m_state = KeyringState::Opening;
    std::optional<SeatKeys> m_keys;
    QByteArray m_wrappedDecision;
    std::optional<SeatKeys> m_compared; ///< of the pass that is under way, while the copy is read
    QByteArray m_comparedWrapped;
    QByteArray m_guardCopy;
    QByteArray m_detail;
};

} // namespace lockkeeper
