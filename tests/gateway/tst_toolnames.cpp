// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/mcp/toolnames.h"

#include "core/base/canonicaljson.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace lockkeeper;

class TestToolNames : public QObject
{
    Q_OBJECT

private:
    static bool isAllowed(const QByteArray& name)
    {
        static const QRegularExpression kPattern(QStringLiteral("^[A-Za-z0-9_-]{1,64}$"));
        return kPattern.match(QString::fromUtf8(name)).hasMatch();
    }
    static void verifyAllowedAndUnique(const QList<ToolName>& tools,
                                       const QHash<ToolName, QByteArray>& names)
    {
        QSet<QByteArray> seen;
        for (const ToolName& tool : tools) {
            const QByteArray name = names.value(tool);
            QVERIFY2(isAllowed(name), name.constData());
            QVERIFY2(!seen.contains(name), name.constData());
            seen.insert(name);
        }
    }

private slots:
    void names_ofOrdinaryTools_areServerAndTool()
    {
        const auto names = agentToolNames({{"files", "write_file"}, {"git", "commit"}}, {});
        QCOMPARE(names.value({"files", "write_file"}), QByteArray("files__write_file"));
        QCOMPARE(names.value({"git", "commit"}), QByteArray("git__commit"));
    }

    void names_withForeignCharacters_getASuffixEach()
    {
        const QList<ToolName> tools = {
            {"my server", "a.b"}, {"my server", "a/b"}, {"my server", "ä"}, {"", "x"}, {"x", ""}};
        const auto names = agentToolNames(tools, {});
        verifyAllowedAndUnique(tools, names);
        QVERIFY(names.value({"my server", "a.b"}).startsWith("my_server__a_b_"));
    }

    void names_thatAreTooLong_areCutWithASuffix()
    {
        const QByteArray longName(100, 'a');
        const QList<ToolName> tools = {{"s", longName + "1"}, {"s", longName + "2"}};
        const auto names = agentToolNames(tools, {});
        verifyAllowedAndUnique(tools, names);
        QCOMPARE(names.value(tools[0]).size(), qsizetype(64));
    }

    void names_atTheLimit_stayWhole()
    {
        const ToolName fits{"s", QByteArray(61, 'a')}; // "s__" and 61 are 64
        const ToolName passes{"s", QByteArray(62, 'a')};
        const auto names = agentToolNames({fits, passes}, {});
        QCOMPARE(names.value(fits), "s__" + QByteArray(61, 'a'));
        QVERIFY(names.value(passes) != "s__" + QByteArray(62, 'a'));
    }

    void names_thatJoinToTheSame_allGetASuffix()
    {
        const QList<ToolName> tools = {{"a__b", "c"}, {"a", "b__c"}};
        const auto names = agentToolNames(tools, {});
        verifyAllowedAndUnique(tools, names);
        for (const ToolName& tool : tools)
            QVERIFY2(names.value(tool).startsWith("a__b__c_"), names.value(tool).constData());
    }

    void names_doNotDependOnTheOrder()
    {
        QList<ToolName> tools = {{"a__b", "c"}, {"a", "b__c"}, {"p", "same"},
                                 {"q", "same"}, {"x y", "z"},  {"p", "lockkeeper_result"}};
        std::sort(tools.begin(), tools.end());
        const auto first = agentToolNames(tools, {"p", "q"});
        do {
            QCOMPARE(agentToolNames(tools, {"p", "q"}), first);
        } while (std::next_permutation(tools.begin(), tools.end()));
    }

    void toolThatLooksLikeASuffixedName_isToldApart()
    {
        const ToolName odd{"s", "a.b"};
        const QByteArray taken = agentToolNames({odd}, {}).value(odd).sliced(3);
        const QList<ToolName> tools = {odd, {"s", taken}};
        verifyAllowedAndUnique(tools, agentToolNames(tools, {}));
    }

    void plainServer_keepsItsNames()
    {
        const auto names = agentToolNames({{"p", "echo"}, {"s", "echo"}}, {"p"});
        QCOMPARE(names.value({"p", "echo"}), QByteArray("echo"));
        QCOMPARE(names.value({"s", "echo"}), QByteArray("s__echo"));
    }

    void plainNames_thatCollide_arePrefixed()
    {
        const auto names = agentToolNames(
            {{"p", "echo"}, {"q", "echo"}, {"p", "s__x"}, {"s", "x"}, {"p", "bad name"}},
            {"p", "q"});
        QCOMPARE(names.value({"p", "echo"}), QByteArray("p__echo"));
        QCOMPARE(names.value({"q", "echo"}), QByteArray("q__echo"));
        QCOMPARE(names.value({"s", "x"}), QByteArray("s__x"));
        QCOMPARE(names.value({"p", "s__x"}), QByteArray("p__s__x"));
        QVERIFY(names.value({"p", "bad name"}).startsWith("p__bad_name_"));
    }

    void plainServer_cannotTakeOurOwnNames()
    {
        const auto names =
            agentToolNames({{"p", "lockkeeper_result"}, {"p", "lockkeeper_cancel"}}, {"p"});
        QCOMPARE(names.value({"p", "lockkeeper_result"}), QByteArray("p__lockkeeper_result"));
        QCOMPARE(names.value({"p", "lockkeeper_cancel"}), QByteArray("p__lockkeeper_cancel"));
    }

    void definition_changesNothingButTheName()
    {
        const QByteArray before =
            "{\"description\":\"\\u0041 \\\"name\\\":\\\"x\\\"\",\"name\":\"wr\\u0069te\","
            R"("inputSchema":{"name":1.50,"big":9007199254740993}})";
        const QByteArray expected =
            "{\"description\":\"\\u0041 \\\"name\\\":\\\"x\\\"\",\"name\":\"s__write\","
            R"("inputSchema":{"name":1.50,"big":9007199254740993}})";
        QCOMPARE(definitionWithName(before, "s__write"), expected);
        QCOMPARE(definitionWithName(R"({"title":"none"})", "x"), QByteArray());
    }
};

QTEST_GUILESS_MAIN(TestToolNames)
#include "tst_toolnames.moc"
