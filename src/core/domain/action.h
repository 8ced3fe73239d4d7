// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/actionstate.h"
#include "core/domain/effectclass.h"
#include "core/domain/ids.h"
#include "core/domain/toolname.h"

#include <QByteArray>

namespace lockkeeper {

/// The plain row of an action: ids, states, times, tool pair and keyed values, nothing else
///. Times are wall milliseconds, 0 = none.
struct ActionRecord
{
    ActionId id;
    SubmissionId submission;
    QByteArray callId;
    int ordinal = 0; ///< place in the submission, from 0
    ActionState state = ActionState::Proposed;
    qint64 version = 0; ///< grows by one with each event
    CredentialId credential;
    ToolName tool;
    EffectClass effect = EffectClass::Irreversible;
    RiskLevel risk = RiskLevel::High;
    QByteArray statementDigest; ///< 32 bytes; empty for invalid calls
    QByteArray equalityKey;     ///< 32 bytes
    QByteArray targetKeys;      ///< concatenated 32-byte keyed digests, sorted
    qint64 keyEpoch = 0;
    qint64 createdAtMs = 0;
    qint64 decideByMs = 0;
    qint64 executeByMs = 0; ///< set by the approval
    qint64 holdUntilMs = 0; ///< for display; the hold itself runs in the deciding process
    qint64 firstShownAtMs = 0;
    qint64 changedAtMs = 0;
    qint64 finishedAtMs = 0; ///< exactly when final
    int attempts = 0;
    int invalidations = 0;
    DecisionId decision; ///< the live decision; empty if policy allowed it or nobody decided
    Outcome outcome = Outcome::NotStarted;
    bool hasOutcome = false;
    ActionId follows; ///< the action that this one repeats, edits or reverses

    friend bool operator==(const ActionRecord&, const ActionRecord&) = default;
};

/// Digest over every field of the row. Each journal entry of an action names the digest of the row
/// that it left behind, so that any later change of any column is seen.
[[nodiscard]] QByteArray rowDigest(const ActionRecord& record);

} // namespace lockkeeper
