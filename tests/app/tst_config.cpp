// SPDX-License-Identifier: Apache-2.0
#include "app/config.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lockkeeper;

namespace {

constexpr char kComplete[] = R"({
  // a comment
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "server", "",],
      "env": {"TOKEN": "x{}", "EMPTY": ""},
      "cwd": "/srv",
      "type": "stdio",
      "lockkeeper": {
        "trusted": true, "names": "plain",
        "tools": {
          "write_file": {
            "effect": "idempotent", "target": "file:{path}", "timeoutSeconds": 30,
            "idleTimeoutSeconds": 5, "idempotencyArgument": "key", "errorsMeanNoEffect": true,
            "summary": "Write {path}", "public": ["/path", ""], "secret": ["/a~1b"],
            "probe": {"tool": "stat", "arguments": {"path": "{path}"}},
          },
          "move_file": {"target": ["file:{source}", "file:{destination}"]}
        }
      }
    }
  },
  /* ours */
  "lockkeeper": {"operatorCli": "unprotected", "localConnections": true,
                 "limits": {"pending": 7, "open": 9}},
  "store": "sqlite",
}
)";

CoreSettings parse(QByteArrayView text)
{
    return parseConfiguration(text, "config.jsonc");
}

/// Nothing in it allows more than the defaults do.
bool isStrict(const CoreSettings& settings)
{
    return settings.servers.isEmpty() && !settings.operatorUnprotected &&
           !settings.localPrincipals && !settings.configurationProblem.isEmpty();
}

QByteArray withServer(const char* block)
{
    return QByteArray("{\n\"mcpServers\": {\n\"files\": ") + block + "\n}}";
}

QByteArray withTool(const char* tool)
{
    return withServer(
        (QByteArray("{\"command\": \"c\", \"lockkeeper\": {\"tools\": {\n\"w\": ") + tool + "}}}")
            .constData());
}

} // namespace

class TestConfig : public QObject
{
    Q_OBJECT

private slots:
    void file_missing_givesDefaults();
    void file_missingButNamed_isAProblem();
    void file_notRegular_isAProblem();
    void text_complete_isRead();
    void text_truncatedAtEveryByte_isStrict();
    void text_everyByteReplaced_neverCrashes();
    void text_wrong_namesLineAndKey_data();
    void text_wrong_namesLineAndKey();
    void text_wrong_neverShowsValues();
    void server_notSupported_isSkippedAlone_data();
    void server_notSupported_isSkippedAlone();
};

void TestConfig::file_missing_givesDefaults()
{
    const QTemporaryDir directory;
    const CoreSettings settings =
        readConfiguration(directory.filePath(QStringLiteral("config.jsonc")), false);
    QCOMPARE(settings.configurationProblem, QByteArray());
    QVERIFY(settings.servers.isEmpty());
    QVERIFY(!settings.operatorUnprotected);
    QVERIFY(settings.localPrincipals);
    QCOMPARE(settings.maximumPending, 100);
    QCOMPARE(settings.maximumOpen, 500);
}

void TestConfig::file_missingButNamed_isAProblem()
{
    const QTemporaryDir directory;
    const CoreSettings settings =
        readConfiguration(directory.filePath(QStringLiteral("other.jsonc")), true);
    QVERIFY(isStrict(settings));
    QVERIFY2(settings.configurationProblem.startsWith("other.jsonc: the file cannot be read"),
             settings.configurationProblem.constData());
}

void TestConfig::file_notRegular_isAProblem()
{
    const QTemporaryDir directory;
    const CoreSettings settings = readConfiguration(directory.path(), false);
    QVERIFY(isStrict(settings));
    QVERIFY2(settings.configurationProblem.contains("is not a regular file"),
             settings.configurationProblem.constData());
}

void TestConfig::text_complete_isRead()
{
    const CoreSettings settings = parse(kComplete);
    QCOMPARE(settings.configurationProblem, QByteArray());
    QVERIFY(settings.operatorUnprotected);
    QVERIFY(settings.localPrincipals);
    QCOMPARE(settings.maximumPending, 7);
    QCOMPARE(settings.maximumOpen, 9);
    QCOMPARE(settings.servers.size(), 1);
    const ServerSettings& server = settings.servers.first();
    QCOMPARE(server.name, QByteArray("files"));
    QCOMPARE(server.command, QStringLiteral("npx"));
    QCOMPARE(server.arguments,
             QStringList({QStringLiteral("-y"), QStringLiteral("server"), QString()}));
    QCOMPARE(server.environment,
             (QList<QPair<QByteArray, QByteArray>>{{"TOKEN", "x{}"}, {"EMPTY", ""}}));
    QCOMPARE(server.workingDirectory, QStringLiteral("/srv"));
    QVERIFY(server.trusted);
    QVERIFY(server.plainNames);
    QCOMPARE(server.skippedBecause, QByteArray());
    QCOMPARE(server.tools.size(), 2);
    const ToolSettings tool = server.tools.value("write_file");
    QVERIFY(tool.effect == EffectClass::Idempotent);
    QCOMPARE(tool.targets, QList<QByteArray>{"file:{path}"});
    QCOMPARE(tool.timeoutMs, 30'000);
    QCOMPARE(tool.idleTimeoutMs, 5'000);
    QCOMPARE(tool.idempotencyArgument, QByteArray("key"));
    QVERIFY(tool.errorsMeanNoEffect);
    QCOMPARE(tool.summary, QByteArray("Write {path}"));
    QCOMPARE(tool.publicPointers, (QList<QByteArray>{"/path", ""}));
    QCOMPARE(tool.secretPointers, QList<QByteArray>{"/a~1b"});
    const ToolSettings other = server.tools.value("move_file");
    QVERIFY(!other.effect);
    QCOMPARE(other.targets, (QList<QByteArray>{"file:{source}", "file:{destination}"}));
}

void TestConfig::text_truncatedAtEveryByte_isStrict()
{
    const QByteArray whole(kComplete);
    const qsizetype complete = whole.lastIndexOf('}') + 1;
    for (qsizetype size = 0; size < complete; ++size) {
        const CoreSettings settings = parse(QByteArrayView(whole).first(size));
        QVERIFY2(isStrict(settings),
                 ("the first " + QByteArray::number(size) + " bytes were taken").constData());
        QVERIFY2(settings.configurationProblem.startsWith("config.jsonc:"),
                 settings.configurationProblem.constData());
    }
    QCOMPARE(parse(QByteArrayView(whole).first(complete)).configurationProblem, QByteArray());
}

void TestConfig::text_everyByteReplaced_neverCrashes()
{
    const QByteArray whole(kComplete);
    for (const char byte : {'\0', '"', '\\', '{', '/', '\xff', '0'}) {
        for (qsizetype i = 0; i < whole.size(); ++i) {
            QByteArray text = whole;
            text[i] = byte;
            const CoreSettings settings = parse(text);
            QVERIFY2(settings.configurationProblem.isEmpty() || isStrict(settings),
                     ("byte " + QByteArray::number(i)).constData());
        }
    }
}

namespace {

/// A row of text_wrong_namesLineAndKey; `problem` is how it begins.
void row(const char* name, const QByteArray& text, const char* problem)
{
    QTest::newRow(name) << text << QByteArray("config.jsonc:") + problem;
}

void tool(const char* name, const char* block, const char* problem)
{
    row(name, withTool(block),
        (QByteArray("4: key mcpServers.files.lockkeeper.tools.w") + problem).constData());
}

void addRowsOfServers()
{
    row("server no object", withServer("1"), "3: key mcpServers.files: must be an object");
    row("server without name", "{\"mcpServers\": {\"\": {}}}",
        "1: key mcpServers[\"\"]: the name must have 1 to 128 bytes");
    row("server name with a line end", "{\"mcpServers\": {\"a\\nb\": {}}}",
        "1: key mcpServers[\"a\\nb\"]: the name must");
    row("no command", withServer("{}"), "3: key mcpServers.files: needs a command");
    row("command and url", withServer("{\"command\": \"a\", \"url\": \"b\"}"),
        "3: key mcpServers.files: has both");
    row("command number", withServer("{\"command\":\n 5}"),
        "4: key mcpServers.files.command: must be a string");
    row("command empty", withServer("{\"command\": \"\"}"),
        "3: key mcpServers.files.command: must not be empty");
    row("command with NUL", withServer("{\"command\": \"a\\u0000b\"}"),
        "3: key mcpServers.files.command: must not contain");
    row("args string", withServer("{\"command\": \"a\", \"args\": \"b\"}"),
        "3: key mcpServers.files.args: must be an array");
    row("args element", withServer("{\"command\": \"a\", \"args\": [\n\"b\",\n1]}"),
        "5: key mcpServers.files.args[1]: must be a string");
    row("env array", withServer("{\"command\": \"a\", \"env\": []}"),
        "3: key mcpServers.files.env: must be an object");
    row("env value", withServer("{\"command\": \"a\", \"env\": {\"A\": 1}}"),
        "3: key mcpServers.files.env.A: must be a string");
    row("env name", withServer("{\"command\": \"a\", \"env\": {\"A=B\": \"\"}}"),
        "3: key mcpServers.files.env[\"A=B\"]: the name of an environment variable");
    row("directory twice",
        withServer("{\"command\": \"a\", \"cwd\": \"/a\",\n\"directory\": \"/\"}"),
        "4: key mcpServers.files.directory: the directory is given twice");
    row("type unknown", withServer("{\"command\": \"a\", \"type\": \"tcp\"}"),
        "3: key mcpServers.files.type: must be one of \"stdio\"");
    row("type and command", withServer("{\"command\": \"a\", \"type\": \"http\"}"),
        "3: key mcpServers.files: type does not fit");
    row("headers", withServer("{\"url\": \"a\", \"headers\": {\"A\": 1}}"),
        "3: key mcpServers.files.headers.A: must be a string");
    row("server key unknown", withServer("{\"command\": \"a\",\n\"comand\": \"b\"}"),
        "4: key mcpServers.files.comand: is not known");
    row("trusted string",
        withServer("{\"command\": \"a\", \"lockkeeper\": {\"trusted\": \"yes\"}}"),
        "3: key mcpServers.files.lockkeeper.trusted: must be true or false");
    row("trusted misspelt", withServer("{\"command\": \"a\", \"lockkeeper\": {\"Trusted\": true}}"),
        "3: key mcpServers.files.lockkeeper.Trusted: is not known");
    row("names", withServer("{\"command\": \"a\", \"lockkeeper\": {\"names\": \"short\"}}"),
        "3: key mcpServers.files.lockkeeper.names: must be one of \"prefixed\", \"plain\"");
}

void addRowsOfTools()
{
    tool("tool no object", "[]", ": must be an object");
    tool("effect", "{\"effect\": \"none\"}", ".effect: must be one of \"read_only\"");
    tool("target number", "{\"target\": 1}", ".target: must be a string or an array");
    tool("target empty", "{\"target\": []}", ".target: must not be empty");
    tool("target brace", "{\"target\": \"a:{b\"}", ".target: each { needs its }");
    tool("target no name", "{\"target\": \"a:{}\"}", ".target: each { needs its }");
    tool("target none of several", "{\"target\": [\"a:{b}\", \"none\"]}",
         ".target[1]: \"none\" stands alone");
    tool("timeout 0", "{\"timeoutSeconds\": 0}", ".timeoutSeconds: must be a whole number from 1");
    tool("timeout half", "{\"timeoutSeconds\": 1.5}", ".timeoutSeconds: must be a whole number");
    tool("timeout huge", "{\"timeoutSeconds\": 1e9}", ".timeoutSeconds: must be a whole number");
    tool("idle string", "{\"idleTimeoutSeconds\": \"5\"}", ".idleTimeoutSeconds: must be a whole");
    tool("idempotency empty", "{\"idempotencyArgument\": \"\"}", ".idempotencyArgument: must not");
    tool("errors", "{\"errorsMeanNoEffect\": 1}", ".errorsMeanNoEffect: must be true or false");
    tool("summary", "{\"summary\": \"{a{b}}\"}", ".summary: each { needs its }");
    tool("public", "{\"public\": \"/a\"}", ".public: must be an array");
    tool("pointer", "{\"public\": [\"a\"]}", ".public[0]: must be a JSON Pointer");
    tool("pointer escape", "{\"secret\": [\"/a~2\"]}", ".secret[0]: must be a JSON Pointer");
    tool("probe", "{\"probe\": true}", ".probe: must be an object");
    tool("unknown", "{\"timeout\": 3}", ".timeout: is not known");
}

} // namespace

void TestConfig::text_wrong_namesLineAndKey_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("problem");
    row("empty", "", "1: ");
    row("no object", "[]", "1: must be an object");
    row("open comment", "{\n/* ", "2: ");
    row("syntax", "{\n\"store\" \"sqlite\"}", "2: ");
    row("twice", "{\"store\": \"sqlite\",\n\"store\": \"sqlite\"}", "2: ");
    row("not UTF-8", "{\n\"store\": \"\xff\"}", "2: ");
    row("behind", "{}\n\n{}", "3: ");
    row("unknown at the top", "{\n\n\"mcpServer\": {}}", "3: key mcpServer: is not known");
    row("store number", "{\"store\":\n1}", "2: key store: must be a string");
    row("postgresql", "{\"store\": \"postgresql://db/x\"}", "1: key store: PostgreSQL comes later");
    row("other store", "{\"store\": \"mysql\"}", "1: key store: must be \"sqlite\"");
    row("servers no object", "{\"mcpServers\": []}", "1: key mcpServers: must be an object");
    row("own unknown", "{\"lockkeeper\": {\"operatorCLI\": 1}}",
        "1: key lockkeeper.operatorCLI: is not known");
    row("operatorCli", "{\"lockkeeper\": {\"operatorCli\": true}}",
        "1: key lockkeeper.operatorCli: must be \"unprotected\"");
    row("localConnections", "{\"lockkeeper\": {\"localConnections\": null}}",
        "1: key lockkeeper.localConnections: must be true or false");
    row("limits unknown", "{\"lockkeeper\": {\"limits\": {\"total\": 5}}}",
        "1: key lockkeeper.limits.total: is not known");
    row("limits negative", "{\"lockkeeper\": {\"limits\": {\"open\": -1}}}",
        "1: key lockkeeper.limits.open: must be a whole number from 1 to 100000");
    row("problem behind something permissive",
        "{\"lockkeeper\": {\"operatorCli\": \"unprotected\"},\n\"store\": 1}",
        "2: key store: must be a string");
    addRowsOfServers();
    addRowsOfTools();
}

void TestConfig::text_wrong_namesLineAndKey()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, problem);
    const CoreSettings settings = parse(text);
    QVERIFY2(
        settings.configurationProblem.startsWith(problem),
        ("expected: " + problem + " … but it is: " + settings.configurationProblem).constData());
    QVERIFY2(isStrict(settings), "a broken file must not allow anything");
}

void TestConfig::text_wrong_neverShowsValues()
{
    for (const char* block : {"{\"command\": \"a\", \"env\": {\"A\": \"SENTINEL\", \"B\": 1}}",
                              "{\"command\": \"a\", \"type\": \"SENTINEL\"}",
                              "{\"command\": \"a\", \"env\": {\"A\": \"SENTINEL\\u0000\"}}",
                              "{\"command\": \"a\", \"env\": {\"A\": \"SENTINEL\" \"B\"}}",
                              "{\"command\": \"a\", \"lockkeeper\": {\"names\": \"SENTINEL\"}}"}) {
        const QByteArray problem = parse(withServer(block)).configurationProblem;
        QVERIFY2(!problem.isEmpty(), block);
        QVERIFY2(!problem.contains("SENTINEL"), problem.constData());
    }
}

void TestConfig::server_notSupported_isSkippedAlone_data()
{
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("url") << QByteArray("{\"url\": \"https://x/mcp\", \"headers\": {\"A\": \"b\"}}")
                         << QByteArray("config.jsonc:3: key mcpServers.files.url: servers with a "
                                       "url are not supported yet");
    QTest::newRow("keychain")
        << QByteArray("{\"command\": \"a\", \"env\": {\n\"A\": \"Bearer ${keychain:github}\"}}")
        << QByteArray("config.jsonc:4: key mcpServers.files.env.A: values "
                      "from the keychain come later");
    QTest::newRow("disabled")
        << QByteArray("{\"command\": \"a\", \"disabled\": true}")
        << QByteArray("config.jsonc:3: key mcpServers.files: the server is disabled");
}

void TestConfig::server_notSupported_isSkippedAlone()
{
    QFETCH(QByteArray, block);
    QFETCH(QByteArray, reason);
    const QByteArray text = QByteArray("{\n\"mcpServers\": {\n\"files\": ") + block +
                            ",\n\"good\": {\"command\": \"b\"}}}";
    const CoreSettings settings = parse(text);
    QCOMPARE(settings.configurationProblem, QByteArray());
    QCOMPARE(settings.servers.size(), 2);
    QVERIFY2(settings.servers.at(0).skippedBecause.startsWith(reason),
             settings.servers.at(0).skippedBecause.constData());
    QCOMPARE(settings.servers.at(1).name, QByteArray("good"));
    QCOMPARE(settings.servers.at(1).skippedBecause, QByteArray());
}

QTEST_GUILESS_MAIN(TestConfig)
#include "tst_config.moc"
