// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/store.h"

#include <QList>
#include <QSet>

#include <optional>

namespace lockkeeper {

/// A participant that writes down its calls and keeps, as a real one does, what is in memory in
/// step with the transaction: ids that commands claim become real only with committed().
class WaveRecorder final : public WaveParticipant
{
public:
    /// beforeCommit answers with it, if set.
    std::optional<Error> refusal;
    /// Called in beforeCommit, if set.
    std::function<Result<void>(UnitOfWork&)> lastCommand;

    /// Called by a command: `id` is claimed if the command stays.
    void claim(qint64 id) { m_command.insert(id); }
    [[nodiscard]] const QSet<qint64>& real() const { return m_real; }
    [[nodiscard]] const QByteArrayList& calls() const { return m_calls; }
    void forgetCalls() { m_calls.clear(); }

    void waveBegins() override
    {
        m_calls.append("waveBegins");
        m_wave.clear();
        m_command.clear();
    }
    void commandBegins() override
    {
        m_calls.append("commandBegins");
        m_wave.unite(m_command);
        m_command.clear();
    }
    void commandRolledBack() override
    {
        m_calls.append("commandRolledBack");
        m_command.clear();
    }
    Result<void> beforeCommit(UnitOfWork& unit) override
    {
        m_calls.append("beforeCommit");
        if (refusal)
            return *refusal;
        return lastCommand ? lastCommand(unit) : Result<void>();
    }
    void committed() override
    {
        m_calls.append("committed");
        m_real.unite(m_wave).unite(m_command);
        m_wave.clear();
        m_command.clear();
    }
    void waveRolledBack() override
    {
        m_calls.append("waveRolledBack");
        m_wave.clear();
        m_command.clear();
    }

private:
    QSet<qint64> m_real;
    QSet<qint64> m_wave;
    QSet<qint64> m_command;
    QByteArrayList m_calls;
};

} // namespace lockkeeper
