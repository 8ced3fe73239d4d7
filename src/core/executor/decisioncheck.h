// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/decision.h"
#include "core/executor/enginecontext.h"

namespace lockkeeper {

/// The stored decision of an approved action, if its signature is by this seat's decision key, its
/// bytes are the ones the journal names, and it is an approval of exactly this statement.
/// DataLoss (tampering) otherwise.
[[nodiscard]] Result<Decision> verifiedDecision(StoreSession& session, const EngineContext& context,
                                                const ActionRecord& row, const LedgerEntry& ledger);

/// Digest of a decision's signed bytes, as the journal names it.
[[nodiscard]] QByteArray decisionDigest(QByteArrayView bytes);

} // namespace lockkeeper
