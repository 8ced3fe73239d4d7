// SPDX-License-Identifier: Apache-2.0
#include "app/demo/practicetools.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using namespace lockkeeper;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

} // namespace

class TestPracticeTools : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void definitions_all_areOneArrayOfObjectsWithSchemas();
    void effects_each_isCountedOnce();
    void reads_each_leaveNoEffect();
    void names_thatLeaveTheDirectory_areRefused_data();
    void names_thatLeaveTheDirectory_areRefused();
    void note_missing_isNotFoundAndNoEffect();
    void directory_openedAgain_keepsWhatIsThere();

private:
    [[nodiscard]] QString path(const char* part) const
    {
        return m_directory->filePath(QLatin1String("practice/") + QLatin1String(part));
    }
    Result<QByteArray> call(const char* tool, const char* arguments)
    {
        return m_tools->call(tool, JsonView(arguments));
    }
    /// The tools named in effects.log, one a line.
    [[nodiscard]] QList<QByteArray> effects() const
    {
        QList<QByteArray> tools;
        QFile file(path("effects.log"));
        if (file.open(QIODevice::ReadOnly)) {
            while (!file.atEnd())
                tools.append(file.readLine().split(' ').value(1));
        }
        return tools;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::optional<PracticeTools> m_tools;
};

void TestPracticeTools::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    Result<PracticeTools> tools =
        PracticeTools::open(m_directory->filePath(QStringLiteral("practice")));
    QVERIFY2(tools, tools ? "" : tools.error().message().constData());
    m_tools.emplace(*std::move(tools));
}

void TestPracticeTools::definitions_all_areOneArrayOfObjectsWithSchemas()
{
    const QByteArray text = PracticeTools::definitions();
    QVERIFY(checkJson(text));
    int count = 0;
    JsonView(text).forEachElement([&count](const JsonView& tool) {
        if (tool.member("name").isString() && tool.member("inputSchema").isObject() &&
            tool.member("annotations").isObject())
            ++count;
        return true;
    });
    QCOMPARE(count, 6);
}

void TestPracticeTools::effects_each_isCountedOnce()
{
    QVERIFY(call("write_note", R"({"name":"a.txt","text":"first\nsecond"})"));
    QCOMPARE(contentOf(path("notes/a.txt")), QByteArray("first\nsecond"));
    QCOMPARE(effects(), QList<QByteArray>{"write_note"});
    QVERIFY(call("write_note", R"({"name":"a.txt","text":"third"})"));
    QCOMPARE(contentOf(path("notes/a.txt")), QByteArray("third"));
    QCOMPARE(contentOf(path("bin/a.txt")), QByteArray("first\nsecond"));
    QVERIFY(call("post_message", R"({"channel":"c","text":"one\ntwo"})"));
    QVERIFY(call("post_message", R"({"channel":"c","text":"three"})"));
    QCOMPARE(contentOf(path("board.txt")), QByteArray("c: one two\nc: three\n"));
    QVERIFY(call("delete_note", R"({"name":"a.txt"})"));
    QCOMPARE(contentOf(path("notes/a.txt")), QByteArray("no such file"));
    QCOMPARE(contentOf(path("bin/a.txt")), QByteArray("third"));
    QCOMPARE(effects(), (QList<QByteArray>{"write_note", "write_note", "post_message",
                                           "post_message", "delete_note"}));
}

void TestPracticeTools::reads_each_leaveNoEffect()
{
    const Result<QByteArray> seen = call("look_around", "{}");
    QVERIFY(seen);
    QCOMPARE(*seen, QByteArray("2 notes: old-list.txt welcome.txt"));
    const Result<QByteArray> read = call("read_note", R"({"name":"welcome.txt"})");
    QVERIFY(read);
    QCOMPARE(*read, QByteArray("Everything here is for practice.\n"));
    QVERIFY(effects().isEmpty());
}

void TestPracticeTools::names_thatLeaveTheDirectory_areRefused_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::newRow("parent") << QByteArray(R"({"name":"../x","text":""})");
    QTest::newRow("absolute") << QByteArray(R"({"name":"/tmp/x","text":""})");
    QTest::newRow("dots") << QByteArray(R"({"name":"..","text":""})");
    QTest::newRow("empty") << QByteArray(R"({"name":"","text":""})");
    QTest::newRow("NUL") << QByteArray(R"({"name":"a\u0000b","text":""})");
    QTest::newRow("number") << QByteArray(R"({"name":1,"text":""})");
    QTest::newRow("missing") << QByteArray(R"({"text":""})");
    QTest::newRow("long") << "{\"name\":\"" + QByteArray(65, 'a') + "\",\"text\":\"\"}";
}

void TestPracticeTools::names_thatLeaveTheDirectory_areRefused()
{
    QFETCH(QByteArray, arguments);
    for (const char* tool : {"write_note", "delete_note", "read_note"}) {
        const Result<QByteArray> done = call(tool, arguments.constData());
        QVERIFY2(!done, tool);
        QVERIFY2(done.error().code() == ErrorCode::InvalidArgument, tool);
    }
    QVERIFY(effects().isEmpty());
}

void TestPracticeTools::note_missing_isNotFoundAndNoEffect()
{
    const Result<QByteArray> done = call("delete_note", R"({"name":"nothing"})");
    QVERIFY(!done);
    QVERIFY(done.error().code() == ErrorCode::NotFound);
    QVERIFY(effects().isEmpty());
}

void TestPracticeTools::directory_openedAgain_keepsWhatIsThere()
{
    QVERIFY(call("delete_note", R"({"name":"old-list.txt"})"));
    QVERIFY(PracticeTools::open(m_directory->filePath(QStringLiteral("practice"))));
    QCOMPARE(*call("look_around", "{}"), QByteArray("1 notes: welcome.txt"));
    QCOMPARE(effects().size(), 1);
}

QTEST_GUILESS_MAIN(TestPracticeTools)
#include "tst_practicetools.moc"
