// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace lockkeeper {

/// Slows down whoever guesses the PIN. After five wrong PINs in a row each further attempt has to
/// wait: 1 s, doubling up to 5 minutes; a right PIN ends that. Counts for one process, whoever
/// types; a restart forgets it (Argon2id is what slows down a thief of the keychain's item).
/// A value for one thread. Times are boot-time milliseconds.
class PinLimit
{
public:
    static constexpr int kFreeAttempts = 5;
    static constexpr qint64 kFirstDelayMs = 1'000;
    static constexpr qint64 kLongestDelayMs = 300'000;

    /// How long it is until a PIN may be tried; 0 when it may be tried now.
    [[nodiscard]] qint64 waitMs(qint64 bootMs) const { return qMax<qint64>(0, m_nextMs - bootMs); }
    /// A PIN was tried at `bootMs` and was wrong.
    void wrong(qint64 bootMs);
    void right() { *this = PinLimit(); }
    /// Wrong PINs since the last right one.
    [[nodiscard]] int inARow() const { return m_inARow; }

private:
    int m_inARow = 0;
    qint64 m_nextMs = 0; ///< not before this
};

} // namespace lockkeeper
