// SPDX-License-Identifier: Apache-2.0
#include "core/backends/dispatchpermit.h"

namespace lockkeeper {

bool DispatchPermit::redeem(qint64 nowBootMs)
{
    bool good = !m_dispatch.isEmpty() && nowBootMs < m_validUntilBootMs;
#ifdef LOCKKEEPER_FAULT_PERMIT_FOREVER
    good = !m_dispatch.isEmpty() && m_validUntilBootMs > 0;
#endif
#ifndef LOCKKEEPER_FAULT_PERMIT_REUSED
    m_validUntilBootMs = 0;
#endif
    return good;
}

} // namespace lockkeeper
