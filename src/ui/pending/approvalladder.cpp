// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/approvalladder.h"

namespace lockkeeper {

Challenge challengeOf(const ActionCard& card)
{
    Q_UNUSED(card);
    return {};
}
RiskLevel ApprovalLadder::effectiveRisk() const
{
    return risk;
}
ApprovalLadder::Step ApprovalLadder::next(bool isChallengeOpen) const
{
    Q_UNUSED(isChallengeOpen);
    return Step::NotNow;
}

} // namespace lockkeeper
