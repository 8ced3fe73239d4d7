// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QIcon>

namespace lockkeeper {

/// The pictures of the rail, drawn here and not loaded, so that they take any colour and size.
enum class AreaPicture { Pending, Runs, Unknown, History, Status, Console };

/// An icon in one colour. GUI thread.
[[nodiscard]] QIcon areaIcon(AreaPicture picture, const QColor& color);

} // namespace lockkeeper
