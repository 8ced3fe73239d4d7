// SPDX-License-Identifier: Apache-2.0
#include "core/base/idgenerator.h"

#include "core/base/random.h"

namespace lockkeeper {

namespace {

constexpr char kAlphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr int kRandomBytes = 10;

QByteArray encodeBase32(const QByteArray& bytes)
{
    QByteArray text;
    text.reserve(26);
    // 16 bytes are 128 bits: two leading zero bits make 26 groups of five.
    quint32 buffer = 0;
    int bits = 2;
    for (const char byte : bytes) {
        buffer = (buffer << 8) | static_cast<unsigned char>(byte);
        bits += 8;
        while (bits >= 5) {
            text += kAlphabet[(buffer >> (bits - 5)) & 31U];
            bits -= 5;
        }
        buffer &= (1U << bits) - 1U;
    }
    return text;
}

} // namespace

QByteArray IdGenerator::next(const char* prefix)
{
    const std::lock_guard lock(m_mutex);
    const qint64 now = m_clock.wallMs();
    if (now > m_lastMs || m_lastRandom.isEmpty()) {
        m_lastMs = qMax(now, m_lastMs);
        m_lastRandom = randomBytes(kRandomBytes);
        m_lastRandom[0] = static_cast<char>(m_lastRandom[0] & 0x7f); // room to count up
    } else {
        // The same millisecond (or a clock that went back): count up, by an unguessable step.
        const QByteArray step = randomBytes(4);
        quint64 carry = (static_cast<unsigned char>(step[0]) << 16) |
                        (static_cast<unsigned char>(step[1]) << 8) |
                        static_cast<unsigned char>(step[2]) | 1U;
        for (int i = kRandomBytes - 1; i >= 0 && carry != 0; --i) {
            carry += static_cast<unsigned char>(m_lastRandom[i]);
            m_lastRandom[i] = static_cast<char>(carry & 0xff);
            carry >>= 8;
        }
    }
    QByteArray bytes(6, '\0');
    qint64 ms = m_lastMs;
    for (int i = 5; i >= 0; --i) {
        bytes[i] = static_cast<char>(ms & 0xff);
        ms >>= 8;
    }
    return prefix + encodeBase32(bytes + m_lastRandom);
}

QByteArray IdGenerator::nextBatchId()
{
    return "tb_" + randomBytes(6).toHex();
}

} // namespace lockkeeper
