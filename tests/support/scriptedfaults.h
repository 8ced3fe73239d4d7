// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/storefaults.h"

#include <QByteArray>
#include <QList>

namespace lockkeeper {

/// Breaks a store at the Nth statement it runs, once or from there on ("the process died"), or at
/// the Nth statement of one name. Counts from 1; 0 breaks nothing but goes on counting.
class ScriptedFaults final : public StoreFaults
{
public:
    /// `name` empty: every statement counts.
    void failAt(int nth, Fault fault, QByteArray name = {}, bool forGood = false)
    {
        m_nth = nth;
        m_fault = fault;
        m_name = std::move(name);
        m_forGood = forGood;
        m_seen = 0;
        m_hits = 0;
        m_statements.clear();
    }
    void clear() { failAt(0, {}); }
    /// How often a statement was broken since failAt: 0 means N was past the end.
    [[nodiscard]] int hits() const { return m_hits; }
    /// The names of all statements since failAt, broken ones included.
    [[nodiscard]] const QList<QByteArray>& statements() const { return m_statements; }

    Fault beforeStatement(QByteArrayView name) override
    {
        m_statements.append(name.toByteArray());
        if (!m_name.isEmpty() && name != m_name)
            return {};
        ++m_seen;
        if (m_nth == 0 || m_seen < m_nth || (m_seen > m_nth && !m_forGood))
            return {};
        ++m_hits;
        return m_fault;
    }

private:
    int m_nth = 0;
    Fault m_fault;
    QByteArray m_name;
    bool m_forGood = false;
    int m_seen = 0;
    int m_hits = 0;
    QList<QByteArray> m_statements;
};

} // namespace lockkeeper
