// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/ids.h"

#include <utility>

namespace lockkeeper {

/// The one-shot right to dispatch one attempt.
///
/// Only the executor's committed claim makes one. It is moved, never copied, and good for 5 s of
/// boot-time clock; the sending thread checks it as the last thing before exec or the first byte.
class DispatchPermit
{
public:
    /// How long a permit is good, in milliseconds of boot time; less than half the attempt lease.
    static constexpr qint64 kLifetimeMs = 5000;

    DispatchPermit(const DispatchPermit&) = delete;
    DispatchPermit& operator=(const DispatchPermit&) = delete;
    DispatchPermit(DispatchPermit&& other) noexcept
        : m_dispatch(std::exchange(other.m_dispatch, DispatchId()))
        , m_validUntilBootMs(std::exchange(other.m_validUntilBootMs, 0))
    {
    }
    DispatchPermit& operator=(DispatchPermit&& other) noexcept
    {
        m_dispatch = std::exchange(other.m_dispatch, DispatchId());
        m_validUntilBootMs = std::exchange(other.m_validUntilBootMs, 0);
        return *this;
    }

    [[nodiscard]] const DispatchId& dispatch() const { return m_dispatch; }
    /// Uses the permit up. True exactly once, and only before its end; thread-compatible.
    [[nodiscard]] bool redeem(qint64 nowBootMs);

private:
    friend class PermitMint; // executor/permitmint.h: held by the claim alone
    DispatchPermit(DispatchId dispatch, qint64 validUntilBootMs)
        : m_dispatch(std::move(dispatch))
        , m_validUntilBootMs(validUntilBootMs)
    {
    }

    DispatchId m_dispatch;
    qint64 m_validUntilBootMs = 0;
};

} // namespace lockkeeper
