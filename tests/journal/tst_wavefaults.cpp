// SPDX-License-Identifier: Apache-2.0
// The store fails its Nth statement, N grows until the run is clean; after each a fresh start.
#include "core/journal/actionrows.h"
#include "support/journalworld.h"

#include <QTest>

namespace lockkeeper {

namespace {

using Effect = StoreFaults::Effect;

// Native codes of SQLite.
constexpr int kInputOutput = 10;
constexpr int kFull = 13;

/// What a scenario's owner was told of each action: the state it must be in after a restart.
struct Expected
{
    /// One state if it is known, two if an outcome was unknown.
    QHash<ActionId, QSet<ActionState>> states;

    void tell(const ActionId& id, ActionState before, ActionState after,
              const CommandOutcome& outcome)
    {
        if (!states.contains(id))
            states[id] = {before};
        if (outcome.result)
            states[id] = {after};
        else if (outcome.result.error().code() == ErrorCode::OutcomeUnknown)
            states[id].insert(after);
    }
};

/// Two actions through a life, in five waves with commands that fail between those that do not.
Expected lifeOfTwo(JournalWorld& world)
{
    using S = ActionState;
    using E = ActionEvent;
    Expected expected;
    const ActionId a = JournalWorld::idOf(1);
    const ActionId b = JournalWorld::idOf(2);
    const auto wave = [&](std::vector<WaveCommand> commands) {
        return world.runWave(std::move(commands));
    };
    auto outcomes = wave(
        {world.admission(1), world.change(ActionId("act_none"), {E::Undone}), world.admission(2)});
    // Proposed stands for "no row": a stored row is never proposed.
    expected.tell(a, S::Proposed, S::Pending, outcomes[0]);
    expected.tell(b, S::Proposed, S::Pending, outcomes[2]);
    outcomes = wave({world.change(a, {E::OperatorApproved, E::HoldElapsed}),
                     [&](UnitOfWork& unit) -> Result<void> {
                         LK_CHECK(world.change(b, {E::OperatorDenied})(unit));
                         return Error(ErrorCode::Cancelled, "the command takes it back");
                     },
                     world.change(b, {E::OperatorApproved})});
    expected.tell(a, S::Pending, S::Approved, outcomes[0]);
    expected.tell(b, S::Pending, S::Holding, outcomes[2]);
    outcomes = wave({world.change(a, {E::Claimed}), world.change(b, {E::Undone})});
    expected.tell(a, S::Approved, S::Running, outcomes[0]);
    expected.tell(b, S::Holding, S::Pending, outcomes[1]);
    outcomes = wave({world.change(a, {E::Succeeded})});
    expected.tell(a, S::Running, S::Succeeded, outcomes[0]);
    return expected;
}

/// The states that the rows have now; Proposed for a row that is not there.
QHash<ActionId, ActionState> statesOf(JournalWorld& world)
{
    QHash<ActionId, ActionState> states;
    for (int number : {1, 2}) {
        const ActionId id = JournalWorld::idOf(number);
        const auto row = findAction(world.store->session(), id);
        if (!row)
            qFatal("%s", row.error().describe().constData());
        states[id] = *row ? (*row)->state : ActionState::Proposed;
    }
    return states;
}

} // namespace

class WaveFaultsTest : public QObject
{
    Q_OBJECT

private slots:
    void failureAtEveryStatement_leavesNothingHalfDone_data();
    void failureAtEveryStatement_leavesNothingHalfDone();
};

void WaveFaultsTest::failureAtEveryStatement_leavesNothingHalfDone_data()
{
    QTest::addColumn<int>("effect");
    QTest::addColumn<int>("native");
    QTest::addColumn<bool>("forGood");
    const auto row = [](const char* name, Effect effect, int native, bool forGood) {
        QTest::newRow(name) << static_cast<int>(effect) << native << forGood;
    };
    row("no room", Effect::Fail, kFull, false);
    row("no room, transaction dropped", Effect::DropTransaction, kFull, false);
    row("I/O error", Effect::Fail, kInputOutput, false);
    row("I/O error after it was done", Effect::FailAfterwards, kInputOutput, false);
    row("I/O errors for good", Effect::Fail, kInputOutput, true);
    row("I/O errors after it was done, for good", Effect::FailAfterwards, kInputOutput, true);
}

void WaveFaultsTest::failureAtEveryStatement_leavesNothingHalfDone()
{
    QFETCH(int, effect);
    QFETCH(int, native);
    QFETCH(bool, forGood);
    int nth = 0;
    int hits = 1;
    while (hits > 0) {
        ++nth;
        QVERIFY2(nth < 500, "the scenario must end");
        JournalWorld world;
        world.faults.failAt(nth, {static_cast<Effect>(effect), native}, {}, forGood);
        const Expected expected = lifeOfTwo(world);
        hits = world.faults.hits();
        const QByteArray at = "statement " + QByteArray::number(nth) + " (" +
                              world.faults.statements().value(nth - 1) + "): ";
        const auto wrong = whatDoesNotFit(world);
        QVERIFY2(wrong.isEmpty(), (at + wrong.join("; ")).constData());
        const auto states = statesOf(world);
        for (auto it = states.cbegin(); it != states.cend(); ++it)
            QVERIFY2(expected.states[it.key()].contains(it.value()),
                     (at + it.key().value() + " is in state " +
                      QByteArray::number(static_cast<int>(it.value())) +
                      ", which is not what was told")
                         .constData());
        // And it goes on: whatever is left can be finished.
        QVERIFY2(world.run(world.admission(3)).guarded, at.constData());
    }
    QVERIFY2(nth > 40, "the scenario must have been walked through");
}

} // namespace lockkeeper

QTEST_GUILESS_MAIN(lockkeeper::WaveFaultsTest)
#include "tst_wavefaults.moc"
