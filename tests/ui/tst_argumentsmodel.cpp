// SPDX-License-Identifier: Apache-2.0
#include "core/base/canonicaljson.h"
#include "ui/arguments/argumentsmodel.h"
#include "ui/arguments/argumentsview.h"
#include "ui/arguments/argumentwarnings.h"
#include "ui/arguments/jsonwalk.h"

#include <QTest>

using namespace lockkeeper;

namespace {

QByteArray checked(const QByteArray& json)
{
    const auto result = canonicalJson(json);
    return result ? *result : QByteArray("not canonical: ") + json;
}

/// "depth name=value" for each node.
QByteArrayList described(const ArgumentsModel& model)
{
    QByteArrayList lines;
    for (int i = 0; i < static_cast<int>(model.nodes().size()); ++i)
        lines.append(QByteArray::number(model.node(i).depth) + ' ' +
                     model.rawName(i).toByteArray() + '=' + model.rawValue(i).toByteArray());
    return lines;
}

bool hasWarning(const QList<ArgumentWarning>& warnings, const QByteArray& pointer,
                TextFinding finding)
{
    return std::any_of(warnings.begin(), warnings.end(), [&](const ArgumentWarning& warning) {
        return warning.pointer == pointer && warning.finding == finding;
    });
}

} // namespace

class TestArgumentsModel final : public QObject
{
    Q_OBJECT

private slots:
    void members_keepNamesOrderAndSpelling();
    void nodes_shareOutEveryByte();
    void tooManyValues_areCountedNotMade();
    void uncheckedBytes_endTheWalk_data();
    void uncheckedBytes_endTheWalk();
    void deepNesting_isWalkedOnce();
    void wholeNumbers_beyondExact_areNoted_data();
    void wholeNumbers_beyondExact_areNoted();
    void strings_decode_asTheCoreDoes_butForLoneSurrogates();
    void cuts_neverPartACharacterOrEscape();
    void hiddenText_isFound_withItsPointer();
    void warnings_areMergedAndBounded();
    void longText_isFoundToItsEnd_B62();
    void values_areJudgedByWhatTheyAre();
};

void TestArgumentsModel::members_keepNamesOrderAndSpelling()
{
    ArgumentsModel model;
    model.set(checked(R"({"Zeta":1e6, "alpha":[1.50,-0,{"B\u0041":null}],"":"","t":true})"));
    QCOMPARE(described(model),
             QByteArrayList({R"(0 ={"Zeta":1e6,"alpha":[1.50,-0,{"B\u0041":null}],"":"","t":true})",
                             R"(1 "Zeta"=1e6)", R"(1 "alpha"=[1.50,-0,{"B\u0041":null}])",
                             R"(2 =1.50)", R"(2 =-0)", R"(2 ={"B\u0041":null})",
                             R"(3 "B\u0041"=null)", R"(1 ""="")", R"(1 "t"=true)"}));
    QCOMPARE(model.name(6), QByteArray("BA"));
    QCOMPARE(model.node(2).children, 3);
    QCOMPARE(model.node(2).behind, 7);
    QCOMPARE(model.node(4).index, 1);
    QCOMPARE(model.nodeAt(model.node(5).from), 5);
    QCOMPARE(model.nodeAt(model.node(5).from + 1), -1);
    QVERIFY2(model.isComplete(), "every value has a node");
}

void TestArgumentsModel::nodes_shareOutEveryByte()
{
    for (const QByteArray json :
         {R"({})", R"({"a":{"b":[[],{}]},"c":[1,2,[3]],"d":"x"})", R"([])", R"("text")"}) {
        ArgumentsModel model;
        model.set(json);
        qsizetype at = 0;
        for (const ArgumentNode& node : model.nodes()) {
            QVERIFY2(node.itemFrom == at, "a node begins where the one before it ends");
            QVERIFY2(node.from >= at && node.end > node.from, "its value is its own");
            at = node.end;
        }
        QCOMPARE(at, json.size());
    }
}

void TestArgumentsModel::tooManyValues_areCountedNotMade()
{
    constexpr int kElements = 25'000;
    QByteArray json = "[";
    for (int i = 0; i < kElements; ++i)
        json += "[7],";
    json.back() = ']';
    ArgumentsModel model;
    model.set(json);
    QCOMPARE(static_cast<int>(model.nodes().size()), ArgumentsModel::kMaximumNodes);
    QCOMPARE(model.notShown(), qsizetype(1 + 2 * kElements - ArgumentsModel::kMaximumNodes));
    QCOMPARE(model.node(0).children, kElements);
    QCOMPARE(model.node(0).to, json.size());
    QVERIFY2(!model.isComplete(), "values without a node cannot be read here");
    QVERIFY2(model.nodes().back().end < json.size(), "their bytes belong to no row");
}

void TestArgumentsModel::uncheckedBytes_endTheWalk_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("open object") << QByteArray(R"({"a":1)");
    QTest::newRow("open string") << QByteArray(R"({"a":"b)");
    QTest::newRow("escape at the end") << QByteArray(R"({"a":"b\)");
    QTest::newRow("no colon") << QByteArray(R"({"a"1})");
    QTest::newRow("no comma") << QByteArray(R"(["a""b"])");
    QTest::newRow("wrong bracket") << QByteArray(R"([1})");
    QTest::newRow("more behind it") << QByteArray(R"({}{})");
    QTest::newRow("comma at the end") << QByteArray(R"([1,])");
}

void TestArgumentsModel::uncheckedBytes_endTheWalk()
{
    QFETCH(QByteArray, json);
    ArgumentsModel model;
    model.set(json);
    QVERIFY2(!model.isComplete(), "bytes that are no value are never complete");
    QVERIFY2(model.nodes().size() < 5, "the walk ended");
}

void TestArgumentsModel::deepNesting_isWalkedOnce()
{
    constexpr int kDepth = 128;
    const QByteArray json =
        QByteArray(kDepth, '[') + QByteArray(1000, '1') + QByteArray(kDepth, ']');
    JsonWalk walk(json);
    int opened = 0;
    int closed = 0;
    while (walk.next()) {
        opened += walk.event() == JsonWalk::Event::Open ? 1 : 0;
        closed += walk.event() == JsonWalk::Event::Close ? 1 : 0;
    }
    QVERIFY2(walk.isComplete(), "it is one whole value");
    QCOMPARE(opened, kDepth);
    QCOMPARE(closed, kDepth);
}

void TestArgumentsModel::wholeNumbers_beyondExact_areNoted_data()
{
    QTest::addColumn<QByteArray>("number");
    QTest::addColumn<bool>("isBeyond");
    QTest::newRow("largest exact") << QByteArray("9007199254740992") << false;
    QTest::newRow("one more") << QByteArray("9007199254740993") << true;
    QTest::newRow("one more, negative") << QByteArray("-9007199254740993") << true;
    QTest::newRow("as many digits, less") << QByteArray("9007199254740899") << false;
    QTest::newRow("long") << QByteArray("12345678901234567890") << true;
    QTest::newRow("fraction") << QByteArray("9007199254740993.5") << false;
    QTest::newRow("exponent") << QByteArray("1e300") << false;
    QTest::newRow("text") << QByteArray("\"9007199254740993\"") << false;
}

void TestArgumentsModel::wholeNumbers_beyondExact_areNoted()
{
    QFETCH(QByteArray, number);
    QFETCH(bool, isBeyond);
    ArgumentsModel model;
    model.set("[" + number + "]");
    QCOMPARE(model.isBeyondExact(1), isBeyond);
}

void TestArgumentsModel::strings_decode_asTheCoreDoes_butForLoneSurrogates()
{
    for (const QByteArray inner : {"", "plain", R"(\"\\\/\b\f\n\r\t)", R"(a\u00e9\u202e\u0000z)",
                                   R"(\ud83d\ude00!)", "\xc3\xa9\xf0\x9f\x98\x80"}) {
        const QByteArray quoted = '"' + inner + '"';
        const auto expected = JsonView(quoted).string();
        QVERIFY2(expected.has_value(), "the core takes it for a string");
        QCOMPARE(decodedJsonString(inner), *expected);
    }
    QCOMPARE(decodedJsonString(R"(\ud83dx)"), QByteArray("\xed\xa0\xbdx"));
    QCOMPARE(decodedJsonString(R"(\ude00)"), QByteArray("\xed\xb8\x80"));
    QVERIFY2(visibleText(decodedJsonString(R"(\ud83dx)"), TextRole::Prose)
                 .findings.contains(TextFinding::InvalidText),
             "a lone surrogate is never taken for a character");
}

void TestArgumentsModel::cuts_neverPartACharacterOrEscape()
{
    const QByteArray inner = "ab\\n\\u00e9\xc3\xa9\\ud83d\\ude00\xf0\x9f\x98\x80\\\\z\\ud83dq";
    const QByteArray whole = decodedJsonString(inner);
    for (qsizetype wanted = 1; wanted <= inner.size() + 3; ++wanted) {
        QByteArray joined;
        QByteArrayView rest = inner;
        while (!rest.isEmpty()) {
            const qsizetype cut = jsonStringCut(rest, wanted);
            QVERIFY2(cut > 0 && cut <= rest.size(), "a cut moves on");
            joined += decodedJsonString(rest.first(cut));
            rest = rest.sliced(cut);
        }
        QCOMPARE(joined, whole);
    }
}

void TestArgumentsModel::hiddenText_isFound_withItsPointer()
{
    const QByteArray json =
        checked("{\"a/b~\":[\"ok\",{\"na\\u200bme\":1}],\"path\":\"ab\\u202ecod.exe\","
                "\"host\":\"р\xd0\xb0ypal.example\",\"text\":\"plain words\",\"n\":12}");
    const QList<ArgumentWarning> warnings = argumentWarnings(json);
    QVERIFY2(hasWarning(warnings, "/a~1b~0/1/na\xe2\x80\x8bme", TextFinding::InvisibleFormat),
             "the hidden character in a member's name");
    QVERIFY2(hasWarning(warnings, "/path", TextFinding::BidiControl),
             "an escape that turns the text around");
    QVERIFY2(hasWarning(warnings, "/host", TextFinding::MixedScripts), "a host in two alphabets");
    QCOMPARE(warnings.size(), qsizetype(3));
}

void TestArgumentsModel::warnings_areMergedAndBounded()
{
    const QList<ArgumentWarning> one =
        argumentWarnings("{\"a\xe2\x80\x8b\":\"b\\u200b\xe2\x80\x8b c\"}");
    QCOMPARE(one.size(), qsizetype(1));
    QByteArray json = "[";
    for (int i = 0; i < 3000; ++i)
        json += "\"\\u200b\",";
    json.back() = ']';
    QCOMPARE(argumentWarnings(json).size(), kMaximumWarnings);
}

void TestArgumentsModel::longText_isFoundToItsEnd_B62()
{
    QByteArray text(200 * 1024, 'x');
    const QByteArray clean = "{\"t\":\"" + text + "\"}";
    QVERIFY2(argumentWarnings(clean).isEmpty(), "a long clean text has nothing to warn of");
    text += "\\u202e";
    QVERIFY2(
        hasWarning(argumentWarnings("{\"t\":\"" + text + "\"}"), "/t", TextFinding::BidiControl),
        "the tail of a long text is looked at");
    // Padding across every place where the text may have been cut.
    for (const int before : {65'500, 65'520, 65'530, 65'536, 65'540}) {
        const QByteArray padded =
            QByteArray(before, 'x') + QByteArray(45, ' ') + QByteArray(70'000, 'y');
        QVERIFY2(hasWarning(argumentWarnings("[\"" + padded + "\"]"), "/0", TextFinding::Padding),
                 "padding is found wherever it stands");
    }
}

void TestArgumentsModel::values_areJudgedByWhatTheyAre()
{
    QCOMPARE(roleOfValue("/etc/passwd"), TextRole::Identifier);
    QCOMPARE(roleOfValue("a.txt "), TextRole::Identifier);
    QCOMPARE(roleOfValue("two words"), TextRole::Prose);
    QCOMPARE(roleOfValue("line\n"), TextRole::Prose);
    QCOMPARE(roleOfValue(QByteArray(1000, 'x')), TextRole::Prose);
}

QTEST_APPLESS_MAIN(TestArgumentsModel)
#include "tst_argumentsmodel.moc"
