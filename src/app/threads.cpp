// SPDX-License-Identifier: Apache-2.0
#include "app/threads.h"

#include <pthread.h>

namespace lockkeeper {

void nameCurrentThread(const char* name)
{
    pthread_setname_np(pthread_self(), name);
}

} // namespace lockkeeper
