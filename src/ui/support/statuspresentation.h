// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "ui/coreclient.h"

#include <QString>

namespace lockkeeper {

/// What stands in the line above everything, and how loudly.
struct GlobalNotice
{
    enum class Level { Quiet, Warning, Alarm };
    Level level = Level::Quiet;
    QString text; ///< one sentence
    int more = 0; ///< further reasons that the status page lists
};

/// The worst that there is to say. Never says more than is known: without an answer of the core it
/// says so, whatever the last answer was. Pure.
[[nodiscard]] GlobalNotice globalNotice(CoreClient::Connection connection, qint64 asOfMs,
                                        const StatusSnapshot& status);
/// The state of the signing key in words.
[[nodiscard]] QString keyringText(const QByteArray& keyring);
/// Why nothing can be decided, in a sentence; empty while the key is ready.
[[nodiscard]] QString keyringNotice(const QByteArray& keyring);
/// Everything about the console's state as lines, for the status page.
[[nodiscard]] QString statusPage(CoreClient::Connection connection, const StatusSnapshot& status);
/// "14:03:11"; the local time of a wall time in milliseconds.
[[nodiscard]] QString clockText(qint64 wallMs);

} // namespace lockkeeper
