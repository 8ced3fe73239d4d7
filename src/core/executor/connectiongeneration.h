// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/toolsettings.h"

#include <QByteArray>
#include <QHash>
#include <QString>

namespace lockkeeper {

/// Digests of program files, remembered as long as the file's identity, size and both of its times
/// (to the nanosecond) stay the same. Owned by the engine; core thread.
class FileDigests
{
public:
    /// SHA-256 of the file's bytes; "missing" or "unreadable" if there is nothing to hash, so that
    /// a program that comes or goes makes another generation.
    [[nodiscard]] QByteArray digestOf(const QString& path);

private:
    struct Known
    {
        QByteArray identity;
        QByteArray digest;
    };
    QHash<QString, Known> m_known;
};

/// The digest of everything in `server` that decides what its process is:
/// argv; the program as it is found, where its links lead, and its bytes; for an interpreter also
/// the script's bytes; the directory; names of environment variables and a keyed hash of each
/// value. 32 bytes. `valueKey` has 32 bytes: without it a short secret could be guessed from the
/// digest.
[[nodiscard]] QByteArray connectionGenerationOf(const ServerSettings& server,
                                                QByteArrayView valueKey, FileDigests& files);

/// True if the command fetches its code when it starts (npx, uvx, npm exec …): what runs is then
/// not known beforehand, whatever the generation says.
[[nodiscard]] bool fetchesCodeAtStart(const ServerSettings& server);

} // namespace lockkeeper
