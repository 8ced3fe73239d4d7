// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/domain/action.h"
#include "core/domain/ids.h"
#include "core/journal/journalentry.h"

#include <QByteArray>
#include <QHash>
#include <QList>

#include <optional>

namespace lockkeeper {

/// What the journal says of one action. The claim believes this, never the row.
struct LedgerEntry
{
    ActionState state = ActionState::Proposed;
    qint64 version = 0;
    QByteArray rowDigest;       ///< of the row that the last entry left behind
    QByteArray statementDigest; ///< from the admitting entry
    SubmissionId submission;
    QByteArray lastHash; ///< of the action's newest entry
    int attempts = 0;
    DispatchId dispatch;        ///< of the newest dispatch_started
    DecisionId decision;        ///< the decision that approved it, if one did
    QByteArray decisionDigest;  ///< of the decision's signed bytes
    bool decisionSpent = false; ///< a dispatch_started followed; a further one needs its proof
    qint64 decideByMs = 0;      ///< until when operators have extended it; 0 = they have not
    qint64 firstShownAtMs = 0;  ///< when its card was first drawn for an operator; 0 = never
    QByteArray tampered;        ///< not empty: what does not fit (a sentence)

    /// The row is the one that the newest entry left behind.
    [[nodiscard]] bool fits(const ActionRecord& row) const;
};

/// Applies one entry of kind ActionEvent to what was known before it (nullopt for an action's first
/// entry). Every transition is looked up in the table. A decision counts only in an entry that ends
/// its hold, a dispatch only in one that claims. DataLoss when it does not fit.
[[nodiscard]] Result<LedgerEntry> replayEntry(const std::optional<LedgerEntry>& before,
                                              const JournalEntry& entry);

/// Takes what an entry of another kind says of an action that is open (nullptr: it is not; then
/// nothing is kept). Links and hashes are the caller's. DataLoss when it says something that the
/// core does not write.
[[nodiscard]] Result<void> replayRecord(LedgerEntry* open, const JournalEntry& entry);

/// The state of every action that is not final, as committed journal entries say it, with an
/// overlay for the wave and the command that are being written. Core thread only.
class Ledger
{
public:
    /// The newest view: command, else wave, else committed. nullptr if the action is unknown or
    /// final. Valid until the next change.
    [[nodiscard]] const LedgerEntry* find(const ActionId& action) const;
    /// Until when operators have extended it, also after its end; 0 = they have not.
    [[nodiscard]] qint64 decideByMs(const ActionId& action) const;
    /// As committed.
    [[nodiscard]] const QHash<ActionId, LedgerEntry>& committed() const { return m_committed; }

    void set(const ActionId& action, LedgerEntry entry)
    {
        m_command.insert(action, std::move(entry));
    }
    /// Marks a committed action as tampered with. Stays for the life of the process.
    void markTampered(const ActionId& action, const QByteArray& why);

    void beginCommand();
    void dropCommand() { m_command.clear(); }
    void dropWave();
    /// Makes command and wave real; final actions are forgotten but for their extension.
    void commit();
    /// Final ones are forgotten as by commit(), unless they were tampered with.
    void load(QHash<ActionId, LedgerEntry> entries);

private:
    QHash<ActionId, LedgerEntry> m_committed;
    QHash<ActionId, LedgerEntry> m_wave;
    QHash<ActionId, LedgerEntry> m_command;
    QHash<ActionId, qint64> m_extended; ///< final actions that operators had extended
};

} // namespace lockkeeper
