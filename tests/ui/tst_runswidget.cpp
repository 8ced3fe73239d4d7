// SPDX-License-Identifier: Apache-2.0
// The area Runs on a core that does what the test says.
#include "support/fakeoperatorcore.h"
#include "ui/coreclient.h"
#include "ui/runs/calldetail.h"
#include "ui/runs/calloutput.h"
#include "ui/runs/runswidget.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include <memory>

using namespace lockkeeper;

class RunsWidgetTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void runs_areListedWithWhatWaitsFirst();
    void run_whenSelected_showsItsCalls();
    void call_whenSelected_showsItsOutputAsPlainText();
    void output_withHiddenCharacters_showsThem();
    void output_thatIsTooLong_isCutWithItsSize();
    void output_ofOtherThanTexts_isShownWhole();
    void progress_ofTheSelectedCall_isAppended();
    void batch_asTheFeedTellsIt_isShown();
    void change_ofACall_isShownLive();
    void newRun_waitsUntilItIsMerged();
    void filter_showsOnlyItsStates();
    void followNewest_pausesWhenTheReaderScrollsAway();
    void nextKey_goesToWhatNeedsSomebody();
    void cancel_ofACall_isSentOnce();
    void cancel_insideTheGuard_doesNothing();
    void refusedCancel_isShown();
    void smallWindow_showsOnePartAtATime();
    void stop_withAnotherNumber_staysShut();
    void stop_withTheRightNumber_cancelsWhatHasNotStarted();
    void stop_thatIsRefused_countsIt();
    void stop_byEnter_doesNothing();
    void stop_ofAnotherRun_isClosed();
    void readOnlyCore_cancelsNothing();
    void select_findsTheCallInItsRun();
    void blank_hidesEveryValue();
    void everyControl_hasNames();

private:
    template<class T>
    T* child(const char* name)
    {
        T* found = m_area->findChild<T*>(QLatin1String(name));
        if (!found)
            qFatal("there is no widget named %s", name);
        return found;
    }
    ActionId add(const QByteArray& run, ActionState state = ActionState::Pending)
    {
        const ActionId id = m_core.add(RiskLevel::Medium, "{}", state);
        m_core.change(id, [this, &run](ActionCard& card) {
            card.snapshot.labels.runId = run;
            card.snapshot.record.submission =
                SubmissionId("sub_" + QByteArray::number(++m_submission).rightJustified(6, '0'));
            if (card.snapshot.record.state != ActionState::Pending)
                card.snapshot.record.attempts = 1;
        });
        return id;
    }
    void open()
    {
        m_client = std::make_unique<CoreClient>(m_core);
        m_client->start();
        m_area = std::make_unique<RunsWidget>(*m_client, nullptr, [this]() { return m_nowMs; });
        m_area->resize(1280, 800);
        m_area->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_area.get()));
        QTRY_VERIFY(m_client->canDecide());
    }
    void openFirstRun()
    {
        open();
        auto* runs = child<QTableView>("runsTable");
        QTRY_VERIFY(runs->model()->rowCount() > 0);
        runs->selectRow(0);
        QTRY_VERIFY(items()->rowCount() > 0);
    }
    QAbstractItemModel* items() { return child<QTableView>("runItemsTable")->model(); }
    QString itemText(int row, int column) { return items()->index(row, column).data().toString(); }
    void selectCall(int row)
    {
        QTRY_VERIFY(itemText(row, RunItemsModel::State) != QStringLiteral("Reading …"));
        child<QTableView>("runItemsTable")->selectRow(row);
    }
    void click(const char* button)
    {
        m_nowMs += 5000; // the guard is open
        QTest::mouseClick(child<QAbstractButton>(button), Qt::LeftButton);
    }

    FakeOperatorCore m_core;
    std::unique_ptr<CoreClient> m_client;
    std::unique_ptr<RunsWidget> m_area;
    qint64 m_nowMs = 1000;
    int m_submission = 0;
};

void RunsWidgetTest::init()
{
    m_core = FakeOperatorCore();
    m_submission = 0;
}

void RunsWidgetTest::cleanup()
{
    m_area.reset();
    if (m_client)
        m_client->stop();
    m_client.reset();
    QCoreApplication::processEvents();
}

void RunsWidgetTest::runs_areListedWithWhatWaitsFirst()
{
    add("quiet", ActionState::Succeeded);
    add("lost", ActionState::Unknown);
    add("asks", ActionState::Pending);
    add("newest", ActionState::Succeeded);
    open();
    QAbstractItemModel* runs = child<QTableView>("runsTable")->model();
    QAbstractItemModelTester tester(runs, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QTRY_COMPARE(runs->rowCount(), 4);
    QStringList names;
    for (int row = 0; row < 4; ++row)
        names.append(runs->index(row, RunsModel::Run).data().toString());
    QCOMPARE(names, QStringList({QStringLiteral("asks"), QStringLiteral("lost"),
                                 QStringLiteral("newest"), QStringLiteral("quiet")}));
    QCOMPARE(runs->index(0, RunsModel::Waiting).data().toString(), QStringLiteral("1"));
    QCOMPARE(runs->index(1, RunsModel::State).data().toString(), QStringLiteral("1 unknown"));
    QCOMPARE(runs->index(3, RunsModel::Agent).data().toString(), QStringLiteral("Atlas"));
    QCOMPARE(m_area->attention(), 1);
}

void RunsWidgetTest::run_whenSelected_showsItsCalls()
{
    add("r", ActionState::Succeeded);
    add("r", ActionState::Running);
    add("r", ActionState::Pending);
    openFirstRun();
    QCOMPARE(items()->rowCount(), 3);
    QTRY_COMPARE(itemText(0, RunItemsModel::State), QStringLiteral("Succeeded"));
    QCOMPARE(itemText(1, RunItemsModel::State), QStringLiteral("Running"));
    QCOMPARE(itemText(2, RunItemsModel::Tool), QStringLiteral("files/write_file"));
    QVERIFY2(child<QLabel>("runState")->text().startsWith(QStringLiteral("Waiting for 1")),
             "a run that waits for a person says so first");
    QCOMPARE(child<QToolButton>("chipWaiting")->text(), QStringLiteral("Waiting 1"));
    QCOMPARE(child<QToolButton>("chipAll")->text(), QStringLiteral("All 3"));
}

void RunsWidgetTest::call_whenSelected_showsItsOutputAsPlainText()
{
    const ActionId call = add("r", ActionState::Succeeded);
    m_core.results.insert(call, R"({"content":[{"type":"text","text":"<b>one</b>\ntwo"}]})");
    openFirstRun();
    selectCall(0);
    QTRY_COMPARE(child<CallOutput>("callOutput")->toPlainText(), QStringLiteral("<b>one</b>\ntwo"));
    QCOMPARE(child<QLabel>("callState")->text(), QStringLiteral("Succeeded"));
    QVERIFY2(child<CallOutput>("callOutput")->isReadOnly(), "an output is only read");
}

void RunsWidgetTest::output_withHiddenCharacters_showsThem()
{
    const ActionId call = add("r", ActionState::Succeeded);
    m_core.results.insert(call, R"({"content":[{"type":"text","text":"a\u202Eevil"}]})");
    openFirstRun();
    selectCall(0);
    auto* output = child<CallOutput>("callOutput");
    QTRY_VERIFY(!output->toPlainText().isEmpty());
    QVERIFY2(output->toPlainText().contains(QStringLiteral("U+202E")),
             qPrintable(QStringLiteral("the control stands in a chip: ") + output->toPlainText()));
    QVERIFY2(!output->toPlainText().contains(QChar(0x202E)), "and has no effect");
}

void RunsWidgetTest::output_thatIsTooLong_isCutWithItsSize()
{
    const ActionId call = add("r", ActionState::Succeeded);
    QByteArray text;
    for (int line = 0; line < 20'000; ++line)
        text += "line " + QByteArray::number(line) + "\\n";
    m_core.results.insert(call, R"({"content":[{"type":"text","text":")" + text + "\"}]}");
    openFirstRun();
    selectCall(0);
    auto* output = child<CallOutput>("callOutput");
    QTRY_VERIFY(output->toPlainText().contains(QStringLiteral("Only the first 65,536 of")));
    QVERIFY2(output->toPlainText().size() < 80'000, "the rest is not in the view");
    QCOMPARE(cutText("aä", 2), QByteArray("a"));
}

void RunsWidgetTest::output_ofOtherThanTexts_isShownWhole()
{
    const QByteArray mixed = R"({"content":[{"type":"text","text":"x"}],"structuredContent":{}})";
    QCOMPARE(outputOfResult(mixed), mixed);
    const QByteArray image = R"({"content":[{"type":"image","data":"eA=="}]})";
    QCOMPARE(outputOfResult(image), image);
    const QByteArray noted = R"({"content":[{"type":"text","text":"x","annotations":{}}]})";
    QCOMPARE(outputOfResult(noted), noted);
    QCOMPARE(
        outputOfResult(R"({"content":[{"type":"text","text":"x"},{"type":"text","text":"y"}]})"),
        QByteArray("x\ny"));
}

void RunsWidgetTest::progress_ofTheSelectedCall_isAppended()
{
    const ActionId call = add("r", ActionState::Running);
    const ActionId other = add("r", ActionState::Running);
    openFirstRun();
    selectCall(0);
    QTRY_COMPARE(child<CallDetail>("callDetail")->action(), call);
    CoreEvent event;
    event.type = "tool_progress";
    for (const char* words : {"first", "second"}) {
        event.actionId = call.value();
        event.details = QByteArray(R"({"heartbeat":false,"text":")") + words + "\"}";
        m_core.tell(event);
        event.actionId = other.value();
        event.details = R"({"heartbeat":false,"text":"of another"})";
        m_core.tell(event);
    }
    QTRY_COMPARE(child<CallOutput>("callOutput")->toPlainText(), QStringLiteral("first\nsecond"));
    QTRY_VERIFY(itemText(0, RunItemsModel::Result).contains(QStringLiteral("second")));
}

void RunsWidgetTest::batch_asTheFeedTellsIt_isShown()
{
    const ActionId call = add("r", ActionState::Running);
    openFirstRun();
    CoreEvent event;
    event.type = "tool_started";
    event.actionId = call.value();
    event.batchId = "tb_0123456789ab";
    m_core.tell(event);
    selectCall(0);
    QTRY_COMPARE(child<QLabel>("callBatch")->text(), QStringLiteral("tb_0123456789ab"));
}

void RunsWidgetTest::change_ofACall_isShownLive()
{
    const ActionId call = add("r", ActionState::Running);
    openFirstRun();
    selectCall(0);
    QTRY_VERIFY(child<QPushButton>("cancelCallButton")->isEnabled());
    m_core.results.insert(call, R"({"content":[{"type":"text","text":"written"}]})");
    m_core.setState(call, ActionState::Succeeded);
    QTRY_COMPARE(itemText(0, RunItemsModel::State), QStringLiteral("Succeeded"));
    QTRY_COMPARE(child<QLabel>("runState")->text(), QStringLiteral("All 1 succeeded"));
    QTRY_COMPARE(child<QLabel>("callState")->text(), QStringLiteral("Succeeded"));
    QTRY_COMPARE(child<CallOutput>("callOutput")->toPlainText(), QStringLiteral("written"));
    QVERIFY2(!child<QPushButton>("cancelCallButton")->isEnabled(), "there is nothing to cancel");
}

void RunsWidgetTest::newRun_waitsUntilItIsMerged()
{
    add("first", ActionState::Running);
    openFirstRun();
    auto* merge = child<QPushButton>("runsMergeButton");
    QVERIFY2(!merge->isVisible(), "nothing came yet");
    add("second", ActionState::Pending);
    QTRY_VERIFY(merge->isVisible());
    QAbstractItemModel* runs = child<QTableView>("runsTable")->model();
    QVERIFY2(runs->rowCount() == 1, "rows do not move under the pointer");
    QTest::mouseClick(merge, Qt::LeftButton);
    QCOMPARE(runs->rowCount(), 2);
    QCOMPARE(runs->index(0, RunsModel::Run).data().toString(), QStringLiteral("second"));
    QCOMPARE(child<QTableView>("runsTable")->currentIndex().row(), 1);
}

void RunsWidgetTest::filter_showsOnlyItsStates()
{
    for (int i = 0; i < 30; ++i)
        add("r", i % 3 == 0 ? ActionState::Failed : ActionState::Succeeded);
    openFirstRun();
    QTest::mouseClick(child<QToolButton>("chipFailed"), Qt::LeftButton);
    QTRY_COMPARE(items()->rowCount(), 10);
    QCOMPARE(itemText(1, RunItemsModel::Place), QStringLiteral("4"));
    QTest::mouseClick(child<QToolButton>("chipAll"), Qt::LeftButton);
    QCOMPARE(items()->rowCount(), 30);
}

void RunsWidgetTest::followNewest_pausesWhenTheReaderScrollsAway()
{
    for (int i = 0; i < 100; ++i)
        add("r", ActionState::Running);
    openFirstRun();
    QScrollBar* bar = child<QTableView>("runItemsTable")->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    QTRY_COMPARE(bar->value(), bar->maximum());
    auto* follow = child<QPushButton>("followButton");
    QCOMPARE(follow->text(), QStringLiteral("Following newest"));
    add("r", ActionState::Running);
    QTRY_COMPARE(items()->rowCount(), 101);
    QTRY_COMPARE(bar->value(), bar->maximum());
    bar->setValue(3);
    add("r", ActionState::Running);
    QTRY_COMPARE(items()->rowCount(), 102);
    QVERIFY2(bar->value() == 3, "whoever reads elsewhere stays there");
    QTRY_COMPARE(follow->text(), QStringLiteral("1 new below – End"));
    QTest::mouseClick(follow, Qt::LeftButton);
    QTRY_COMPARE(bar->value(), bar->maximum());
}

void RunsWidgetTest::nextKey_goesToWhatNeedsSomebody()
{
    for (int i = 0; i < 300; ++i)
        add("r", i == 250 ? ActionState::Unknown : ActionState::Succeeded);
    openFirstRun();
    auto* table = child<QTableView>("runItemsTable");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_N);
    QTRY_COMPARE(table->currentIndex().row(), 250);
    QTRY_COMPARE(child<QLabel>("callState")->text(), QStringLiteral("Outcome unknown"));
    QTest::keyClick(table, Qt::Key_N);
    QTRY_VERIFY(child<QLabel>("runItemsNotice")->text().startsWith(QStringLiteral("None further")));
}

void RunsWidgetTest::cancel_ofACall_isSentOnce()
{
    const ActionId call = add("r", ActionState::Pending);
    openFirstRun();
    selectCall(0);
    QTRY_VERIFY(child<QPushButton>("cancelCallButton")->isEnabled());
    click("cancelCallButton");
    QTRY_COMPARE(m_core.cancels, QList<ActionId>{call});
    QTRY_VERIFY(child<QLabel>("callVerdict")->text().startsWith(QStringLiteral("Cancelled")));
    QTRY_VERIFY(!child<QPushButton>("cancelCallButton")->isEnabled());
    click("cancelCallButton");
    QCOMPARE(m_core.cancels.size(), 1);
}

void RunsWidgetTest::cancel_insideTheGuard_doesNothing()
{
    add("r", ActionState::Pending);
    openFirstRun();
    selectCall(0);
    QTRY_VERIFY(child<QPushButton>("cancelCallButton")->isEnabled());
    QTest::mouseClick(child<QPushButton>("cancelCallButton"), Qt::LeftButton);
    QCoreApplication::processEvents();
    QVERIFY2(m_core.cancels.isEmpty(), "what was just selected is not cancelled by accident");
    click("cancelCallButton");
    QTRY_COMPARE(m_core.cancels.size(), 1);
}

void RunsWidgetTest::smallWindow_showsOnePartAtATime()
{
    add("r", ActionState::Pending);
    openFirstRun();
    m_area->resize(700, 480);
    QTRY_VERIFY(!child<CallDetail>("callDetail")->isVisible());
    QVERIFY2(m_area->height() <= 480 && m_area->width() <= 700, "it fits into a small window");
    auto* parts = child<QTabBar>("runsParts");
    QVERIFY(parts->isVisible() && child<QTableView>("runsTable")->isVisible());
    QVERIFY(!child<QTableView>("runItemsTable")->isVisible());
    parts->setCurrentIndex(1);
    QVERIFY(child<QTableView>("runItemsTable")->isVisible());
    QVERIFY(!child<QTableView>("runsTable")->isVisible());
    QVERIFY(m_area->select(m_core.order.first()));
    QTRY_VERIFY(child<CallDetail>("callDetail")->isVisible());
    QVERIFY2(m_area->height() <= 480 && m_area->width() <= 700, "each part fits");
}

void RunsWidgetTest::refusedCancel_isShown()
{
    add("r", ActionState::Pending);
    openFirstRun();
    selectCall(0);
    QTRY_VERIFY(child<QPushButton>("cancelCallButton")->isEnabled());
    m_core.refusesWith = Error(ErrorCode::FailedPrecondition, "it is over");
    click("cancelCallButton");
    QTRY_COMPARE(child<QLabel>("callVerdict")->text(), QStringLiteral("Not cancelled: it is over"));
}

void RunsWidgetTest::stop_withAnotherNumber_staysShut()
{
    for (int i = 0; i < 12; ++i)
        add("r", ActionState::Pending);
    openFirstRun();
    click("stopRunButton");
    auto* confirm = child<QPushButton>("stopConfirmButton");
    auto* count = child<QLineEdit>("stopCount");
    QVERIFY(confirm->isVisible());
    for (const char* typed : {"", "1", "11", "13", "12x", "-12", "0"}) {
        count->setText(QLatin1String(typed));
        QVERIFY2(!confirm->isEnabled(), typed);
        click("stopConfirmButton");
    }
    QCoreApplication::processEvents();
    QVERIFY2(m_core.cancels.isEmpty(), "only the number of calls in flight stops a run");
}

void RunsWidgetTest::stop_withTheRightNumber_cancelsWhatHasNotStarted()
{
    QSet<ActionId> expected;
    for (int i = 0; i < 450; ++i)
        expected.insert(add("r", i % 2 == 0 ? ActionState::Pending : ActionState::Approved));
    add("r", ActionState::Running);
    add("r", ActionState::Succeeded);
    add("r", ActionState::Unknown);
    const ActionId other = add("other", ActionState::Approved);
    openFirstRun();
    click("stopRunButton");
    child<QLineEdit>("stopCount")->setText(QStringLiteral("451"));
    click("stopConfirmButton");
    auto* verdict = child<QLabel>("stopVerdict");
    QTRY_VERIFY2(verdict->text().startsWith(QStringLiteral("450 cancelled, 0 had started")),
                 qPrintable(verdict->text()));
    QCOMPARE(m_core.cancels.size(), 450);
    QCOMPARE(QSet<ActionId>(m_core.cancels.cbegin(), m_core.cancels.cend()), expected);
    QVERIFY2(!m_core.cancels.contains(other), "another run goes on");
}

void RunsWidgetTest::stop_thatIsRefused_countsIt()
{
    for (int i = 0; i < 3; ++i)
        add("r", ActionState::Pending);
    openFirstRun();
    m_core.refusesWith = Error(ErrorCode::FailedPrecondition, "no");
    click("stopRunButton");
    child<QLineEdit>("stopCount")->setText(QStringLiteral("3"));
    click("stopConfirmButton");
    QTRY_COMPARE(child<QLabel>("stopVerdict")->text(),
                 QStringLiteral("0 cancelled, 0 had started meanwhile and were asked to stop, "
                                "3 refused."));
    QVERIFY2(m_core.cancels.size() == 3, "what is refused is not asked again and again");
}

void RunsWidgetTest::stop_byEnter_doesNothing()
{
    add("r", ActionState::Pending);
    openFirstRun();
    click("stopRunButton");
    auto* count = child<QLineEdit>("stopCount");
    m_nowMs += 5000;
    QTest::keyClicks(count, QStringLiteral("1"));
    QTest::keyClick(count, Qt::Key_Return);
    QTest::keyClick(count, Qt::Key_Enter);
    QCoreApplication::processEvents();
    QVERIFY2(m_core.cancels.isEmpty(), "Enter decides nothing anywhere");
}

void RunsWidgetTest::stop_ofAnotherRun_isClosed()
{
    add("one", ActionState::Pending);
    add("two", ActionState::Pending);
    openFirstRun();
    click("stopRunButton");
    child<QLineEdit>("stopCount")->setText(QStringLiteral("1"));
    QVERIFY(child<QPushButton>("stopConfirmButton")->isVisible());
    child<QTableView>("runsTable")->selectRow(1);
    QVERIFY2(!child<QPushButton>("stopConfirmButton")->isVisible(),
             "what was typed for one run stops no other");
    QCOMPARE(child<QLineEdit>("stopCount")->text(), QString());
}

void RunsWidgetTest::readOnlyCore_cancelsNothing()
{
    add("r", ActionState::Pending);
    openFirstRun();
    selectCall(0);
    QTRY_VERIFY(child<QPushButton>("cancelCallButton")->isEnabled());
    StatusSnapshot status = FakeOperatorCore::writable();
    status.readOnly = true;
    m_core.setStatus(status);
    QTRY_VERIFY(!child<QPushButton>("cancelCallButton")->isEnabled());
    QVERIFY2(!child<QPushButton>("stopRunButton")->isEnabled(), "a read-only core is not asked");
}

void RunsWidgetTest::select_findsTheCallInItsRun()
{
    add("newer", ActionState::Pending);
    ActionId wanted;
    for (int i = 0; i < 500; ++i) {
        const ActionId id = add("r", ActionState::Succeeded);
        if (i == 300)
            wanted = id;
    }
    open();
    QVERIFY(m_area->select(wanted));
    QTRY_COMPARE(child<CallDetail>("callDetail")->action(), wanted);
    QCOMPARE(child<QTableView>("runItemsTable")->currentIndex().row(), 300);
    QVERIFY2(!m_area->select(ActionId()), "no action is nowhere");
}

void RunsWidgetTest::blank_hidesEveryValue()
{
    add("secret-run", ActionState::Pending);
    openFirstRun();
    selectCall(0);
    m_area->setBlank(true);
    const auto labels = m_area->findChildren<QWidget*>();
    for (QWidget* widget : labels) {
        auto* label = qobject_cast<QLabel*>(widget);
        const bool isAllowed = label && label->text() == QStringLiteral("The console is locked.");
        QVERIFY2(isAllowed || !widget->isVisible() || widget == m_area.get(),
                 qPrintable(QStringLiteral("still on screen: ") + widget->objectName()));
    }
    m_area->setBlank(false);
    QVERIFY(child<QTableView>("runsTable")->isVisible());
}

void RunsWidgetTest::everyControl_hasNames()
{
    add("r", ActionState::Pending);
    openFirstRun();
    const auto buttons = m_area->findChildren<QAbstractButton*>();
    for (const QAbstractButton* button : buttons) {
        if (button->objectName().startsWith(QStringLiteral("qt_")) ||
            button->metaObject()->className() == QByteArray("QTableCornerButton"))
            continue;
        QVERIFY2(!button->objectName().isEmpty(), qPrintable(button->text()));
        QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->objectName()));
        const auto* push = qobject_cast<const QPushButton*>(button);
        QVERIFY2(!push || (!push->autoDefault() && !push->isDefault()),
                 "no button is pressed by Enter");
    }
    const QList<QWidget*> panes = m_area->panes();
    for (const QWidget* pane : panes)
        QVERIFY2(!pane->accessibleName().isEmpty(), qPrintable(pane->objectName()));
}

QTEST_MAIN(RunsWidgetTest)
#include "tst_runswidget.moc"
