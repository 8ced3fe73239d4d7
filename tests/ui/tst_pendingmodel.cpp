// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pendingmodel.h"
#include "ui/pending/pendingview.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <array>

using namespace lockkeeper;

namespace {

constexpr qint64 kNow = 1'700'000'000'000;
constexpr qint64 kMinute = 60'000;
constexpr qint64 kDay = 24 * 60 * kMinute;

ActionId idOf(int number)
{
    return ActionId("act_" + QByteArray::number(number).rightJustified(8, '0'));
}

ActionSnapshot snapshot(int number, RiskLevel risk = RiskLevel::Low,
                        ActionState state = ActionState::Pending, qint64 decideIn = kDay)
{
    ActionSnapshot result;
    result.record.id = idOf(number);
    result.record.state = state;
    result.record.version = 1;
    result.record.risk = risk;
    result.record.tool = {"files", "write_file"};
    result.record.credential = CredentialId("crd_test");
    result.record.createdAtMs = kNow - kDay + number;
    result.record.decideByMs = kNow + 1; // the signed one is neither shown nor sorted by
    result.decideByMs = decideIn == 0 ? 0 : kNow + decideIn;
    result.labels.agentId = "atlas";
    result.summary = "Effect " + QByteArray::number(number);
    result.targets = {"file:a" + QByteArray::number(number) + ".txt"};
    return result;
}

ActionSnapshot moved(ActionSnapshot one, ActionState state)
{
    one.record.state = state;
    ++one.record.version;
    return one;
}

ActionSnapshot snoozed(ActionSnapshot one, qint64 forMs)
{
    one.snooze = {kNow + forMs, "ana", "later"};
    return one;
}

QList<ActionId> rowsOf(const PendingModel& model)
{
    QList<ActionId> rows;
    for (int row = 0; row < model.rowCount(); ++row)
        rows.append(model.actionAt(row));
    return rows;
}

QList<ActionId> ids(std::initializer_list<int> numbers)
{
    QList<ActionId> result;
    for (const int number : numbers)
        result.append(idOf(number));
    return result;
}

} // namespace

class TestPendingModel final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void firstRows_inAnEmptyList_comeAtOnceAndInOrder();
    void order_isCriticalThenSoonThenHighThenDecideByThenArrival();
    void arrival_besideRows_waitsInTheBuffer();
    void merge_withArrivals_sortsAndKeepsPersistentIndexes();
    void decidedElsewhere_staysInPlaceUntilTheMerge();
    void keptRow_thatIsGone_staysAcrossMerges();
    void goneRow_thatWaitsAgain_isNotGone();
    void olderVersion_afterANewerOne_isIgnored();
    void withdrawnInTheBuffer_neverGetsARow();
    void synchronise_afterAGap_findsWhatIsNewAndWhatIsGone();
    void filter_bySubstringAndRisk_hidesAndCountsUrgentOnes();
    void blank_showsNoRowAndForgetsNothing();
    void texts_ofEachColumn_areThoseOfTheSpecification();
    void sentence_forScreenReaders_isWhole();
    void hostileTexts_reachNoRoleAsTheyAre();
    void totals_countWhatWaits();
    void snoozed_isInItsOwnViewOnly();
    void snoozed_whoseTimeComes_arrivesAnew();
    void snoozedRow_thatIsKept_staysInItsPlace();
    void randomBatches_equalOneBatch();
    void thousandArrivals_moveNeitherScrollNorSelectionNorTheRowUnderThePointer();

private:
    qint64 m_now = kNow;
    std::unique_ptr<PendingModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestPendingModel::init()
{
    m_now = kNow;
    m_model = std::make_unique<PendingModel>(nullptr, [this]() { return m_now; });
    m_tester = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestPendingModel::cleanup()
{
    m_tester.reset();
    m_model.reset();
}

void TestPendingModel::firstRows_inAnEmptyList_comeAtOnceAndInOrder()
{
    m_model->apply({snapshot(1), snapshot(2, RiskLevel::Critical), snapshot(3, RiskLevel::High)});
    QCOMPARE(rowsOf(*m_model), ids({2, 3, 1}));
    QVERIFY2(!m_model->needsMerge(), "nothing waits in the buffer of an empty list");
}

void TestPendingModel::order_isCriticalThenSoonThenHighThenDecideByThenArrival()
{
    m_model->apply({
        snapshot(1, RiskLevel::Low, ActionState::Pending, 0),
        snapshot(2, RiskLevel::Low, ActionState::Pending, kDay),
        snapshot(3, RiskLevel::Medium, ActionState::Pending, kDay),
        snapshot(4, RiskLevel::Medium, ActionState::Pending, 2 * kMinute),
        snapshot(5, RiskLevel::Low, ActionState::Pending, 5 * kMinute),
        snapshot(6, RiskLevel::High, ActionState::Pending, kDay),
        snapshot(7, RiskLevel::High, ActionState::Pending, 6 * kMinute),
        snapshot(8, RiskLevel::Critical, ActionState::Pending, 0),
        snapshot(9, RiskLevel::Critical, ActionState::Pending, kDay),
        snapshot(10, RiskLevel::Low, ActionState::Pending, 6 * kMinute),
        snapshot(11, RiskLevel::Low, ActionState::Succeeded),
    });
    QCOMPARE(rowsOf(*m_model), ids({9, 8, 4, 5, 7, 6, 10, 2, 3, 1}));
}

void TestPendingModel::arrival_besideRows_waitsInTheBuffer()
{
    m_model->apply({snapshot(1)});
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    QSignalSpy laidOut(m_model.get(), &QAbstractItemModel::layoutChanged);
    m_model->apply({snapshot(2, RiskLevel::Critical), snapshot(3)});
    QVERIFY2(inserted.isEmpty() && laidOut.isEmpty(), "an arrival moves no row");
    QCOMPARE(rowsOf(*m_model), ids({1}));
    QCOMPARE(m_model->totals().fresh, 2);
    QCOMPARE(m_model->totals().freshCritical, 1);
    QVERIFY2(m_model->needsMerge(), "the buffer is to be merged");
}

void TestPendingModel::merge_withArrivals_sortsAndKeepsPersistentIndexes()
{
    m_model->apply({snapshot(1), snapshot(2)});
    const QPersistentModelIndex second(m_model->index(1, PendingModel::Effect));
    m_model->apply({snapshot(3, RiskLevel::Critical)});
    m_model->merge();
    QCOMPARE(rowsOf(*m_model), ids({3, 1, 2}));
    QCOMPARE(second.row(), 2);
    QCOMPARE(second.data().toString(), QStringLiteral("Effect 2"));
    QCOMPARE(m_model->totals().fresh, 0);
}

void TestPendingModel::decidedElsewhere_staysInPlaceUntilTheMerge()
{
    const ActionSnapshot first = snapshot(1);
    m_model->apply({first, snapshot(2), snapshot(3)});
    ActionSnapshot denied = moved(first, ActionState::Denied);
    denied.decidedBy = "bea";
    m_model->apply({denied});
    QCOMPARE(rowsOf(*m_model), ids({1, 2, 3}));
    QVERIFY2(m_model->index(0, 0).data(PendingModel::GoneRole).toBool(), "the row is gone");
    QCOMPARE(m_model->index(0, PendingModel::State).data().toString(),
             QStringLiteral("Denied by bea"));
    QCOMPARE(m_model->totals().gone, 1);
    m_model->merge();
    QCOMPARE(rowsOf(*m_model), ids({2, 3}));
    QVERIFY2(m_model->find(idOf(1)) == nullptr, "what has left is forgotten");
}

void TestPendingModel::keptRow_thatIsGone_staysAcrossMerges()
{
    const ActionSnapshot second = snapshot(2);
    m_model->apply({snapshot(1), second, snapshot(3)});
    m_model->setKept(idOf(2));
    m_model->apply({moved(second, ActionState::Expired)});
    m_model->merge();
    QCOMPARE(rowsOf(*m_model), ids({1, 2, 3}));
    QVERIFY2(!m_model->needsMerge(), "the kept row is no reason to merge");
    m_model->setKept(idOf(1));
    m_model->merge();
    QCOMPARE(rowsOf(*m_model), ids({1, 3}));
}

void TestPendingModel::goneRow_thatWaitsAgain_isNotGone()
{
    const ActionSnapshot one = snapshot(1);
    const ActionSnapshot approved = moved(one, ActionState::Approved);
    m_model->apply({one, snapshot(2)});
    m_model->apply({approved});
    QVERIFY2(m_model->index(0, 0).data(PendingModel::GoneRole).toBool(), "approved is gone");
    m_model->apply({moved(approved, ActionState::Pending)});
    QVERIFY2(!m_model->index(0, 0).data(PendingModel::GoneRole).toBool(), "it waits again");
    m_model->merge();
    QCOMPARE(rowsOf(*m_model), ids({1, 2}));
}

void TestPendingModel::olderVersion_afterANewerOne_isIgnored()
{
    const ActionSnapshot one = snapshot(1);
    m_model->apply({one, snapshot(2)});
    m_model->apply({moved(one, ActionState::Denied)});
    m_model->apply({one});
    QVERIFY2(m_model->index(0, 0).data(PendingModel::GoneRole).toBool(),
             "an older answer does not make a denied action wait again");
}

void TestPendingModel::withdrawnInTheBuffer_neverGetsARow()
{
    const ActionSnapshot second = snapshot(2);
    m_model->apply({snapshot(1)});
    m_model->apply({second});
    m_model->apply({moved(second, ActionState::Cancelled)});
    QVERIFY2(!m_model->needsMerge(), "there is nothing left to merge");
    m_model->merge();
    QCOMPARE(rowsOf(*m_model), ids({1}));
}

void TestPendingModel::synchronise_afterAGap_findsWhatIsNewAndWhatIsGone()
{
    m_model->apply({snapshot(1), snapshot(2)});
    const QHash<ActionId, ActionSnapshot> open{{idOf(2), snapshot(2)}, {idOf(3), snapshot(3)}};
    QCOMPARE(m_model->synchronise(open), ids({1}));
    QCOMPARE(rowsOf(*m_model), ids({1, 2}));
    QCOMPARE(m_model->index(0, PendingModel::State).data().toString(),
             QStringLiteral("No longer waiting"));
    m_model->merge();
    QCOMPARE(rowsOf(*m_model), ids({2, 3}));
}

void TestPendingModel::filter_bySubstringAndRisk_hidesAndCountsUrgentOnes()
{
    m_model->apply({snapshot(1), snapshot(2, RiskLevel::High), snapshot(3, RiskLevel::Critical)});
    m_model->setFilter(PendingFilter::fromText(QStringLiteral("risk:high,low WRITE_FILE")));
    QCOMPARE(rowsOf(*m_model), ids({2, 1}));
    QCOMPARE(m_model->totals().urgentFiltered, 1);
    QCOMPARE(m_model->totals().waiting, 3);
    m_model->apply({snapshot(4, RiskLevel::Critical), snapshot(5)});
    QCOMPARE(m_model->totals().fresh, 1);
    QCOMPARE(m_model->totals().urgentFiltered, 2);
    m_model->merge();
    QCOMPARE(rowsOf(*m_model), ids({2, 1, 5}));
    m_model->setFilter(PendingFilter::fromText(QStringLiteral("a2.txt")));
    QCOMPARE(rowsOf(*m_model), ids({2}));
    m_model->setFilter(PendingFilter::fromText(QStringLiteral("risk:nonsense")));
    QCOMPARE(rowsOf(*m_model), QList<ActionId>());
    m_model->setFilter({});
    QCOMPARE(rowsOf(*m_model), ids({3, 4, 2, 1, 5}));
}

void TestPendingModel::blank_showsNoRowAndForgetsNothing()
{
    m_model->apply({snapshot(1), snapshot(2)});
    m_model->setBlank(true);
    QCOMPARE(m_model->rowCount(), 0);
    m_model->apply({snapshot(3)});
    m_model->merge();
    QCOMPARE(m_model->rowCount(), 0);
    QCOMPARE(m_model->totals().waiting, 3);
    m_model->setBlank(false);
    QCOMPARE(rowsOf(*m_model), ids({1, 2}));
    QCOMPARE(m_model->totals().fresh, 1);
}

void TestPendingModel::texts_ofEachColumn_areThoseOfTheSpecification()
{
    constexpr qint64 kLeft = 252'000;
    ActionSnapshot one = snapshot(1, RiskLevel::High, ActionState::Pending, kLeft);
    one.record.createdAtMs = kNow - 31 * kMinute;
    one.targets = {"file:a.txt", "file:b.txt", "file:c.txt"};
    m_model->apply({one});
    const auto text = [this](PendingModel::Column column) {
        return m_model->index(0, column).data().toString();
    };
    QCOMPARE(text(PendingModel::Risk), QStringLiteral("High"));
    QCOMPARE(text(PendingModel::Expires), QStringLiteral("4:12"));
    QCOMPARE(text(PendingModel::Effect), QStringLiteral("Effect 1"));
    QCOMPARE(text(PendingModel::Target), QStringLiteral("file:a.txt and 2 more"));
    QCOMPARE(text(PendingModel::Tool), QStringLiteral("write_file · files"));
    QCOMPARE(text(PendingModel::Agent), QStringLiteral("atlas"));
    QCOMPARE(text(PendingModel::Waiting), QStringLiteral("31 m"));
    QCOMPARE(text(PendingModel::State), QStringLiteral("New"));
    m_model->setSeen(idOf(1));
    QCOMPARE(text(PendingModel::State), QString());
    m_now += kLeft;
    QCOMPARE(text(PendingModel::Expires), QStringLiteral("time is up"));
    QCOMPARE(durationText(1), QStringLiteral("0:01"));
    QCOMPARE(durationText(-5), QStringLiteral("0:00"));
    QCOMPARE(durationText(2 * 60 * kMinute), QStringLiteral("2 h"));
    QCOMPARE(durationText(3 * kDay), QStringLiteral("3 d"));
    QCOMPARE(expiresText(snapshot(2, RiskLevel::Low, ActionState::Pending, 0), kNow),
             QStringLiteral("no limit"));
    ActionSnapshot holding = moved(one, ActionState::Holding);
    holding.record.holdUntilMs = m_now + 3500;
    m_model->apply({holding});
    QCOMPARE(text(PendingModel::State), QStringLiteral("Holding 0:04"));
}

void TestPendingModel::sentence_forScreenReaders_isWhole()
{
    m_model->apply({snapshot(1, RiskLevel::High, ActionState::Pending, 4 * kMinute)});
    const QModelIndex risk = m_model->index(0, PendingModel::Risk);
    QCOMPARE(risk.data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("High. Effect 1. Target file:a1.txt. Agent atlas. Expires in 4 "
                            "minutes. New."));
    QCOMPARE(m_model->index(0, PendingModel::Tool).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("write_file · files"));
}

void TestPendingModel::hostileTexts_reachNoRoleAsTheyAre()
{
    const QByteArray hostile = "a\u202Eevil\u200B%1%2\nb";
    ActionSnapshot one = snapshot(1);
    one.summary = hostile;
    one.targets = {hostile};
    one.labels.agentId = hostile;
    one.record.tool = {hostile, hostile};
    m_model->apply({one});
    for (int column = 0; column < m_model->columnCount(); ++column) {
        for (const int role :
             {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)}) {
            const QString text = m_model->index(0, column).data(role).toString();
            for (const QChar forbidden : {QChar(0x202E), QChar(0x200B), QChar(u'\n')})
                QVERIFY2(!text.contains(forbidden), "no hidden character may be drawn");
        }
    }
    const QString sentence = m_model->index(0, 0).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(sentence.contains(QStringLiteral("%1%2")),
             "what an agent wrote is no place holder for what follows");
}

void TestPendingModel::totals_countWhatWaits()
{
    m_model->apply({snapshot(1), snapshot(2, RiskLevel::Medium, ActionState::Pending, kMinute),
                    snapshot(3, RiskLevel::High), snapshot(4, RiskLevel::Critical),
                    snapshot(5, RiskLevel::Critical, ActionState::Holding)});
    const PendingModel::Totals totals = m_model->totals();
    QCOMPARE(totals.waiting, 5);
    QCOMPARE(totals.low, 1);
    QCOMPARE(totals.medium, 1);
    QCOMPARE(totals.high, 1);
    QCOMPARE(totals.critical, 2);
    QCOMPARE(totals.urgent, 2);
    QCOMPARE(totals.oldestAtMs, kNow - kDay + 1);
}

void TestPendingModel::snoozed_isInItsOwnViewOnly()
{
    m_model->apply({snapshot(1), snapshot(2, RiskLevel::High), snapshot(3), snapshot(4)});
    QCOMPARE(rowsOf(*m_model), ids({2, 1, 3, 4}));
    m_model->apply(
        {snoozed(snapshot(2, RiskLevel::High), 20 * kMinute), snoozed(snapshot(3), 10 * kMinute)});
    QVERIFY2(rowsOf(*m_model) == ids({2, 1, 3, 4}), "no row moves by itself");
    QVERIFY2(m_model->index(0, 0).data(PendingModel::LeavesRole).toBool(),
             "a row that leaves is drawn so");
    PendingModel::Totals totals = m_model->totals();
    QCOMPARE(totals.waiting, 2);
    QCOMPARE(totals.high, 0);
    QCOMPARE(totals.snoozed, 2);
    QCOMPARE(totals.gone, 2);
    QVERIFY2(m_model->needsMerge(), "two rows leave");
    m_model->merge();
    QCOMPARE(rowsOf(*m_model), ids({1, 4}));
    QVERIFY2(!m_model->needsMerge(), "everything is in its place");

    m_model->setView(PendingModel::View::Snoozed);
    QVERIFY2(rowsOf(*m_model) == ids({3, 2}), "what comes back first is first");
    QVERIFY2(m_model->index(0, PendingModel::State)
                 .data()
                 .toString()
                 .startsWith(QLatin1String("Back at ")),
             "the row says when it is back");
    QCOMPARE(m_model->headerData(PendingModel::Expires, Qt::Horizontal).toString(),
             QStringLiteral("Back at"));
    QCOMPARE(m_model->index(0, PendingModel::Expires).data().toString(),
             returnText(snoozed(snapshot(3), 10 * kMinute)));
    m_model->apply({snapshot(5), snoozed(snapshot(6), 5 * kMinute)});
    totals = m_model->totals();
    QCOMPARE(totals.waiting, 3);
    QCOMPARE(totals.snoozed, 3);
    QVERIFY2(totals.fresh == 1, "the buffer of this view");
    m_model->merge();
    QCOMPARE(rowsOf(*m_model), ids({6, 3, 2}));
    m_model->setView(PendingModel::View::Open);
    QVERIFY2(rowsOf(*m_model) == ids({1, 4, 5}), "who changes over sees what there is");
}

void TestPendingModel::snoozed_whoseTimeComes_arrivesAnew()
{
    m_model->apply({snapshot(1), snoozed(snapshot(2), kMinute), snapshot(3)});
    QCOMPARE(rowsOf(*m_model), ids({1, 3}));
    m_model->setSeen(idOf(2));
    QSignalSpy moves(m_model.get(), &QAbstractItemModel::layoutChanged);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    m_now += kMinute - 1;
    m_model->takeReturns();
    QVERIFY2(!m_model->needsMerge(), "its time has not come");
    ++m_now;
    QSignalSpy totalsTold(m_model.get(), &PendingModel::totalsChanged);
    m_model->takeReturns();
    QCOMPARE(m_model->totals().waiting, 3);
    QCOMPARE(m_model->totals().fresh, 1);
    QVERIFY2(!totalsTold.isEmpty(), "the counts have changed");
    QVERIFY2(moves.isEmpty() && inserted.isEmpty(), "it waits in the buffer");
    m_model->merge();
    QCOMPARE(m_model->rowCount(), 3);
    const int row = m_model->rowOf(idOf(2));
    QVERIFY2(m_model->index(row, 0).data(PendingModel::UnreadRole).toBool(),
             "what comes back is as new");
    QCOMPARE(m_model->index(row, PendingModel::State).data().toString(), QStringLiteral("New"));
    // Brought back by somebody, without a new version.
    m_model->apply({snoozed(snapshot(1), 2 * kMinute)});
    m_model->merge();
    QCOMPARE(m_model->rowOf(idOf(1)), -1);
    m_model->apply({snapshot(1)});
    QCOMPARE(m_model->totals().fresh, 1);
}

void TestPendingModel::snoozedRow_thatIsKept_staysInItsPlace()
{
    m_model->apply({snapshot(1), snapshot(2)});
    m_model->setKept(idOf(1));
    m_model->apply({snoozed(snapshot(1), kMinute)});
    m_model->merge();
    QVERIFY2(rowsOf(*m_model) == ids({1, 2}), "the open row never vanishes");
    QVERIFY2(!m_model->needsMerge(), "nothing is left to do");
    m_model->setView(PendingModel::View::Snoozed);
    QCOMPARE(rowsOf(*m_model), ids({1}));
    m_model->setView(PendingModel::View::Open);
    QVERIFY2(rowsOf(*m_model) == ids({2}), "another view keeps nothing");
}

void TestPendingModel::randomBatches_equalOneBatch()
{
    const quint32 seed = QRandomGenerator::global()->generate();
    QRandomGenerator random(seed);
    const std::array states = {ActionState::Pending, ActionState::Holding, ActionState::Approved,
                               ActionState::Denied,  ActionState::Expired, ActionState::Unknown};
    QHash<ActionId, ActionSnapshot> newest;
    for (int round = 0; round < 400; ++round) {
        QList<ActionSnapshot> batch;
        for (int i = random.bounded(1, 6); i > 0; --i) {
            const int number = random.bounded(1, 60);
            ActionSnapshot one = newest.value(
                idOf(number), snapshot(number, RiskLevel(random.bounded(1, 5)),
                                       ActionState::Pending, random.bounded(0, 3) * 4 * kMinute));
            one.record.state = states.at(random.bounded(quint32(states.size())));
            ++one.record.version;
            newest.insert(one.record.id, one);
            batch.append(one);
        }
        m_model->apply(batch);
        if (random.bounded(5) == 0)
            m_model->merge();
        if (random.bounded(7) == 0)
            m_model->setKept(idOf(random.bounded(1, 60)));
        if (random.bounded(20) == 0)
            m_model->setFilter(PendingFilter::fromText(
                random.bounded(2) == 0 ? QString() : QStringLiteral("risk:high,critical")));
    }
    m_model->setFilter({});
    m_model->setKept({});
    m_model->merge();

    PendingModel other(nullptr, [this]() { return m_now; });
    other.apply(newest.values());
    other.merge();
    QVERIFY2(rowsOf(*m_model) == rowsOf(other),
             qPrintable(QStringLiteral("batches and one batch differ, seed %1").arg(seed)));
    QCOMPARE(m_model->totals().waiting, other.totals().waiting);
    for (int row = 0; row < other.rowCount(); ++row)
        QVERIFY2(m_model->find(other.actionAt(row))->snapshot.record ==
                     other.find(other.actionAt(row))->snapshot.record,
                 qPrintable(QStringLiteral("a row is outdated, seed %1").arg(seed)));
}

void TestPendingModel::thousandArrivals_moveNeitherScrollNorSelectionNorTheRowUnderThePointer()
{
    QList<ActionSnapshot> first;
    for (int number = 1; number <= 100; ++number)
        first.append(snapshot(number, RiskLevel::Medium));
    m_model->apply(first);
    PendingView view(*m_model);
    view.resize(900, 400);
    view.show();
    view.setCurrentRow(50);
    view.verticalScrollBar()->setValue(45 * PendingView::kRowHeight + 7);
    view.setFocus();
    QWidget* const focused = QApplication::focusWidget();
    const QPoint pointer(300, 200);
    const ActionId under = m_model->actionAt(view.rowAt(pointer.y()));
    const ActionId current = view.current();
    const int scroll = view.verticalScrollBar()->value();
    QSignalSpy changes(&view, &PendingView::currentActionChanged);

    for (int number = 101; number <= 1100; ++number) {
        m_model->apply({snapshot(number, RiskLevel(number % 4 + 1), ActionState::Pending,
                                 number % 7 * kMinute)});
        QCOMPARE(view.verticalScrollBar()->value(), scroll);
        QCOMPARE(m_model->actionAt(view.rowAt(pointer.y())), under);
        QCOMPARE(view.current(), current);
    }
    QVERIFY2(changes.isEmpty(), "no arrival may change the current row");
    QCOMPARE(QApplication::focusWidget(), focused);
    QCOMPARE(m_model->totals().fresh, 1000);

    // The merge moves rows; the current one stays where it is on the screen.
    const int y = view.rowViewportPosition(m_model->rowOf(current));
    view.mergeInPlace();
    QCOMPARE(m_model->rowCount(), 1100);
    QCOMPARE(view.current(), current);
    QCOMPARE(view.rowViewportPosition(m_model->rowOf(current)), y);
}

QTEST_MAIN(TestPendingModel)
#include "tst_pendingmodel.moc"
