// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/domain/snapshots.h"
#include "core/store/store.h"

#include <QByteArray>
#include <QList>

namespace lockkeeper {

/// A page of a lane as people read it, newest first: at most `limit` entries with a number below
/// `before` (0 = from the end). Opens nothing that is sealed; the entries are not verified here,
/// the whole lane was at start.
[[nodiscard]] Result<QList<HistoryEntry>> readHistory(StoreSession& session, const QByteArray& lane,
                                                      qint64 before, int limit);

} // namespace lockkeeper
