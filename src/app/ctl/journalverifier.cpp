// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/journalverifier.h"

#include "core/journal/offlineverify.h"

#include <QFile>

namespace lockkeeper::ctl {

namespace {

constexpr qint64 kMaximumAnchor = 64 * 1024;

Result<std::optional<JournalAnchor>> readAnchor(const std::optional<QString>& path)
{
    if (!path)
        return std::optional<JournalAnchor>();
    QFile file(*path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMaximumAnchor)
        return Error(ErrorCode::InvalidArgument, "the anchor file cannot be read");
    LK_TRY(const JournalAnchor anchor, JournalAnchor::decode(file.readAll().trimmed() + '\n'));
    return std::optional(anchor);
}

QByteArray laneText(const OfflineLane& lane)
{
    return "lane " + lane.lane + ": " + QByteArray::number(lane.entries) +
           " entries, signed up to " + QByteArray::number(lane.signedUpTo) + ", head " +
           lane.head.toHex();
}

const char* verdictText(OfflineReport::Verdict verdict)
{
    switch (verdict) {
    case OfflineReport::Verdict::Proven:
        return "proven by the anchor";
    case OfflineReport::Verdict::SignerUnknown:
        return "signature intact, signer unknown";
    case OfflineReport::Verdict::Damaged:
        return "the journal is not intact";
    }
    return "the journal is not intact";
}

} // namespace

Result<JournalVerdict> verifyStoreJournal(const QString& storePath,
                                          const std::optional<QString>& anchorPath)
{
    LK_TRY(const std::optional<JournalAnchor> anchor, readAnchor(anchorPath));
    LK_TRY(const OfflineReport report, verifyJournalFile(storePath, anchor));
    JournalVerdict verdict;
    for (const OfflineLane& lane : report.lanes) {
        verdict.lines.append(laneText(lane));
        verdict.lines += lane.problems;
    }
    verdict.lines += report.problems;
    for (const auto& tampered : report.tamperedActions)
        verdict.lines.append(tampered.second);
    const OfflineReport::Verdict found = report.verdict();
    verdict.intact = found == OfflineReport::Verdict::Proven;
    verdict.lines.append(verdictText(found));
    return verdict;
}

} // namespace lockkeeper::ctl
