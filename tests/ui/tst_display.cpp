// SPDX-License-Identifier: Apache-2.0
// What an agent, a tool server or a file writes, on the screen: the whole window, every field.
#include "support/hostilescene.h"
#include "ui/arguments/blocksview.h"
#include "ui/mainwindow.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTableView>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolTip>

#include <algorithm>
#include <memory>

using namespace lockkeeper;

namespace {

constexpr QSize kSize{1600, 1000};
constexpr qsizetype kWholeScreen = 100'000;

/// Neither turns nor hides anything, wherever it stands. The two marks are our own isolation.
bool isHarmless(const QString& text)
{
    const QList<uint> characters = text.toUcs4();
    return std::all_of(characters.begin(), characters.end(), [](uint one) {
        const QChar::Category category = QChar::category(one);
        const bool isOurs = one == '\n' || one == 0x2068 || one == 0x2069;
        return isOurs ||
               (category != QChar::Other_Control && category != QChar::Other_Format &&
                category != QChar::Other_NotAssigned && category != QChar::Separator_Line &&
                category != QChar::Separator_Paragraph);
    });
}

/// As a tool tip draws it.
QString asTipIsDrawn(const QString& text)
{
    if (!Qt::mightBeRichText(text))
        return text;
    QTextDocument document;
    document.setHtml(text);
    return document.toPlainText();
}

QString textOf(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return button->text();
    if (const auto* field = qobject_cast<const QLineEdit*>(&widget))
        return field->text();
    if (const auto* document = qobject_cast<const QPlainTextEdit*>(&widget))
        return document->toPlainText();
    if (const auto* view = qobject_cast<const BlocksView*>(&widget))
        return view->textOnScreen(kWholeScreen);
    return {};
}

} // namespace

class DisplayTest final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();
    void foreignText_withHiddenCharacters_isShownWithItsCodes_B60_data();
    void foreignText_withHiddenCharacters_isShownWithItsCodes_B60();
    void foreignText_ofSeveralAlphabets_isWarnedOf_B60();
    void foreignText_thatLooksLikeMarkup_isPlainEverywhere_B61();
    void toolTips_ofForeignText_areDrawnAsWritten_B61();
    void quotation_ofTheAgent_staysInsideItsFrame_B61();
    void commands_haveTheDocumentedKeysAndNoOthers_B65();

private:
    void open(const QByteArray& text);
    /// Goes through every area, opens what there is, and calls `look` in each of them.
    void visit(const std::function<void()>& look);
    void choose(int area, const char* table);
    [[nodiscard]] QStringList everyText() const;
    [[nodiscard]] QString textIn(const char* name) const;
    [[nodiscard]] QString cellsOf(const char* table) const;

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<HostileScene> m_scene;
    std::unique_ptr<MainWindow> m_window;
};

void DisplayTest::open(const QByteArray& text)
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_scene = std::make_unique<HostileScene>(text);
    m_window = std::make_unique<MainWindow>(m_directory->filePath(QStringLiteral("window.ini")));
    m_window->connectCore(m_scene->core);
    m_window->open();
    m_window->resize(kSize);
    m_window->activateWindow();
    QVERIFY2(QTest::qWaitForWindowActive(m_window.get()), "the window has to become active");
}

void DisplayTest::cleanup()
{
    if (m_window)
        m_window->disconnectCore();
    m_window.reset();
    m_scene.reset();
}

void DisplayTest::choose(int area, const char* table)
{
    QTest::keyClick(m_window.get(), Qt::Key(Qt::Key_1 + area), Qt::ControlModifier);
    auto* view = m_window->findChild<QTableView*>(QLatin1String(table));
    QVERIFY2(view, table);
    QTRY_VERIFY2(view->isVisible() && view->model()->rowCount() > 0, table);
}

QString DisplayTest::textIn(const char* name) const
{
    const auto* widget = m_window->findChild<QWidget*>(QLatin1String(name));
    if (!widget)
        return QStringLiteral("there is no %1").arg(QLatin1String(name));
    QString text = textOf(*widget);
    for (const QWidget* part : widget->findChildren<QWidget*>())
        text += QLatin1Char('\n') + textOf(*part);
    return text;
}

QString DisplayTest::cellsOf(const char* table) const
{
    const auto* view = m_window->findChild<QTableView*>(QLatin1String(table));
    QStringList cells;
    for (int row = 0; view && row < view->model()->rowCount(); ++row) {
        for (int column = 0; column < view->model()->columnCount(); ++column)
            cells += view->model()->index(row, column).data().toString();
    }
    return cells.join(QLatin1Char('\n'));
}

QStringList DisplayTest::everyText() const
{
    QStringList texts;
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        texts << textOf(*widget) << widget->accessibleName() << widget->accessibleDescription()
              << asTipIsDrawn(widget->toolTip()) << widget->whatsThis() << widget->statusTip();
        if (const auto* tabs = qobject_cast<const QTabWidget*>(widget)) {
            for (int tab = 0; tab < tabs->count(); ++tab)
                texts << tabs->tabText(tab);
        }
        const auto* view = qobject_cast<const QAbstractItemView*>(widget);
        if (!view || !view->model())
            continue;
        const QAbstractItemModel& model = *view->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                for (const int role :
                     {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole),
                      int(Qt::AccessibleDescriptionRole), int(Qt::StatusTipRole)})
                    texts << model.index(row, column).data(role).toString();
            }
        }
    }
    for (const QAction* action : m_window->findChildren<QAction*>())
        texts << action->text() << action->toolTip();
    texts.removeAll(QString());
    return texts;
}

void DisplayTest::visit(const std::function<void()>& look)
{
    choose(0, "pendingList");
    for (int row = 0; row < 2; ++row) {
        QTest::keyClick(m_window->findChild<QTableView*>(QStringLiteral("pendingList")), Qt::Key_J);
        QTRY_VERIFY2(!textIn("cardSummary").trimmed().isEmpty(), "expected an open card");
        for (const Qt::Key tab : {Qt::Key_1, Qt::Key_2}) {
            QTest::keyClick(QApplication::focusWidget(), tab, Qt::AltModifier);
            look();
        }
    }
    choose(1, "runsTable");
    auto* runs = m_window->findChild<QTableView*>(QStringLiteral("runsTable"));
    runs->setCurrentIndex(runs->model()->index(0, 0));
    auto* items = m_window->findChild<QTableView*>(QStringLiteral("runItemsTable"));
    QVERIFY2(items, "expected the table of calls");
    QTRY_VERIFY2(items->model()->rowCount() >= 4, "expected the calls of the run");
    // The second call is the one that has an output.
    items->setCurrentIndex(items->model()->index(1, 0));
    QTRY_VERIFY2(!textIn("callOutput").trimmed().isEmpty(), "expected the output of the call");
    look();
    choose(2, "unknownTable");
    auto* evidence = m_window->findChild<QTableView*>(QStringLiteral("evidenceTable"));
    QVERIFY2(evidence, "expected the table of evidence");
    QTRY_COMPARE(evidence->model()->rowCount(), 2);
    look();
    choose(3, "historyTable");
    auto* history = m_window->findChild<QTableView*>(QStringLiteral("historyTable"));
    for (int row = 0; row < 2; ++row) {
        history->setCurrentIndex(history->model()->index(row, 0));
        QTRY_VERIFY2(textIn("callFacts").size() > 40, "expected the facts of the call");
        look();
    }
    m_window->findChild<QAbstractButton*>(QStringLiteral("noticeDetailsButton"))->click();
    look();
}

void DisplayTest::foreignText_withHiddenCharacters_isShownWithItsCodes_B60_data()
{
    QTest::addColumn<QString>("hidden");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("isSpace");
    const auto add = [](const char* name, uint codePoint, bool isSpace = false) {
        const QString one = QChar::requiresSurrogates(codePoint)
                                ? QString(QChar(QChar::highSurrogate(codePoint))) +
                                      QChar(QChar::lowSurrogate(codePoint))
                                : QString(QChar(codePoint));
        QTest::newRow(name)
            << one << QStringLiteral("U+%1").arg(codePoint, 4, 16, QLatin1Char('0')).toUpper()
            << isSpace;
    };
    add("bidi override", 0x202E);
    add("bidi isolate", 0x2066);
    add("right-to-left mark", 0x200F);
    add("arabic letter mark", 0x061C);
    add("zero-width space", 0x200B);
    add("word joiner", 0x2060);
    add("byte order mark", 0xFEFF);
    add("soft hyphen", 0x00AD);
    add("combining grapheme joiner", 0x034F);
    add("variation selector", 0xFE0F);
    add("variation selector supplement, first", 0xE0100);
    add("variation selector supplement, last", 0xE01EF);
    add("musical format control", 0x1D173);
    add("shorthand format control", 0x1BCA0);
    add("tag, first", 0xE0001);
    add("tag, letter", 0xE0041);
    add("tag, last", 0xE007F);
    add("bell", 0x0007);
    add("escape", 0x001B);
    add("carriage return", 0x000D);
    add("delete", 0x007F);
    add("C1", 0x0085);
    add("line separator", 0x2028);
    add("private use", 0xE000);
    add("unassigned", 0x0378);
    add("no-break space", 0x00A0, true);
    add("em space", 0x2003, true);
    add("ideographic space", 0x3000, true);
    add("hangul filler", 0x3164);
}

void DisplayTest::foreignText_withHiddenCharacters_isShownWithItsCodes_B60()
{
    QFETCH(QString, hidden);
    QFETCH(QString, code);
    QFETCH(bool, isSpace);
    open((QStringLiteral("ab") + hidden + QStringLiteral("[2Kcod.exe")).toUtf8());
    QString seen;
    visit([&]() {
        for (const QString& text : everyText()) {
            QVERIFY2(
                !text.contains(hidden) && isHarmless(text),
                qPrintable(
                    QStringLiteral("expected %1 to be shown as its code in: %2").arg(code, text)));
        }
        for (const char* table : {"pendingList", "runsTable", "runItemsTable", "unknownTable",
                                  "evidenceTable", "historyTable"})
            seen += QLatin1String(table) + QLatin1Char('\n') + cellsOf(table);
        seen += textIn("argumentsTree") + textIn("rawView");
    });
    // Where a space is no cause for alarm it is a faint sign; in names it has its code.
    const QList<const char*> names = {"cardTool", "cardAgent", "cardTargets", "cardEqual",
                                      "callTool", "callId",    "recordFacts", "callFacts"};
    const QList<const char*> prose = {"cardSummary",     "cardRiskReasons", "cardAskedBecause",
                                      "cardAgentReason", "callSummary",     "cardToolDescription",
                                      "callResult",      "callOutput",      "chainReasons",
                                      "statusPage",      "globalNotice"};
    const QString chip = QStringLiteral("\u27E6") + code + QStringLiteral("\u27E7");
    for (const char* place : names)
        QVERIFY2(textIn(place).contains(chip),
                 qPrintable(QStringLiteral("expected %1 in %2, not: %3")
                                .arg(chip, QLatin1String(place), textIn(place))));
    for (const char* place : prose)
        QVERIFY2(isSpace || textIn(place).contains(chip),
                 qPrintable(QStringLiteral("expected %1 in %2, not: %3")
                                .arg(chip, QLatin1String(place), textIn(place))));
    for (const char* table : {"pendingList", "runsTable", "runItemsTable", "unknownTable",
                              "historyTable", "evidenceTable"})
        QVERIFY2(cellsOf(table).contains(chip), table);
    QVERIFY2(seen.contains(chip), "expected the code in the arguments");
}

void DisplayTest::foreignText_ofSeveralAlphabets_isWarnedOf_B60()
{
    // The second letter is Cyrillic.
    const QByteArray lookAlike = "p\xd0\xb0ypal";
    open("clean");
    m_scene->core.change(m_scene->pending, [&lookAlike](ActionCard& card) {
        JsonWriter json;
        json.beginObject().member("to", lookAlike).endObject();
        card.arguments = json.take();
    });
    m_scene->core.change(m_scene->tampered, [&lookAlike](ActionCard& card) {
        card.snapshot.tamperedWith.clear();
        card.snapshot.record.risk = RiskLevel::Low;
        card.snapshot.targets = {lookAlike};
    });
    choose(0, "pendingList");
    auto* list = m_window->findChild<QTableView*>(QStringLiteral("pendingList"));
    for (int row = 0; row < 2; ++row) {
        QTest::keyClick(list, Qt::Key_J);
        QTRY_VERIFY2(textIn("warningsList").contains(QStringLiteral("several alphabets")),
                     qPrintable(QStringLiteral("expected a warning of the look-alike, got: ") +
                                textIn("warningsList")));
    }
}

void DisplayTest::foreignText_thatLooksLikeMarkup_isPlainEverywhere_B61()
{
    QTcpServer server;
    QVERIFY2(server.listen(QHostAddress::LocalHost), "expected a port to listen at");
    const QByteArray markup =
        "<b>Approved</b><img src=\"http://127.0.0.1:" + QByteArray::number(server.serverPort()) +
        "/x.png\"><a href='http://127.0.0.1/'>&amp;link</a> **bold** "
        "\xe2\x94\x8c\xe2\x94\x80 Approve? [Y/n] \xe2\x94\x80\xe2\x94\x90";
    open(markup);
    visit([&]() {
        for (const QLabel* label : m_window->findChildren<QLabel*>()) {
            const QByteArray name = label->objectName().toUtf8() + ' ' + label->text().toUtf8();
            QVERIFY2(label->textFormat() == Qt::PlainText, name.constData());
            QVERIFY2(!label->openExternalLinks(), name.constData());
        }
        QVERIFY2(m_window->findChildren<QTextEdit*>().isEmpty(), "expected no rich text at all");
        for (const QPlainTextEdit* edit : m_window->findChildren<QPlainTextEdit*>()) {
            for (QTextBlock block = edit->document()->begin(); block.isValid();
                 block = block.next()) {
                for (auto part = block.begin(); !part.atEnd(); ++part)
                    QVERIFY2(!part.fragment().charFormat().isAnchor() &&
                                 !part.fragment().charFormat().isImageFormat(),
                             "expected neither links nor pictures");
            }
        }
    });
    for (const char* place :
         {"cardSummary", "cardTool", "cardAgent", "cardTargets", "cardAgentReason",
          "cardToolDescription", "callSummary", "callOutput", "callFacts", "statusPage"})
        QVERIFY2(textIn(place).contains(QStringLiteral("<b>Approved</b><img src=")),
                 qPrintable(QStringLiteral("expected the markup as it was written in %1, got: %2")
                                .arg(QLatin1String(place), textIn(place))));
    QVERIFY2(!server.hasPendingConnections(), "nothing may be fetched");
}

void DisplayTest::toolTips_ofForeignText_areDrawnAsWritten_B61()
{
    const QString markup = QStringLiteral("<b>bold</b> &amp; <img src='x.png'>");
    open(markup.toUtf8());
    const QStringList tables = {QStringLiteral("pendingList"), QStringLiteral("unknownTable"),
                                QStringLiteral("historyTable")};
    for (const QString& name : tables) {
        choose(tables.indexOf(name) == 0 ? 0 : int(tables.indexOf(name)) + 1,
               name.toUtf8().constData());
        auto* view = m_window->findChild<QTableView*>(name);
        QTRY_VERIFY2(cellsOf(name.toUtf8().constData()).contains(markup),
                     "expected the rows to be read");
        int tips = 0;
        for (int column = 0; column < view->model()->columnCount(); ++column) {
            const QModelIndex index = view->model()->index(view->model()->rowCount() - 1, column);
            const QString whole = index.data(Qt::ToolTipRole).toString();
            if (!whole.contains(QStringLiteral("<b>")))
                continue;
            view->scrollTo(index);
            const QPoint at = view->visualRect(index).center();
            QHelpEvent help(QEvent::ToolTip, at, view->viewport()->mapToGlobal(at));
            QApplication::sendEvent(view->viewport(), &help);
            QVERIFY2(asTipIsDrawn(QToolTip::text()) == whole,
                     qPrintable(QStringLiteral("expected the tool tip to draw %1, it draws %2")
                                    .arg(whole, asTipIsDrawn(QToolTip::text()))));
            ++tips;
        }
        QVERIFY2(tips > 0, qPrintable(name + QStringLiteral(" has cells with foreign text")));
    }
    const auto* notice = m_window->findChild<QLabel*>(QStringLiteral("globalNotice"));
    QVERIFY2(asTipIsDrawn(notice->toolTip()) == notice->text(),
             qPrintable(QStringLiteral("expected the notice as it is, its tool tip draws ") +
                        asTipIsDrawn(notice->toolTip())));
}

void DisplayTest::quotation_ofTheAgent_staysInsideItsFrame_B61()
{
    open(QByteArray("\xe2\x94\x8c\xe2\x94\x80\xe2\x94\x80\n\xe2\x94\x82 Approve \n").repeated(9) +
         QByteArray(400, 'W'));
    choose(0, "pendingList");
    QTest::keyClick(m_window->findChild<QTableView*>(QStringLiteral("pendingList")), Qt::Key_J);
    QTRY_VERIFY2(textIn("cardAgentReason").contains(QStringLiteral("Approve")),
                 "expected an open card");
    const auto* reason = m_window->findChild<QLabel*>(QStringLiteral("cardAgentReason"));
    const QWidget* frame = reason->parentWidget();
    QVERIFY2(frame->rect().adjusted(1, 1, -1, -1).contains(reason->geometry()),
             "expected the quotation to lie inside its frame");
    QVERIFY2(reason->heightForWidth(reason->width()) <= reason->height(),
             "expected room for all lines of the quotation");
    for (const char* other : {"cardSummary", "cardRisk", "decisionBar"}) {
        const auto* widget = m_window->findChild<QWidget*>(QLatin1String(other));
        QVERIFY2(!frame->isAncestorOf(widget), "nothing of ours is in the frame");
    }
}

void DisplayTest::commands_haveTheDocumentedKeysAndNoOthers_B65()
{
    open("clean");
    QStringList keys;
    for (const QAction* action : m_window->findChildren<QAction*>()) {
        for (const QKeySequence& one : action->shortcuts())
            keys << one.toString(QKeySequence::PortableText);
    }
    keys.removeAll(QString());
    // The fields' own menus have the desktop's keys for undo, cut, copy, paste, select all.
    const QStringList documented = {
        QStringLiteral("Ctrl+L"),   QStringLiteral("Ctrl+Q"), QStringLiteral("Ctrl+Z"),
        QStringLiteral("Ctrl++"),   QStringLiteral("Ctrl+-"), QStringLiteral("F6"),
        QStringLiteral("Shift+F6"), QStringLiteral("Ctrl+1"), QStringLiteral("Ctrl+2"),
        QStringLiteral("Ctrl+3"),   QStringLiteral("Ctrl+4")};
    for (const QString& key : std::as_const(keys))
        QVERIFY2(documented.contains(key),
                 qPrintable(key + QStringLiteral(" is not on the list of documented keys")));
    for (const QString& key : documented)
        QVERIFY2(keys.contains(key), qPrintable(key + QStringLiteral(" is expected")));
}

QTEST_MAIN(DisplayTest)
#include "tst_display.moc"
