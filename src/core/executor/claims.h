// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executor/enginecontext.h"

#include <QHash>
#include <QList>
#include <QSet>

#include <optional>

namespace lockkeeper {

/// What a committed claim hands to the dispatcher.
struct ClaimedAttempt
{
    ActionRecord record; ///< as the claim left it: running
    DispatchId dispatch;
    int attempt = 0;
    qint64 epoch = 0; ///< of the attempt lease
};

/// Plans a submission and claims what may start: the only way into `running`. Everything happens
/// inside the caller's unit, so that a decision and its claim share one commit. Core thread only.
class Claims
{
public:
    /// Length of an attempt lease and how often it is renewed, in milliseconds of boot time.
    static constexpr qint64 kLeaseMs = 30'000;
    static constexpr qint64 kRenewMs = 10'000;
    static constexpr int kMaximumInvalidations = 4;

    explicit Claims(EngineContext& context);

    /// Skips and claims what the plan says now; appends each claim to `claimed`, which the caller
    /// empties at the start of its command and hands to the dispatcher after commit and guard.
    /// `justEnded`: the action whose end made this necessary, for the batch's end event.
    [[nodiscard]] Result<void> advance(UnitOfWork& unit, const SubmissionId& submission,
                                       QList<ClaimedAttempt>& claimed,
                                       const ActionId& justEnded = ActionId());

    /// Sends an open action back to the operator (or, the fourth time, denies it).
    [[nodiscard]] Result<ActionRecord> invalidate(UnitOfWork& unit, const ActionRecord& record,
                                                  const QByteArray& reason);

    /// Why the definition, the connection or the policy of now does not carry this action any more;
    /// empty if all fits. `denied` is set when policy says deny.
    [[nodiscard]] QByteArray whyNotValid(const ActionStatement& statement, bool& denied,
                                         PolicyVerdict* verdict = nullptr) const;

    /// Why an approved action has not been claimed; None if it never had to wait.
    [[nodiscard]] WaitReason waitReason(const ActionId& action) const
    {
        return m_waiting.value(action, WaitReason::None);
    }
    /// Submissions with a call that waits for something besides a person; to be advanced again.
    [[nodiscard]] QSet<SubmissionId> waitingSubmissions() const;

private:
    struct PlanState;

    [[nodiscard]] Result<bool> advanceOnce(UnitOfWork& unit, const SubmissionId& submission,
                                           SubmissionMode mode, QList<ClaimedAttempt>& claimed);
    [[nodiscard]] Result<bool> skip(UnitOfWork& unit, const ActionRecord& record,
                                    const ActionRecord& cause);
    /// DataLoss: it cannot be opened, or the submission's row has another mode.
    [[nodiscard]] Result<ActionStatement>
    openStatement(UnitOfWork& unit, const ActionRecord& record, SubmissionMode mode) const;
    /// Why the signed decision and the statement leave no attempt, which only tampering brings
    /// about; empty if they leave one.
    [[nodiscard]] QByteArray whyNoAttempt(UnitOfWork& unit, const ActionRecord& record,
                                          const LedgerEntry& ledger,
                                          const ActionStatement& statement) const;
    /// True if the action is in another state now.
    [[nodiscard]] Result<bool> tryClaim(UnitOfWork& unit, const ActionRecord& record,
                                        SubmissionMode mode, const QByteArray& batchId,
                                        QList<ClaimedAttempt>& claimed);
    [[nodiscard]] bool allFit(const QList<ActionRecord>& records);
    [[nodiscard]] Result<ClaimedAttempt> claim(UnitOfWork& unit, const ActionRecord& record,
                                               const QByteArray& batchId);
    [[nodiscard]] Result<void> announceBatch(UnitOfWork& unit, const ActionRecord& member,
                                             const QByteArray& type, const QByteArray& batchId);
    [[nodiscard]] Result<void> announceBatchEnd(UnitOfWork& unit, const SubmissionId& submission,
                                                SubmissionMode mode, const ActionId& justEnded);
    bool wait(const ActionRecord& record, WaitReason reason);
    void forgetWaits(const SubmissionId& submission);

    EngineContext& m_context;
    QSet<ActionId> m_heldUp; ///< to have to wait, in the advance() that runs
    QHash<ActionId, WaitReason> m_waiting;
    QHash<ActionId, SubmissionId> m_waitingSubmission;
};

/// The mode that the submission's row names; the signed statements of its actions say which it is.
[[nodiscard]] Result<SubmissionMode> modeOf(StoreSession& session, const SubmissionId& submission);

/// The batch id of the batch whose first call has this ordinal: "tb_" and 12 hexadecimal digits,
/// the same each time.
[[nodiscard]] QByteArray batchIdOf(const SubmissionId& submission, int firstOrdinal);

} // namespace lockkeeper
