// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QString>

namespace lockkeeper {

/// What a row of a run's table needs, with its words made once when it arrives.
struct RunItem
{
    qint64 place = -1; ///< -1 = not read yet
    ActionId action;
    qint64 version = 0;
    ActionState state = ActionState::Pending;
    WaitReason wait = WaitReason::None;
    bool isTamperedWith = false;
    int attempts = 0;
    qint64 createdAtMs = 0;
    qint64 startedAtMs = 0;
    qint64 endedAtMs = 0;
    qint64 lastSignAtMs = 0;
    QString stateText;
    QString tool;
    QString summary;
    QString result; ///< or the newest progress text while it runs
};

/// How long the last attempt took, or has taken so far; -1 if there was none, or nobody knows.
[[nodiscard]] qint64 runItemTookMs(const RunItem& item, qint64 nowMs);

/// As it came from the store.
[[nodiscard]] RunItem runItemOf(const RunAction& action);

/// What changes in the life of a call, from a newer snapshot of it; the caller keeps the times.
void setRunItemWords(RunItem& item, const ActionSnapshot& snapshot);

inline constexpr int kRunItemCharacters = 240; ///< of each text

} // namespace lockkeeper
