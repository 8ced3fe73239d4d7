// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/argumentstree.h"
#include "ui/arguments/argumentsview.h"
#include "ui/arguments/rawview.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace lockkeeper;

namespace {

constexpr int kTreeTab = 0;
constexpr int kRawTab = 1;
constexpr int kMostPages = 2000;
constexpr qsizetype kWholeScreen = 100'000;

ActionCard cardOf(const QByteArray& arguments, const QByteArray& action = "act_1")
{
    ActionCard card;
    card.snapshot.record.id = ActionId(action);
    card.snapshot.fingerprint = QByteArray(64, 'a');
    card.arguments = arguments;
    return card;
}

ActionCard maskedCard(bool isExpected, const QByteArray& action = "act_1")
{
    ActionCard card = cardOf(R"({"user":"bea","token":"","path":"a.txt"})", action);
    card.masked = {{"/token", card.arguments.indexOf("\"\""), 9, isExpected}};
    return card;
}

/// Members that fill several screens of either view.
QByteArray longJson(int members = 300)
{
    QByteArray json = "{";
    for (int i = 0; i < members; ++i)
        json += "\"member" + QByteArray::number(i) + "\":\"some words of text\",";
    json.back() = '}';
    return json;
}

} // namespace

class TestArgumentsView final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void nothingShown_isNotSeen();
    void emptyArguments_arePaintedAndSeen();
    void smallCard_isSeen_inTheTree();
    void inactiveWindow_coversNothing_untilItIsActive();
    void hiddenWindow_coversNothing();
    void endKey_doesNotCountTheMiddle_B62_data();
    void endKey_doesNotCountTheMiddle_B62();
    void paging_seesEverything_data();
    void paging_seesEverything();
    void scrollBar_jump_doesNotCountTheMiddle();
    void viewLowerThanALine_coversNothing();
    void coveredByAnotherWidget_isNotSeen();
    void resize_keepsWhatWasSeen_andClaimsNoMore();
    void bothTabs_countTogether();
    void tabThatIsNotShown_coversNothing();
    void sameCard_setAgain_keepsCoverage();
    void otherBytes_whileOpen_startAnew();
    void sameBytes_ofAnotherAction_startAnew();
    void clear_forgetsEverything();
    void masked_isNotSeen_untilRevealed();
    void maskedExpected_isSeen();
    void reveal_ofAnotherCard_showsNothing();
    void revealKey_asksForTheFocusedValue();
    void revealed_hiddenText_isAWarning();
    void longText_isNotSeen_untilItWasOpenedAndRead();
    void closedContainer_isNotSeen();
    void tooManyValues_areNeverSeenInTheTree();
    void values_areShownAsWritten();
    void textWithLines_staysInItsColumn();
    void decidingKeys_areLeft();
    void everything_hasANameAndNoDefault();
    void tenMegabytes_openAtOnce();

private:
    [[nodiscard]] BlocksView* shown(int tab) const;
    void paint() const;
    void pageToTheEnd(int tab);

    std::unique_ptr<ArgumentsView> m_view;
    ArgumentsTree* m_tree = nullptr;
    RawView* m_raw = nullptr;
};

void TestArgumentsView::init()
{
    m_view = std::make_unique<ArgumentsView>();
    m_view->resize(800, 400);
    m_tree = m_view->findChild<ArgumentsTree*>(QStringLiteral("argumentsTree"));
    m_raw = m_view->findChild<RawView*>(QStringLiteral("rawView"));
    QVERIFY2(m_tree != nullptr && m_raw != nullptr, "both views are found by their names");
    m_view->show();
    m_view->activateWindow();
    QVERIFY2(QTest::qWaitForWindowActive(m_view.get()), "the window is active");
}

void TestArgumentsView::cleanup()
{
    m_view.reset();
}

BlocksView* TestArgumentsView::shown(int tab) const
{
    return tab == kTreeTab ? static_cast<BlocksView*>(m_tree) : m_raw;
}

/// Paints both views now, so that what is not seen is not merely not painted yet.
void TestArgumentsView::paint() const
{
    m_tree->viewport()->repaint();
    m_raw->viewport()->repaint();
}

void TestArgumentsView::pageToTheEnd(int tab)
{
    m_view->setTab(tab);
    paint();
    const QScrollBar* bar = shown(tab)->verticalScrollBar();
    for (int i = 0; i < kMostPages && bar->value() < bar->maximum(); ++i) {
        m_view->page(true);
        paint();
    }
}

void TestArgumentsView::nothingShown_isNotSeen()
{
    paint();
    QCOMPARE(m_view->readPercent(), 0);
    QVERIFY2(!m_view->isSeenToTheEnd(), "there is no card");
    m_view->setCard(cardOf({}));
    paint();
    QVERIFY2(!m_view->isSeenToTheEnd(), "a card without arguments has nothing that was seen");
}

void TestArgumentsView::emptyArguments_arePaintedAndSeen()
{
    QSignalSpy changed(m_view.get(), &ArgumentsView::coverageChanged);
    m_view->setCard(cardOf("{}"));
    QCOMPARE(m_view->readPercent(), 0);
    QTRY_VERIFY2(m_view->isSeenToTheEnd(), "there is nothing more to see");
    QTRY_VERIFY2(!changed.isEmpty(), "the change is told");
    m_view->setTab(kRawTab);
    m_view->setCard(cardOf("{}", "act_2"));
    QTRY_COMPARE(m_view->coverage(), QByteArray("raw 100"));
}

void TestArgumentsView::smallCard_isSeen_inTheTree()
{
    m_view->setCard(cardOf(R"({"path":"a.txt","deep":{"list":[1,[],{"x":null}],"":""}})"));
    paint();
    QCOMPARE(m_view->readPercent(), 100);
    QCOMPARE(m_view->coverage(), QByteArray("tree 100"));
}

void TestArgumentsView::inactiveWindow_coversNothing_untilItIsActive()
{
    QWidget other;
    other.show();
    other.activateWindow();
    QVERIFY2(QTest::qWaitForWindowActive(&other), "another window is active");
    m_view->setCard(cardOf(R"({"path":"a.txt"})"));
    paint();
    QCOMPARE(m_view->readPercent(), 0);
    m_view->activateWindow();
    QVERIFY2(QTest::qWaitForWindowActive(m_view.get()), "the window is active again");
    QTRY_COMPARE(m_view->readPercent(), 100);
}

void TestArgumentsView::hiddenWindow_coversNothing()
{
    m_view->hide();
    m_view->setCard(cardOf(R"({"path":"a.txt"})"));
    const QPixmap picture = m_view->grab(); // paints, but not on a screen
    QVERIFY2(!picture.isNull(), "it was painted");
    QCOMPARE(m_view->readPercent(), 0);
}

void TestArgumentsView::endKey_doesNotCountTheMiddle_B62_data()
{
    QTest::addColumn<int>("tab");
    QTest::newRow("tree") << kTreeTab;
    QTest::newRow("raw") << kRawTab;
}

void TestArgumentsView::endKey_doesNotCountTheMiddle_B62()
{
    QFETCH(int, tab);
    m_view->setTab(tab);
    m_view->setCard(cardOf(longJson()));
    paint();
    const int first = m_view->readPercent();
    QVERIFY2(first > 0 && first < 50, "one screen of several was seen");
    QTest::keyClick(shown(tab), Qt::Key_End);
    paint();
    QCOMPARE(shown(tab)->verticalScrollBar()->value(), shown(tab)->verticalScrollBar()->maximum());
    QVERIFY2(m_view->readPercent() > first, "the last screen was seen");
    QVERIFY2(m_view->readPercent() <= 2 * first + 1, "what was jumped over was not");
    QVERIFY2(!m_view->isSeenToTheEnd(), "the end alone is not everything");
}

void TestArgumentsView::paging_seesEverything_data()
{
    endKey_doesNotCountTheMiddle_B62_data();
}

void TestArgumentsView::paging_seesEverything()
{
    QFETCH(int, tab);
    m_view->setTab(tab);
    m_view->setCard(cardOf(longJson()));
    paint();
    int last = m_view->readPercent();
    const QScrollBar* bar = shown(tab)->verticalScrollBar();
    for (int i = 0; i < kMostPages && bar->value() < bar->maximum(); ++i) {
        QVERIFY2(!m_view->isSeenToTheEnd(), "the end has not been on screen");
        m_view->page(true);
        paint();
        QVERIFY2(m_view->readPercent() >= last, "coverage never goes back");
        last = m_view->readPercent();
    }
    QCOMPARE(m_view->readPercent(), 100);
    QCOMPARE(m_view->coverage(), QByteArray(tab == kTreeTab ? "tree 100" : "raw 100"));
}

void TestArgumentsView::scrollBar_jump_doesNotCountTheMiddle()
{
    m_view->setTab(kRawTab);
    m_view->setCard(cardOf(longJson()));
    paint();
    QScrollBar* bar = m_raw->verticalScrollBar();
    bar->setValue(bar->maximum());
    paint();
    QVERIFY2(m_raw->textOnScreen(kWholeScreen).trimmed().endsWith('}'), "the end is on screen");
    QVERIFY2(!m_view->isSeenToTheEnd(), "the middle is not");
    bar->setValue(bar->maximum() / 2);
    paint();
    QVERIFY2(m_raw->textOnScreen(kWholeScreen).contains("member1"), "the middle is on screen");
    QVERIFY2(!m_view->isSeenToTheEnd(), "there is more between");
}

void TestArgumentsView::viewLowerThanALine_coversNothing()
{
    QWidget frame;
    frame.resize(800, 400);
    m_view->setParent(&frame);
    m_view->setMinimumHeight(0);
    m_view->show();
    frame.show();
    frame.activateWindow();
    QVERIFY2(QTest::qWaitForWindowActive(&frame), "the window is active");
    m_tree->setMinimumSize(0, 0);
    // The view reaches out of its parent: ten pixels of the first line are left.
    const int above = m_tree->viewport()->mapTo(m_view.get(), QPoint(0, 0)).y();
    m_view->setGeometry(0, 400 - above - 10, 800, 400);
    m_view->setCard(cardOf("{}"));
    paint();
    QCOMPARE(m_view->readPercent(), 0);
    m_view->setGeometry(0, 0, 800, 400);
    QTRY_COMPARE(m_view->readPercent(), 100);
    m_view->setParent(nullptr);
}

void TestArgumentsView::coveredByAnotherWidget_isNotSeen()
{
    QWidget cover(m_view.get());
    cover.setAutoFillBackground(true);
    cover.setGeometry(m_view->rect());
    cover.show();
    cover.raise();
    m_view->setCard(cardOf(R"({"path":"a.txt"})"));
    QCoreApplication::processEvents();
    paint();
    QCOMPARE(m_view->readPercent(), 0);
    cover.hide();
    QTRY_COMPARE(m_view->readPercent(), 100);
}

void TestArgumentsView::resize_keepsWhatWasSeen_andClaimsNoMore()
{
    // Many short lines, then long ones: how much of the text a line holds changes with the width.
    QByteArray text;
    for (int i = 0; i < 100; ++i)
        text += "line\\n";
    for (int i = 0; i < 30; ++i)
        text += "and a long paragraph of words that is broken in several lines if it has to be. ";
    m_view->setCard(cardOf("{\"text\":\"" + text + "\"}"));
    m_view->resize(1600, 400);
    paint();
    m_view->page(true);
    paint();
    const int before = m_view->readPercent();
    QVERIFY2(before > 0 && before < 100, "a part was seen");
    m_view->resize(600, 400);
    paint();
    QVERIFY2(m_view->readPercent() >= before, "what was seen stays seen");
    QVERIFY2(!m_view->isSeenToTheEnd(), "what was not seen is not");
    QTest::keyClick(m_tree, Qt::Key_End);
    paint();
    QVERIFY2(!m_view->isSeenToTheEnd(), "lines between have not been on screen at any width");
    QTest::keyClick(m_tree, Qt::Key_Home);
    paint();
    const QScrollBar* bar = m_tree->verticalScrollBar();
    for (int i = 0; i < kMostPages && bar->value() < bar->maximum(); ++i) {
        m_view->page(true);
        paint();
    }
    QCOMPARE(m_view->readPercent(), 100);
}

void TestArgumentsView::bothTabs_countTogether()
{
    m_view->setCard(cardOf(longJson()));
    paint();
    m_view->page(true);
    paint();
    const int inTree = m_view->readPercent();
    m_view->setTab(kRawTab);
    paint();
    QVERIFY2(m_view->readPercent() < 100, "the rest has not been on screen");
    pageToTheEnd(kRawTab);
    QCOMPARE(m_view->readPercent(), 100);
    QVERIFY2(inTree > 0, "a part was seen in the tree");
    QCOMPARE(m_view->coverage(), QByteArray("raw 100"));
}

void TestArgumentsView::tabThatIsNotShown_coversNothing()
{
    m_view->setTab(kRawTab);
    m_view->setCard(cardOf(longJson()));
    paint();
    QVERIFY2(m_view->coverage().startsWith("raw "), "only the tab that is shown counts");
    const int before = m_view->readPercent();
    QTest::keyClick(m_tree, Qt::Key_End); // the tab behind
    paint();
    QCOMPARE(m_view->readPercent(), before);
}

void TestArgumentsView::sameCard_setAgain_keepsCoverage()
{
    ActionCard card = cardOf(longJson());
    m_view->setCard(card);
    paint();
    const int before = m_view->readPercent();
    m_view->page(true);
    paint();
    const QString screen = m_tree->textOnScreen();
    const int after = m_view->readPercent();
    QVERIFY2(after > before, "the second screen was seen");
    card.snapshot.record.version = 7; // more time was granted, say
    m_view->setCard(card);
    QCOMPARE(m_view->readPercent(), after);
    QCOMPARE(m_tree->textOnScreen(), screen);
}

void TestArgumentsView::otherBytes_whileOpen_startAnew()
{
    m_view->setCard(cardOf(R"({"path":"a.txt"})"));
    paint();
    QCOMPARE(m_view->readPercent(), 100);
    QByteArray changed = longJson();
    m_view->setCard(cardOf(changed));
    QCOMPARE(m_view->readPercent(), 0);
    paint();
    QVERIFY2(!m_view->isSeenToTheEnd(), "only the first screen of the new bytes was seen");
    ActionCard other = cardOf(R"({"path":"a.txt"})");
    other.snapshot.fingerprint = QByteArray(64, 'b');
    m_view->setCard(other);
    QCOMPARE(m_view->readPercent(), 0);
}

void TestArgumentsView::sameBytes_ofAnotherAction_startAnew()
{
    m_view->setCard(maskedCard(false));
    m_view->reveal(maskedCard(false).masked[0].offset, "\"hunter2\"");
    paint();
    QCOMPARE(m_view->readPercent(), 100);
    m_view->setCard(maskedCard(false, "act_2"));
    QCOMPARE(m_view->readPercent(), 0);
    paint();
    QVERIFY2(!m_view->isSeenToTheEnd(), "its secret is another one");
    QVERIFY2(!m_tree->textOnScreen().contains("hunter2"), "the first one's secret is forgotten");
}

void TestArgumentsView::clear_forgetsEverything()
{
    m_view->setCard(cardOf(R"({"path":"sentinel"})"));
    paint();
    QTRY_VERIFY2(m_tree->accessibleDescription().contains("sentinel"),
                 "assistive technology reads what is on screen");
    m_view->clear();
    QCOMPARE(m_view->readPercent(), 0);
    for (const QWidget* widget : m_view->findChildren<QWidget*>())
        QVERIFY2(!widget->accessibleDescription().contains("sentinel"), "nothing keeps a value");
    QVERIFY2(m_tree->textOnScreen().isEmpty() && m_raw->textOnScreen().isEmpty(),
             "nothing is on screen");
    paint();
    QCOMPARE(m_view->readPercent(), 0);
}

void TestArgumentsView::masked_isNotSeen_untilRevealed()
{
    const ActionCard card = maskedCard(false);
    m_view->setCard(card);
    paint();
    QVERIFY2(m_tree->textOnScreen().contains(QString::fromUtf8("•••• 9 bytes")),
             "the masked value is a chip");
    QVERIFY2(!m_view->isSeenToTheEnd(), "nobody has seen the value");
    m_view->setTab(kRawTab);
    paint();
    QVERIFY2(!m_view->isSeenToTheEnd(), "nobody has seen the value");
    m_view->reveal(card.masked[0].offset, "\"hunter2\"");
    QVERIFY2(m_raw->textOnScreen().contains("hunter2"), "it is shown");
    paint();
    QCOMPARE(m_view->readPercent(), 100);
}

void TestArgumentsView::maskedExpected_isSeen()
{
    m_view->setCard(maskedCard(true));
    paint();
    QCOMPARE(m_view->coverage(), QByteArray("tree 100"));
}

void TestArgumentsView::reveal_ofAnotherCard_showsNothing()
{
    const ActionCard card = maskedCard(false);
    m_view->setCard(card);
    m_view->setCard(cardOf(longJson()));
    m_view->reveal(card.masked[0].offset, "\"hunter2\"");
    paint();
    QVERIFY2(!m_tree->textOnScreen().contains("hunter2"), "the card is another one by now");
}

void TestArgumentsView::revealKey_asksForTheFocusedValue()
{
    ActionCard card = cardOf(R"({"a":"","b":"","c":""})");
    card.masked = {{"/a", 5, 9, false}, {"/c", 19, 9, false}};
    m_view->setCard(card);
    auto* button = m_view->findChild<QPushButton*>(QStringLiteral("revealButton"));
    QVERIFY2(button != nullptr && button->isVisible(), "the button stands beside masked values");
    QSignalSpy wanted(m_view.get(), &ArgumentsView::revealWanted);
    QTest::keyClick(m_tree, Qt::Key_R);
    QCOMPARE(wanted.takeFirst().first().value<qsizetype>(), qsizetype(5));
    QTest::keyClick(m_tree, Qt::Key_End);
    QTest::keyClick(m_tree, Qt::Key_R);
    QCOMPARE(wanted.takeFirst().first().value<qsizetype>(), qsizetype(19));
    m_view->setTab(kRawTab);
    QTest::keyClick(m_raw, Qt::Key_Left);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(wanted.takeFirst().first().value<qsizetype>(), qsizetype(5));
    QTest::keyClick(m_raw, Qt::Key_R, Qt::ControlModifier);
    QKeyEvent repeated(QEvent::KeyPress, Qt::Key_R, Qt::NoModifier, QStringLiteral("r"), true);
    QApplication::sendEvent(m_raw, &repeated);
    QVERIFY2(wanted.isEmpty(), "neither another chord nor a held key reveals");
    m_view->reveal(5, "\"hunter2\"");
    QTest::keyClick(m_raw, Qt::Key_R);
    QVERIFY2(wanted.isEmpty(), "what is shown is not asked for again");
    m_view->setCard(cardOf("{}"));
    QVERIFY2(!button->isVisible(), "without masked values there is nothing to reveal");
    QTest::keyClick(m_raw, Qt::Key_R);
    QVERIFY2(wanted.isEmpty(), "without masked values there is nothing to reveal");
}

void TestArgumentsView::revealed_hiddenText_isAWarning()
{
    const ActionCard card = maskedCard(false);
    m_view->setCard(card);
    QVERIFY2(m_view->warnings().isEmpty(), "nothing is known yet");
    QSignalSpy changed(m_view.get(), &ArgumentsView::coverageChanged);
    m_view->reveal(card.masked[0].offset, "\"a\\u200b\"");
    QCOMPARE(m_view->warnings().size(), qsizetype(1));
    QCOMPARE(m_view->warnings().first().pointer, QByteArray("/token"));
    QCOMPARE(m_view->warnings().first().finding, TextFinding::InvisibleFormat);
    m_view->reveal(card.masked[0].offset, "\"a\\u200b\"");
    QCOMPARE(m_view->warnings().size(), qsizetype(1));
    QTRY_VERIFY2(!changed.isEmpty(), "the change is told");
}

void TestArgumentsView::longText_isNotSeen_untilItWasOpenedAndRead()
{
    const QByteArray text = QByteArray("harmless words ").repeated(700) + "dangerous tail";
    m_view->setCard(cardOf("{\"body\":\"" + text + "\"}"));
    pageToTheEnd(kTreeTab);
    QVERIFY2(m_tree->textOnScreen().contains("Enter shows the rest"), "a mark says that it is cut");
    QVERIFY2(!m_view->isSeenToTheEnd(), "the rest was not shown");
    QTest::keyClick(m_tree, Qt::Key_Home);
    QTest::keyClick(m_tree, Qt::Key_Down);
    for (int i = 0; i < 100 && m_tree->currentRow() == 0; ++i)
        QTest::keyClick(m_tree, Qt::Key_Down);
    QTest::keyClick(m_tree, Qt::Key_Return);
    QVERIFY2(!m_view->isSeenToTheEnd(), "opened is not read");
    pageToTheEnd(kTreeTab);
    QVERIFY2(m_tree->textOnScreen().contains("dangerous tail"), "the end is on screen");
    QCOMPARE(m_view->coverage(), QByteArray("tree 100"));
}

void TestArgumentsView::closedContainer_isNotSeen()
{
    m_view->setCard(cardOf("{\"list\":" + longJson(200) + ",\"z\":1}"));
    paint();
    QVERIFY2(m_tree->textOnScreen().contains("not shown"), "a mark says that it is closed");
    QVERIFY2(m_view->readPercent() < 10, "what is in a closed container was not seen");
    QTest::keyClick(m_tree, Qt::Key_Down);
    QTest::keyClick(m_tree, Qt::Key_Right);
    pageToTheEnd(kTreeTab);
    QCOMPARE(m_view->readPercent(), 100);
    // Small ones are open from the start, and closing one takes nothing back.
    m_view->setCard(cardOf(R"({"in":{"a":1}})"));
    paint();
    QCOMPARE(m_view->readPercent(), 100);
    QTest::keyClick(m_tree, Qt::Key_Down);
    QTest::keyClick(m_tree, Qt::Key_Left);
    paint();
    QCOMPARE(m_view->readPercent(), 100);
}

void TestArgumentsView::tooManyValues_areNeverSeenInTheTree()
{
    QByteArray json = "[";
    for (int i = 0; i < ArgumentsModel::kMaximumNodes + 50; ++i)
        json += "7,";
    json.back() = ']';
    m_view->setCard(cardOf(json));
    pageToTheEnd(kTreeTab);
    QVERIFY2(m_tree->textOnScreen().contains("More values that are not shown here: 51"),
             "the last row says what is missing");
    QVERIFY2(!m_view->isSeenToTheEnd(), "values without a row were not seen");
    pageToTheEnd(kRawTab);
    QCOMPARE(m_view->readPercent(), 100);
}

void TestArgumentsView::values_areShownAsWritten()
{
    m_view->setCard(cardOf("{\"Big\":12345678901234567890,\"exp\":1e6,\"t\":\"12\",\"e\":\"\","
                           "\"h\":\"a\\u202eb\",\"lone\":\"\\ud800\",\"m\\u200b\":null}"));
    paint();
    const QString screen = m_tree->textOnScreen();
    for (const char* part :
         {"Big", "12345678901234567890", "beyond 2^53", "1e6", "string", "empty text",
          "a\u27e6U+202E\u27e7b", "m\u27e6U+200B\u27e7", "null", "number"})
        QVERIFY2(screen.contains(QString::fromUtf8(part)), part);
    QVERIFY2(!screen.contains(QChar(0xfffd)), "a lone surrogate is a chip, not a stand-in");
    QCOMPARE(m_view->readPercent(), 100);
    QCOMPARE(m_view->warnings().size(), qsizetype(3));
}

void TestArgumentsView::textWithLines_staysInItsColumn()
{
    // A text that paints rows of its own: what it says stands right of the line, every row's name
    // left of it.
    m_view->setCard(cardOf("{\"text\":\"a\\nforged  string, 7 bytes\",\"path\":\"b\"}"));
    paint();
    const QStringList lines = m_tree->textOnScreen().split('\n');
    QCOMPARE(lines.filter("path").size(), qsizetype(1));
    QCOMPARE(m_tree->rows().size(), std::size_t(3));
    QCOMPARE(m_view->readPercent(), 100);
}

void TestArgumentsView::decidingKeys_areLeft()
{
    m_view->setCard(maskedCard(false));
    for (BlocksView* view : {shown(kTreeTab), shown(kRawTab)}) {
        for (const auto& key :
             {QKeyCombination(Qt::ControlModifier, Qt::Key_Return),
              QKeyCombination(Qt::ControlModifier, Qt::Key_Enter), QKeyCombination(Qt::Key_D),
              QKeyCombination(Qt::ShiftModifier, Qt::Key_D), QKeyCombination(Qt::Key_E),
              QKeyCombination(Qt::Key_Space), QKeyCombination(Qt::ShiftModifier, Qt::Key_Space)}) {
            QKeyEvent press(QEvent::KeyPress, key.key(), key.keyboardModifiers());
            QApplication::sendEvent(view, &press);
            QVERIFY2(!press.isAccepted(), "keys that decide or page belong to the card");
        }
    }
}

void TestArgumentsView::everything_hasANameAndNoDefault()
{
    m_view->setCard(maskedCard(false));
    for (const char* name : {"argumentsTabs", "argumentsTree", "rawView", "revealButton",
                             "previousMaskedButton", "nextMaskedButton"}) {
        const auto* widget = m_view->findChild<QWidget*>(QString::fromUtf8(name));
        QVERIFY2(widget != nullptr, name);
        QVERIFY2(!widget->accessibleName().isEmpty(), name);
    }
    for (const QPushButton* button : m_view->findChildren<QPushButton*>())
        QVERIFY2(!button->autoDefault() && !button->isDefault(), "Enter presses no button");
    for (const QLabel* label : m_view->findChildren<QLabel*>())
        QCOMPARE(label->textFormat(), Qt::PlainText);
}

void TestArgumentsView::tenMegabytes_openAtOnce()
{
    QByteArray json = "{\"a\":\"";
    json += QByteArray("words and words, \\n and \xc3\xa4 more\\u0020").repeated(280'000);
    json += "\",\"b\":1}";
    QElapsedTimer clock;
    clock.start();
    m_view->setCard(cardOf(json));
    paint();
    const qint64 opened = clock.restart();
    QVERIFY2(m_view->warnings().isEmpty(), "there is nothing to warn of");
    qInfo("%lld bytes: first screen %lld ms, warnings %lld ms", qint64(json.size()), opened,
          clock.elapsed());
    constexpr qint64 kLimitMs = 3000; // ten times the goal
    QVERIFY2(opened < kLimitMs, "the first screen does not wait for the rest");
}

QTEST_MAIN(TestArgumentsView)
#include "tst_argumentsview.moc"
