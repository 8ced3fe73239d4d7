// SPDX-License-Identifier: Apache-2.0
#include "core/keys/seatkeyring.h"

#include "core/base/assert.h"
#include "core/base/digest.h"
#include "core/base/qtscheduler.h"
#include "core/keys/pinprotection.h"

#include <QPointer>

#include <algorithm>
#include <array>
#include <utility>

namespace lockkeeper {

namespace {

constexpr qint64 kFirstDelayMs = 2'000;
constexpr qint64 kLongestDelayMs = 30'000;
constexpr qsizetype kSecretSize = 32;
constexpr std::size_t kRecord = 0;
constexpr std::size_t kDecision = 1;
constexpr std::size_t kSeal = 2;
const QLatin1String kCopyName("guard-copy");
constexpr std::array kItemNames = {"record-key", "decision-key", "seal-key"};

/// What an answer other than Found and NotFound means for the whole keyring.
KeyringState stateOf(VaultStatus status)
{
    switch (status) {
    case VaultStatus::Locked:
        return KeyringState::Locked;
    case VaultStatus::Empty:
        return KeyringState::Damaged;
    case VaultStatus::Found:
    case VaultStatus::NotFound:
    case VaultStatus::Unavailable:
        break;
    }
    return KeyringState::Unavailable;
}

} // namespace

const char* keyringStateName(KeyringState state)
{
    switch (state) {
    case KeyringState::Opening:
        return "opening";
    case KeyringState::Ready:
        return "ready";
    case KeyringState::Locked:
        return "locked";
    case KeyringState::Missing:
        return "missing";
    case KeyringState::Foreign:
        return "foreign";
    case KeyringState::Damaged:
        return "damaged";
    case KeyringState::Unavailable:
        return "unavailable";
    }
    return "unavailable";
}

SeatKeyring::SeatKeyring(KeyVault& vault, QString itemPrefix, QObject* parent, Scheduler* scheduler)
    : QObject(parent)
    , m_vault(vault)
    , m_prefix(std::move(itemPrefix))
    , m_scheduler(scheduler != nullptr ? scheduler : new QtScheduler(this))
{
}

SeatKeyring::~SeatKeyring()
{
    m_scheduler->cancel(m_timer);
}

void SeatKeyring::open(const std::optional<SeatPublicKeys>& expected)
{
    m_expected = expected;
#ifdef LOCKKEEPER_FAULT_NEW_KEY_OVER_CIPHERTEXT
    m_expected.reset();
#endif
    ++m_generation;
    m_delayMs = 0;
    m_keys.reset();
    m_wrappedDecision.clear();
    m_guardCopy.clear();
    become(KeyringState::Opening, "reading the seat's keys");
    startPass();
}

QString SeatKeyring::itemName(std::size_t item) const
{
    return m_prefix + QLatin1String(kItemNames.at(item));
}

/// An answer counts only while this lives and no newer open() was called.
KeyVault::Callback SeatKeyring::guarded(void (SeatKeyring::*step)(std::size_t, VaultAnswer),
                                        std::size_t item)
{
    return [self = QPointer(this), generation = m_generation, step, item](VaultAnswer answer) {
        if (self && self->m_generation == generation)
            (self.data()->*step)(item, std::move(answer));
    };
}

void SeatKeyring::startPass()
{
    m_scheduler->cancel(m_timer);
    m_timer = 0;
    m_found = {};
    m_made = {};
    m_isMaking = false;
    readItem(0);
}

void SeatKeyring::readItem(std::size_t item)
{
    m_vault.read(itemName(item), guarded(&SeatKeyring::itemRead, item));
}

void SeatKeyring::itemRead(std::size_t item, VaultAnswer answer)
{
    const QByteArray name(kItemNames.at(item));
    switch (answer.status) {
    case VaultStatus::Found: {
        const bool isGood = answer.secret.size() == kSecretSize ||
                            (item == kDecision && isWrappedDecisionKey(answer.secret.view()));
        if (!isGood)
            return retryLater(KeyringState::Damaged, name + " has the wrong size");
        m_found.at(item) = std::move(answer.secret);
        break;
    }
    case VaultStatus::NotFound:
        if (m_expected)
            return retryLater(KeyringState::Missing, "the keychain has no " + name);
        if (m_isMaking)
            return retryLater(KeyringState::Unavailable,
                              "the keychain did not keep the new " + name);
        break;
    case VaultStatus::Empty:
    case VaultStatus::Locked:
    case VaultStatus::Unavailable:
        return retryLater(stateOf(answer.status), name + ": " + answer.detail);
    }
    if (item + 1 < kItemCount)
        return readItem(item + 1);
    allRead();
}

void SeatKeyring::allRead()
{
    const bool isComplete = std::all_of(m_found.begin(), m_found.end(),
                                        [](const auto& secret) { return secret.has_value(); });
    if (!isComplete)
        return makeMissing();
    for (std::size_t item = 0; item < kItemCount; ++item) {
        if (m_made.at(item) &&
            !equalConstantTime(m_made.at(item)->view(), m_found.at(item)->view()))
            return retryLater(KeyringState::Unavailable, "the keychain keeps another key than the "
                                                         "one that was just made");
    }
    compareKeys();
}

void SeatKeyring::makeMissing()
{
    LK_ASSERT(!m_expected && !m_isMaking);
    m_isMaking = true;
    const SeatKeys fresh = SeatKeys::generate();
    const std::array secrets = {fresh.recordSecret(), *fresh.decisionSecret(), fresh.sealSecret()};
    for (std::size_t item = 0; item < kItemCount; ++item) {
        if (!m_found.at(item))
            m_made.at(item) = secrets.at(item);
    }
    writeItem(0);
}

void SeatKeyring::writeItem(std::size_t item)
{
    while (item < kItemCount && !m_made.at(item))
        ++item;
    if (item < kItemCount)
        return m_vault.write(itemName(item), *m_made.at(item),
                             guarded(&SeatKeyring::itemWritten, item));
    m_found = {};
    readItem(0);
}

void SeatKeyring::itemWritten(std::size_t item, VaultAnswer answer)
{
    if (answer.status != VaultStatus::Found)
        return retryLater(stateOf(answer.status),
                          "writing " + QByteArray(kItemNames.at(item)) + ": " + answer.detail);
    writeItem(item + 1);
}

void SeatKeyring::compareKeys()
{
    std::optional<SecretBytes> decision = m_found.at(kDecision);
    QByteArray wrapped;
    QByteArray decisionPublicKey;
    if (isWrappedDecisionKey(decision->view())) {
        wrapped = decision->view().toByteArray();
        decision.reset();
        auto publicKey = wrappedDecisionPublicKey(wrapped);
        LK_ASSERT(publicKey.has_value());
        decisionPublicKey = *publicKey;
    }
    auto keys = SeatKeys::fromSecrets(*m_found.at(kRecord), decision, *m_found.at(kSeal),
                                      decisionPublicKey);
    if (!keys)
        return retryLater(KeyringState::Damaged, keys.error().message());
    if (m_expected && *m_expected != keys->publicKeys())
        return retryLater(KeyringState::Foreign,
                          "the keychain's keys are not the ones the store was made with");
    m_compared = std::move(*keys);
    m_comparedWrapped = std::move(wrapped);
    if (!m_expected)
        return finish(); // a store without a seat has never had a guard
    m_vault.read(m_prefix + kCopyName,
                 [self = QPointer(this), generation = m_generation](VaultAnswer answer) {
                     if (self && self->m_generation == generation)
                         self->copyRead(std::move(answer));
                 });
}

void SeatKeyring::copyRead(VaultAnswer answer)
{
    if (answer.status == VaultStatus::Found)
        m_guardCopy = answer.secret.view().toByteArray();
    else if (answer.status != VaultStatus::NotFound)
        return retryLater(stateOf(answer.status), "the guard's copy: " + answer.detail);
    finish();
}

void SeatKeyring::finish()
{
    m_found = {};
    m_made = {};
    m_keys = std::exchange(m_compared, std::nullopt);
    m_wrappedDecision = std::exchange(m_comparedWrapped, {});
    become(KeyringState::Ready,
           m_wrappedDecision.isEmpty() ? "ready" : "ready, the PIN protects the decision key");
}

void SeatKeyring::writeGuardCopy(const QByteArray& copy,
                                 std::function<void(bool kept, const QByteArray& detail)> written)
{
    m_vault.write(m_prefix + kCopyName, SecretBytes(copy),
                  [self = QPointer(this), generation = m_generation,
                   written = std::move(written)](const VaultAnswer& answer) {
                      if (self && self->m_generation == generation)
                          written(answer.status == VaultStatus::Found, answer.detail);
                  });
}

void SeatKeyring::retryLater(KeyringState state, QByteArray detail)
{
    m_found = {};
    m_made = {};
    m_compared.reset();
    m_comparedWrapped.clear();
    const bool isSlow = state == KeyringState::Foreign || state == KeyringState::Damaged;
    m_delayMs = isSlow || m_delayMs >= kLongestDelayMs / 2 ? kLongestDelayMs
                                                           : std::max(kFirstDelayMs, 2 * m_delayMs);
    m_timer = m_scheduler->after(m_delayMs, [this] { startPass(); });
    become(state, std::move(detail));
}

void SeatKeyring::become(KeyringState state, QByteArray detail)
{
    m_detail = std::move(detail);
    if (std::exchange(m_state, state) != state)
        emit changed();
}

} // namespace lockkeeper
