// SPDX-License-Identifier: Apache-2.0
// What is asked again directly before a claim, by the whole core on a real store.
#include "support/enginetestcase.h"
#include "support/rawsqlite.h"

#include <QtTest>

using namespace lockkeeper;

class ClaimsTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void init()
    {
        EngineTestCase::init();
        fixture->backend->ready = false;
        write = fixture->submitOne("write", "{}");
        QVERIFY(fixture->approve(write).has_value());
        QCOMPARE(fixture->state(write.action), ActionState::Approved);
    }

    void executeBy_thatHasPassed_startsNothing();
    void wallClock_thatWasSet_startsAndExpiresNothing();
    void decision_thatWasChanged_startsNothing_data();
    void decision_thatWasChanged_startsNothing();

private:
    /// The server is there: everything that waited for it may be claimed.
    void bringServer()
    {
        fixture->backend->ready = true;
        fixture->backend->announce();
        fixture->advance(3'000);
    }

    SubmittedAction write;
};

/// The claim looks itself, however late the clock's own look is.
void ClaimsTest::executeBy_thatHasPassed_startsNothing()
{
    const auto answer = fixture->submit(R"({"calls":[
        {"call_id":"c1","tool":"files/write","arguments":{"n":1}},
        {"call_id":"c2","tool":"files/write","arguments":{"n":2}}]})");
    QVERIFY(answer.has_value());
    QVERIFY(fixture->approve(answer->actions[0]).has_value());
    QCOMPARE(fixture->state(answer->actions[0].action), ActionState::Approved);
    fixture->clock.advance(3'601'000);
    fixture->backend->ready = true;
    QVERIFY(fixture->deny(answer->actions[1].action, "no").has_value());
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->state(answer->actions[0].action), ActionState::Expired);
}

void ClaimsTest::wallClock_thatWasSet_startsAndExpiresNothing()
{
    fixture->clock.stepWall(2LL * 3600 * 1000);
    fixture->advance(2'000);
    QCOMPARE(fixture->state(write.action), ActionState::Approved);
    fixture->clock.stepWall(-2LL * 3600 * 1000);
    bringServer();
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->state(write.action), ActionState::Approved);
    QVERIFY2(fixture->engine->status().reasons.first().contains("clock"),
             "the step of the clock must be shown");
}

void ClaimsTest::decision_thatWasChanged_startsNothing_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<bool>("restarts");
    const QList<QPair<const char*, QByteArray>> edits = {
        {"its signature", "UPDATE decision SET signature = zeroblob(64)"},
        {"its bytes", "UPDATE decision SET bytes = zeroblob(length(bytes))"},
        {"gone", "DELETE FROM decision"}};
    for (const auto& [name, sql] : edits) {
        QTest::addRow("%s", name) << sql << false;
        QTest::addRow("%s, across a restart", name) << sql << true;
    }
}

void ClaimsTest::decision_thatWasChanged_startsNothing()
{
    QFETCH(QByteArray, sql);
    QFETCH(bool, restarts);
    if (restarts) {
        fixture->kill();
        fixture->editByHand(sql);
        fixture->start();
        fixture->advance(3'000);
        QVERIFY2(!fixture->engine->status().reasons.isEmpty(), "it must be shown");
    } else {
        RawSqlite(fixture->storePath())
            .execute("DROP TRIGGER decision_is_fixed; DROP TRIGGER decision_is_kept; " + sql);
        bringServer();
    }
    QCOMPARE(effects(), 0);
    QCOMPARE(fixture->state(write.action), ActionState::Approved);
}

QTEST_GUILESS_MAIN(ClaimsTest)
#include "tst_claims.moc"
