// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "ui/pending/approvalladder.h"
#include "ui/support/snoozerules.h"

#include <QString>

namespace lockkeeper {

/// What the sentences of the decision bar are made from.
struct DecisionFacts
{
    const ActionCard& card;
    const ApprovalLadder& ladder;
    ApprovalLadder::Step step;
    int readPercent = 0;
    bool isExpired = false; ///< decide-by is reached, though the state does not say so yet
    bool isAside = false;   ///< put aside for a while
    bool isWaiting = false; ///< a decision was made, and nothing has come back yet
    qint64 nowMs = 0;       ///< wall clock
};

/// Whole sentences, one after another, that say what the card needs or what became of it. They name
/// only what the core has said: nothing is called done before it is.
[[nodiscard]] QString decisionWords(const DecisionFacts& facts);

/// "Approve: …" with the summary, cut with a mark for the button or whole for screen readers.
[[nodiscard]] QString approveWords(const ActionCard& card, bool isWhole);

/// On the button that puts it aside: what it does, or why it cannot.
[[nodiscard]] QString snoozeWords(SnoozeHindrance hindrance);
/// Why it cannot be put aside, as a sentence; empty if it can.
[[nodiscard]] QString hindranceWords(SnoozeHindrance hindrance);

/// The short form of a fingerprint that is compared by eye or ear: two groups of four characters.
[[nodiscard]] QString shortFingerprint(const QByteArray& fingerprint);

} // namespace lockkeeper
