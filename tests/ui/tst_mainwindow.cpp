// SPDX-License-Identifier: Apache-2.0
#include "support/fakeoperatorcore.h"
#include "ui/mainwindow.h"
#include "ui/support/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace lockkeeper;

namespace {

constexpr QSize kSize{1280, 800};

} // namespace

/// The frame around the areas, over a core that the test holds.
class MainWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void start_beforeThereIsACore_says();
    void areas_areInTheRailAndInTheMenu_withTheirKeys();
    void notice_comingAndGoing_movesNothing();
    void silence_isSaid_withTheTimeOfWhatIsShown();
    void lock_leavesNothingOfAnyCallOnTheScreen();
    void close_asksInThePane_andDecidesNothing();
    void close_enterAndEscape_neverStop();
    void close_keepRunning_asksForIt();
    void undo_takesBackTheNewestHold();
    void zoom_staysBetween80And200_andIsRemembered();
    void interactiveWidgets_haveNames();
    void noButton_isADefaultButton_B64();
    void arrivals_neitherActivateNorMoveTheFocus();

private:
    template<class Widget>
    [[nodiscard]] Widget* find(const char* name) const
    {
        auto* widget = m_window->findChild<Widget*>(QLatin1String(name));
        return widget;
    }
    void connectCore();
    [[nodiscard]] QString everythingShown() const;

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<FakeOperatorCore> m_core;
    std::unique_ptr<MainWindow> m_window;
};

void MainWindowTest::init()
{
    applyTheme(*static_cast<QApplication*>(QCoreApplication::instance()), ThemeChoice::Light);
    m_directory = std::make_unique<QTemporaryDir>();
    m_core = std::make_unique<FakeOperatorCore>();
    m_window = std::make_unique<MainWindow>(m_directory->filePath(QStringLiteral("window.ini")));
    m_window->open();
    m_window->resize(kSize);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void MainWindowTest::cleanup()
{
    m_window->disconnectCore();
    m_window.reset();
    m_core.reset();
}

void MainWindowTest::connectCore()
{
    m_window->connectCore(*m_core);
    QTRY_VERIFY2(find<QLabel>("connectionState")->text().contains(QStringLiteral("Connected")),
                 "expected the status strip to say that the core answers");
}

QString MainWindowTest::everythingShown() const
{
    QString text;
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            text += label->text() + QLatin1Char('\n');
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            text += button->text() + QLatin1Char('\n');
        if (const auto* field = qobject_cast<const QLineEdit*>(widget))
            text += field->text() + QLatin1Char('\n');
        text += widget->accessibleName() + QLatin1Char('\n') + widget->accessibleDescription() +
                QLatin1Char('\n') + widget->toolTip() + QLatin1Char('\n');
    }
    return text;
}

void MainWindowTest::start_beforeThereIsACore_says()
{
    QVERIFY2(everythingShown().contains(QStringLiteral("Connecting")),
             "expected the window to say that it connects");
}

void MainWindowTest::areas_areInTheRailAndInTheMenu_withTheirKeys()
{
    connectCore();
    const QStringList rail = {QStringLiteral("railPending"), QStringLiteral("railRuns"),
                              QStringLiteral("railUnknown"), QStringLiteral("railHistory")};
    for (int index = 0; index < rail.size(); ++index) {
        auto* button = m_window->findChild<QAbstractButton*>(rail.at(index));
        QVERIFY2(button, qPrintable(rail.at(index) + QStringLiteral(" is expected in the rail")));
        auto* command = m_window->findChild<QAction*>(rail.at(index) + QStringLiteral("Command"));
        QVERIFY2(command, "expected the area in the menu");
        QCOMPARE(command->shortcut(), QKeySequence(Qt::CTRL | (Qt::Key_1 + index)));
        QTest::keyClick(m_window.get(), Qt::Key(Qt::Key_1 + index), Qt::ControlModifier);
        QTRY_VERIFY2(button->isChecked(), "expected the key to choose the area");
    }
}

void MainWindowTest::notice_comingAndGoing_movesNothing()
{
    connectCore();
    auto* rail = find<QWidget>("rail");
    const QRect before(rail->mapTo(m_window.get(), QPoint()), rail->size());
    StatusSnapshot locked = FakeOperatorCore::writable();
    locked.keyring = "locked";
    locked.readOnly = true;
    m_core->setStatus(locked);
    QTRY_VERIFY2(find<QLabel>("globalNotice")->text().contains(QStringLiteral("locked")),
                 "expected the notice to say that the key is locked");
    QCOMPARE(QRect(rail->mapTo(m_window.get(), QPoint()), rail->size()), before);
    m_core->setStatus(FakeOperatorCore::writable());
    QTRY_VERIFY(find<QLabel>("globalNotice")->text().isEmpty());
    QCOMPARE(QRect(rail->mapTo(m_window.get(), QPoint()), rail->size()), before);
}

void MainWindowTest::silence_isSaid_withTheTimeOfWhatIsShown()
{
    connectCore();
    m_core->isSilent = true;
    QTRY_VERIFY_WITH_TIMEOUT(
        find<QLabel>("globalNotice")->text().contains(QStringLiteral("No answer since")),
        3 * CoreClient::kSilenceMs);
}

void MainWindowTest::lock_leavesNothingOfAnyCallOnTheScreen()
{
    const ActionId action = m_core->add(RiskLevel::High, R"({"path":"sentinel-path"})");
    m_core->change(action, [](ActionCard& card) {
        card.snapshot.summary = "sentinel-summary";
        card.snapshot.targets = {"sentinel-target"};
        card.snapshot.agentReason = "sentinel-reason";
    });
    connectCore();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_J);
    QTRY_VERIFY2(everythingShown().contains(QStringLiteral("sentinel")),
                 "expected the card to be open before the console is locked");
    QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
    QTRY_VERIFY(m_window->isLocked());
    QVERIFY2(!everythingShown().contains(QStringLiteral("sentinel")),
             qPrintable(QStringLiteral("expected nothing of the call, got ") + everythingShown()));
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY2(m_window->isLocked(), "expected the keys of areas not to unlock");
    find<QPushButton>("unlockButton")->click();
    QVERIFY(!m_window->isLocked());
}

void MainWindowTest::close_asksInThePane_andDecidesNothing()
{
    m_core->add(RiskLevel::Low);
    connectCore();
    QSignalSpy stopped(m_window.get(), &MainWindow::stopWanted);
    m_window->close();
    QVERIFY2(m_window->isVisible(), "expected the window to ask before it goes");
    QVERIFY(find<QWidget>("closePane")->isVisible());
    QVERIFY2(find<QPushButton>("closeBackButton")->hasFocus(), "expected the focus on Back");
    QVERIFY2(!QApplication::activeModalWidget(), "expected no modal window");
    QCOMPARE(stopped.size(), 0);
    QCOMPARE(m_core->approvals.size() + m_core->denials.size(), 0);
}

void MainWindowTest::close_enterAndEscape_neverStop()
{
    connectCore();
    QSignalSpy stopped(m_window.get(), &MainWindow::stopWanted);
    m_window->close();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    m_window->close();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY2(!find<QWidget>("closePane")->isVisible(), "expected Escape to go back");
    QCOMPARE(stopped.size(), 0);
}

void MainWindowTest::close_keepRunning_asksForIt()
{
    connectCore();
    QSignalSpy kept(m_window.get(), &MainWindow::keepRunningWanted);
    QSignalSpy stopped(m_window.get(), &MainWindow::stopWanted);
    m_window->close();
    find<QPushButton>("keepRunningButton")->click();
    QCOMPARE(kept.size(), 1);
    m_window->close();
    find<QPushButton>("stopConsoleButton")->click();
    QCOMPARE(stopped.size(), 1);
}

void MainWindowTest::undo_takesBackTheNewestHold()
{
    const ActionId older = m_core->add(RiskLevel::Low, "{}", ActionState::Holding);
    const ActionId newer = m_core->add(RiskLevel::Low, "{}", ActionState::Holding);
    m_core->cards[older].snapshot.record.changedAtMs -= 1000;
    connectCore();
    QTRY_VERIFY2(find<QPushButton>("undoNewestButton")->isVisible(),
                 "expected Undo while decisions are held");
    m_window->findChild<QAction*>(QStringLiteral("undoCommand"))->trigger();
    QTRY_COMPARE(m_core->undos.size(), 1);
    QCOMPARE(m_core->undos.constFirst(), newer);
}

void MainWindowTest::zoom_staysBetween80And200_andIsRemembered()
{
    const qreal before = QApplication::font().pointSizeF();
    auto* larger = m_window->findChild<QAction*>(QStringLiteral("zoomInCommand"));
    auto* smaller = m_window->findChild<QAction*>(QStringLiteral("zoomOutCommand"));
    for (int i = 0; i < 30; ++i)
        larger->trigger();
    QCOMPARE(qRound(QApplication::font().pointSizeF() * 100 / before), 200);
    for (int i = 0; i < 30; ++i)
        smaller->trigger();
    QCOMPARE(qRound(QApplication::font().pointSizeF() * 100 / before), 80);
    m_window->close();
    QFont font = QApplication::font();
    font.setPointSizeF(before);
    QApplication::setFont(font);
    m_window = std::make_unique<MainWindow>(m_directory->filePath(QStringLiteral("window.ini")));
    QCOMPARE(qRound(QApplication::font().pointSizeF() * 100 / before), 80);
    QApplication::setFont(font);
}

void MainWindowTest::interactiveWidgets_haveNames()
{
    m_core->add(RiskLevel::High);
    connectCore();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_J);
    QStringList unnamed;
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        const bool isOurs = !widget->objectName().startsWith(QStringLiteral("qt_"));
        const bool isInteractive = (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
        if (!widget->isVisible() || !isInteractive || !isOurs)
            continue;
        if (widget->objectName().isEmpty() || widget->accessibleName().isEmpty())
            unnamed.append(QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') +
                           widget->objectName());
    }
    // Qt's own tab bar carries the names of its tabs.
    unnamed.removeIf([](const QString& name) { return name.startsWith(QStringLiteral("QTab")); });
    QCOMPARE(unnamed, QStringList());
}

void MainWindowTest::noButton_isADefaultButton_B64()
{
    m_core->add(RiskLevel::High);
    connectCore();
    for (const QPushButton* button : m_window->findChildren<QPushButton*>())
        QVERIFY2(!button->isDefault() && !button->autoDefault(),
                 qPrintable(button->objectName() + QStringLiteral(" must not take Enter")));
}

void MainWindowTest::arrivals_neitherActivateNorMoveTheFocus()
{
    connectCore();
    QWidget other;
    other.show();
    other.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&other));
    QWidget* focus = QApplication::focusWidget();
    for (int i = 0; i < 50; ++i)
        m_core->add(i % 2 == 0 ? RiskLevel::Critical : RiskLevel::Low);
    auto* pending = m_window->findChild<QAbstractButton*>(QStringLiteral("railPending"));
    QTRY_VERIFY2(pending->text().contains(QStringLiteral("50")), "expected the rail to count 50");
    QVERIFY2(other.isActiveWindow() && !m_window->isActiveWindow(),
             "expected arrivals not to activate the window");
    QCOMPARE(QApplication::focusWidget(), focus);
}

QTEST_MAIN(MainWindowTest)
#include "tst_mainwindow.moc"
