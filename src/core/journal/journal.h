// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/domain/action.h"
#include "core/domain/coreevents.h"
#include "core/journal/journalentry.h"
#include "core/journal/journalregistry.h"
#include "core/journal/ledger.h"
#include "core/keys/guardfile.h"
#include "core/keys/seatkeys.h"
#include "core/store/store.h"

#include <QList>

#include <functional>
#include <optional>

namespace lockkeeper {

/// One change of one action: the events, what else of its row changes, and what is journaled.
struct ActionChange
{
    QList<ActionEvent> events; ///< applied one after another through the table
    const char* actor = "";    ///< who, in our words: operator, policy, executor …
    /// Changes other columns of the new row; must not touch state, version, times of change.
    std::function<void(ActionRecord&)> edit; ///< only columns of action_write_state
    QByteArray data = "{}"; ///< JSON object, members sorted, no values of arguments or results
    QByteArray eventType;   ///< the outbox event; "action_changed" if empty
    QByteArray eventDetails;
    QByteArray batchId;
};

/// An entry that somebody outside the store remembers.
struct RememberedEntry
{
    qint64 number = 0;
    QByteArray hash;
    QByteArray who; ///< as the sentences name it: "the guard", "the keychain", "the anchor"
};

/// The last entry that a guard knows, in the words of `who`.
[[nodiscard]] inline RememberedEntry rememberedEntry(const GuardRecord& guard,
                                                     const QByteArray& who = "the guard")
{
    return {guard.lanePosition, guard.laneHead, who};
}

/// What a full read of the store's journal found.
struct JournalReport
{
    qint64 entries = 0;
    qint64 lastNumber = 0;
    QByteArray head;
    qint64 signedUpTo = 0; ///< number of the last signed entry whose signature is good
    /// Sentences: what is damaged, missing or does not fit. Not empty = nothing may be claimed.
    QList<QByteArray> problems;
    /// Single actions that do not fit their row or their sealed parts: only these are stopped.
    QList<QPair<ActionId, QByteArray>> tamperedActions;
    /// What the entries say besides of actions.
    JournalRegistry registry;
};

/// The only writer of state. Owns the lane's head and the ledger; takes part
/// in each wave, so that what a rolled-back command did in memory is rolled back as well.
/// Core thread only.
class Journal final : public WaveParticipant
{
public:
    explicit Journal(const Clock& clock);

    /// Reads the whole lane, checks every link and signature with `keys`, compares with what
    /// others remember and with the rows, and loads the ledger. An Error only if the store cannot
    /// be read. With problems in the report, nothing can be journaled any more: every writing call
    /// is FailedPrecondition, so that neither the store nor the guard loses what shows the damage.
    [[nodiscard]] Result<JournalReport> open(StoreSession& session, const QByteArray& lane,
                                             const SeatPublicKeys& keys,
                                             const QList<RememberedEntry>& remembered);
    /// The record key that signs each wave's end; must be set before the first wave.
    void setKeys(const SeatKeys& keys) { m_keys = keys; }
    void setLane(const QByteArray& lane) { m_lane = lane; }
    [[nodiscard]] const QByteArray& lane() const { return m_lane; }

    // -- inside a command of a wave --------------------------------------------------------------
    // A command in which one of these failed while it wrote (Conflict, or the store's own errors)
    // must end with an error: after it every further call fails, and a command that ends well
    // nevertheless is a broken invariant.

    /// Stores a new action. `record` is complete but for state, version and times of change;
    /// `verdict` is the event after `admitted`.
    [[nodiscard]] Result<ActionRecord> admit(UnitOfWork& unit, ActionRecord record,
                                             ActionEvent verdict, const ActionChange& change);
    /// Applies a change to the action's current row.
    /// FailedPrecondition: the table has no such transition; Conflict: the row is not as expected
    /// (`expectedVersion`, if >= 0); DataLoss: row and journal differ (tampering), the row is
    /// missing included; NotFound: there is no such action.
    [[nodiscard]] Result<ActionRecord> apply(UnitOfWork& unit, const ActionId& id,
                                             const ActionChange& change,
                                             qint64 expectedVersion = -1);
    /// An entry that changes no action's state; one about an open action is linked to its others.
    /// DataLoss: it says of the action what its kind cannot say now; nothing is written.
    [[nodiscard]] Result<void> record(UnitOfWork& unit, JournalKind kind, const QByteArray& body,
                                      const ActionId& action = ActionId());
    /// An outbox row of its own, for an event without a state change (batch started …).
    [[nodiscard]] Result<void> announce(UnitOfWork& unit, CoreEvent event,
                                        const CredentialId& credential);

    /// The row and what the journal says agree. DataLoss with a sentence otherwise.
    [[nodiscard]] Result<void> checkRow(const ActionRecord& row) const;
    /// Until when it can be decided: the time in its row, which is signed, or the later one that
    /// operators have given it since; 0 = no limit.
    [[nodiscard]] qint64 decideByMs(const ActionRecord& row) const;
    /// Somebody changed what the store has of this action: until the next start nothing is done
    /// with it any more.
    void markTampered(const ActionId& action, const QByteArray& why);
    /// The same without stopping the action: it is about to end by itself.
    void reportTampering(const ActionId& action, const QByteArray& why) const;
    /// Called whenever a row or a sealed part is found changed; the same one may be told again.
    using Tampering = std::function<void(const ActionId& action, const QByteArray& why)>;
    void onTampering(Tampering tampering) { m_tampering = std::move(tampering); }

    [[nodiscard]] Ledger& ledger() { return m_ledger; }
    [[nodiscard]] const Ledger& ledger() const { return m_ledger; }
    /// Number and hash of the last committed entry.
    [[nodiscard]] qint64 position() const { return m_committed.number; }
    [[nodiscard]] const QByteArray& head() const { return m_committed.head; }
    [[nodiscard]] qint64 outboxPosition() const { return m_committed.outbox; }

    // -- after the store was opened again --------------------------------------------------------
    /// Whether the wave whose commit gave no clear answer is in the store. It is one transaction,
    /// so it is there whole or not at all; a wave that left no trace cannot be told.
    enum class WaveFate { Committed, Gone, CannotBeTold };
    /// DataLoss: the store ends where neither this wave nor the one before it ended.
    [[nodiscard]] Result<WaveFate> fateOfWave(StoreSession& session) const;
    /// DataLoss: the store does not end with the last committed entry.
    [[nodiscard]] Result<void> checkEnd(StoreSession& session) const;

    // -- WaveParticipant -------------------------------------------------------------------------
    void waveBegins() override;
    void commandBegins() override;
    void commandRolledBack() override;
    [[nodiscard]] Result<void> beforeCommit(UnitOfWork& unit) override;
    void committed() override;
    void waveRolledBack() override;

private:
    struct Position
    {
        qint64 number = 0;
        QByteArray head;
        qint64 outbox = 0;
    };

    [[nodiscard]] Result<void> checkWritable() const;
    /// The next entry of the lane; nothing is stored yet.
    [[nodiscard]] JournalEntry draft(JournalKind kind, const QByteArray& body,
                                     const ActionId& action,
                                     const QByteArray& actionPrevious) const;
    [[nodiscard]] Result<void> append(UnitOfWork& unit, const JournalEntry& entry);
    [[nodiscard]] Result<void> write(UnitOfWork& unit, const JournalEntry& entry,
                                     const ActionRecord& record, const ActionRecord* old,
                                     const ActionChange& change);
    [[nodiscard]] Result<bool> endsAt(StoreSession& session, const Position& position) const;
    [[nodiscard]] Result<void> announceChange(UnitOfWork& unit, const ActionRecord& record,
                                              const ActionChange& change);

    const Clock& m_clock;
    QByteArray m_lane;
    std::optional<SeatKeys> m_keys;
    Ledger m_ledger;
    Position m_committed;
    Position m_wave;
    Position m_command;
    Tampering m_tampering;
    QByteArray m_damage; ///< not empty: why nothing may be written
    bool m_inWave = false;
    bool m_halfWritten = false; ///< the running command failed while it wrote: it must be undone
};

} // namespace lockkeeper
