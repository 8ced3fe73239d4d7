// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"

#include "core/base/assert.h"

#include <QIODevice>

#include <openssl/evp.h>
#include <sodium.h>

#include <array>
#include <memory>

namespace lockkeeper {

namespace {

std::array<unsigned char, 8> lengthPrefix(qsizetype size)
{
    std::array<unsigned char, 8> bytes{};
    auto value = static_cast<quint64>(size);
    for (int i = 7; i >= 0; --i) {
        bytes[static_cast<size_t>(i)] = static_cast<unsigned char>(value & 0xff);
        value >>= 8;
    }
    return bytes;
}

const unsigned char* raw(QByteArrayView view)
{
    return reinterpret_cast<const unsigned char*>(view.data());
}

struct EvpDeleter
{
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

class Sha256
{
public:
    Sha256()
        : m_context(EVP_MD_CTX_new())
    {
        LK_ASSERT(m_context && EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) == 1);
    }
    void add(QByteArrayView bytes)
    {
        LK_ASSERT(EVP_DigestUpdate(m_context.get(), bytes.data(), size_t(bytes.size())) == 1);
    }
    void addPrefixed(QByteArrayView bytes)
    {
        const auto prefix = lengthPrefix(bytes.size());
        LK_ASSERT(EVP_DigestUpdate(m_context.get(), prefix.data(), prefix.size()) == 1);
        add(bytes);
    }
    QByteArray finish()
    {
        QByteArray digest(kDigestSize, Qt::Uninitialized);
        unsigned int size = 0;
        LK_ASSERT(EVP_DigestFinal_ex(m_context.get(),
                                     reinterpret_cast<unsigned char*>(digest.data()), &size) == 1);
        LK_ASSERT(size == kDigestSize);
        return digest;
    }

private:
    std::unique_ptr<EVP_MD_CTX, EvpDeleter> m_context;
};

} // namespace

QByteArray sha256(QByteArrayView bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

QByteArray sha256OfDevice(QIODevice& device)
{
    Sha256 hash;
    QByteArray piece(64 * 1024, Qt::Uninitialized);
    for (;;) {
        const qint64 size = device.read(piece.data(), piece.size());
        if (size < 0)
            return {};
        if (size == 0)
            return hash.finish();
        hash.add(QByteArrayView(piece).first(size));
    }
}

QByteArray taggedDigest(QByteArrayView tag, std::initializer_list<QByteArrayView> parts)
{
    Sha256 hash;
    hash.addPrefixed(tag);
    for (const QByteArrayView part : parts)
        hash.addPrefixed(part);
    return hash.finish();
}

QByteArray keyedDigest(QByteArrayView key, QByteArrayView tag,
                       std::initializer_list<QByteArrayView> parts)
{
    LK_ASSERT(key.size() == crypto_generichash_KEYBYTES);
    crypto_generichash_state state;
    crypto_generichash_init(&state, raw(key), size_t(key.size()), kDigestSize);
    const auto add = [&state](QByteArrayView bytes) {
        const auto prefix = lengthPrefix(bytes.size());
        crypto_generichash_update(&state, prefix.data(), prefix.size());
        crypto_generichash_update(&state, raw(bytes),
                                  static_cast<unsigned long long>(bytes.size()));
    };
    add(tag);
    for (const QByteArrayView part : parts)
        add(part);
    QByteArray digest(kDigestSize, Qt::Uninitialized);
    crypto_generichash_final(&state, reinterpret_cast<unsigned char*>(digest.data()), kDigestSize);
    return digest;
}

bool equalConstantTime(QByteArrayView a, QByteArrayView b)
{
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), size_t(a.size())) == 0;
}

} // namespace lockkeeper
