// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/domain/ids.h"
#include "core/keys/seatkeys.h"

#include <QByteArray>
#include <QList>
#include <QPair>
#include <QString>

#include <optional>

namespace lockkeeper {

class Journal;

/// What somebody keeps outside the store to prove a lane later: who signs it, and how far it had
/// come. Without it a file proves only that one unknown signer made all of it.
struct JournalAnchor
{
    QByteArray storeId;
    QByteArray lane;
    QByteArray recordKey; ///< the seat's public record key, 32 bytes
    QByteArray head;      ///< hash of entry `position`, 32 bytes
    qint64 position = 0;  ///< 0: the lane was empty

    /// One JSON object with sorted members and hexadecimal bytes, and a line break.
    [[nodiscard]] QByteArray encode() const;
    /// InvalidArgument for anything that encode() would not have written.
    [[nodiscard]] static Result<JournalAnchor> decode(QByteArrayView bytes);

    friend bool operator==(const JournalAnchor&, const JournalAnchor&) = default;
};

/// The anchor of an open journal as it is now. Core thread.
[[nodiscard]] JournalAnchor journalAnchor(const Journal& journal, const QByteArray& storeId,
                                          const SeatPublicKeys& keys);

/// How far one lane is good.
struct OfflineLane
{
    QByteArray lane;
    qint64 entries = 0;       ///< from the first one on, each following the one before it
    qint64 signedUpTo = 0;    ///< number of the last entry with a good signature
    QByteArray head;          ///< hash of the last good entry
    bool signerKnown = false; ///< the signatures were checked with the anchor's key
    QList<QByteArray> problems;
};

struct OfflineReport
{
    enum class Verdict {
        Proven,        ///< everything is signed by the anchor's key and leads past its entry
        SignerUnknown, ///< signature intact, signer unknown: no anchor for some lane
        Damaged,       ///< there are problems
    };

    QByteArray storeId;
    QList<OfflineLane> lanes;
    QList<QByteArray> problems; ///< of the store as a whole
    /// Rows that say something else than the journal. Looked at only if the lanes are good.
    QList<QPair<ActionId, QByteArray>> tamperedActions;

    [[nodiscard]] Verdict verdict() const;
};

/// Checks the journal of a SQLite file, and its rows against it, with nothing but the file and the
/// anchor; without one the keys that the file itself names are used. The file is only read, as it
/// is at one moment; a console may be writing it meanwhile. Any thread. An Error only if the file
/// cannot be read as a store.
[[nodiscard]] Result<OfflineReport> verifyJournalFile(const QString& storePath,
                                                      const std::optional<JournalAnchor>& anchor);

} // namespace lockkeeper
