// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/toolsettings.h"

#include <QByteArrayView>
#include <QString>

namespace lockkeeper {

/// What config.jsonc says, as the core takes it. Paths are not set here.
///
/// Never fails and never gives half a configuration: whatever is wrong with the file, the result
/// has no servers, no operatorUnprotected and no local connections, and configurationProblem says
/// "config.jsonc:LINE: key K: what to do". `text` is the file's content, `fileName` its name in
/// messages.
[[nodiscard]] CoreSettings parseConfiguration(QByteArrayView text, const QByteArray& fileName);

/// Reads the file (a regular file of at most 4 MiB) and parses it. A file that does not exist
/// gives the defaults, unless `mustExist`. Blocks on the disk; call it before threads are started.
[[nodiscard]] CoreSettings readConfiguration(const QString& path, bool mustExist);

} // namespace lockkeeper
