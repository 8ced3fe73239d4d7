// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/backendhub.h"
#include "core/base/clock.h"
#include "core/base/scheduler.h"
#include "core/domain/toolsettings.h"
#include "core/keys/keysource.h"

#include <memory>

namespace lockkeeper {

/// What the composition root hands to the core.
struct CoreParts
{
    CoreSettings settings;
    std::unique_ptr<Clock> clock;
    std::unique_ptr<Scheduler> scheduler; ///< made and used on the core thread
    std::unique_ptr<BackendHub> backends;
    std::unique_ptr<KeySource> keys;
};

} // namespace lockkeeper
