// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/domain/action.h"
#include "core/domain/coreevents.h"
#include "core/journal/journalentry.h"
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
    const char* actor = "";    ///< who, in product.md's words: operator, policy, executor …
    /// Changes other columns of the new row; must not touch state, version, times of change.
    std::function<void(ActionRecord&)> edit;
    QByteArray data = "{}"; ///< JSON object, members sorted, no values of arguments or results
    QByteArray eventType;   ///< the outbox event; "action_changed" if empty
    QByteArray eventDetails;
    QByteArray batchId;
};

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
};

/// The only writer of state (house.md, section 5). Owns the lane's head and the ledger; takes part
/// in each wave, so that what a rolled-back command did in memory is rolled back as well.
/// Core thread only.
class Journal final : public WaveParticipant
{
public:
    explicit Journal(const Clock& clock);

    /// Reads the whole lane, checks every link and signature with `keys`, compares with `guard` and
    /// with the rows, and loads the ledger. An Error only if the store cannot be read.
    [[nodiscard]] Result<JournalReport> open(StoreSession& session, const QByteArray& lane,
                                             const SeatPublicKeys& keys,
                                             const std::optional<GuardRecord>& guard);
    /// The record key that signs each wave's end; must be set before the first wave.
    void setKeys(const SeatKeys& keys) { m_keys = keys; }
    void setLane(const QByteArray& lane) { m_lane = lane; }
    [[nodiscard]] const QByteArray& lane() const { return m_lane; }

    // -- inside a command of a wave
    // ----------------------------------------------------------------
    /// Stores a new action. `record` is complete but for state, version and times of change;
    /// `verdict` is the event after `admitted`.
    [[nodiscard]] Result<ActionRecord> admit(UnitOfWork& unit, ActionRecord record,
                                             ActionEvent verdict, const ActionChange& change);
    /// Applies a change to the action's current row.
    /// FailedPrecondition: the table has no such transition; Conflict: the row is not as expected
    /// (`expectedVersion`, if >= 0); DataLoss: row and journal differ (tampering).
    [[nodiscard]] Result<ActionRecord> apply(UnitOfWork& unit, const ActionId& id,
                                             const ActionChange& change,
                                             qint64 expectedVersion = -1);
    /// An entry that changes no action's state.
    [[nodiscard]] Result<void> record(UnitOfWork& unit, JournalKind kind, const QByteArray& body,
                                      const ActionId& action = ActionId());
    /// An outbox row of its own, for an event without a state change (batch started …).
    [[nodiscard]] Result<void> announce(UnitOfWork& unit, CoreEvent event,
                                        const CredentialId& credential);

    /// The row and what the journal says agree. DataLoss with a sentence otherwise.
    [[nodiscard]] Result<void> checkRow(const ActionRecord& row) const;

    [[nodiscard]] Ledger& ledger() { return m_ledger; }
    [[nodiscard]] const Ledger& ledger() const { return m_ledger; }
    /// Number and hash of the last committed entry.
    [[nodiscard]] qint64 position() const { return m_committed.number; }
    [[nodiscard]] const QByteArray& head() const { return m_committed.head; }
    [[nodiscard]] qint64 outboxPosition() const { return m_committed.outbox; }
    /// Number and hash of the last entry of the wave that was written last, committed or not.
    [[nodiscard]] qint64 wavePosition() const { return m_wave.number; }
    [[nodiscard]] const QByteArray& waveHead() const { return m_wave.head; }

    // -- WaveParticipant
    // ---------------------------------------------------------------------------
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

    [[nodiscard]] Result<JournalEntry> append(UnitOfWork& unit, JournalKind kind,
                                              const QByteArray& body, const ActionId& action,
                                              const QByteArray& actionPrevious);
    [[nodiscard]] Result<void> announceChange(UnitOfWork& unit, const ActionRecord& record,
                                              const ActionChange& change);

    const Clock& m_clock;
    QByteArray m_lane;
    std::optional<SeatKeys> m_keys;
    Ledger m_ledger;
    Position m_committed;
    Position m_wave;
    Position m_command;
    bool m_inWave = false;
};

} // namespace lockkeeper
