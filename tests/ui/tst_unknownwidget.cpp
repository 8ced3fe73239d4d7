// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "support/fakeoperatorcore.h"
#include "ui/coreclient.h"
#include "ui/unknown/unknownwidget.h"
#include "ui/widgets/flattable.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace lockkeeper {

namespace {

constexpr int kWaitMs = 5000;
const QString kReason = QStringLiteral("The bank shows the booking 7731.");

} // namespace

class TestUnknownWidget : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY2(initialiseCrypto(), "expected guarded memory for PINs"); }
    void init();
    void cleanup();
    void emptyArea_saysSo();
    void selectedUnknown_showsWhatIsKnownAndWhatWaits();
    void openedPanel_hasTheFocusInTheReason_neverOnAButtonThatDecides();
    void enter_everywhere_neverDetermines();
    void ctrlEnter_insideTheGuard_recordsNothing();
    void heldCtrlEnter_asARepeat_recordsNothing();
    void ctrlEnter_afterTheGuard_recordsWithReasonAndEvidence();
    void recordButton_byPointerAfterTheGuard_records();
    void closingWithoutKnowing_needsTwentyCharacters();
    void didNotHappen_sendsTheTickAndShowsTheRefusal();
    void pinProtected_withoutAPin_recordsNothing();
    void readOnlyConsole_recordsNothing();
    void tamperedCall_recordsNothing();
    void recorded_staysUnknownForItsHold_andCanBeTakenBack();
    void holdThatEndsWithoutARecord_isSaid();
    void changedEvidence_restartsTheGuardAndIsSaid();
    void settledCall_staysShownUntilLeft();
    void keys_openTheirPanels_andEscapeLeaves();
    void arrivals_moveNeitherFocusNorSelection();
    void blankArea_showsNoValue();
    void counts_areToldToTheRail();

private:
    ActionId addUnknown(const QByteArray& target = QByteArray(32, 'a'));
    void show();
    void showOne();
    void openPanel(const char* button, const QString& reason);
    void passGuard() { m_clockMs += 10'000; }
    template<class T>
    [[nodiscard]] T* child(const char* name) const
    {
        return m_widget->findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] QString state() const { return child<QLabel>("determineState")->text(); }
    [[nodiscard]] QPlainTextEdit* reason() const
    {
        return child<QPlainTextEdit>("determineReason");
    }
    [[nodiscard]] QPushButton* record() const { return child<QPushButton>("recordButton"); }
    [[nodiscard]] QString shownText() const;

    std::unique_ptr<FakeOperatorCore> m_core;
    std::unique_ptr<CoreClient> m_client;
    std::unique_ptr<UnknownWidget> m_widget;
    qint64 m_clockMs = 0;
    ActionId m_action;
};

void TestUnknownWidget::init()
{
    m_clockMs = 1'000'000;
    m_core = std::make_unique<FakeOperatorCore>();
    m_client = std::make_unique<CoreClient>(*m_core);
    m_widget = std::make_unique<UnknownWidget>(*m_client, nullptr, [this]() { return m_clockMs; });
    m_widget->resize(1200, 900);
    m_client->start();
}

void TestUnknownWidget::cleanup()
{
    m_client->stop();
    m_widget.reset();
    m_client.reset();
    m_core.reset();
}

ActionId TestUnknownWidget::addUnknown(const QByteArray& target)
{
    const ActionId action =
        m_core->add(RiskLevel::High, R"({"path":"a.txt"})", ActionState::Unknown);
    m_core->change(action, [&target](ActionCard& card) {
        card.snapshot.record.targetKeys = target;
        card.snapshot.record.attempts = 1;
        card.snapshot.resultSummary = "No reply came in time.";
        card.snapshot.evidence = {
            {1'700'000'000'000, "dispatch", "certain", "attempt 1", "the call started"},
            {1'700'000'030'000, "transport", "none", "attempt 1", "No reply came in time."}};
    });
    return action;
}

void TestUnknownWidget::show()
{
    m_widget->show();
    m_widget->activateWindow();
    QVERIFY2(QTest::qWaitForWindowActive(m_widget.get()), "expected an active window");
}

/// One unknown with two calls that wait for it, selected and read.
void TestUnknownWidget::showOne()
{
    m_action = addUnknown();
    for (int call = 0; call < 2; ++call) {
        const ActionId waiting = m_core->add(RiskLevel::Low, "{}", ActionState::Approved);
        m_core->change(waiting, [](ActionCard& card) {
            card.snapshot.record.targetKeys = QByteArray(32, 'a');
            card.snapshot.waitReason = WaitReason::TargetReconciliation;
            card.snapshot.summary = "Waiting write";
        });
    }
    show();
    QTRY_COMPARE_WITH_TIMEOUT(m_widget->count(), 1, kWaitMs);
    QVERIFY2(m_widget->select(m_action), "expected the unknown in the list");
    QTRY_VERIFY2_WITH_TIMEOUT(child<QPushButton>("happenedButton")->isEnabled(),
                              "expected the card to be read", kWaitMs);
    QTRY_COMPARE_WITH_TIMEOUT(m_widget->attention(), 1, kWaitMs);
}

void TestUnknownWidget::openPanel(const char* button, const QString& text)
{
    QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(reason()->isVisible(), kWaitMs);
    QTest::keyClicks(reason(), text);
    QCoreApplication::processEvents(); // the layout comes to rest
}

QString TestUnknownWidget::shownText() const
{
    QString all;
    for (const QLabel* label : m_widget->findChildren<QLabel*>())
        all += label->text() + label->accessibleName();
    for (const QTableView* table : m_widget->findChildren<QTableView*>()) {
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            for (int column = 0; column < table->model()->columnCount(); ++column)
                all += table->model()->index(row, column).data().toString();
        }
    }
    return all + reason()->toPlainText() + child<QLineEdit>("determineEvidence")->text();
}

void TestUnknownWidget::emptyArea_saysSo()
{
    show();
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>("unknownEmpty")->isVisible(), kWaitMs);
    QCOMPARE(child<QLabel>("unknownEmpty")->text(), "No open unknowns.");
    QVERIFY2(!child<QPushButton>("happenedButton")->isVisible(),
             "expected no button to decide with while nothing is selected");
}

void TestUnknownWidget::selectedUnknown_showsWhatIsKnownAndWhatWaits()
{
    showOne();
    QCOMPARE(child<QLabel>("unknownTitle")->text(), "We do not know whether this happened.");
    const auto* evidence = child<QTableView>("evidenceTable");
    QCOMPARE(evidence->model()->rowCount(), 2);
    QCOMPARE(evidence->model()->index(0, 2).data().toString(), "Certain");
    QCOMPARE(evidence->model()->index(1, 2).data().toString(), "Not known");
    const QString waiting = child<QLabel>("waitingText")->text();
    QCOMPARE(waiting.count("Waiting write"), 2);
    const auto* table = child<FlatTable>("unknownTable");
    QCOMPARE(table->model()->index(0, UnknownModel::Blocks).data().toString(), "2");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->index(0, UnknownModel::Evidence).data().toString(),
                              "No reply came in time.", kWaitMs);
}

void TestUnknownWidget::openedPanel_hasTheFocusInTheReason_neverOnAButtonThatDecides()
{
    showOne();
    for (const char* button : {"happenedButton", "didNotHappenButton", "undeterminedButton"}) {
        QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton);
        QVERIFY2(reason()->hasFocus(), "expected the focus in the field for the reason");
        QVERIFY2(!record()->isDefault() && !record()->autoDefault(),
                 "expected a button that no key presses by itself");
        QTest::keyClick(reason(), Qt::Key_Escape);
    }
    QVERIFY2(m_core->determinations.isEmpty(), "expected nothing to be recorded");
}

void TestUnknownWidget::enter_everywhere_neverDetermines()
{
    showOne();
    m_core->currentStatus.pinProtected = true;
    m_core->setStatus(m_core->currentStatus);
    auto* pin = child<QLineEdit>("determinePin");
    openPanel("didNotHappenButton", kReason);
    QTRY_VERIFY_WITH_TIMEOUT(pin->isVisible(), kWaitMs);
    int pressed = 0;
    for (QWidget* widget : m_widget->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
            continue;
        for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
            // Everything is filled in and the guard is open: only the key is wrong.
            reason()->setPlainText(kReason);
            pin->setText("12345678");
            QVERIFY2(record()->isEnabled(), "expected everything to be filled in");
            QCoreApplication::processEvents();
            passGuard();
            widget->setFocus();
            QTest::keyClick(widget, key);
            QTest::keyClick(widget, key, Qt::KeypadModifier);
            QTest::keyClick(widget, key, Qt::ShiftModifier);
            QVERIFY2(m_core->determinations.isEmpty(),
                     qPrintable("expected that Enter records nothing, it did in " +
                                widget->objectName()));
            ++pressed;
        }
    }
    QVERIFY2(pressed > 10, "expected several widgets to try it in");
    // The same with Ctrl records: the keys above were refused, not lost.
    reason()->setPlainText(kReason);
    pin->setText("12345678");
    QCoreApplication::processEvents();
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_core->determinations.size(), 1);
}

void TestUnknownWidget::ctrlEnter_insideTheGuard_recordsNothing()
{
    showOne();
    passGuard();
    openPanel("happenedButton", kReason);
    m_clockMs += InputGuard::kGuardMs - 1;
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QTest::mouseClick(record(), Qt::LeftButton);
    QCOMPARE(m_core->determinations.size(), 0);
}

void TestUnknownWidget::heldCtrlEnter_asARepeat_recordsNothing()
{
    showOne();
    openPanel("happenedButton", kReason);
    passGuard();
    QKeyEvent repeat(QEvent::KeyPress, Qt::Key_Return, Qt::ControlModifier, {}, true);
    QCoreApplication::sendEvent(reason(), &repeat);
    QCOMPARE(m_core->determinations.size(), 0);
}

void TestUnknownWidget::ctrlEnter_afterTheGuard_recordsWithReasonAndEvidence()
{
    showOne();
    openPanel("happenedButton", kReason);
    QTest::keyClicks(child<QLineEdit>("determineEvidence"), "ref 7731");
    QVERIFY2(child<QLabel>("consequenceText")->text().contains("2 waiting calls will continue."),
             qPrintable("expected what follows from it, got: " +
                        child<QLabel>("consequenceText")->text()));
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_core->determinations.size(), 1);
    const DetermineRequest sent = m_core->determinations.constFirst();
    QCOMPARE(sent.action, m_action);
    QCOMPARE(sent.kind, DeterminationKind::Happened);
    QCOMPARE(sent.reason, kReason.toUtf8());
    QCOMPARE(sent.evidence, QByteArray("ref 7731"));
    QVERIFY2(!sent.effectHasStopped, "expected the word about the effect only where it is asked");
}

void TestUnknownWidget::recordButton_byPointerAfterTheGuard_records()
{
    showOne();
    openPanel("happenedButton", kReason);
    QCOMPARE(record()->text(), "Record: it happened");
    passGuard();
    QTest::mouseClick(record(), Qt::LeftButton);
    QCOMPARE(m_core->determinations.size(), 1);
}

void TestUnknownWidget::closingWithoutKnowing_needsTwentyCharacters()
{
    showOne();
    openPanel("undeterminedButton", QString(19, QLatin1Char('x')));
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QTest::mouseClick(record(), Qt::LeftButton);
    QCOMPARE(m_core->determinations.size(), 0);
    QVERIFY2(child<QLabel>("determineMissing")->text().contains("19"),
             "expected the panel to say how much is missing");
    QTest::keyClicks(reason(), "x");
    QCoreApplication::processEvents();
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_core->determinations.size(), 1);
    QCOMPARE(m_core->determinations.constFirst().kind, DeterminationKind::Undetermined);
}

void TestUnknownWidget::didNotHappen_sendsTheTickAndShowsTheRefusal()
{
    showOne();
    m_core->refusesWith = Error(ErrorCode::FailedPrecondition, "the worker is not proven gone");
    openPanel("didNotHappenButton", kReason);
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_core->determinations.size(), 1);
    QVERIFY2(!m_core->determinations.constFirst().effectHasStopped, "expected it as ticked: no");
    QTRY_VERIFY2_WITH_TIMEOUT(state().contains("not proven gone"),
                              qPrintable("expected the refusal, got: " + state()), kWaitMs);
    QCOMPARE(reason()->toPlainText(), kReason); // nothing typed is lost by a refusal
    m_core->refusesWith.reset();
    child<QCheckBox>("effectStopped")->setChecked(true);
    QCoreApplication::processEvents();
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_core->determinations.size(), 2);
    QVERIFY2(m_core->determinations.constLast().effectHasStopped, "expected it as ticked: yes");
}

void TestUnknownWidget::pinProtected_withoutAPin_recordsNothing()
{
    m_core->currentStatus.pinProtected = true;
    showOne();
    openPanel("happenedButton", kReason);
    QTRY_VERIFY_WITH_TIMEOUT(child<QLineEdit>("determinePin")->isVisible(), kWaitMs);
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_core->determinations.size(), 0);
    child<QLineEdit>("determinePin")->setText("12345678");
    QCoreApplication::processEvents();
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_core->determinations.size(), 1);
    QCOMPARE(child<QLineEdit>("determinePin")->text(), QString());
}

void TestUnknownWidget::readOnlyConsole_recordsNothing()
{
    showOne();
    openPanel("happenedButton", kReason);
    StatusSnapshot status = m_core->currentStatus;
    status.readOnly = true;
    m_core->setStatus(status);
    QTRY_VERIFY2_WITH_TIMEOUT(!record()->isEnabled(), "expected a button that is off", kWaitMs);
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_core->determinations.size(), 0);
    QVERIFY2(state().contains("not decide"), qPrintable("expected the reason, got: " + state()));
}

void TestUnknownWidget::tamperedCall_recordsNothing()
{
    showOne();
    m_core->change(m_action, [](ActionCard& card) { card.snapshot.tamperedWith = "row differs"; });
    QTRY_VERIFY_WITH_TIMEOUT(state().contains("does not match the record"), kWaitMs);
    openPanel("happenedButton", kReason);
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_core->determinations.size(), 0);
}

void TestUnknownWidget::recorded_staysUnknownForItsHold_andCanBeTakenBack()
{
    showOne();
    openPanel("happenedButton", kReason);
    passGuard();
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    auto* undo = child<QPushButton>("undoButton");
    QTRY_VERIFY2_WITH_TIMEOUT(undo->isVisible(), "expected Undo during the hold", kWaitMs);
    QVERIFY2(state().contains("Takes effect in "), qPrintable("expected the hold: " + state()));
    QVERIFY2(!reason()->isVisible(), "expected the panel to be closed");
    QCOMPARE(m_widget->count(), 1);
    QTest::mouseClick(undo, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(m_core->undos.size(), 1, kWaitMs);
    QTRY_COMPARE_WITH_TIMEOUT(state(), "Taken back. Nothing was recorded.", kWaitMs);
    QVERIFY2(child<QPushButton>("happenedButton")->isEnabled(),
             "expected that it can be recorded again");
}

void TestUnknownWidget::holdThatEndsWithoutARecord_isSaid()
{
    showOne();
    m_core->change(m_action, [](ActionCard& card) {
        card.snapshot.record.holdUntilMs = QDateTime::currentMSecsSinceEpoch() + 60'000;
    });
    QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>("undoButton")->isVisible(), kWaitMs);
    m_core->change(m_action, [](ActionCard& card) { card.snapshot.record.holdUntilMs = 0; });
    QTRY_VERIFY2_WITH_TIMEOUT(state().contains("was not recorded"),
                              qPrintable("expected that it is said, got: " + state()), kWaitMs);
}

void TestUnknownWidget::changedEvidence_restartsTheGuardAndIsSaid()
{
    showOne();
    openPanel("happenedButton", kReason);
    passGuard();
    m_core->change(m_action, [](ActionCard& card) {
        card.snapshot.evidence.append({1, "tool", "strong", "attempt 1", "late answer"});
    });
    QTRY_VERIFY_WITH_TIMEOUT(state().contains("has changed while you were writing"), kWaitMs);
    QTest::keyClick(reason(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_core->determinations.size(), 0);
    QCOMPARE(reason()->toPlainText(), kReason);
    QCOMPARE(child<QTableView>("evidenceTable")->model()->rowCount(), 3);
}

void TestUnknownWidget::settledCall_staysShownUntilLeft()
{
    showOne();
    const ActionId other = addUnknown(QByteArray(32, 'b'));
    QTRY_COMPARE_WITH_TIMEOUT(m_widget->count(), 2, kWaitMs);
    m_core->change(m_action, [](ActionCard& card) {
        card.snapshot.record.state = ActionState::Determined;
        card.snapshot.decidedBy = "bea";
    });
    QTRY_COMPARE_WITH_TIMEOUT(m_widget->count(), 1, kWaitMs);
    QTRY_COMPARE_WITH_TIMEOUT(state(), "Settled by bea.", kWaitMs);
    auto* table = child<FlatTable>("unknownTable");
    QCOMPARE(table->model()->rowCount(), 2);
    QVERIFY2(m_widget->select(other), "expected the other one in the list");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Period);
    QCOMPARE(table->model()->rowCount(), 1);
    QVERIFY2(!m_widget->select(m_action), "expected the settled one to be gone");
}

void TestUnknownWidget::keys_openTheirPanels_andEscapeLeaves()
{
    showOne();
    auto* table = child<FlatTable>("unknownTable");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(record()->text(), "Record: it happened");
    QVERIFY2(record()->isVisible() && !child<QCheckBox>("effectStopped")->isVisible(),
             "expected the panel that records that it happened");
    QTest::keyClick(reason(), Qt::Key_Escape);
    QVERIFY2(!record()->isVisible(), "expected Escape to leave the panel");
    QTest::keyClick(table, Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(record()->text(), "Record: it did not happen");
    QVERIFY2(child<QCheckBox>("effectStopped")->isVisible(), "expected the word about the effect");
    QVERIFY2(m_core->determinations.isEmpty(), "expected that opening records nothing");
}

void TestUnknownWidget::arrivals_moveNeitherFocusNorSelection()
{
    showOne();
    openPanel("happenedButton", kReason);
    auto* table = child<FlatTable>("unknownTable");
    const int row = table->currentIndex().row();
    constexpr int kArrivals = 50;
    for (int arrival = 0; arrival < kArrivals; ++arrival)
        addUnknown(QByteArray(32, char('b' + arrival % 20)));
    QTRY_COMPARE_WITH_TIMEOUT(m_widget->count(), kArrivals + 1, kWaitMs);
    QCOMPARE(table->currentIndex().row(), row);
    QCOMPARE(table->rowAt(0), 0);
    QVERIFY2(reason()->hasFocus(), "expected the focus to stay where it was");
    QCOMPARE(reason()->toPlainText(), kReason);
}

void TestUnknownWidget::blankArea_showsNoValue()
{
    showOne();
    openPanel("happenedButton", kReason);
    const QStringList values = {"Write the file", "file:a.txt", "atlas", "No reply",
                                "Waiting write",  "act_",       kReason};
    for (const QString& value : values)
        QVERIFY2(shownText().contains(value), qPrintable("expected to see before: " + value));
    m_widget->setBlank(true);
    for (const QString& value : values)
        QVERIFY2(!shownText().contains(value), qPrintable("expected hidden: " + value));
    // News do not bring it back.
    m_core->change(m_action, [](ActionCard& card) { card.snapshot.summary = "Write the file b"; });
    QSignalSpy changed(m_client.get(), &CoreClient::changed);
    QVERIFY2(changed.wait(kWaitMs), "expected the change to be told");
    QCoreApplication::processEvents();
    for (const QString& value : values)
        QVERIFY2(!shownText().contains(value), qPrintable("expected hidden: " + value));
    m_widget->setBlank(false);
    QTRY_VERIFY_WITH_TIMEOUT(shownText().contains("Write the file b"), kWaitMs);
    QVERIFY2(reason()->toPlainText().isEmpty(), "expected an open panel not to survive the lock");
}

void TestUnknownWidget::counts_areToldToTheRail()
{
    QSignalSpy told(m_widget.get(), &AreaWidget::countChanged);
    showOne();
    QVERIFY2(!told.isEmpty(), "expected the counts to be told");
    QCOMPARE(m_widget->count(), 1);
    QCOMPARE(m_widget->attention(), 1);
    QCOMPARE(m_widget->title(), "Unknown");
}

} // namespace lockkeeper

QTEST_MAIN(lockkeeper::TestUnknownWidget)

#include "tst_unknownwidget.moc"
