// SPDX-License-Identifier: Apache-2.0
#include "core/executor/toolcatalogue.h"

#include <QTest>

using namespace lockkeeper;

namespace {

const QByteArray kFirst = R"({"name":"write","description":"d","inputSchema":{"type":"object"}})";
const QByteArray kReordered =
    R"({"inputSchema":{"type":"object"},"description":"d","name":"write"})";
const QByteArray kChanged = R"({"name":"write","description":"evil","inputSchema":{}})";

/// Observes, carries the answer out, and says the states: "write:new".
QByteArray seen(ToolCatalogue& catalogue, bool trusted, const QList<DiscoveredTool>& tools,
                Observation* observation = nullptr)
{
    const Observation found = catalogue.observe("files", trusted, tools);
    catalogue.apply(found);
    if (observation)
        *observation = found;
    QList<QByteArray> words;
    for (const CataloguedTool& tool : found.tools) {
        const auto state = pinStateName(tool.state);
        words.append(tool.name.tool + ":" + QByteArray(state.data(), qsizetype(state.size())));
    }
    return words.join(' ');
}

} // namespace

class TestToolCatalogue : public QObject
{
    Q_OBJECT

private slots:
    void firstSight_isAccepted_onlyOnTrustedServers();
    void change_isQuarantined_everywhere();
    void oldDefinition_comesBack_isRecognised();
    void memberOrder_isNoChange_everythingElseIs();
    void pins_areKept_overARestart();
    void observe_changesNothing_untilItIsApplied();
    void toolAnnouncedTwice_orUnreadable_isChanged();
    void tools_areListed_asTheyAreAnnounced();
    void pinStates_areReadBack_othersAreRefused();
};

void TestToolCatalogue::firstSight_isAccepted_onlyOnTrustedServers()
{
    ToolCatalogue trusted;
    Observation observation;
    QCOMPARE(seen(trusted, true, {{"write", kFirst}}, &observation), QByteArray("write:accepted"));
    QCOMPARE(observation.store.size(), 1);
    QCOMPARE(observation.store[0].digest, definitionDigest(kFirst));
    QVERIFY(observation.changed.isEmpty());
    ToolCatalogue untrusted;
    QCOMPARE(seen(untrusted, false, {{"write", kFirst}}), QByteArray("write:new"));
    QCOMPARE(seen(untrusted, false, {{"write", kFirst}}, &observation), QByteArray("write:new"));
    QVERIFY2(observation.store.isEmpty(), "nothing has changed, but something is to be stored");
    // The operator trusts the server later: what was pinned is what was seen first.
    QCOMPARE(seen(untrusted, true, {{"write", kFirst}}), QByteArray("write:accepted"));
}

void TestToolCatalogue::change_isQuarantined_everywhere()
{
    for (const bool trusted : {false, true}) {
        ToolCatalogue catalogue;
        Observation observation;
        seen(catalogue, trusted, {{"write", kFirst}});
        QCOMPARE(seen(catalogue, trusted, {{"write", kChanged}}, &observation),
                 QByteArray("write:changed"));
        QCOMPARE(observation.changed, QList<ToolName>({{"files", "write"}}));
        QCOMPARE(observation.store.size(), 1);
        // The pin still says what was accepted.
        QCOMPARE(observation.store[0].digest, definitionDigest(kFirst));
        QCOMPARE(observation.tools[0].digest, definitionDigest(kChanged));
        QCOMPARE(seen(catalogue, trusted, {{"write", kChanged}}), QByteArray("write:changed"));
    }
}

void TestToolCatalogue::oldDefinition_comesBack_isRecognised()
{
    ToolCatalogue catalogue;
    Observation observation;
    seen(catalogue, true, {{"write", kFirst}});
    seen(catalogue, true, {{"write", kChanged}});
    QCOMPARE(seen(catalogue, true, {{"write", kFirst}}, &observation),
             QByteArray("write:accepted"));
    QCOMPARE(observation.changed.size(), 1);
    ToolCatalogue untrusted;
    seen(untrusted, false, {{"write", kFirst}});
    seen(untrusted, false, {{"write", kChanged}});
    QCOMPARE(seen(untrusted, false, {{"write", kFirst}}), QByteArray("write:new"));
}

void TestToolCatalogue::memberOrder_isNoChange_everythingElseIs()
{
    QCOMPARE(definitionDigest(kFirst), definitionDigest(kReordered));
    for (const QByteArray& other :
         {kChanged, QByteArray(kFirst).replace("\"d\"", "\"d \""),
          QByteArray(kFirst).replace("{\"type\":\"object\"}", "{\"type\":[\"object\"]}"),
          QByteArray(kFirst).replace("}}", "},\"annotations\":{}}")})
        QVERIFY2(definitionDigest(other) != definitionDigest(kFirst), other.constData());
    ToolCatalogue catalogue;
    seen(catalogue, true, {{"write", kFirst}});
    QCOMPARE(seen(catalogue, true, {{"write", kReordered}}), QByteArray("write:accepted"));
}

void TestToolCatalogue::pins_areKept_overARestart()
{
    ToolCatalogue before;
    Observation observation;
    seen(before, true, {{"write", kFirst}}, &observation);
    ToolCatalogue after;
    after.load(observation.store);
    QVERIFY(!after.find({"files", "write"}));
    QCOMPARE(seen(after, true, {{"write", kChanged}}, &observation), QByteArray("write:changed"));
    QCOMPARE(observation.changed.size(), 1);
    // An operator had accepted a new one: the pin says so, and an untrusted server may offer it.
    ToolCatalogue accepted;
    accepted.load({{{"files", "write"}, definitionDigest(kFirst), PinState::Accepted}});
    QCOMPARE(seen(accepted, false, {{"write", kFirst}}), QByteArray("write:accepted"));
}

void TestToolCatalogue::observe_changesNothing_untilItIsApplied()
{
    ToolCatalogue catalogue;
    const auto observation = catalogue.observe("files", true, {{"write", kFirst}});
    QVERIFY(!catalogue.find({"files", "write"}));
    QCOMPARE(catalogue.observe("files", true, {{"write", kFirst}}).store, observation.store);
}

void TestToolCatalogue::toolAnnouncedTwice_orUnreadable_isChanged()
{
    ToolCatalogue catalogue;
    QCOMPARE(seen(catalogue, true, {{"write", kFirst}, {"read", kFirst}, {"write", kChanged}}),
             QByteArray("write:changed read:accepted"));
    ToolCatalogue other;
    QCOMPARE(seen(other, true, {{"write", "{"}}), QByteArray("write:changed"));
}

void TestToolCatalogue::tools_areListed_asTheyAreAnnounced()
{
    ToolCatalogue catalogue;
    catalogue.apply(catalogue.observe("b", true, {{"z", kFirst}, {"a", kFirst}}));
    catalogue.apply(catalogue.observe("a", true, {{"q", kFirst}}));
    QList<QByteArray> names;
    const auto tools = catalogue.tools();
    for (const CataloguedTool& tool : tools)
        names.append(tool.name.server + "/" + tool.name.tool);
    QCOMPARE(names.join(' '), QByteArray("a/q b/z b/a"));
    // What is no longer announced is no longer there.
    catalogue.apply(catalogue.observe("b", true, {{"a", kFirst}}));
    QVERIFY(!catalogue.find({"b", "z"}));
    QVERIFY(catalogue.find({"b", "a"}));
}

void TestToolCatalogue::pinStates_areReadBack_othersAreRefused()
{
    for (const PinState state : {PinState::Accepted, PinState::New, PinState::Changed})
        QCOMPARE(pinStateFromCode(static_cast<int>(state)), state);
    QVERIFY(!pinStateFromCode(0));
    QVERIFY(!pinStateFromCode(4));
}

QTEST_GUILESS_MAIN(TestToolCatalogue)
#include "tst_toolcatalogue.moc"
