// SPDX-License-Identifier: Apache-2.0
#include "support/historycore.h"
#include "ui/coreclient.h"
#include "ui/history/historymodel.h"
#include "ui/widgets/flattable.h"

#include <QAbstractItemModelTester>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace lockkeeper {

namespace {

constexpr qint64 kMillion = 1'000'000;
constexpr int kWaitMs = 5000;

} // namespace

class TestHistoryModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void emptyRecord_hasNoRows();
    void shortRecord_underTheTester_breaksNoRuleOfModels();
    void millionEntries_bothEndsAndTheMiddle_areShownWithinBounds();
    void everyRow_ofAShortRecord_isTheEntryOfItsPosition();
    void newRecords_waitUntilTheyAreWanted();
    void newestPage_thatHasGrown_isReadAgain();
    void selection_staysOnItsRecord_whenNewOnesAreShown();
    void silentCore_isAskedAgain_whenItSpeaks();
    void blankModel_saysNothingAndAsksNothing();

private:
    void start(qint64 newest);
    [[nodiscard]] bool isLoaded(int row) const
    {
        return m_model->index(row, 0).data(HistoryModel::LoadedRole).toBool();
    }
    void compareRow(int row);

    HistoryCore m_core;
    std::unique_ptr<CoreClient> m_client;
    std::unique_ptr<HistoryModel> m_model;
};

void TestHistoryModel::init()
{
    m_core = HistoryCore();
    m_client = std::make_unique<CoreClient>(m_core);
    m_model = std::make_unique<HistoryModel>(*m_client);
}

void TestHistoryModel::cleanup()
{
    m_client->stop();
    m_model.reset();
    m_client.reset();
}

void TestHistoryModel::start(qint64 newest)
{
    m_core.newest = newest;
    m_client->start();
    m_model->askNewest();
    QTRY_COMPARE_WITH_TIMEOUT(qint64(m_model->rowCount()), newest, kWaitMs);
}

void TestHistoryModel::compareRow(int row)
{
    const HistoryEntry expected = HistoryCore::entryAt(m_model->positionOf(row));
    const HistoryEntry* entry = m_model->entry(row);
    QVERIFY2(entry, qPrintable(QStringLiteral("expected row %1 to be here").arg(row)));
    QCOMPARE(entry->position, expected.position);
    QCOMPARE(entry->action, expected.action);
    QCOMPARE(entry->kind, expected.kind);
}

void TestHistoryModel::emptyRecord_hasNoRows()
{
    const QAbstractItemModelTester tester(m_model.get(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_client->start();
    m_model->askNewest();
    QTRY_COMPARE_WITH_TIMEOUT(m_core.asked.size(), 1, kWaitMs);
    m_model->setVisibleRows(0, -1);
    QCOMPARE(m_model->rowCount(), 0);
    QCOMPARE(m_core.asked.size(), 1);
}

/// The tester looks at every row at each change: the record is short for it.
void TestHistoryModel::shortRecord_underTheTester_breaksNoRuleOfModels()
{
    const QAbstractItemModelTester tester(m_model.get(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    constexpr int kRounds = 12;
    constexpr int kEntries = 450;
    start(kEntries);
    for (int round = 1; round <= kRounds; ++round) {
        const int row = round * 37;
        m_model->setVisibleRows(row, row + 10);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(row), kWaitMs);
        m_core.newest += round;
        m_model->askNewest();
        QTRY_COMPARE_WITH_TIMEOUT(m_model->newRecords(), round, kWaitMs);
        m_model->showNewest();
        m_model->setBlank(round % 2 == 0);
        m_model->setBlank(false);
    }
    QCOMPARE(qint64(m_model->rowCount()), m_core.newest);
}

void TestHistoryModel::millionEntries_bothEndsAndTheMiddle_areShownWithinBounds()
{
    FlatTable table;
    table.setModel(m_model.get());
    connect(&table, &FlatTable::visibleRowsChanged, m_model.get(), &HistoryModel::setVisibleRows);
    table.resize(800, 600);
    table.show();
    start(kMillion);
    QScrollBar* bar = table.verticalScrollBar();
    for (const int place : {bar->minimum(), bar->maximum(), bar->maximum() / 2}) {
        bar->setValue(place);
        const int first = table.rowAt(0);
        const int last = table.rowAt(table.viewport()->height() - 1);
        QVERIFY2(last > first, "expected the table to show several rows");
        QTRY_VERIFY2_WITH_TIMEOUT(isLoaded(first) && isLoaded(last),
                                  "expected the rows on screen to be fetched", kWaitMs);
        compareRow(first);
        compareRow(last);
    }
    QCOMPARE(m_model->positionOf(0), kMillion);
    QCOMPARE(m_model->positionOf(int(kMillion) - 1), 1);
    // All the way through, page by page: never more than the bound is kept.
    int mostKept = 0;
    constexpr int kSteps = 300;
    for (int step = 0; step <= kSteps; ++step) {
        bar->setValue(int(qint64(bar->maximum()) * step / kSteps));
        const int first = table.rowAt(0);
        QTRY_VERIFY2_WITH_TIMEOUT(isLoaded(first), "expected the first row on screen", kWaitMs);
        mostKept = std::max(mostKept, m_model->loadedPages());
    }
    QVERIFY2(mostKept <= HistoryModel::kMostPages,
             qPrintable(QStringLiteral("expected at most %1 pages, %2 were kept")
                            .arg(HistoryModel::kMostPages)
                            .arg(mostKept)));
    QVERIFY2(mostKept > HistoryModel::kMostPages / 2,
             "expected the walk to reach the bound, or it proves nothing");
    QCOMPARE(m_core.mostRows, HistoryModel::kPageRows);
    QVERIFY2(m_core.mostOpen <= HistoryModel::kMostAsked + 1,
             qPrintable(QStringLiteral("expected few questions at a time, there were %1")
                            .arg(m_core.mostOpen)));
}

void TestHistoryModel::everyRow_ofAShortRecord_isTheEntryOfItsPosition()
{
    constexpr int kEntries = 2 * HistoryModel::kPageRows + 17;
    start(kEntries);
    m_model->setVisibleRows(0, kEntries - 1);
    QTRY_VERIFY_WITH_TIMEOUT(isLoaded(0) && isLoaded(kEntries - 1), kWaitMs);
    for (int row = 0; row < kEntries; ++row)
        compareRow(row);
    QCOMPARE(m_model->index(kEntries - 1, HistoryModel::What).data().toString(),
             "Approved by a person");
    QCOMPARE(m_model->index(kEntries - 1, HistoryModel::By).data().toString(), "bea");
    QCOMPARE(m_model->rowOf(1), kEntries - 1);
    QCOMPARE(m_model->rowOf(0), -1);
    QCOMPARE(m_model->rowOf(kEntries + 1), -1);
}

void TestHistoryModel::newRecords_waitUntilTheyAreWanted()
{
    start(1000);
    m_model->setVisibleRows(0, 20);
    QTRY_VERIFY_WITH_TIMEOUT(isLoaded(0), kWaitMs);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    m_core.newest = 1007;
    m_model->askNewest();
    QTRY_COMPARE_WITH_TIMEOUT(m_model->newRecords(), 7, kWaitMs);
    QCOMPARE(inserted.count(), 0);
    QCOMPARE(m_model->positionOf(0), 1000);
    m_model->showNewest();
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(m_model->positionOf(0), 1007);
    QCOMPARE(m_model->newRecords(), 0);
}

void TestHistoryModel::newestPage_thatHasGrown_isReadAgain()
{
    start(1000 + 5);
    m_model->setVisibleRows(0, 20);
    QTRY_VERIFY_WITH_TIMEOUT(isLoaded(0), kWaitMs);
    m_core.newest = 1000 + 9;
    m_model->askNewest();
    QTRY_COMPARE_WITH_TIMEOUT(m_model->newRecords(), 4, kWaitMs);
    m_model->showNewest();
    m_model->setVisibleRows(0, 20);
    QTRY_VERIFY2_WITH_TIMEOUT(isLoaded(0), "expected the newest page to be read again", kWaitMs);
    compareRow(0);
    compareRow(4);
}

void TestHistoryModel::selection_staysOnItsRecord_whenNewOnesAreShown()
{
    start(500);
    const QPersistentModelIndex selected = m_model->index(3, 0);
    m_core.newest = 520;
    m_model->askNewest();
    QTRY_COMPARE_WITH_TIMEOUT(m_model->newRecords(), 20, kWaitMs);
    m_model->showNewest();
    QCOMPARE(selected.row(), 23);
    QCOMPARE(selected.data(HistoryModel::PositionRole).toLongLong(), 497);
}

void TestHistoryModel::silentCore_isAskedAgain_whenItSpeaks()
{
    start(5000);
    m_core.isSilent = true;
    m_model->setVisibleRows(2000, 2030);
    m_model->setVisibleRows(4000, 4030);
    const qsizetype asked = m_core.asked.size();
    m_model->setVisibleRows(100, 130);
    QCOMPARE(m_core.asked.size(), asked); // the bound of open questions is reached
    m_core.isSilent = false;
    m_model->askAgain();
    QTRY_VERIFY2_WITH_TIMEOUT(isLoaded(100) && isLoaded(130),
                              "expected the visible rows after the core speaks again", kWaitMs);
}

void TestHistoryModel::blankModel_saysNothingAndAsksNothing()
{
    start(1000);
    m_model->setVisibleRows(0, 10);
    QTRY_VERIFY_WITH_TIMEOUT(isLoaded(0), kWaitMs);
    m_model->setBlank(true);
    const qsizetype asked = m_core.asked.size();
    for (int column = 0; column < HistoryModel::kColumns; ++column) {
        for (const int role :
             {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)})
            QCOMPARE(m_model->index(0, column).data(role).toString(), QString());
    }
    m_model->setVisibleRows(600, 620);
    QCOMPARE(m_core.asked.size(), asked);
    m_model->setBlank(false);
    QTRY_VERIFY2_WITH_TIMEOUT(isLoaded(600), "expected what is on screen after unlocking", kWaitMs);
}

} // namespace lockkeeper

QTEST_MAIN(lockkeeper::TestHistoryModel)

#include "tst_historymodel.moc"
