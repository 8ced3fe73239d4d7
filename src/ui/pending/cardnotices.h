// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "ui/widgets/noticestrip.h"

#include <QStringList>

namespace lockkeeper {

/// All that the notices about an open card are made from.
struct CardSituation
{
    const ActionCard* card = nullptr; ///< what is shown; null = nothing yet
    bool hasChanged = false;          ///< another version is there that is not shown
    QStringList changedParts;         ///< of the version that was asked for
    QString readError;                ///< the core's words; empty = none
    QString before;                   ///< what became of the card before; empty = nothing
    bool isSilent = false;            ///< the core does not answer
    qint64 asOfMs = 0;                ///< of its last answer, wall time
    StatusSnapshot status;
    qint64 nowMs = 0;
};

/// Key of the notice whose button shows the changed request.
inline constexpr auto kShowChange = "change";
/// Key of the notice whose button asks for more time.
inline constexpr auto kExpiring = "expiring";

/// The notices, what stops a decision first. Pure but for the translation; GUI thread.
[[nodiscard]] QList<Notice> cardNotices(const CardSituation& situation);

} // namespace lockkeeper
