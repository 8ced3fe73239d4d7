// SPDX-License-Identifier: Apache-2.0
#include "core/domain/submission.h"

#include "core/base/utf8text.h"

#include <QTest>

using namespace lockkeeper;

namespace {

/// A submission with one call whose members besides call_id and tool are `members`.
QByteArray withCall(const QByteArray& members)
{
    return R"({"calls":[{"call_id":"c1","tool":"files/write",)" + members + "}]}";
}

QByteArray said(const Result<SubmissionRequest>& request)
{
    return request ? QByteArray("it was accepted") : request.error().describe();
}

void row(const char* name, const QByteArray& text, const char* named)
{
    QTest::newRow(name) << text << QByteArray(named);
}

} // namespace

class TestSubmission : public QObject
{
    Q_OBJECT

private slots:
    void example_ofTheContract_isRead();
    void b63_b93_argumentsThatAreNoObject_makeTheCallInvalid_data();
    void b63_b93_argumentsThatAreNoObject_makeTheCallInvalid();
    void argumentsText_isDecoded_likeAnObject();
    void invalidCall_besideOthers_leavesThemAlone();
    void wrongMember_isRefused_byName_data();
    void wrongMember_isRefused_byName();
    void arguments_areKept_asTheAgentWroteThem();
    void tool_isSplit_atTheFirstSlash();
    void callIds_missingOrEqual_makeEveryCallInvalid();
    void calls_moreThan256_areRefusedWhole();
    void errors_areRead_holdNoValue();
    void longReason_isCut_betweenCharacters();
};

void TestSubmission::example_ofTheContract_isRead()
{
    const auto request = parseSubmission(R"({"session_id":"s1","run_id":"r1","agent_id":"atlas",
      "thread_id":"t1","turn_index":3, "idempotency_key":"k-17","mode":"ordered",
      "calls":[{"call_id":"c1","tool":"files/write_file","arguments":{"path":"a.txt",
      "content":"x"},"reason":"why","_meta":{"x":1}},
      {"call_id":"c2","tool":"a/b","arguments":{}}]})");
    QVERIFY2(request, said(request).constData());
    const ClaimedLabels labels{"s1", "r1", "atlas", "t1", 3};
    QVERIFY(request->labels == labels);
    QCOMPARE(request->idempotencyKey, QByteArray("k-17"));
    QCOMPARE(request->mode, SubmissionMode::Ordered);
    QCOMPARE(request->calls.size(), 2);
    QCOMPARE(request->calls[0].callId, QByteArray("c1"));
    QVERIFY(request->calls[0].tool == (ToolName{"files", "write_file"}));
    QCOMPARE(request->calls[0].reason, QByteArray("why"));
    QCOMPARE(request->calls[0].invalidReason, QByteArray());
    QCOMPARE(request->calls[1].arguments, QByteArray("{}"));
    const auto least = parseSubmission(withCall(R"("arguments":{})"));
    QVERIFY2(least, said(least).constData());
    QCOMPARE(least->mode, SubmissionMode::Independent);
}

void TestSubmission::b63_b93_argumentsThatAreNoObject_makeTheCallInvalid_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("named");
    row("absent", R"("reason":"r")", "is missing");
    row("null", R"("arguments":null)", "is null");
    row("string", R"("arguments":"{}")", "is a string");
    row("array", R"("arguments":[])", "is an array");
    row("number", R"("arguments":3)", "is a number");
    row("boolean", R"("arguments":true)", "is a boolean");
    row("both", R"("arguments":{},"arguments_text":"{}")", "both");
    row("text is an object", R"("arguments_text":{})", "is an object");
    row("text is empty", R"("arguments_text":"")", "arguments_text");
    row("text is an array", R"("arguments_text":"[]")", "an array");
    row("text has equal names", R"("arguments_text":"{\"a\":1,\"a\":2}")", "arguments_text");
    row("text is doubly quoted", R"("arguments_text":"\"{}\"")", "a string");
    row("text is cut", R"("arguments_text":"{\"a\":")", "arguments_text");
    row("text is half a character", R"("arguments_text":"{\"a\":\"\ud83d\"}")", "surrogate");
    row("text is the other half", R"("arguments_text":"{\"a\":\"\ude00\"}")", "surrogate");
    row("text ends in half a character", R"("arguments_text":"{}\ud83d")", "surrogate");
    row("text has two first halves", R"("arguments_text":"\ud83d\ud83d\ude00")", "surrogate");
}

void TestSubmission::b63_b93_argumentsThatAreNoObject_makeTheCallInvalid()
{
    QFETCH(QByteArray, members);
    QFETCH(QByteArray, named);
    const auto request = parseSubmission(withCall(members));
    QVERIFY2(request, said(request).constData());
    const CallRequest& call = request->calls[0];
    QVERIFY2(call.invalidReason.startsWith("invalid_arguments: "), call.invalidReason.constData());
    QVERIFY2(call.invalidReason.contains(named), call.invalidReason.constData());
    QCOMPARE(call.arguments, QByteArray());
}

void TestSubmission::argumentsText_isDecoded_likeAnObject()
{
    const auto request = parseSubmission(withCall(
        R"("arguments_text":"{\"n\": 9007199254740993, \"e\":\"\\ud83d\", \"s\":\"\ud83d\ude00\"}")"));
    QVERIFY2(request, said(request).constData());
    QCOMPARE(request->calls[0].invalidReason, QByteArray());
    QCOMPARE(request->calls[0].arguments,
             QByteArray(R"({"n": 9007199254740993, "e":"\ud83d", "s":"😀"})"));
}

void TestSubmission::invalidCall_besideOthers_leavesThemAlone()
{
    const auto request = parseSubmission(
        R"({"calls":[{"call_id":"c1","tool":"a/b","arguments":null},
                     {"call_id":"c2","tool":"nowhere","arguments":{}},
                     {"call_id":"c3","tool":"a/b","arguments":{"x":1}}]})");
    QVERIFY2(request, said(request).constData());
    QVERIFY(request->calls[0].invalidReason.startsWith("invalid_arguments: "));
    QVERIFY(request->calls[1].invalidReason.startsWith("invalid_tool: "));
    QCOMPARE(request->calls[2].invalidReason, QByteArray());
    QCOMPARE(request->calls[2].arguments, QByteArray(R"({"x":1})"));
}

void TestSubmission::wrongMember_isRefused_byName_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("named");
    row("no object", "[]", "object");
    row("no JSON", "{", "line 1");
    row("unknown member", R"({"sesion_id":"x","calls":[]})", "\"sesion_id\"");
    row("not there yet", R"({"converge":true,"calls":[]})", "\"converge\"");
    row("no calls", R"({"mode":"ordered"})", "\"calls\"");
    row("empty calls", R"({"calls":[]})", "\"calls\"");
    row("calls are no array", R"({"calls":{}})", "\"calls\"");
    row("a call is no object", R"({"calls":[1]})", "\"calls[0]\"");
    row("mode", R"({"mode":"Ordered","calls":[]})", "\"mode\"");
    row("turn", R"({"turn_index":1.5,"calls":[]})", "\"turn_index\"");
    row("label", R"({"run_id":5,"calls":[]})", "\"run_id\"");
    row("long label", R"({"run_id":")" + QByteArray(513, 'x') + R"(","calls":[]})", "\"run_id\"");
    row("empty key", R"({"idempotency_key":"","calls":[]})", "\"idempotency_key\"");
    row("approves itself", withCall(R"("arguments":{},"approved":true)"), "\"calls[0].approved\"");
    row("tool is missing", R"({"calls":[{"call_id":"c","arguments":{}}]})", "\"calls[0].tool\"");
    row("tool is no text", R"({"calls":[{"call_id":"c","tool":1,"arguments":{}}]})",
        "\"calls[0].tool\"");
    row("call id is no text", R"({"calls":[{"call_id":1,"tool":"a/b","arguments":{}}]})",
        "\"calls[0].call_id\"");
    row("equal members", R"({"calls":[],"calls":[]})", "calls");
    row("equal argument names", withCall(R"("arguments":{"p":1,"p":2})"), "/calls/0/arguments");
}

void TestSubmission::wrongMember_isRefused_byName()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, named);
    const auto request = parseSubmission(json);
    QVERIFY2(!request, "expected an error, but it was accepted");
    QCOMPARE(request.error().code(), ErrorCode::InvalidArgument);
    QVERIFY2(request.error().message().contains(named), said(request).constData());
}

void TestSubmission::arguments_areKept_asTheAgentWroteThem()
{
    const QByteArray arguments = R"({ "z" : 1e400, "a":0.1000,"s":"\u0041" })";
    const auto request = parseSubmission(withCall(R"("arguments": )" + arguments));
    QVERIFY2(request, said(request).constData());
    QCOMPARE(request->calls[0].arguments, arguments);
}

void TestSubmission::tool_isSplit_atTheFirstSlash()
{
    const auto parsed =
        parseSubmission(R"({"calls":[{"call_id":"c","tool":"a/b/c","arguments":{}}]})");
    QVERIFY2(parsed, said(parsed).constData());
    QVERIFY(parsed->calls[0].tool == (ToolName{"a", "b/c"}));
    for (const char* wrong : {"", "a", "/b", "a/"}) {
        const auto bad = parseSubmission(R"({"calls":[{"call_id":"c","tool":")" +
                                         QByteArray(wrong) + R"(","arguments":{}}]})");
        QVERIFY2(bad, said(bad).constData());
        QVERIFY2(bad->calls[0].invalidReason.startsWith("invalid_tool: "), wrong);
    }
}

void TestSubmission::callIds_missingOrEqual_makeEveryCallInvalid()
{
    for (const char* ids : {R"("call_id":"x",|"call_id":"x",)", R"("call_id":"",|"call_id":"y",)",
                            R"(|"call_id":"y",)", R"("call_id":null,|"call_id":"y",)",
                            R"("call_id":"\u0061",|"call_id":"a",)"}) {
        const QList<QByteArray> parts = QByteArray(ids).split('|');
        const auto request =
            parseSubmission(R"({"calls":[{)" + parts[0] + R"("tool":"a/b","arguments":{}},{)" +
                            parts[1] + R"("tool":"a/b","arguments":{}}]})");
        QVERIFY2(request, said(request).constData());
        for (const CallRequest& call : qAsConst(request->calls))
            QVERIFY2(call.invalidReason.startsWith("invalid_call_id: "), ids);
    }
}

void TestSubmission::calls_moreThan256_areRefusedWhole()
{
    for (const int count : {256, 257}) {
        QList<QByteArray> calls;
        for (int i = 0; i < count; ++i)
            calls.append(R"({"call_id":")" + QByteArray::number(i) +
                         R"(","tool":"a/b","arguments":{}})");
        const auto request = parseSubmission(R"({"calls":[)" + calls.join(',') + "]}");
        if (count == 256) {
            QVERIFY2(request, said(request).constData());
            QCOMPARE(request->calls.size(), 256);
        } else {
            QVERIFY2(!request, "257 calls were accepted");
            QCOMPARE(request.error().code(), ErrorCode::ResourceExhausted);
        }
    }
}

void TestSubmission::errors_areRead_holdNoValue()
{
    for (const QByteArray& json :
         {withCall(R"("arguments":"SENTINEL")"), withCall(R"("arguments_text":"SENTINEL")"),
          withCall(R"("arguments_text":"{\"a\":\"SENTINEL\",\"a\":1}")"),
          withCall(R"("arguments":{"p":"SENTINEL","p":"SENTINEL"})"),
          withCall(R"("arguments":{},"SENTINEL \u0007":1)"),
          QByteArray(R"({"mode":"SENTINEL","calls":[]})")}) {
        const auto request = parseSubmission(json);
        const QByteArray text =
            request ? request->calls[0].invalidReason : request.error().message();
        QVERIFY2(!text.isEmpty(), json.constData());
        QVERIFY2(!text.contains("SENTINEL"), text.constData());
    }
}

void TestSubmission::longReason_isCut_betweenCharacters()
{
    const QByteArray reason = QByteArray("ä😀").repeated(1001);
    const auto request = parseSubmission(withCall(R"("arguments":{},"reason":")" + reason + '"'));
    QVERIFY2(request, said(request).constData());
    QCOMPARE(characterCount(request->calls[0].reason), 2000);
    QVERIFY(request->calls[0].reason.endsWith("ä…"));
    QCOMPARE(cutCharacters("äöü", 3), QByteArray("äöü"));
    QCOMPARE(cutCharacters("äöüß", 3), QByteArray("äö…"));
    QCOMPARE(cutCharacters("äöüß", 1), QByteArray("…"));
}

QTEST_GUILESS_MAIN(TestSubmission)
#include "tst_submission.moc"
