// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"

#include <QByteArray>

#include <mutex>

namespace lockkeeper {

/// Makes time-ordered, unguessable ids: `prefix` and 26 characters of lower-case Crockford
/// base 32 (48 bits of wall milliseconds, 80 random bits). Ids made by one generator sort in the
/// order in which they were made, also when the wall clock goes back. Thread-safe.
class IdGenerator
{
public:
    explicit IdGenerator(const Clock& clock)
        : m_clock(clock)
    {
    }

    /// For example next("act_") gives act_01jdxk6zw3… (30 characters).
    [[nodiscard]] QByteArray next(const char* prefix);
    /// A batch id as events name it: "tb_" and 12 random hexadecimal digits.
    [[nodiscard]] static QByteArray nextBatchId();

private:
    const Clock& m_clock;
    std::mutex m_mutex;
    qint64 m_lastMs = 0;
    QByteArray m_lastRandom;
};

} // namespace lockkeeper
