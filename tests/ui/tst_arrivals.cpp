// SPDX-License-Identifier: Apache-2.0
// A thousand calls arrive at random moments while somebody reads, points and types: nothing moves.
#include "support/fakeoperatorcore.h"
#include "ui/mainwindow.h"
#include "ui/pending/pendingmodel.h"
#include "ui/pending/pendingview.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace lockkeeper;

namespace {

constexpr int kArrivals = 1000;
constexpr int kThere = 100; ///< calls that are in the list before
constexpr int kWaitMs = 30'000;
constexpr QSize kSize{1280, 800};

} // namespace

class ArrivalsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void thousandArrivals_whileSomebodyReadsPointsAndTypes_moveNothing_data();
    void thousandArrivals_whileSomebodyReadsPointsAndTypes_moveNothing();

private:
    /// Everything that an arrival may not touch.
    struct Still
    {
        QWidget* focus = nullptr;
        int scroll = 0;
        int detailScroll = 0;
        ActionId current;
        ActionId underPointer;
        QRect list;
        QRect bar;
        QRect strip;
        QString summary;

        friend bool operator==(const Still&, const Still&) = default;
    };
    template<class Widget>
    [[nodiscard]] Widget* find(const char* name) const
    {
        return m_window->findChild<Widget*>(QLatin1String(name));
    }
    [[nodiscard]] PendingView* list() const { return find<PendingView>("pendingList"); }
    [[nodiscard]] PendingModel* model() const
    {
        return qobject_cast<PendingModel*>(list()->model());
    }
    [[nodiscard]] Still still() const;
    [[nodiscard]] QRect placeOf(const char* name) const
    {
        const auto* widget = find<QWidget>(name);
        return {widget->mapTo(m_window.get(), QPoint()), widget->size()};
    }
    void arrive(int number);
    void openACard();

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<FakeOperatorCore> m_core;
    std::unique_ptr<MainWindow> m_window;
    QRandomGenerator m_random;
    QPoint m_pointer; ///< in the viewport of the list
};

void ArrivalsTest::initTestCase()
{
    bool isGiven = false;
    const uint given = qEnvironmentVariable("LOCKKEEPER_SEED").toUInt(&isGiven);
    const quint32 seed = isGiven ? given : QRandomGenerator::global()->generate();
    m_random.seed(seed);
    qInfo("LOCKKEEPER_SEED=%u", seed);
}

void ArrivalsTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_core = std::make_unique<FakeOperatorCore>();
    for (int i = 0; i < kThere; ++i)
        m_core->add(RiskLevel::Medium, R"({"path":"a.txt","content":"Hello"})");
    m_window = std::make_unique<MainWindow>(m_directory->filePath(QStringLiteral("window.ini")));
    m_window->connectCore(*m_core);
    m_window->open();
    m_window->resize(kSize);
    m_window->activateWindow();
    QVERIFY2(QTest::qWaitForWindowActive(m_window.get()), "the window has to become active");
    QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), kThere, kWaitMs);
}

void ArrivalsTest::cleanup()
{
    m_window->disconnectCore();
    m_window.reset();
    m_core.reset();
}

void ArrivalsTest::openACard()
{
    list()->setCurrentRow(kThere / 2);
    QTRY_VERIFY2_WITH_TIMEOUT(!find<QLabel>("cardSummary")->text().isEmpty(),
                              "a card has to be open", kWaitMs);
    list()->verticalScrollBar()->setValue((kThere / 2 - 4) * PendingView::kRowHeight + 7);
    // The pointer rests over the list.
    m_pointer = list()->viewport()->rect().center();
    const QPointF at(m_pointer);
    QEnterEvent enter(at, at, at);
    QApplication::sendEvent(list()->viewport(), &enter);
    QTest::mouseMove(list()->viewport(), m_pointer);
}

ArrivalsTest::Still ArrivalsTest::still() const
{
    Still now;
    now.focus = QApplication::focusWidget();
    now.scroll = list()->verticalScrollBar()->value();
    now.detailScroll = find<QAbstractScrollArea>("cardHeader")->verticalScrollBar()->value();
    now.current = list()->current();
    now.underPointer = model()->actionAt(list()->rowAt(m_pointer.y()));
    now.list = placeOf("pendingList");
    now.bar = placeOf("decisionBar");
    now.strip = placeOf("newRowsStrip");
    now.summary = find<QLabel>("cardSummary")->text();
    return now;
}

void ArrivalsTest::arrive(int number)
{
    const ActionId id = m_core->add(RiskLevel(1 + m_random.bounded(4)));
    const qint64 leftMs = m_random.bounded(5) == 0 ? 200'000 : 3'600'000 + number;
    m_core->change(id, [&](ActionCard& card) {
        // Some of them belong before everything that is there.
        card.snapshot.record.decideByMs = card.snapshot.record.createdAtMs + leftMs;
        card.snapshot.summary = "Arrival " + QByteArray::number(number);
    });
}

void ArrivalsTest::thousandArrivals_whileSomebodyReadsPointsAndTypes_moveNothing_data()
{
    QTest::addColumn<QString>("field");
    QTest::newRow("typing into the filter") << QStringLiteral("pendingFilter");
    QTest::newRow("writing why it is denied") << QStringLiteral("denyReasonField");
    QTest::newRow("reading the list") << QString();
}

void ArrivalsTest::thousandArrivals_whileSomebodyReadsPointsAndTypes_moveNothing()
{
    QFETCH(QString, field);
    openACard();
    QLineEdit* typed = nullptr;
    if (field == QLatin1String("denyReasonField")) {
        auto* deny = find<QPushButton>("denyButton");
        QTRY_VERIFY2_WITH_TIMEOUT((QTest::mouseClick(deny, Qt::LeftButton),
                                   qobject_cast<QLineEdit*>(QApplication::focusWidget())),
                                  "the field for the reason has to open", kWaitMs);
        typed = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        // The click has taken the pointer away.
        openACard();
        typed->setFocus();
    } else if (!field.isEmpty()) {
        typed = find<QLineEdit>("pendingFilter");
        typed->setFocus();
    } else {
        list()->setFocus();
    }
    QCoreApplication::processEvents();
    const Still before = still();
    QVERIFY2(!before.current.isEmpty() && !before.underPointer.isEmpty() && before.focus,
             "there has to be something that could move");

    QString text;
    for (int number = 1; number <= kArrivals; ++number) {
        arrive(number);
        if (m_random.bounded(3) == 0)
            QCoreApplication::processEvents();
        // Words that every row has, so that the filter itself moves nothing.
        if (typed && m_random.bounded(40) == 0 && field == QLatin1String("denyReasonField")) {
            QTest::keyClick(typed, Qt::Key_D, Qt::NoModifier);
            text += QLatin1Char('d');
        } else if (typed && m_random.bounded(40) == 0) {
            QTest::keyClick(typed, Qt::Key_Space);
            text += QLatin1Char(' ');
        }
        QVERIFY2(still() == before,
                 qPrintable(QStringLiteral("arrival %1 has moved something").arg(number)));
    }
    QTRY_COMPARE_WITH_TIMEOUT(model()->totals().fresh, kArrivals, kWaitMs);
    QVERIFY2(still() == before, "nothing may have moved when all of them are counted");
    QVERIFY2(find<QPushButton>("newRowsStrip")
                 ->text()
                 .contains(QStringLiteral("New: %1").arg(QLocale().toString(kArrivals))),
             qPrintable(QStringLiteral("expected the strip to count them, it says ") +
                        find<QPushButton>("newRowsStrip")->text()));
    QVERIFY2(find<QAbstractButton>("railPending")
                 ->text()
                 .contains(QLocale().toString(kArrivals + kThere)),
             "expected the rail to count all of them");
    if (typed)
        QCOMPARE(typed->text(), text);
    QVERIFY2(m_core->approvals.isEmpty() && m_core->denials.isEmpty() && m_core->undos.isEmpty() &&
                 m_core->cancels.isEmpty(),
             "nothing may be decided by arrivals");
    QVERIFY2(!QApplication::activeModalWidget(), "no window may come up");
}

QTEST_MAIN(ArrivalsTest)
#include "tst_arrivals.moc"
