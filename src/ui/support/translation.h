// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLocale>

namespace lockkeeper {

/// Gives the program the words of this language, if there is a catalogue of it, and the English
/// plural forms otherwise; once for the whole program, before its first window. GUI thread.
void installTranslation(const QLocale& locale);

} // namespace lockkeeper
