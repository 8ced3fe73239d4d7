// SPDX-License-Identifier: Apache-2.0
#pragma once

class QKeyEvent;

namespace lockkeeper {

/// The key of a command, whatever the layout: of a key that writes a letter of another script, the
/// one that stands in its place on a Latin keyboard; of any other, its own. A layout that has Latin
/// letters decides itself where they are. GUI thread.
[[nodiscard]] int shortcutKey(const QKeyEvent& press);

} // namespace lockkeeper
