// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>

namespace lockkeeper {

/// What is sealed beside the arguments for the operator's eyes, fixed at admission. Its digest is
/// part of the statement.
struct CallView
{
    QByteArray summary;
    QList<QByteArray> targets;
    QList<QByteArray> riskReasons;
    QByteArray agentReason; ///< the agent's own, unverified
    QByteArray policyRule;
    QByteArray askedBecause;
    QByteArray equalTo; ///< id of the open action with equal arguments that made policy ask
    QByteArray invalidReason;
    QByteArray publicView = "{}"; ///< JSON: names, types, sizes, and values that may be shown

    [[nodiscard]] QByteArray encode() const;
    [[nodiscard]] static Result<CallView> decode(QByteArrayView bytes);
};

/// taggedDigest("lockkeeper/view/1", bytes).
[[nodiscard]] QByteArray viewDigest(QByteArrayView encoded);

} // namespace lockkeeper
