// SPDX-License-Identifier: Apache-2.0
// The models of the area Runs: what they keep, what moves, what it costs at a million rows.
#include "ui/runs/progresstext.h"
#include "ui/runs/runitemsmodel.h"
#include "ui/runs/runpresentation.h"
#include "ui/runs/runsmodel.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>
#include <QtTest>

#include <random>

#include <time.h>

using namespace lockkeeper;

namespace {

constexpr qint64 kNow = 1'700'000'000'000;

RunSnapshot makeRun(int number, ActionState state = ActionState::Succeeded, qint64 count = 1)
{
    RunSnapshot run;
    run.key = "run_" + QByteArray::number(number);
    run.credential = CredentialId("crd_1");
    run.agentName = "Atlas";
    run.labels.runId = "r" + QByteArray::number(number);
    run.newest = SubmissionId("sub_" + QByteArray::number(number).rightJustified(8, '0'));
    run.firstAtMs = kNow - 1000;
    run.newestAtMs = kNow - 500;
    run.submissions = 1;
    run.counts.byCode.at(size_t(state)) = count;
    return run;
}

/// A run of any size whose calls are computed when they are asked for.
RunAction computed(qint64 place)
{
    RunAction action;
    action.place = place;
    ActionRecord& record = action.snapshot.record;
    record.id = ActionId("act_" + QByteArray::number(place).rightJustified(9, '0'));
    record.version = 2;
    record.state = place % 10 == 0 ? ActionState::Failed : ActionState::Succeeded;
    record.tool = {"files", "write_file"};
    record.attempts = 1;
    record.createdAtMs = kNow - 5000;
    action.snapshot.summary = "Write the file number " + QByteArray::number(place);
    action.snapshot.resultSummary = "written";
    action.startedAtMs = kNow - 4000;
    action.endedAtMs = kNow - 3000;
    return action;
}

RunPage pageOf(const RunActionsQuery& query, qint64 total)
{
    RunPage page;
    page.run = query.run;
    for (qint64 place = query.from; place < total && page.actions.size() < query.limit; ++place) {
        const RunAction action = computed(place);
        if (query.states.isEmpty() || query.states.contains(action.snapshot.record.state))
            page.actions.append(action);
        page.next = place + 1;
    }
    page.isLast = page.next >= total;
    return page;
}

/// Answers each page in the next round of the event loop, as the core does.
void serve(RunItemsModel& model, qint64& total, int* asked = nullptr)
{
    QObject::connect(
        &model, &RunItemsModel::pageWanted, &model,
        [&model, &total, asked](const RunActionsQuery& query) {
            if (asked)
                ++*asked;
            model.takePage(query.from, pageOf(query, total));
        },
        Qt::QueuedConnection);
}

/// Of this thread: other work of the machine does not count.
double cpuMs()
{
    timespec now = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

QList<QByteArray> keysOf(const RunsModel& model)
{
    QList<QByteArray> keys;
    for (int row = 0; row < model.rowCount(); ++row)
        keys.append(model.run(row).key);
    return keys;
}

} // namespace

class RunsModelTest : public QObject
{
    Q_OBJECT

private slots:
    void list_isInOrder_afterMerge();
    void news_doNotMoveRows_untilMerged();
    void selection_staysOnItsRun_whenMerged();
    void randomBatches_equalOneBatch();
    void pages_areWantedUntilTheLast();
    void progress_isInWordsWithNumbers();
    void state_withAnUnknown_isNeverWordedAsFine();
    void state_whileAPersonIsNeeded_saysSoFirst();
    void items_ofAMillion_keepOnlyWhatWasLookedAt();
    void items_flownBy_areNotAllRead();
    void items_thatGrow_keepTheirRows();
    void items_ofAnEvictedPage_areReadAgain();
    void items_thatChange_changeOnlyTheirRows();
    void items_withAnOlderSnapshot_stay();
    void progress_ofARunningCall_isShownWithItsAge();
    void progress_numbers_areSaidWithTheirShare_data();
    void progress_numbers_areSaidWithTheirShare();
    void heartbeat_isNoSignOfLife();
    void filter_readsUntilAPageIsFull();
    void filter_beyondItsLimit_saysSo();
    void page_ofARunThatWasLeft_isDropped();
    void failedPage_isAskedForAgain();
    void million_scrolledThrough_staysUnderAFrame();
};

void RunsModelTest::list_isInOrder_afterMerge()
{
    RunsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({makeRun(4, ActionState::Pending), makeRun(9), makeRun(3)}, true);
    model.apply({makeRun(5, ActionState::Unknown), makeRun(10), makeRun(2, ActionState::Pending)});
    QCOMPARE(model.arrived(), 3);
    model.merge();
    QCOMPARE(keysOf(model),
             (QList<QByteArray>{"run_4", "run_2", "run_5", "run_10", "run_9", "run_3"}));
    QVERIFY2(!model.isStale(), "nothing is left to take in");
}

void RunsModelTest::news_doNotMoveRows_untilMerged()
{
    RunsModel model;
    model.append({makeRun(9), makeRun(3)}, true);
    QSignalSpy moved(&model, &QAbstractItemModel::layoutChanged);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    model.apply({makeRun(3, ActionState::Pending), makeRun(12)});
    QCOMPARE(moved.size() + inserted.size(), 0);
    QCOMPARE(keysOf(model), (QList<QByteArray>{"run_9", "run_3"}));
    QCOMPARE(cell(model, 1, RunsModel::Waiting), QStringLiteral("1"));
    QVERIFY2(model.isStale(), "the list says that another order is due");
    model.merge();
    QCOMPARE(keysOf(model), (QList<QByteArray>{"run_3", "run_12", "run_9"}));
}

void RunsModelTest::selection_staysOnItsRun_whenMerged()
{
    RunsModel model;
    model.append({makeRun(9), makeRun(3)}, true);
    const QPersistentModelIndex selected(model.index(1, RunsModel::State));
    model.apply({makeRun(20), makeRun(21, ActionState::Pending)});
    model.merge();
    QVERIFY(selected.isValid());
    QCOMPARE(model.run(selected.row()).key, QByteArray("run_3"));
    QCOMPARE(selected.column(), int(RunsModel::State));
}

void RunsModelTest::randomBatches_equalOneBatch()
{
    const unsigned seed = std::random_device()();
    std::mt19937 random(seed);
    QHash<QByteArray, RunSnapshot> last;
    RunsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({makeRun(1)}, true);
    last.insert("run_1", makeRun(1));
    const QList<ActionState> states = {ActionState::Pending, ActionState::Running,
                                       ActionState::Succeeded, ActionState::Unknown};
    for (int round = 0; round < 200; ++round) {
        QList<RunSnapshot> batch;
        const int size = int(random() % 5);
        for (int i = 0; i < size; ++i) {
            const RunSnapshot run =
                makeRun(int(random() % 40), states.at(int(random() % states.size())));
            batch.append(run);
            last.insert(run.key, run);
        }
        model.apply(batch);
        if (random() % 4 == 0)
            model.merge();
    }
    model.merge();
    RunsModel once;
    once.apply(last.values());
    once.merge();
    QVERIFY2(keysOf(model) == keysOf(once),
             qPrintable(QStringLiteral("batches gave another list, seed %1").arg(seed)));
    for (int row = 0; row < model.rowCount(); ++row) {
        QVERIFY2(model.run(row).counts == once.run(row).counts,
                 qPrintable(QStringLiteral("batches gave other counts, seed %1").arg(seed)));
        QCOMPARE(model.rowOf(model.run(row).key), row);
    }
}

void RunsModelTest::pages_areWantedUntilTheLast()
{
    RunsModel model;
    QSignalSpy wanted(&model, &RunsModel::moreWanted);
    model.fetchMore({});
    QCOMPARE(wanted.size(), 1);
    model.fetchMore({});
    QVERIFY2(wanted.size() == 1, "a page that is on its way is not asked for twice");
    model.append({makeRun(9, ActionState::Pending), makeRun(8)}, false);
    QVERIFY(model.canFetchMore({}));
    model.fetchMore({});
    const auto after = wanted.constLast().constFirst().value<RunCursor>();
    QCOMPARE(after.attention, 0);
    QCOMPARE(after.newest, SubmissionId("sub_00000008"));
    model.pageFailed();
    QVERIFY2(model.canFetchMore({}), "what could not be read is asked for again");
    model.fetchMore({});
    model.append({makeRun(7)}, true);
    QVERIFY2(!model.canFetchMore({}), "nothing is behind the last page");
}

void RunsModelTest::progress_isInWordsWithNumbers()
{
    StateCounts counts;
    counts.byCode.at(size_t(ActionState::Succeeded)) = 12;
    counts.byCode.at(size_t(ActionState::Running)) = 3;
    counts.byCode.at(size_t(ActionState::Pending)) = 1;
    QCOMPARE(runProgressText(counts), QStringLiteral("12 done · 3 running · 1 waiting"));
    qint64 number = 1;
    StateCounts all;
    for (const ActionState state : kAllActionStates) {
        if (state != ActionState::Proposed)
            all.byCode.at(size_t(state)) = number * 100;
        ++number;
    }
    qint64 told = 0;
    const QStringList parts = runProgressText(all).split(QStringLiteral(" · "));
    for (QString part : parts)
        told += part.section(QLatin1Char(' '), 0, 0).remove(QLatin1Char(',')).toLongLong();
    QVERIFY2(told == all.total(), "each call is in exactly one number");
}

void RunsModelTest::state_withAnUnknown_isNeverWordedAsFine()
{
    RunSnapshot run = makeRun(1, ActionState::Succeeded, 1985);
    QCOMPARE(runStateText(run, kNow), QStringLiteral("All 1,985 succeeded"));
    run.counts.byCode.at(size_t(ActionState::Unknown)) = 7;
    run.counts.byCode.at(size_t(ActionState::Failed)) = 8;
    const QString text = runStateText(run, kNow);
    QVERIFY2(text.contains(QStringLiteral("7 unknown")) && !text.contains(QStringLiteral("All")),
             qPrintable(QStringLiteral("an open end must be in the words, not: ") + text));
    QVERIFY2(runStateTone(run.counts) == RunTone::Unknown,
             "a run with an unknown is drawn as unknown");
    // Also when everything else succeeded.
    run.counts.byCode.at(size_t(ActionState::Failed)) = 0;
    QVERIFY2(!runStateText(run, kNow).startsWith(QStringLiteral("All")),
             "one unknown among successes is no success");
}

void RunsModelTest::state_whileAPersonIsNeeded_saysSoFirst()
{
    RunSnapshot run = makeRun(1, ActionState::Pending, 4);
    run.counts.byCode.at(size_t(ActionState::Running)) = 18;
    run.oldestPendingAtMs = kNow - 6 * 60 * 1000;
    const QString text = runStateText(run, kNow);
    QVERIFY2(text.startsWith(QStringLiteral("Waiting for 4")), qPrintable(text));
    QVERIFY2(text.endsWith(QStringLiteral("oldest 6 min")), qPrintable(text));
}

void RunsModelTest::items_ofAMillion_keepOnlyWhatWasLookedAt()
{
    qint64 total = 1'000'000;
    RunItemsModel model;
    serve(model, total);
    model.setRun("run_1", total);
    QCOMPARE(model.rowCount(), 1'000'000);
    for (int page = 0; page < 100; ++page) {
        const int row = page * 9'000;
        QVERIFY2(model.item(row).place < 0, "nothing is read before it is looked at");
        QCOMPARE(cell(model, row, RunItemsModel::State), QStringLiteral("Reading …"));
        QTRY_COMPARE(model.item(row).place, row);
        QCOMPARE(cell(model, row, RunItemsModel::Place), QLocale().toString(row + 1));
        QCOMPARE(cell(model, row, RunItemsModel::Result), QStringLiteral("written"));
    }
    QVERIFY2(model.keptPages() <= RunItemsModel::kMaximumPages,
             "of a million rows only some pages are kept");
}

void RunsModelTest::items_flownBy_areNotAllRead()
{
    qint64 total = 1'000'000;
    int asked = 0;
    RunItemsModel model;
    serve(model, total, &asked);
    model.setRun("run_1", total);
    for (int row = 0; row < total; row += RunItemsModel::kPageSize)
        (void)cell(model, row, RunItemsModel::State);
    QTRY_COMPARE(model.item(int(total) - RunItemsModel::kPageSize).place,
                 total - RunItemsModel::kPageSize);
    QVERIFY2(asked <= 12, "whoever scrolls through a million rows reads where they stop");
}

void RunsModelTest::items_thatGrow_keepTheirRows()
{
    qint64 total = 150;
    RunItemsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    serve(model, total);
    model.setRun("run_1", total);
    (void)cell(model, 0, RunItemsModel::State);
    QTRY_COMPARE(model.item(149).place, 149);
    total = 450;
    model.setTotal(total);
    QCOMPARE(model.rowCount(), 450);
    QCOMPARE(model.item(10).place, 10);
    QTRY_COMPARE(model.item(199).place, 199); // the page that was not full is read again
    model.setTotal(10);
    QVERIFY2(model.rowCount() == 450, "a run never gets shorter");
}

void RunsModelTest::items_ofAnEvictedPage_areReadAgain()
{
    qint64 total = 100'000;
    RunItemsModel model;
    serve(model, total);
    model.setRun("run_1", total);
    for (int page = 0; page <= RunItemsModel::kMaximumPages; ++page) {
        (void)cell(model, page * RunItemsModel::kPageSize, RunItemsModel::State);
        QTRY_VERIFY(model.item(page * RunItemsModel::kPageSize).place >= 0);
    }
    QCOMPARE(model.item(0).place, -1);
    QCOMPARE(model.rowOf(computed(0).snapshot.record.id), -1);
    (void)cell(model, 0, RunItemsModel::State);
    QTRY_COMPARE(model.item(0).place, 0);
}

void RunsModelTest::items_thatChange_changeOnlyTheirRows()
{
    qint64 total = 100;
    RunItemsModel model;
    serve(model, total);
    model.setRun("run_1", total);
    (void)cell(model, 0, RunItemsModel::State);
    QTRY_COMPARE(model.item(0).place, 0);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QList<ActionSnapshot> changes;
    for (const int place : {7, 8, 30}) {
        ActionSnapshot snapshot = computed(place).snapshot;
        snapshot.record.version = 3;
        snapshot.record.state = ActionState::Unknown;
        changes.append(snapshot);
    }
    ActionSnapshot other;
    other.record.id = ActionId("act_of_another_run");
    changes.append(other);
    model.apply(changes);
    QVERIFY2(changed.isEmpty(), "live changes are shown at most ten times a second");
    QTRY_COMPARE(changed.size(), 2);
    QCOMPARE(changed[0][0].toModelIndex().row(), 7);
    QCOMPARE(changed[0][1].toModelIndex().row(), 8);
    QCOMPARE(changed[1][0].toModelIndex().row(), 30);
    QCOMPARE(cell(model, 8, RunItemsModel::State), QStringLiteral("Outcome unknown"));
}

void RunsModelTest::items_withAnOlderSnapshot_stay()
{
    qint64 total = 10;
    RunItemsModel model;
    serve(model, total);
    model.setRun("run_1", total);
    (void)cell(model, 0, RunItemsModel::State);
    QTRY_COMPARE(model.item(3).place, 3);
    ActionSnapshot older = computed(3).snapshot;
    older.record.version = 1;
    older.record.state = ActionState::Running;
    ActionSnapshot newer = computed(4).snapshot;
    newer.record.version = 3;
    newer.record.state = ActionState::Unknown;
    model.apply({older, newer});
    QTRY_COMPARE(model.item(4).state, ActionState::Unknown);
    QVERIFY2(model.item(3).state == ActionState::Succeeded, "an older word changes nothing");
}

void RunsModelTest::progress_ofARunningCall_isShownWithItsAge()
{
    RunItemsModel model;
    model.setNow(kNow);
    model.setRun("run_1", 1);
    connect(&model, &RunItemsModel::pageWanted, &model, [&model](const RunActionsQuery& query) {
        RunPage page = pageOf(query, 1);
        page.actions[0].snapshot.record.state = ActionState::Running;
        page.actions[0].snapshot.resultSummary.clear();
        page.actions[0].endedAtMs = 0;
        model.takePage(query.from, page);
    });
    (void)cell(model, 0, RunItemsModel::State);
    QTRY_COMPARE(model.item(0).place, 0);
    QCOMPARE(cell(model, 0, RunItemsModel::Took), QStringLiteral("4.0 s"));
    CoreEvent event;
    event.type = "tool_progress";
    event.actionId = model.item(0).action.value();
    event.atMs = kNow - 3000;
    event.details = R"({"heartbeat":false,"text":"row 5 \u202Eof 9"})";
    model.applyProgress({event});
    QTRY_COMPARE(model.item(0).lastSignAtMs, kNow - 3000);
    const QString shown = cell(model, 0, RunItemsModel::Result);
    QVERIFY2(shown.startsWith(QStringLiteral("Last sign 3 s ago")), qPrintable(shown));
    QVERIFY2(shown.contains(QStringLiteral("row 5")), qPrintable(shown));
    QVERIFY2(!shown.contains(QChar(0x202E)), "a tool's words are drawn with everything visible");
}

void RunsModelTest::progress_numbers_areSaidWithTheirShare_data()
{
    QTest::addColumn<QByteArray>("details");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* name, const char* details, const QString& shown) {
        QTest::newRow(name) << QByteArray(details) << shown;
    };
    row("numbers", R"({"current":3,"total":10})", QStringLiteral("3 of 10 (30 %)"));
    row("with words", R"({"current":3,"total":10,"text":"copying"})",
        QStringLiteral("3 of 10 (30 %): copying"));
    row("nearly all", R"({"current":999,"total":1000})", QStringLiteral("999 of 1000 (99 %)"));
    row("all", R"({"current":10,"total":10})", QStringLiteral("10 of 10 (100 %)"));
    row("no total", R"({"current":7})", QStringLiteral("7"));
    row("fraction", R"({"current":0.25,"total":1})", QStringLiteral("0.25 of 1 (25 %)"));
    row("more than all", R"({"current":12,"total":10})", QStringLiteral("12 of 10"));
    row("total of nothing", R"({"current":0,"total":0})", QStringLiteral("0 of 0"));
    row("too big", R"({"current":1e400,"total":10,"text":"far"})", QStringLiteral("far"));
    row("no numbers", R"({"current":"3","total":10,"text":"words"})", QStringLiteral("words"));
    row("nothing", R"({"total":10})", QString());
}

void RunsModelTest::progress_numbers_areSaidWithTheirShare()
{
    QFETCH(const QByteArray, details);
    QFETCH(const QString, shown);
    const QLocale before;
    QLocale plain = QLocale::c();
    plain.setNumberOptions(QLocale::OmitGroupSeparator);
    QLocale::setDefault(plain);
    const QString text = progressText(JsonView(QByteArrayView(details)), kRunItemCharacters);
    QLocale::setDefault(before);
    QCOMPARE(text, shown);
}

void RunsModelTest::heartbeat_isNoSignOfLife()
{
    RunItemsModel model;
    model.setNow(kNow);
    model.setRun("run_1", 1);
    connect(&model, &RunItemsModel::pageWanted, &model, [&model](const RunActionsQuery& query) {
        RunPage page = pageOf(query, 1);
        page.actions[0].snapshot.record.state = ActionState::Running;
        model.takePage(query.from, page);
    });
    (void)cell(model, 0, RunItemsModel::State);
    QTRY_COMPARE(model.item(0).place, 0);
    CoreEvent event;
    event.type = "tool_progress";
    event.actionId = model.item(0).action.value();
    event.atMs = kNow;
    event.details = R"({"heartbeat":true,"quiet_ms":90000})";
    model.applyProgress({event});
    QTRY_VERIFY2(model.item(0).lastSignAtMs == kNow - 90'000,
                 "the console's own beat says how long the tool has been quiet");
}

void RunsModelTest::filter_readsUntilAPageIsFull()
{
    qint64 total = 5000;
    int asked = 0;
    RunItemsModel model;
    connect(
        &model, &RunItemsModel::pageWanted, &model,
        [&](const RunActionsQuery& query) {
            ++asked;
            // Only a part of the run is looked at for one answer.
            RunPage page = pageOf(query, qMin(total, query.from + 500));
            page.next = query.from + 500;
            page.isLast = page.next >= total;
            model.takePage(query.from, page);
        },
        Qt::QueuedConnection);
    model.setRun("run_1", total, {ActionState::Failed});
    QVERIFY(model.canFetchMore({}));
    model.fetchMore({});
    QTRY_COMPARE(model.rowCount(), 200);
    QCOMPARE(asked, 4);
    QCOMPARE(model.item(3).place, 30);
    QCOMPARE(cell(model, 3, RunItemsModel::Place), QStringLiteral("31"));
    for (int more = 0; more < 10 && model.canFetchMore({}); ++more) {
        model.fetchMore({});
        QTRY_VERIFY(model.canFetchMore({}) || model.rowCount() == 500);
    }
    QCOMPARE(model.rowCount(), 500);
    QVERIFY2(!model.canFetchMore({}), "nothing is behind the end of the run");
}

void RunsModelTest::filter_beyondItsLimit_saysSo()
{
    qint64 total = 20'000;
    RunItemsModel model;
    serve(model, total);
    model.setRun("run_1", total, {ActionState::Succeeded});
    for (int more = 0; more < 100 && model.canFetchMore({}); ++more) {
        const int before = model.rowCount();
        model.fetchMore({});
        QTRY_VERIFY(model.rowCount() > before && (model.canFetchMore({}) || model.isCut()));
    }
    QCOMPARE(model.rowCount(), RunItemsModel::kMaximumFound);
    QVERIFY2(model.isCut(), "rows that are left out are not left out silently");
}

void RunsModelTest::page_ofARunThatWasLeft_isDropped()
{
    RunItemsModel model;
    model.setRun("run_1", 10);
    (void)cell(model, 0, RunItemsModel::State);
    QSignalSpy wanted(&model, &RunItemsModel::pageWanted);
    QTRY_COMPARE(wanted.size(), 1);
    model.setRun("run_2", 10);
    RunActionsQuery query;
    query.run = "run_1";
    model.takePage(0, pageOf(query, 10));
    QVERIFY2(model.item(0).place < 0, "calls of one run are never shown as another's");
}

void RunsModelTest::failedPage_isAskedForAgain()
{
    RunItemsModel model;
    model.setRun("run_1", 10);
    QSignalSpy wanted(&model, &RunItemsModel::pageWanted);
    (void)cell(model, 0, RunItemsModel::State);
    QTRY_COMPARE(wanted.size(), 1);
    model.pageFailed(0);
    (void)cell(model, 0, RunItemsModel::State);
    QTRY_COMPARE(wanted.size(), 2);
}

void RunsModelTest::million_scrolledThrough_staysUnderAFrame()
{
    qint64 total = 1'000'000;
    RunItemsModel model;
    serve(model, total);
    model.setNow(kNow);
    model.setRun("run_1", total);
    QTableView view;
    view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view.setModel(&model);
    view.resize(1200, 800);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QList<double> frames;
    std::mt19937 random(7);
    for (int step = 0; step < 200; ++step) {
        const int row = step % 2 == 0 ? int(random() % unsigned(total)) : step * 40;
        const double before = cpuMs();
        view.verticalScrollBar()->setValue(row);
        view.viewport()->repaint();
        frames.append(cpuMs() - before);
        QCoreApplication::processEvents(); // the pages come
    }
    std::sort(frames.begin(), frames.end());
    const double before = cpuMs();
    constexpr int kReads = 100'000;
    for (int i = 0; i < kReads; ++i)
        (void)model.data(model.index(i % 200, i % RunItemsModel::ColumnCount), Qt::DisplayRole);
    const double perRead = (cpuMs() - before) * 1e6 / kReads;
    qInfo("frame p50 %.1f ms, p99 %.1f ms, worst %.1f ms; data() %.0f ns", frames.at(100),
          frames.at(198), frames.constLast(), perRead);
    // Ten times a frame; the benchmark has the real figures.
    QVERIFY2(frames.at(198) < 160, "scrolling a million rows must not wait for rows");
    QVERIFY2(perRead < 50'000, "reading a cell must cost no more than its text");
}

QTEST_MAIN(RunsModelTest)
#include "tst_runsmodel.moc"
