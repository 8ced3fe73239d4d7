// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "ui/arguments/argumentsview.h"

#include <QStringList>

namespace lockkeeper {

/// Everything about a card that a person is warned of, a sentence each: that there are no
/// arguments, what was found in the arguments, and what was found in its other texts and not in the
/// arguments. From the whole texts, however much of them is shown. Pure.
[[nodiscard]] QStringList cardWarnings(const ActionCard& card,
                                       const QList<ArgumentWarning>& arguments);

/// What the tool says of itself, for a person; below how long it is, if that is unusual.
[[nodiscard]] QString toolDescriptionText(const QByteArray& definition);

} // namespace lockkeeper
