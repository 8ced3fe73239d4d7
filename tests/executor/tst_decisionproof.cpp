// SPDX-License-Identifier: Apache-2.0
// What every operator's command of the core asks of the one who gives it, with a decision key that
// lies open and with one that the PIN protects; clocks moved by hand.
#include "core/keys/pinprotection.h"
#include "support/enginetestcase.h"

#include <QtTest>

using namespace lockkeeper;

namespace {

constexpr char kPin[] = "correct horse";
constexpr int kCommands = 10;
/// Of the masked value in the secret action's arguments.
constexpr qsizetype kSecretOffset = 9;

OperatorPrincipal withPin(const char* pin)
{
    return {"tester", "pin", SecretBytes(QByteArrayView(pin))};
}

} // namespace

class DecisionProofTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void init()
    {
        EngineTestCase::init();
        pending = fixture->submitOne("write", R"({"a":1})");
        QCOMPARE(fixture->state(pending.action), ActionState::Pending);
        secret = fixture->submitOne("write", R"({"token":1})");
    }

    void plainKey_withAnyPin_refusesEveryCommand();
    void protectedKey_isSaidInTheStatus();
    void protectedKey_withoutThePin_signsForNobody();
    void protectedKey_withAWrongPin_refusesEveryCommand();
    void protectedKey_withTheRightPin_runsExactlyOnce();
    void wrongPin_saysNothingOfTheAction();
    void fiveWrongPins_delayTheNextOne_andARightOneEndsIt();

private:
    /// The console is started again with the same keys, the decision key below the PIN.
    void protect()
    {
        const SeatKeys open = *fixture->keys;
        const auto wrapped = wrapDecisionKey(*open.decisionSecret(), kPin);
        QVERIFY(wrapped.has_value());
        fixture->wrappedDecisionKey = *wrapped;
        const auto without = SeatKeys::fromSecrets(
            open.recordSecret(), std::nullopt, open.sealSecret(), open.publicKeys().decisionKey);
        QVERIFY(without.has_value());
        fixture->keys = *without;
        fixture->restart();
        QVERIFY(fixture->engine->writable().has_value());
    }

    Result<ActionRecord> approve(const OperatorPrincipal& by)
    {
        Result<ActionRecord> result = Error(ErrorCode::Internal, "approve was not answered");
        fixture->engine->approve(by, {pending.action, pending.fingerprint, true, "test"},
                                 [&result](auto done) { result = std::move(done); });
        fixture->settle();
        return result;
    }

    /// Each operator's command of the core, by name, with what it ended with.
    QHash<QByteArray, std::optional<ErrorCode>> everyCommand(const OperatorPrincipal& by)
    {
        QHash<QByteArray, std::optional<ErrorCode>> ends;
        const auto into = [&ends](const QByteArray& name) {
            return [&ends, name](const auto& result) {
                ends.insert(name, result ? std::nullopt
                                         : std::optional<ErrorCode>(result.error().code()));
            };
        };
        CoreEngine& engine = *fixture->engine;
        engine.undo(by, pending.action, into("undo"));
        engine.determine(by, {pending.action, DeterminationKind::Happened, "seen", {}, true},
                         into("determine"));
        engine.addAgent(by, "atlas", into("agents.add"));
        engine.revokeAgent(by, CredentialId("crd_none"), into("agents.revoke"));
        engine.reveal(by, secret.action, kSecretOffset, into("reveal"));
        engine.extend(by, pending.action, fixture->clock.wallMs() + 86'400'000 * 2, into("extend"));
        engine.snooze(by, {pending.action, fixture->clock.wallMs() + 300'000, "later"},
                      into("snooze"));
        engine.deny(by, pending.action, "no", into("deny"));
        engine.cancelAsOperator(by, pending.action, into("cancel"));
        engine.approve(by, {pending.action, pending.fingerprint, true, "test"}, into("approve"));
        fixture->settle();
        return ends;
    }

    void verifyUntouched()
    {
        fixture->advance(30'000);
        QCOMPARE(fixture->state(pending.action), ActionState::Pending);
        QVERIFY(fixture->backend->started.isEmpty());
        const auto agents = fixture->engine->agents();
        QVERIFY(agents.has_value());
        QVERIFY(agents->isEmpty());
    }

    SubmittedAction pending;
    SubmittedAction secret; ///< with a masked value
};

void DecisionProofTest::plainKey_withAnyPin_refusesEveryCommand()
{
    const auto ends = everyCommand(withPin("12345678"));
    QCOMPARE(ends.size(), kCommands);
    for (auto it = ends.cbegin(); it != ends.cend(); ++it)
        QVERIFY2(it.value() == ErrorCode::PermissionDenied, it.key().constData());
    verifyUntouched();
    QVERIFY(approve(withPin("12345678")).error().message().contains("keys pin"));
    QVERIFY(!fixture->engine->status().pinProtected);
}

void DecisionProofTest::protectedKey_isSaidInTheStatus()
{
    protect();
    const StatusSnapshot status = fixture->engine->status();
    QCOMPARE(status.keyring, QByteArray("ready"));
    QVERIFY(!status.readOnly);
    QVERIFY(status.pinProtected);
}

void DecisionProofTest::protectedKey_withoutThePin_signsForNobody()
{
    protect();
    for (const char* proof : {"unprotected", "window", "pin"}) {
        const auto refused = approve({"tester", proof, {}});
        QVERIFY2(!refused, proof);
        QCOMPARE(refused.error().code(), ErrorCode::PermissionDenied);
        QVERIFY2(refused.error().message().contains("PIN"), refused.error().message().constData());
    }
    verifyUntouched();
}

void DecisionProofTest::protectedKey_withAWrongPin_refusesEveryCommand()
{
    protect();
    const auto ends = everyCommand(withPin("correct hors"));
    QCOMPARE(ends.size(), kCommands);
    int limited = 0;
    for (auto it = ends.cbegin(); it != ends.cend(); ++it) {
        limited += it.value() == ErrorCode::ResourceExhausted ? 1 : 0;
        QVERIFY2(it.value() == ErrorCode::PermissionDenied ||
                     it.value() == ErrorCode::ResourceExhausted,
                 it.key().constData());
    }
    QCOMPARE(limited, kCommands - PinLimit::kFreeAttempts); // all commands count together
    verifyUntouched();
}

void DecisionProofTest::protectedKey_withTheRightPin_runsExactlyOnce()
{
    protect();
    QVERIFY(approve(withPin(kPin)).has_value());
    QCOMPARE(fixture->state(pending.action), ActionState::Succeeded);
    QCOMPARE(fixture->backend->started.size(), 1);
    const auto again = approve(withPin(kPin));
    QVERIFY(!again);
    QCOMPARE(again.error().code(), ErrorCode::FailedPrecondition);
    // The secret was there for the one decision only.
    QVERIFY(!approve({"tester", "unprotected", {}}));
    fixture->restart();
    fixture->advance(3000);
    QCOMPARE(fixture->state(pending.action), ActionState::Succeeded);
    QCOMPARE(fixture->backend->started.size(), 0);
    QVERIFY(fixture->engine->status().reasons.isEmpty());
}

void DecisionProofTest::wrongPin_saysNothingOfTheAction()
{
    protect();
    Result<ActionRecord> there = Error(ErrorCode::Internal, "not answered");
    Result<ActionRecord> absent = Error(ErrorCode::Internal, "not answered");
    fixture->engine->approve(withPin("wrong PIN"), {pending.action, "00", true, "test"},
                             [&](auto done) { there = done; });
    fixture->engine->approve(withPin("wrong PIN"), {ActionId("act_none"), "00", true, "test"},
                             [&](auto done) { absent = done; });
    QVERIFY(!there && !absent);
    QCOMPARE(there.error().describe(), absent.error().describe());
}

void DecisionProofTest::fiveWrongPins_delayTheNextOne_andARightOneEndsIt()
{
    protect();
    for (int i = 1; i < PinLimit::kFreeAttempts; ++i) {
        const auto wrong = approve(withPin("wrong PIN"));
        QCOMPARE(wrong.error().code(), ErrorCode::PermissionDenied);
        QVERIFY(!wrong.error().message().contains(" s"));
    }
    const auto fifth = approve(withPin("wrong PIN"));
    QCOMPARE(fifth.error().code(), ErrorCode::PermissionDenied);
    QVERIFY2(fifth.error().message().endsWith(" 1 s"), fifth.error().message().constData());

    // Not even the right one is looked at meanwhile, and asking does not lengthen the wait.
    for (int i = 0; i < 3; ++i) {
        const auto early = approve(withPin(kPin));
        QCOMPARE(early.error().code(), ErrorCode::ResourceExhausted);
        QVERIFY2(early.error().message().endsWith(" 1 s"), early.error().message().constData());
    }
    fixture->advance(1000);
    const auto sixth = approve(withPin("wrong PIN"));
    QCOMPARE(sixth.error().code(), ErrorCode::PermissionDenied);
    QVERIFY2(sixth.error().message().endsWith(" 2 s"), sixth.error().message().constData());
    fixture->advance(1500);
    const auto still = approve(withPin(kPin));
    QCOMPARE(still.error().code(), ErrorCode::ResourceExhausted);
    QVERIFY2(still.error().message().endsWith(" 1 s"), still.error().message().constData());
    fixture->advance(500);
    QCOMPARE(fixture->state(pending.action), ActionState::Pending);
    QVERIFY(approve(withPin(kPin)).has_value());
    QCOMPARE(fixture->backend->started.size(), 1);

    const auto first = approve(withPin("wrong PIN"));
    QCOMPARE(first.error().code(), ErrorCode::PermissionDenied);
    QVERIFY(!first.error().message().contains(" s"));
}

QTEST_GUILESS_MAIN(DecisionProofTest)
#include "tst_decisionproof.moc"
