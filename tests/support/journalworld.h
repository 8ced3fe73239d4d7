// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/journal/journal.h"
#include "core/journal/wavequeue.h"
#include "core/keys/guardfile.h"
#include "core/store/sqlite/sqlitestore.h"
#include "support/fakeclock.h"
#include "support/scriptedfaults.h"

#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace lockkeeper {

/// A real store, guard, journal and queue in a folder of their own, with a seat's real keys. A
/// failure of the frame itself ends the test program.
class JournalWorld
{
public:
    JournalWorld();
    ~JournalWorld();

    /// Opens what is closed, as a process that starts; the report is the journal's.
    JournalReport open();
    /// Drops everything in memory, as a process that ends.
    void close();
    JournalReport reopen()
    {
        close();
        return open();
    }

    /// One command, one wave.
    CommandOutcome run(WaveCommand command);
    CommandOutcome apply(const ActionId& id, QList<ActionEvent> events, QByteArray data = "{}");
    /// Several commands, one wave.
    QList<CommandOutcome> runWave(std::vector<WaveCommand> commands);

    /// A record as the gateway makes it, with an id and submission of its own.
    [[nodiscard]] ActionRecord draft(int number) const;
    /// Admits draft(number) into `verdict`'s state.
    [[nodiscard]] WaveCommand admission(int number, ActionEvent verdict = ActionEvent::PolicyAsked);
    [[nodiscard]] WaveCommand change(const ActionId& id, QList<ActionEvent> events,
                                     QByteArray data = "{}");
    static ActionId idOf(int number);
    /// Brings a fresh action into `state` by events of the table.
    ActionId actionIn(ActionState state, int number);

    [[nodiscard]] ActionRecord row(const ActionId& id);
    [[nodiscard]] std::optional<GuardRecord> guardRecord();
    /// How much there is: to see that nothing was added.
    struct Counts
    {
        qint64 entries = 0;
        qint64 rows = 0;
        qint64 events = 0;
        friend bool operator==(const Counts&, const Counts&) = default;
    };
    [[nodiscard]] Counts counts();
    /// All digests of rows, in order: equal before and after = no row changed.
    [[nodiscard]] QList<QByteArray> rowDigests();
    /// Positions of all outbox rows.
    [[nodiscard]] QList<qint64> outboxPositions();

    /// Closes and opens with other faults than `faults`; null: with `faults` again.
    void useFaults(StoreFaults* others)
    {
        close();
        m_otherFaults = others;
        open();
    }

    /// Runs SQL on the closed file with the raw API, with all triggers dropped and no checks.
    void tamper(const QByteArray& sql);
    /// The same on the open file, from a second connection.
    void tamperLive(const QByteArray& sql);

    /// In memory where the system has such a place: what is not flushed is not looked at here.
    QTemporaryDir folder;
    QString storePath() const { return folder.filePath("store.sqlite"); }
    QString guardFolder() const { return folder.filePath("state"); }

    FakeClock clock;
    FakeScheduler scheduler{clock};
    ScriptedFaults faults;
    SeatKeys keys;
    QByteArray lane = "sea_1";
    QList<QByteArray> failures; ///< what the queue reported for good

    std::unique_ptr<SqliteStore> store;
    std::optional<GuardFile> guard;
    std::unique_ptr<Journal> journal;
    std::unique_ptr<WaveQueue> waves;

private:
    StoreFaults* m_otherFaults = nullptr;
};

/// What does not fit between journal, rows, outbox and guard after a fresh start; empty = all does.
[[nodiscard]] QList<QByteArray> whatDoesNotFit(JournalWorld& world);

} // namespace lockkeeper
