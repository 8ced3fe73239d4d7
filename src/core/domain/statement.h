// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/domain/effectclass.h"
#include "core/domain/ids.h"
#include "core/domain/submission.h"
#include "core/domain/toolname.h"

#include <QByteArray>
#include <QList>

namespace lockkeeper {

/// Every immutable field of an action. Its digest is what decisions sign
/// and the associated data of everything sealed for the action.
struct ActionStatement
{
    StoreId store;
    qint64 incarnation = 1;
    ActionId action;
    SubmissionId submission;
    QByteArray callId;
    CredentialId credential;
    ClaimedLabels labels;
    ToolName tool;
    QByteArray fingerprint;      ///< 32 bytes
    QByteArray definitionDigest; ///< 32 bytes
    QByteArray
        resolvedEffectDigest; ///< 32 bytes: server and connection generation, compared at the claim
    QByteArray equalityKey;   ///< 32 bytes
    QByteArray targetKeys;    ///< concatenated 32-byte keyed digests, sorted
    EffectClass effect = EffectClass::Irreversible;
    RiskLevel risk = RiskLevel::High;
    QByteArray sandboxProfile; ///< "none" for MCP servers
    SeatId executingSeat;
    SubmissionMode mode = SubmissionMode::Independent;
    int ordinal = 0;
    QByteArray externalKey;
    qint64 createdAtMs = 0;
    qint64 decideByMs = 0;
    qint64 executeWithinMs = 0; ///< counted from the approval
    int attemptLimit = 1;
    QByteArray viewDigest; ///< digest of the public view's bytes
    ActionId follows;

    /// Canonical bytes: JSON with sorted members, binary values as lower-case hex.
    [[nodiscard]] QByteArray encode() const;
    /// InvalidArgument for anything that encode() would not have written.
    [[nodiscard]] static Result<ActionStatement> decode(QByteArrayView bytes);

    friend bool operator==(const ActionStatement&, const ActionStatement&) = default;
};

/// taggedDigest("lockkeeper/statement/1", bytes).
[[nodiscard]] QByteArray statementDigest(QByteArrayView encoded);

} // namespace lockkeeper
