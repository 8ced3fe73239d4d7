// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/subscriber.h"

#include <atomic>

namespace lockkeeper {

quint64 nextSubscriber()
{
    static std::atomic<quint64> last{0};
    return ++last;
}

} // namespace lockkeeper
