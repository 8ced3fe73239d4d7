// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"

#include <sodium.h>

namespace lockkeeper {

bool initialiseCrypto()
{
    return sodium_init() >= 0;
}

QByteArray randomBytes(int count)
{
    QByteArray bytes(count, Qt::Uninitialized);
    randombytes_buf(bytes.data(), static_cast<size_t>(count));
    return bytes;
}

} // namespace lockkeeper
