// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <QByteArrayView>

namespace lockkeeper {

/// What an (extended) SQLite result code means for the caller; the only such mapping.
[[nodiscard]] ErrorCode sqliteErrorCode(int nativeCode);

/// "statement <name> failed" with the mapped and the native code; never a value.
[[nodiscard]] Error sqliteError(QByteArrayView statement, int nativeCode,
                                CodePlace where = CodePlace::current());

/// Whether a COMMIT that failed with this code is certainly not there, neither now nor after a
/// restart; `transactionIsOpen` is asked of SQLite after the failure. Not so after an I/O error:
/// the commit record may be in the log already.
[[nodiscard]] bool isCommitCertainlyUndone(int nativeCode, bool transactionIsOpen);

} // namespace lockkeeper
