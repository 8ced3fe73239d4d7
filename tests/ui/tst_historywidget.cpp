// SPDX-License-Identifier: Apache-2.0
#include "support/fakeoperatorcore.h"
#include "ui/coreclient.h"
#include "ui/history/historytext.h"
#include "ui/history/historywidget.h"
#include "ui/widgets/factsview.h"
#include "ui/widgets/flattable.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace lockkeeper {

namespace {

constexpr int kWaitMs = 5000;

} // namespace

class TestHistoryWidget : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void selectedEntry_showsItsFactsAndItsCall();
    void ranLine_onlyForWhatRanAsApproved();
    void tamperedCall_raisesTheAlarmAndNeverSaysThatItRan();
    void chainLine_saysHowFarTheRecordIsProven();
    void reasonsOfTheCore_standBelowTheChain();
    void newRecords_areAnnouncedAndMoveNothing();
    void goToRecord_jumpsByPosition();
    void history_offersNoDecision();
    void blankArea_showsNoValue();
    void kinds_ofTheJournal_haveWords();
    void emptyRecord_saysSo();

private:
    void addEntries(int count);
    void show();
    [[nodiscard]] ActionSnapshot ran(ActionState state, Outcome outcome) const;
    template<class T>
    [[nodiscard]] T* child(const char* name) const
    {
        return m_widget->findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] QString shownText() const;

    std::unique_ptr<FakeOperatorCore> m_core;
    std::unique_ptr<CoreClient> m_client;
    std::unique_ptr<HistoryWidget> m_widget;
    ActionId m_action;
};

void TestHistoryWidget::init()
{
    m_core = std::make_unique<FakeOperatorCore>();
    m_client = std::make_unique<CoreClient>(*m_core);
    m_widget = std::make_unique<HistoryWidget>(*m_client);
    m_widget->resize(1200, 700);
    m_action = m_core->add(RiskLevel::Low, "{}", ActionState::Succeeded);
    m_core->change(m_action, [this](ActionCard& card) {
        ActionSnapshot& snapshot = card.snapshot;
        snapshot.record = ran(ActionState::Succeeded, Outcome::Succeeded).record;
        snapshot.record.id = m_action;
        snapshot.decidedBy = "bea";
        snapshot.decisionReason = "agreed with finance";
        snapshot.fingerprint = QByteArray("7f3a90c1").repeated(8);
    });
}

void TestHistoryWidget::cleanup()
{
    m_client->stop();
    m_widget.reset();
    m_client.reset();
    m_core.reset();
}

ActionSnapshot TestHistoryWidget::ran(ActionState state, Outcome outcome) const
{
    ActionSnapshot snapshot;
    snapshot.record.state = state;
    snapshot.record.version = 1;
    snapshot.record.attempts = 1;
    snapshot.record.hasOutcome = true;
    snapshot.record.outcome = outcome;
    snapshot.record.decision = DecisionId("dec_1");
    snapshot.fingerprint = QByteArray("7f3a90c1").repeated(8);
    return snapshot;
}

void TestHistoryWidget::addEntries(int count)
{
    for (int added = 0; added < count; ++added) {
        HistoryEntry entry;
        entry.position = m_core->entries.size() + 1;
        entry.atMs = 1'700'000'000'000 + added;
        entry.kind = "operator_approved";
        entry.action = m_action;
        entry.tool = {"files", "write_file"};
        entry.state = "holding";
        entry.by = "bea";
        m_core->entries.append(entry);
    }
}

void TestHistoryWidget::show()
{
    m_client->start();
    m_widget->show();
    m_widget->activateWindow();
    QVERIFY2(QTest::qWaitForWindowActive(m_widget.get()), "expected an active window");
}

QString TestHistoryWidget::shownText() const
{
    QString all;
    for (const QLabel* label : m_widget->findChildren<QLabel*>())
        all += label->text() + label->accessibleName();
    const auto* table = child<FlatTable>("historyTable");
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        for (int column = 0; column < table->model()->columnCount(); ++column)
            all += table->model()->index(row, column).data().toString();
    }
    return all;
}

void TestHistoryWidget::selectedEntry_showsItsFactsAndItsCall()
{
    addEntries(30);
    show();
    auto* table = child<FlatTable>("historyTable");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 30, kWaitMs);
    table->setCurrentIndex(table->model()->index(0, 0));
    auto* record = child<FactsView>("recordFacts");
    QTRY_COMPARE_WITH_TIMEOUT(record->value("Record"), "30", kWaitMs);
    QCOMPARE(record->value("Call"), QString::fromUtf8(m_action.value()));
    QCOMPARE(record->value("By"), "bea");
    QCOMPARE(child<QLabel>("recordTitle")->text(), "Approved by a person");
    auto* call = child<FactsView>("callFacts");
    QTRY_COMPARE_WITH_TIMEOUT(call->value("Decided by"), "bea", kWaitMs);
    QCOMPARE(call->value("Reason"), "agreed with finance");
    QCOMPARE(call->value("Outcome"), "Succeeded");
    QVERIFY2(call->value("Fingerprint").startsWith("7F3A 90C1 7F3A"),
             qPrintable("expected the fingerprint, got: " + call->value("Fingerprint")));
    QVERIFY2(child<QLabel>("ranLine")->isVisible(), "expected the line about what ran");
    QVERIFY2(
        child<QLabel>("ranLine")->text().contains("Ran exactly what you approved (7F3A-90C1)."),
        qPrintable("expected what ran, got: " + child<QLabel>("ranLine")->text()));
    QVERIFY2(!child<QLabel>("alarmLine")->isVisible(), "expected no alarm");
}

void TestHistoryWidget::ranLine_onlyForWhatRanAsApproved()
{
    const auto says = [](const ActionSnapshot& snapshot) {
        return HistoryText::ranAsApproved(snapshot).contains("what you approved");
    };
    QVERIFY2(says(ran(ActionState::Succeeded, Outcome::Succeeded)), "expected it: it succeeded");
    QVERIFY2(says(ran(ActionState::Failed, Outcome::FailedConfirmed)), "expected it: it failed");
    QVERIFY2(!says(ran(ActionState::Failed, Outcome::NotStarted)), "expected none: never started");
    for (const ActionState state :
         {ActionState::Pending, ActionState::Approved, ActionState::Running, ActionState::Unknown,
          ActionState::Determined, ActionState::Denied, ActionState::Cancelled})
        QVERIFY2(!says(ran(state, Outcome::Succeeded)), "expected none: it is not over by itself");
    ActionSnapshot without = ran(ActionState::Succeeded, Outcome::Succeeded);
    without.record.attempts = 0;
    QVERIFY2(!says(without), "expected none: there was no attempt");
    ActionSnapshot tampered = ran(ActionState::Succeeded, Outcome::Succeeded);
    tampered.tamperedWith = "row differs";
    QVERIFY2(!says(tampered), "expected none: the store does not match the record");
    ActionSnapshot allowed = ran(ActionState::Succeeded, Outcome::Succeeded);
    allowed.record.decision = DecisionId();
    QVERIFY2(!says(allowed), "expected no word of an approval where nobody approved");
    QVERIFY2(HistoryText::ranAsApproved(allowed).contains("nobody was asked"),
             "expected that it is said that policy allowed it");
}

void TestHistoryWidget::tamperedCall_raisesTheAlarmAndNeverSaysThatItRan()
{
    m_core->cards[m_action].snapshot.tamperedWith = "the row is not the journaled one";
    addEntries(3);
    show();
    auto* table = child<FlatTable>("historyTable");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 3, kWaitMs);
    table->setCurrentIndex(table->model()->index(1, 0));
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>("alarmLine")->isVisible(), kWaitMs);
    const QString alarm = child<QLabel>("alarmLine")->text();
    QVERIFY2(alarm.startsWith("Alarm:") && alarm.contains("the row is not the journaled one"),
             qPrintable("expected the alarm in words, got: " + alarm));
    QVERIFY2(!child<QLabel>("ranLine")->isVisible() && child<QLabel>("ranLine")->text().isEmpty(),
             "expected no word that it ran as approved");
}

void TestHistoryWidget::chainLine_saysHowFarTheRecordIsProven()
{
    m_core->currentStatus.journalPosition = 48;
    m_core->currentStatus.guardPosition = 47;
    show();
    QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>("chainLine")->text(),
                              "Records 1–48 are chained; the guard confirms up to 47.", kWaitMs);
    QVERIFY2(!child<QLabel>("chainReasons")->isVisible(), "expected no reason where all is well");
}

void TestHistoryWidget::reasonsOfTheCore_standBelowTheChain()
{
    m_core->currentStatus.reasons = {"the store was restored from a copy", "no disk space"};
    show();
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>("chainReasons")->isVisible(), kWaitMs);
    QCOMPARE(child<QLabel>("chainReasons")->text(),
             "the store was restored from a copy\nno disk space");
}

void TestHistoryWidget::newRecords_areAnnouncedAndMoveNothing()
{
    addEntries(100);
    show();
    auto* table = child<FlatTable>("historyTable");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 100, kWaitMs);
    table->setCurrentIndex(table->model()->index(2, 0));
    table->setFocus();
    auto* strip = child<QPushButton>("newRecordsStrip");
    QVERIFY2(!strip->isVisible(), "expected no strip before there is news");
    addEntries(5);
    m_core->change(m_action, [](ActionCard&) {});
    QTRY_VERIFY_WITH_TIMEOUT(strip->isVisible(), kWaitMs);
    QVERIFY2(strip->text().startsWith("5 new records"), qPrintable("got: " + strip->text()));
    QCOMPARE(table->model()->rowCount(), 100);
    QCOMPARE(table->currentIndex().row(), 2);
    QVERIFY2(table->hasFocus(), "expected the focus to stay");
    QTest::keyClick(table, Qt::Key_Period);
    QCOMPARE(table->model()->rowCount(), 105);
    QCOMPARE(table->currentIndex().row(), 7);
    QVERIFY2(!strip->isVisible(), "expected no strip once they are shown");
    QCOMPARE(child<FactsView>("recordFacts")->value("Record"), "98");
}

void TestHistoryWidget::goToRecord_jumpsByPosition()
{
    addEntries(2000);
    show();
    auto* table = child<FlatTable>("historyTable");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 2000, kWaitMs);
    auto* field = child<QLineEdit>("goToRecord");
    field->setFocus();
    QTest::keyClicks(field, "7");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(table->currentIndex().row(), 1993);
    QTRY_COMPARE_WITH_TIMEOUT(child<FactsView>("recordFacts")->value("Record"), "7", kWaitMs);
    field->setText("2001");
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(table->currentIndex().row(), 1993);
}

void TestHistoryWidget::history_offersNoDecision()
{
    addEntries(3);
    show();
    auto* table = child<FlatTable>("historyTable");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 3, kWaitMs);
    table->setCurrentIndex(table->model()->index(0, 0));
    QTRY_VERIFY_WITH_TIMEOUT(!child<FactsView>("callFacts")->value("Reason").isEmpty(), kWaitMs);
    QStringList buttons;
    for (const QAbstractButton* button : m_widget->findChildren<QAbstractButton*>()) {
        if (button->inherits("QPushButton"))
            buttons.append(button->objectName());
    }
    QCOMPARE(buttons, QStringList{"newRecordsStrip"});
    for (const auto key : {Qt::Key_Return, Qt::Key_D, Qt::Key_E, Qt::Key_Space})
        QTest::keyClick(table, key);
    QTest::keyClick(table, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY2(m_core->approvals.isEmpty() && m_core->denials.isEmpty() &&
                 m_core->determinations.isEmpty() && m_core->extensions.isEmpty(),
             "expected that nothing can be decided here");
}

void TestHistoryWidget::blankArea_showsNoValue()
{
    addEntries(3);
    m_core->currentStatus.reasons = {"the store was restored"};
    show();
    auto* table = child<FlatTable>("historyTable");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 3, kWaitMs);
    table->setCurrentIndex(table->model()->index(0, 0));
    QTRY_VERIFY_WITH_TIMEOUT(!child<FactsView>("callFacts")->value("Reason").isEmpty(), kWaitMs);
    const QStringList values = {"bea",  "agreed with finance", "files/write_file", "act_",
                                "7F3A", "Write the file",      "restored"};
    for (const QString& value : values)
        QVERIFY2(shownText().contains(value), qPrintable("expected to see before: " + value));
    m_widget->setBlank(true);
    for (const QString& value : values)
        QVERIFY2(!shownText().contains(value), qPrintable("expected hidden: " + value));
    m_core->change(m_action, [](ActionCard&) {});
    QSignalSpy changed(m_client.get(), &CoreClient::changed);
    QVERIFY2(changed.wait(kWaitMs), "expected the change to be told");
    QCoreApplication::processEvents();
    for (const QString& value : values)
        QVERIFY2(!shownText().contains(value), qPrintable("expected hidden: " + value));
    m_widget->setBlank(false);
    QTRY_VERIFY_WITH_TIMEOUT(shownText().contains("agreed with finance"), kWaitMs);
}

void TestHistoryWidget::kinds_ofTheJournal_haveWords()
{
    for (int code = 1; code <= kActionEventCount; ++code) {
        const std::string_view name = actionEventName(static_cast<ActionEvent>(code));
        const QByteArray kind(name.data(), qsizetype(name.size()));
        const QString words = HistoryText::kind(kind);
        QVERIFY2(words.at(0).isUpper() && !words.contains('_'),
                 qPrintable("expected words for " + QString::fromUtf8(kind) + ", got " + words));
    }
    for (const char* kind :
         {"dispatch_started", "store_created", "seat_enrolled", "epoch_created", "agent_added",
          "agent_revoked", "tool_pinned", "tampering", "process_started", "process_stopped",
          "evidence_added", "value_revealed"})
        QVERIFY2(HistoryText::kind(kind).at(0).isUpper(), kind);
    QCOMPARE(HistoryText::kind("something_new"), "something_new");
}

void TestHistoryWidget::emptyRecord_saysSo()
{
    show();
    QVERIFY2(child<QLabel>("historyEmpty")->isVisible(), "expected words instead of a table");
    QVERIFY2(!child<FlatTable>("historyTable")->isVisible(), "expected no empty table");
    addEntries(1);
    m_core->change(m_action, [](ActionCard&) {});
    QTRY_VERIFY_WITH_TIMEOUT(child<FlatTable>("historyTable")->isVisible(), kWaitMs);
}

} // namespace lockkeeper

QTEST_MAIN(lockkeeper::TestHistoryWidget)

#include "tst_historywidget.moc"
