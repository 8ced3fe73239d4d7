// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace lockkeeper {

/// Width in pixels that a widget keeps free at its edges for the ring.
inline constexpr int kFocusRing = 2;

/// Draws the ring of the focus along the widget's edges if it has the focus. To be called while
/// the widget is painted.
void paintFocusRing(QWidget& widget);

} // namespace lockkeeper
