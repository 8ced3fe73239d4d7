// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHashFunctions>

#include <compare>

namespace lockkeeper {

/// An id that cannot be mixed up with another kind of id. Holds ASCII text; empty means "none".
template<class Tag>
class StrongId
{
public:
    StrongId() = default;
    explicit StrongId(QByteArray value)
        : m_value(std::move(value))
    {
    }

    [[nodiscard]] const QByteArray& value() const { return m_value; }
    [[nodiscard]] bool isEmpty() const { return m_value.isEmpty(); }

    friend bool operator==(const StrongId& a, const StrongId& b) { return a.m_value == b.m_value; }
    friend bool operator<(const StrongId& a, const StrongId& b) { return a.m_value < b.m_value; }
    friend size_t qHash(const StrongId& id, size_t seed = 0) { return qHash(id.m_value, seed); }

private:
    QByteArray m_value;
};

} // namespace lockkeeper
