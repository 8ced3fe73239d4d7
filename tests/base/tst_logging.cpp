// SPDX-License-Identifier: Apache-2.0
#include "core/base/logging.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>
#include <vector>

using namespace lockkeeper;

class LoggingTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void write_messageAndFields_areOneLine();
    void write_levels_debugIsLeftOut();
    void write_controlCharacters_areEscaped_data();
    void write_controlCharacters_areEscaped();
    void write_braces_areNoFormat();
    void write_longText_isCutAt500Bytes();
    void write_severalThreads_neverMixLines();
    void initialise_unusableDirectory_goesOnWithoutFile();

private:
    /// What was logged since init(), without the time in front of each line.
    [[nodiscard]] QList<QByteArray> lines() const;

    std::unique_ptr<QTemporaryDir> m_directory;
};

void LoggingTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(m_directory->isValid());
    log::initialise(m_directory->path(), false);
}

QList<QByteArray> LoggingTest::lines() const
{
    QFile file(m_directory->filePath(QStringLiteral("lockkeeper.log")));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<QByteArray> found = file.readAll().split('\n');
    found.removeLast(); // behind the last newline
    for (QByteArray& line : found)
        line.remove(0, line.indexOf("] [test] ") + 2);
    return found;
}

void LoggingTest::write_messageAndFields_areOneLine()
{
    log::info("test", "the message", {{"state", "running"}, {"count", "3"}});
    QCOMPARE(lines(), QList<QByteArray>{"[test] the message state=running count=3"});
}

void LoggingTest::write_levels_debugIsLeftOut()
{
    log::debug("test", "d");
    log::info("test", "i");
    log::warning("test", "w");
    log::error("test", "e");
    QCOMPARE(lines(), (QList<QByteArray>{"[test] i", "[test] w", "[test] e"}));
}

void LoggingTest::write_controlCharacters_areEscaped_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* name, const QByteArray& text, const QByteArray& shown) {
        QTest::newRow(name) << text << shown;
    };
    row("forged line", "a\n[2026-01-01] [info] [test] b", "a\\x0a[2026-01-01] [info] [test] b");
    row("C0", "\x1b[31m\r\t\x01", "\\x1b[31m\\x0d\\x09\\x01");
    row("NUL", QByteArray("a\0b", 3), "a\\x00b");
    row("DEL", "\x7f", "\\x7f");
    row("C1",
        "\xc2\x9b"
        "31m",
        "\\xc2\\x9b31m");
    row("UTF-8", "é 日本 😀 \xc2\xa0", "é 日本 😀 \xc2\xa0");
    row("not UTF-8", "\xff\xc3(\xed\xa0\x80", "\\xff\\xc3(\\xed\\xa0\\x80");
}

void LoggingTest::write_controlCharacters_areEscaped()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    log::info("test", text, {{"field", text}});
    QCOMPARE(lines(), QList<QByteArray>{"[test] " + shown + " field=" + shown});
}

void LoggingTest::write_braces_areNoFormat()
{
    for (const char* text : {"{}", "{0} {1:>1000000}", "{", "}", "{{}}", "%s%n"}) {
        init();
        log::error("test", text, {{"field", text}});
        const QByteArray shown(text);
        QCOMPARE(lines(), QList<QByteArray>{"[test] " + shown + " field=" + shown});
    }
}

void LoggingTest::write_longText_isCutAt500Bytes()
{
    const QByteArray full(500, 'x');
    log::info("test", full, {{"a", full + 'y'}, {"b", QByteArray(499, 'x') + "é"}, {"c", full}});
    QCOMPARE(lines(), QList<QByteArray>{"[test] " + full + " a=" + full +
                                        "… b=" + QByteArray(499, 'x') + "… c=" + full});
}

void LoggingTest::write_severalThreads_neverMixLines()
{
    {
        std::vector<std::jthread> threads;
        for (const char name : {'a', 'b', 'c'})
            threads.emplace_back([name] {
                for (int i = 0; i < 100; ++i)
                    log::info("test", QByteArray(200, name));
            });
    }
    const QList<QByteArray> found = lines();
    QCOMPARE(found.size(), qsizetype{300});
    for (const QByteArray& line : found)
        QVERIFY2(line == "[test] " + QByteArray(200, line.back()), line.constData());
}

void LoggingTest::initialise_unusableDirectory_goesOnWithoutFile()
{
    // A file where the directory should be.
    QFile file(m_directory->filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    log::initialise(file.fileName(), false);
    log::info("test", "still here");
    // The logger that was there before goes on.
    QCOMPARE(lines().last(), QByteArray("[test] still here"));
}

QTEST_GUILESS_MAIN(LoggingTest)
#include "tst_logging.moc"
