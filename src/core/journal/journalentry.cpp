// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalentry.h"

#include "core/base/digest.h"

namespace lockkeeper {

QByteArray JournalEntry::computeHash() const
{
    return taggedDigest("lockkeeper/journal-entry/1",
                        {lane, QByteArray::number(number), QByteArray::number(atMs),
                         QByteArray::number(static_cast<int>(kind)), action.value(), body,
                         previousHash, actionPreviousHash});
}

QByteArray laneStartHash()
{
    return QByteArray(kDigestSize, '\0');
}

} // namespace lockkeeper
