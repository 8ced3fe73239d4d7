// SPDX-License-Identifier: Apache-2.0
#include "core/journal/lanereader.h"

#include "core/journal/actionrows.h"

#include <QSet>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qint64 kPage = 1000;
/// Behind every id, even one that somebody else made up: U+10FFFF is the last character.
const QByteArray& behindEveryId()
{
    static const QByteArray id = QByteArray("\xf4\x8f\xbf\xbf").repeated(16);
    return id;
}

JournalEntry entryFromRow(const QByteArray& lane, const StoreRow& row)
{
    JournalEntry entry;
    entry.lane = lane;
    entry.number = row.integer(0);
    entry.atMs = row.integer(1);
    entry.kind = static_cast<JournalKind>(row.integer(2));
    entry.action = ActionId(row.bytes(3));
    entry.body = row.bytes(4);
    entry.previousHash = row.bytes(5);
    entry.actionPreviousHash = row.bytes(6);
    entry.hash = row.bytes(7);
    entry.signature = row.bytes(8);
    return entry;
}

/// Checks the entries one after another and remembers how far they are good.
class LaneCheck
{
public:
    LaneCheck(const SeatPublicKeys& keys, const QList<RememberedEntry>& remembered,
              QHash<ActionId, LedgerEntry>& actions, JournalReport& report)
        : m_keys(keys)
        , m_remembered(remembered)
        , m_actions(actions)
        , m_report(report)
    {
        m_report.head = laneStartHash();
    }

    /// False: the entry does not fit, the rest is not looked at.
    bool take(const JournalEntry& entry)
    {
        const QByteArray at = "journal entry " + QByteArray::number(entry.number);
        if (entry.number != m_report.lastNumber + 1)
            return fail("journal entry " + QByteArray::number(m_report.lastNumber + 1) +
                        " is missing");
        if (entry.hash != entry.computeHash())
            return fail(at + " was changed: its hash is not its own");
#ifndef LOCKKEEPER_FAULT_CHAIN_UNCHECKED
        if (entry.previousHash != m_report.head)
            return fail(at + " does not follow the entry before it");
#endif
        if (!entry.signature.isEmpty() &&
            !verifySignature(m_keys, SignaturePurpose::WaveEnd, entry.hash, entry.signature))
            return fail(at + " has a signature that is not this seat's");
        if ((entry.kind == JournalKind::ActionEvent || !entry.action.isEmpty()) && !follow(entry))
            return false;
        if (const auto read = m_report.registry.take(entry); !read)
            return fail(read.error().message());
        m_report.entries += 1;
        m_report.lastNumber = entry.number;
        m_report.head = entry.hash;
        if (!entry.signature.isEmpty())
            m_report.signedUpTo = entry.number;
        return std::all_of(m_remembered.begin(), m_remembered.end(),
                           [&](const RememberedEntry& one) {
                               return entry.number != one.number || entry.hash == one.hash ||
                                      fail(at + " is another one than " + one.who +
                                           " remembers: the store was forked");
                           });
    }

    void finish()
    {
        if (!m_report.problems.isEmpty())
            return;
        if (m_report.signedUpTo != m_report.lastNumber)
            fail("the last " + QByteArray::number(m_report.lastNumber - m_report.signedUpTo) +
                 " journal entries are not signed");
        for (const RememberedEntry& one : m_remembered) {
            if (one.number > m_report.lastNumber)
                fail("the journal ends at entry " + QByteArray::number(m_report.lastNumber) +
                     ", but " + one.who + " has seen entry " + QByteArray::number(one.number) +
                     ": the store was restored, copied or rolled back");
        }
    }

private:
    bool fail(const QByteArray& problem)
    {
        m_report.problems.append(problem);
        return false;
    }

    /// Checks an entry about an action against the action's entries before it.
    bool follow(const JournalEntry& entry)
    {
        const auto known = m_actions.find(entry.action);
        const bool exists = known != m_actions.end();
        if (entry.kind != JournalKind::ActionEvent) {
            // Journal::record links what it says of an open action; of others nothing is kept.
            const bool open = exists && !isFinal(known->state);
            if (entry.actionPreviousHash != (open ? known->lastHash : QByteArray()))
                return fail("journal entry " + QByteArray::number(entry.number) +
                            " does not follow the action's entry before it");
#ifndef LOCKKEEPER_FAULT_EXTENSION_LOST
            if (const auto taken = replayRecord(open ? &known.value() : nullptr, entry); !taken)
                return fail(taken.error().message());
#endif
            if (open)
                known->lastHash = entry.hash;
            return true;
        }
        auto after = replayEntry(exists ? std::optional(*known) : std::nullopt, entry);
        if (!after)
            return fail(after.error().message());
        m_actions.insert(entry.action, std::move(*after));
        return true;
    }

    const SeatPublicKeys& m_keys;
    const QList<RememberedEntry>& m_remembered;
    QHash<ActionId, LedgerEntry>& m_actions;
    JournalReport& m_report;
};

} // namespace

Result<JournalReport> readLane(StoreSession& session, const QByteArray& lane,
                               const SeatPublicKeys& keys, const QList<RememberedEntry>& remembered,
                               QHash<ActionId, LedgerEntry>& actions)
{
    JournalReport report;
    LaneCheck check(keys, remembered, actions, report);
    bool more = true;
    while (more) {
        qint64 seen = 0;
        LK_CHECK(session.query("journal_entries_from", {lane, report.lastNumber + 1, kPage},
                               [&](const StoreRow& row) -> Result<void> {
                                   ++seen;
                                   if (report.problems.isEmpty())
                                       (void)check.take(entryFromRow(lane, row));
                                   return {};
                               }));
        more = seen == kPage && report.problems.isEmpty();
    }
    check.finish();
    return report;
}

Result<void> compareRows(StoreSession& session, const QHash<ActionId, LedgerEntry>& actions,
                         JournalReport& report)
{
    QSet<ActionId> seen;
    QByteArray before = behindEveryId();
    while (true) {
        LK_TRY(const QList<ActionRecord> page,
               readActions(session, "action_page", {before, kPage}));
        for (const ActionRecord& row : page) {
            before = row.id.value();
            seen.insert(row.id);
            const auto known = actions.constFind(row.id);
            if (known == actions.constEnd())
                report.tamperedActions.append(
                    {row.id, "action " + row.id.value() + " has a row but no journal entry"});
            else if (!known->fits(row))
                report.tamperedActions.append(
                    {row.id, "the row of action " + row.id.value() + " differs from the journal"});
        }
        if (page.size() < kPage)
            break;
    }
    for (auto it = actions.cbegin(); it != actions.cend(); ++it) {
        if (!seen.contains(it.key()))
            report.tamperedActions.append(
                {it.key(), "the row of action " + it.key().value() + " is missing"});
    }
    return {};
}

Result<JournalReport> Journal::open(StoreSession& session, const QByteArray& lane,
                                    const SeatPublicKeys& keys,
                                    const QList<RememberedEntry>& remembered)
{
    QHash<ActionId, LedgerEntry> actions;
    LK_TRY(JournalReport report, readLane(session, lane, keys, remembered, actions));
    LK_CHECK(session.query("journal_lanes", {}, [&](const StoreRow& row) -> Result<void> {
        if (row.bytes(0) != lane)
            report.problems.append("the journal has a lane of an unknown seat");
        return {};
    }));
    LK_CHECK(compareRows(session, actions, report));

    m_lane = lane;
    m_committed = Position{report.lastNumber, report.head, 0};
    LK_CHECK(session.query("outbox_range", {}, [this](const StoreRow& row) -> Result<void> {
        m_committed.outbox = row.integer(1);
        return {};
    }));
    m_wave = m_command = m_committed;
    m_damage = report.problems.isEmpty() ? QByteArray() : report.problems.first();
    for (const auto& [action, why] : report.tamperedActions) {
        if (const auto found = actions.find(action); found != actions.end())
            found->tampered = why;
    }
    m_ledger.load(std::move(actions));
    return report;
}

} // namespace lockkeeper
