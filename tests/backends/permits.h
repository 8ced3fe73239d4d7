// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/dispatchpermit.h"

namespace lockkeeper {

/// Stands in for the executor's mint, which only the committed claim holds.
class PermitMint
{
public:
    [[nodiscard]] static DispatchPermit forTest(const DispatchId& dispatch, qint64 validUntilBootMs)
    {
        return {dispatch, validUntilBootMs};
    }
};

} // namespace lockkeeper
