// SPDX-License-Identifier: Apache-2.0
#include "core/executor/decisioncheck.h"

#include "core/base/digest.h"

namespace lockkeeper {

QByteArray decisionDigest(QByteArrayView bytes)
{
    return taggedDigest("lockkeeper/decision-digest/1", {bytes});
}

Result<Decision> verifiedDecision(StoreSession& session, const EngineContext& context,
                                  const ActionRecord& row, const LedgerEntry& ledger)
{
    const Error tampered(ErrorCode::DataLoss,
                         "the decision of action " + row.id.value() + " does not verify");
    QByteArray bytes;
    QByteArray signature;
    LK_CHECK(session.query("decision_find", {ledger.decision.value()},
                           [&](const StoreRow& found) -> Result<void> {
                               bytes = found.bytes(1);
                               signature = found.bytes(2);
                               return {};
                           }));
    if (bytes.isEmpty() || decisionDigest(bytes) != ledger.decisionDigest)
        return tampered;
#ifdef LOCKKEEPER_FAULT_DECISION_UNVERIFIED
    Q_UNUSED(context);
#else
    if (!verifySignature(context.keys.publicKeys(), SignaturePurpose::Decision, bytes, signature))
        return tampered;
#endif
    auto decision = Decision::decode(bytes);
    if (!decision)
        return tampered;
    const bool same = decision->id == ledger.decision && decision->action == row.id &&
                      decision->statementDigest == ledger.statementDigest &&
                      decision->verdict == Decision::Verdict::Approve &&
                      decision->executeByMs == row.executeByMs;
    if (!same)
        return tampered;
    return *decision;
}

} // namespace lockkeeper
