// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>

#include <cstddef>
#include <memory>

namespace lockkeeper {

/// Key material in guarded memory (sodium_malloc): locked where the system allows it, left out of
/// core files, wiped when the last copy goes. Copies share the bytes. Empty when default-made.
class SecretBytes
{
public:
    SecretBytes() = default;
    /// Copies `bytes`; the caller wipes its own copy (wipe()).
    explicit SecretBytes(QByteArrayView bytes);
    /// `size` random bytes.
    [[nodiscard]] static SecretBytes random(int size);

    [[nodiscard]] bool isEmpty() const { return m_size == 0; }
    [[nodiscard]] qsizetype size() const { return m_size; }
    [[nodiscard]] const unsigned char* data() const { return m_data.get(); }
    [[nodiscard]] unsigned char* mutableData() { return m_data.get(); }
    /// A view, valid while this object lives. Never copy it into a QByteArray that is kept.
    [[nodiscard]] QByteArrayView view() const
    {
        return {reinterpret_cast<const char*>(m_data.get()), m_size};
    }

private:
    std::shared_ptr<unsigned char> m_data;
    qsizetype m_size = 0;
};

/// Overwrites the bytes (detaching first) so that they do not stay in freed memory.
void wipe(QByteArray& bytes);

} // namespace lockkeeper
