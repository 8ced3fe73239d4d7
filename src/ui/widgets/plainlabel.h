// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace lockkeeper {

/// A label that draws its text as it is, whatever stands in it. GUI thread; the parent owns it.
[[nodiscard]] QLabel* plainLabel(const QString& objectName, QWidget* parent);
/// The same, in as many lines as it needs.
[[nodiscard]] QLabel* wrappedPlainLabel(const QString& objectName, QWidget* parent);

} // namespace lockkeeper
