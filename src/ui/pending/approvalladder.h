// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QString>

namespace lockkeeper {

/// The value of this call that a person types to approve High and Critical: taken from the payload,
/// so that it cannot become a habit.
struct Challenge
{
    QString field; ///< its name as the facts show it, e.g. "path"; safe to draw
    QString value; ///< 3 to 20 characters (a size may be shorter), nothing hidden in it

    /// True if that is what was typed, character for character (in Unicode's normal form C, since
    /// nobody sees which of the equal spellings a keyboard makes). Nothing meets an empty value.
    [[nodiscard]] bool isMetBy(const QString& typed) const;
};

/// Picks the value: the first target if it is short enough and of this call (not the tool as a
/// whole), else the first string or number of the arguments that is 3 to 20 characters and is not
/// masked, else the last part of the first path, else the size of the arguments in bytes. Values
/// that a person cannot see whole or cannot copy by eye are passed over: control, format and other
/// characters without a picture, unusual white space, mixed scripts. Pure.
[[nodiscard]] Challenge challengeOf(const ActionCard& card);

/// True if every character of `text` is visible and stands for itself, see challengeOf().
[[nodiscard]] bool isPlainToSee(const QString& text);

/// What a card needs before it can be approved, and what is still missing. A value: the bar draws
/// it, the tests turn it. Levels as in the README: Low 1 chord; Medium everything seen; High the
/// warnings acknowledged and the challenge; Critical a reason besides.
struct ApprovalLadder
{
    // What the card is.
    RiskLevel risk = RiskLevel::Critical;
    bool isPending = false;
    bool isTampered = false;
    bool isToolUsable = true; ///< its definition is the pinned one, and accepted
    bool canDecide = false;   ///< the console is connected and not read-only
    int unmasked = 0;         ///< masked values that nobody has revealed; raise the risk to High
    // What the person has done.
    bool isSeenToTheEnd = false;
    int openWarnings = 0;
    bool isChallengeMet = false;
    qsizetype reasonCharacters = 0;

    static constexpr qsizetype kReasonCharacters = 10;

    enum class Step {
        NotDecidable,  ///< tampering, tool changed: deny only
        NotNow,        ///< not pending, or the console does not decide
        Read,          ///< not everything has been on screen
        Warnings,      ///< warnings to be acknowledged
        OpenChallenge, ///< Ctrl+Enter opens the challenge
        Challenge,     ///< the typed value is not it yet (challenge open)
        Reason,        ///< the reason is too short (challenge open)
        Ready,         ///< the next allowed input approves
    };

    [[nodiscard]] RiskLevel effectiveRisk() const;
    [[nodiscard]] bool needsChallenge() const { return effectiveRisk() >= RiskLevel::High; }
    [[nodiscard]] Step next(bool isChallengeOpen) const;
};

} // namespace lockkeeper
