// SPDX-License-Identifier: Apache-2.0
#pragma once

class QKeyEvent;

namespace lockkeeper {

/// What a key-down asks the decision bar for. Not repeats alone: the guard judges those.
enum class DecisionChord {
    None,
    Approve,    ///< Ctrl+Enter, nothing else
    Deny,       ///< D
    DenyAtOnce, ///< Shift+D
    Snooze,     ///< S
    Extend,     ///< E
};

[[nodiscard]] DecisionChord decisionChordOf(const QKeyEvent& press);
/// Enter or Return, whatever is held with it.
[[nodiscard]] bool isEnterKey(const QKeyEvent& press);

} // namespace lockkeeper
