// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/dispatchpermit.h"

namespace lockkeeper {

class Dispatcher;

/// Makes dispatch permits. Only the Dispatcher can, and it does so only for a claim whose commit
/// and guard are on disk.
class PermitMint
{
    friend class Dispatcher;
    [[nodiscard]] static DispatchPermit mint(const DispatchId& dispatch, qint64 nowBootMs)
    {
        return DispatchPermit(dispatch, nowBootMs + DispatchPermit::kLifetimeMs);
    }
};

} // namespace lockkeeper
