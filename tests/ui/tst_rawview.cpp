// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/rawview.h"
#include "ui/arguments/shownbytes.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace lockkeeper;

namespace {

constexpr qsizetype kTenMegabytes = 10 * 1024 * 1024;

/// A value of about `size` bytes with letters of one to four bytes, hidden ones, and right-to-left
/// words.
QByteArray mixedJson(qsizetype size)
{
    const QByteArray part = "\"näme\xe2\x80\x8b\":\"x \xf0\x9f\x98\x80 שלום \xe4\xb8\xad "
                            "\\u202e\xe2\x80\xae    \",";
    QByteArray json = "{";
    while (json.size() < size)
        json += part;
    json.back() = '}';
    return json;
}

MaskedValue maskedAt(const QByteArray& json, const QByteArray& name, qsizetype size,
                     bool isExpected = false)
{
    const qsizetype offset = json.indexOf('"' + name + "\":\"\"") + name.size() + 3;
    return {"/" + name, offset, size, isExpected};
}

/// All runs of the view, one after another.
QList<TextRun> allRuns(const RawView& view)
{
    QList<TextRun> runs;
    for (int block = 0; block < view.blockCount(); ++block)
        runs += view.runs(block);
    return runs;
}

Coverage coverageOf(const QList<TextRun>& runs, qsizetype size)
{
    Coverage coverage(size);
    for (const TextRun& run : runs)
        coverage.add({run.from, run.to});
    return coverage;
}

bool isHarmless(const QString& text)
{
    // Neither turns nor hides anything, wherever it stands.
    return std::none_of(text.begin(), text.end(), [](QChar unit) {
        return unit.category() == QChar::Other_Control ||
               (unit.category() == QChar::Other_Format && unit != QChar(0x2068) &&
                unit != QChar(0x2069));
    });
}

} // namespace

class TestRawView final : public QObject
{
    Q_OBJECT

private slots:
    void runs_coverEveryByteInOrder_data();
    void runs_coverEveryByteInOrder();
    void plainRuns_spellTheirBytes();
    void lines_coverEveryByteAtAnyWidth();
    void hiddenCharacters_standInChips();
    void maskedValue_isAChip_thatStandsForNothing();
    void expectedMaskedValue_standsForItsBytes();
    void revealedValue_standsForItsBytes_untilItIsMaskedAgain();
    void revealedValue_ofAnotherSize_isNotTheValue();
    void contradictingMask_canNeverBeSeen();
    void tenMegabytes_openAtOnce();
    void keys_scrollAndLeaveTheOthers();
};

void TestRawView::runs_coverEveryByteInOrder_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty object") << QByteArray("{}");
    QTest::newRow("mixed") << mixedJson(20'000);
    QTest::newRow("without a place to cut")
        << QByteArray("[\"" + QByteArray("\xf0\x9f\x98\x80").repeated(5000) + "\"]");
    QTest::newRow("padding") << QByteArray("[\"" + QByteArray(20'000, ' ') + "\"]");
    QTest::newRow("hidden only") << QByteArray("[\"" + QByteArray("\xe2\x80\x8b").repeated(9000) +
                                               "\"]");
    QTest::newRow("no text at all") << QByteArray(9000, '\x9f');
}

void TestRawView::runs_coverEveryByteInOrder()
{
    QFETCH(QByteArray, json);
    ShownBytes bytes;
    bytes.set(json, {});
    RawView view(bytes);
    view.reload();
    qsizetype at = 0;
    for (const TextRun& run : allRuns(view)) {
        QVERIFY2(run.from == at, "a run begins where the one before it ends");
        at = run.to;
    }
    QCOMPARE(at, json.size());
}

void TestRawView::plainRuns_spellTheirBytes()
{
    const QByteArray json = mixedJson(20'000);
    ShownBytes bytes;
    bytes.set(json, {});
    RawView view(bytes);
    view.reload();
    for (const TextRun& run : allRuns(view)) {
        if (run.style == RunStyle::Plain)
            QCOMPARE(run.text.toUtf8(), json.mid(run.from, run.to - run.from));
    }
}

void TestRawView::lines_coverEveryByteAtAnyWidth()
{
    const QByteArray json = mixedJson(6000);
    ShownBytes bytes;
    bytes.set(json, {});
    RawView view(bytes);
    view.reload();
    const QList<TextRun> runs = allRuns(view);
    for (const qreal width : {160.0, 333.3, 480.0, 2000.0}) {
        const TextColumn column(runs, view.font(), view.palette(), 0, width,
                                TextColumn::Wrap::Anywhere);
        Coverage coverage(json.size());
        for (int line = 0; line < column.lineCount(); ++line) {
            for (const ByteRange& range : column.ranges(line))
                QVERIFY2(coverage.add(range), "no byte stands in two lines");
        }
        QVERIFY2(coverage.isWhole(), "every byte stands in a line");
        QVERIFY2(column.lineCount() > 1, "the text is longer than a line");
    }
}

void TestRawView::hiddenCharacters_standInChips()
{
    const QByteArray json = "{\"path\":\"ab\xe2\x80\xae"
                            "cod.exe\xe2\x80\x8b\"}";
    ShownBytes bytes;
    bytes.set(json, {});
    RawView view(bytes);
    view.resize(800, 200);
    view.reload();
    int chips = 0;
    for (const TextRun& run : allRuns(view)) {
        chips += run.style == RunStyle::Chip ? 1 : 0;
        QVERIFY2(isHarmless(run.text), "nothing hidden is drawn");
    }
    QCOMPARE(chips, 2);
    const QString screen = view.textOnScreen();
    QVERIFY2(screen.contains("U+202E") && screen.contains("U+200B"),
             "the text on screen names what was hidden");
    QVERIFY2(!screen.contains(QChar(0x202e)), "the character itself is not on screen");
}

void TestRawView::maskedValue_isAChip_thatStandsForNothing()
{
    const QByteArray json = R"({"user":"bea","token":"","note":""})";
    ShownBytes bytes;
    bytes.set(json, {maskedAt(json, "token", 28)});
    QCOMPARE(bytes.size(), json.size() + 26);
    RawView view(bytes);
    view.resize(800, 200);
    view.reload();
    const QString screen = view.textOnScreen();
    QVERIFY2(screen.contains(QString::fromUtf8("•••• 28 bytes")), "the chip says its size");
    QVERIFY2(screen.contains("\"note\":\"\""), "an empty text is no masked value");
    const Coverage coverage = coverageOf(allRuns(view), bytes.size());
    QCOMPARE(coverage.missing(), QList<ByteRange>({bytes.rangeOf(0)}));
}

void TestRawView::expectedMaskedValue_standsForItsBytes()
{
    const QByteArray json = R"({"token":"","user":"bea"})";
    ShownBytes bytes;
    bytes.set(json, {maskedAt(json, "token", 28, true)});
    RawView view(bytes);
    view.reload();
    QVERIFY2(coverageOf(allRuns(view), bytes.size()).isWhole(),
             "what the configuration calls a secret need not be revealed");
}

void TestRawView::revealedValue_standsForItsBytes_untilItIsMaskedAgain()
{
    const QByteArray json = R"({"token":"","user":"bea"})";
    const QByteArray secret = "\"hunter2\"";
    ShownBytes bytes;
    bytes.set(json, {maskedAt(json, "token", secret.size())});
    RawView view(bytes);
    view.resize(800, 200);
    view.reload();
    connect(&bytes, &ShownBytes::revealedChanged, &view, [&view] { view.refresh(); });
    QVERIFY2(!bytes.reveal(3, secret), "nothing masked stands there");
    QVERIFY2(bytes.reveal(bytes.masked()[0].offset, secret), "it stands there");
    QVERIFY2(view.textOnScreen().contains("hunter2"), "it is shown");
    QVERIFY2(coverageOf(allRuns(view), bytes.size()).isWhole(), "all bytes are shown now");

    auto* timer = bytes.findChild<QTimer*>();
    QVERIFY2(timer != nullptr && timer->isActive(), "a reveal ends by itself");
    QCOMPARE(timer->interval(), 10'000);
    QSignalSpy changed(&bytes, &ShownBytes::revealedChanged);
    timer->start(1);
    QVERIFY2(changed.wait(), "the time is over");
    QVERIFY2(!view.textOnScreen().contains("hunter2"), "it is masked again");
    QVERIFY2(view.accessibleDescription().isEmpty(), "no other text keeps it");
    QVERIFY2(!coverageOf(allRuns(view), bytes.size()).isWhole(), "the bytes are not shown now");
}

void TestRawView::revealedValue_ofAnotherSize_isNotTheValue()
{
    const QByteArray json = R"({"token":""})";
    ShownBytes bytes;
    bytes.set(json, {maskedAt(json, "token", 30)});
    RawView view(bytes);
    view.reload();
    bytes.reveal(bytes.masked()[0].offset, "\"short\"");
    QVERIFY2(!coverageOf(allRuns(view), bytes.size()).isWhole(),
             "bytes that cannot be the value do not count for it");
}

void TestRawView::contradictingMask_canNeverBeSeen()
{
    const QByteArray json = R"({"token":"abc"})";
    ShownBytes bytes;
    bytes.set(json, {{"/token", 9, 28, true}});
    RawView view(bytes);
    view.reload();
    QVERIFY2(bytes.masked().isEmpty(), "there is no placeholder");
    QVERIFY2(!coverageOf(allRuns(view), bytes.size()).isWhole(),
             "a card that contradicts itself is never read whole");
    bytes.set(json, {{"/token", 4000, 28, false}});
    QCOMPARE(bytes.size(), json.size() + 28);
}

void TestRawView::tenMegabytes_openAtOnce()
{
    const QByteArray json = mixedJson(kTenMegabytes);
    ShownBytes bytes;
    RawView view(bytes);
    view.resize(1200, 800);
    view.show();
    QVERIFY2(QTest::qWaitForWindowExposed(&view), "the view is on screen");
    QElapsedTimer clock;
    clock.start();
    bytes.set(json, {});
    view.reload();
    view.viewport()->repaint();
    const qint64 opened = clock.restart();
    QTest::keyClick(&view, Qt::Key_End);
    view.viewport()->repaint();
    qInfo("10 MiB: open %lld ms, to the end %lld ms", opened, clock.elapsed());
    constexpr qint64 kLimitMs = 3000; // ten times the goal: machines differ, orders do not
    QVERIFY2(opened < kLimitMs, "the first screen does not wait for the rest");
    QVERIFY2(clock.elapsed() < kLimitMs, "the last screen does not wait for the rest");
    QVERIFY2(view.textOnScreen(kTenMegabytes).trimmed().endsWith('}'), "the end is on screen");
}

void TestRawView::keys_scrollAndLeaveTheOthers()
{
    const QByteArray json = mixedJson(40'000);
    ShownBytes bytes;
    bytes.set(json, {});
    RawView view(bytes);
    view.resize(600, 300);
    view.show();
    QVERIFY2(QTest::qWaitForWindowExposed(&view), "the view is on screen");
    view.reload();
    const QString first = view.textOnScreen();
    QTest::keyClick(&view, Qt::Key_Down);
    QVERIFY2(view.textOnScreen() != first, "a line on");
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.textOnScreen(), first);
    QTest::keyClick(&view, Qt::Key_PageDown);
    const QString second = view.textOnScreen();
    view.page(false);
    QCOMPARE(view.textOnScreen(), first);
    view.page(true);
    QCOMPARE(view.textOnScreen(), second);
    const QStringList before = first.split('\n', Qt::SkipEmptyParts);
    QVERIFY2(second.startsWith(before.last()), "two screens have one line in common");
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum());
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.textOnScreen(), first);

    for (const auto& key :
         {QKeyCombination(Qt::ControlModifier, Qt::Key_Return), QKeyCombination(Qt::Key_D),
          QKeyCombination(Qt::ShiftModifier, Qt::Key_D), QKeyCombination(Qt::Key_E),
          QKeyCombination(Qt::Key_Space), QKeyCombination(Qt::Key_Return)}) {
        QKeyEvent press(QEvent::KeyPress, key.key(), key.keyboardModifiers());
        QApplication::sendEvent(&view, &press);
        QVERIFY2(!press.isAccepted(), "keys that decide belong to the decision bar");
    }
}

QTEST_MAIN(TestRawView)
#include "tst_rawview.moc"
