// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/jsonrpc.h"

#include <QtTest>

using namespace lockkeeper::mcp;
using Kind = JsonRpcMessage::Kind;

class JsonRpcTest : public QObject
{
    Q_OBJECT

private slots:
    void parse_goodMessages_keepRawBytes();
    void parse_ids_keepTheirType();
    void parse_badMessage_namesTheFault_data();
    void parse_badMessage_namesTheFault();
    void parse_refusedLine_addressesTheErrorOnlyIfWhole_data();
    void parse_refusedLine_addressesTheErrorOnlyIfWhole();
    void parse_numbersOfAnySize_areNotTouched_B87();
    void build_rawWithLineEnds_staysOnOneLine_B74();
    void build_texts_areEscaped_B74();
};

void JsonRpcTest::parse_goodMessages_keepRawBytes()
{
    const JsonRpcMessage request = parseJsonRpc(
        R"({ "params" : {"b": 1, "a" : [ ]} ,"jsonrpc":"2.0","id":1,"method":"x\u0041"})");
    QCOMPARE(request.kind, Kind::Request);
    QCOMPARE(request.id, QByteArray("1"));
    QCOMPARE(request.method, QByteArray("xA"));
    QCOMPARE(request.params, QByteArray(R"({"b": 1, "a" : [ ]})"));

    const JsonRpcMessage notification = parseJsonRpc(R"({"jsonrpc":"2.0","method":"n"})");
    QCOMPARE(notification.kind, Kind::Notification);
    QVERIFY(notification.params.isEmpty());

    const JsonRpcMessage response = parseJsonRpc(R"({"jsonrpc":"2.0","id":"r","result":null})");
    QCOMPARE(response.kind, Kind::Response);
    QCOMPARE(response.id, QByteArray("\"r\""));
    QCOMPARE(response.result, QByteArray("null"));

    const JsonRpcMessage error = parseJsonRpc(
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m\n","data":{"x": 1}}})");
    QCOMPARE(error.kind, Kind::Error);
    QCOMPARE(error.id, QByteArray("null"));
    QCOMPARE(error.errorCode, qint64(-32700));
    QCOMPARE(error.errorMessage, QByteArray("m\n"));
    QCOMPARE(error.errorData, QByteArray(R"({"x": 1})"));
}

void JsonRpcTest::parse_ids_keepTheirType()
{
    const auto idOf = [](const char* id) {
        return parseJsonRpc(QByteArray(R"({"jsonrpc":"2.0","method":"ping","id":)") + id + '}').id;
    };
    QCOMPARE(idOf("1"), QByteArray("1"));
    QCOMPARE(idOf("\"1\""), QByteArray("\"1\""));
    QCOMPARE(idOf("-7"), QByteArray("-7"));
    QCOMPARE(idOf("18446744073709551616"), QByteArray("18446744073709551616"));
    QCOMPARE(idOf(R"("\u00e9\n")"), QByteArray(R"("\u00e9\n")"));
    QVERIFY(idKey("1") != idKey("\"1\""));
    QCOMPARE(idKey(R"("\u0061")"), idKey(R"("a")"));
}

void JsonRpcTest::parse_badMessage_namesTheFault_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<qint64>("code");
    QTest::addColumn<QByteArray>("id");

    const QByteArray none;
    QTest::newRow("B70 garbage") << QByteArray("garbage") << rpc::kParseError << none;
    QTest::newRow("B70 open") << QByteArray("{") << rpc::kParseError << none;
    QTest::newRow("B70 half") << QByteArray("{\"a\":") << rpc::kParseError << none;
    QTest::newRow("B70 bom") << QByteArray("\xef\xbb\xbf{}") << rpc::kParseError << none;
    QTest::newRow("not utf-8") << QByteArray("{\"a\":\"\xff\"}") << rpc::kParseError << none;
    QTest::newRow("empty object") << QByteArray("{}") << rpc::kInvalidRequest << none;
    QTest::newRow("number") << QByteArray("17") << rpc::kInvalidRequest << none;
    QTest::newRow("batch") << QByteArray(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])")
                           << rpc::kInvalidRequest << none;
    QTest::newRow("version") << QByteArray(R"({"jsonrpc":"1.0","id":1,"method":"ping"})")
                             << rpc::kInvalidRequest << QByteArray("1");
    QTest::newRow("null id") << QByteArray(R"({"jsonrpc":"2.0","id":null,"method":"ping"})")
                             << rpc::kInvalidRequest << none;
    QTest::newRow("fraction id") << QByteArray(R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})")
                                 << rpc::kInvalidRequest << none;
    QTest::newRow("exponent id") << QByteArray(R"({"jsonrpc":"2.0","id":1e2,"method":"ping"})")
                                 << rpc::kInvalidRequest << none;
    QTest::newRow("object id") << QByteArray(R"({"jsonrpc":"2.0","id":{},"method":"ping"})")
                               << rpc::kInvalidRequest << none;
    QTest::newRow("long id") << R"({"jsonrpc":"2.0","method":"ping","id":")" +
                                    QByteArray(1100, 'x') + "\"}"
                             << rpc::kInvalidRequest << none;
    QTest::newRow("method type") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":3})")
                                 << rpc::kInvalidRequest << QByteArray("1");
    QTest::newRow("array params") << QByteArray(
                                         R"({"jsonrpc":"2.0","id":"a","method":"m","params":[]})")
                                  << rpc::kInvalidParams << QByteArray("\"a\"");
    QTest::newRow("call and result")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"m","result":1})") << rpc::kInvalidRequest
        << QByteArray("1");
    QTest::newRow("result and error")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}})")
        << rpc::kInvalidRequest << QByteArray("1");
    QTest::newRow("error shape") << QByteArray(R"({"jsonrpc":"2.0","id":1,"error":"no"})")
                                 << rpc::kInvalidRequest << QByteArray("1");
    QTest::newRow("result without id")
        << QByteArray(R"({"jsonrpc":"2.0","result":1})") << rpc::kInvalidRequest << none;
}

void JsonRpcTest::parse_badMessage_namesTheFault()
{
    QFETCH(const QByteArray, line);
    QFETCH(const qint64, code);
    QFETCH(const QByteArray, id);
    const JsonRpcMessage message = parseJsonRpc(line);
    QCOMPARE(message.kind, Kind::Invalid);
    QCOMPARE(message.faultCode, code);
    QCOMPARE(message.id, id);
    QVERIFY2(!message.fault.isEmpty(), "a fault needs a text");
}

void JsonRpcTest::parse_refusedLine_addressesTheErrorOnlyIfWhole_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("id");

    const QByteArray head = R"({"jsonrpc":"2.0","id": 12 ,"method":"m","params":)";
    QTest::newRow("B91 duplicate name")
        << head + R"({"cmd":"ls","c\u006dd":"rm"}})" << QByteArray("12");
    QTest::newRow("B90 NaN") << head + R"({"x":NaN}})" << QByteArray("12");
    QTest::newRow("B92 deep") << head + QByteArray(200, '[') + QByteArray(200, ']') + '}'
                              << QByteArray("12");
    QTest::newRow("string id")
        << QByteArray(R"({"id":"a}\"b","method":"m","params":{"id":3,"id":4},"jsonrpc":"2.0"})")
        << QByteArray(R"("a}\"b")");
    QTest::newRow("cut short") << head + R"({"x":1)" << QByteArray();
    QTest::newRow("cut in the id") << QByteArray(R"({"jsonrpc":"2.0","id":12)") << QByteArray();
    QTest::newRow("two ids") << QByteArray(R"({"id":1,"id":2,"method":"m"})") << QByteArray();
    QTest::newRow("more behind") << head + R"({"a":1,"a":1}} {})" << QByteArray();
    QTest::newRow("only inner id") << QByteArray(R"({"a":{"id":1},"a":2})") << QByteArray();
    QTest::newRow("id as value") << QByteArray(R"({"a":"id","b":5,"b":6})") << QByteArray();
    QTest::newRow("B92 100000 deep") << QByteArray(100'000, '[') << QByteArray();
}

void JsonRpcTest::parse_refusedLine_addressesTheErrorOnlyIfWhole()
{
    QFETCH(const QByteArray, line);
    QFETCH(const QByteArray, id);
    const JsonRpcMessage message = parseJsonRpc(line);
    QCOMPARE(message.kind, Kind::Invalid);
    QCOMPARE(message.faultCode, rpc::kParseError);
    QCOMPARE(message.id, id);
}

void JsonRpcTest::parse_numbersOfAnySize_areNotTouched_B87()
{
    const QByteArray numbers = "[9007199254740993,1915883588174806058,18446744073709551615,1e400,0."
                               "1000000000000000055,1.0]";
    const JsonRpcMessage message =
        parseJsonRpc(R"({"jsonrpc":"2.0","id":1,"result":{"n":)" + numbers + "}}");
    QCOMPARE(message.result, "{\"n\":" + numbers + '}');
    QCOMPARE(jsonRpcResult(message.id, message.result),
             R"({"jsonrpc":"2.0","id":1,"result":{"n":)" + numbers + "}}");
}

void JsonRpcTest::build_rawWithLineEnds_staysOnOneLine_B74()
{
    QCOMPARE(jsonRpcRequest("1", "m", "{\r\n  \"a\": \"x\\ny\xe2\x80\xa8\"\n}"),
             QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{    \"a\": "
                        "\"x\\ny\xe2\x80\xa8\" }}"));
    for (const QByteArray& line : {jsonRpcResult("1", "[\n]"), jsonRpcNotification("m", "{\n}"),
                                   jsonRpcError({}, 1, "x\ny", "[\n]")})
        QVERIFY2(!line.contains('\n'), line.constData());
}

void JsonRpcTest::build_texts_areEscaped_B74()
{
    QCOMPARE(
        jsonRpcError({}, -32700, "a\"\n"),
        QByteArray(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a\"\n"}})"));
    QCOMPARE(
        jsonRpcError("\"1\"", 5, "m", "[1]"),
        QByteArray(R"({"jsonrpc":"2.0","id":"1","error":{"code":5,"message":"m","data":[1]}})"));
    QCOMPARE(jsonRpcNotification("n", {}), QByteArray(R"({"jsonrpc":"2.0","method":"n"})"));
}

QTEST_GUILESS_MAIN(JsonRpcTest)
#include "tst_jsonrpc.moc"
