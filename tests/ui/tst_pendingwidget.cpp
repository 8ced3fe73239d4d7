// SPDX-License-Identifier: Apache-2.0
#include "support/fakeoperatorcore.h"
#include "ui/coreclient.h"
#include "ui/pending/pendinglistpane.h"
#include "ui/pending/pendingview.h"
#include "ui/pending/pendingwidget.h"

#include <QApplication>
#include <QDateTime>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace lockkeeper;

namespace {

constexpr int kWaitMs = 5000;
const QString kAccepted = QStringLiteral("Accepted by the server");

} // namespace

/// The whole area over a core that a test moves. The input guard's clock is moved by hand.
class TestPendingWidget final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void emptyArea_saysHowToConnectAnAgent();
    void arrival_inAnEmptyArea_showsTheListAndOpensNothing();
    void arrivals_besideACard_moveNothing();
    void selection_ofARow_showsItsCard();
    void ctrlEnter_onAReadCard_approvesWhatIsShown();
    void enter_inListAndCard_neverApproves();
    void ctrlEnter_inTheFilter_neverApproves();
    void success_withoutAnAnswer_isNotClaimed();
    void decision_goesOnToTheNextRowAndRestartsTheGuard();
    void denial_withoutReason_goesToTheCore();
    void lastDecision_staysOnItsCardWithTheVerdict();
    void changedWhileOpen_isShownOnDemandOnly();
    void changedTimes_areNoChangeOfTheRequest();
    void over_whileOpen_staysAndCannotBeApproved_data();
    void over_whileOpen_staysAndCannotBeApproved();
    void tamperedCard_saysSoAndCannotBeApproved();
    void conflict_fromTheCore_saysNotApprovedAndStays();
    void refusal_withAHostileMessage_isDrawnVisibly();
    void unreadableCard_cannotBeDecided();
    void readOnlyCore_saysWhyAndDecidesNothing();
    void silentCore_datesTheListAndDecidesNothing();
    void blank_hidesEverythingButCounts();
    void narrowWindow_showsOnePaneAndDecidesOnlyWhatIsVisible();
    void filter_thatHidesUrgentOnes_saysSo();
    void stripAndPeriod_mergeWhatIsNew();
    void quietList_mergesByItself_butNotUnderThePointer();
    void reveal_ofAMaskedValue_isAskedOfTheCore();
    void noticeStrip_keepsItsGeometry();

private:
    template<class T>
    [[nodiscard]] T* find(const char* name) const
    {
        return m_widget->findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] PendingView* list() const { return find<PendingView>("pendingList"); }
    [[nodiscard]] PendingModel* model() const
    {
        return qobject_cast<PendingModel*>(list()->model());
    }
    [[nodiscard]] QString text(const char* label) const { return find<QLabel>(label)->text(); }
    /// Adds an action and waits until it is in the list, merged.
    ActionId add(RiskLevel risk, const QByteArray& summary);
    /// Makes the row current and waits for its card; the guard's time has passed then.
    void open(const ActionId& action);
    void settle();
    [[nodiscard]] int rowOf(const ActionId& action) const { return model()->rowOf(action); }
    [[nodiscard]] QString state(const ActionId& action) const
    {
        return model()->index(rowOf(action), PendingModel::State).data().toString();
    }
    [[nodiscard]] QStringList notices() const;
    void pressCtrlEnter();

    qint64 m_guardMs = 1'000'000;
    std::unique_ptr<FakeOperatorCore> m_core;
    std::unique_ptr<CoreClient> m_client;
    std::unique_ptr<PendingWidget> m_widget;
};

void TestPendingWidget::init()
{
    m_core = std::make_unique<FakeOperatorCore>();
    m_client = std::make_unique<CoreClient>(*m_core);
    m_widget = std::make_unique<PendingWidget>(*m_client, nullptr, [this]() { return m_guardMs; });
    m_widget->resize(1280, 800);
    m_widget->show();
    QApplication::setActiveWindow(m_widget.get());
    QVERIFY2(QTest::qWaitForWindowActive(m_widget.get()), "the window has to become active");
    m_client->start();
    QTRY_VERIFY2_WITH_TIMEOUT(m_client->canDecide(), "the core has to be connected", kWaitMs);
}

void TestPendingWidget::cleanup()
{
    m_client->stop();
    m_widget.reset();
    m_client.reset();
    m_core.reset();
}

ActionId TestPendingWidget::add(RiskLevel risk, const QByteArray& summary)
{
    const ActionId id = m_core->add(risk);
    m_core->change(id, [&summary](ActionCard& card) { card.snapshot.summary = summary; });
    const auto isKnown = [this, &id]() { return model()->find(id) != nullptr; };
    if (!QTest::qWaitFor(isKnown, kWaitMs))
        qFatal("an added action did not reach the list");
    QTest::keyClick(list(), Qt::Key_Period);
    return id;
}

void TestPendingWidget::settle()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    m_guardMs += 2 * InputGuard::kGuardMs;
}

void TestPendingWidget::open(const ActionId& action)
{
    list()->setFocus();
    list()->setCurrentRow(rowOf(action));
    const auto isOpen = [this, &action]() {
        return text("cardSummary") == QString::fromUtf8(m_core->cards[action].snapshot.summary);
    };
    if (!QTest::qWaitFor(isOpen, kWaitMs))
        qFatal("a card did not open");
    settle();
}

QStringList TestPendingWidget::notices() const
{
    // The strip shows one notice at a time: go through all of them.
    auto* more = find<QPushButton>("noticeMore");
    QStringList result{text("noticeText")};
    while (more->isVisible()) {
        more->click();
        const QString next = text("noticeText");
        if (result.contains(next))
            break;
        result.append(next);
    }
    result.removeAll(QString());
    return result;
}

void TestPendingWidget::pressCtrlEnter()
{
    QTest::keyClick(list(), Qt::Key_Return, Qt::ControlModifier);
    QCoreApplication::processEvents();
}

void TestPendingWidget::emptyArea_saysHowToConnectAnAgent()
{
    QVERIFY2(find<QWidget>("pendingEmpty")->isVisible(), "an empty area says that it is empty");
    auto* command = find<QLabel>("connectHint");
    QCOMPARE(command->text(), QStringLiteral("lockkeeperctl agents add NAME"));
    QVERIFY2(command->textInteractionFlags().testFlag(Qt::TextSelectableByKeyboard),
             "the command can be copied");
    QCOMPARE(m_widget->count(), 0);
}

void TestPendingWidget::arrival_inAnEmptyArea_showsTheListAndOpensNothing()
{
    QSignalSpy counted(m_widget.get(), &AreaWidget::countChanged);
    const ActionId id = m_core->add(RiskLevel::Critical);
    QTRY_COMPARE_WITH_TIMEOUT(rowOf(id), 0, kWaitMs);
    QVERIFY2(list()->isVisible(), "the list has to be shown now");
    QVERIFY2(list()->current().isEmpty(), "what arrives is not opened by itself");
    QCOMPARE(m_widget->count(), 1);
    QCOMPARE(m_widget->attention(), 1);
    QVERIFY2(!counted.isEmpty(), "the count has changed");
}

void TestPendingWidget::arrivals_besideACard_moveNothing()
{
    const ActionId id = add(RiskLevel::Low, "First");
    open(id);
    auto* filter = find<QLineEdit>("pendingFilter");
    filter->setFocus();
    const QRect bar = find<QWidget>("decisionBar")->geometry();
    const QRect table = list()->geometry();
    for (int i = 0; i < 50; ++i)
        m_core->add(RiskLevel::Critical);
    QTRY_COMPARE_WITH_TIMEOUT(model()->totals().fresh, 50, kWaitMs);
    QCOMPARE(QApplication::focusWidget(), filter);
    QCOMPARE(rowOf(id), 0);
    QCOMPARE(list()->current(), id);
    QCOMPARE(text("cardSummary"), QStringLiteral("First"));
    QCOMPARE(find<QWidget>("decisionBar")->geometry(), bar);
    QCOMPARE(list()->geometry(), table);
    QVERIFY2(find<QPushButton>("newRowsStrip")->text().contains(QStringLiteral("New: 50")),
             "the strip says what is new");
}

void TestPendingWidget::selection_ofARow_showsItsCard()
{
    const ActionId id = add(RiskLevel::High, "Delete everything");
    QCOMPARE(state(id), QStringLiteral("New"));
    open(id);
    QCOMPARE(text("cardRisk"), QStringLiteral("High"));
    QVERIFY2(text("cardTool").contains(QStringLiteral("write_file")), "the tool is named");
    QCOMPARE(text("cardRiskReasonsTitle"), QStringLiteral("Why this risk"));
    QCOMPARE(text("cardAgentReasonTitle"), QStringLiteral("What the agent says (not verified)"));
    QVERIFY2(text("cardAgent").contains(QStringLiteral("not verified")),
             "what an agent calls itself is marked as a claim");
    QVERIFY2(text("cardRiskReasons").contains(QStringLiteral("undone")), "the reasons are there");
    QVERIFY2(text("cardTargets").contains(QStringLiteral("file:a.txt")), "the targets are there");
    QCOMPARE(text("cardAgentReason"), QStringLiteral("“because”"));
    QCOMPARE(state(id), QString());
    m_core->change(id, [](ActionCard& card) { card.snapshot.agentReason.clear(); });
    const ActionId other = add(RiskLevel::Low, "Other");
    open(other);
    open(id);
    QCOMPARE(text("cardAgentReason"), QStringLiteral("The agent gave no reason."));
}

void TestPendingWidget::ctrlEnter_onAReadCard_approvesWhatIsShown()
{
    const ActionId id = add(RiskLevel::Low, "Write");
    open(id);
    pressCtrlEnter();
    QCOMPARE(m_core->approvals.size(), 1);
    QCOMPARE(m_core->approvals.constFirst().action, id);
    QCOMPARE(m_core->approvals.constFirst().fingerprint, m_core->cards[id].snapshot.fingerprint);
    QTRY_VERIFY2_WITH_TIMEOUT(text("decisionState").contains(kAccepted),
                              "the core's acceptance has to be said", kWaitMs);
    QTRY_VERIFY2_WITH_TIMEOUT(state(id).startsWith(QStringLiteral("Holding")),
                              "the row has to say that it is held", kWaitMs);
}

void TestPendingWidget::enter_inListAndCard_neverApproves()
{
    open(add(RiskLevel::Low, "Write"));
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space, Qt::Key_Escape}) {
        QTest::keyClick(list(), key);
        settle();
        QWidget* focused = QApplication::focusWidget();
        QVERIFY2(focused != nullptr, "the focus is never lost");
        QTest::keyClick(focused, key);
        settle();
    }
    QVERIFY2(m_core->approvals.isEmpty(), "these keys never approve");
}

void TestPendingWidget::ctrlEnter_inTheFilter_neverApproves()
{
    open(add(RiskLevel::Low, "Write"));
    auto* filter = find<QLineEdit>("pendingFilter");
    filter->setFocus();
    QTest::keyClick(filter, Qt::Key_Return, Qt::ControlModifier);
    QTest::keyClicks(filter, QStringLiteral("d"));
    settle();
    QVERIFY2(m_core->approvals.isEmpty() && m_core->denials.isEmpty(),
             "in a field nothing is decided");
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("dej"));
    QVERIFY2(filter->text().endsWith(QStringLiteral("dej")), "in a field letters are letters");
}

void TestPendingWidget::success_withoutAnAnswer_isNotClaimed()
{
    const ActionId id = add(RiskLevel::Low, "Write");
    open(id);
    m_core->isSilent = true;
    pressCtrlEnter();
    settle();
    QCOMPARE(m_core->approvals.size(), 1);
    QVERIFY2(!text("decisionState").contains(QStringLiteral("Accepted")),
             "nothing is accepted before the core says so");
    pressCtrlEnter();
    QCOMPARE(m_core->approvals.size(), 1);
}

void TestPendingWidget::decision_goesOnToTheNextRowAndRestartsTheGuard()
{
    const ActionId first = add(RiskLevel::Low, "First");
    const ActionId second = add(RiskLevel::Low, "Second");
    open(first);
    pressCtrlEnter();
    QTRY_COMPARE_WITH_TIMEOUT(list()->current(), second, kWaitMs);
    QTRY_COMPARE_WITH_TIMEOUT(text("cardSummary"), QStringLiteral("Second"), kWaitMs);
    QVERIFY2(rowOf(first) >= 0, "the held row stays in its place");
    const QStringList said = notices();
    QVERIFY2(said.join(QLatin1Char('\n')).contains(QStringLiteral("First: ") + kAccepted),
             qPrintable("what became of the first is said with its name, not " +
                        said.join(QStringLiteral(" | "))));
    pressCtrlEnter();
    QCOMPARE(m_core->approvals.size(), 1);
    settle();
    pressCtrlEnter();
    QCOMPARE(m_core->approvals.size(), 2);
    QCOMPARE(m_core->approvals.constLast().action, second);
}

void TestPendingWidget::denial_withoutReason_goesToTheCore()
{
    const ActionId id = add(RiskLevel::High, "Write");
    open(id);
    QTest::keyClick(list(), Qt::Key_D, Qt::ShiftModifier);
    QCOMPARE(m_core->denials.size(), 1);
    QCOMPARE(m_core->denials.constFirst().first, id);
    QTRY_COMPARE_WITH_TIMEOUT(state(id), QStringLiteral("Denied"), kWaitMs);
}

void TestPendingWidget::lastDecision_staysOnItsCardWithTheVerdict()
{
    const ActionId id = add(RiskLevel::Low, "Only");
    open(id);
    QTest::keyClick(list(), Qt::Key_D, Qt::ShiftModifier);
    QTRY_VERIFY2_WITH_TIMEOUT(text("decisionState").contains(QStringLiteral("Denied at")),
                              "the verdict stays on the card", kWaitMs);
    QTest::keyClick(list(), Qt::Key_Period);
    QCOMPARE(list()->current(), id);
    QCOMPARE(text("cardSummary"), QStringLiteral("Only"));
}

void TestPendingWidget::changedWhileOpen_isShownOnDemandOnly()
{
    const ActionId id = add(RiskLevel::Low, "Before");
    open(id);
    m_core->change(id, [](ActionCard& card) {
        card.snapshot.summary = "After";
        card.snapshot.fingerprint = QByteArray(64, 'c');
        card.arguments = R"({"path":"other.txt"})";
    });
    QTRY_VERIFY2_WITH_TIMEOUT(notices().contains(QStringLiteral("The request changed.")),
                              "a change is told", kWaitMs);
    QCOMPARE(text("cardSummary"), QStringLiteral("Before"));
    settle();
    pressCtrlEnter();
    QVERIFY2(m_core->approvals.isEmpty(), "nothing is decided on what is outdated");

    auto* action = find<QPushButton>("noticeAction");
    while (!action->isVisible() || action->text() != QStringLiteral("Show what changed"))
        find<QPushButton>("noticeMore")->click();
    action->click();
    QCOMPARE(text("cardSummary"), QStringLiteral("After"));
    QVERIFY2(notices().join(QLatin1Char('\n')).contains(QStringLiteral("arguments")),
             "the changed parts are named");
    pressCtrlEnter();
    QVERIFY2(m_core->approvals.isEmpty(), "the guard has begun anew");
    settle();
    pressCtrlEnter();
    QCOMPARE(m_core->approvals.size(), 1);
    QCOMPARE(m_core->approvals.constFirst().fingerprint, QByteArray(64, 'c'));
}

void TestPendingWidget::changedTimes_areNoChangeOfTheRequest()
{
    const ActionId id = add(RiskLevel::Low, "Write");
    open(id);
    // Somebody else gave it more time.
    m_core->change(id, [](ActionCard& card) { card.snapshot.decideByMs += 3'600'000; });
    const qint64 version = m_core->cards[id].snapshot.record.version;
    QTRY_COMPARE_WITH_TIMEOUT(model()->find(id)->snapshot.record.version, version, kWaitMs);
    settle();
    QVERIFY2(!notices().contains(QStringLiteral("The request changed.")),
             "more time is no change of what is asked for");
    pressCtrlEnter();
    QCOMPARE(m_core->approvals.size(), 1);
}

void TestPendingWidget::over_whileOpen_staysAndCannotBeApproved_data()
{
    QTest::addColumn<int>("end");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("withdrawn") << int(ActionState::Cancelled) << QStringLiteral("Withdrawn")
                               << QStringLiteral("The agent took this request back.");
    QTest::newRow("expired") << int(ActionState::Expired) << QStringLiteral("Expired")
                             << QStringLiteral("Time ran out. Not approved. Nothing was run.");
    QTest::newRow("denied elsewhere") << int(ActionState::Denied) << QStringLiteral("Denied by bea")
                                      << QStringLiteral("bea denied this.");
}

void TestPendingWidget::over_whileOpen_staysAndCannotBeApproved()
{
    QFETCH(int, end);
    QFETCH(QString, word);
    QFETCH(QString, sentence);
    const ActionId id = add(RiskLevel::Low, "Open");
    const ActionId other = add(RiskLevel::Low, "Other");
    open(id);
    m_core->change(id, [end](ActionCard& card) {
        card.snapshot.record.state = ActionState(end);
        card.snapshot.decidedBy = ActionState(end) == ActionState::Denied ? "bea" : "";
    });
    QTRY_COMPARE_WITH_TIMEOUT(state(id), word, kWaitMs);
    QTRY_VERIFY2_WITH_TIMEOUT(notices().contains(sentence), qPrintable(sentence), kWaitMs);
    settle();
    pressCtrlEnter();
    QTest::keyClick(list(), Qt::Key_D, Qt::ShiftModifier);
    QVERIFY2(m_core->approvals.isEmpty() && m_core->denials.isEmpty(),
             "what is over is not decided on");
    QTest::keyClick(list(), Qt::Key_Period);
    QVERIFY2(rowOf(id) >= 0 && list()->current() == id, "the open row never vanishes");
    open(other);
    QTest::keyClick(list(), Qt::Key_Period);
    QCOMPARE(rowOf(id), -1);
}

void TestPendingWidget::tamperedCard_saysSoAndCannotBeApproved()
{
    const ActionId id = add(RiskLevel::Low, "Write");
    m_core->change(id, [](ActionCard& card) { card.snapshot.tamperedWith = "the arguments"; });
    open(id);
    QVERIFY2(notices().join(QLatin1Char('\n')).contains(QStringLiteral("the arguments")),
             "the card says what does not fit");
    pressCtrlEnter();
    QVERIFY2(m_core->approvals.isEmpty(), "a tampered request is not approved");
}

void TestPendingWidget::conflict_fromTheCore_saysNotApprovedAndStays()
{
    const ActionId id = add(RiskLevel::Low, "First");
    add(RiskLevel::Low, "Second");
    open(id);
    m_core->refusesWith = Error(ErrorCode::Conflict, "the fingerprint is another one");
    pressCtrlEnter();
    QTRY_VERIFY2_WITH_TIMEOUT(
        text("decisionState")
            .contains(QStringLiteral("Not approved: the request changed while you were reading.")),
        "the refusal has to be said", kWaitMs);
    QVERIFY2(text("decisionState").contains(QStringLiteral("the fingerprint is another one")),
             "the core's own words are there too");
    QCOMPARE(list()->current(), id);
    QVERIFY2(!state(id).startsWith(QStringLiteral("Holding")), "nothing is held");
    m_core->refusesWith.reset();
    settle();
    settle();
    pressCtrlEnter();
    QCOMPARE(m_core->approvals.size(), 2);
}

void TestPendingWidget::refusal_withAHostileMessage_isDrawnVisibly()
{
    open(add(RiskLevel::Low, "Write"));
    m_core->refusesWith = Error(ErrorCode::Internal, "bad \u202Emessage %1");
    pressCtrlEnter();
    QTRY_VERIFY2_WITH_TIMEOUT(text("decisionState").contains(QStringLiteral("message %1")),
                              "the message has to be shown", kWaitMs);
    QVERIFY2(!text("decisionState").contains(QChar(0x202E)), "no hidden character is drawn");
}

void TestPendingWidget::unreadableCard_cannotBeDecided()
{
    const ActionId id = add(RiskLevel::Low, "Write");
    m_core->cards.remove(id);
    list()->setCurrentRow(rowOf(id));
    QTRY_VERIFY2_WITH_TIMEOUT(
        notices().join(QLatin1Char('\n')).contains(QStringLiteral("could not be read")),
        "that it could not be read has to be said", kWaitMs);
    settle();
    pressCtrlEnter();
    QVERIFY2(m_core->approvals.isEmpty(), "what was not read is not approved");
}

void TestPendingWidget::readOnlyCore_saysWhyAndDecidesNothing()
{
    open(add(RiskLevel::Low, "Write"));
    StatusSnapshot status = FakeOperatorCore::writable();
    status.readOnly = true;
    status.reasons = {"the disk is full"};
    m_core->setStatus(status);
    QTRY_VERIFY2_WITH_TIMEOUT(
        notices().contains(QStringLiteral("You can read, not decide: the disk is full")),
        "the reason has to be said", kWaitMs);
    settle();
    pressCtrlEnter();
    QVERIFY2(m_core->approvals.isEmpty(), "a read-only console decides nothing");
}

void TestPendingWidget::silentCore_datesTheListAndDecidesNothing()
{
    open(add(RiskLevel::Low, "Write"));
    m_core->isSilent = true;
    constexpr int kUntilSilent = CoreClient::kSilenceMs + 3 * CoreClient::kBeatMs;
    QTRY_COMPARE_WITH_TIMEOUT(m_client->connection(), CoreClient::Connection::Silent, kUntilSilent);
    const QString asOf =
        QDateTime::fromMSecsSinceEpoch(m_client->asOfMs()).toString(QStringLiteral("HH:mm:ss"));
    QCOMPARE(text("pendingNotice"), QStringLiteral("As of %1, no connection").arg(asOf));
    QCOMPARE(model()->rowCount(), 1);
    settle();
    pressCtrlEnter();
    QVERIFY2(m_core->approvals.isEmpty(), "without a connection nothing is decided");
    m_core->isSilent = false;
    QTRY_COMPARE_WITH_TIMEOUT(text("pendingNotice"), QString(), kUntilSilent);
}

void TestPendingWidget::blank_hidesEverythingButCounts()
{
    const ActionId id = add(RiskLevel::High, "Sentinel");
    open(id);
    m_widget->setBlank(true);
    QVERIFY2(text("pendingBlank").contains(QStringLiteral("High: 1")), "counts by risk are shown");
    const QList<QLabel*> labels = m_widget->findChildren<QLabel*>();
    for (const QLabel* label : labels)
        QVERIFY2(!label->text().contains(QStringLiteral("Sentinel")),
                 qPrintable(label->objectName() + " still holds what is hidden"));
    QCOMPARE(model()->rowCount(), 0);
    QVERIFY2(!list()->isVisible(), "the list is not on the screen");
    settle();
    QTest::keyClick(m_widget.get(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY2(m_core->approvals.isEmpty(), "a locked console decides nothing");
    QVERIFY2(!m_widget->select(id), "a locked console opens nothing");

    m_widget->setBlank(false);
    QCOMPARE(list()->current(), id);
    QTRY_COMPARE_WITH_TIMEOUT(text("cardSummary"), QStringLiteral("Sentinel"), kWaitMs);
}

void TestPendingWidget::narrowWindow_showsOnePaneAndDecidesOnlyWhatIsVisible()
{
    const ActionId id = add(RiskLevel::Low, "Write");
    open(id);
    m_widget->resize(1000, 800);
    QVERIFY2(list()->mapTo(m_widget.get(), QPoint()).y() <
                 find<QWidget>("cardDetail")->mapTo(m_widget.get(), QPoint()).y(),
             "below 1100 px the list is above the card");
    m_widget->resize(800, 560);
    settle();
    QVERIFY2(list()->isVisible() && !find<QWidget>("cardDetail")->isVisible(),
             "below 820 px there is one pane");
    list()->setFocus();
    pressCtrlEnter();
    QVERIFY2(m_core->approvals.isEmpty(), "a card that is not visible is not approved");
    QTest::keyClick(list(), Qt::Key_Return);
    QVERIFY2(!list()->isVisible() && find<QWidget>("cardDetail")->isVisible(),
             "Enter goes into the card");
    QVERIFY2(QApplication::focusWidget() != nullptr &&
                 find<QWidget>("cardDetail")->isAncestorOf(QApplication::focusWidget()),
             "the focus goes with it");
    find<QPushButton>("backButton")->click();
    QVERIFY2(list()->isVisible() && list()->hasFocus(), "Back leads to the list");
}

void TestPendingWidget::filter_thatHidesUrgentOnes_saysSo()
{
    const ActionId low = add(RiskLevel::Low, "Write");
    add(RiskLevel::Critical, "Delete");
    find<QLineEdit>("pendingFilter")->setText(QStringLiteral("risk:low"));
    QCOMPARE(text("pendingNotice"), QStringLiteral("1 urgent item(s) outside this view"));
    QCOMPARE(model()->rowCount(), 1);
    QCOMPARE(model()->actionAt(0), low);
    QTest::keyClick(find<QLineEdit>("pendingFilter"), Qt::Key_Escape);
    QCOMPARE(model()->rowCount(), 2);
    QVERIFY2(list()->hasFocus(), "Escape leaves the field");
}

void TestPendingWidget::stripAndPeriod_mergeWhatIsNew()
{
    const ActionId first = add(RiskLevel::Low, "First");
    open(first);
    m_core->add(RiskLevel::Critical);
    QTRY_COMPARE_WITH_TIMEOUT(model()->totals().fresh, 1, kWaitMs);
    find<QPushButton>("newRowsStrip")->click();
    QCOMPARE(model()->rowCount(), 2);
    QCOMPARE(list()->current(), first);
    m_core->add(RiskLevel::Critical);
    QTRY_COMPARE_WITH_TIMEOUT(model()->totals().fresh, 1, kWaitMs);
    QTest::keyClick(list(), Qt::Key_Period);
    QCOMPARE(model()->rowCount(), 3);
    QCOMPARE(list()->current(), first);
}

void TestPendingWidget::quietList_mergesByItself_butNotUnderThePointer()
{
    open(add(RiskLevel::Low, "First"));
    const QPointF over(list()->viewport()->rect().center());
    QEnterEvent enter(over, over, over);
    QApplication::sendEvent(list()->viewport(), &enter);
    m_core->add(RiskLevel::Critical);
    QTRY_COMPARE_WITH_TIMEOUT(model()->totals().fresh, 1, kWaitMs);
    QSignalSpy inserted(model(), &QAbstractItemModel::rowsInserted);
    QVERIFY2(!inserted.wait(PendingListPane::kQuietMs + 500),
             "under the pointer the list keeps still");
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(list()->viewport(), &leave);
    QVERIFY2(inserted.wait(2 * PendingListPane::kQuietMs), "a list that nobody uses is updated");
}

void TestPendingWidget::reveal_ofAMaskedValue_isAskedOfTheCore()
{
    const ActionId id = add(RiskLevel::Low, "Write");
    m_core->change(id, [](ActionCard& card) {
        card.arguments = R"({"token":""})";
        card.masked = {{"/token", 9, 12, false}};
    });
    open(id);
    auto* reveal = find<QPushButton>("revealButton");
    QTRY_VERIFY2_WITH_TIMEOUT(reveal->isVisible(), "there is a masked value", kWaitMs);
    reveal->click();
    QCOMPARE(m_core->reveals.size(), 1);
    QCOMPARE(m_core->reveals.constFirst().first, id);
    QCOMPARE(m_core->reveals.constFirst().second, qsizetype(9));
}

void TestPendingWidget::noticeStrip_keepsItsGeometry()
{
    const ActionId id = add(RiskLevel::Low, "Write");
    open(id);
    const QRect strip = find<QWidget>("noticeStrip")->geometry();
    const QRect bar = find<QWidget>("decisionBar")->geometry();
    m_core->change(id, [](ActionCard& card) {
        card.snapshot.tamperedWith = QByteArray("very long words ").repeated(200);
    });
    QTRY_VERIFY2_WITH_TIMEOUT(!notices().isEmpty(), "there is a notice", kWaitMs);
    settle();
    QCOMPARE(find<QWidget>("noticeStrip")->geometry(), strip);
    QCOMPARE(find<QWidget>("decisionBar")->geometry().bottom(), bar.bottom());
}

QTEST_MAIN(TestPendingWidget)
#include "tst_pendingwidget.moc"
