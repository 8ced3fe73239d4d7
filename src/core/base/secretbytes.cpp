// SPDX-License-Identifier: Apache-2.0
#include "core/base/secretbytes.h"

#include "core/base/assert.h"

#include <QByteArray>

#include <sodium.h>

#include <cstring>

namespace lockkeeper {

namespace {

std::shared_ptr<unsigned char> allocate(qsizetype size)
{
    auto* memory = static_cast<unsigned char*>(sodium_malloc(static_cast<size_t>(size)));
    LK_ASSERT(memory != nullptr);
    return {memory, [](unsigned char* bytes) { sodium_free(bytes); }};
}

} // namespace

SecretBytes::SecretBytes(QByteArrayView bytes)
    : m_size(bytes.size())
{
    if (m_size == 0)
        return;
    m_data = allocate(m_size);
    std::memcpy(m_data.get(), bytes.data(), static_cast<size_t>(m_size));
}

SecretBytes SecretBytes::random(int size)
{
    SecretBytes secret;
    secret.m_data = allocate(size);
    secret.m_size = size;
    randombytes_buf(secret.m_data.get(), static_cast<size_t>(size));
    return secret;
}

void wipe(QByteArray& bytes)
{
    if (!bytes.isEmpty())
        sodium_memzero(bytes.data(), static_cast<size_t>(bytes.size()));
    bytes.clear();
}

} // namespace lockkeeper
