// SPDX-License-Identifier: Apache-2.0
#include "core/base/canonicaljson.h"

#include <QTest>

#include <array>
#include <chrono>
#include <utility>

using namespace lockkeeper;

namespace {

constexpr qsizetype kMaximumBytes = 8 * 1024 * 1024;

/// The canonical bytes, or the error as text: for one comparison that shows either.
QByteArray outcome(const Result<QByteArray>& result)
{
    return result ? *result : result.error().describe();
}

QByteArray bytesOf(std::initializer_list<int> values)
{
    QByteArray bytes;
    for (const int value : values)
        bytes += static_cast<char>(value);
    return bytes;
}

QByteArray nested(int depth)
{
    return QByteArray(depth, '[') + QByteArray(depth, ']');
}

QByteArray textOfSize(qsizetype size)
{
    return '"' + QByteArray(size - 2, 'x') + '"';
}

} // namespace

#define REFUSED(text, code_)                                                                       \
    do {                                                                                           \
        const Result<QByteArray> lkRefused = canonicalJson(text);                                  \
        QVERIFY2(!lkRefused, "accepted, but it must be refused");                                  \
        QCOMPARE(errorCodeName(lkRefused.error().code()), errorCodeName(code_));                   \
        QVERIFY2(!checkJson(text), "checkJson accepts what canonicalJson refuses");                \
    } while (false)

class CanonicalJsonTest : public QObject
{
    Q_OBJECT

private slots:
    void bytes_insideTokens_areKept_B87_B89_data();
    void bytes_insideTokens_areKept_B87_B89();
    void whiteSpace_betweenTokens_isRemoved();
    void numbers_outsideTheGrammar_areRefused_B90_data();
    void numbers_outsideTheGrammar_areRefused_B90();
    void malformedText_isRefused_data();
    void malformedText_isRefused();
    void duplicateKeys_atEveryLevelAndThroughEscapes_areRefused_B91_data();
    void duplicateKeys_atEveryLevelAndThroughEscapes_areRefused_B91();
    void equalKeys_inDifferentObjects_areAccepted_B91_data();
    void equalKeys_inDifferentObjects_areAccepted_B91();
    void duplicateKey_anywhereInALargeObject_isFound_B91_data();
    void duplicateKey_anywhereInALargeObject_isFound_B91();
    void manyKeys_inOneObject_areNotQuadratic_B91();
    void depth_upToTheLimit_isAccepted_B92();
    void depth_hundredThousand_isRefusedQuickly_B92();
    void size_overTheLimit_isRefused();
    void nonObjects_asArguments_areRefused_B93_data();
    void nonObjects_asArguments_areRefused_B93();
    void object_asArguments_isReturnedCanonical_B93();
    void truncation_atEveryByte_isRefused();
    void utf8_wellFormed_isKept_data();
    void utf8_wellFormed_isKept();
    void utf8_malformed_isRefused_data();
    void utf8_malformed_isRefused();
    void controlCharacters_inStrings_areRefused();
    void errorText_namesThePlace_data();
    void errorText_namesThePlace();
    void errorText_neverHoldsValues();
    void errorText_cutsAndEscapesNames();
    void placeOf_anyOffset_staysInsideTheText();
    void sortedJson_members_areSortedByDecodedName_data();
    void sortedJson_members_areSortedByDecodedName();
    void sortedJson_refusedText_isRefused();
    void sortedJson_largeObject_isSorted();
    void blankComments_commentsAndTrailingCommas_becomeSpaces_data();
    void blankComments_commentsAndTrailingCommas_becomeSpaces();
    void blankComments_openComment_isRefused();
    void blankComments_otherCommas_stayWrong_data();
    void blankComments_otherCommas_stayWrong();
};

void CanonicalJsonTest::bytes_insideTokens_areKept_B87_B89_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"9007199254740993",
                             "1915883588174806058",
                             "18446744073709551615",
                             "1e400",
                             "-1E-400",
                             "0.1000000000000000055",
                             "0.1000",
                             "1.0",
                             "1",
                             "-0",
                             "0e0",
                             "1E+2",
                             R"("\ud800")",
                             R"("\udc00\ud800")",
                             R"("\u0000")",
                             R"("\/\b\f\n\r\t\"\\\u00e9é")",
                             R"("c\u006dd")",
                             R"("\uD83D\uDE00")",
                             R"("  two  spaces  ")",
                             "true",
                             "false",
                             "null",
                             "[]",
                             "{}",
                             R"("")",
                             R"({"":{"":[]}})",
                             "\"\x7f\"",
                             R"({"b":1.0,"a":[18446744073709551615,"\u0061"]})"})
        QTest::newRow(text) << QByteArray(text);
    QTest::newRow("a thousand digits") << QByteArray(1000, '7');
}

void CanonicalJsonTest::bytes_insideTokens_areKept_B87_B89()
{
    QFETCH(QByteArray, text);
    QCOMPARE(outcome(canonicalJson(text)), text);
    QCOMPARE(outcome(canonicalJson("[" + text + "]")), QByteArray("[" + text + "]"));
    QCOMPARE(outcome(canonicalJson("{ \"k\" : " + text + " }")),
             QByteArray("{\"k\":" + text + "}"));
    QVERIFY(checkJson(text));
}

void CanonicalJsonTest::whiteSpace_betweenTokens_isRemoved()
{
    const QByteArray tokens[] = {"{", "\"a b\"", ":", "[",    "1", ",", "-2.5e+3",      ",",
                                 "{", "}",       ",", "[",    "]", ",", "\"\\u0020 \"", "]",
                                 ",", "\"c\"",   ":", "true", "}"};
    QByteArray compact;
    QByteArray spaced = " \t\r\n";
    for (const QByteArray& token : tokens) {
        compact += token;
        spaced += token + " \n\r\t ";
    }
    QCOMPARE(outcome(canonicalJson(spaced)), compact);
    QCOMPARE(outcome(canonicalJson(compact)), compact);
    // Only the four characters of the grammar are white space.
    for (const char* other : {"\f", "\v", "\xc2\xa0", "\xe2\x80\x83", "\xef\xbb\xbf"})
        REFUSED(QByteArray("[1,") + other + "2]", ErrorCode::InvalidArgument);
}

void CanonicalJsonTest::numbers_outsideTheGrammar_areRefused_B90_data()
{
    QTest::addColumn<QByteArray>("number");
    for (const char* number :
         {"NaN", "Infinity", "-Infinity", "-NaN", "nan",   "inf",  "+1",  "01",  "-01",
          "00",  "1.",       ".5",        "-.5",  "1.e3",  "1e",   "1e+", "1E-", "-",
          "--1", "1.2.3",    "1e2e3",     "0x10", "1_000", "1,5e", "1f",  "١"})
        QTest::newRow(number) << QByteArray(number);
}

void CanonicalJsonTest::numbers_outsideTheGrammar_areRefused_B90()
{
    QFETCH(QByteArray, number);
    REFUSED(number, ErrorCode::InvalidArgument);
    REFUSED("{\"x\":" + number + "}", ErrorCode::InvalidArgument);
    REFUSED("[" + number + "]", ErrorCode::InvalidArgument);
}

constexpr std::array kMalformed = {"",
                                   " ",
                                   "\n",
                                   "{",
                                   "}",
                                   "[",
                                   "]",
                                   "[}",
                                   "{]",
                                   "[1}",
                                   "{\"a\":1]",
                                   "[1,]",
                                   "[,]",
                                   "[,1]",
                                   "[1,,2]",
                                   "{,}",
                                   "{\"a\":1,}",
                                   "{\"a\"}",
                                   "{\"a\":}",
                                   "{\"a\"1}",
                                   "{\"a\"::1}",
                                   "{a:1}",
                                   "{'a':1}",
                                   "{1:2}",
                                   "[1 2]",
                                   "{\"a\":1 \"b\":2}",
                                   "tru",
                                   "True",
                                   "nul",
                                   "nulll",
                                   "falsee",
                                   "truefalse",
                                   "{}{}",
                                   "{} x",
                                   "1 2",
                                   "[] ,",
                                   "\"a",
                                   "\"\\\"",
                                   "\"\\x41\"",
                                   "\"\\u12\"",
                                   "\"\\u12g4\"",
                                   "\"\\U0041\"",
                                   "'a'",
                                   "\"a\"\"b\"",
                                   "// c\n1",
                                   "1 // c",
                                   "[1/**/]",
                                   "\"\\",
                                   "\"\\u",
                                   "{\"a\":1}}",
                                   "[[]",
                                   "undefined"};

void CanonicalJsonTest::malformedText_isRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : kMalformed)
        QTest::newRow(text) << QByteArray(text);
    QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbf{}");
    QTest::newRow("UTF-16") << bytesOf({0xff, 0xfe, '{', 0, '}', 0});
    QTest::newRow("trailing NUL") << bytesOf({'{', '}', 0});
    QTest::newRow("NUL as space") << bytesOf({'[', 0, ']'});
    QTest::newRow("escaped NUL byte") << bytesOf({'"', '\\', 0, '"'});
    QTest::newRow("default made") << QByteArray();
}

void CanonicalJsonTest::malformedText_isRefused()
{
    QFETCH(QByteArray, text);
    REFUSED(text, ErrorCode::InvalidArgument);
}

void CanonicalJsonTest::duplicateKeys_atEveryLevelAndThroughEscapes_areRefused_B91_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("pointer");
    const auto row = [](const char* text, const char* pointer) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(pointer);
    };
    row(R"({"cmd":"ls","cmd":"rm"})", "/cmd");
    row(R"({"cmd":1,"c\u006dd":2})", "/cmd");
    row(R"({"c\u006Dd":1,"c\u006dd":2})", "/cmd");
    row(R"({"c\u006dd":1,"x":{},"cmd":2})", "/cmd");
    row(R"({"a":{"b":1,"b":2}})", "/a/b");
    row(R"([[[{"b":1,"c":{"b":3},"b":2}]]])", "/0/0/0/b");
    row(R"({"a":1,"b":{"a":1,"c":[{"x":1},{"x":1,"y":2,"x":3}]}})", "/b/c/1/x");
    row(R"({"":1,"":2})", "/");
    row(R"({"a/b":1,"a\/b":2})", "/a~1b");
    row(R"({"\u00e9":1,"é":2})", "/\\u00e9");
    row(R"({"\ud83d\ude00":1,"😀":2})", "/\\ud83d\\ude00");
    row(R"({"\ud800":1,"\uD800":2})", "/\\ud800");
    row(R"({"\udc00x":1,"\uDC00\u0078":2})", "/\\udc00x");
    row(R"({"\u0000":1,"\u0000":2})", "/\\u0000");
    row(R"({"n\n":1,"n\u000a":2})", "/n\\u000a");
}

void CanonicalJsonTest::duplicateKeys_atEveryLevelAndThroughEscapes_areRefused_B91()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, pointer);
    REFUSED(text, ErrorCode::InvalidArgument);
    const QByteArray message = canonicalJson(text).error().message();
    QVERIFY2(message.endsWith(", at " + pointer + ": duplicate member name"), message.constData());
}

void CanonicalJsonTest::equalKeys_inDifferentObjects_areAccepted_B91_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {R"({"a":{"a":{"a":1}}})", R"([{"a":1},{"a":2}])", R"({"a":{"b":1},"c":{"b":1},"b":1})",
          R"({"a":1,"A":2})", R"({"a":1,"a ":2})", R"({"a":1,"\u0061\u0000":2})",
          R"({"é":1,"e\u0301":2})", R"({"\ud800":1,"\ud801":2,"\ufffd":3,"\udc00":4})",
          R"({"\ud83d":1,"\ude00":2,"\ud83d\ude00":3,"\ude00\ud83d":4})",
          R"({"\u0061":{"\u0061":1,"\u0062":{"\u0062":2}},"\u0062":{"\u0061":3},"\u0063":4})"})
        QTest::newRow(text) << QByteArray(text);
}

void CanonicalJsonTest::equalKeys_inDifferentObjects_areAccepted_B91()
{
    QFETCH(QByteArray, text);
    QCOMPARE(outcome(canonicalJson(text)), text);
}

void CanonicalJsonTest::duplicateKey_anywhereInALargeObject_isFound_B91_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {2, 15, 16, 17, 18, 31, 32, 33, 64, 65, 1000})
        QTest::addRow("%d", count) << count;
}

void CanonicalJsonTest::duplicateKey_anywhereInALargeObject_isFound_B91()
{
    QFETCH(int, count);
    QByteArray members;
    for (int i = 0; i < count; ++i) // every third name has an escape; the values are objects
        members += (i % 3 == 0 ? "\"\\u006b" : "\"k") + QByteArray::number(i) + "\":{\"k0\":[]},";
    QCOMPARE(outcome(canonicalJson("{" + members + "\"k\":0}")),
             QByteArray("{" + members + "\"k\":0}"));
    const int step = count > 100 ? 37 : 1;
    for (int i = 0; i < count; i += step) {
        const QByteArray name = "k" + QByteArray::number(i);
        const Result<void> plain = checkJson("{" + members + "\"" + name + "\":0}");
        QVERIFY2(!plain, name.constData());
        QVERIFY(plain.error().message().endsWith("at /" + name + ": duplicate member name"));
        QVERIFY2(!checkJson("{" + members + "\"\\u006b" + name.mid(1) + "\":0}"), name.constData());
    }
}

void CanonicalJsonTest::manyKeys_inOneObject_areNotQuadratic_B91()
{
    QByteArray text = "{";
    for (int i = 0; i < 1'000'000; ++i)
        text += "\"" + QByteArray::number(i, 36) + "\":0,";
    text.back() = '}';
    JsonLimits limits;
    limits.maximumBytes = text.size();
    const auto start = std::chrono::steady_clock::now();
    QVERIFY(checkJson(text, limits));
    // Comparing all pairs of names would take hours; a loaded machine needs about a second.
    QVERIFY(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
    text.back() = ',';
    text += "\"0\":0}";
    limits.maximumBytes = text.size();
    QVERIFY(!checkJson(text, limits));
}

void CanonicalJsonTest::depth_upToTheLimit_isAccepted_B92()
{
    QCOMPARE(outcome(canonicalJson(nested(128))), nested(128));
    REFUSED(nested(129), ErrorCode::ResourceExhausted);
    QVERIFY(canonicalJson(nested(129)).error().message().contains("the limit is 128 levels"));
    QByteArray objects;
    for (int i = 0; i < 128; ++i)
        objects += "{\"a\":";
    QVERIFY(checkJson(objects + "1" + QByteArray(128, '}')));
    REFUSED(objects + "{}" + QByteArray(128, '}'), ErrorCode::ResourceExhausted);

    JsonLimits flat;
    flat.maximumDepth = 0;
    QVERIFY(checkJson("1", flat));
    QVERIFY(!checkJson("[]", flat));
    // Brackets next to each other or in strings are no depth.
    QVERIFY(
        checkJson("[" + QByteArray("[],").repeated(1000) + "\"" + QByteArray(1000, '[') + "\"]"));
}

void CanonicalJsonTest::depth_hundredThousand_isRefusedQuickly_B92()
{
    const auto start = std::chrono::steady_clock::now();
    REFUSED(QByteArray(100'000, '['), ErrorCode::ResourceExhausted);
    REFUSED(QByteArray("{\"a\":").repeated(100'000), ErrorCode::ResourceExhausted);
    QVERIFY(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
    // Without the limit the depth costs memory, never stack.
    JsonLimits deep;
    deep.maximumDepth = 1'000'000;
    QVERIFY(checkJson(nested(100'000), deep));
}

void CanonicalJsonTest::size_overTheLimit_isRefused()
{
    QVERIFY(checkJson(textOfSize(kMaximumBytes - 1)));
    QVERIFY(checkJson(textOfSize(kMaximumBytes)));
    REFUSED(textOfSize(kMaximumBytes + 1), ErrorCode::ResourceExhausted);
    QVERIFY(canonicalJson(textOfSize(kMaximumBytes + 1)).error().message().contains("8388608"));
    // White space counts: the limit is about what has to be read.
    REFUSED("1" + QByteArray(kMaximumBytes, ' '), ErrorCode::ResourceExhausted);
}

void CanonicalJsonTest::nonObjects_asArguments_areRefused_B93_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("what");
    QTest::newRow("string") << QByteArray(R"("{}")") << QByteArray("not a string");
    QTest::newRow("array") << QByteArray(" []") << QByteArray("not an array");
    QTest::newRow("null") << QByteArray("null") << QByteArray("not null");
    QTest::newRow("number") << QByteArray("3") << QByteArray("not a number");
    QTest::newRow("boolean") << QByteArray("true") << QByteArray("not a boolean");
    QTest::newRow("absent") << QByteArray() << QByteArray("the text ends before the value does");
    QTest::newRow("quoted twice") << QByteArray(R"("\"{}\"")") << QByteArray("not a string");
}

void CanonicalJsonTest::nonObjects_asArguments_areRefused_B93()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, what);
    const Result<QByteArray> result = canonicalObject(text);
    QVERIFY2(!result, "accepted, but it must be refused");
    QCOMPARE(errorCodeName(result.error().code()), errorCodeName(ErrorCode::InvalidArgument));
    QVERIFY2(result.error().message().endsWith(what), result.error().message().constData());
}

void CanonicalJsonTest::object_asArguments_isReturnedCanonical_B93()
{
    QCOMPARE(outcome(canonicalObject(" { } ")), QByteArray("{}"));
    QCOMPARE(outcome(canonicalObject(R"({"a": {"b": [{"c": "{}"}]}})")),
             QByteArray(R"({"a":{"b":[{"c":"{}"}]}})"));
}

void CanonicalJsonTest::truncation_atEveryByte_isRefused()
{
    const QByteArray sample = R"({"a": [1, -2.5e+10, true, false, null, "é😀\ud83d\ude00\n"],)"
                              R"( "c\u006dd": {"x": {}, "y": [[]]}, "": ""})";
    QVERIFY2(checkJson(sample), "the sample itself must be accepted");
    for (qsizetype size = 0; size < sample.size(); ++size) {
        const Result<QByteArray> result = canonicalJson(sample.first(size));
        QVERIFY2(!result, QByteArray::number(size).constData());
        QCOMPARE(errorCodeName(result.error().code()), errorCodeName(ErrorCode::InvalidArgument));
    }
}

void CanonicalJsonTest::utf8_wellFormed_isKept_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("U+007F") << bytesOf({0x7f});
    QTest::newRow("U+0080") << bytesOf({0xc2, 0x80});
    QTest::newRow("U+07FF") << bytesOf({0xdf, 0xbf});
    QTest::newRow("U+0800") << bytesOf({0xe0, 0xa0, 0x80});
    QTest::newRow("U+D7FF") << bytesOf({0xed, 0x9f, 0xbf});
    QTest::newRow("U+E000") << bytesOf({0xee, 0x80, 0x80});
    QTest::newRow("U+FEFF in a string") << bytesOf({0xef, 0xbb, 0xbf});
    QTest::newRow("U+FFFF") << bytesOf({0xef, 0xbf, 0xbf});
    QTest::newRow("U+10000") << bytesOf({0xf0, 0x90, 0x80, 0x80});
    QTest::newRow("U+10FFFF") << bytesOf({0xf4, 0x8f, 0xbf, 0xbf});
}

void CanonicalJsonTest::utf8_wellFormed_isKept()
{
    QFETCH(QByteArray, bytes);
    for (int padding = 0; padding < 10; ++padding) { // strings are read eight bytes at a time
        const QByteArray text = "\"" + QByteArray(padding, 'x') + bytes + bytes + "y\"";
        QCOMPARE(outcome(canonicalJson(text)), text);
        QCOMPARE(outcome(canonicalJson("{" + text + ":1}")), QByteArray("{" + text + ":1}"));
    }
}

void CanonicalJsonTest::utf8_malformed_isRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("lone tail 80") << bytesOf({0x80});
    QTest::newRow("lone tail BF") << bytesOf({0xbf});
    QTest::newRow("overlong NUL") << bytesOf({0xc0, 0x80});
    QTest::newRow("overlong quote") << bytesOf({0xc0, 0xa2});
    QTest::newRow("overlong C1 BF") << bytesOf({0xc1, 0xbf});
    QTest::newRow("overlong E0 9F BF") << bytesOf({0xe0, 0x9f, 0xbf});
    QTest::newRow("overlong F0 8F BF BF") << bytesOf({0xf0, 0x8f, 0xbf, 0xbf});
    QTest::newRow("surrogate D800") << bytesOf({0xed, 0xa0, 0x80});
    QTest::newRow("surrogate DFFF") << bytesOf({0xed, 0xbf, 0xbf});
    QTest::newRow("CESU-8 pair") << bytesOf({0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80});
    QTest::newRow("U+110000") << bytesOf({0xf4, 0x90, 0x80, 0x80});
    QTest::newRow("F5") << bytesOf({0xf5, 0x80, 0x80, 0x80});
    QTest::newRow("five bytes") << bytesOf({0xf8, 0x88, 0x80, 0x80, 0x80});
    QTest::newRow("FE") << bytesOf({0xfe});
    QTest::newRow("FF") << bytesOf({0xff});
    QTest::newRow("cut two") << bytesOf({0xc3});
    QTest::newRow("cut three") << bytesOf({0xe2, 0x82});
    QTest::newRow("cut four") << bytesOf({0xf0, 0x9f, 0x98});
    QTest::newRow("second no tail") << bytesOf({0xe2, 0x41, 0x80});
    QTest::newRow("third no tail") << bytesOf({0xe2, 0x82, 0xc0});
    QTest::newRow("fourth no tail") << bytesOf({0xf0, 0x9f, 0x98, 0x41});
    QTest::newRow("Latin-1 é") << bytesOf({0xe9});
}

void CanonicalJsonTest::utf8_malformed_isRefused()
{
    QFETCH(QByteArray, bytes);
    for (int padding = 0; padding < 10; ++padding) {
        const QByteArray text = "\"" + QByteArray(padding, 'x') + bytes + "\"";
        REFUSED(text, ErrorCode::InvalidArgument);
        REFUSED("\"é" + text.mid(1), ErrorCode::InvalidArgument);
        REFUSED("{" + text + ":1}", ErrorCode::InvalidArgument);
        REFUSED(text.chopped(1), ErrorCode::InvalidArgument); // the sequence ends the text
    }
    REFUSED(bytes, ErrorCode::InvalidArgument);
    REFUSED("[1," + bytes + "]", ErrorCode::InvalidArgument);
}

void CanonicalJsonTest::controlCharacters_inStrings_areRefused()
{
    for (int value = 0; value < 0x20; ++value) {
        for (int padding = 0; padding < 10; ++padding)
            REFUSED("\"" + QByteArray(padding, 'x') + bytesOf({value}) + "xxxxxxxxx\"",
                    ErrorCode::InvalidArgument);
    }
}

void CanonicalJsonTest::errorText_namesThePlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* text, const char* message) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(message);
    };
    row(R"({"a":{"b":1,"b":2}})", "line 1, column 13 (byte 12), at /a/b: duplicate member name");
    row("{\n \"a\": [1,\n  tru]}", "line 3, column 6 (byte 17), at /a/1: not a JSON word: only "
                                   "true, false and null are");
    row("[1, NaN]", "line 1, column 5 (byte 4), at /1: NaN and Infinity are not JSON");
    row("[-Infinity]", "line 1, column 3 (byte 2), at /0: NaN and Infinity are not JSON");
    row("{} {}", "line 1, column 4 (byte 3): something follows the value");
    row("\xef\xbb\xbf{}", "line 1, column 1 (byte 0): a byte order mark is not allowed");
    row("{\"a\":1", "line 1, column 7 (byte 6): the text ends before the value does");
    row("{\"a\":[1 2]}", "line 1, column 9 (byte 8), at /a: a comma or ] is needed here");
    row("{\"a\":\"\xff\"}", "line 1, column 7 (byte 6), at /a: not valid UTF-8");
    row("[[],{\"~/\":01}]", "line 1, column 12 (byte 11), at /1/~0~1: a number must not start with "
                            "a zero");
}

void CanonicalJsonTest::errorText_namesThePlace()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    const Result<void> result = checkJson(text);
    QVERIFY2(!result, "accepted, but it must be refused");
    QCOMPARE(result.error().message(), message);
}

void CanonicalJsonTest::errorText_neverHoldsValues()
{
    const QByteArray sentinel = "s3ntinel";
    for (const char* tail : {"}", "]", "\"x\"", "\x01", "\xff", ",}", ":1}", "NaN}", ""}) {
        const Result<void> string = checkJson("{\"k\":\"" + sentinel + "\"" + tail + "]");
        QVERIFY(!string);
        QVERIFY2(!string.error().message().contains(sentinel),
                 string.error().message().constData());
        const Result<void> open = checkJson("[\"" + sentinel + tail + "\x01");
        QVERIFY(!open);
        QVERIFY2(!open.error().message().contains(sentinel), open.error().message().constData());
    }
    for (const QByteArray& bare : {sentinel, QByteArray("true" + sentinel), "1" + sentinel}) {
        const Result<void> result = checkJson("{\"k\":" + bare + "}");
        QVERIFY(!result);
        QVERIFY2(!result.error().message().contains(sentinel),
                 result.error().message().constData());
    }
    QVERIFY(!canonicalObject("\"" + sentinel + "\"").error().message().contains(sentinel));
}

void CanonicalJsonTest::errorText_cutsAndEscapesNames()
{
    const QByteArray longName(1000, 'n');
    const QByteArray cut = checkJson("{\"" + longName + "\":x}").error().message();
    QVERIFY2(cut.contains("at /" + QByteArray(64, 'n') + "...: "), cut.constData());

    const QByteArray wide = QByteArray("\xf0\x9f\x98\x80").repeated(100) + "\\ud800";
    const QByteArray deep = QByteArray("{\"\\n" + wide + "\":").repeated(128) + "x";
    const QByteArray message = checkJson(deep).error().message();
    QVERIFY2(message.size() < 2000, QByteArray::number(message.size()).constData());
    QVERIFY(message.contains("/\\u000a\\ud83d\\ude00"));
    for (const char byte : message)
        QVERIFY2(byte >= 0x20 && byte < 0x7f, message.constData());
}

void CanonicalJsonTest::placeOf_anyOffset_staysInsideTheText()
{
    const QByteArray text = "a\nbc\n\nd";
    const auto place = [&text](qsizetype offset) {
        const TextPlace found = placeOf(text, offset);
        return std::pair(found.line, found.column);
    };
    QCOMPARE(place(0), std::pair(1, 1));
    QCOMPARE(place(1), std::pair(1, 2));
    QCOMPARE(place(2), std::pair(2, 1));
    QCOMPARE(place(5), std::pair(3, 1));
    QCOMPARE(place(6), std::pair(4, 1));
    QCOMPARE(place(7), std::pair(4, 2));
    QCOMPARE(place(-5), std::pair(1, 1));
    QCOMPARE(place(1000), std::pair(4, 2));
    QCOMPARE(placeOf({}, 3).line, 1);
}

void CanonicalJsonTest::sortedJson_members_areSortedByDecodedName_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sorted");
    const auto row = [](const char* text, const char* sorted) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(sorted);
    };
    row("{}", "{}");
    row("[3, 1, 2]", "[3,1,2]");
    row(R"({"b": 1.0, "a": 1e400})", R"({"a":1e400,"b":1.0})");
    row(R"({"b":{"d":1,"c":[{"z":1,"y":2}]},"a":{}})",
        R"({"a":{},"b":{"c":[{"y":2,"z":1}],"d":1}})");
    row(R"({"\u0063":1,"b":2,"\u0061":3})", R"({"\u0061":3,"b":2,"\u0063":1})");
    row(R"({"aa":1,"a":2,"":3,"B":4})", R"({"":3,"B":4,"a":2,"aa":1})");
    row(R"({"z":",}","y":"{\"b\":1,\"a\":2}","x":[]})",
        R"({"x":[],"y":"{\"b\":1,\"a\":2}","z":",}"})");
    // UTF-8 order is code point order: U+FFFD before U+1F600, unlike UTF-16 order.
    row(R"({"😀":1,"\ufffd":2,"é":3})", R"({"é":3,"\ufffd":2,"😀":1})");
    row(R"({"\ud83d\ude00":1,"\ufffd":2,"\ud800":3})",
        R"({"\ud800":3,"\ufffd":2,"\ud83d\ude00":1})");
}

void CanonicalJsonTest::sortedJson_members_areSortedByDecodedName()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sorted);
    QCOMPARE(outcome(sortedJson(text)), sorted);
    QCOMPARE(outcome(sortedJson(sorted)), sorted);
}

void CanonicalJsonTest::sortedJson_refusedText_isRefused()
{
    QVERIFY(!sortedJson(R"({"b":1,"a":2,"b":3})"));
    QVERIFY(!sortedJson(nested(129)));
}

void CanonicalJsonTest::sortedJson_largeObject_isSorted()
{
    QByteArray backwards;
    QByteArray forwards;
    for (int i = 100; i < 400; ++i) {
        const QByteArray member = "\"k" + QByteArray::number(i) + "\":0";
        backwards.prepend(',' + member);
        forwards += ',' + member;
    }
    QCOMPARE(outcome(sortedJson("{" + backwards.mid(1) + "}")),
             QByteArray("{" + forwards.mid(1) + "}"));
}

void CanonicalJsonTest::blankComments_commentsAndTrailingCommas_becomeSpaces_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("blanked");
    const auto row = [](const char* text, const char* blanked) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(blanked);
    };
    row("// c\n{}", "    \n{}");
    row("{} // c", "{}     ");
    row("{}//", "{}  ");
    row("[1,/* a\n b */2]", "[1,    \n     2]");
    row("[/**/]", "[    ]");
    row("[/*/*/]", "[     ]");
    row("[/***/1/* // */]", "[     1        ]");
    row("// /*\r\n1", "     \r\n1");
    row("// a\r1", "    \r1");
    row("[\"// no\",\"/* no */\",\"\\\"//\"]", "[\"// no\",\"/* no */\",\"\\\"//\"]");
    row("[1,]", "[1 ]");
    row("{\"a\":1,}", "{\"a\":1 }");
    row("[1, // c\n ]", "[1      \n ]");
    row("[\"a,]\",/**/ ]", "[\"a,]\"      ]");
    row("[[1,],{},]", "[[1 ],{} ]");
    row("{\"a\":[true , ] , }", "{\"a\":[true   ]   }");
    row("[1,2]", "[1,2]");
    row("", "");
}

void CanonicalJsonTest::blankComments_commentsAndTrailingCommas_becomeSpaces()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, blanked);
    QCOMPARE(outcome(blankComments(text)), blanked);
    if (!text.isEmpty())
        QVERIFY2(checkJson(blanked), "what was blanked must be JSON");
}

void CanonicalJsonTest::blankComments_openComment_isRefused()
{
    for (const char* text : {"/*", "/*/", "{} /* c *", "[1,\n /* ]"}) {
        const Result<QByteArray> result = blankComments(text);
        QVERIFY2(!result, text);
        QCOMPARE(errorCodeName(result.error().code()), errorCodeName(ErrorCode::InvalidArgument));
    }
    QCOMPARE(blankComments("[1,\n /* ]").error().message(),
             QByteArray("line 2, column 2 (byte 5): this comment is not closed"));
}

void CanonicalJsonTest::blankComments_otherCommas_stayWrong_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"[,]", "{,}", "[1,,]", "[,,]", "{\"a\":,}", ",", "[1],", ",]",
                             "[/**/,]", "1/**/2", "/", "[1/]", "\"open // c", "{\"a\":1,/**/,}"})
        QTest::newRow(text) << QByteArray(text);
}

void CanonicalJsonTest::blankComments_otherCommas_stayWrong()
{
    QFETCH(QByteArray, text);
    const Result<QByteArray> blanked = blankComments(text);
    QVERIFY(blanked);
    QCOMPARE(blanked->size(), text.size());
    QVERIFY2(!checkJson(*blanked), blanked->constData());
}

QTEST_GUILESS_MAIN(CanonicalJsonTest)
#include "tst_canonicaljson.moc"
