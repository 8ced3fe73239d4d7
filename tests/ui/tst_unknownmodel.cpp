// SPDX-License-Identifier: Apache-2.0
#include "ui/unknown/unknownmodel.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

namespace lockkeeper {

namespace {

constexpr qint64 kNowMs = 1'700'000'000'000;

QByteArray key(char name)
{
    return QByteArray(32, name);
}

ActionSnapshot made(const QByteArray& id, ActionState state, const QByteArray& targetKeys,
                    EffectClass effect = EffectClass::Irreversible, qint64 ageMs = 1000)
{
    ActionSnapshot snapshot;
    snapshot.record.id = ActionId(id);
    snapshot.record.state = state;
    snapshot.record.version = 1;
    snapshot.record.effect = effect;
    snapshot.record.targetKeys = targetKeys;
    snapshot.record.createdAtMs = kNowMs - ageMs;
    snapshot.record.changedAtMs = kNowMs - ageMs;
    snapshot.summary = "Write the file " + id;
    snapshot.targets = {"file:" + id};
    if (state == ActionState::Approved)
        snapshot.waitReason = WaitReason::TargetReconciliation;
    return snapshot;
}

using Open = QHash<ActionId, ActionSnapshot>;

Open openOf(const QList<ActionSnapshot>& snapshots)
{
    Open open;
    for (const ActionSnapshot& snapshot : snapshots)
        open.insert(snapshot.record.id, snapshot);
    return open;
}

QList<QByteArray> idsOf(const UnknownModel& model)
{
    QList<QByteArray> ids;
    for (int row = 0; row < model.rowCount(); ++row)
        ids.append(model.rowAt(row).snapshot.record.id.value());
    return ids;
}

QString cell(const UnknownModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class TestUnknownModel : public QObject
{
    Q_OBJECT

private slots:
    void rows_ofUnknowns_areOrderedByWhatTheyBlockThenEffectThenAge();
    void waiting_onAnEqualTargetForReconciliation_isCountedAndNothingElse();
    void freed_callsThatAnotherUnknownHoldsToo_areNotCounted();
    void doubtful_snapshotReadAgain_countsAsWaiting();
    void change_ofAnything_movesNoRowUntilArranged();
    void settledRow_staysUntilArranged();
    void olderSnapshot_afterANewerOne_isIgnored();
    void briefSnapshot_afterTheWholeOne_keepsItsEvidence();
    void hold_running_isToldInSeconds();
    void blank_model_saysNothing();
    void randomChanges_underTheTester_keepCountsRight();
};

void TestUnknownModel::rows_ofUnknowns_areOrderedByWhatTheyBlockThenEffectThenAge()
{
    UnknownModel model;
    model.reset(
        openOf({made("young", ActionState::Unknown, key('y'), EffectClass::Irreversible, 10),
                made("old", ActionState::Unknown, key('o'), EffectClass::Irreversible, 900),
                made("mild", ActionState::Unknown, key('m'), EffectClass::Idempotent, 9000),
                made("blocks", ActionState::Unknown, key('b'), EffectClass::Idempotent, 5),
                made("pending", ActionState::Pending, key('p')),
                made("waits", ActionState::Approved, key('b'))}));
    QCOMPARE(idsOf(model), (QList<QByteArray>{"blocks", "old", "young", "mild"}));
    QCOMPARE(cell(model, 0, UnknownModel::Blocks), "1");
    QCOMPARE(model.openCount(), 4);
    QCOMPARE(model.blockingCount(), 1);
    QVERIFY2(model.isArranged(), "expected a model that was just read to be in order");
}

void TestUnknownModel::waiting_onAnEqualTargetForReconciliation_isCountedAndNothingElse()
{
    ActionSnapshot elsewhere = made("lease", ActionState::Approved, key('a'));
    elsewhere.waitReason = WaitReason::TargetLease;
    ActionSnapshot shifted = made("shifted", ActionState::Approved,
                                  QByteArray(16, 'b') + QByteArray(32, 'a') + QByteArray(16, 'b'));
    UnknownModel model;
    model.reset(openOf({made("unknown", ActionState::Unknown, key('a') + key('c')),
                        made("second", ActionState::Approved, key('b') + key('c')),
                        made("other", ActionState::Approved, key('d')), elsewhere, shifted,
                        made("running", ActionState::Running, key('a'))}));
    const QList<ActionId> waiting = model.rowAt(0).waiting;
    QCOMPARE(waiting, (QList<ActionId>{ActionId("second")}));
    QCOMPARE(model.doubtful(), (QList<ActionId>{ActionId("lease")}));
}

void TestUnknownModel::freed_callsThatAnotherUnknownHoldsToo_areNotCounted()
{
    UnknownModel model;
    model.reset(openOf({made("first", ActionState::Unknown, key('a')),
                        made("second", ActionState::Unknown, key('b')),
                        made("both", ActionState::Approved, key('a') + key('b')),
                        made("one", ActionState::Approved, key('a'))}));
    const UnknownRow& first = model.rowAt(model.rowOf(ActionId("first")));
    const UnknownRow& second = model.rowAt(model.rowOf(ActionId("second")));
    QCOMPARE(first.waiting.size(), 2);
    QCOMPARE(first.freed, 1);
    QCOMPARE(second.waiting.size(), 1);
    QCOMPARE(second.freed, 0);
}

void TestUnknownModel::doubtful_snapshotReadAgain_countsAsWaiting()
{
    ActionSnapshot stale = made("waits", ActionState::Approved, key('a'));
    stale.waitReason = WaitReason::TargetLease;
    const Open open = openOf({made("unknown", ActionState::Unknown, key('a')), stale});
    UnknownModel model;
    model.reset(open);
    QCOMPARE(cell(model, 0, UnknownModel::Blocks), "Nothing");
    model.takeFresh(open, {made("waits", ActionState::Approved, key('a'))});
    QCOMPARE(cell(model, 0, UnknownModel::Blocks), "1");
    QVERIFY2(model.doubtful().isEmpty(), "expected no doubt after the snapshot was read again");
}

void TestUnknownModel::change_ofAnything_movesNoRowUntilArranged()
{
    Open open = openOf({made("a", ActionState::Unknown, key('a'), EffectClass::Irreversible, 30),
                        made("b", ActionState::Unknown, key('b'), EffectClass::Irreversible, 20)});
    UnknownModel model;
    model.reset(open);
    QCOMPARE(idsOf(model), (QList<QByteArray>{"a", "b"}));
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    const QList<ActionSnapshot> changed = {
        made("older", ActionState::Unknown, key('o'), EffectClass::Irreversible, 99),
        made("waits", ActionState::Approved, key('b'))};
    for (const ActionSnapshot& snapshot : changed)
        open.insert(snapshot.record.id, snapshot);
    model.apply(open, changed);
    QCOMPARE(idsOf(model), (QList<QByteArray>{"a", "b", "older"}));
    QCOMPARE(removed.count() + reset.count(), 0);
    QVERIFY2(!model.isArranged(), "expected the model to say that it is out of order");
    model.arrange();
    QCOMPARE(idsOf(model), (QList<QByteArray>{"b", "older", "a"}));
}

void TestUnknownModel::settledRow_staysUntilArranged()
{
    UnknownModel model;
    model.reset(openOf(
        {made("a", ActionState::Unknown, key('a')), made("b", ActionState::Unknown, key('b'))}));
    ActionSnapshot settled = made("a", ActionState::Determined, key('a'));
    settled.record.version = 2;
    model.apply(openOf({made("b", ActionState::Unknown, key('b'))}), {settled});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.openCount(), 1);
    QCOMPARE(cell(model, model.rowOf(ActionId("a")), UnknownModel::State), "Settled by a person");
    model.arrange(ActionId("a"));
    QCOMPARE(model.rowCount(), 2);
    model.arrange();
    QCOMPARE(idsOf(model), (QList<QByteArray>{"b"}));
}

void TestUnknownModel::olderSnapshot_afterANewerOne_isIgnored()
{
    ActionSnapshot newer = made("a", ActionState::Unknown, key('a'));
    newer.record.version = 5;
    const Open open = openOf({newer});
    UnknownModel model;
    model.reset(open);
    model.apply(open, {made("a", ActionState::Running, key('a'))});
    QCOMPARE(model.openCount(), 1);
    QCOMPARE(model.rowAt(0).snapshot.record.version, 5);
}

void TestUnknownModel::briefSnapshot_afterTheWholeOne_keepsItsEvidence()
{
    const ActionSnapshot brief = made("a", ActionState::Unknown, key('a'));
    ActionSnapshot whole = brief;
    whole.resultSummary = "No reply came in time.";
    UnknownModel model;
    model.reset(openOf({brief}));
    QCOMPARE(model.unreadIn(0, 0), ActionId("a"));
    model.takeWhole(whole);
    QCOMPARE(model.unreadIn(0, 0), ActionId());
    QCOMPARE(cell(model, 0, UnknownModel::Evidence), "No reply came in time.");
    model.apply(openOf({brief}), {brief});
    QCOMPARE(cell(model, 0, UnknownModel::Evidence), "No reply came in time.");
    QCOMPARE(model.unreadIn(0, 0), ActionId("a"));
    whole.evidence = {{kNowMs, "tool", "strong", "attempt 1", "late answer"}};
    model.takeWhole(whole);
    QCOMPARE(cell(model, 0, UnknownModel::Evidence), "The tool answered (Strong)");
}

void TestUnknownModel::hold_running_isToldInSeconds()
{
    ActionSnapshot held = made("a", ActionState::Unknown, key('a'));
    held.record.holdUntilMs = kNowMs + 6500;
    UnknownModel model;
    model.setNow(kNowMs);
    model.reset(openOf({held}));
    QCOMPARE(cell(model, 0, UnknownModel::State), "Takes effect in 7 s");
    model.setNow(kNowMs + 6500);
    QCOMPARE(cell(model, 0, UnknownModel::State), "Open");
}

void TestUnknownModel::blank_model_saysNothing()
{
    UnknownModel model;
    model.reset(openOf({made("secret", ActionState::Unknown, key('a'))}));
    const auto said = [&model]() {
        QString all;
        for (int column = 0; column < UnknownModel::kColumns; ++column) {
            for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole),
                                   int(Qt::AccessibleTextRole), int(UnknownModel::ActionRole)})
                all += model.index(0, column).data(role).toString();
        }
        return all;
    };
    QVERIFY2(said().contains("secret"), "expected the values before the model is blank");
    model.setBlank(true);
    QCOMPARE(said(), QString());
    model.setBlank(false);
    QVERIFY2(said().contains("secret"), "expected the values after it is blank no longer");
}

void TestUnknownModel::randomChanges_underTheTester_keepCountsRight()
{
    constexpr int kRounds = 2000;
    constexpr int kActions = 40;
    const quint32 seed = QRandomGenerator::global()->generate();
    QRandomGenerator random(seed);
    UnknownModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    Open open;
    QHash<QByteArray, qint64> versions;
    for (int round = 0; round < kRounds; ++round) {
        const QByteArray id = "act" + QByteArray::number(random.bounded(kActions));
        const QList<ActionState> states = {ActionState::Unknown, ActionState::Determined,
                                           ActionState::Approved, ActionState::Running};
        ActionSnapshot snapshot =
            made(id, states.at(random.bounded(4)), key(char('a' + random.bounded(5))));
        snapshot.record.version = ++versions[id];
        if (snapshot.record.state == ActionState::Determined)
            open.remove(snapshot.record.id);
        else
            open.insert(snapshot.record.id, snapshot);
        model.apply(open, {snapshot});
        if (random.bounded(20) == 0)
            model.arrange();
        if (random.bounded(100) == 0)
            model.reset(open);
        int unknowns = 0;
        for (const ActionSnapshot& known : std::as_const(open))
            unknowns += known.record.state == ActionState::Unknown ? 1 : 0;
        QVERIFY2(model.openCount() == unknowns,
                 qPrintable(QStringLiteral("seed %1, round %2: expected %3 unknowns, got %4")
                                .arg(seed)
                                .arg(round)
                                .arg(unknowns)
                                .arg(model.openCount())));
    }
}

} // namespace lockkeeper

QTEST_GUILESS_MAIN(lockkeeper::TestUnknownModel)

#include "tst_unknownmodel.moc"
