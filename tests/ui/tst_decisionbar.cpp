// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/decisionbar.h"

#include "support/decisionscene.h"
#include "ui/arguments/visibletext.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace lockkeeper;

namespace {

constexpr auto kControl = Qt::ControlModifier;
constexpr int kLimitMs = 5000;
const QString kWrong = QStringLiteral("That is not the path shown above. Nothing was approved.");

} // namespace

class DecisionBarTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void low_byOneChord_isApprovedOnce();
    void low_byPointerSpaceOrAccessibleAction_isApproved();
    void enter_anywhere_neverApproves();
    void approval_insideTheGuard_isDropped();
    void approval_byARepeatedKey_isDropped();
    void approval_whileTheChordStaysDown_isNotRepeatedOnTheNextCard();
    void approval_afterItsAnswerWasRefused_mayBeTriedAgain();
    void cardThatChanges_restartsTheGuard_andOneThatDoesNotDoesNot();
    void otherArguments_haveNotBeenRead();
    void medium_unreadToTheEnd_isNotApproved();
    void high_opensTheChallenge_andTheValueApproves();
    void high_withAnotherValue_isNotApproved();
    void high_withOpenWarnings_isNotApproved();
    void critical_needsAReasonBesides();
    void challenge_opened_restartsTheGuardAndMovesTheButton();
    void challenge_takesNoPaste();
    void challenge_ofAChangedCard_closesAndKeepsTheFocusInTheBar();
    void escape_inTheChallenge_givesTheFocusBack();
    void enter_inTheFields_onlySaysHow();
    void maskedValue_makesALowCardAHighOne();
    void hold_showsTheTimeAndUndo_whichIsNeverGuarded();
    void states_otherThanPending_decideNothing_data();
    void states_otherThanPending_decideNothing();
    void tampered_hasNoButtons();
    void readOnlyOrOtherTool_isNotApproved();
    void decideBy_disablesBeforeItIsReached();
    void incompleteCard_isDenyOnly();
    void hiddenBar_decidesNothing();
    void summary_cannotMakeAShortcut();
    void fingerprint_isShownShort_andWholeToScreenReaders();
    void layout_keepsItsDistances_data();
    void layout_keepsItsDistances();
    void keysInTheBar_areNoCommands();

private:
    [[nodiscard]] QString state() const { return m_scene->find<QLabel>("decisionState")->text(); }
    void type(const char* field, const QString& text);
    void openChallenge(const ActionCard& card);

    std::unique_ptr<DecisionScene> m_scene;
    std::unique_ptr<QSignalSpy> m_approved;
    std::unique_ptr<QSignalSpy> m_denied;
};

void DecisionBarTest::init()
{
    m_scene = std::make_unique<DecisionScene>();
    m_approved = std::make_unique<QSignalSpy>(&m_scene->bar, &DecisionBar::approved);
    m_denied = std::make_unique<QSignalSpy>(&m_scene->bar, &DecisionBar::denied);
    QVERIFY2(m_scene->show(), "the window has to be active, with the focus in the list");
}

void DecisionBarTest::cleanup()
{
    m_approved.reset();
    m_denied.reset();
    m_scene.reset();
}

void DecisionBarTest::type(const char* field, const QString& text)
{
    auto* edit = m_scene->find<QLineEdit>(field);
    QVERIFY2(edit->isVisible(), field);
    edit->setFocus();
    QTest::keyClicks(edit, text);
}

void DecisionBarTest::openChallenge(const ActionCard& card)
{
    m_scene->decide(card);
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY2(m_scene->find<QLineEdit>("challengeField")->hasFocus(), "the challenge has to open");
    QCOMPARE(m_approved->count(), 0);
    m_scene->settle();
}

void DecisionBarTest::low_byOneChord_isApprovedOnce()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 1);
    const QList<QVariant> said = m_approved->first();
    QCOMPARE(said.at(0).value<ActionId>().value(), QByteArray("act_1"));
    QCOMPARE(said.at(1).toByteArray(), "7f3a91c2" + QByteArray(56, 'e'));
    QCOMPARE(said.at(2).toByteArray(), QByteArray());
    QVERIFY(said.at(3).value<SecretBytes>().isEmpty());
    QCOMPARE(m_scene->bar.inputMethod(), QByteArray("keyboard"));

    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    m_scene->find("approveButton")->click();
    QVERIFY2(m_approved->count() == 1, "one decision a version of a card");
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    QVERIFY2(m_denied->isEmpty(), "nor is it denied after it was approved");
}

void DecisionBarTest::low_byPointerSpaceOrAccessibleAction_isApproved()
{
    auto* approve = m_scene->find("approveButton");
    m_scene->decide(DecisionScene::card(RiskLevel::Low, "act_1"));
    QTest::mouseClick(approve, Qt::LeftButton);
    QCOMPARE(m_approved->count(), 1);
    QCOMPARE(m_scene->bar.inputMethod(), QByteArray("pointer"));
    QVERIFY2(m_scene->list.hasFocus(), "a click leaves the focus where it is");

    m_scene->decide(DecisionScene::card(RiskLevel::Low, "act_2"));
    approve->setFocus();
    QTest::keyClick(approve, Qt::Key_Space);
    QCOMPARE(m_approved->count(), 2);
    QCOMPARE(m_scene->bar.inputMethod(), QByteArray("keyboard"));

    m_scene->decide(DecisionScene::card(RiskLevel::Low, "act_3"));
    QAccessible::queryAccessibleInterface(approve)->actionInterface()->doAction(
        QAccessibleActionInterface::pressAction());
    QTRY_COMPARE_WITH_TIMEOUT(m_approved->count(), 3, kLimitMs);
    QCOMPARE(m_scene->bar.inputMethod(), QByteArray("assistive"));
}

void DecisionBarTest::enter_anywhere_neverApproves()
{
    for (const RiskLevel risk : {RiskLevel::Low, RiskLevel::Medium, RiskLevel::High}) {
        for (const int key : {int(Qt::Key_Return), int(Qt::Key_Enter)}) {
            m_scene->decide(DecisionScene::card(risk, QByteArray::number(key + int(risk))));
            for (QWidget* place : m_scene->window.findChildren<QWidget*>()) {
                place->setFocus();
                for (const auto modifiers :
                     {Qt::NoModifier, Qt::ShiftModifier, Qt::AltModifier, Qt::KeypadModifier})
                    QTest::keyClick(place, Qt::Key(key), modifiers);
            }
            QVERIFY2(m_approved->isEmpty(), "Enter may approve nowhere");
            QVERIFY2(!m_scene->find<QLineEdit>("challengeField")->isVisible(),
                     "nor does it open the challenge");
        }
    }
}

void DecisionBarTest::approval_insideTheGuard_isDropped()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    m_scene->bar.rearm();
    m_scene->nowMs += InputGuard::kGuardMs - 1;
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QTest::mouseClick(m_scene->find("approveButton"), Qt::LeftButton);
    m_scene->find("approveButton")->click();
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    QCOMPARE(m_approved->count(), 0);
    QVERIFY2(m_denied->isEmpty(), "the guard protects denials too");
    QCoreApplication::processEvents();
    m_scene->nowMs += 1;
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 1);
}

void DecisionBarTest::approval_byARepeatedKey_isDropped()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    pressKey(&m_scene->list, Qt::Key_Return, kControl, true);
    pressKey(&m_scene->list, Qt::Key_D, Qt::ShiftModifier, true);
    QVERIFY2(m_approved->isEmpty(), "a repeated key approves nothing");
    QVERIFY2(m_denied->isEmpty(), "a repeated key denies nothing");
}

void DecisionBarTest::approval_whileTheChordStaysDown_isNotRepeatedOnTheNextCard()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low, "act_1"));
    pressKey(&m_scene->list, Qt::Key_Control, kControl);
    pressKey(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 1);
    m_scene->decide(DecisionScene::card(RiskLevel::Low, "act_2"));
    pressKey(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->count() == 1, "Enter has not been up since the decision");
    QTest::keyRelease(&m_scene->list, Qt::Key_Return);
    pressKey(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->count() == 1, "Control has not been up since the decision");
    QTest::keyRelease(&m_scene->list, Qt::Key_Return);
    QTest::keyRelease(&m_scene->list, Qt::Key_Control);
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 2);
}

void DecisionBarTest::approval_afterItsAnswerWasRefused_mayBeTriedAgain()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    m_scene->bar.setVerdict(QStringLiteral("Accepted."), false);
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->count() == 1, "accepted: nothing more to decide");

    m_scene->bar.setVerdict(QStringLiteral("Not approved: the PIN is another one."), true);
    QVERIFY(state().startsWith(QLatin1String("Not approved")));
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->count() == 1, "the refusal restarts the guard");
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 2);
}

void DecisionBarTest::cardThatChanges_restartsTheGuard_andOneThatDoesNotDoesNot()
{
    ActionCard card = DecisionScene::card(RiskLevel::Low);
    m_scene->decide(card);
    card.snapshot.lastProgressAtMs = 77;
    card.snapshot.callerGone = true;
    m_scene->bar.setCard(card);
    QVERIFY2(m_scene->bar.guard().isOpen(), "nothing that is decided on has changed");
    const QList<std::function<void(ActionCard&)>> edits = {
        [](ActionCard& one) { one.snapshot.record.version++; },
        [](ActionCard& one) { one.snapshot.record.id = ActionId("act_9"); },
        [](ActionCard& one) { one.snapshot.record.risk = RiskLevel::Medium; },
        [](ActionCard& one) { one.snapshot.fingerprint = QByteArray(64, '0'); },
        [](ActionCard& one) { one.snapshot.summary = "Write 2 files"; },
        [](ActionCard& one) { one.snapshot.targets = {"file:b"}; },
        [](ActionCard& one) { one.arguments = R"({"path":"b.txt"})"; },
        [](ActionCard& one) { one.toolDefinition = R"({"name":"other"})"; },
        [](ActionCard& one) { one.snapshot.tamperedWith = "a row"; },
    };
    for (int index = 0; index < edits.size(); ++index) {
        edits.at(index)(card);
        m_scene->settle();
        QVERIFY(m_scene->bar.guard().isOpen());
        m_scene->bar.setCard(card);
        QVERIFY2(!m_scene->bar.guard().isOpen(),
                 qPrintable(QStringLiteral("change %1 has to restart the guard").arg(index)));
    }
    m_scene->settle();
    m_scene->bar.setCard(std::nullopt);
    QVERIFY(!m_scene->bar.guard().isOpen());
}

void DecisionBarTest::otherArguments_haveNotBeenRead()
{
    ActionCard card = DecisionScene::card(RiskLevel::Medium);
    m_scene->decide(card);
    card.snapshot.record.version = 2;
    card.arguments = R"({"path":"other.txt"})";
    m_scene->bar.setCard(card);
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->isEmpty(), "nobody has said that these arguments were seen");
    QVERIFY(state().startsWith(QLatin1String("Read 0 %.")));
}

void DecisionBarTest::medium_unreadToTheEnd_isNotApproved()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Medium));
    m_scene->bar.setReadPercent(62);
    m_scene->bar.setConditions(true, true, false, 0, 0);
    m_scene->settle();
    QVERIFY(!m_scene->find("approveButton")->isEnabled());
    QCOMPARE(state(), QStringLiteral("Read 62 %. Scroll to the end of the arguments to approve."));
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    m_scene->find("approveButton")->click();
    QCOMPARE(m_approved->count(), 0);
    m_scene->bar.setConditions(true, true, true, 0, 0);
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 1);
}

void DecisionBarTest::high_opensTheChallenge_andTheValueApproves()
{
    openChallenge(DecisionScene::card(RiskLevel::High));
    QCOMPARE(m_scene->find<QLabel>("challengeAsk")->text(),
             QStringLiteral("To approve, type the path of this call."));
    QVERIFY2(!m_scene->find<QLineEdit>("reasonField")->isVisible(), "High needs no reason");
    type("challengeField", QStringLiteral("notes.txt"));
    QTest::keyClick(m_scene->find<QLineEdit>("challengeField"), Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 1);
    QVERIFY(!m_scene->find<QLineEdit>("challengeField")->isVisible());
    QVERIFY2(m_scene->list.hasFocus(), "the focus goes back to where it was");
}

void DecisionBarTest::high_withAnotherValue_isNotApproved()
{
    openChallenge(DecisionScene::card(RiskLevel::High));
    auto* field = m_scene->find<QLineEdit>("challengeField");
    auto* hint = m_scene->find<QLabel>("challengeHint");
    for (const QString& value : {QString(), QStringLiteral("notes"), QStringLiteral("Notes.txt")}) {
        field->clear();
        type("challengeField", value);
        hint->clear();
        QTest::keyClick(field, Qt::Key_Return, kControl);
        QCOMPARE(hint->text(), kWrong);
        hint->clear();
        QTest::mouseClick(m_scene->find("approveButton"), Qt::LeftButton);
        QCOMPARE(hint->text(), kWrong);
        QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    }
    QCOMPARE(m_approved->count(), 0);
}

void DecisionBarTest::high_withOpenWarnings_isNotApproved()
{
    m_scene->decide(DecisionScene::card(RiskLevel::High));
    m_scene->bar.setConditions(true, true, true, 2, 0);
    QVERIFY(state().contains(QLatin1String("2 warning(s) open.")));
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY(!m_scene->find<QLineEdit>("challengeField")->isVisible());
    m_scene->bar.setConditions(true, true, true, 0, 0);
    openChallenge(DecisionScene::card(RiskLevel::High));
    type("challengeField", QStringLiteral("notes.txt"));
    m_scene->bar.setConditions(true, true, true, 1, 0);
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QVERIFY2(m_approved->isEmpty(), "a warning that comes late counts like the others");
}

void DecisionBarTest::critical_needsAReasonBesides()
{
    openChallenge(DecisionScene::card(RiskLevel::Critical));
    auto* field = m_scene->find<QLineEdit>("challengeField");
    type("challengeField", QStringLiteral("notes.txt"));
    QTest::keyClick(field, Qt::Key_Return, kControl);
    type("reasonField", QStringLiteral("  too few "));
    QTest::keyClick(m_scene->find<QLineEdit>("reasonField"), Qt::Key_Return, kControl);
    QVERIFY2(m_approved->isEmpty(), "spaces around are no reason");
    QVERIFY(m_scene->find<QLabel>("challengeHint")->text().contains(QLatin1String("at least 10")));
    type("reasonField", QStringLiteral("letters"));
    QTest::keyClick(m_scene->find<QLineEdit>("reasonField"), Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 1);
    QCOMPARE(m_approved->first().at(2).toByteArray(), QByteArray("too few letters"));
}

void DecisionBarTest::challenge_opened_restartsTheGuardAndMovesTheButton()
{
    m_scene->decide(DecisionScene::card(RiskLevel::High));
    auto* approve = m_scene->find("approveButton");
    const auto placeOf = [](const QWidget* widget) {
        return QRect(widget->mapToGlobal(QPoint()), widget->size());
    };
    const QRect before = placeOf(approve);
    QTest::mouseClick(approve, Qt::LeftButton);
    QVERIFY(m_scene->find<QLineEdit>("challengeField")->isVisible());
    QVERIFY2(!m_scene->bar.guard().isOpen(), "the layout moved");
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    const QRect after = placeOf(approve);
    QVERIFY2(!before.intersects(after), "the button that approves is where another one was");
    for (const char* name : {"denyButton", "snoozeButton", "extendButton"})
        QVERIFY2(!before.intersects(placeOf(m_scene->find(name))), name);
}

void DecisionBarTest::challenge_takesNoPaste()
{
    openChallenge(DecisionScene::card(RiskLevel::High));
    auto* field = m_scene->find<QLineEdit>("challengeField");
    QClipboard* clipboard = QApplication::clipboard();
    clipboard->setText(QStringLiteral("notes.txt"));
    if (clipboard->supportsSelection())
        clipboard->setText(QStringLiteral("notes.txt"), QClipboard::Selection);
    auto* reason = new QLineEdit(&m_scene->window);
    reason->show();
    QTest::keyClick(reason, Qt::Key_V, kControl);
    QVERIFY2(reason->text() == QLatin1String("notes.txt"), "pasting works elsewhere");

    QTest::keyClick(field, Qt::Key_V, kControl);
    QTest::keyClick(field, Qt::Key_V, kControl | Qt::ShiftModifier);
    QTest::keyClick(field, Qt::Key_Insert, Qt::ShiftModifier);
    QTest::keyClick(field, Qt::Key_Insert, kControl | Qt::ShiftModifier);
    pressKey(field, Qt::Key_Paste);
    QTest::mouseClick(field, Qt::MiddleButton);
    QMimeData data;
    data.setText(QStringLiteral("notes.txt"));
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(field, &enter);
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(field, &drop);
    QCOMPARE(field->text(), QString());
    QVERIFY(!field->acceptDrops());
    QCOMPARE(field->contextMenuPolicy(), Qt::PreventContextMenu);

    QInputMethodEvent composed;
    composed.setCommitString(QStringLiteral("notes.txt"));
    QApplication::sendEvent(field, &composed);
    QVERIFY2(field->text() == QLatin1String("notes.txt"), "input methods and dictation may type");
}

void DecisionBarTest::challenge_ofAChangedCard_closesAndKeepsTheFocusInTheBar()
{
    ActionCard card = DecisionScene::card(RiskLevel::High);
    openChallenge(card);
    type("challengeField", QStringLiteral("notes.t"));
    card.snapshot.record.version = 2;
    m_scene->bar.setCard(card);
    auto* field = m_scene->find<QLineEdit>("challengeField");
    QVERIFY(!field->isVisible());
    QCOMPARE(field->text(), QString());
    QVERIFY2(m_scene->find<QLabel>("decisionState")->hasFocus(),
             "who goes on typing may not type commands into the list");
    m_scene->settle();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_D, Qt::ShiftModifier);
    QVERIFY(m_denied->isEmpty());
    m_scene->list.setFocus();
    openChallenge(card);
    QVERIFY2(field->text().isEmpty(), "what was typed for another version is gone");
}

void DecisionBarTest::escape_inTheChallenge_givesTheFocusBack()
{
    openChallenge(DecisionScene::card(RiskLevel::High));
    type("challengeField", QStringLiteral("notes.txt"));
    QTest::keyClick(m_scene->find<QLineEdit>("challengeField"), Qt::Key_Escape);
    QVERIFY(!m_scene->find<QLineEdit>("challengeField")->isVisible());
    QVERIFY(m_scene->list.hasFocus());
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_Escape);
    QCOMPARE(m_approved->count(), 0);
}

void DecisionBarTest::enter_inTheFields_onlySaysHow()
{
    openChallenge(DecisionScene::card(RiskLevel::Critical));
    type("challengeField", QStringLiteral("notes.txt"));
    type("reasonField", QStringLiteral("a reason of some length"));
    auto* hint = m_scene->find<QLabel>("challengeHint");
    for (const char* name : {"challengeField", "reasonField"}) {
        for (const auto modifiers :
             {Qt::NoModifier, Qt::ShiftModifier, Qt::AltModifier, Qt::KeypadModifier}) {
            hint->clear();
            QTest::keyClick(m_scene->find<QLineEdit>(name), Qt::Key_Enter, modifiers);
            QCOMPARE(hint->text(), QStringLiteral("Press Ctrl+Enter to approve."));
        }
    }
    QCOMPARE(m_approved->count(), 0);
}

void DecisionBarTest::maskedValue_makesALowCardAHighOne()
{
    ActionCard card = DecisionScene::card(RiskLevel::Low, "act_1", R"({"key":"","path":"a.txt"})");
    card.masked = {{"/key", 7, 30, false}};
    m_scene->bar.setCard(card);
    m_scene->bar.setConditions(true, true, true, 0, 1);
    m_scene->settle();
    QVERIFY(state().contains(QLatin1String("1 masked value(s)")));
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 0);
    QVERIFY(m_scene->find<QLineEdit>("challengeField")->isVisible());

    m_scene->bar.setConditions(true, true, true, 0, 0); // it was looked at
    QVERIFY2(!m_scene->bar.guard().isOpen(), "the button does something else now");
    QVERIFY(!m_scene->find<QLineEdit>("challengeField")->isVisible());
    m_scene->settle();
    m_scene->list.setFocus();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 1);
}

void DecisionBarTest::hold_showsTheTimeAndUndo_whichIsNeverGuarded()
{
    QSignalSpy undone(&m_scene->bar, &DecisionBar::undone);
    ActionCard card = DecisionScene::card(RiskLevel::Low);
    auto* undo = m_scene->find("undoButton");
    m_scene->decide(card);
    QVERIFY(!undo->isVisible());
    card.snapshot.record.state = ActionState::Holding;
    card.snapshot.record.holdUntilMs = QDateTime::currentMSecsSinceEpoch() + 3900;
    m_scene->bar.setCard(card);
    QVERIFY(!m_scene->bar.guard().isOpen());
    QVERIFY(undo->isVisible());
    QVERIFY2(state() == QLatin1String("Will be sent in 4 s."), qPrintable(state()));
    QTRY_COMPARE_WITH_TIMEOUT(state(), QStringLiteral("Will be sent in 3 s."), kLimitMs);
    QTest::mouseClick(undo, Qt::LeftButton);
    QVERIFY2(undone.count() == 1, "to take back is always possible");
    QCOMPARE(undone.first().first().value<ActionId>().value(), QByteArray("act_1"));
    QVERIFY(!m_scene->find("approveButton")->isEnabled());
    QVERIFY(!m_scene->find("denyButton")->isEnabled());
}

void DecisionBarTest::states_otherThanPending_decideNothing_data()
{
    QTest::addColumn<int>("state");
    for (const ActionState state : kAllActionStates) {
        if (state != ActionState::Pending)
            QTest::newRow(std::string(actionStateName(state)).c_str()) << int(state);
    }
}

void DecisionBarTest::states_otherThanPending_decideNothing()
{
    QFETCH(int, state);
    ActionCard card = DecisionScene::card(RiskLevel::Low);
    card.snapshot.record.state = ActionState(state);
    m_scene->decide(card);
    QVERIFY2(!this->state().isEmpty(), "the bar says what became of it");
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    QTest::keyClick(&m_scene->list, Qt::Key_D);
    for (const char* name : {"approveButton", "denyButton", "snoozeButton", "extendButton"}) {
        QVERIFY2(!m_scene->find(name)->isEnabled(), name);
        m_scene->find(name)->click();
    }
    QCOMPARE(m_approved->count(), 0);
    QCOMPARE(m_denied->count(), 0);
    QVERIFY(!m_scene->find<QLineEdit>("denyReasonField")->isVisible());
}

void DecisionBarTest::tampered_hasNoButtons()
{
    ActionCard card = DecisionScene::card(RiskLevel::Low);
    card.snapshot.tamperedWith = "the row says another state";
    m_scene->decide(card);
    for (const char* name :
         {"approveButton", "denyButton", "snoozeButton", "extendButton", "undoButton"})
        QVERIFY2(!m_scene->find(name)->isVisible(), name);
    QVERIFY(state().contains(QLatin1String("the row says another state")));
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    QCOMPARE(m_approved->count(), 0);
    QCOMPARE(m_denied->count(), 0);
}

void DecisionBarTest::readOnlyOrOtherTool_isNotApproved()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    m_scene->bar.setConditions(false, true, true, 0, 0);
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    QCOMPARE(m_denied->count(), 0);
    QVERIFY(!m_scene->find("denyButton")->isEnabled());
    m_scene->bar.setConditions(true, false, true, 0, 0);
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QCOMPARE(m_approved->count(), 0);
    QVERIFY2(m_scene->find("denyButton")->isEnabled(), "another tool can be denied");
}

void DecisionBarTest::decideBy_disablesBeforeItIsReached()
{
    ActionCard card = DecisionScene::card(RiskLevel::Low);
    card.snapshot.decideByMs =
        QDateTime::currentMSecsSinceEpoch() + DecisionBar::kExpiryMarginMs + 800;
    m_scene->decide(card);
    auto* approve = m_scene->find("approveButton");
    QVERIFY(approve->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!approve->isEnabled(), kLimitMs);
    QVERIFY2(QDateTime::currentMSecsSinceEpoch() < card.snapshot.decideByMs,
             "before it is reached");
    QVERIFY(!m_scene->find("denyButton")->isEnabled());
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    QCOMPARE(m_approved->count(), 0);
    QCOMPARE(m_denied->count(), 0);
}

void DecisionBarTest::incompleteCard_isDenyOnly()
{
    const QList<std::function<void(ActionCard&)>> edits = {
        [](ActionCard& one) { one.snapshot.fingerprint.clear(); },
        [](ActionCard& one) { one.arguments.clear(); },
        [](ActionCard& one) { one.toolDefinition.clear(); },
    };
    for (const auto& edit : edits) {
        ActionCard card = DecisionScene::card(RiskLevel::Low);
        edit(card);
        m_scene->decide(card);
        QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
        QCOMPARE(m_approved->count(), 0);
        QVERIFY(!m_scene->find("approveButton")->isEnabled());
        QVERIFY(m_scene->find("denyButton")->isEnabled());
    }
}

void DecisionBarTest::hiddenBar_decidesNothing()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    m_scene->bar.hide();
    m_scene->settle();
    QTest::keyClick(&m_scene->list, Qt::Key_Return, kControl);
    QTest::keyClick(&m_scene->list, Qt::Key_D, Qt::ShiftModifier);
    m_scene->find("approveButton")->click();
    QCOMPARE(m_approved->count(), 0);
    QCOMPARE(m_denied->count(), 0);
}

void DecisionBarTest::summary_cannotMakeAShortcut()
{
    ActionCard card = DecisionScene::card(RiskLevel::Low);
    card.snapshot.summary = "Write &files &amp; <b>more</b>";
    m_scene->decide(card);
    auto* approve = m_scene->find("approveButton");
    QVERIFY2(approve->shortcut().isEmpty(), "an ampersand of the agent's is no key");
    QTest::keyClick(m_scene->window.windowHandle(), Qt::Key_F, Qt::AltModifier);
    QCoreApplication::processEvents();
    QCOMPARE(m_approved->count(), 0);
    QCOMPARE(approve->accessibleName(),
             QStringLiteral("Approve: ") + visibleLine(card.snapshot.summary, TextRole::Prose));
    QVERIFY(approve->toolTip().isEmpty()); // tool tips would read it as rich text
}

void DecisionBarTest::fingerprint_isShownShort_andWholeToScreenReaders()
{
    const ActionCard card = DecisionScene::card(RiskLevel::Low);
    m_scene->decide(card);
    auto* label = m_scene->find<QLabel>("fingerprint");
    QCOMPARE(label->text(), QStringLiteral("fp 7f3a 91c2"));
    QCOMPARE(label->toolTip(), QString::fromLatin1(card.snapshot.fingerprint));
    QCOMPARE(label->accessibleDescription(), QString::fromLatin1(card.snapshot.fingerprint));
}

void DecisionBarTest::layout_keepsItsDistances_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("isChallenged");
    for (const int width : {380, 640, 1400}) {
        QTest::addRow("%d", width) << width << false;
        QTest::addRow("%d, challenge", width) << width << true;
    }
}

void DecisionBarTest::layout_keepsItsDistances()
{
    QFETCH(int, width);
    QFETCH(bool, isChallenged);
    ActionCard card = DecisionScene::card(isChallenged ? RiskLevel::Critical : RiskLevel::Low);
    card.snapshot.summary =
        QByteArray("Send one email to a great many people outside of it ").repeated(4);
    m_scene->decide(card);
    if (isChallenged)
        openChallenge(card);
    m_scene->window.layout()->setContentsMargins(0, 0, 0, 0);
    m_scene->window.resize(width, 700);
    m_scene->settle();
    DecisionBar& bar = m_scene->bar;
    QVERIFY2(bar.width() == width && bar.minimumSizeHint().width() <= 380,
             qPrintable(QStringLiteral("the bar needs %1 pixels and has %2, and may need 380")
                            .arg(bar.minimumSizeHint().width())
                            .arg(bar.width())));
    QVERIFY(bar.height() >= 56);
    const auto placeOf = [&bar](const QWidget* one) {
        return QRect(one->mapTo(&bar, QPoint()), one->size());
    };
    for (const char* name : {"denyButton", "snoozeButton", "extendButton", "approveButton"}) {
        const QWidget* button = m_scene->find(name);
        QVERIFY2(bar.rect().contains(placeOf(button)), name);
        QVERIFY2(button->height() >= 36 && button->width() >= 24, name);
    }
    const QRect deny = placeOf(m_scene->find("denyButton"));
    const QRect extend = placeOf(m_scene->find("extendButton"));
    const QRect approve = placeOf(m_scene->find("approveButton"));
    const QRect snooze = placeOf(m_scene->find("snoozeButton"));
    QVERIFY2(deny.right() < snooze.left(), "Deny leads");
    QVERIFY2(snooze.right() < extend.left(), "Snooze stands between Deny and Extend");
    QVERIFY2(approve.left() - extend.right() > 48, "48 pixels of nothing before Approve");
    QVERIFY2(bar.width() - approve.right() <= 16, "Approve stands at the far end");
}

void DecisionBarTest::keysInTheBar_areNoCommands()
{
    m_scene->decide(DecisionScene::card(RiskLevel::Low));
    auto* approve = m_scene->find("approveButton");
    approve->setFocus();
    QTest::keyClick(approve, Qt::Key_Return, kControl);
    QTest::keyClick(approve, Qt::Key_D, Qt::ShiftModifier);
    QTest::keyClick(approve, Qt::Key_D);
    QCOMPARE(m_approved->count(), 0);
    QCOMPARE(m_denied->count(), 0);
    QVERIFY(!m_scene->find<QLineEdit>("denyReasonField")->isVisible());
}

QTEST_MAIN(DecisionBarTest)
#include "tst_decisionbar.moc"
