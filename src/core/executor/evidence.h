// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/toolbackend.h"
#include "core/base/result.h"
#include "core/domain/snapshots.h"

#include <QByteArray>
#include <QList>

namespace lockkeeper {

/// Evidence as it is sealed: a JSON array of lines. decode skips nothing: DataLoss if it does not
/// fit.
[[nodiscard]] QByteArray encodeEvidence(const QList<EvidenceLine>& lines);
[[nodiscard]] Result<QList<EvidenceLine>> decodeEvidence(QByteArrayView bytes);
/// What a determination signs of it.
[[nodiscard]] QByteArray evidenceDigest(QByteArrayView encoded);

/// The lines that a backend's outcome adds.
[[nodiscard]] QList<EvidenceLine> evidenceOf(const BackendOutcome& outcome, int attempt,
                                             qint64 atMs, bool late);

} // namespace lockkeeper
