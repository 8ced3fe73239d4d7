// SPDX-License-Identifier: Apache-2.0
// Putting calls aside, bringing them back and asking for more time in the whole Pending area.
#include "support/decisionscene.h"
#include "support/fakeoperatorcore.h"
#include "ui/coreclient.h"
#include "ui/pending/pendingview.h"
#include "ui/pending/pendingwidget.h"

#include <QApplication>
#include <QDateTime>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <memory>

using namespace lockkeeper;

namespace {

constexpr int kWaitMs = 5000;
constexpr qint64 kHourMs = 3'600'000;

qint64 wallMs()
{
    return QDateTime::currentMSecsSinceEpoch();
}

} // namespace

/// The whole area over a core that a test moves. The input guard's clock is moved by hand.
class TestPendingSnooze final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void snooze_ofTheOpenCard_goesOnAndNeedsAllKeysUp();
    void snooze_thatIsRefused_staysAndSaysWhy();
    void snoozed_isNeitherListedNorCounted_butInItsView();
    void snoozedView_bringsBackWhatComesAsNew();
    void snoozed_byAnotherWhileOpen_cannotBeApproved();
    void return_byItsTime_movesNothing();
    void views_rememberTheirRows();
    void extend_asksForAnHourMore_andSaysUntilWhen();
    void extend_thatIsRefused_saysTheCoresWords();
    void extend_isOfferedByANotice_insideTheLastMinute();
    void extend_byItsButton_keepsTheFocus();
    void extend_ofWhatIsOver_isNotAskedFor();

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
    [[nodiscard]] QString state(const ActionId& action) const
    {
        return model()->index(model()->rowOf(action), PendingModel::State).data().toString();
    }
    ActionId add(const QByteArray& summary, RiskLevel risk = RiskLevel::Low);
    void open(const ActionId& action);
    /// Another operator puts it aside.
    void putAside(const ActionId& action, qint64 forMs);
    /// Opens the panel on the open card and types a reason.
    void openPanel();
    void settle();
    void pressCtrlEnter()
    {
        QTest::keyClick(list(), Qt::Key_Return, Qt::ControlModifier);
        QCoreApplication::processEvents();
    }
    [[nodiscard]] bool isNoticed(const QString& part) const;

    qint64 m_guardMs = 1'000'000;
    std::unique_ptr<FakeOperatorCore> m_core;
    std::unique_ptr<CoreClient> m_client;
    std::unique_ptr<PendingWidget> m_widget;
};

void TestPendingSnooze::init()
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

void TestPendingSnooze::cleanup()
{
    m_client->stop();
    m_widget.reset();
    m_client.reset();
    m_core.reset();
}

ActionId TestPendingSnooze::add(const QByteArray& summary, RiskLevel risk)
{
    const ActionId id = m_core->add(risk);
    m_core->change(id, [&summary](ActionCard& card) { card.snapshot.summary = summary; });
    const auto isKnown = [this, &id]() { return model()->find(id) != nullptr; };
    if (!QTest::qWaitFor(isKnown, kWaitMs))
        qFatal("an added action did not reach the list");
    QTest::keyClick(list(), Qt::Key_Period);
    return id;
}

void TestPendingSnooze::settle()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    m_guardMs += 2 * InputGuard::kGuardMs;
}

void TestPendingSnooze::open(const ActionId& action)
{
    list()->setFocus();
    list()->setCurrentRow(model()->rowOf(action));
    const auto isOpen = [this, &action]() {
        return text("cardSummary") == QString::fromUtf8(m_core->cards[action].snapshot.summary);
    };
    if (!QTest::qWaitFor(isOpen, kWaitMs))
        qFatal("a card did not open");
    settle();
}

void TestPendingSnooze::putAside(const ActionId& action, qint64 forMs)
{
    m_core->change(action, [forMs](ActionCard& card) {
        card.snapshot.snooze = {wallMs() + forMs, "bea", "after lunch"};
    });
    const auto isAside = [this, &action]() { return model()->find(action)->isAside; };
    if (!QTest::qWaitFor(isAside, kWaitMs))
        qFatal("the list did not learn that an action was put aside");
}

void TestPendingSnooze::openPanel()
{
    QTest::keyClick(list(), Qt::Key_S);
    auto* field = find<QLineEdit>("snoozeReasonField");
    QVERIFY2(field->hasFocus(), "the field is open");
    QTest::keyClicks(field, QStringLiteral("later"));
    settle();
}

bool TestPendingSnooze::isNoticed(const QString& part) const
{
    auto* more = find<QPushButton>("noticeMore");
    QString first;
    while (!text("noticeText").contains(part)) {
        if (!more->isVisible() || text("noticeText") == first)
            return false;
        first = first.isEmpty() ? text("noticeText") : first;
        more->click();
    }
    return true;
}

void TestPendingSnooze::snooze_ofTheOpenCard_goesOnAndNeedsAllKeysUp()
{
    const ActionId first = add("First");
    const ActionId second = add("Second");
    open(first);
    openPanel();
    pressKey(find<QLineEdit>("snoozeReasonField"), Qt::Key_Return);
    QCOMPARE(m_core->snoozes.size(), 1);
    QCOMPARE(m_core->snoozes.constFirst().action, first);
    QCOMPARE(m_core->snoozes.constFirst().reason, QByteArray("later"));
    QTRY_COMPARE_WITH_TIMEOUT(list()->current(), second, kWaitMs);
    QTRY_COMPARE_WITH_TIMEOUT(text("cardSummary"), QStringLiteral("Second"), kWaitMs);
    QVERIFY2(list()->hasFocus(), "the focus goes to the next one in the list");
    QVERIFY2(isNoticed(QStringLiteral("First: Back at ")), "what became of the first is said");
    pressKey(list(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY2(m_core->approvals.isEmpty(), "the guard has begun anew");
    settle();
    pressKey(list(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY2(m_core->approvals.isEmpty(), "Enter has been down since the snooze");
    QTest::keyRelease(list(), Qt::Key_Return);
    settle();
    pressCtrlEnter();
    QCOMPARE(m_core->approvals.size(), 1);
    QCOMPARE(m_core->approvals.constFirst().action, second);
}

void TestPendingSnooze::snooze_thatIsRefused_staysAndSaysWhy()
{
    const ActionId first = add("First");
    add("Second");
    open(first);
    openPanel();
    m_core->refusesWith = Error(ErrorCode::InvalidArgument, "at most 60 minutes");
    QTest::keyClick(find<QLineEdit>("snoozeReasonField"), Qt::Key_Return);
    QTRY_VERIFY2_WITH_TIMEOUT(text("decisionState").contains(QStringLiteral("Not snoozed.")),
                              "the refusal has to be said", kWaitMs);
    QVERIFY2(text("decisionState").contains(QStringLiteral("at most 60 minutes")),
             "the core's own words are there too");
    QCOMPARE(list()->current(), first);
    QCOMPARE(m_widget->count(), 2);
}

void TestPendingSnooze::snoozed_isNeitherListedNorCounted_butInItsView()
{
    const ActionId first = add("First", RiskLevel::High);
    const ActionId second = add("Second");
    putAside(first, kHourMs / 2);
    QCOMPARE(m_widget->count(), 1);
    QTest::keyClick(list(), Qt::Key_Period);
    QCOMPARE(model()->rowCount(), 1);
    QCOMPARE(model()->actionAt(0), second);
    QCOMPARE(find<QPushButton>("openViewButton")->text(), QStringLiteral("Open: 1"));
    auto* view = find<QPushButton>("snoozedViewButton");
    QCOMPARE(view->text(), QStringLiteral("Snoozed: 1"));
    view->click();
    QVERIFY2(view->isChecked() && !find<QPushButton>("openViewButton")->isChecked(),
             "the view that is shown is marked");
    QCOMPARE(model()->rowCount(), 1);
    QVERIFY2(state(first).startsWith(QStringLiteral("Back at ")), "with the time of its return");
    open(first);
    QVERIFY2(isNoticed(QStringLiteral("after lunch")), "why is said");
    QVERIFY2(isNoticed(QStringLiteral("bea")), "and who");
    QVERIFY2(m_widget->select(second) && model()->view() == PendingModel::View::Open,
             "what waits is shown where it is");
}

void TestPendingSnooze::snoozedView_bringsBackWhatComesAsNew()
{
    const ActionId only = add("Only");
    putAside(only, kHourMs / 2);
    QTest::keyClick(list(), Qt::Key_Period);
    QVERIFY2(list()->isVisible(), "the way to the other view is there though nothing waits");
    QCOMPARE(list()->accessibleDescription(), QStringLiteral("Nothing is waiting for you."));
    find<QPushButton>("snoozedViewButton")->click();
    open(only);
    pressCtrlEnter();
    QTest::keyClick(list(), Qt::Key_D, Qt::ShiftModifier);
    QVERIFY2(m_core->approvals.isEmpty() && m_core->denials.isEmpty(),
             "what is put aside is not decided on");
    settle();
    QTest::keyClick(list(), Qt::Key_S);
    QCOMPARE(m_core->snoozes.size(), 1);
    QCOMPARE(m_core->snoozes.constFirst().untilMs, qint64(0));
    QTRY_COMPARE_WITH_TIMEOUT(m_widget->count(), 1, kWaitMs);
    find<QPushButton>("openViewButton")->click();
    QCOMPARE(model()->rowOf(only), 0);
    QVERIFY2(model()->index(0, 0).data(PendingModel::UnreadRole).toBool(), "it is as new");
    find<QPushButton>("snoozedViewButton")->click();
    QVERIFY2(list()->accessibleDescription().startsWith(QStringLiteral("Nothing is snoozed.")),
             "the empty view says so");
}

void TestPendingSnooze::snoozed_byAnotherWhileOpen_cannotBeApproved()
{
    const ActionId id = add("First");
    open(id);
    putAside(id, kHourMs / 2);
    settle();
    pressCtrlEnter();
    settle();
    QVERIFY2(m_core->approvals.isEmpty(), "somebody has put it aside");
    QCOMPARE(list()->current(), id);
    QTest::keyClick(list(), Qt::Key_Period);
    QVERIFY2(model()->rowOf(id) == 0, "the open row never vanishes");
}

void TestPendingSnooze::return_byItsTime_movesNothing()
{
    const ActionId first = add("First");
    const ActionId second = add("Second");
    const ActionId third = add("Third");
    open(second);
    putAside(first, 2500);
    QTest::keyClick(list(), Qt::Key_Period);
    QCOMPARE(model()->rowOf(first), -1);
    // Somebody uses the list: it does not put itself in order.
    QEnterEvent enter({1, 1}, {1, 1}, {1, 1});
    QApplication::sendEvent(list()->viewport(), &enter);
    auto* filter = find<QLineEdit>("pendingFilter");
    filter->setFocus();
    QTRY_COMPARE_WITH_TIMEOUT(model()->totals().fresh, 1, 2 * kWaitMs);
    QCOMPARE(m_widget->count(), 3);
    QCOMPARE(QApplication::focusWidget(), filter);
    QCOMPARE(list()->current(), second);
    QCOMPARE(model()->actionAt(0), second);
    QCOMPARE(model()->actionAt(1), third);
    QCOMPARE(model()->rowCount(), 2);
    QVERIFY2(find<QPushButton>("newRowsStrip")->text().contains(QStringLiteral("New: 1")),
             "it is an arrival");
    list()->setFocus();
    QTest::keyClick(list(), Qt::Key_Period);
    QCOMPARE(state(first), QStringLiteral("New"));
}

void TestPendingSnooze::views_rememberTheirRows()
{
    add("First");
    const ActionId second = add("Second");
    open(second);
    find<QPushButton>("snoozedViewButton")->click();
    QVERIFY2(find<QLabel>("cardHint")->isVisible(), "no card is open that is not in the list");
    pressCtrlEnter();
    QVERIFY2(m_core->approvals.isEmpty(), "nothing is open");
    find<QPushButton>("openViewButton")->click();
    QCOMPARE(list()->current(), second);
    QTRY_COMPARE_WITH_TIMEOUT(text("cardSummary"), QStringLiteral("Second"), kWaitMs);
}

void TestPendingSnooze::extend_asksForAnHourMore_andSaysUntilWhen()
{
    const ActionId id = add("First");
    open(id);
    const qint64 before = m_core->cards[id].snapshot.decideByMs;
    QTest::keyClick(list(), Qt::Key_E);
    QCOMPARE(m_core->extensions, QList<ActionId>({id}));
    QCOMPARE(m_core->cards[id].snapshot.decideByMs, before + kHourMs);
    QTRY_VERIFY2_WITH_TIMEOUT(
        text("decisionState").contains(QStringLiteral("There is time until ")),
        "until when is said", kWaitMs);
    QVERIFY2(list()->hasFocus(), "asking for time moves no focus");
    pressCtrlEnter();
    QVERIFY2(m_core->approvals.isEmpty(), "another time restarts the guard");
    QTRY_COMPARE_WITH_TIMEOUT(model()->find(id)->snapshot.decideByMs, before + kHourMs, kWaitMs);
    settle();
    pressCtrlEnter();
    QCOMPARE(m_core->approvals.size(), 1);
}

void TestPendingSnooze::extend_thatIsRefused_saysTheCoresWords()
{
    open(add("First"));
    m_core->refusesWith = Error(ErrorCode::InvalidArgument, "policy allows it until 18:00");
    QTest::keyClick(list(), Qt::Key_E);
    QTRY_VERIFY2_WITH_TIMEOUT(
        text("decisionState").contains(QStringLiteral("No more time was given.")),
        "the refusal has to be said", kWaitMs);
    QVERIFY2(text("decisionState").contains(QStringLiteral("policy allows it until 18:00")),
             "the core's own words are there too");
    QVERIFY2(list()->hasFocus(), "a refusal moves no focus");
    m_core->refusesWith.reset();
    settle();
    settle();
    QTest::keyClick(list(), Qt::Key_E);
    QCOMPARE(m_core->extensions.size(), 2);
}

void TestPendingSnooze::extend_isOfferedByANotice_insideTheLastMinute()
{
    const ActionId id = add("First");
    open(id);
    const QString offer = QStringLiteral("Less than 1 min left to decide.");
    QVERIFY2(!isNoticed(offer), "there is time");
    m_core->change(id, [](ActionCard& card) { card.snapshot.decideByMs = wallMs() + 50'000; });
    QTRY_VERIFY2_WITH_TIMEOUT(isNoticed(offer), "the end is near", kWaitMs);
    auto* action = find<QPushButton>("noticeAction");
    QVERIFY2(action->isVisible(), "the notice offers it");
    QCOMPARE(action->text(), QStringLiteral("Ask for more time"));
    action->click();
    QVERIFY2(m_core->extensions.isEmpty(), "not inside the guard's time");
    settle();
    action->click();
    QCOMPARE(m_core->extensions, QList<ActionId>({id}));
    QVERIFY2(list()->hasFocus(), "asking for time moves no focus");
    QTRY_VERIFY2_WITH_TIMEOUT(!isNoticed(offer), "there is time again", kWaitMs);
}

void TestPendingSnooze::extend_byItsButton_keepsTheFocus()
{
    open(add("First"));
    auto* button = find<QPushButton>("extendButton");
    QVERIFY2(button->isVisible() && button->isEnabled(), "it is offered");
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QCOMPARE(m_core->extensions.size(), 1);
    QTRY_VERIFY2_WITH_TIMEOUT(button->isEnabled() && button->hasFocus(),
                              "the focus is where it was", kWaitMs);
    QVERIFY2(m_core->approvals.isEmpty(), "nothing was approved");
}

void TestPendingSnooze::extend_ofWhatIsOver_isNotAskedFor()
{
    const ActionId id = add("First");
    open(id);
    m_core->setState(id, ActionState::Cancelled);
    QTRY_COMPARE_WITH_TIMEOUT(state(id), QStringLiteral("Withdrawn"), kWaitMs);
    settle();
    QTest::keyClick(list(), Qt::Key_E);
    QTest::keyClick(list(), Qt::Key_S);
    QVERIFY2(m_core->extensions.isEmpty() && m_core->snoozes.isEmpty(),
             "what is over needs no time");
}

QTEST_MAIN(TestPendingSnooze)
#include "tst_pendingsnooze.moc"
