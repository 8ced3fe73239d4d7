// SPDX-License-Identifier: Apache-2.0
// What the window asks of the core: lists, cards, the record, reveals, and decisions on its own
// proof; clocks moved by hand.
#include "core/gateway/authorisation.h"
#include "core/keys/pinprotection.h"
#include "support/diskwatch.h"
#include "support/enginetestcase.h"

#include <QtTest>

using namespace lockkeeper;

namespace {

constexpr char kSecret[] = "hunter2-and-more";
constexpr char kPin[] = "correct horse";

OperatorPrincipal window(const char* pin = "")
{
    return windowOperator("ann", SecretBytes(QByteArrayView(pin)));
}

QByteArray withSecret()
{
    return QByteArray(R"({"path":"a","password":")") + kSecret + R"(","n":1})";
}

} // namespace

class WindowCommandsTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        DiskWatch::stop();
        EngineTestCase::cleanup();
    }

    void approval_onTheWindowsProof_runsAndIsSignedSo();
    void approval_withAReason_isSealedForOperatorsOnly();
    void determination_onTheWindowsProof_settles();
    void protectedKey_atTheWindow_needsThePinToSignAndToReveal();
    void coverage_thatIsNoPlainLine_isRefused_data();
    void coverage_thatIsNoPlainLine_isRefused();
    void briefs_areCardsWithoutWhatIsSealedApart();
    void briefs_pageByPage_giveEachOpenActionOnce();
    void briefsOf_absentActions_areLeftOut();
    void card_hidesMaskedValues_andSaysWhereTheyAre();
    void card_afterItsToolIsGone_hidesTheSameValues();
    void card_ofACallEqualToAnOpenOne_namesIt();
    void card_ofAnInvalidCall_hasNoArguments();
    void card_ofATamperedAction_saysSo();
    void reveal_ofAMaskedValue_isJournaledWithoutIt();
    void reveal_ofAnotherPlace_isNotFoundAndLeavesNothing();
    void reveal_ofATamperedAction_isRefused();
    void reveal_whoseRecordCannotBeStored_showsNothing();
    void reveal_whileTheGuardCannotBeWritten_showsNothing();
    void history_isNewestFirst_andNamesWhoDecided();
    void history_pageByPage_isTheWholeLane();

private:
    Result<ActionRecord> approve(const OperatorPrincipal& by, const SubmittedAction& action,
                                 const QByteArray& coverage = "raw 100")
    {
        Result<ActionRecord> result = Error(ErrorCode::Internal, "approve was not answered");
        fixture->engine->approve(by, {action.action, action.fingerprint, true, coverage},
                                 [&result](auto done) { result = std::move(done); });
        fixture->settle();
        return result;
    }
    Result<QByteArray> reveal(const OperatorPrincipal& by, const ActionId& action, qsizetype offset)
    {
        Result<QByteArray> result = Error(ErrorCode::Internal, "reveal was not answered");
        fixture->engine->reveal(by, action, offset,
                                [&result](auto done) { result = std::move(done); });
        fixture->settle();
        return result;
    }
    ActionCard card(const ActionId& action)
    {
        const auto made = fixture->engine->card(action);
        if (!made)
            qFatal("no card: %s", made.error().describe().constData());
        return *made;
    }
    /// Of its first masked value; -1 if it has none.
    qsizetype placeOf(const ActionId& action)
    {
        const QList<MaskedValue> masked = card(action).masked;
        return masked.isEmpty() ? -1 : masked.first().offset;
    }
    QList<HistoryEntry> history(qint64 before = 0, int limit = 1000)
    {
        const auto page = fixture->engine->history(before, limit);
        if (!page)
            qFatal("no history: %s", page.error().describe().constData());
        return *page;
    }
    SubmittedAction makeUnknown()
    {
        fixture->backend->answerAtOnce = false;
        const SubmittedAction write = fixture->submitOne("write", "{}");
        if (!approve(window(), write))
            qFatal("not approved");
        fixture->backend->loseContact(fixture->backend->started.first().call.dispatch,
                                      ContactLostCause::ConnectionBroken);
        fixture->settle();
        return write;
    }
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
};

void WindowCommandsTest::approval_onTheWindowsProof_runsAndIsSignedSo()
{
    const auto write = fixture->submitOne("write", R"({"path":"a"})");
    const auto approved = approve(window(), write);
    QVERIFY2(approved.has_value(), "the window needs no PIN where there is none");
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
    QCOMPARE(effects(), qsizetype(1));
    fixture->kill();
    const auto signedBytes = fixture->readByHand("SELECT CAST(bytes AS TEXT) FROM decision");
    QCOMPARE(signedBytes.size(), qsizetype(1));
    for (const char* part :
         {R"("proof":"window")", R"("operator":"ann")", R"("coverage":"raw 100")"})
        QVERIFY2(signedBytes.first().contains(part), part);
    fixture->start();
    QVERIFY2(fixture->engine->status().reasons.isEmpty(), "the record must verify");
}

void WindowCommandsTest::approval_withAReason_isSealedForOperatorsOnly()
{
    const auto write = fixture->submitOne("write", R"({"path":"a"})");
    Result<ActionRecord> approved = Error(ErrorCode::Internal, "not answered");
    fixture->engine->approve(
        window(), {write.action, write.fingerprint, true, "raw 100", "the sentinel reason"},
        [&approved](auto done) { approved = std::move(done); });
    fixture->settle();
    QVERIFY2(approved.has_value(), "expected the approval to be taken");
    QCOMPARE(fixture->state(write.action), ActionState::Succeeded);
    const auto shown = fixture->engine->card(write.action);
    QVERIFY(shown.has_value());
    QCOMPARE(shown->snapshot.decisionReason, QByteArray("the sentinel reason"));
    Result<CallResult> result = Error(ErrorCode::Internal, "not answered");
    fixture->engine->result(fixture->agent, {write.action, {}, 0},
                            [&result](auto done) { result = std::move(done); });
    fixture->settle();
    QVERIFY(result.has_value());
    QCOMPARE(result->reason, QByteArray());
    fixture->kill();
    for (const QByteArray& body :
         fixture->readByHand("SELECT CAST(body AS TEXT) FROM journal UNION ALL "
                             "SELECT CAST(bytes AS TEXT) FROM decision UNION ALL "
                             "SELECT details FROM outbox"))
        QVERIFY2(!body.contains("sentinel"), "expected the reason nowhere in plain text");
    fixture->start();
    QVERIFY2(fixture->engine->status().reasons.isEmpty(), "the record must verify");
}

void WindowCommandsTest::determination_onTheWindowsProof_settles()
{
    const auto write = makeUnknown();
    QCOMPARE(fixture->state(write.action), ActionState::Unknown);
    Result<ActionRecord> determined = Error(ErrorCode::Internal, "not answered");
    fixture->engine->determine(
        window(), {write.action, DeterminationKind::Happened, "seen in the folder", {}, false},
        [&determined](auto done) { determined = std::move(done); });
    QVERIFY2(determined.has_value(), "a determination must be taken on the window's proof");
    fixture->advance(11'000);
    QCOMPARE(fixture->state(write.action), ActionState::Determined);
    const auto brief = fixture->engine->briefsOf({write.action});
    QVERIFY(brief.has_value());
    QCOMPARE(brief->first().decidedBy, QByteArray("ann"));
    QCOMPARE(brief->first().decisionReason, QByteArray("seen in the folder"));
    fixture->kill();
    const auto bytes = fixture->readByHand("SELECT CAST(bytes AS TEXT) FROM determination");
    QVERIFY(bytes.size() == 1 && bytes.first().contains(R"("proof":"window")"));
}

void WindowCommandsTest::protectedKey_atTheWindow_needsThePinToSignAndToReveal()
{
    const auto write = fixture->submitOne("write", withSecret());
    protect();
    const qsizetype place = placeOf(write.action);
    for (const char* pin : {"", "correct hors"}) {
        const auto refused = approve(window(pin), write);
        QVERIFY2(!refused && refused.error().code() == ErrorCode::PermissionDenied, pin);
        const auto hidden = reveal(window(pin), write.action, place);
        QVERIFY2(!hidden && hidden.error().code() == ErrorCode::PermissionDenied, pin);
    }
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QVERIFY2(history().first().kind != "value_revealed", "a refused reveal leaves no entry");

    QVERIFY(reveal(window(kPin), write.action, place).has_value());
    QVERIFY(approve(window(kPin), write).has_value());
    // Undo and cancel only take back: they need no PIN at the window.
    Result<ActionRecord> undone = Error(ErrorCode::Internal, "not answered");
    fixture->engine->undo(window(), write.action, [&undone](auto done) { undone = done; });
    fixture->settle();
    QVERIFY2(undone.has_value(), "an undo at the window must need no PIN");
    QCOMPARE(fixture->state(write.action), ActionState::Pending);
    QCOMPARE(effects(), qsizetype(0));
}

void WindowCommandsTest::coverage_thatIsNoPlainLine_isRefused_data()
{
    QTest::addColumn<QByteArray>("coverage");
    QTest::addColumn<bool>("isGood");
    QTest::newRow("as long as it may be") << QByteArray(200, 'x') << true;
    QTest::newRow("too long") << QByteArray(201, 'x') << false;
    QTest::newRow("a line break") << QByteArray("raw 100\nraw 0") << false;
    QTest::newRow("not ASCII") << QByteArray("raw 100\xe2\x80\xae") << false;
    QTest::newRow("a zero byte") << QByteArray("raw\0x", 5) << false;
}

void WindowCommandsTest::coverage_thatIsNoPlainLine_isRefused()
{
    QFETCH(QByteArray, coverage);
    QFETCH(bool, isGood);
    const auto write = fixture->submitOne("write", "{}");
    const auto approved = approve(window(), write, coverage);
    QCOMPARE(approved.has_value(), isGood);
    if (!isGood) {
        QCOMPARE(approved.error().code(), ErrorCode::InvalidArgument);
        QCOMPARE(fixture->state(write.action), ActionState::Pending);
    }
}

void WindowCommandsTest::briefs_areCardsWithoutWhatIsSealedApart()
{
    const auto unknown = makeUnknown();
    const auto page = fixture->engine->briefs({"unknown", {}, 10});
    QVERIFY(page.has_value());
    QCOMPARE(page->size(), qsizetype(1));
    const ActionSnapshot& brief = page->first();
    const auto whole = fixture->engine->action({}, unknown.action);
    QVERIFY(whole.has_value());
    QVERIFY2(!whole->evidence.isEmpty() && !whole->arguments.isEmpty(), "there is something apart");
    QVERIFY2(brief.evidence.isEmpty() && brief.arguments.isEmpty(), "and it is not in a list");
    QVERIFY(brief.record == whole->record);
    QCOMPARE(brief.fingerprint, whole->fingerprint);
    QCOMPARE(brief.handle, whole->handle);
    QCOMPARE(brief.summary, whole->summary);
    QCOMPARE(brief.riskReasons, whole->riskReasons);
    QCOMPARE(brief.policyRule, whole->policyRule);
    QCOMPARE(brief.askedBecause, whole->askedBecause);
    QVERIFY(brief.tamperedWith.isEmpty());

    const auto denied = fixture->submitOne("remove", "{}");
    QVERIFY(fixture->deny(denied.action, "wrong account").has_value());
    const auto other = fixture->engine->briefs({"denied", {}, 10});
    QVERIFY(other.has_value() && other->size() == 1);
    QCOMPARE(other->first().decisionReason, QByteArray("wrong account"));
}

void WindowCommandsTest::briefs_pageByPage_giveEachOpenActionOnce()
{
    QList<ActionId> submitted;
    for (int i = 0; i < 5; ++i)
        submitted.prepend(
            fixture->submitOne("write", "{\"n\":" + QByteArray::number(i) + '}').action);
    QVERIFY(fixture->deny(submitted.takeAt(2), "no").has_value());
    QList<ActionId> seen;
    ActionId before;
    for (int i = 0; i < 5; ++i) {
        const auto page = fixture->engine->briefs({"open", before, 2});
        QVERIFY(page.has_value());
        QVERIFY2(page->size() <= 2, "a page has no more than it was asked for");
        if (page->isEmpty())
            break;
        for (const ActionSnapshot& one : *page)
            seen.append(one.record.id);
        before = seen.last();
    }
    QCOMPARE(seen, submitted);
    const auto all = fixture->engine->briefs({"", {}, 1000});
    QVERIFY(all.has_value());
    QCOMPARE(all->size(), qsizetype(5));
    QCOMPARE(fixture->engine->briefs({"bogus", {}, 1}).error().code(), ErrorCode::InvalidArgument);
}

void WindowCommandsTest::briefsOf_absentActions_areLeftOut()
{
    const auto write = fixture->submitOne("write", "{}");
    const auto found = fixture->engine->briefsOf({ActionId("act_none"), write.action, ActionId()});
    QVERIFY(found.has_value());
    QCOMPARE(found->size(), qsizetype(1));
    QCOMPARE(found->first().record.id, write.action);
    const auto tooMany = fixture->engine->briefsOf(QList<ActionId>(1001, write.action));
    QVERIFY2(!tooMany && tooMany.error().code() == ErrorCode::InvalidArgument,
             "more than 1 000 at once must be refused");
}

void WindowCommandsTest::card_hidesMaskedValues_andSaysWhereTheyAre()
{
    const auto write = fixture->submitOne("write", withSecret());
    const ActionCard shown = card(write.action);
    QCOMPARE(shown.arguments, QByteArray(R"({"path":"a","password":"","n":1})"));
    QVERIFY2(shown.snapshot.arguments.isEmpty(), "the arguments are not in the snapshot");
    QCOMPARE(shown.masked.size(), qsizetype(1));
    const MaskedValue& masked = shown.masked.first();
    QCOMPARE(masked.pointer, QByteArray("/password"));
    QCOMPARE(masked.offset, shown.arguments.indexOf(R"("")"));
    QCOMPARE(masked.size, qsizetype(sizeof(kSecret) - 1 + 2)); // with its quotes
    QVERIFY2(!masked.isExpected, "the configuration does not name it");
    QCOMPARE(shown.toolDefinition,
             QByteArray(R"({"name":"write","inputSchema":{"type":"object"}})"));
    QCOMPARE(shown.snapshot.fingerprint, write.fingerprint);
    QVERIFY(shown.equalTo.isEmpty());
    QCOMPARE(fixture->engine->card(ActionId("act_none")).error().code(), ErrorCode::NotFound);
}

void WindowCommandsTest::card_afterItsToolIsGone_hidesTheSameValues()
{
    fixture->kill();
    fixture = std::make_unique<EngineFixture>();
    fixture->announcesTools = false;
    fixture->start();
    fixture->backend->tools[0].definition =
        R"({"name":"write","inputSchema":{"properties":{"body":{"format":"password"}}}})";
    fixture->backend->announce();
    fixture->settle();
    const auto write = fixture->submitOne("write", R"({"body":"plain words","to":"x"})");
    const QByteArray expected = R"({"body":"","to":"x"})";
    QCOMPARE(card(write.action).arguments, expected);
    fixture->restart(); // its server has not said yet which tools it has
    const ActionCard shown = card(write.action);
    QVERIFY2(shown.toolDefinition.isEmpty(), "the definition is not known");
    QCOMPARE(shown.arguments, expected);
    QCOMPARE(reveal(window(), write.action, placeOf(write.action)).value_or("none"),
             QByteArray(R"("plain words")"));
}

void WindowCommandsTest::card_ofACallEqualToAnOpenOne_namesIt()
{
    const auto first = fixture->submitOne("write", R"({"a":1,"b":2})");
    const auto second = fixture->submitOne("write", R"({"b":2,"a":1})", "c2");
    QCOMPARE(card(second.action).equalTo, first.action);
    QVERIFY(card(first.action).equalTo.isEmpty());
}

void WindowCommandsTest::card_ofAnInvalidCall_hasNoArguments()
{
    const auto call = fixture->submitOne("absent", "{}");
    const ActionCard shown = card(call.action);
    QCOMPARE(shown.snapshot.record.state, ActionState::Invalid);
    QVERIFY(shown.arguments.isEmpty() && shown.masked.isEmpty());
    QVERIFY(shown.snapshot.tamperedWith.isEmpty());
}

void WindowCommandsTest::card_ofATamperedAction_saysSo()
{
    const auto write = fixture->submitOne("write", R"({"a":1})");
    fixture->editWhileRunning(
        "UPDATE sealed_part SET sealed = zeroblob(length(sealed)) WHERE kind = 2");
    const ActionCard shown = card(write.action);
    QVERIFY2(!shown.snapshot.tamperedWith.isEmpty(), "the card must say what does not fit");
    QVERIFY(shown.arguments.isEmpty());
}

void WindowCommandsTest::reveal_ofAMaskedValue_isJournaledWithoutIt()
{
    const auto write = fixture->submitOne("write", withSecret());
    const qint64 version = fixture->record(write.action).version;
    const auto value = reveal(window(), write.action, placeOf(write.action));
    QVERIFY2(value.has_value(), "the masked value must be revealed");
    QCOMPARE(*value, QByteArray("\"") + kSecret + '"');
    const HistoryEntry entry = history().first();
    QCOMPARE(entry.kind, QByteArray("value_revealed"));
    QCOMPARE(entry.action, write.action);
    QCOMPARE(entry.by, QByteArray("ann"));
    QCOMPARE(entry.state, QByteArray("pending"));
    QCOMPARE(entry.tool.tool, QByteArray("write"));
    QCOMPARE(fixture->record(write.action).version, version);

    // It is a link of the action's own chain: what follows it fits, also after a restart.
    fixture->restart();
    QVERIFY2(fixture->engine->status().reasons.isEmpty(), "the record must verify");
    QVERIFY(approve(window(), write).has_value());
    fixture->restart();
    QVERIFY2(fixture->engine->status().reasons.isEmpty(), "the record must verify");
    fixture->kill();
    const auto bodies =
        fixture->readByHand("SELECT CAST(body AS TEXT) FROM journal WHERE kind = 12");
    QCOMPARE(bodies.size(), qsizetype(1));
    QVERIFY2(bodies.first().contains(R"("pointer":"/password")"), bodies.first().constData());
    for (const QByteArray& table : {QByteArray("journal"), QByteArray("outbox")}) {
        const auto rows = fixture->readByHand("SELECT quote(CAST(" +
                                              QByteArray(table == "journal" ? "body" : "details") +
                                              " AS TEXT)) FROM " + table);
        QVERIFY(!rows.isEmpty());
        for (const QByteArray& row : rows)
            QVERIFY2(!row.contains(kSecret), "the value must not be in the record or the feed");
    }
}

void WindowCommandsTest::reveal_ofAnotherPlace_isNotFoundAndLeavesNothing()
{
    const auto write = fixture->submitOne("write", withSecret());
    const qint64 position = history().first().position;
    const qsizetype place = placeOf(write.action);
    for (const qsizetype other : {qsizetype(0), place + 1, qsizetype(8), qsizetype(-1)}) {
        const auto value = reveal(window(), write.action, other);
        QVERIFY2(!value && value.error().code() == ErrorCode::NotFound,
                 "only masked values are revealed");
    }
    const auto absent = reveal(window(), ActionId("act_none"), place);
    QVERIFY(!absent && absent.error().code() == ErrorCode::NotFound);
    QCOMPARE(history().first().position, position);
}

void WindowCommandsTest::reveal_ofATamperedAction_isRefused()
{
    const auto write = fixture->submitOne("write", withSecret());
    const qsizetype place = placeOf(write.action);
    fixture->editWhileRunning(
        "UPDATE sealed_part SET sealed = zeroblob(length(sealed)) WHERE kind = 3");
    const auto value = reveal(window(), write.action, place);
    QVERIFY2(!value && value.error().code() == ErrorCode::DataLoss,
             "what does not open whole is not revealed");
}

void WindowCommandsTest::reveal_whoseRecordCannotBeStored_showsNothing()
{
    const auto write = fixture->submitOne("write", withSecret());
    const qsizetype place = placeOf(write.action);
    fixture->editWhileRunning("CREATE TRIGGER no_room BEFORE INSERT ON journal BEGIN "
                              "SELECT RAISE(ABORT, 'no room'); END;");
    const auto value = reveal(window(), write.action, place);
    QVERIFY2(!value, "a reveal without its entry must show nothing");
}

void WindowCommandsTest::reveal_whileTheGuardCannotBeWritten_showsNothing()
{
    const auto write = fixture->submitOne("write", withSecret());
    const qsizetype place = placeOf(write.action);
    DiskWatch::start();
    DiskWatch::failWritesOf("guard");
    const auto value = reveal(window(), write.action, place);
    QVERIFY2(DiskWatch::hits() > 0, "the guard must have been written in vain");
    QVERIFY2(!value, "a reveal that could be taken back unseen must show nothing");
}

void WindowCommandsTest::history_isNewestFirst_andNamesWhoDecided()
{
    const auto write = fixture->submitOne("write", R"({"a":1})");
    QVERIFY(approve(window(), write).has_value());
    const auto remove = fixture->submitOne("remove", "{}");
    Result<ActionRecord> denied = Error(ErrorCode::Internal, "not answered");
    fixture->engine->deny(window(), remove.action, "no", [&denied](auto done) { denied = done; });
    fixture->settle();
    QVERIFY(denied.has_value());

    const QList<HistoryEntry> all = history();
    QList<QByteArray> lines;
    for (const HistoryEntry& entry : all) {
        if (!entry.action.isEmpty())
            lines.prepend(entry.kind + ' ' + entry.state + ' ' + entry.tool.tool + ' ' + entry.by);
    }
    QCOMPARE(lines,
             (QList<QByteArray>{"admitted pending write ", "operator_approved approved write ann",
                                "dispatch_started running write ", "succeeded succeeded write ",
                                "admitted pending remove ", "operator_denied denied remove ann"}));
    QCOMPARE(all.last().kind, QByteArray("store_created"));
    QVERIFY2(all.last().action.isEmpty() && all.last().state.isEmpty(), "it is about no action");
    QCOMPARE(all.last().position, qint64(1));
}

void WindowCommandsTest::history_pageByPage_isTheWholeLane()
{
    for (int i = 0; i < 4; ++i)
        fixture->submitOne("write", "{\"n\":" + QByteArray::number(i) + '}');
    const QList<HistoryEntry> all = history();
    qint64 next = all.size();
    for (qint64 before = 0; next > 0; before = next + 1) {
        const QList<HistoryEntry> page = history(before, 3);
        QVERIFY2(!page.isEmpty() && page.size() <= 3, "a page has one to three entries here");
        for (const HistoryEntry& entry : page)
            QCOMPARE(entry.position, next--);
    }
    QVERIFY(history(1, 3).isEmpty());
    QCOMPARE(fixture->engine->history(-1, 3).error().code(), ErrorCode::InvalidArgument);
}

QTEST_GUILESS_MAIN(WindowCommandsTest)
#include "tst_windowcommands.moc"
