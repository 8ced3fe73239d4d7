// SPDX-License-Identifier: Apache-2.0
#include "core/keys/pinlimit.h"

namespace lockkeeper {

void PinLimit::wrong(qint64 bootMs)
{
    ++m_inARow;
#ifdef LOCKKEEPER_FAULT_GUESSES_UNLIMITED
    m_inARow = 1;
#endif
    if (m_inARow < kFreeAttempts)
        return;
    qint64 delayMs = kFirstDelayMs;
    for (int more = kFreeAttempts; more < m_inARow && delayMs < kLongestDelayMs; ++more)
        delayMs *= 2;
    m_nextMs = bootMs + qMin(delayMs, kLongestDelayMs);
}

} // namespace lockkeeper
