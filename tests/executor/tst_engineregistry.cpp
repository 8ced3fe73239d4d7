// SPDX-License-Identifier: Apache-2.0
// Rows of agents, pinned definitions and key epochs that somebody wrote by hand: the journal is
// believed, the row has no effect, and it is shown.
#include "support/enginetestcase.h"

#include "core/base/digest.h"

#include <QtTest>

using namespace lockkeeper;

class EngineRegistryTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void untouched_afterARestart_isBelieved();
    void agent_writtenByHand_isNotLetIn();
    void agent_letInBeforeTheJournalWasRead_isRefusedAfterwards();
    void token_exchangedByHand_isNotLetIn_andTheRealOneIs();
    void revocation_takenBackByHand_staysARevocation();
    void agent_deletedByHand_isStillKnownAndShown();
    void revoked_onAnOpenConnection_isRefused();
    void pin_exchangedByHand_doesNotAcceptTheOtherDefinition();
    void pin_deletedByHand_doesNotMakeAChangedDefinitionNew();
    void pin_acceptedByHand_staysChanged();
    void keyEpoch_exchangedByHand_makesTheStoreReadOnly();
    void keyEpoch_addedByHand_makesTheStoreReadOnly();
    void findings_areJournaled();

private:
    QPair<CredentialId, QByteArray> addAgent(const QByteArray& name)
    {
        Result<QPair<AgentSnapshot, QByteArray>> added = Error(ErrorCode::Internal, "no answer");
        fixture->engine->addAgent({"tester", "unprotected", {}}, name,
                                  [&added](auto done) { added = std::move(done); });
        fixture->settle();
        if (!added)
            qFatal("addAgent failed: %s", added.error().describe().constData());
        return {added->first.credential, added->second};
    }
    /// The store goes on, and says that somebody wrote into it.
    void verifyFound(const QByteArray& words)
    {
        QVERIFY2(fixture->engine->writable().has_value(), "the rest must go on");
        const QList<QByteArray> reasons = fixture->engine->status().reasons;
        QVERIFY2(
            std::any_of(reasons.begin(), reasons.end(),
                        [&words](const QByteArray& reason) {
                            return reason.contains("tampering") && reason.contains(words);
                        }),
            ("expected a finding with: " + words + ", found: " + reasons.join("; ")).constData());
    }
    [[nodiscard]] static QByteArray digestOf(const QByteArray& token)
    {
        return taggedDigest("lockkeeper/agent-token/1", {token}).toHex();
    }
    void changeDefinitionOfRead()
    {
        fixture->backend->tools[2].definition =
            R"({"name":"read","description":"x","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}})";
        fixture->backend->announce();
        fixture->settle();
    }
};

void EngineRegistryTest::untouched_afterARestart_isBelieved()
{
    const auto [credential, token] = addAgent("atlas");
    const auto revoked = addAgent("old");
    fixture->engine->revokeAgent({"tester", "unprotected", {}}, revoked.first, [](auto) {});
    fixture->settle();
    fixture->restart();
    QVERIFY(fixture->engine->status().reasons.isEmpty());
    const auto agent = fixture->engine->authenticate(token);
    QVERIFY(agent.has_value());
    QCOMPARE(agent->credential.value(), credential.value());
    QCOMPARE(agent->name, QByteArray("atlas"));
    QVERIFY(!fixture->engine->authenticate(revoked.second).has_value());
    QCOMPARE(fixture->state(fixture->submitOne("read", "{}").action), ActionState::Succeeded);
}

void EngineRegistryTest::agent_writtenByHand_isNotLetIn()
{
    stopAndEdit("INSERT INTO agent_credential (id, name, token_digest, created_at_ms, "
                "revoked_at_ms) VALUES ('crd_forged', 'forged', x'" +
                digestOf("lka_forged") + "', 1, 0)");
    QVERIFY(!fixture->engine->authenticate("lka_forged").has_value());
    verifyFound("crd_forged has a row but no journal entry");
}

void EngineRegistryTest::agent_letInBeforeTheJournalWasRead_isRefusedAfterwards()
{
    fixture->kill();
    fixture->editByHand("INSERT INTO agent_credential (id, name, token_digest, created_at_ms, "
                        "revoked_at_ms) VALUES ('crd_forged', 'forged', x'" +
                        digestOf("lka_forged") + "', 1, 0)");
    fixture->firstKeyringState = KeyringState::Locked;
    fixture->start();
    const auto early = fixture->engine->authenticate("lka_forged");
    QVERIFY2(early.has_value(), "before the journal is read there are only the rows");
    fixture->keySource->tell(KeyringState::Ready);
    fixture->settle();
    fixture->agent = early->credential;
    const auto answer =
        fixture->submit(R"({"calls":[{"call_id":"c","tool":"files/read","arguments":{}}]})");
    QVERIFY(!answer.has_value());
    QCOMPARE(answer.error().code(), ErrorCode::PermissionDenied);
    QVERIFY(fixture->backend->started.isEmpty());
}

void EngineRegistryTest::token_exchangedByHand_isNotLetIn_andTheRealOneIs()
{
    const auto [credential, token] = addAgent("atlas");
    stopAndEdit("UPDATE agent_credential SET token_digest = x'" + digestOf("lka_forged") + "'");
    QVERIFY(!fixture->engine->authenticate("lka_forged").has_value());
    QVERIFY(fixture->engine->authenticate(token).has_value());
    verifyFound(credential.value() + " has a row that differs from the journal");
}

void EngineRegistryTest::revocation_takenBackByHand_staysARevocation()
{
    const auto [credential, token] = addAgent("atlas");
    fixture->engine->revokeAgent({"tester", "unprotected", {}}, credential, [](auto) {});
    fixture->settle();
    stopAndEdit("UPDATE agent_credential SET revoked_at_ms = 0");
    QVERIFY(!fixture->engine->authenticate(token).has_value());
    verifyFound(credential.value() + " has a row that differs from the journal");
}

void EngineRegistryTest::agent_deletedByHand_isStillKnownAndShown()
{
    const auto [credential, token] = addAgent("atlas");
    stopAndEdit("DELETE FROM agent_credential");
    QVERIFY(fixture->engine->authenticate(token).has_value());
    verifyFound(credential.value() + " has lost its row");
}

void EngineRegistryTest::revoked_onAnOpenConnection_isRefused()
{
    const auto [credential, token] = addAgent("atlas");
    fixture->agent = credential;
    QCOMPARE(fixture->submitOne("write", "{}").state, ActionState::Pending);
    fixture->engine->revokeAgent({"tester", "unprotected", {}}, credential, [](auto) {});
    fixture->settle();
    const auto answer =
        fixture->submit(R"({"calls":[{"call_id":"d","tool":"files/read","arguments":{}}]})");
    QVERIFY(!answer.has_value());
    QCOMPARE(answer.error().code(), ErrorCode::PermissionDenied);
}

void EngineRegistryTest::pin_exchangedByHand_doesNotAcceptTheOtherDefinition()
{
    fixture->kill();
    const QByteArray other = definitionDigest(
        R"({"name":"read","description":"x","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}})");
    fixture->editByHand("UPDATE tool_pin SET digest = x'" + other.toHex() +
                        "' WHERE tool = 'read'");
    fixture->start();
    verifyFound("files/read differs from the journal");
    changeDefinitionOfRead();
    QCOMPARE(fixture->submitOne("read", "{}").state, ActionState::Pending);
    QVERIFY(fixture->backend->started.isEmpty());
}

void EngineRegistryTest::pin_deletedByHand_doesNotMakeAChangedDefinitionNew()
{
    stopAndEdit("DELETE FROM tool_pin WHERE tool = 'read'");
    verifyFound("files/read has lost its row");
    changeDefinitionOfRead();
    QCOMPARE(fixture->submitOne("read", "{}").state, ActionState::Pending);
}

void EngineRegistryTest::pin_acceptedByHand_staysChanged()
{
    changeDefinitionOfRead();
    const auto changed = fixture->backend->tools;
    fixture->kill();
    fixture->editByHand("UPDATE tool_pin SET state = 1 WHERE tool = 'read'");
    fixture->start();
    verifyFound("files/read differs from the journal");
    fixture->backend->tools = changed;
    fixture->backend->announce();
    fixture->settle();
    QCOMPARE(fixture->submitOne("read", "{}").state, ActionState::Pending);
}

void EngineRegistryTest::keyEpoch_exchangedByHand_makesTheStoreReadOnly()
{
    fixture->kill();
    const QByteArray wrapped =
        wrapForSeat(KeyEpoch::generate(1).toSecret(), fixture->keys->publicKeys());
    fixture->editByHand("UPDATE key_epoch SET wrapped = x'" + wrapped.toHex() + "'");
    fixture->start();
    QVERIFY(!fixture->engine->writable().has_value());
    QVERIFY(fixture->engine->status().reasons.first().contains("key epoch 1"));
}

void EngineRegistryTest::keyEpoch_addedByHand_makesTheStoreReadOnly()
{
    fixture->kill();
    const QByteArray wrapped =
        wrapForSeat(KeyEpoch::generate(2).toSecret(), fixture->keys->publicKeys());
    fixture->editByHand("INSERT INTO key_epoch (number, seat_id, wrapped, created_at_ms) SELECT 2, "
                        "seat_id, x'" +
                        wrapped.toHex() + "', 1 FROM key_epoch");
    fixture->start();
    QVERIFY2(!fixture->engine->writable().has_value(),
             "whoever knows the added key could read what is sealed from now on");
    QVERIFY(fixture->engine->status().reasons.first().contains("key epoch 2"));
}

void EngineRegistryTest::findings_areJournaled()
{
    stopAndEdit("DELETE FROM tool_pin WHERE tool = 'read'");
    fixture->kill();
    const QList<QByteArray> bodies =
        fixture->readByHand("SELECT CAST(body AS TEXT) FROM journal WHERE kind = 8");
    QCOMPARE(bodies.size(), qsizetype(1));
    QVERIFY2(bodies.first().contains("files/read has lost its row"), bodies.first().constData());
}

QTEST_GUILESS_MAIN(EngineRegistryTest)
#include "tst_engineregistry.moc"
