// SPDX-License-Identifier: Apache-2.0
#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/domain/action.h"
#include "core/domain/coreevents.h"
#include "core/domain/decision.h"
#include "core/domain/fingerprint.h"
#include "core/domain/statement.h"

#include <QSet>
#include <QTest>

#include <functional>

using namespace lockkeeper;

namespace {

ActionStatement sampleStatement()
{
    ActionStatement s;
    s.store = StoreId("sto_1");
    s.incarnation = 2;
    s.action = ActionId("act_1");
    s.submission = SubmissionId("sub_1");
    s.callId = "c\"1\n😀";
    s.credential = CredentialId("crd_1");
    s.labels = {"s", "r", "a", "t", -7};
    s.tool = {"files", "write_file"};
    s.fingerprint = sha256("f");
    s.definitionDigest = sha256("d");
    s.equalityKey = sha256("e");
    s.targetKeys = sha256("t") + sha256("u");
    s.effect = EffectClass::Compensatable;
    s.risk = RiskLevel::Critical;
    s.sandboxProfile = "none";
    s.executingSeat = SeatId("sea_1");
    s.mode = SubmissionMode::AllOrNothing;
    s.ordinal = 3;
    s.externalKey = QByteArray("\0\xff", 2);
    s.createdAtMs = 1'800'000'000'000;
    s.decideByMs = 1'800'000'000'001;
    s.executeWithinMs = 3'600'000;
    s.attemptLimit = 2;
    s.resolvedEffectDigest = sha256("r");
    s.viewDigest = sha256("v");
    s.follows = ActionId("act_0");
    return s;
}

Decision sampleDecision()
{
    Decision d;
    d.id = DecisionId("dec_1");
    d.action = ActionId("act_1");
    d.statementDigest = sha256("s");
    d.fingerprint = sha256("f");
    d.contentRevision = 4;
    d.verdict = Decision::Verdict::Approve;
    d.definitionDigest = sha256("d");
    d.policyRevision = 5;
    d.coverage = "ctl";
    d.quorumGroup = "operators";
    d.operatorName = "anna";
    d.seat = SeatId("sea_1");
    d.proof = "pin";
    d.decidedAtMs = 1;
    d.executeByMs = 2;
    d.holdMs = 3;
    d.reasonDigest = sha256("r");
    return d;
}

Determination sampleDetermination()
{
    Determination d;
    d.id = DeterminationId("det_1");
    d.action = ActionId("act_1");
    d.statementDigest = sha256("s");
    d.attempt = 1;
    d.evidenceDigest = sha256("e");
    d.kind = DeterminationKind::InPart;
    d.operatorName = "anna";
    d.seat = SeatId("sea_1");
    d.proof = "window";
    d.recordedAtMs = 1;
    d.effectiveAtMs = 10'001;
    d.reasonDigest = sha256("r");
    return d;
}

ActionRecord sampleRecord()
{
    ActionRecord r;
    r.id = ActionId("act_1");
    r.submission = SubmissionId("sub_1");
    r.callId = "c1";
    r.state = ActionState::Approved;
    r.credential = CredentialId("crd_1");
    r.tool = {"files", "write"};
    r.targetKeys = sha256("t");
    return r;
}

template<class Record>
using Changes = QList<std::function<void(Record&)>>;

/// Each function changes one field of the record.
Changes<ActionRecord> recordChanges()
{
    return {
        [](ActionRecord& r) { r.id = ActionId("act_2"); },
        [](ActionRecord& r) { r.submission = SubmissionId("sub_2"); },
        [](ActionRecord& r) { r.callId = "c2"; },
        [](ActionRecord& r) { r.ordinal = 1; },
        [](ActionRecord& r) { r.state = ActionState::Succeeded; },
        [](ActionRecord& r) { r.version = 1; },
        [](ActionRecord& r) { r.credential = CredentialId("crd_2"); },
        [](ActionRecord& r) {
            r.tool = {"file", "swrite"};
        }, // a byte moved between fields
        [](ActionRecord& r) { r.tool.tool = "write2"; },
        [](ActionRecord& r) { r.effect = EffectClass::ReadOnly; },
        [](ActionRecord& r) { r.risk = RiskLevel::Low; },
        [](ActionRecord& r) { r.statementDigest = sha256("s"); },
        [](ActionRecord& r) { r.equalityKey = sha256("s"); },
        [](ActionRecord& r) { r.targetKeys.clear(); },
        [](ActionRecord& r) { r.keyEpoch = 1; },
        [](ActionRecord& r) { r.createdAtMs = 1; },
        [](ActionRecord& r) { r.decideByMs = 1; },
        [](ActionRecord& r) { r.executeByMs = 1; },
        [](ActionRecord& r) { r.holdUntilMs = 1; },
        [](ActionRecord& r) { r.firstShownAtMs = 1; },
        [](ActionRecord& r) { r.changedAtMs = 1; },
        [](ActionRecord& r) { r.finishedAtMs = 1; },
        [](ActionRecord& r) { r.attempts = 1; },
        [](ActionRecord& r) { r.invalidations = 1; },
        [](ActionRecord& r) { r.decision = DecisionId("dec_1"); },
        [](ActionRecord& r) { r.outcome = Outcome::Succeeded; },
        [](ActionRecord& r) { r.hasOutcome = true; },
        [](ActionRecord& r) { r.follows = ActionId("act_0"); },
    };
}

/// Each function changes one field of the statement: none may be left out of its bytes.
Changes<ActionStatement> statementChanges()
{
    return {
        [](ActionStatement& s) { s.store = StoreId("x"); },
        [](ActionStatement& s) { s.incarnation = 9; },
        [](ActionStatement& s) { s.action = ActionId("x"); },
        [](ActionStatement& s) { s.submission = SubmissionId("x"); },
        [](ActionStatement& s) { s.callId = "x"; },
        [](ActionStatement& s) { s.credential = CredentialId("x"); },
        [](ActionStatement& s) { s.labels.sessionId = "x"; },
        [](ActionStatement& s) { s.labels.runId = "x"; },
        [](ActionStatement& s) { s.labels.agentId = "x"; },
        [](ActionStatement& s) { s.labels.threadId = "x"; },
        [](ActionStatement& s) { s.labels.turnIndex = 9; },
        [](ActionStatement& s) { s.tool.server = "x"; },
        [](ActionStatement& s) { s.tool.tool = "x"; },
        [](ActionStatement& s) { s.fingerprint = sha256("x"); },
        [](ActionStatement& s) { s.definitionDigest = sha256("x"); },
        [](ActionStatement& s) { s.equalityKey = sha256("x"); },
        [](ActionStatement& s) { s.targetKeys = sha256("x"); },
        [](ActionStatement& s) { s.effect = EffectClass::ReadOnly; },
        [](ActionStatement& s) { s.risk = RiskLevel::Low; },
        [](ActionStatement& s) { s.sandboxProfile = "x"; },
        [](ActionStatement& s) { s.executingSeat = SeatId("x"); },
        [](ActionStatement& s) { s.mode = SubmissionMode::Ordered; },
        [](ActionStatement& s) { s.ordinal = 9; },
        [](ActionStatement& s) { s.externalKey = "x"; },
        [](ActionStatement& s) { s.createdAtMs = 9; },
        [](ActionStatement& s) { s.decideByMs = 9; },
        [](ActionStatement& s) { s.executeWithinMs = 9; },
        [](ActionStatement& s) { s.attemptLimit = 9; },
        [](ActionStatement& s) { s.resolvedEffectDigest = sha256("x"); },
        [](ActionStatement& s) { s.viewDigest = sha256("x"); },
        [](ActionStatement& s) { s.follows = ActionId("x"); },
    };
}

/// What is wrong with the record's encoding, or "". Flips bits, cuts and adds bytes: each of these
/// must fail or give another record.
template<class Record>
QByteArray strictnessProblem(const Record& record)
{
    const QByteArray bytes = record.encode();
    const auto decoded = Record::decode(bytes);
    if (!decoded || !(*decoded == record))
        return "it does not read back: " + bytes;
    const auto sorted = sortedJson(bytes);
    if (!sorted || *sorted != bytes)
        return "it is not canonical: " + bytes;
    for (qsizetype at = 0; at < bytes.size(); ++at) {
        for (const int bit : {0, 5, 7}) {
            QByteArray changed = bytes;
            changed[at] = char(changed[at] ^ (1 << bit));
            const auto other = Record::decode(changed);
            if (other && *other == record)
                return "a changed byte is not seen: " + changed;
        }
        if (Record::decode(bytes.first(at)))
            return "a cut record was accepted: " + bytes.first(at);
        QByteArray spaced = bytes;
        spaced.insert(at, ' ');
        const auto other = Record::decode(spaced);
        if (other && *other == record)
            return "an added byte is not seen: " + spaced;
    }
    for (const QByteArray& wrong : {bytes + "\n", QByteArray(bytes).insert(1, "\"aa\":1,"),
                                    QByteArray("{}"), QByteArray("[]"), QByteArray()}) {
        if (Record::decode(wrong))
            return "this was accepted: " + wrong;
    }
    return {};
}

} // namespace

class TestRecords : public QObject
{
    Q_OBJECT

private slots:
    void statement_isEncoded_readsBackExactly();
    void statement_changesWith_everyField();
    void decision_isEncoded_readsBackExactly();
    void determination_isEncoded_readsBackExactly();
    void oneKindOfRecord_isNotTaken_forAnother();
    void rowDigest_changesWith_everyField();
    void fingerprint_changesWith_everyPart();
    void keyedValues_differ_byKeyAndPart();
    void event_isWritten_onOneLine();
};

void TestRecords::statement_isEncoded_readsBackExactly()
{
    QCOMPARE(strictnessProblem(sampleStatement()), QByteArray());
    QCOMPARE(strictnessProblem(ActionStatement()), QByteArray());
}

void TestRecords::statement_changesWith_everyField()
{
    QSet<QByteArray> digests = {statementDigest(sampleStatement().encode())};
    QCOMPARE(digests.begin()->size(), kDigestSize);
    const auto changes = statementChanges();
    for (const auto& change : changes) {
        ActionStatement statement = sampleStatement();
        change(statement);
        digests.insert(statementDigest(statement.encode()));
        const auto decoded = ActionStatement::decode(statement.encode());
        QVERIFY2(decoded && *decoded == statement, statement.encode().constData());
    }
    QCOMPARE(digests.size(), changes.size() + 1);
    // A statement's digest is never just the hash of its bytes, which another tag could share.
    QVERIFY(!digests.contains(sha256(sampleStatement().encode())));
}

void TestRecords::decision_isEncoded_readsBackExactly()
{
    QCOMPARE(strictnessProblem(sampleDecision()), QByteArray());
    QCOMPARE(strictnessProblem(Decision()), QByteArray());
}

void TestRecords::determination_isEncoded_readsBackExactly()
{
    QCOMPARE(strictnessProblem(sampleDetermination()), QByteArray());
    QCOMPARE(strictnessProblem(Determination()), QByteArray());
}

void TestRecords::oneKindOfRecord_isNotTaken_forAnother()
{
    QVERIFY(!Decision::decode(sampleDetermination().encode()));
    QVERIFY(!Determination::decode(sampleDecision().encode()));
    QVERIFY(!ActionStatement::decode(sampleDecision().encode()));
    const auto cut = Decision::decode(R"({"type":"lockkeeper/decision/1"})");
    QVERIFY(!cut);
    QCOMPARE(cut.error().code(), ErrorCode::InvalidArgument);
    QVERIFY2(cut.error().message().contains("\"action\""), cut.error().message().constData());
}

void TestRecords::rowDigest_changesWith_everyField()
{
    QSet<QByteArray> digests = {rowDigest(sampleRecord())};
    QCOMPARE(rowDigest(sampleRecord()), *digests.begin());
    const auto changes = recordChanges();
    for (const auto& change : changes) {
        ActionRecord record = sampleRecord();
        change(record);
        digests.insert(rowDigest(record));
    }
    QCOMPARE(digests.size(), changes.size() + 1);
}

void TestRecords::fingerprint_changesWith_everyPart()
{
    const FingerprintInput input{sha256("salt"), {"s", "t"},   sha256("d"),
                                 "{}",           R"({"a":1})", "none"};
    QSet<QByteArray> prints = {fingerprintOf(input)};
    const Changes<FingerprintInput> changes = {
        [](FingerprintInput& i) { i.salt = sha256("other"); },
        [](FingerprintInput& i) {
            i.tool = {"st", ""};
        },
        [](FingerprintInput& i) { i.tool.tool = "u"; },
        [](FingerprintInput& i) { i.definitionDigest = sha256("e"); },
        [](FingerprintInput& i) { i.resolvedEffect = "{\"x\":1}"; },
        [](FingerprintInput& i) { i.arguments = R"({"a":1.0})"; },
        [](FingerprintInput& i) { i.sandboxProfile = "off"; },
    };
    for (const auto& change : changes) {
        FingerprintInput other = input;
        change(other);
        prints.insert(fingerprintOf(other));
    }
    QCOMPARE(prints.size(), changes.size() + 1);
    QCOMPARE(fingerprintOf(input).size(), kDigestSize);
}

void TestRecords::keyedValues_differ_byKeyAndPart()
{
    const QByteArray key = sha256("key");
    const QByteArray otherKey = sha256("other");
    const QSet<QByteArray> values = {
        equalityKeyOf(key, "crd_1", {"s", "t"}, "{}"),
        equalityKeyOf(otherKey, "crd_1", {"s", "t"}, "{}"),
        equalityKeyOf(key, "crd_2", {"s", "t"}, "{}"),
        equalityKeyOf(key, "crd_1", {"st", ""}, "{}"),
        equalityKeyOf(key, "crd_1", {"s", "t"}, "{\"a\":1}"),
        targetKeyOf(key, "repo:acme/site"),
        targetKeyOf(otherKey, "repo:acme/site"),
        targetKeyOf(key, "repo:acme/sitf"),
    };
    QCOMPARE(values.size(), 8);
}

void TestRecords::event_isWritten_onOneLine()
{
    CoreEvent event{
        7,       42,      "tool_progress",
        "act_1", "sub_1", "tb_0",
        "c\n1",  "a/b",   "{\"text\": \"x\\ny\",\n \"seq\":99, \"action_id\":\"act_2\"}"};
    QCOMPARE(event.toJson(),
             QByteArray(R"({"seq":7,"at_ms":42,"type":"tool_progress","action_id":"act_1",)"
                        R"("submission_id":"sub_1","batch_id":"tb_0","call_id":"c\n1",)"
                        R"("tool":"a/b","text":"x\ny"})"));
    event.details.clear();
    QVERIFY(checkJson(event.toJson()));
    event.details = "no object";
    QVERIFY(checkJson(event.toJson()));
    QVERIFY(event.toJson().contains("details_error"));
}

QTEST_GUILESS_MAIN(TestRecords)
#include "tst_records.moc"
