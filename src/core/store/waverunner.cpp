// SPDX-License-Identifier: Apache-2.0
#include "core/store/waverunner.h"

#include <optional>
#include <span>

namespace lockkeeper {
namespace {

/// Stands in for a missing participant.
class NoParticipant final : public WaveParticipant
{
public:
    void waveBegins() override {}
    void commandBegins() override {}
    void commandRolledBack() override {}
    Result<void> beforeCommit(UnitOfWork&) override { return {}; }
    void committed() override {}
    void waveRolledBack() override {}
};

/// Lets statements through while all is well. After a failed one, or when the transaction is gone,
/// nothing runs any more: it would take effect alone.
class GuardedUnit final : public UnitOfWork
{
public:
    explicit GuardedUnit(WaveTransaction& transaction)
        : m_transaction(transaction)
    {
    }

    void reset() { m_failure.reset(); }
    [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }

    Result<qint64> execute(QByteArrayView statement,
                           std::initializer_list<StoreValue> values) override
    {
        LK_CHECK(admit());
        auto result = m_transaction.statements().execute(statement, values);
        if (!result)
            m_failure = result.error();
        return result;
    }

    Result<void> query(QByteArrayView statement, std::initializer_list<StoreValue> values,
                       const Visitor& visit) override
    {
        LK_CHECK(admit());
        bool refusedByVisitor = false;
        auto result = m_transaction.statements().query(statement, values,
                                                       [&](const StoreRow& row) -> Result<void> {
                                                           auto visited = visit(row);
                                                           refusedByVisitor = !visited;
                                                           return visited;
                                                       });
        if (!result && !refusedByVisitor)
            m_failure = result.error();
        return result;
    }

private:
    Result<void> admit()
    {
        if (m_failure) {
            return Error(ErrorCode::FailedPrecondition,
                         "an earlier statement of this command failed");
        }
        if (!m_transaction.isOpen()) {
            m_failure = Error(ErrorCode::Unavailable, "the transaction of the wave is gone");
            return *m_failure;
        }
        return {};
    }

    WaveTransaction& m_transaction;
    std::optional<Error> m_failure;
};

using Commands = std::span<const WaveCommand>;

/// How one transaction ended.
struct Attempt
{
    enum class Fate {
        Final,     ///< the results stand
        Dropped,   ///< nothing of it happened; each command may be tried alone
        Broken,    ///< nothing of it happened, and the connection is broken
        Undecided, ///< the commit may or may not be there
    };
    Fate fate = Fate::Final;
    std::vector<Result<void>> results;
};

std::vector<Result<void>> allFailed(std::size_t count, const Error& error)
{
    return std::vector<Result<void>>(count, Result<void>(error));
}

/// Runs commands in one transaction.
class Wave
{
public:
    Wave(WaveTransaction& transaction, WaveParticipant& participant)
        : m_transaction(transaction)
        , m_participant(participant)
        , m_unit(transaction)
    {
    }

    Attempt run(Commands commands)
    {
        if (const auto begun = m_transaction.begin(); !begun)
            return {Attempt::Fate::Final, allFailed(commands.size(), begun.error())};
        m_participant.waveBegins();
        Attempt attempt;
        bool anySucceeded = false;
        for (const WaveCommand& command : commands) {
            Result<void> result = runCommand(command);
            if (m_broken || !m_transaction.isOpen())
                return abandon(commands.size(), failureOf(result), Attempt::Fate::Dropped);
            anySucceeded = anySucceeded || result.has_value();
            attempt.results.push_back(std::move(result));
        }
        if (anySucceeded)
            return finish(std::move(attempt));
        const Attempt::Fate fate = rollBackAll() ? Attempt::Fate::Final : Attempt::Fate::Broken;
        m_participant.waveRolledBack();
        return {fate, std::move(attempt.results)};
    }

private:
    /// One command behind its savepoint. Afterwards either the command is done or it is undone,
    /// or the transaction is gone, or the connection is broken.
    Result<void> runCommand(const WaveCommand& command)
    {
        m_participant.commandBegins();
        m_unit.reset();
        Result<void> result = m_transaction.savepoint();
        const bool saved = result.has_value();
        if (saved)
            result = command(m_unit);
        if (m_unit.failure())
            result = *m_unit.failure();
        if (!m_transaction.isOpen())
            return result;
        if (result) {
            result = m_transaction.release();
            if (result)
                return result;
        }
        if (m_transaction.isOpen() && saved && !m_transaction.rollBackToSavepoint())
            rollBackAll();
        if (!m_broken && m_transaction.isOpen())
            m_participant.commandRolledBack();
        return result;
    }

    Attempt finish(Attempt attempt)
    {
        const std::size_t count = attempt.results.size();
        m_unit.reset();
        Result<void> ready = m_participant.beforeCommit(m_unit);
        if (m_unit.failure())
            ready = *m_unit.failure();
        if (!m_transaction.isOpen())
            return abandon(count, failureOf(ready), Attempt::Fate::Dropped);
        if (!ready)
            return abandon(count, ready.error(), Attempt::Fate::Final);
        const Result<void> committed = m_transaction.commit();
        if (committed) {
            m_participant.committed();
            return attempt;
        }
        // Asked now: of some errors only an open transaction proves that nothing was committed.
        if (!m_transaction.isCertainlyUndone(committed.error())) {
            m_transaction.breakConnection();
            return {Attempt::Fate::Undecided,
                    allFailed(count, Error(ErrorCode::OutcomeUnknown,
                                           "the commit of the wave gave no clear answer",
                                           committed.error().nativeCode()))};
        }
        // Busy: trying each alone would only wait again.
        const bool busy = committed.error().code() == ErrorCode::Unavailable;
        return abandon(count, committed.error(),
                       busy ? Attempt::Fate::Final : Attempt::Fate::Dropped);
    }

    /// Ends a transaction of which nothing may stay.
    Attempt abandon(std::size_t count, const Error& error, Attempt::Fate fate)
    {
        if (!rollBackAll())
            fate = Attempt::Fate::Broken;
        m_participant.waveRolledBack();
        return {fate, allFailed(count, error)};
    }

    /// False if the transaction cannot even be rolled back; then the connection is broken, and
    /// closing it rolls back.
    bool rollBackAll()
    {
        if (m_transaction.isOpen() && !m_transaction.rollBack() && m_transaction.isOpen()) {
            m_transaction.breakConnection();
            m_broken = true;
        }
        return !m_broken;
    }

    static Error failureOf(const Result<void>& result)
    {
        return result ? Error(ErrorCode::Unavailable, "the database dropped the transaction")
                      : result.error();
    }

    WaveTransaction& m_transaction;
    WaveParticipant& m_participant;
    GuardedUnit m_unit;
    bool m_broken = false;
};

/// Each command in a transaction of its own, after the common one was dropped.
WaveResult runAlone(Wave& wave, Commands commands)
{
    WaveResult result;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        Attempt attempt = wave.run(commands.subspan(i, 1));
        result.commands.push_back(std::move(attempt.results.front()));
        result.decided = attempt.fate != Attempt::Fate::Undecided;
        if (!result.decided || attempt.fate == Attempt::Fate::Broken)
            break;
    }
    while (result.commands.size() < commands.size()) {
        result.commands.emplace_back(
            Error(ErrorCode::Unavailable, "not run: the store has to be opened again first"));
    }
    return result;
}

} // namespace

WaveResult runWave(WaveTransaction& transaction, const std::vector<WaveCommand>& commands,
                   WaveParticipant* participant)
{
    if (commands.empty())
        return {};
    NoParticipant nobody;
    Wave wave(transaction, participant != nullptr ? *participant : nobody);
    Attempt attempt = wave.run(commands);
    if (attempt.fate == Attempt::Fate::Dropped && commands.size() > 1)
        return runAlone(wave, commands);
    return {std::move(attempt.results), attempt.fate != Attempt::Fate::Undecided};
}

} // namespace lockkeeper
