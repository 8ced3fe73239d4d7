// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqliteerrors.h"

#include <sqlite3.h>

namespace lockkeeper {
namespace {

int primaryCode(int nativeCode)
{
    return nativeCode & 0xff;
}

} // namespace

ErrorCode sqliteErrorCode(int nativeCode)
{
    if (nativeCode == SQLITE_IOERR_NOMEM)
        return ErrorCode::ResourceExhausted;
    switch (primaryCode(nativeCode)) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL: // the lock protocol of the log was lost to others, time and again
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return ErrorCode::Unavailable;
    case SQLITE_CONSTRAINT:
        return ErrorCode::Conflict;
    case SQLITE_FULL:
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
        return ErrorCode::ResourceExhausted;
    case SQLITE_IOERR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return ErrorCode::DataLoss;
    default:
        return ErrorCode::Internal;
    }
}

Error sqliteError(QByteArrayView statement, int nativeCode, CodePlace where)
{
    return {sqliteErrorCode(nativeCode), "statement " + statement.toByteArray() + " failed",
            nativeCode, where};
}

bool isCommitCertainlyUndone(int nativeCode, bool transactionIsOpen)
{
    switch (primaryCode(nativeCode)) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_CONSTRAINT:
        return transactionIsOpen;
    case SQLITE_FULL:
        return true; // the log has no complete commit record
    default:
        return false; // can come after the commit record was written
    }
}

} // namespace lockkeeper
