// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secretbytes.h"

#include <QByteArray>
#include <QString>

namespace lockkeeper::ctl {

/// Asks for the operator's PIN on the controlling terminal without showing it. PermissionDenied if
/// there is no terminal: it is taken from nowhere else.
[[nodiscard]] Result<SecretBytes> askPinOnTerminal();

/// The bytes of `file`, or of standard input for "-"; at most 16 MiB.
[[nodiscard]] Result<QByteArray> readInputFile(const QString& file);

/// Writes all of `text`; a reader that is gone is no error.
void writeAll(int descriptor, QByteArrayView text);

} // namespace lockkeeper::ctl
