// SPDX-License-Identifier: Apache-2.0
#include "core/journal/offlineverify.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/journal/journal.h"
#include "core/journal/lanereader.h"
#include "core/store/storefactory.h"

namespace lockkeeper {

namespace {

constexpr qsizetype kKeySize = 32;
constexpr qsizetype kMaximumAnchor = 4096;

QByteArray bytesOf(const JsonView& object, QByteArrayView name)
{
    return QByteArray::fromHex(object.member(name).string().value_or(QByteArray()));
}

/// The public keys that the store's own rows give for each lane.
Result<QHash<QByteArray, SeatPublicKeys>> seatKeys(StoreSession& session)
{
    QHash<QByteArray, SeatPublicKeys> keys;
    LK_CHECK(session.query("seat_all", {}, [&keys](const StoreRow& row) -> Result<void> {
        keys.insert(row.bytes(0), {row.bytes(1), row.bytes(2), row.bytes(3)});
        return {};
    }));
    return keys;
}

Result<QList<QByteArray>> laneNames(StoreSession& session)
{
    QList<QByteArray> lanes;
    LK_CHECK(session.query("journal_lanes", {}, [&lanes](const StoreRow& row) -> Result<void> {
        lanes.append(row.bytes(0));
        return {};
    }));
    return lanes;
}

Result<OfflineLane> checkLane(StoreSession& session, const QByteArray& name,
                              const std::optional<SeatPublicKeys>& stored,
                              const std::optional<JournalAnchor>& anchor,
                              QHash<ActionId, LedgerEntry>& actions, JournalReport& rows)
{
    OfflineLane lane;
    lane.lane = name;
    SeatPublicKeys keys = stored.value_or(SeatPublicKeys());
    QList<RememberedEntry> remembered;
    if (anchor) {
        if (stored && stored->recordKey != anchor->recordKey)
            lane.problems.append("the store names another record key than the anchor");
        keys.recordKey = anchor->recordKey;
        remembered.append({anchor->position, anchor->head, "the anchor"});
        lane.signerKnown = true;
    } else if (!stored) {
        lane.problems.append("the journal has a lane of an unknown seat");
        return lane;
    }
    LK_TRY(const JournalReport report, readLane(session, name, keys, remembered, actions));
    lane.entries = report.entries;
    lane.signedUpTo = report.signedUpTo;
    lane.head = report.head;
    lane.problems += report.problems;
    rows.problems += report.problems;
    return lane;
}

} // namespace

QByteArray JournalAnchor::encode() const
{
    return JsonWriter()
               .beginObject()
               .member("head", head.toHex())
               .member("lane", lane)
               .member("position", position)
               .member("record_key", recordKey.toHex())
               .member("store_id", storeId)
               .endObject()
               .take() +
           '\n';
}

Result<JournalAnchor> JournalAnchor::decode(QByteArrayView bytes)
{
    JsonLimits limits;
    limits.maximumBytes = kMaximumAnchor;
    LK_CHECK(checkJson(bytes, limits));
    const JsonView object(bytes);
    JournalAnchor anchor;
    anchor.storeId = object.member("store_id").string().value_or(QByteArray());
    anchor.lane = object.member("lane").string().value_or(QByteArray());
    anchor.recordKey = bytesOf(object, "record_key");
    anchor.head = bytesOf(object, "head");
    anchor.position = object.member("position").integer().value_or(-1);
    // Hexadecimal digits are read leniently, so what comes out is compared with what went in.
    if (anchor.recordKey.size() != kKeySize || anchor.head.size() != kDigestSize ||
        anchor.position < 0 || anchor.lane.isEmpty() || anchor.storeId.isEmpty() ||
        anchor.encode().trimmed() != bytes.trimmed())
        return Error(ErrorCode::InvalidArgument, "this is no anchor of a journal");
    return anchor;
}

JournalAnchor journalAnchor(const Journal& journal, const QByteArray& storeId,
                            const SeatPublicKeys& keys)
{
    return {storeId, journal.lane(), keys.recordKey, journal.head(), journal.position()};
}

OfflineReport::Verdict OfflineReport::verdict() const
{
    bool damaged = !problems.isEmpty() || !tamperedActions.isEmpty();
    bool known = !lanes.isEmpty();
    for (const OfflineLane& lane : lanes) {
        damaged = damaged || !lane.problems.isEmpty();
        known = known && lane.signerKnown;
    }
    if (damaged)
        return Verdict::Damaged;
    return known ? Verdict::Proven : Verdict::SignerUnknown;
}

Result<OfflineReport> verifyJournalFile(const QString& storePath,
                                        const std::optional<JournalAnchor>& anchor)
{
    LK_TRY(const std::unique_ptr<StoreSession> session, openStoreSnapshot(storePath));
    OfflineReport report;
    LK_CHECK(session->query("meta_get", {QByteArray("store_id")},
                            [&report](const StoreRow& row) -> Result<void> {
                                report.storeId = row.bytes(0);
                                return {};
                            }));
    if (anchor && anchor->storeId != report.storeId)
        report.problems.append("the anchor belongs to another store");
    LK_TRY(const auto stored, seatKeys(*session));
    LK_TRY(QList<QByteArray> lanes, laneNames(*session));
    if (anchor && !lanes.contains(anchor->lane))
        lanes.append(anchor->lane); // so that it is said to end before the anchor
    QHash<ActionId, LedgerEntry> actions;
    JournalReport rows;
    for (const QByteArray& name : lanes) {
        const auto keys = stored.constFind(name);
        LK_TRY(OfflineLane lane,
               checkLane(*session, name,
                         keys == stored.constEnd() ? std::nullopt : std::optional(*keys),
                         anchor && anchor->lane == name ? anchor : std::nullopt, actions, rows));
        report.lanes.append(std::move(lane));
    }
    if (rows.problems.isEmpty()) {
        LK_CHECK(compareRows(*session, actions, rows));
        report.tamperedActions = rows.tamperedActions;
    }
    return report;
}

} // namespace lockkeeper
