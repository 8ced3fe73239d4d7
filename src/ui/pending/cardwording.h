// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/domain/snapshots.h"

#include <QString>

namespace lockkeeper {

/// What a person can ask the core for on a card.
enum class CardCommand { Approve, Deny, Undo, Extend, Snooze, BringBack, Reveal };

/// The sentence for what the core has accepted. Made only from its answer. GUI thread.
[[nodiscard]] QString acceptedText(CardCommand command, const ActionSnapshot& answer, qint64 nowMs);
/// The sentence for what it has refused: what did not happen, why, what to do, and its own words.
/// Where it is not known whether it happened, that is what the sentence says.
[[nodiscard]] QString refusedText(CardCommand command, const Error& error,
                                  const ActionSnapshot& shown, qint64 nowMs);
/// What became of an action that waits no longer; empty for one that waits.
[[nodiscard]] QString goneSentence(const ActionSnapshot& snapshot);
/// Names of the parts in which two versions of a request differ for a person who decides on it;
/// empty if there are none.
[[nodiscard]] QStringList changedParts(const ActionCard& before, const ActionCard& after);

} // namespace lockkeeper
