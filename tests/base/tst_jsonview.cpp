// SPDX-License-Identifier: Apache-2.0
#include "core/base/canonicaljson.h"

#include <QTest>

#include <limits>

using namespace lockkeeper;

namespace {

QByteArray rawAt(QByteArrayView text, QByteArrayView pointer)
{
    const JsonView view = JsonView(text).at(pointer);
    return view.isValid() ? view.raw().toByteArray() : QByteArray("(invalid)");
}

/// Touches everything that can be reached; the count of values, bounded by the depth asked for.
int walk(const JsonView& view, int depth)
{
    static_cast<void>(view.type());
    static_cast<void>(view.string());
    static_cast<void>(view.integer());
    static_cast<void>(view.boolean());
    static_cast<void>(view.member("a"));
    static_cast<void>(view.at("/a/0"));
    int count = 1;
    if (depth > 0) {
        view.forEachMember([&](const QByteArray&, const JsonView& value) {
            count += walk(value, depth - 1);
            return true;
        });
        view.forEachElement([&](const JsonView& value) {
            count += walk(value, depth - 1);
            return true;
        });
    }
    return count;
}

} // namespace

class JsonViewTest : public QObject
{
    Q_OBJECT

private slots:
    void type_ofEachValue_isKnown_data();
    void type_ofEachValue_isKnown();
    void defaultMade_isInvalid();
    void string_escapes_areDecoded_data();
    void string_escapes_areDecoded();
    void string_otherType_isNothing();
    void integer_onlyWholeNumbersThatFit_B87_B89_data();
    void integer_onlyWholeNumbersThatFit_B87_B89();
    void boolean_onlyForBooleans();
    void member_byDecodedName_isFound();
    void member_loneSurrogateName_equalsNothing();
    void at_pointerOfRfc6901_isFollowed_data();
    void at_pointerOfRfc6901_isFollowed();
    void forEach_whiteSpaceEverywhere_visitsAllInOrder();
    void forEach_visitorSaysStop_stops();
    void cursor_behindTheEnd_staysThere();
    void walk_anyDamagedText_staysInsideTheText();
    void jsonString_anyBytes_isReadBack_data();
    void jsonString_anyBytes_isReadBack();
    void writer_everyKind_writesCanonicalJson();
    void writer_afterTake_startsAgain();
};

void JsonViewTest::type_ofEachValue_isKnown_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("type");
    const auto row = [](const char* text, JsonType type) {
        QTest::newRow(text) << QByteArray(text) << static_cast<int>(type);
    };
    row("null", JsonType::Null);
    row("true", JsonType::Boolean);
    row("false", JsonType::Boolean);
    row("-1", JsonType::Number);
    row("0.5", JsonType::Number);
    row("\"\"", JsonType::String);
    row("[]", JsonType::Array);
    row("{}", JsonType::Object);
}

void JsonViewTest::type_ofEachValue_isKnown()
{
    QFETCH(QByteArray, text);
    QFETCH(int, type);
    const QByteArray spaced = " \n" + text + "\t\r";
    const JsonView view(spaced);
    QVERIFY(view.isValid());
    QCOMPARE(static_cast<int>(view.type()), type);
    QCOMPARE(view.raw().toByteArray(), text);
    QCOMPARE(view.isObject(), type == static_cast<int>(JsonType::Object));
    QCOMPARE(view.isArray(), type == static_cast<int>(JsonType::Array));
    QCOMPARE(view.isString(), type == static_cast<int>(JsonType::String));
    QCOMPARE(view.isNull(), type == static_cast<int>(JsonType::Null));
}

void JsonViewTest::defaultMade_isInvalid()
{
    for (const JsonView& view : {JsonView(), JsonView(""), JsonView(" "), JsonView("x")}) {
        QVERIFY(!view.isValid());
        QVERIFY(!view.isNull());
        QVERIFY(!view.isObject());
        QVERIFY(view.type() == JsonType::Null);
        QVERIFY(view.raw().isEmpty());
        QVERIFY(!view.string() && !view.integer() && !view.boolean());
        QVERIFY(!view.member("a").isValid());
        QVERIFY(!view.at("/a").isValid());
        QCOMPARE(walk(view, 3), 1);
    }
}

void JsonViewTest::string_escapes_areDecoded_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("decoded");
    const auto row = [](const char* text, const QByteArray& decoded) {
        QTest::newRow(text) << QByteArray(text) << decoded;
    };
    row(R"("")", "");
    row(R"("plain é 😀")", "plain é 😀");
    row(R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t");
    row(R"("c\u006dd")", "cmd");
    row(R"("\u0000")", QByteArray(1, '\0'));
    row(R"("\u007f\u0080\u07ff\u0800\uffff")", "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf");
    row(R"("\ud83d\ude00\uDBFF\uDFFF\ud800\udc00")", "😀\xf4\x8f\xbf\xbf\xf0\x90\x80\x80");
    row(R"("\ud800")", "\xef\xbf\xbd");
    row(R"("\udc00a")", "\xef\xbf\xbd"
                        "a");
    row(R"("\ud800\u0041")", "\xef\xbf\xbd"
                             "A");
    row(R"("\ud800\n")", "\xef\xbf\xbd\n");
    row(R"("\ud800\ud83d\ude00")", "\xef\xbf\xbd😀");
    row(R"("\ude00\ud83d")", "\xef\xbf\xbd\xef\xbf\xbd");
    row(R"("\ud83dude00")", "\xef\xbf\xbdude00");
}

void JsonViewTest::string_escapes_areDecoded()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, decoded);
    QVERIFY(checkJson(text));
    const auto string = JsonView(text).string();
    QVERIFY(string.has_value());
    QCOMPARE(*string, decoded);
}

void JsonViewTest::string_otherType_isNothing()
{
    for (const char* text :
         {"1", "null", "[\"a\"]", "{\"a\":\"b\"}", "\"open", "\"", "\"a\\\"", "\"a\" \"b\""})
        QVERIFY2(!JsonView(text).string(), text);
}

void JsonViewTest::integer_onlyWholeNumbersThatFit_B87_B89_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("fits");
    QTest::addColumn<qint64>("value");
    const auto row = [](const char* text, bool fits, qint64 value) {
        QTest::newRow(text) << QByteArray(text) << fits << value;
    };
    row("0", true, 0);
    row("-0", true, 0);
    row("-17", true, -17);
    row("9007199254740993", true, 9007199254740993);
    row("1915883588174806058", true, 1915883588174806058);
    row("9223372036854775807", true, std::numeric_limits<qint64>::max());
    row("-9223372036854775808", true, std::numeric_limits<qint64>::min());
    row("9223372036854775808", false, 0);
    row("-9223372036854775809", false, 0);
    row("18446744073709551615", false, 0);
    row("1e400", false, 0);
    row("1.0", false, 0);
    row("1e2", false, 0);
    row("0.1000000000000000055", false, 0);
    row("\"1\"", false, 0);
    row("true", false, 0);
    row("null", false, 0);
    row("[1]", false, 0);
}

void JsonViewTest::integer_onlyWholeNumbersThatFit_B87_B89()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, fits);
    QFETCH(qint64, value);
    const auto integer = JsonView(text).integer();
    QCOMPARE(integer.has_value(), fits);
    if (fits)
        QCOMPARE(*integer, value);
    QCOMPARE(JsonView(text).raw().toByteArray(), text);
}

void JsonViewTest::boolean_onlyForBooleans()
{
    QCOMPARE(JsonView("true").boolean(), std::optional<bool>(true));
    QCOMPARE(JsonView(" false ").boolean(), std::optional<bool>(false));
    for (const char* text : {"null", "0", "1", "\"true\"", "[true]", "{}"})
        QVERIFY2(!JsonView(text).boolean(), text);
}

void JsonViewTest::member_byDecodedName_isFound()
{
    const QByteArray text = R"({"a":1,"c\u006dd":{"a":2},"":3,"é":[4],"a\"b":5,"\u0000":6})";
    QVERIFY(checkJson(text));
    const JsonView view(text);
    QCOMPARE(view.member("a").integer(), std::optional<qint64>(1));
    QCOMPARE(view.member("cmd").member("a").integer(), std::optional<qint64>(2));
    QCOMPARE(view.member("").integer(), std::optional<qint64>(3));
    QCOMPARE(view.member("é").raw().toByteArray(), QByteArray("[4]"));
    QCOMPARE(view.member("a\"b").integer(), std::optional<qint64>(5));
    QCOMPARE(view.member(QByteArray(1, '\0')).integer(), std::optional<qint64>(6));
    QVERIFY(!view.member("c\\u006dd").isValid());
    QVERIFY(!view.member("A").isValid());
    QVERIFY(!JsonView("[{\"a\":1}]").member("a").isValid());
}

void JsonViewTest::member_loneSurrogateName_equalsNothing()
{
    const QByteArray text = R"({"\ud800":1,"\ufffd":2})";
    QVERIFY(checkJson(text));
    QCOMPARE(JsonView(text).member("\xef\xbf\xbd").integer(), std::optional<qint64>(2));
}

void JsonViewTest::at_pointerOfRfc6901_isFollowed_data()
{
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("raw");
    const auto row = [](const char* pointer, const char* raw) {
        QTest::addRow("'%s'", pointer) << QByteArray(pointer) << QByteArray(raw);
    };
    // The examples of RFC 6901, section 5, and what must lead nowhere.
    row("/foo", R"(["bar", "baz"])");
    row("/foo/0", R"("bar")");
    row("/foo/1", R"("baz")");
    row("/", "0");
    row("/a~1b", "1");
    row("/c%d", "2");
    row("/e^f", "3");
    row("/g|h", "4");
    row("/i\\j", "5");
    row("/k\"l", "6");
    row("/ ", "7");
    row("/m~0n", "8");
    row("/~01", "9");
    row("/deep/0/x/", "[]");
    for (const char* nowhere :
         {"foo",     "/foo/2",  "/foo/-",  "/foo/00", "/foo/01",  "/foo/+1",
          "/foo/-1", "/foo/ 1", "/foo/1x", "/foo/",   "/foo/0/0", "/foo/99999999999999999999",
          "/m~n",    "/m~",     "/m~2n",   "/a/b",    "/missing", "//",
          "/deep/x", "/foo/0/"})
        row(nowhere, "(invalid)");
}

void JsonViewTest::at_pointerOfRfc6901_isFollowed()
{
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, raw);
    const QByteArray text = R"({"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3,
        "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8, "~1": 9, "deep": [{"x":{"":[]}}]})";
    QVERIFY(checkJson(text));
    QCOMPARE(rawAt(text, ""), text);
    QCOMPARE(rawAt(text, pointer), raw);
}

void JsonViewTest::forEach_whiteSpaceEverywhere_visitsAllInOrder()
{
    const QByteArray text = " { \"b\" : [ 1 , \"]\" , { } , [ ] ] ,\n\"\\u0061\"\t: \"}\\\"\" ,"
                            "\"c\":-1e5} ";
    QVERIFY(checkJson(text));
    QByteArray seen;
    JsonView(text).forEachMember([&seen](const QByteArray& name, const JsonView& value) {
        seen += name + "=" + value.raw().toByteArray() + ";";
        return true;
    });
    QCOMPARE(seen, QByteArray("b=[ 1 , \"]\" , { } , [ ] ];a=\"}\\\"\";c=-1e5;"));
    seen.clear();
    JsonView(text).at("/b").forEachElement([&seen](const JsonView& value) {
        seen += value.raw().toByteArray() + ";";
        return true;
    });
    QCOMPARE(seen, QByteArray("1;\"]\";{ };[ ];"));
    int visits = 0;
    const auto countMember = [&visits](const QByteArray&, const JsonView&) { return ++visits > 0; };
    const auto countElement = [&visits](const JsonView&) { return ++visits > 0; };
    JsonView("[1]").forEachMember(countMember);
    JsonView("{\"a\":1}").forEachElement(countElement);
    JsonView("{ }").forEachMember(countMember);
    JsonView("[ ]").forEachElement(countElement);
    JsonView("1").forEachElement(countElement);
    QCOMPARE(visits, 0);
}

void JsonViewTest::forEach_visitorSaysStop_stops()
{
    int visits = 0;
    JsonView("[1,2,3]").forEachElement([&visits](const JsonView&) { return ++visits < 2; });
    QCOMPARE(visits, 2);
    visits = 0;
    JsonView(R"({"a":1,"b":2,"c":3})").forEachMember([&visits](const QByteArray&, const JsonView&) {
        return ++visits < 2;
    });
    QCOMPARE(visits, 2);
}

void JsonViewTest::cursor_behindTheEnd_staysThere()
{
    for (const char* text : {"[1]", "[]", "{\"a\":1}", "{}", "1", "[1,", "[1 2]"}) {
        JsonView::Cursor cursor = JsonView(text).begin();
        for (int i = 0; i < 5; ++i)
            cursor.next();
        QVERIFY2(!cursor.isAtElement() && !cursor.isAtMember(), text);
        QVERIFY2(!cursor.value().isValid() && cursor.name().isEmpty(), text);
    }
    JsonView::Cursor none;
    none.next();
    QVERIFY(!none.isAtElement());
}

void JsonViewTest::walk_anyDamagedText_staysInsideTheText()
{
    // The sanitizer run of this test is what watches the memory.
    const QByteArray sample =
        R"({"a": [1, {"b": "\ud83d\ude00\"", "c": []}, true], "d": {"e": -1}})";
    QCOMPARE(walk(JsonView(sample), 10), 9);
    for (qsizetype size = 0; size <= sample.size(); ++size) {
        const QByteArray cut = sample.first(size);
        QVERIFY(walk(JsonView(cut), 10) <= 20);
        for (const char byte : {'"', '\\', '{', '}', '[', ']', ',', ':', ' ', '\0', '\xff', 'u'}) {
            QByteArray damaged = sample;
            damaged[qMin(size, sample.size() - 1)] = byte;
            QVERIFY(walk(JsonView(damaged), 10) <= 40);
            QVERIFY(walk(JsonView(QByteArray(cut + byte)), 10) <= 40);
        }
    }
}

void JsonViewTest::jsonString_anyBytes_isReadBack_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("quoted");
    const auto row = [](const char* name, const QByteArray& bytes, const QByteArray& quoted) {
        QTest::newRow(name) << bytes << quoted;
    };
    row("empty", "", R"("")");
    row("plain", "a é 😀 / \x7f", "\"a é 😀 / \x7f\"");
    row("quote and backslash", "\"\\", R"("\"\\")");
    row("short escapes", "\b\f\n\r\t", R"("\b\f\n\r\t")");
    row("NUL", QByteArray("a\0b", 3), R"("a\u0000b")");
    row("other controls", "\x01\x0b\x1f", R"("\u0001\u000b\u001f")");
    row("looks escaped", "\\u0041", R"("\\u0041")");
}

void JsonViewTest::jsonString_anyBytes_isReadBack()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, quoted);
    QCOMPARE(jsonString(bytes), quoted);
    QVERIFY(checkJson(quoted));
    QCOMPARE(JsonView(quoted).string().value_or("(no string)"), bytes);
    // Bytes that are not UTF-8 become U+FFFD, one for each maximal subpart.
    const auto replaced = [](const char* text) {
        return jsonString(text).replace("\xef\xbf\xbd", "?");
    };
    QCOMPARE(replaced("a\xff"), QByteArray("\"a?\""));
    QCOMPARE(replaced("\xe2\x82"), QByteArray("\"?\""));
    QCOMPARE(replaced("\xe2\x82"
                      "A"),
             QByteArray("\"?A\""));
    QCOMPARE(replaced("\xf0\x9f\x98\xc3\xa9"), QByteArray("\"?é\""));
    QCOMPARE(replaced("\xed\xa0\x80"), QByteArray("\"???\""));
    QCOMPARE(replaced("\xc0\x80\xf5"), QByteArray("\"???\""));
    for (int byte = 0; byte < 256; ++byte)
        QVERIFY(checkJson(jsonString(QByteArray(3, static_cast<char>(byte)))));
}

void JsonViewTest::writer_everyKind_writesCanonicalJson()
{
    JsonWriter writer;
    writer.beginObject();
    writer.key("array").beginArray();
    writer.integer(std::numeric_limits<qint64>::min()).integer(0).string("a\"b").boolean(true);
    writer.boolean(false).null().raw("1e400");
    writer.beginArray().endArray().beginObject().endObject().endArray();
    writer.member("te\nxt", QByteArrayView("é")).member("number", 7).memberBool("yes", true);
    writer.memberRaw("raw", R"({"x":1.0})");
    writer.key("inner").beginObject().member("n", 1).endObject();
    const QByteArray text = writer.endObject().take();
    QCOMPARE(text,
             QByteArray(R"({"array":[-9223372036854775808,0,"a\"b",true,false,null,1e400,[],{}],)"
                        R"("te\nxt":"é","number":7,"yes":true,"raw":{"x":1.0},"inner":{"n":1}})"));
    const Result<QByteArray> canonical = canonicalJson(text);
    QVERIFY(canonical);
    QCOMPARE(*canonical, text);
}

void JsonViewTest::writer_afterTake_startsAgain()
{
    JsonWriter writer;
    QCOMPARE(writer.string("a").take(), QByteArray("\"a\""));
    QCOMPARE(writer.beginArray().integer(1).endArray().take(), QByteArray("[1]"));
    QCOMPARE(writer.null().take(), QByteArray("null"));
}

QTEST_GUILESS_MAIN(JsonViewTest)
#include "tst_jsonview.moc"
