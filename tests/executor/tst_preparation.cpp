// SPDX-License-Identifier: Apache-2.0
#include "core/executor/preparation.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/domain/fingerprint.h"
#include "core/executor/argumenttemplate.h"

#include <QTest>

using namespace lockkeeper;

namespace {

/// A server with one tool, and a call of it; each test changes what it is about.
struct Setting
{
    ServerSettings server;
    CataloguedTool tool;
    CallRequest call;
    QByteArray viewKey = sha256("view key");
    QByteArray salt = sha256("salt");
    QByteArray generation = sha256("generation");
    CredentialId credential = CredentialId("crd_1");

    explicit Setting(const QByteArray& arguments, const QByteArray& definition = "{}")
    {
        server.name = "files";
        server.command = QStringLiteral("/usr/bin/files-server");
        server.trusted = true;
        tool.name = {"files", "write"};
        tool.definition = definition;
        tool.digest = definitionDigest(definition);
        tool.state = PinState::Accepted;
        call.callId = "c1";
        call.tool = tool.name;
        call.arguments = arguments;
    }
    [[nodiscard]] ToolSettings& settings() { return server.tools[tool.name.tool]; }
    [[nodiscard]] Result<PreparedCall> prepare() const
    {
        return prepareCall({server, tool, call, credential, viewKey, salt, generation});
    }
    /// Ends the test run if the call cannot be prepared.
    [[nodiscard]] PreparedCall prepared() const
    {
        auto result = prepare();
        if (!result)
            qFatal("not prepared: %s", result.error().describe().constData());
        return std::move(*result);
    }
};

QByteArray annotated(const char* annotations)
{
    return QByteArray(R"({"name":"write","annotations":)") + annotations + "}";
}

QByteArray named(std::string_view name)
{
    return QByteArray(name.data(), qsizetype(name.size()));
}

QByteArray judged(const PreparedCall& call)
{
    return named(effectClassName(call.effect)) + ' ' + named(riskLevelName(call.risk));
}

/// Everything of a prepared call that is shown without opening the sealed arguments.
QByteArray shownOf(const PreparedCall& call)
{
    return call.publicView + call.summary + call.targets.join() + call.riskReasons.join() +
           call.resolvedEffect;
}

} // namespace

class TestPreparation : public QObject
{
    Q_OBJECT

private slots:
    void b36_arguments_areMadeOnce_andFingerprinted();
    void fingerprint_changes_withAllThatDecides();
    void invalidArguments_areRefused_withPlaceAndWithoutValue_data();
    void invalidArguments_areRefused_withPlaceAndWithoutValue();
    void b52_effectAndRisk_followTheRules_data();
    void b52_effectAndRisk_followTheRules();
    void changedDefinition_ofATrustedServer_lowersNothing();
    void codeFetchedAtStart_isNeverBelowMedium();
    void targets_comeFromTemplates_data();
    void targets_comeFromTemplates();
    void targets_areKeyed_sortedAndOnce();
    void brokenTemplate_isNamed_data();
    void brokenTemplate_isNamed();
    void summary_isMade_fromTheTemplate();
    void view_showsNamesTypesAndSizes_valuesOnlyWherePublic();
    void view_isBounded_whateverIsSent();
    void secrets_areMasked_byEveryRule_data();
    void secrets_areMasked_byEveryRule();
    void plainNamesAndTexts_areNotMasked_data();
    void plainNamesAndTexts_areNotMasked();
    void b102_argumentsEqualAfterMasking_differInFingerprintAndKey();
    void equalityKey_ignoresMemberOrder_andKeepsPrincipalsApart();
    void everySecretPlace_isFilledWithASentinel_nothingShownHoldsIt();
};

void TestPreparation::b36_arguments_areMadeOnce_andFingerprinted()
{
    const Setting setting(" { \"b\" : 1e400 ,\n\"a\": [ 9007199254740993, \"\\u0041 \" ] } ");
    const PreparedCall call = setting.prepared();
    QCOMPARE(call.arguments, QByteArray(R"({"b":1e400,"a":[9007199254740993,"\u0041 "]})"));
    QCOMPARE(call.fingerprint,
             fingerprintOf({setting.salt, setting.tool.name, setting.tool.digest,
                            call.resolvedEffect, call.arguments, call.sandboxProfile}));
    const QByteArray effect = "{\"connection_generation\":\"" + setting.generation.toHex() +
                              "\",\"server\":\"files\",\"tool\":\"write\"}";
    QCOMPARE(call.resolvedEffect, effect);
    QCOMPARE(call.sandboxProfile, QByteArray("none"));
    QVERIFY(call.fingerprint == setting.prepared().fingerprint);
}

void TestPreparation::fingerprint_changes_withAllThatDecides()
{
    const QByteArray before = Setting("{\"a\":1}").prepared().fingerprint;
    Setting other("{\"a\":1.0}");
    QVERIFY(other.prepared().fingerprint != before);
    other = Setting("{\"a\":1}");
    other.generation = sha256("other generation");
    QVERIFY(other.prepared().fingerprint != before);
    other = Setting("{\"a\":1}");
    other.tool.digest = sha256("other definition");
    QVERIFY(other.prepared().fingerprint != before);
    other = Setting("{\"a\":1}");
    other.salt = sha256("other salt");
    QVERIFY(other.prepared().fingerprint != before);
    other = Setting("{\"a\":1}");
    other.tool.name = {"files", "write2"};
    QVERIFY(other.prepared().fingerprint != before);
    other = Setting("{\"a\":1}");
    other.generation.clear();
    QVERIFY2(!other.prepare(), "a call was prepared without a connection generation");
}

void TestPreparation::invalidArguments_areRefused_withPlaceAndWithoutValue_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::newRow("absent") << QByteArray();
    QTest::newRow("array") << QByteArray("[\"SENTINEL\"]");
    QTest::newRow("string") << QByteArray("\"SENTINEL\"");
    QTest::newRow("equal names") << QByteArray(R"({"p":"SENTINEL","p":"SENTINEL"})");
    QTest::newRow("NaN") << QByteArray(R"({"s":"SENTINEL","n":NaN})");
    QTest::newRow("cut") << QByteArray(R"({"s":"SENTINEL")");
    QTest::newRow("no UTF-8") << QByteArray("{\"s\":\"SENTINEL\xff\"}");
    QTest::newRow("too deep") << "{\"a\":" + QByteArray("[").repeated(128) +
                                     QByteArray("]").repeated(128) + "}";
    QTest::newRow("too long") << "{\"a\":\"" + QByteArray(8 * 1024 * 1024, 'x') + "\"}";
}

void TestPreparation::invalidArguments_areRefused_withPlaceAndWithoutValue()
{
    QFETCH(QByteArray, arguments);
    const auto result = Setting(arguments).prepare();
    QVERIFY2(!result, "expected an error");
    QCOMPARE(result.error().code(), ErrorCode::InvalidArgument);
    QVERIFY2(result.error().message().startsWith("invalid_arguments: "),
             result.error().message().constData());
    QVERIFY2(!result.error().message().contains("SENTINEL"), result.error().message().constData());
}

void TestPreparation::b52_effectAndRisk_followTheRules_data()
{
    QTest::addColumn<QByteArray>("annotations");
    QTest::addColumn<bool>("trusted");
    QTest::addColumn<QByteArray>("configured");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* annotations, bool trusted, const char* configured,
                        const char* expected) {
        QTest::addRow("%s %s %s", annotations, trusted ? "trusted" : "untrusted", configured)
            << QByteArray(annotations) << trusted << QByteArray(configured) << QByteArray(expected);
    };
    row("{}", true, "", "irreversible high");
    row("null", true, "", "irreversible high");
    row(R"({"readOnlyHint":true})", true, "", "read_only low");
    row(R"({"readOnlyHint":true})", false, "", "irreversible high");
    row(R"({"readonlyhint":true})", true, "", "irreversible high");
    row(R"({"readOnly":true})", true, "", "irreversible high");
    row(R"({"readOnlyHint":"true"})", true, "", "irreversible high");
    row(R"({"readOnlyHint":1})", true, "", "irreversible high");
    row(R"({"readOnlyHint":true,"openWorldHint":true})", true, "", "read_only medium");
    row(R"({"readOnlyHint":true,"openWorldHint":false})", true, "", "read_only low");
    row(R"({"readOnlyHint":true,"destructiveHint":true})", true, "", "irreversible high");
    row(R"({"readOnlyHint":true,"destructiveHint":false})", true, "", "read_only low");
    row(R"({"idempotentHint":true,"destructiveHint":false})", true, "", "idempotent medium");
    row(R"({"idempotentHint":true,"destructiveHint":false})", false, "", "irreversible high");
    row(R"({"idempotentHint":true})", true, "", "idempotent high");
    row(R"({"idempotentHint":true,"destructiveHint":true})", true, "", "idempotent high");
    row(R"({"destructiveHint":false})", true, "", "irreversible high");
    row("{}", false, "read_only", "read_only low");
    row("{}", false, "idempotent", "idempotent medium");
    row("{}", false, "compensatable", "compensatable medium");
    row("{}", true, "irreversible", "irreversible high");
    row(R"({"readOnlyHint":true})", true, "irreversible", "irreversible high");
    row(R"({"destructiveHint":true})", false, "read_only", "read_only high");
    row(R"({"destructiveHint":true})", true, "compensatable", "compensatable high");
    row(R"({"readOnlyHint":false})", false, "read_only", "read_only medium");
}

void TestPreparation::b52_effectAndRisk_followTheRules()
{
    QFETCH(QByteArray, annotations);
    QFETCH(bool, trusted);
    QFETCH(QByteArray, configured);
    QFETCH(QByteArray, expected);
    Setting setting("{}", annotated(annotations.constData()));
    setting.server.trusted = trusted;
    if (!configured.isEmpty())
        setting.settings().effect = effectClassFromName(configured.toStdString());
    const PreparedCall call = setting.prepared();
    QCOMPARE(judged(call), expected);
    QVERIFY(!call.riskReasons.isEmpty());
    for (const QByteArray& reason : call.riskReasons)
        QVERIFY2(reason.endsWith('.'), reason.constData());
}

void TestPreparation::changedDefinition_ofATrustedServer_lowersNothing()
{
    Setting setting("{}", annotated(R"({"readOnlyHint":true})"));
    QCOMPARE(judged(setting.prepared()), QByteArray("read_only low"));
    setting.tool.state = PinState::Changed;
    QCOMPARE(judged(setting.prepared()), QByteArray("irreversible high"));
    setting.settings().effect = EffectClass::ReadOnly;
    QCOMPARE(judged(setting.prepared()), QByteArray("read_only high"));
    setting.tool.state = PinState::New;
    QCOMPARE(judged(setting.prepared()), QByteArray("read_only medium"));
}

void TestPreparation::codeFetchedAtStart_isNeverBelowMedium()
{
    Setting setting("{}", annotated(R"({"readOnlyHint":true})"));
    setting.server.command = QStringLiteral("npx");
    const PreparedCall call = setting.prepared();
    QCOMPARE(judged(call), QByteArray("read_only medium"));
    QVERIFY2(call.riskReasons.join().contains("Code not pinned"),
             call.riskReasons.join().constData());
}

void TestPreparation::targets_comeFromTemplates_data()
{
    QTest::addColumn<QByteArray>("templates");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArray>("targets");
    const auto row = [](const char* templates, const char* arguments, const char* targets) {
        QTest::addRow("%s with %s", templates, arguments)
            << QByteArray(templates) << QByteArray(arguments) << QByteArray(targets);
    };
    const char* wide = "tool:files/write";
    row("", "{}", wide);
    row("none", "{}", "");
    row("repo:{owner}/{name}", R"({"owner":"acme","name":"site"})", "repo:acme/site");
    row("repo:{owner}/{name}", R"({"owner":"a/b","name":"ü {}"})", "repo:a%2Fb/%C3%BC%20%7B%7D");
    row("repo:{owner|lower}", R"({"owner":"ACME"})", "repo:acme");
    row("repo:{ owner | trim | lower }", R"({"owner":" ACME "})", "repo:acme");
    row("file:{path|path}", R"({"path":"/a/./b//../c d/"})", "file:/a/c%20d");
    row("repo:{repo.owner}", R"({"repo":{"owner":"x"}})", "repo:x");
    row("issue:{number}", R"({"number":12})", "issue:12");
    row("issue:{number}", R"({"number":"12"})", "issue:12");
    row("issue:{number}", R"({"number":-12345678901234567890})", "issue:-12345678901234567890");
    row("flag:{on}", R"({"on":true})", "flag:true");
    row("fixed", "{}", "fixed");
    row("a:{a}|b:{b}", R"({"a":"1","b":"2"})", "a:1 b:2");
    row("a:{a}|b:{b}", R"({"a":"1"})", "a:1 tool:files/write");
    row("a:{a}|none", R"({"a":"1"})", "a:1");
    for (const char* unusable :
         {"{}", R"({"number":null})", R"({"number":1.0})", R"({"number":1e0})", R"({"number":-0})",
          R"({"number":""})", R"({"number":[1]})", R"({"number":{}})", R"({"Number":1})"})
        row("issue:{number}", unusable, wide);
    row("issue:{number|trim}", R"({"number":"  "})", wide);
}

void TestPreparation::targets_comeFromTemplates()
{
    QFETCH(QByteArray, templates);
    QFETCH(QByteArray, arguments);
    QFETCH(QByteArray, targets);
    Setting setting(arguments);
    QByteArray list = templates;
    // A bar between templates here, but not inside a placeholder.
    if (!templates.isEmpty() && list.indexOf("}|") >= 0)
        setting.settings().targets = {list.left(list.indexOf("}|") + 1),
                                      list.mid(list.indexOf("}|") + 2)};
    else if (!templates.isEmpty())
        setting.settings().targets = {list};
    const PreparedCall call = setting.prepared();
    QCOMPARE(call.targets.join(' '), targets);
    QCOMPARE(call.targetKeys.size(), call.targets.size() * kDigestSize);
    if (call.targets.size() == 1)
        QCOMPARE(call.targetKeys, targetKeyOf(setting.viewKey, targets));
}

void TestPreparation::targets_areKeyed_sortedAndOnce()
{
    Setting setting(R"({"a":"1","b":"2","c":"1"})");
    setting.settings().targets = {"x:{a}", "x:{b}", "x:{c}"};
    const PreparedCall call = setting.prepared();
    QCOMPARE(call.targets, QList<QByteArray>({"x:1", "x:2"}));
    const QByteArray one = targetKeyOf(setting.viewKey, "x:1");
    const QByteArray two = targetKeyOf(setting.viewKey, "x:2");
    QCOMPARE(call.targetKeys, one < two ? one + two : two + one);
    setting.settings().targets = {"x:{b}", "x:{a}"};
    QCOMPARE(setting.prepared().targetKeys, call.targetKeys);
}

void TestPreparation::brokenTemplate_isNamed_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"a:{b", "a:}b", "a:{}", "a:{b.}", "a:{b|upper}", "a:{b|}"})
        QTest::newRow(text) << QByteArray(text);
}

void TestPreparation::brokenTemplate_isNamed()
{
    QFETCH(QByteArray, text);
    QVERIFY(!ArgumentTemplate::parse(text));
    Setting setting("{}");
    setting.settings().targets = {text};
    auto result = setting.prepare();
    QVERIFY2(!result, "a broken template was taken");
    QCOMPARE(result.error().code(), ErrorCode::FailedPrecondition);
    QVERIFY2(result.error().message().contains("target template of files/write"),
             result.error().message().constData());
    setting.settings().targets.clear();
    setting.settings().summary = text;
    result = setting.prepare();
    QVERIFY2(!result, "a broken template was taken");
    QVERIFY2(result.error().message().contains("summary template of files/write"),
             result.error().message().constData());
}

void TestPreparation::summary_isMade_fromTheTemplate()
{
    Setting setting(
        "{\"path\":\"a\\nb\\u0007/ü\",\"password\":\"hunter2\",\"list\":[1],\"n\":1.50}");
    QCOMPARE(setting.prepared().summary, QByteArray("files/write"));
    setting.settings().summary = "Write {path} with {password}, {list}, {n}, {nothing}";
    QCOMPARE(setting.prepared().summary, QByteArray("Write a b /ü with •••, […], 1.50, ?"));
    setting.call.arguments = "{\"path\":\"" + QByteArray("ü").repeated(100) + "\"}";
    setting.settings().summary = "{path}";
    QCOMPARE(setting.prepared().summary, QByteArray("ü").repeated(79) + "…");
}

void TestPreparation::view_showsNamesTypesAndSizes_valuesOnlyWherePublic()
{
    Setting setting(R"({"path":"a.txt","n":1.50,"on":true,"x":null,"list":["ü"],"o":{"k/~":"v"}})");
    setting.settings().publicPointers = {"/path", "/n", "/o"};
    const QByteArray expected =
        QByteArray(R"({"arguments":[)"
                   R"({"pointer":"/path","type":"string","size":5,"value":"a.txt"},)"
                   R"({"pointer":"/n","type":"number","value":1.50},)"
                   R"({"pointer":"/on","type":"boolean"},)"
                   R"({"pointer":"/x","type":"null"},)"
                   R"({"pointer":"/list","type":"array","size":1},)"
                   R"({"pointer":"/list/0","type":"string","size":2},)"
                   R"({"pointer":"/o","type":"object","size":1},)"
                   R"({"pointer":"/o/k~1~0","type":"string","size":1,"value":"v"}],)"
                   R"("bytes":74,"more":0})");
    QCOMPARE(setting.prepared().publicView, expected);
    QVERIFY(checkJson(setting.prepared().publicView));
}

void TestPreparation::view_isBounded_whateverIsSent()
{
    QByteArray many = "{\"list\":[1";
    for (int i = 0; i < 300; ++i)
        many += ",2";
    Setting setting(many + "],\"" + QByteArray(5000, 'n') + "\":1}");
    const QByteArray view = setting.prepared().publicView;
    QVERIFY2(view.size() < 20'000, QByteArray::number(view.size()).constData());
    QVERIFY2(view.endsWith("\"more\":103}"), view.right(40).constData());
    Setting long_("{\"" + QByteArray(5000, 'n') + "\":1}");
    QVERIFY(long_.prepared().publicView.size() < 300);
    Setting text("{\"a\":\"" + QByteArray(5000, 'n') + "\"}");
    text.settings().publicPointers = {"/a"};
    QVERIFY(text.prepared().publicView.size() < 500);
}

void TestPreparation::secrets_areMasked_byEveryRule_data()
{
    QTest::addColumn<QByteArray>("arguments");
    for (const char* name : {"password",      "Password",    "db_passwd",
                             "userPassword",  "secret",      "client-secret",
                             "token",         "accessToken", "auth_token",
                             "token_value",   "api_key",     "apiKey",
                             "APIKEY",        "x-api-key",   "authorization",
                             "Authorization", "private_key", "privateKey",
                             "credential",    "credentials", "aws_secret_access_key",
                             "passphrase",    "pwd",         "cookie"})
        QTest::newRow(name) << QByteArray("{\"") + name + "\":\"plain-words\"}";
    for (const char* value :
         {"sk-abcdefghijklmnop1234", "ghp_abcdefghijklmnop1234", "github_pat_abcdefghijklmnop",
          "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "AKIAABCDEFGHIJKLMNOP", "xoxb-123456789012",
          "xoxp-123456789012", "glpat-abcdefghijklmnop",
          "text before ghp_abcdefghijklmnop1234 and after",
          "-----BEGIN RSA PRIVATE KEY-----\\nMIIE", "-----BEGIN PRIVATE KEY-----",
          "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "\\u0067hp_abcdefghijklmnop1234"})
        QTest::newRow(value) << QByteArray("{\"content\":\"") + value + "\"}";
    QTest::newRow("number") << QByteArray(R"({"password":123456})");
    QTest::newRow("below a masked name") << QByteArray(R"({"credentials":{"user":"u"}})");
    QTest::newRow("in a list") << QByteArray(R"({"tokens_list":[],"a":[{"password":"x"}]})");
}

void TestPreparation::secrets_areMasked_byEveryRule()
{
    QFETCH(QByteArray, arguments);
    Setting setting(arguments, annotated(R"({"readOnlyHint":true})"));
    setting.settings().publicPointers = {""};
    const PreparedCall call = setting.prepared();
    QVERIFY2(call.publicView.contains("\"masked\":true"), call.publicView.constData());
    QVERIFY2(!call.publicView.contains("\"value\""), call.publicView.constData());
    QCOMPARE(judged(call), QByteArray("read_only high"));
}

void TestPreparation::plainNamesAndTexts_areNotMasked_data()
{
    QTest::addColumn<QByteArray>("arguments");
    for (const char* name : {"path", "max_tokens", "author", "key", "keyboard", "compass_needle",
                             "tokenizer", "bypass"})
        QTest::newRow(name) << QByteArray("{\"") + name + "\":\"plain-words\"}";
    for (const char* value :
         {"ask-a-question-of-somebody", "risk-assessment-of-the-year", "eyJust a word",
          "AKIA is short", "-----BEGIN CERTIFICATE-----", "xoxb-", "plain"})
        QTest::newRow(value) << QByteArray("{\"content\":\"") + value + "\"}";
}

void TestPreparation::plainNamesAndTexts_areNotMasked()
{
    QFETCH(QByteArray, arguments);
    Setting setting(arguments, annotated(R"({"readOnlyHint":true})"));
    const PreparedCall call = setting.prepared();
    QVERIFY2(!call.publicView.contains("\"masked\""), call.publicView.constData());
    QCOMPARE(judged(call), QByteArray("read_only low"));
}

void TestPreparation::b102_argumentsEqualAfterMasking_differInFingerprintAndKey()
{
    const PreparedCall one = Setting(R"({"user":"a","password":"hunter2"})").prepared();
    const PreparedCall two = Setting(R"({"user":"a","password":"hunter3"})").prepared();
    QCOMPARE(one.publicView, two.publicView);
    QVERIFY(one.fingerprint != two.fingerprint);
    QVERIFY(one.equalityKey != two.equalityKey);
}

void TestPreparation::equalityKey_ignoresMemberOrder_andKeepsPrincipalsApart()
{
    const PreparedCall one = Setting(R"({"a":1,"b":{"c":2,"d":3}})").prepared();
    Setting other(R"({"b":{"d":3,"c":2},"a":1})");
    QCOMPARE(other.prepared().equalityKey, one.equalityKey);
    QVERIFY(other.prepared().fingerprint != one.fingerprint);
    other.salt = sha256("other");
    QCOMPARE(other.prepared().equalityKey, one.equalityKey);
    other.credential = CredentialId("crd_2");
    QVERIFY(other.prepared().equalityKey != one.equalityKey);
    other.credential = CredentialId("crd_1");
    other.viewKey = sha256("other");
    QVERIFY(other.prepared().equalityKey != one.equalityKey);
}

void TestPreparation::everySecretPlace_isFilledWithASentinel_nothingShownHoldsIt()
{
    const QByteArray schema =
        R"({"name":"write","inputSchema":{"properties":{"pin":{"format":"password"},)"
        R"("rows":{"items":{"properties":{"cell":{"writeOnly":true}}}}}}})";
    const QList<QByteArray> arguments = {
        R"({"password":"SENTINEL"})",
        R"({"pin":"SENTINEL"})",
        R"({"rows":[{"cell":"SENTINEL"}]})",
        R"({"named":"SENTINEL"})",
        R"({"deep":{"secret":{"x":["SENTINEL"]}}})",
        R"({"content":"ghp_SENTINELSENTINEL"})",
        R"({"ghp_SENTINELSENTINEL":1})",
        R"({"content":"SENTINEL"})", // free text that no rule knows
    };
    for (const QByteArray& text : arguments) {
        Setting setting(text, schema);
        ToolSettings& settings = setting.settings();
        const bool isFreeText = text.contains("\"content\":\"SENTINEL\"");
        settings.secretPointers = {"/named"};
        settings.publicPointers = isFreeText ? QList<QByteArray>() : QList<QByteArray>({""});
        settings.targets = {"x:{password}", "x:{pin}", "x:{named}", "x:{deep.secret.x}"};
        settings.summary = "{password} {pin} {named} {deep} {deep.secret} {rows}";
        if (!isFreeText) {
            settings.targets.append("x:{content}");
            settings.summary += " {content}";
        }
        const PreparedCall call = setting.prepared();
        QVERIFY2(!shownOf(call).contains("SENTINEL"), shownOf(call).constData());
        QVERIFY2(call.arguments.contains("SENTINEL"), text.constData());
    }
    // Two masked values are two targets, though they look the same.
    Setting one(R"({"password":"a"})");
    one.settings().targets = {"x:{password}"};
    Setting two(R"({"password":"b"})");
    two.settings().targets = {"x:{password}"};
    QCOMPARE(one.prepared().targets, two.prepared().targets);
    QVERIFY(one.prepared().targetKeys != two.prepared().targetKeys);
    // What the operator has named as secret was meant to be hidden: it raises nothing.
    Setting named_(R"({"named":"x"})", annotated(R"({"readOnlyHint":true})"));
    named_.settings().secretPointers = {"/named"};
    QCOMPARE(judged(named_.prepared()), QByteArray("read_only low"));
}

QTEST_GUILESS_MAIN(TestPreparation)
#include "tst_preparation.moc"
