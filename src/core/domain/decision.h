// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/domain/effectclass.h"
#include "core/domain/ids.h"

#include <QByteArray>

namespace lockkeeper {

/// What an operator said, as it is signed and stored: bytes.
struct Decision
{
    enum class Verdict : int { Approve = 1, Deny = 2 };

    DecisionId id;
    ActionId action;
    QByteArray statementDigest;
    QByteArray fingerprint;
    qint64 contentRevision = 0; ///< the action's version that was on the card
    Verdict verdict = Verdict::Deny;
    QByteArray definitionDigest;
    qint64 policyRevision = 0;
    QByteArray coverage;    ///< what was shown: "arguments_shown", "ctl"
    QByteArray quorumGroup; ///< "operators"
    QByteArray operatorName;
    SeatId seat;
    QByteArray proof; ///< "pin", "window" or "unprotected"
    qint64 decidedAtMs = 0;
    qint64 executeByMs = 0;
    qint64 holdMs = 0;
    QByteArray reasonDigest; ///< salted digest of the reason, empty if none

    [[nodiscard]] QByteArray encode() const;
    [[nodiscard]] static Result<Decision> decode(QByteArrayView bytes);
    friend bool operator==(const Decision&, const Decision&) = default;
};

/// What a person recorded about an unknown outcome, as it is signed and stored.
struct Determination
{
    DeterminationId id;
    ActionId action;
    QByteArray statementDigest;
    int attempt = 0;
    QByteArray evidenceDigest;
    DeterminationKind kind = DeterminationKind::Undetermined;
    QByteArray operatorName;
    SeatId seat;
    QByteArray proof;
    qint64 recordedAtMs = 0;
    qint64 effectiveAtMs = 0;
    QByteArray reasonDigest;

    [[nodiscard]] QByteArray encode() const;
    [[nodiscard]] static Result<Determination> decode(QByteArrayView bytes);
    friend bool operator==(const Determination&, const Determination&) = default;
};

} // namespace lockkeeper
