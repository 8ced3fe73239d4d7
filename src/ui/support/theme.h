// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QPalette>

class QApplication;

namespace lockkeeper {

enum class ThemeChoice { Light, Dark };

/// The colours with a meaning; everything else is grey. Values and their contrast are in theme.cpp
/// and are computed anew by tests/ui/tst_theme.
enum class ColorRole {
    Base,   ///< behind text in lists and documents
    Window, ///< behind panes
    Text,
    SecondaryText,
    Line, ///< borders that carry meaning
    Selection,
    SelectionText,
    Focus, ///< the 2 px ring
    Low,
    Medium,
    High,
    Critical,
    Unknown,
    Verified,
    WarningBackground, ///< notices; Text is drawn on it
    ChipBackground,    ///< chips of hidden characters; ChipText is drawn on it
    ChipText,
};

[[nodiscard]] QColor themeColor(ThemeChoice theme, ColorRole role);
/// The same, for the theme that a palette belongs to.
[[nodiscard]] QColor themeColor(const QPalette& palette, ColorRole role);
[[nodiscard]] QPalette themePalette(ThemeChoice theme);

/// Fusion with our palette, for the whole program. GUI thread.
void applyTheme(QApplication& application, ThemeChoice theme);

/// What the environment asks for: LOCKKEEPER_THEME "light" or "dark", else the desktop portal's
/// color-scheme, else light. Asks the session bus for at most half a second. GUI thread.
[[nodiscard]] ThemeChoice preferredTheme();

/// WCAG 2 contrast ratio, 1 to 21.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

} // namespace lockkeeper
